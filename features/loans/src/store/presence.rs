//! Rows of the tabs that show a loan.

use lending::form::Section;
use platform::{InCompany, JobTx, Result, Tx};

/// A user who has a loan open in another tab.
pub(crate) struct PresenceRow {
    pub membership_id: i64,
    pub name: String,
    pub section: Option<String>,
}

/// Writes the tab's row. Returns the loans whose viewers changed by it: this loan unless the row only became younger,
/// and the loan that the tab showed before.
pub(crate) async fn put(tx: &mut Tx, loan: i64, section: Option<Section>) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "with old as (
           select loan_id, section, seen_at > now() - interval '75 seconds' as is_fresh
           from loan_presence
           where company_id = $1 and session_id = $2
         ), put as (
           insert into loan_presence (company_id, session_id, loan_id, membership_id, section)
           values ($1, $2, $3, $4, $5)
           on conflict (company_id, session_id) do update
           set loan_id = $3, membership_id = $4, section = $5, seen_at = now()
         )
         select $3::bigint as \"loan_id!\"
         where not exists (select from old where loan_id = $3 and section is not distinct from $5 and is_fresh)
         union
         select loan_id from old where loan_id <> $3",
        tx.company(),
        tx.actor().session,
        loan,
        tx.actor().membership(),
        section.map(Section::key)
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Deletes the rows of tabs that have been closed for a day.
pub(crate) async fn sweep(tx: &mut JobTx) -> Result<()> {
    sqlx::query!(
        "delete from loan_presence where company_id = $1 and seen_at < now() - interval '1 day'",
        tx.company()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The other users who have the loan open, by name.
pub(crate) async fn others(tx: &mut Tx, loan: i64) -> Result<Vec<PresenceRow>> {
    Ok(sqlx::query_as!(
        PresenceRow,
        "select distinct on (m.name, p.membership_id) p.membership_id, m.name as \"name!\", p.section
         from loan_presence p
         join member m on m.company_id = $1 and m.membership_id = p.membership_id
         where p.company_id = $1
           and p.loan_id = $2
           and p.session_id <> $3
           and p.membership_id <> $4
           and p.seen_at > now() - interval '75 seconds'
         order by m.name, p.membership_id, p.seen_at desc
         limit 20",
        tx.company(),
        loan,
        tx.actor().session,
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}
