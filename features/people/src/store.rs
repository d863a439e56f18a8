//! SQL for users, memberships and roles.

pub(crate) mod across;
pub(crate) mod contracts;
pub(crate) mod licenses;
pub(crate) mod notifications;
pub(crate) mod portals;
pub(crate) mod teams;
pub(crate) mod users;

use crate::officers::LoanOfficer;
use lending::access::{Grants, OrgUnitType, Override, Permission, Role};
use platform::{Error, GlobalTx, Result, Tx, actor::Access};
use sqlx::{PgConnection, PgPool};
use std::{str::FromStr, sync::Arc};
use uuid::Uuid;

/// A user's data for sign-in.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: i64,
    pub name: String,
    /// Email address as entered.
    pub email: String,
    pub company_name: String,
    pub home_company: i64,
    /// Account and home company are both active.
    pub is_active: bool,
}

/// Finds a user by email address, ignoring case.
pub async fn person_by_email(connection: &mut PgConnection, email: &str) -> Result<Option<Person>> {
    Ok(sqlx::query_as!(
        Person,
        "select u.id, u.first_name || ' ' || u.last_name as \"name!\", u.email, c.display_name as company_name,
                u.home_company_id as home_company, u.state = 'ACTIVE' and c.state = 'ACTIVE' as \"is_active!\"
         from app_user u
         join org_unit c on c.id = u.home_company_id
         where u.email_key = $1",
        email.trim().to_lowercase()
    )
    .fetch_optional(connection)
    .await?)
}

/// Finds a user by id.
pub async fn person_by_id(connection: &mut PgConnection, user: i64) -> Result<Option<Person>> {
    Ok(sqlx::query_as!(
        Person,
        "select u.id, u.first_name || ' ' || u.last_name as \"name!\", u.email, c.display_name as company_name,
                u.home_company_id as home_company, u.state = 'ACTIVE' and c.state = 'ACTIVE' as \"is_active!\"
         from app_user u
         join org_unit c on c.id = u.home_company_id
         where u.id = $1",
        user
    )
    .fetch_optional(connection)
    .await?)
}

/// Activates the account of a user who has set a password, and records that they accepted the terms. Returns true if
/// they were only invited before. The transaction has entered their home company.
pub async fn activate(connection: &mut PgConnection, user: i64) -> Result<bool> {
    sqlx::query!("update app_user set terms_accepted_at = now() where id = $1", user).execute(&mut *connection).await?;
    let invited = sqlx::query!("update app_user set state = 'ACTIVE' where id = $1 and state = 'INVITED'", user)
        .execute(&mut *connection)
        .await?
        .rows_affected()
        == 1;
    if invited {
        sqlx::query!("update membership set access_version = access_version + 1 where user_id = $1", user)
            .execute(&mut *connection)
            .await?;
        // The user now needs a seat.
        let company = home_company(connection, user).await?;
        billing::settle(connection, company).await?;
    }
    Ok(invited)
}

/// The home company of a user.
///
/// # Errors
///
/// The user doesn't exist.
pub async fn home_company(connection: &mut PgConnection, user: i64) -> Result<i64> {
    Ok(sqlx::query_scalar!("select home_company_id from app_user where id = $1", user).fetch_one(connection).await?)
}

/// Returns true if a user works for the provider in any role.
pub async fn is_of_provider(connection: &mut PgConnection, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (
           select
           from app_user u
           join org_unit h on h.id = u.home_company_id
           where u.id = $1
             and (h.type = 'PROVIDER'
                  or exists (select
                             from membership m
                             join org_unit c on c.id = m.company_id
                             where m.user_id = u.id and m.active and c.type = 'PROVIDER'))
         ) as \"is_of_provider!\"",
        user
    )
    .fetch_one(connection)
    .await?)
}

