//! All SQL on legal holds and disposal.

use crate::retention::{CertificateOut, HoldOut};
use lending::retention::LoanDays;
use platform::{
    Result, Tx,
    db::{Date, Timestamp},
};
use serde_json::Value;

/// The hold of a loan.
pub(crate) async fn hold(tx: &mut Tx, loan: i64) -> Result<Option<HoldOut>> {
    Ok(sqlx::query_as!(
        HoldOut,
        "select h.reason, h.set_at, p.name as \"set_by?\"
         from legal_hold h
         left join person p on p.user_id = h.set_by
         where h.company_id = $1
           and h.loan_id = $2
           and h.lifted_at is null",
        tx.company(),
        loan
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Sets a hold; false if the loan has one.
pub(crate) async fn set_hold(tx: &mut Tx, loan: i64, reason: &str) -> Result<bool> {
    let (company, user) = (tx.company(), tx.actor().user);
    let set = sqlx::query!(
        "insert into legal_hold (company_id, loan_id, reason, set_by)
         values ($1, $2, $3, $4)
         on conflict do nothing",
        company,
        loan,
        reason,
        user
    )
    .execute(&mut **tx)
    .await?;
    Ok(set.rows_affected() == 1)
}

/// Lifts the hold of a loan; false if it has none.
pub(crate) async fn lift_hold(tx: &mut Tx, loan: i64, reason: &str) -> Result<bool> {
    let (company, user) = (tx.company(), tx.actor().user);
    let lifted = sqlx::query!(
        "update legal_hold
         set lifted_by = $4, lifted_at = now(), lift_reason = $3
         where company_id = $1
           and loan_id = $2
           and lifted_at is null",
        company,
        loan,
        reason,
        user
    )
    .execute(&mut **tx)
    .await?;
    Ok(lifted.rows_affected() == 1)
}

/// A loan with the days that start its terms.
#[derive(Debug)]
pub(crate) struct EndedLoan {
    pub id: i64,
    pub loan_number: String,
    pub borrower_name: String,
    pub funded_on: Option<Date>,
    pub adverse_on: Option<Date>,
    pub updated_at: Timestamp,
}

impl EndedLoan {
    /// The days that start its terms. The funding date is used for the closing, and the end of an application for its notice.
    pub fn days(&self, zone: &jiff::tz::TimeZone) -> LoanDays {
        LoanDays {
            closed_on: self.funded_on.map(|day| *day),
            notice_on: self.adverse_on.map(|day| *day),
            compensation_paid_on: None,
            last_used_on: Some(self.updated_at.to_zoned(zone.clone()).date()),
        }
    }
}

/// One loan with the days of its terms.
pub(crate) async fn ended_loan(tx: &mut Tx, id: i64) -> Result<Option<EndedLoan>> {
    Ok(sqlx::query_as!(
        EndedLoan,
        "select id, loan_number, borrower_name, funded_on, adverse_on, updated_at
         from loan
         where company_id = $1
           and id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Loans without a hold that have ended and were not changed for two years, by id.
pub(crate) async fn long_ended(tx: &mut Tx, after: i64, limit: i64) -> Result<Vec<EndedLoan>> {
    Ok(sqlx::query_as!(
        EndedLoan,
        "select l.id, l.loan_number, l.borrower_name, l.funded_on, l.adverse_on, l.updated_at
         from loan l
         where l.company_id = $1
           and l.id > $2
           and (l.funded_on is not null or l.adverse_on is not null)
           and l.updated_at < now() - interval '2 years'
           and not exists (
             select from legal_hold h where h.company_id = $1 and h.loan_id = l.id and h.lifted_at is null
           )
         order by l.id
         limit $3",
        tx.company(),
        after,
        limit
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Deletes a loan; answers the number of rows by table.
pub(crate) async fn dispose(tx: &mut Tx, loan: i64) -> Result<Value> {
    let company = tx.company();
    Ok(sqlx::query_scalar!("select dispose_loan($1, $2) as \"counts!\"", company, loan).fetch_one(&mut **tx).await?)
}

/// Keeps a certificate; answers its id.
pub(crate) async fn add_certificate(
    tx: &mut Tx,
    reason: &str,
    loans: &[String],
    kinds: &Value,
    counts: &Value,
) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    Ok(sqlx::query_scalar!(
        "insert into disposal_certificate (company_id, disposed_by, reason, loans, kinds, counts)
         values ($1, $2, $3, $4, $5, $6)
         returning id",
        company,
        user,
        reason,
        loans,
        kinds,
        counts
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Certificates, newest first.
pub(crate) async fn certificates(tx: &mut Tx, limit: i64) -> Result<Vec<CertificateOut>> {
    Ok(sqlx::query_as!(
        CertificateOut,
        "select c.id, c.disposed_at, p.name as \"disposed_by?\", c.reason, c.loans, c.kinds, c.counts
         from disposal_certificate c
         left join person p on p.user_id = c.disposed_by
         where c.company_id = $1
         order by c.id desc
         limit $2",
        tx.company(),
        limit
    )
    .fetch_all(&mut **tx)
    .await?)
}
