//! All SQL on unusual access.

use platform::{JobTx, Result, Tx};

/// Reveals by the acting user within the last hour.
pub(crate) async fn reveals_of_hour(tx: &mut Tx) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from audit_entry
         where company_id = $1
           and active_user_id = $2
           and at > now() - interval '1 hour'
           and action in ('loan.reveal', 'import.reveal')",
        company,
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Notes that the acting user opens a record; false if that was noted a short while ago.
pub(crate) async fn note_opening(tx: &mut Tx, entity: &str, id: i64) -> Result<bool> {
    let (company, user) = (tx.company(), tx.actor().user);
    let noted = sqlx::query!(
        "insert into record_opening as o (company_id, user_id, entity, entity_id)
         values ($1, $2, $3, $4)
         on conflict (company_id, user_id, entity, entity_id) do update
         set opened_at = now()
         where o.opened_at < now() - interval '15 minutes'",
        company,
        user,
        entity,
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// Records that the acting user opened within the last hour.
pub(crate) async fn openings_of_hour(tx: &mut Tx) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from record_opening
         where company_id = $1
           and user_id = $2
           and opened_at > now() - interval '1 hour'",
        company,
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Has other requests of the same user wait until this transaction ends.
pub(crate) async fn take_turns(tx: &mut Tx, user: i64) -> Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtext('keyturn unusual access'), ($1::bigint % 2147483647)::integer) is null as locked",
        user
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(())
}

/// Whether there was a notice of this kind about a user within the last hour.
pub(crate) async fn was_noticed(tx: &mut Tx, action: &str, entity_id: &str, kind: &str) -> Result<bool> {
    let company = tx.company();
    Ok(sqlx::query_scalar!(
        "select exists (
           select
           from audit_entry
           where company_id = $1
             and entity = 'user'
             and entity_id = $2
             and action = $3
             and at > now() - interval '1 hour'
             and after ->> 'kind' = $4
         ) as \"was!\"",
        company,
        entity_id,
        action,
        kind
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// A user's name.
pub(crate) async fn name(tx: &mut Tx, user: i64) -> Result<String> {
    super::name_of(tx, user).await
}

/// A company admin.
pub(crate) struct Admin {
    pub user: i64,
    pub name: String,
    pub email: String,
}

/// The company's active admins.
pub(crate) async fn admins(tx: &mut Tx) -> Result<Vec<Admin>> {
    Ok(sqlx::query_as!(
        Admin,
        "select distinct on (user_id) user_id as \"user!\", name as \"name!\", email as \"email!\"
         from member
         where company_id = $1
           and is_active
           and 'COMPANYADMIN' = any (roles)
         order by user_id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Deletes openings of more than a day ago.
pub(crate) async fn forget_openings(tx: &mut JobTx) -> Result<()> {
    let company = platform::InCompany::company(tx);
    sqlx::query!("delete from record_opening where company_id = $1 and opened_at < now() - interval '1 day'", company)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
