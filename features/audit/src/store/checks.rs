//! All SQL on the results of verifying the log.

use platform::{InCompany, Result, db::Timestamp};

/// A result.
#[derive(Debug)]
pub(crate) struct Check {
    pub checked_at: Timestamp,
    pub last_position: i64,
    pub sealed: i64,
    pub waiting: i64,
    pub fault: Option<String>,
    pub fault_entry_id: Option<i64>,
}

/// The newest result of a company.
pub(crate) async fn last(tx: &mut impl InCompany) -> Result<Option<Check>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Check,
        "select checked_at, last_position, sealed, waiting, fault, fault_entry_id
         from audit_check
         where company_id = $1
         order by id desc
         limit 1",
        company
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Keeps a result.
pub(crate) async fn add(tx: &mut impl InCompany, check: &Check) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "insert into audit_check (company_id, checked_at, last_position, sealed, waiting, fault, fault_entry_id)
         values ($1, $2, $3, $4, $5, $6, $7)",
        company,
        check.checked_at as _,
        check.last_position,
        check.sealed,
        check.waiting,
        check.fault,
        check.fault_entry_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
