//! SQL for contracts with processing companies and the memberships of their people.

use platform::{Result, Tx, db::Timestamp};

/// A contract with the company's name.
pub(crate) struct ContractRow {
    pub id: i64,
    pub processor_company_id: i64,
    pub name: String,
    pub nmls_id: Option<String>,
    pub active: bool,
    pub engaged_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub version: i32,
}

/// Contracts of the company, or one of them: active ones first, then by name.
pub(crate) async fn contracts(tx: &mut Tx, id: Option<i64>) -> Result<Vec<ContractRow>> {
    Ok(sqlx::query_as!(
        ContractRow,
        "select c.id, c.processor_company_id, p.display_name as name, p.nmls_id, c.active, c.engaged_at, c.ended_at, c.version
         from processor_contract c
         join org_unit p on p.id = c.processor_company_id
         where c.company_id = $1
           and coalesce(c.id = $2, true)
         order by c.active desc, p.display_name, c.id",
        tx.company(),
        id
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A user of a processing company with a current or former membership here.
pub(crate) struct ProcessorRow {
    pub membership: i64,
    pub user_id: i64,
    pub home_company_id: i64,
    pub name: String,
    pub email: String,
    pub branch: String,
    pub active: bool,
    pub open_loans: i64,
    pub version: i32,
}

/// All users of processing companies with a membership here, by name.
pub(crate) async fn processors(tx: &mut Tx) -> Result<Vec<ProcessorRow>> {
    Ok(sqlx::query_as!(
        ProcessorRow,
        "select m.id as membership, m.user_id, u.home_company_id, u.first_name || ' ' || u.last_name as \"name!\", u.email,
                b.display_name as branch, m.active and u.state = 'ACTIVE' as \"active!\", m.version,
                (select count(*)
                 from loan_member t
                 join open_loan l on l.company_id = t.company_id and l.loan_id = t.loan_id
                 where t.company_id = $1 and t.membership_id = m.id) as \"open_loans!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         where m.company_id = $1
           and u.home_company_id in (select processor_company_id from processor_contract where company_id = $1)
         order by m.active desc, u.last_name, u.first_name, m.id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Finds a processing company by its NMLS id.
pub(crate) async fn processing_company(tx: &mut Tx, nmls_id: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select id from org_unit where nmls_id = $1 and type = 'PROCESSOR' and state = 'ACTIVE' and id <> $2 order by id limit 1",
        nmls_id,
        tx.company()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Creates a contract or renews an ended one. `None` if it is active already.
pub(crate) async fn engage(tx: &mut Tx, company: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "insert into processor_contract (company_id, processor_company_id)
         values ($1, $2)
         on conflict (company_id, processor_company_id) do update
         set active = true, engaged_at = now(), ended_at = null, version = processor_contract.version + 1
         where not processor_contract.active
         returning id",
        tx.company(),
        company
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// The processing company of a contract. Locks the contract against changes.
pub(crate) async fn lock(tx: &mut Tx, id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select processor_company_id from processor_contract where company_id = $1 and id = $2 for update",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Returns true if a company is under contract, and locks the contract so that it stays so.
pub(crate) async fn is_active(tx: &mut Tx, company: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select id from processor_contract where company_id = $1 and processor_company_id = $2 and active for share",
        tx.company(),
        company
    )
    .fetch_optional(&mut **tx)
    .await?
    .is_some())
}

/// Ends a contract. Returns false if it had ended already.
pub(crate) async fn end(tx: &mut Tx, id: i64) -> Result<bool> {
    let ended = sqlx::query!(
        "update processor_contract
         set active = false, ended_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and active",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Active memberships here of a processing company's people, with their users.
pub(crate) async fn places(tx: &mut Tx, company: i64) -> Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        "select m.id, m.user_id
         from membership m
         join app_user u on u.id = m.user_id
         where m.company_id = $1
           and m.active
           and u.home_company_id = $2
         order by m.id
         for update of m",
        tx.company(),
        company
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.user_id)).collect())
}

/// Deactivates memberships. Cached rights become stale.
pub(crate) async fn switch_off(tx: &mut Tx, memberships: &[i64]) -> Result<()> {
    sqlx::query!(
        "update membership
         set active = false, is_default = false, version = version + 1, access_version = access_version + 1
         where company_id = $1
           and id = any ($2)",
        tx.company(),
        memberships
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Reactivates a former membership. `None` if it is active.
pub(crate) async fn switch_on(tx: &mut Tx, user: i64, org_unit: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "update membership
         set active = true, version = version + 1, access_version = access_version + 1
         where company_id = $1
           and user_id = $2
           and org_unit_id = $3
           and not active
         returning id",
        tx.company(),
        user,
        org_unit
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Finds an active user of a processing company by email address.
pub(crate) async fn processor_by_email(tx: &mut Tx, company: i64, email_key: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select id from app_user where home_company_id = $1 and email_key = $2 and state = 'ACTIVE'",
        company,
        email_key
    )
    .fetch_optional(&mut **tx)
    .await?)
}
