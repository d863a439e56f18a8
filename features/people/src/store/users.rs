//! SQL for the users of a company, as its administrators see them.

use platform::{Result, Tx};

/// A user of the company, or of another company who works in it.
#[derive(Debug)]
pub(crate) struct UserRow {
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub job_title: Option<String>,
    pub phone: Option<String>,
    pub nmls_id: Option<String>,
    pub profile_image: Option<String>,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    pub state: String,
    pub home_company: i64,
    pub home_company_name: String,
    pub version: i32,
}

/// A membership in this company.
#[derive(Clone, Debug)]
pub(crate) struct MembershipRow {
    pub id: i64,
    pub user_id: i64,
    pub org_unit_id: i64,
    pub display_name: String,
    pub is_head_quarter: bool,
    pub active: bool,
    pub is_default: bool,
    pub version: i32,
    pub roles: Vec<String>,
}

/// Filter for users.
pub(crate) struct Filter<'a> {
    /// Part of a name or email address, or an NMLS id.
    pub text: &'a str,
    pub role: Option<&'a str>,
    /// Limits the result to users of this unit.
    pub within: Option<i64>,
    /// A branch, or the headquarters.
    pub org_unit: Option<i64>,
    pub state: Option<&'a str>,
    pub limit: u32,
    pub offset: u32,
}

