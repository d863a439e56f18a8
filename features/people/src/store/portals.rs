//! SQL for portal URLs and header tabs.

use lending::{portals::PortalAddresses, tabs::HeaderTab};
use platform::{Result, Tx};
use sqlx::{PgConnection, types::Json};
use std::collections::BTreeMap;

/// The active user's own URLs with the version of their record.
pub(crate) async fn own(tx: &mut Tx) -> Result<(i32, PortalAddresses)> {
    let user = tx.actor().user;
    let row = sqlx::query!(
        "select version, borrower_portal_url, borrower_portal_spanish_url, realtor_portal_url from app_user where id = $1",
        user
    )
    .fetch_one(&mut **tx)
    .await?;
    let own = PortalAddresses {
        borrower: row.borrower_portal_url,
        borrower_spanish: row.borrower_portal_spanish_url,
        realtor: row.realtor_portal_url,
    };
    Ok((row.version, own))
}

/// URLs of the active branch and of the company, in this order.
pub(crate) async fn of_units(tx: &mut Tx) -> Result<[PortalAddresses; 2]> {
    let (company, unit) = (tx.company(), tx.actor().org_unit());
    let row = sqlx::query!(
        "select b.borrower_portal_url, b.borrower_portal_spanish_url, b.realtor_portal_url,
                c.borrower_portal_url as company_borrower, c.borrower_portal_spanish_url as company_spanish,
                c.realtor_portal_url as company_realtor
         from org_unit b
         join org_unit c on c.id = b.company_id
         where b.company_id = $1
           and b.id = $2",
        company,
        unit
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok([
        PortalAddresses {
            borrower: row.borrower_portal_url,
            borrower_spanish: row.borrower_portal_spanish_url,
            realtor: row.realtor_portal_url,
        },
        PortalAddresses {
            borrower: row.company_borrower,
            borrower_spanish: row.company_spanish,
            realtor: row.company_realtor,
        },
    ])
}

/// Writes the active user's own URLs if the version matches.
pub(crate) async fn set_own(tx: &mut Tx, version: i32, addresses: &PortalAddresses) -> Result<bool> {
    let user = tx.actor().user;
    let updated = sqlx::query!(
        "update app_user
         set borrower_portal_url = $3, borrower_portal_spanish_url = $4, realtor_portal_url = $5, version = version + 1
         where id = $1
           and version = $2",
        user,
        version,
        addresses.borrower,
        addresses.borrower_spanish,
        addresses.realtor
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Header tabs of a company by role, with the version of each.
pub(crate) async fn tabs(
    connection: &mut PgConnection,
    company: i64,
) -> Result<BTreeMap<String, (i32, Vec<HeaderTab>)>> {
    let rows = sqlx::query!(
        "select role, version, tabs as \"tabs: Json<Vec<HeaderTab>>\" from header_tabs where company_id = $1",
        company
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.role, (row.version, row.tabs.0))).collect())
}

/// Writes the tabs of a role if the version matches. Version 0 means that they were never set.
pub(crate) async fn set_tabs(tx: &mut Tx, role: &str, version: i32, tabs: &[HeaderTab]) -> Result<bool> {
    let written = sqlx::query!(
        "insert into header_tabs as t (company_id, role, tabs)
         values ($1, $2, $3)
         on conflict (company_id, role) do update
           set tabs = excluded.tabs, version = t.version + 1
           where t.version = $4",
        tx.company(),
        role,
        Json(tabs) as _,
        version
    )
    .execute(&mut **tx)
    .await?;
    Ok(written.rows_affected() == 1)
}
