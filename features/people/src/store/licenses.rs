//! SQL for licenses.

use platform::{Result, Tx, db::Date};
use serde::Serialize;

/// A license with its holder and state.
#[derive(Clone, Debug)]
pub(crate) struct LicenseRow {
    pub id: i64,
    pub org_unit_id: Option<i64>,
    pub user_id: Option<i64>,
    pub holder_kind: String,
    pub holder_name: String,
    pub holder_nmls_id: Option<String>,
    pub state_code: String,
    pub number: Option<String>,
    pub issued_on: Option<Date>,
    pub expires_on: Option<Date>,
    pub is_active: bool,
    pub standing: String,
    pub version: i32,
}

/// The editable fields of a license.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Values {
    pub state_code: String,
    pub number: Option<String>,
    pub issued_on: Option<Date>,
    pub expires_on: Option<Date>,
    pub is_active: bool,
}

/// Filter for licenses.
pub(crate) struct Filter<'a> {
    /// Part of a holder's name or of a number.
    pub text: &'a str,
    pub holder: Option<&'a str>,
    pub state_code: Option<&'a str>,
    pub standing: Option<&'a str>,
    pub limit: u32,
    pub offset: u32,
}

/// Licenses of the company, then of branches, then of users, each by name and state.
pub(crate) async fn list(tx: &mut Tx, today: Date, filter: &Filter<'_>) -> Result<(Vec<LicenseRow>, i64)> {
    let pattern = format!("%{}%", filter.text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let rows = sqlx::query!(
        "select id, org_unit_id, user_id, holder_kind as \"holder_kind!\", holder_name as \"holder_name!\", holder_nmls_id,
                state_code, number, issued_on, expires_on, is_active, standing as \"standing!\", version,
                count(*) over () as \"count!\"
         from (select l.id, l.org_unit_id, l.user_id, l.state_code, l.number, l.issued_on, l.expires_on, l.is_active,
                      l.version,
                      case
                        when l.user_id is not null then 'PERSON'
                        when l.org_unit_id = $1 then 'COMPANY'
                        else 'BRANCH'
                      end as holder_kind,
                      coalesce(u.first_name || ' ' || u.last_name, o.display_name) as holder_name,
                      coalesce(u.last_name, o.display_name) as sort_name,
                      coalesce(u.nmls_id, o.nmls_id) as holder_nmls_id,
                      license_standing(l.is_active, l.issued_on, l.expires_on, $2) as standing
               from license l
               left join org_unit o on o.company_id = $1 and o.id = l.org_unit_id
               left join app_user u on u.id = l.user_id
               where l.company_id = $1
                 and coalesce(l.state_code = $4, true)) found
         where (holder_name ilike $3 or number ilike $3)
           and coalesce(holder_kind = $5, true)
           and coalesce(standing = $6, true)
         order by position(holder_kind in 'COMPANY BRANCH PERSON'), sort_name, holder_name, state_code, id
         limit $7
         offset $8",
        tx.company(),
        today,
        pattern,
        filter.state_code,
        filter.holder,
        filter.standing,
        i64::from(filter.limit),
        i64::from(filter.offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let found = rows
        .into_iter()
        .map(|row| LicenseRow {
            id: row.id,
            org_unit_id: row.org_unit_id,
            user_id: row.user_id,
            holder_kind: row.holder_kind,
            holder_name: row.holder_name,
            holder_nmls_id: row.holder_nmls_id,
            state_code: row.state_code,
            number: row.number,
            issued_on: row.issued_on,
            expires_on: row.expires_on,
            is_active: row.is_active,
            standing: row.standing,
            version: row.version,
        })
        .collect();
    Ok((found, count))
}

/// Number of licenses that have expired, and that expire within sixty days.
pub(crate) async fn worries(tx: &mut Tx, today: Date) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        "select count(*) filter (where standing = 'EXPIRED') as \"expired!\",
                count(*) filter (where standing = 'EXPIRES_SOON') as \"expires_soon!\"
         from (select license_standing(is_active, issued_on, expires_on, $2) as standing
               from license
               where company_id = $1) stands",
        tx.company(),
        today
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok((row.expired, row.expires_soon))
}

/// Finds a license.
pub(crate) async fn find(tx: &mut Tx, today: Date, id: i64) -> Result<Option<LicenseRow>> {
    Ok(sqlx::query_as!(
        LicenseRow,
        "select l.id, l.org_unit_id, l.user_id, l.state_code, l.number, l.issued_on,
                l.expires_on, l.is_active, l.version,
                case
                  when l.user_id is not null then 'PERSON'
                  when l.org_unit_id = $1 then 'COMPANY'
                  else 'BRANCH'
                end as \"holder_kind!\",
                coalesce(u.first_name || ' ' || u.last_name, o.display_name) as \"holder_name!\",
                coalesce(u.nmls_id, o.nmls_id) as holder_nmls_id,
                license_standing(l.is_active, l.issued_on, l.expires_on, $3) as \"standing!\"
         from license l
         left join org_unit o on o.company_id = $1 and o.id = l.org_unit_id
         left join app_user u on u.id = l.user_id
         where l.company_id = $1
           and l.id = $2",
        tx.company(),
        id,
        today
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Returns true if a unit belongs to the company.
pub(crate) async fn is_unit(tx: &mut Tx, id: i64) -> Result<bool> {
    super::users::is_unit(tx, id).await
}

/// Returns true if a user has a membership in the company.
pub(crate) async fn is_member(tx: &mut Tx, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from membership where company_id = $1 and user_id = $2 and active) as \"exists!\"",
        tx.company(),
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Inserts a license.
pub(crate) async fn create(tx: &mut Tx, org_unit: Option<i64>, user: Option<i64>, values: &Values) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into license (company_id, org_unit_id, user_id, state_code, number, issued_on, expires_on)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        tx.company(),
        org_unit,
        user,
        values.state_code,
        values.number,
        values.issued_on,
        values.expires_on
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Updates a license if its version matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, values: &Values) -> Result<bool> {
    let updated = sqlx::query!(
        "update license
         set state_code = $4, number = $5, issued_on = $6, expires_on = $7, is_active = $8, version = version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        tx.company(),
        id,
        version,
        values.state_code,
        values.number,
        values.issued_on,
        values.expires_on,
        values.is_active
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("delete from license where company_id = $1 and id = $2", tx.company(), id).execute(&mut **tx).await?;
    Ok(())
}

/// States of a user's licenses, and whether they may work there on a day.
pub(crate) async fn states_of(tx: &mut Tx, user: i64, today: Date, with_expired: bool) -> Result<Vec<(String, bool)>> {
    let rows = sqlx::query!(
        "select state_code, bool_or(standing in ('AUTHORIZED', 'EXPIRES_SOON')) as \"is_authorized!\"
         from (select state_code, license_standing(is_active, issued_on, expires_on, $3) as standing
               from license
               where company_id = $1
                 and user_id = $2) stands
         where $4 or standing <> 'EXPIRED'
         group by state_code
         order by state_code",
        tx.company(),
        user,
        today,
        with_expired
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.state_code, row.is_authorized)).collect())
}

/// The active user's own licenses, by state.
pub(crate) async fn of_person(tx: &mut Tx, today: Date) -> Result<Vec<LicenseRow>> {
    let user = tx.actor().user;
    Ok(sqlx::query_as!(
        LicenseRow,
        "select l.id, l.org_unit_id, l.user_id, l.state_code, l.number, l.issued_on, l.expires_on, l.is_active, l.version,
                'PERSON' as \"holder_kind!\", u.first_name || ' ' || u.last_name as \"holder_name!\",
                u.nmls_id as holder_nmls_id,
                license_standing(l.is_active, l.issued_on, l.expires_on, $3) as \"standing!\"
         from license l
         join app_user u on u.id = l.user_id
         where l.company_id = $1
           and l.user_id = $2
         order by l.state_code, l.id",
        tx.company(),
        user,
        today
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// An officer in a branch.
pub(crate) struct Officer {
    pub user: i64,
    pub membership: i64,
    pub org_unit: i64,
    pub name: String,
    pub nmls_id: Option<String>,
    pub branch: String,
}

/// Officers of the company with each of their branches, by name, and their total number.
pub(crate) async fn officers(
    tx: &mut Tx,
    today: Date,
    text: &str,
    is_soon: bool,
    limit: u32,
    offset: u32,
) -> Result<(Vec<Officer>, i64)> {
    let pattern = format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let rows = sqlx::query!(
        "select m.user_id, m.id as membership, m.org_unit_id, u.first_name || ' ' || u.last_name as \"name!\",
                u.nmls_id, b.display_name as branch, count(*) over () as \"count!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.company_id = $1 and b.id = m.org_unit_id
         where m.company_id = $1
           and m.active
           and u.state <> 'DEACTIVATED'
           and u.first_name || ' ' || u.last_name ilike $3
           and exists (
             select
             from membership_role r
             where r.company_id = $1 and r.membership_id = m.id and r.role = 'ORIGINATOR'
           )
           and (not $4 or exists (
             select
             from license l
             where l.company_id = $1
               and l.user_id = m.user_id
               and license_standing(l.is_active, l.issued_on, l.expires_on, $2) = 'EXPIRES_SOON'
           ))
         order by u.last_name, u.first_name, b.display_name, m.id
         limit $5
         offset $6",
        tx.company(),
        today,
        pattern,
        is_soon,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let officers = rows.into_iter().map(|row| Officer {
        user: row.user_id,
        membership: row.membership,
        org_unit: row.org_unit_id,
        name: row.name,
        nmls_id: row.nmls_id,
        branch: row.branch,
    });
    Ok((officers.collect(), count))
}

/// All states in which the company, a branch or a user has a license.
pub(crate) async fn states(tx: &mut Tx) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select distinct state_code from license where company_id = $1 order by state_code",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A license in the matrix.
pub(crate) struct Holding {
    pub org_unit: Option<i64>,
    pub user: Option<i64>,
    pub state_code: String,
    pub number: Option<String>,
    pub expires_on: Option<Date>,
    pub standing: String,
}

/// Licenses of the company, its branches and these users.
pub(crate) async fn held(tx: &mut Tx, today: Date, users: &[i64]) -> Result<Vec<Holding>> {
    Ok(sqlx::query_as!(
        Holding,
        "select org_unit_id as org_unit, user_id as \"user\", state_code, number, expires_on,
                license_standing(is_active, issued_on, expires_on, $3) as \"standing!\"
         from license
         where company_id = $1
           and (org_unit_id is not null or user_id = any ($2))",
        tx.company(),
        users,
        today
    )
    .fetch_all(&mut **tx)
    .await?)
}