/// Users with a membership in the company, by name.
pub(crate) async fn list(tx: &mut Tx, filter: &Filter<'_>) -> Result<(Vec<UserRow>, i64)> {
    let pattern = format!("%{}%", filter.text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let rows = sqlx::query!(
        "select u.id, u.first_name, u.last_name, u.email, u.job_title, u.phone, u.nmls_id, u.profile_image,
                u.state, u.version, u.home_company_id,
                h.display_name as home_company_name, count(*) over () as \"count!\"
         from app_user u
         join org_unit h on h.id = u.home_company_id
         where (u.first_name || ' ' || u.last_name ilike $2 or u.email ilike $2 or u.nmls_id like $2)
           and coalesce(u.state = $5, true)
           and exists (
             select
             from membership m
             where m.company_id = $1
               and m.user_id = u.id
               and coalesce(m.org_unit_id = $4, true)
               and coalesce(m.org_unit_id = $8, true)
               and ($3::text is null or m.active and exists (
                 select from membership_role r where r.company_id = $1 and r.membership_id = m.id and r.role = $3))
           )
         order by u.last_name, u.first_name, u.id
         limit $6
         offset $7",
        tx.company(),
        pattern,
        filter.role,
        filter.org_unit,
        filter.state,
        i64::from(filter.limit),
        i64::from(filter.offset),
        filter.within
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let found = rows
        .into_iter()
        .map(|row| UserRow {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            job_title: row.job_title,
            phone: row.phone,
            nmls_id: row.nmls_id,
            profile_image: row.profile_image,
            state: row.state,
            home_company: row.home_company_id,
            home_company_name: row.home_company_name,
            version: row.version,
        })
        .collect();
    Ok((found, count))
}

/// Finds a user with a membership in the company.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Option<UserRow>> {
    Ok(sqlx::query_as!(
        UserRow,
        "select u.id, u.first_name, u.last_name, u.email, u.job_title, u.phone, u.nmls_id, u.profile_image,
                u.state, u.version, u.home_company_id as home_company,
                h.display_name as home_company_name
         from app_user u
         join org_unit h on h.id = u.home_company_id
         where u.id = $2
           and exists (select from membership m where m.company_id = $1 and m.user_id = u.id)",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Memberships of users in the company, default first.
pub(crate) async fn memberships(tx: &mut Tx, users: &[i64]) -> Result<Vec<MembershipRow>> {
    Ok(sqlx::query_as!(
        MembershipRow,
        "select m.id, m.user_id, m.org_unit_id, b.display_name, b.id = b.company_id as \"is_head_quarter!\", m.active,
                m.is_default, m.version,
                array(select r.role
                      from membership_role r
                      where r.company_id = $1 and r.membership_id = m.id
                      order by r.position) as \"roles!\"
         from membership m
         join org_unit b on b.company_id = $1 and b.id = m.org_unit_id
         where m.company_id = $1
           and m.user_id = any ($2)
         order by m.user_id, m.is_default desc, b.id <> b.company_id, b.display_name, m.id",
        tx.company(),
        users
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The user of a membership in the company.
pub(crate) async fn user_of(tx: &mut Tx, membership: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select user_id from membership where company_id = $1 and id = $2",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Writes a user's profile if the version still matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, profile: &crate::users::edit::Profile) -> Result<bool> {
    let updated = sqlx::query!(
        "update app_user
         set first_name = $3, last_name = $4, phone = $5, nmls_id = $6, job_title = $7, version = version + 1
         where id = $1
           and version = $2",
        id,
        version,
        profile.first_name,
        profile.last_name,
        profile.phone,
        profile.nmls_id,
        profile.job_title
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Returns true if a unit belongs to the company.
pub(crate) async fn is_unit(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from org_unit where company_id = $1 and id = $2) as \"exists!\"",
        tx.company(),
        id
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Returns true if a unit of the company is active, and locks it so that it stays so.
pub(crate) async fn open_unit(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select id from org_unit where company_id = $1 and id = $2 and state = 'ACTIVE' for share",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?
    .is_some())
}

/// Creates a membership. `None` if the user has one in the unit.
pub(crate) async fn add_membership(tx: &mut Tx, user: i64, org_unit: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "insert into membership (company_id, user_id, org_unit_id, is_default)
         values ($1, $2, $3, not exists (select from membership where user_id = $2 and is_default))
         on conflict (user_id, org_unit_id) do nothing
         returning id",
        tx.company(),
        user,
        org_unit
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Replaces the roles of a membership, in order.
pub(crate) async fn set_roles(tx: &mut Tx, membership: i64, roles: &[String]) -> Result<()> {
    let company = tx.company();
    sqlx::query!("delete from membership_role where company_id = $1 and membership_id = $2", company, membership)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into membership_role (company_id, membership_id, role, position)
         select $1, $2, role, position
         from unnest($3::text[]) with ordinality as given(role, position)",
        company,
        membership,
        roles
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Activates or deactivates a membership if the version matches. Cached rights become stale.
pub(crate) async fn touch_membership(tx: &mut Tx, id: i64, version: i32, active: bool) -> Result<bool> {
    let updated = sqlx::query!(
        "update membership
         set active = $4, is_default = is_default and $4, version = version + 1, access_version = access_version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        tx.company(),
        id,
        version,
        active
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Makes a membership the user's default. Without one, the first active membership becomes the default if there is
/// none.
pub(crate) async fn set_default(tx: &mut Tx, user: i64, membership: Option<i64>) -> Result<()> {
    if membership.is_some() {
        sqlx::query!("update membership set is_default = false where user_id = $1 and is_default", user)
            .execute(&mut **tx)
            .await?;
    }
    sqlx::query!(
        "update membership
         set is_default = true
         where id = (select id
                     from membership
                     where user_id = $1
                       and active
                       and coalesce(id = $2, true)
                     order by id
                     limit 1)
           and not exists (select from membership where user_id = $1 and is_default)",
        user,
        membership
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Counts company admins other than these memberships. Locks the company, so that concurrent changes can't remove the
/// last one.
pub(crate) async fn other_company_admins(tx: &mut Tx, memberships: &[i64]) -> Result<i64> {
    let company = tx.company();
    sqlx::query!("select id from org_unit where id = $1 for no key update", company).fetch_one(&mut **tx).await?;
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from membership_role r
         join membership m on m.company_id = r.company_id and m.id = r.membership_id
         join app_user u on u.id = m.user_id
         where r.company_id = $1
           and r.role = 'COMPANYADMIN'
           and m.active
           and u.state = 'ACTIVE'
           and m.id <> all ($2)",
        company,
        memberships
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Deactivates an account and remembers its state. Cached rights in all companies become stale.
pub(crate) async fn switch_off(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "update app_user
         set state = 'DEACTIVATED', deactivated_from = state, version = version + 1
         where id = $1
           and state <> 'DEACTIVATED'",
        id
    )
    .execute(&mut **tx)
    .await?;
    read_rights_again(tx, id).await
}

/// Reactivates an account in its earlier state, and returns that state.
pub(crate) async fn switch_on(tx: &mut Tx, id: i64) -> Result<String> {
    let state = sqlx::query_scalar!(
        "update app_user
         set state = coalesce(deactivated_from, 'ACTIVE'), deactivated_from = null, version = version + 1
         where id = $1
         returning state",
        id
    )
    .fetch_one(&mut **tx)
    .await?;
    read_rights_again(tx, id).await?;
    Ok(state)
}

async fn read_rights_again(tx: &mut Tx, user: i64) -> Result<()> {
    sqlx::query!("update membership set access_version = access_version + 1 where user_id = $1", user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A new account.
pub(crate) struct Invited<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: &'a str,
    pub email_key: &'a str,
    pub phone: Option<&'a str>,
    pub nmls_id: Option<&'a str>,
    pub state: &'a str,
}

/// Creates an invited account. `None` if the address is taken.
pub(crate) async fn insert_invited(tx: &mut Tx, invited: &Invited<'_>) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "insert into app_user (home_company_id, first_name, last_name, email, email_key, phone, nmls_id, state)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (email_key) do nothing
         returning id",
        tx.company(),
        invited.first_name,
        invited.last_name,
        invited.email,
        invited.email_key,
        invited.phone,
        invited.nmls_id,
        invited.state
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// The owner of an address, and whether they belong to this company.
pub(crate) async fn owner_of_address(tx: &mut Tx, email_key: &str) -> Result<Option<(i64, bool)>> {
    let row = sqlx::query!(
        "select id, home_company_id = $1 as \"is_of_company!\" from app_user where email_key = $2",
        tx.company(),
        email_key
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| (row.id, row.is_of_company)))
}
