//! SQL for lookups of existing people: owners of records, and recipients of access requests.

use crate::matching::Found;
use platform::{Result, Tx, db::Timestamp};
use sqlx::PgConnection;

/// Ownership of a record.
#[derive(Debug)]
pub(crate) struct Owned {
    pub owner_name: Option<String>,
    /// The active membership owns it or works on it.
    pub is_own: bool,
}

/// Ownership of records, in their order.
pub(crate) async fn owned(tx: &mut Tx, found: &[Found]) -> Result<Vec<Owned>> {
    let kinds: Vec<_> = found.iter().map(|found| found.record.kind.as_str().to_owned()).collect();
    let ids: Vec<_> = found.iter().map(|found| found.record.id).collect();
    let owners: Vec<_> = found.iter().map(|found| found.owner).collect();
    Ok(sqlx::query_as!(
        Owned,
        "select m.name as \"owner_name?\",
                coalesce(f.owner_id = $5, false)
                or (f.kind = 'lead'
                    and exists (select
                                from lead_member o
                                where o.company_id = $1 and o.lead_id = f.id and o.membership_id = $5))
                or (f.kind = 'borrower'
                    and exists (select
                                from borrower_member o
                                where o.company_id = $1 and o.borrower_id = f.id and o.membership_id = $5)) as \"is_own!\"
         from unnest($2::text[], $3::bigint[], $4::bigint[]) with ordinality as f(kind, id, owner_id, position)
         left join member m on m.company_id = $1 and m.membership_id = f.owner_id
         order by f.position",
        tx.company(),
        &kinds,
        &ids,
        &owners as &[Option<i64>],
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A loan of a borrower.
#[derive(Debug)]
pub(crate) struct Loan {
    pub borrower_id: i64,
    pub id: i64,
    pub loan_number: String,
    pub org_unit_id: i64,
    pub officer_id: Option<i64>,
    pub officer_name: Option<String>,
    pub created_at: Timestamp,
    pub is_own: bool,
}

/// Loans of borrowers, newest first.
pub(crate) async fn loans(tx: &mut Tx, borrowers: &[i64]) -> Result<Vec<Loan>> {
    if borrowers.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as!(
        Loan,
        "select distinct l.borrower_id as \"borrower_id!\", l.loan_id as \"id!\", l.loan_number as \"loan_number!\",
                l.org_unit_id as \"org_unit_id!\", l.officer_id, m.name as \"officer_name?\",
                l.created_at as \"created_at!: Timestamp\",
                exists (select
                        from loan_member t
                        where t.company_id = $1 and t.loan_id = l.loan_id and t.membership_id = $3) as \"is_own!\"
         from borrower_loan l
         left join member m on m.company_id = $1 and m.membership_id = l.officer_id
         where l.company_id = $1
           and l.borrower_id = any ($2)
         order by 7 desc, 2 desc
         limit 100",
        tx.company(),
        borrowers,
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Recipient of an access request.
#[derive(Debug)]
pub(crate) struct Asked {
    pub user: i64,
    pub name: String,
    pub email: String,
}

/// The record's owner and the administrators of its branch, without duplicates and without the requester.
pub(crate) async fn asked(tx: &mut Tx, owner: Option<i64>, org_unit: i64) -> Result<Vec<Asked>> {
    Ok(sqlx::query_as!(
        Asked,
        "select distinct m.user_id as \"user!\", m.name as \"name!\", m.email as \"email!\"
         from member m
         where m.company_id = $1
           and m.is_active
           and m.user_id <> $4
           and (m.membership_id = $2 or (m.org_unit_id = $3 and 'BRANCHADMIN' = any (m.roles)))
         limit 10",
        tx.company(),
        owner,
        org_unit,
        tx.actor().user
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Name of a user.
pub(crate) async fn name(connection: &mut PgConnection, user: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!("select name as \"name!\" from person where user_id = $1", user)
        .fetch_optional(connection)
        .await?)
}