/// Reads the current rights of a membership. Leaves the transaction in the membership's company; don't use it for
/// anything else.
///
/// # Errors
///
/// [`Error::Forbidden`] if the membership isn't this user's or isn't active.
pub async fn access_of(tx: &mut GlobalTx, user: i64, membership: i64) -> Result<Arc<Access>> {
    // Read the version before the data, so that a concurrent change causes another read at the next request.
    let found = sqlx::query!(
        "select m.company_id, m.org_unit_id, m.access_version + c.access_version as \"version!\",
                b.type as unit_type, h.type as home_type, c.time_zone,
                'BRANCH' in (b.license_payer, c.license_payer) as \"branch_pays!\",
                m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE'
                  as \"active!\",
                array(select r.role
                      from membership_role r
                      where r.company_id = m.company_id and r.membership_id = m.id
                      order by r.position) as \"roles!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         join org_unit c on c.id = m.company_id
         join org_unit h on h.id = u.home_company_id
         where m.id = $1
           and m.user_id = $2",
        membership,
        user
    )
    .fetch_optional(&mut **tx)
    .await?
    .filter(|found| found.active)
    .ok_or(Error::Forbidden)?;
    tx.enter(found.company_id).await?;
    let overrides = overrides(tx, found.company_id).await?;
    let unit_type = OrgUnitType::from_str(&found.unit_type).map_err(Error::internal)?;
    let home_type = OrgUnitType::from_str(&found.home_type).map_err(Error::internal)?;
    let roles = found.roles.iter().filter_map(|code| Role::from_code(code)).collect();
    Ok(Arc::new(Access {
        membership,
        company: found.company_id,
        org_unit: found.org_unit_id,
        version: i64::from(found.version),
        grants: Grants::new(roles, unit_type, home_type)
            .with_overrides(overrides)
            .with_branch_paying(found.branch_pays),
        time_zone: found.time_zone.into(),
    }))
}

/// The company's overrides of the permission table. Skips codes that this version doesn't know.
pub(crate) async fn overrides(connection: &mut PgConnection, company: i64) -> Result<Vec<Override>> {
    let rows =
        sqlx::query!("select role, permission, allowed from role_permission_override where company_id = $1", company)
            .fetch_all(connection)
            .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let (role, permission) = (Role::from_code(&row.role)?, Permission::from_code(&row.permission)?);
            Some(Override { role, permission, allowed: row.allowed })
        })
        .collect())
}

/// Version of the overrides. It also increases when the company's state changes.
pub(crate) async fn overrides_version(tx: &mut Tx) -> Result<i32> {
    let company = tx.company();
    Ok(sqlx::query_scalar!("select access_version from org_unit where id = $1", company).fetch_one(&mut **tx).await?)
}

/// Like [`overrides_version`], and locks it against concurrent changes.
pub(crate) async fn lock_overrides_version(tx: &mut Tx) -> Result<i32> {
    let company = tx.company();
    Ok(sqlx::query_scalar!("select access_version from org_unit where id = $1 for no key update", company)
        .fetch_one(&mut **tx)
        .await?)
}

/// Overrides one cell for the company, or restores the default. Cached rights become stale.
pub(crate) async fn set_override(tx: &mut Tx, role: Role, permission: Permission, allowed: Option<bool>) -> Result<()> {
    let company = tx.company();
    match allowed {
        Some(allowed) => sqlx::query!(
            "insert into role_permission_override (company_id, role, permission, allowed)
             values ($1, $2, $3, $4)
             on conflict (company_id, role, permission) do update set allowed = excluded.allowed, changed_at = now()",
            company,
            role.code(),
            permission.code(),
            allowed
        )
        .execute(&mut **tx),
        None => sqlx::query!(
            "delete from role_permission_override where company_id = $1 and role = $2 and permission = $3",
            company,
            role.code(),
            permission.code()
        )
        .execute(&mut **tx),
    }
    .await?;
    sqlx::query!("update org_unit set access_version = access_version + 1 where id = $1", company)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The membership through which a user acts: in the requested unit, else the default one, else the first.
pub async fn default_membership(
    connection: &mut PgConnection,
    user: i64,
    org_unit: Option<i64>,
) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select id
         from membership
         where user_id = $1
           and active
           and ($2::bigint is null or org_unit_id = $2)
         order by is_default desc, id
         limit 1",
        user,
        org_unit
    )
    .fetch_optional(connection)
    .await?)
}

/// Data for `GET /api/users/me`.
#[derive(Debug)]
pub(crate) struct Profile {
    pub id: i64,
    pub version: i32,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub job_title: Option<String>,
    pub phone: Option<String>,
    pub profile_image: Option<String>,
    pub nmls_id: Option<String>,
    pub borrower_portal_url: Option<String>,
    pub borrower_portal_spanish_url: Option<String>,
    pub realtor_portal_url: Option<String>,
    pub app_title: Option<String>,
}

