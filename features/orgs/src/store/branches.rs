//! SQL for branches and their workload.

use crate::unit::Address;
use platform::{Result, Tx};
use serde::Serialize;
use utoipa::ToSchema;

/// A unit of the company in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BranchRow)]
pub struct BranchRow {
    pub id: i64,
    pub name: String,
    pub display_name: String,
    pub nmls_id: Option<String>,
    pub city: Option<String>,
    pub state_code: Option<String>,
    pub time_zone: String,
    pub is_head_quarter: bool,
    /// ACTIVE or SUSPENDED.
    pub state: String,
    /// Number of active members whose accounts aren't deactivated.
    pub people: i64,
    pub open_loans: i64,
}

/// Filter for branches.
pub(crate) struct Filter<'a> {
    /// Part of a name, an NMLS id or a city.
    pub text: &'a str,
    pub state: Option<&'a str>,
    /// Limits the list to one unit.
    pub only: Option<i64>,
    pub limit: u32,
    pub offset: u32,
}

/// Lists the company's units: headquarters first, then by name.
pub(crate) async fn list(tx: &mut Tx, filter: &Filter<'_>) -> Result<(Vec<BranchRow>, i64)> {
    let company = tx.company();
    let pattern = format!("%{}%", filter.text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let rows = sqlx::query!(
        "select u.id, u.name, u.display_name, u.nmls_id, u.city, u.state_code, u.time_zone, u.state,
                u.id = u.company_id as \"is_head_quarter!\",
                (select count(*)
                 from member m
                 where m.company_id = $1 and m.org_unit_id = u.id and m.is_staff) as \"people!\",
                (select count(*) from open_loan l where l.company_id = $1 and l.org_unit_id = u.id) as \"open_loans!\",
                count(*) over () as \"count!\"
         from org_unit u
         where u.company_id = $1
           and (u.name ilike $2 or u.display_name ilike $2 or u.city ilike $2 or u.nmls_id like $2)
           and coalesce(u.state = $3, true)
           and coalesce(u.id = $4, true)
         order by u.id <> u.company_id, u.display_name, u.id
         limit $5
         offset $6",
        company,
        pattern,
        filter.state,
        filter.only,
        i64::from(filter.limit),
        i64::from(filter.offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let found = rows
        .into_iter()
        .map(|row| BranchRow {
            id: row.id,
            name: row.name,
            display_name: row.display_name,
            nmls_id: row.nmls_id,
            city: row.city,
            state_code: row.state_code,
            time_zone: row.time_zone,
            is_head_quarter: row.is_head_quarter,
            state: row.state,
            people: row.people,
            open_loans: row.open_loans,
        })
        .collect();
    Ok((found, count))
}

/// A new branch.
pub(crate) struct New<'a> {
    pub name: &'a str,
    pub display_name: &'a str,
    pub nmls_id: Option<&'a str>,
    pub address: &'a Address,
    pub time_zone: &'a str,
}

pub(crate) async fn create(tx: &mut Tx, new: &New<'_>) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into org_unit (parent_id, company_id, type, name, display_name, nmls_id, street, city, state_code,
                               postal_code, time_zone)
         values ($1, $1, 'BRANCH', $2, $3, $4, $5, $6, $7, $8, $9)
         returning id",
        tx.company(),
        new.name,
        new.display_name,
        new.nmls_id,
        new.address.street,
        new.address.city,
        new.address.state_code,
        new.address.postal_code,
        new.time_zone
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// The workload of a branch.
pub(crate) struct Load {
    pub open_loans: i64,
    pub people: i64,
}

pub(crate) async fn load(tx: &mut Tx, id: i64) -> Result<Load> {
    Ok(sqlx::query_as!(
        Load,
        "select (select count(*) from open_loan where company_id = $1 and org_unit_id = $2) as \"open_loans!\",
                (select count(*)
                 from member
                 where company_id = $1 and org_unit_id = $2 and is_staff) as \"people!\"",
        tx.company(),
        id
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Suspends or reopens a branch. Cached rights become stale.
pub(crate) async fn set_state(tx: &mut Tx, id: i64, state: &str) -> Result<()> {
    sqlx::query!(
        "update org_unit set state = $3, version = version + 1 where company_id = $1 and id = $2",
        tx.company(),
        id,
        state
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
