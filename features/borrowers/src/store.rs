//! All SQL on borrowers.

use platform::{Result, Tx, db::Timestamp};

/// A borrower of a loan.
#[derive(Debug)]
pub(crate) struct Contact {
    pub loan_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub org_unit_id: i64,
    pub owner_name: Option<String>,
    pub created_at: Timestamp,
    pub is_own: bool,
}

/// Borrowers with one of these e-mails, phones or names, the newest loans first.
pub(crate) async fn contacts(
    tx: &mut Tx,
    emails: &[String],
    phones: &[String],
    names: &[String],
    limit: i64,
) -> Result<Vec<Contact>> {
    Ok(sqlx::query_as!(
        Contact,
        "with found as (
           select loan_id, name_key from loan_contact where company_id = $1 and email_key = any ($2)
           union
           select loan_id, name_key from loan_contact where company_id = $1 and phone = any ($3)
           union
           select loan_id, name_key from loan_contact where company_id = $1 and name_key = any ($4)
         )
         select c.loan_id as \"loan_id!\", c.first_name as \"first_name!\", c.last_name as \"last_name!\", c.email, c.phone,
                c.org_unit_id as \"org_unit_id!\", m.name as owner_name, c.created_at as \"created_at!\",
                exists (select
                        from loan_member o
                        where o.company_id = $1 and o.loan_id = c.loan_id and o.membership_id = $5) as \"is_own!\"
         from found
         join loan_contact c on c.company_id = $1 and c.loan_id = found.loan_id and c.name_key = found.name_key
         left join member m on m.company_id = $1 and m.membership_id = c.officer_id
         order by c.created_at desc, c.loan_id desc
         limit $6",
        tx.company(),
        emails,
        phones,
        names,
        tx.actor().membership(),
        limit
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(crate) async fn is_known_email(tx: &mut Tx, emails: &[String]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from loan_contact where company_id = $1 and email_key = any ($2)) as \"known!\"",
        tx.company(),
        emails
    )
    .fetch_one(&mut **tx)
    .await?)
}