/// A unit in which the user works.
#[derive(Debug)]
pub(crate) struct Linked {
    pub membership: i64,
    pub id: i64,
    pub name: String,
    pub display_name: String,
    pub unit_type: String,
    pub company_id: i64,
    pub company_name: String,
    pub has_owner: bool,
    pub has_no_owner: bool,
    pub light_logo_url: Option<String>,
    pub is_non_delegated: bool,
    pub is_owner: bool,
    pub pos_host: Option<String>,
    pub realtor_host: Option<String>,
    pub borrower_portal_url: Option<String>,
    pub borrower_portal_spanish_url: Option<String>,
    pub realtor_portal_url: Option<String>,
    pub company_borrower_portal_url: Option<String>,
    pub company_borrower_portal_spanish_url: Option<String>,
    pub company_realtor_portal_url: Option<String>,
    pub roles: Vec<String>,
}

pub(crate) async fn profile(connection: &mut PgConnection, user: i64) -> Result<Profile> {
    Ok(sqlx::query_as!(
        Profile,
        "select u.id, u.version, u.first_name, u.last_name, u.email, u.job_title, u.phone, u.profile_image,
                u.nmls_id, u.borrower_portal_url, u.borrower_portal_spanish_url, u.realtor_portal_url, t.app_title
         from app_user u
         left join org_theme t on t.org_unit_id = u.home_company_id
         where u.id = $1",
        user
    )
    .fetch_one(connection)
    .await?)
}

pub(crate) async fn linked_units(connection: &mut PgConnection, user: i64) -> Result<Vec<Linked>> {
    Ok(sqlx::query_as!(
        Linked,
        "select m.id as membership, b.id, b.name, b.display_name, b.type as unit_type, m.company_id,
                c.display_name as company_name,
                c.owner_user_id is not null as \"has_owner!\", c.has_no_owner, t.light_logo_url as \"light_logo_url?\",
                c.is_non_delegated, c.owner_user_id is not distinct from $1 as \"is_owner!\",
                (select d.host from org_domain d where d.org_unit_id = c.id and d.context = 'POS' order by d.host limit 1) as pos_host,
                (select d.host from org_domain d where d.org_unit_id = c.id and d.context = 'REALTOR' order by d.host limit 1) as realtor_host,
                b.borrower_portal_url, b.borrower_portal_spanish_url, b.realtor_portal_url,
                c.borrower_portal_url as company_borrower_portal_url,
                c.borrower_portal_spanish_url as company_borrower_portal_spanish_url,
                c.realtor_portal_url as company_realtor_portal_url,
                array(select r.role
                      from membership_role r
                      where r.company_id = m.company_id and r.membership_id = m.id
                      order by r.position) as \"roles!\"
         from membership m
         join org_unit b on b.id = m.org_unit_id
         join org_unit c on c.id = m.company_id
         left join org_theme t on t.org_unit_id = m.company_id
         where m.user_id = $1
           and m.active
           and b.state = 'ACTIVE'
           and c.state = 'ACTIVE'
         order by b.type = 'BRANCH', b.display_name, m.id",
        user
    )
    .fetch_all(connection)
    .await?)
}

/// The active user's profile with its version.
pub(crate) async fn own_profile(tx: &mut Tx) -> Result<(i32, crate::users::edit::Profile)> {
    let user = tx.actor().user;
    let row = sqlx::query!(
        "select version, first_name, last_name, job_title, phone, nmls_id from app_user where id = $1",
        user
    )
    .fetch_one(&mut **tx)
    .await?;
    let profile = crate::users::edit::Profile {
        first_name: row.first_name,
        last_name: row.last_name,
        job_title: row.job_title,
        phone: row.phone,
        nmls_id: row.nmls_id,
    };
    Ok((row.version, profile))
}

/// Idle timeout in minutes, as `enter` applies it: the active company's setting. During impersonation, also at most the
/// administrator's own company's setting and an hour.
pub(crate) async fn session_timeout_minutes(tx: &mut Tx) -> Result<u16> {
    let (company, active, signed_in) = (tx.company(), tx.actor().user, tx.actor().logged_in_user);
    let minutes = sqlx::query_scalar!(
        "select least(c.session_timeout_minutes, case when $3 then least(h.session_timeout_minutes, 60) end)::smallint
           as \"minutes!\"
         from org_unit c, app_user u
         join org_unit h on h.id = u.home_company_id
         where c.id = $1
           and u.id = $2",
        company,
        signed_in,
        signed_in != active
    )
    .fetch_one(&mut **tx)
    .await?;
    u16::try_from(minutes).map_err(Error::internal)
}

