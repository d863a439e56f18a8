//! SQL for leads of borrowers, through the views that the leads feature provides.

use platform::{Result, Tx, db::Timestamp};

/// A lead of a borrower.
#[derive(Debug)]
pub(crate) struct LeadRow {
    pub id: i64,
    pub org_unit_id: i64,
    pub status_name: String,
    pub status_kind: String,
    pub source_name: Option<String>,
    pub owner_name: Option<String>,
    pub loan_id: Option<i64>,
    pub created_at: Timestamp,
    pub is_own: bool,
}

/// Leads that became a loan of a borrower, and the linked ones, newest first.
pub(crate) async fn leads(tx: &mut Tx, borrower: i64, linked: &[i64]) -> Result<Vec<LeadRow>> {
    Ok(sqlx::query_as!(
        LeadRow,
        "select s.lead_id as \"id!\", s.org_unit_id as \"org_unit_id!\", s.status_name as \"status_name!\",
                s.status_kind as \"status_kind!\", s.source_name, m.name as \"owner_name?\", s.loan_id,
                s.created_at as \"created_at!: Timestamp\",
                exists (select
                        from lead_member o
                        where o.company_id = $1 and o.lead_id = s.lead_id and o.membership_id = $4) as \"is_own!\"
         from lead_summary s
         left join member m on m.company_id = $1 and m.membership_id = s.owner_id
         where s.company_id = $1
           and s.lead_id = any (array(select unnest($3::bigint[])
                                      union
                                      select l.lead_id
                                      from loan_lead l
                                      join borrower_loan b on b.company_id = $1 and b.loan_id = l.loan_id
                                      where l.company_id = $1 and b.borrower_id = $2))
         order by s.created_at desc, s.lead_id desc
         limit 100",
        tx.company(),
        borrower,
        linked,
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}
