//! All SQL on a loan's overview.

use crate::center::BorrowerOut;
use platform::{Result, Tx, db::Date};

/// What is due when.
pub(crate) struct Dates {
    pub lender_id: Option<i64>,
    pub lender_name: Option<String>,
    pub closing_on: Option<Date>,
    pub lock_expires_on: Option<Date>,
    pub next_deadline_on: Option<Date>,
}

pub(crate) async fn dates(tx: &mut Tx, loan: i64) -> Result<Dates> {
    Ok(sqlx::query_as!(
        Dates,
        "select l.lender_id, e.name as \"lender_name?\", l.closing_on, l.lock_expires_on, l.next_deadline_on
         from loan l
         left join lender e on e.company_id = $1 and e.id = l.lender_id
         where l.company_id = $1
           and l.id = $2",
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