/// Finds a photo by the id in its URL.
pub(crate) async fn photo(pool: &PgPool, id: Uuid) -> Result<Option<Vec<u8>>> {
    Ok(sqlx::query_scalar!("select jpeg from user_photo where id = $1", id).fetch_optional(pool).await?)
}

/// Sets or removes the active user's photo. Returns the previous URL.
pub(crate) async fn set_photo(
    tx: &mut Tx,
    photo: Option<(Uuid, &[u8])>,
    address: Option<&str>,
) -> Result<Option<String>> {
    let user = tx.actor().user;
    let before = sqlx::query_scalar!("select profile_image from app_user where id = $1 for no key update", user)
        .fetch_one(&mut **tx)
        .await?;
    match photo {
        Some((id, jpeg)) => sqlx::query!(
            "insert into user_photo (user_id, id, jpeg)
             values ($1, $2, $3)
             on conflict (user_id) do update set id = excluded.id, jpeg = excluded.jpeg, created_at = now()",
            user,
            id,
            jpeg
        )
        .execute(&mut **tx),
        None => sqlx::query!("delete from user_photo where user_id = $1", user).execute(&mut **tx),
    }
    .await?;
    sqlx::query!("update app_user set profile_image = $2 where id = $1", user, address).execute(&mut **tx).await?;
    Ok(before)
}

/// A user's own preferences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UserConfig {
    pub is_spanish: bool,
}

pub(crate) async fn user_config(tx: &mut Tx) -> Result<UserConfig> {
    let user = tx.actor().user;
    Ok(sqlx::query_as!(UserConfig, "select is_spanish from app_user where id = $1", user).fetch_one(&mut **tx).await?)
}

pub(crate) async fn set_user_config(tx: &mut Tx, config: UserConfig) -> Result<()> {
    let user = tx.actor().user;
    sqlx::query!("update app_user set is_spanish = $2 where id = $1", user, config.is_spanish)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A row of a user picker.
#[derive(Debug)]
pub(crate) struct Found {
    pub user_id: i64,
    pub membership: i64,
    pub org_unit: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub profile_image: Option<String>,
    pub unit_display_name: String,
    pub unit_type: String,
    pub roles: Vec<String>,
}

/// Filter for user pickers.
#[derive(Clone, Copy)]
pub(crate) struct Looked<'a> {
    /// Any of these roles.
    pub roles: &'a [String],
    /// Prefix of a name or email address.
    pub text: &'a str,
    pub limit: u32,
    pub offset: u32,
    /// Only default memberships.
    pub in_default_branch: bool,
    /// Only memberships in this membership's unit, at headquarters, or under contract.
    pub near: Option<i64>,
}

