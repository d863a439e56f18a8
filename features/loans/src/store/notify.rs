//! SQL on who is told of loans by mail.

use lending::team::LoanRole;
use platform::{InCompany, Result, Tx};
use sqlx::PgConnection;

/// Somebody who is told.
pub(crate) struct Recipient {
    pub user: i64,
    pub name: String,
    pub email: String,
}

/// A membership's person, unless it is who acts, or they don't want this kind of mail.
pub(crate) async fn member(tx: &mut impl InCompany, membership: i64, kind: &str) -> Result<Option<Recipient>> {
    let (company, user) = (tx.company(), tx.user().unwrap_or_default());
    Ok(sqlx::query_as!(
        Recipient,
        "select m.user_id as \"user!\", m.name as \"name!\", m.email as \"email!\"
         from member m
         where m.company_id = $1
           and m.membership_id = $2
           and m.is_active
           and m.user_id <> $3
           and not exists (
             select from notification_off o where o.company_id = $1 and o.user_id = m.user_id and o.kind = $4
           )",
        company,
        membership,
        user,
        kind
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// The people on the teams of loans with the loans of each, but for who acts and who don't want this kind of mail.
pub(crate) async fn teams(tx: &mut Tx, loans: &[i64], kind: &str) -> Result<Vec<(Recipient, Vec<i64>)>> {
    let user = tx.actor().user;
    let rows = sqlx::query!(
        "select m.user_id as \"user!\", m.name as \"name!\", m.email as \"email!\",
                array_agg(distinct t.loan_id) as \"loans!\"
         from loan_member t
         join member m on m.company_id = $1 and m.membership_id = t.membership_id
         where t.company_id = $1
           and t.loan_id = any ($2)
           and m.is_active
           and m.user_id <> $3
           and not exists (
             select from notification_off o where o.company_id = $1 and o.user_id = m.user_id and o.kind = $4
           )
         group by m.user_id, m.name, m.email",
        tx.company(),
        loans,
        user,
        kind
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (Recipient { user: row.user, name: row.name, email: row.email }, row.loans))
        .collect())
}

/// The people who have some roles on a loan, but for those who don't want this kind of mail; nothing where nobody has one.
pub(crate) async fn in_roles(
    tx: &mut impl InCompany,
    loan: i64,
    roles: &[LoanRole],
    kind: &str,
) -> Result<Option<Vec<Recipient>>> {
    let company = tx.company();
    let roles: Vec<String> = roles.iter().map(ToString::to_string).collect();
    let rows = sqlx::query!(
        "select distinct m.user_id as \"user!\", m.name as \"name!\", m.email as \"email!\",
                exists (select
                        from notification_off o
                        where o.company_id = $1 and o.user_id = m.user_id and o.kind = $4) as \"is_off!\"
         from loan_team_member t
         join member m on m.company_id = $1 and m.membership_id = t.membership_id
         where t.company_id = $1
           and t.loan_id = $2
           and t.role = any ($3)
           and m.is_active",
        company,
        loan,
        &roles,
        kind
    )
    .fetch_all(&mut **tx)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let wanted = rows.into_iter().filter(|row| !row.is_off);
    Ok(Some(wanted.map(|row| Recipient { user: row.user, name: row.name, email: row.email }).collect()))
}

/// A loan as a letter names it.
pub(crate) struct Told {
    pub id: i64,
    pub number: String,
    pub stage: String,
}

/// Of these loans those on whose team a person still is, unless they don't want this kind of mail any more.
pub(crate) async fn told(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    kind: &str,
    loans: &[i64],
) -> Result<Vec<Told>> {
    Ok(sqlx::query_as!(
        Told,
        "select l.id, l.loan_number as number, s.name as stage
         from loan l
         join loan_stage s on s.company_id = $1 and s.id = l.stage_id
         where l.company_id = $1
           and l.id = any ($4)
           and exists (
             select
             from loan_member t
             join member m on m.company_id = $1 and m.membership_id = t.membership_id
             where t.company_id = $1 and t.loan_id = l.id and m.user_id = $2 and m.is_active
           )
           and not exists (select from notification_off o where o.company_id = $1 and o.user_id = $2 and o.kind = $3)
         order by l.id",
        company,
        user,
        kind,
        loans
    )
    .fetch_all(connection)
    .await?)
}
