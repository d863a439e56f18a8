//! All SQL on a loan's overview.

use crate::center::BorrowerOut;
use platform::{Result, Tx, db::Date};

/// What is due when.
pub(crate) struct Dates {
    pub closing_on: Option<Date>,
    pub lock_expires_on: Option<Date>,
    pub next_deadline_on: Option<Date>,
}

pub(crate) async fn dates(tx: &mut Tx, loan: i64) -> Result<Dates> {
    Ok(sqlx::query_as!(
        Dates,
        "select closing_on, lock_expires_on, next_deadline_on from loan where company_id = $1 and id = $2",
        tx.company(),
        loan
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Who borrows, in the order of the application.
pub(crate) async fn borrowers(tx: &mut Tx, loan: i64) -> Result<Vec<BorrowerOut>> {
    Ok(sqlx::query_as!(
        BorrowerOut,
        "select borrower_id, trim(first_name || ' ' || last_name) as \"name!\", email, phone
         from loan_borrower
         where company_id = $1
           and loan_id = $2
         order by position",
        tx.company(),
        loan
    )
    .fetch_all(&mut **tx)
    .await?)
}