/// Members with one of the roles whose name or email address starts with the text, by name.
pub(crate) async fn search(tx: &mut Tx, looked_for: &Looked<'_>) -> Result<(Vec<Found>, i64)> {
    let Looked { roles, text, limit, offset, in_default_branch, near } = *looked_for;
    let pattern = format!("{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let anywhere = format!("% {pattern}");
    let company = tx.company();
    let rows = sqlx::query!(
        "select u.id as user_id, m.id as membership, m.org_unit_id as org_unit, u.first_name, u.last_name, u.email,
                u.profile_image, b.display_name as unit_display_name, b.type as unit_type,
                array(select r.role
                      from membership_role r
                      where r.company_id = m.company_id and r.membership_id = m.id
                      order by r.position) as \"roles!\",
                count(*) over () as \"count!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         where m.company_id = $1
           and m.active
           and u.state = 'ACTIVE'
           and (m.is_default or not $7)
           and ($8::bigint is null
                or b.type <> 'BRANCH'
                or m.org_unit_id = (select o.org_unit_id from membership o where o.company_id = $1 and o.id = $8)
                or exists (select
                           from membership_role r
                           where r.company_id = m.company_id and r.membership_id = m.id and r.role = 'CONTRACTPROCESSOR'))
           and exists (select 1
                       from membership_role r
                       where r.company_id = m.company_id and r.membership_id = m.id and r.role = any ($2))
           and (u.first_name || ' ' || u.last_name ilike $3
                or u.first_name || ' ' || u.last_name ilike $4
                or u.email ilike $3)
         order by u.last_name, u.first_name, m.id
         limit $5
         offset $6",
        company,
        roles,
        pattern,
        anywhere,
        i64::from(limit),
        i64::from(offset),
        in_default_branch,
        near
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let found = rows
        .into_iter()
        .map(|row| Found {
            user_id: row.user_id,
            membership: row.membership,
            org_unit: row.org_unit,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            profile_image: row.profile_image,
            unit_display_name: row.unit_display_name,
            unit_type: row.unit_type,
            roles: row.roles,
        })
        .collect();
    Ok((found, count))
}

/// A new user with memberships.
#[derive(Clone, Debug)]
pub struct NewPerson<'a> {
    pub home_company: i64,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// Email address, unique in the installation.
    pub email: &'a str,
    /// NMLS id of a loan officer.
    pub nmls_id: Option<&'a str>,
    /// Company, unit and roles of each membership. The first is the default.
    pub memberships: &'a [(i64, i64, Vec<Role>)],
}

/// Creates a user with memberships `(company, unit, roles)`. Returns the ids of user and memberships.
///
/// # Errors
///
/// The email address is taken.
pub async fn create_person(connection: &mut PgConnection, person: &NewPerson<'_>) -> Result<(i64, Vec<i64>)> {
    let user = sqlx::query_scalar!(
        "insert into app_user (home_company_id, first_name, last_name, email, email_key, nmls_id)
         values ($1, $2, $3, $4, lower($4), $5)
         returning id",
        person.home_company,
        person.first_name,
        person.last_name,
        person.email,
        person.nmls_id
    )
    .fetch_one(&mut *connection)
    .await?;
    let mut memberships = Vec::new();
    for (index, (company, org_unit, roles)) in person.memberships.iter().enumerate() {
        let codes: Vec<String> = roles.iter().map(|role| role.code().to_owned()).collect();
        let membership = sqlx::query_scalar!(
            "with made as (
               insert into membership (company_id, user_id, org_unit_id, is_default)
               values ($1, $2, $3, $4)
               returning company_id, id
             ), roles as (
               insert into membership_role (company_id, membership_id, role, position)
               select made.company_id, made.id, given.role, given.position
               from made, unnest($5::text[]) with ordinality as given(role, position)
             )
             select id from made",
            company,
            user,
            org_unit,
            index == 0,
            &codes
        )
        .fetch_one(&mut *connection)
        .await?;
        memberships.push(membership);
    }
    Ok((user, memberships))
}

/// Creates a user without a password, who is then invited by email.
pub async fn create_invited(connection: &mut PgConnection, person: &NewPerson<'_>) -> Result<(i64, Vec<i64>)> {
    let made = create_person(connection, person).await?;
    sqlx::query!("update app_user set state = 'INVITED' where id = $1", made.0).execute(connection).await?;
    Ok(made)
}

/// Loan officers by name or NMLS id, and their total number.
pub(crate) async fn officers(tx: &mut Tx, text: &str, limit: u32, offset: u32) -> Result<(Vec<LoanOfficer>, i64)> {
    let pattern = format!("{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let anywhere = format!("% {pattern}");
    let rows = sqlx::query!(
        "select m.id as membership, u.first_name || ' ' || u.last_name as \"name!\", u.nmls_id, u.email, u.phone,
                b.display_name as branch_name, b.nmls_id as branch_nmls_id,
                array(select distinct l.state_code
                      from officer_license l
                      where l.company_id = m.company_id
                        and l.user_id = m.user_id
                        and l.is_active
                        and (l.issued_on is null or l.issued_on <= current_date)
                        and (l.expires_on is null or l.expires_on >= current_date)
                      order by l.state_code) as \"licensed_in!\",
                count(*) over () as \"count!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         where m.company_id = $1
           and m.active
           and u.state = 'ACTIVE'
           and exists (select
                       from membership_role r
                       where r.company_id = m.company_id and r.membership_id = m.id and r.role = 'ORIGINATOR')
           and (u.first_name || ' ' || u.last_name ilike $2
                or u.first_name || ' ' || u.last_name ilike $3
                or u.nmls_id like $2)
         order by u.last_name, u.first_name, m.id
         limit $4
         offset $5",
        tx.company(),
        pattern,
        anywhere,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let rows = rows.into_iter().map(|row| LoanOfficer {
        membership: row.membership,
        name: row.name,
        nmls_id: row.nmls_id,
        email: row.email,
        phone: row.phone,
        branch_name: row.branch_name,
        branch_nmls_id: row.branch_nmls_id,
        licensed_in: row.licensed_in,
    });
    Ok((rows.collect(), count))
}
