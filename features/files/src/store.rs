//! All SQL on files and signed addresses.

use platform::{App, Error, GlobalTx, InCompany, Result, Tx, files::Stored};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

pub(crate) async fn keep_address(
    connection: &mut PgConnection,
    id: Uuid,
    company: i64,
    user: i64,
    name: &str,
    max: u64,
    expires: i64,
) -> Result<()> {
    sqlx::query!(
        "insert into signed_file (id, company_id, user_id, name, max_bytes, expires_at)
         values ($1, $2, $3, $4, $5, to_timestamp($6::bigint))",
        id,
        company,
        user,
        name,
        i64::try_from(max).unwrap_or(i64::MAX),
        expires
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// How many addresses of whoever acts are unused or in use. Waits for requests of the same person that count them too.
pub(crate) async fn addresses(tx: &mut Tx) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('upload addresses', $1)) is null as \"locked!\"", user)
        .fetch_one(&mut **tx)
        .await?;
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from signed_file s
         where s.user_id = $2
           and s.company_id = $1
           and s.expires_at > now()
           and not exists (select from file f where f.company_id = s.company_id and f.id = s.id)",
        company,
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// A signed address as it was given out.
pub(crate) struct Ticket {
    pub user_id: i64,
    pub name: String,
}

/// Takes an address: of two who use it, one finds it unused, on every process.
pub(crate) async fn take_address(pool: &PgPool, id: Uuid, company: i64) -> Result<Option<Ticket>> {
    Ok(sqlx::query_as!(
        Ticket,
        "update signed_file
         set used_at = now()
         where id = $1
           and company_id = $2
           and used_at is null
           and expires_at > now()
         returning user_id, name",
        id,
        company
    )
    .fetch_optional(pool)
    .await?)
}

pub(crate) async fn give_back_address(pool: &PgPool, id: Uuid) -> Result<()> {
    sqlx::query!("update signed_file set used_at = null where id = $1", id).execute(pool).await?;
    Ok(())
}

/// Writes down what was stored, in a transaction of its own: the uploader shows no token.
pub(crate) async fn record(app: &App, company: i64, id: Uuid, user: i64, name: &str, stored: &Stored) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    insert(&mut tx, company, id, user, name, stored, app.config.import_kept_days).await?;
    tx.audit_for(company, user, "file.upload", "file", &id.to_string()).await?;
    tx.commit().await
}

/// Writes down a file that a request carried itself.
pub async fn record_upload(tx: &mut Tx, id: Uuid, name: &str, stored: &Stored, kept_days: u16) -> Result<()> {
    let (company, user) = (tx.company(), tx.actor().user);
    insert(tx, company, id, user, name, stored, kept_days).await?;
    let entity_id = id.to_string();
    tx.audit(platform::record::Audit {
        action: "file.upload",
        entity: "file",
        entity_id: &entity_id,
        before: None,
        after: None,
    })
    .await
}

async fn insert(
    connection: &mut PgConnection,
    company: i64,
    id: Uuid,
    user: i64,
    name: &str,
    stored: &Stored,
    kept_days: u16,
) -> Result<()> {
    sqlx::query!(
        "insert into file (company_id, id, name, size_bytes, sha256, purpose, uploaded_by, expires_at)
         values ($1, $2, $3, $4, $5, 'import', $6, now() + make_interval(days => $7))",
        company,
        id,
        name,
        i64::try_from(stored.size_bytes).unwrap_or(i64::MAX),
        &stored.sha256,
        user,
        i32::from(kept_days)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes down a picture of a note; it stays as long as its note.
pub(crate) async fn keep_picture(
    connection: &mut PgConnection,
    company: i64,
    id: Uuid,
    media_type: &str,
    user: i64,
    stored: &Stored,
) -> Result<()> {
    sqlx::query!(
        "insert into file (company_id, id, name, media_type, size_bytes, sha256, purpose, uploaded_by)
         values ($1, $2, 'Picture in a note', $3, $4, $5, 'note-picture', $6)",
        company,
        id,
        media_type,
        i64::try_from(stored.size_bytes).unwrap_or(i64::MAX),
        &stored.sha256,
        user
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The media type of a picture of a note.
pub(crate) async fn picture(tx: &mut GlobalTx, company: i64, id: Uuid) -> Result<Option<String>> {
    let found = sqlx::query_scalar!(
        "select media_type from file where company_id = $1 and id = $2 and purpose = 'note-picture'",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.flatten())
}

/// A file of the company.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// Its id, under which the bytes lie.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Who uploaded it.
    pub uploaded_by: i64,
}

/// A file of the company of the transaction.
pub async fn file(tx: &mut Tx, id: Uuid) -> Result<Option<StoredFile>> {
    Ok(sqlx::query_as!(
        StoredFile,
        "select id, name, uploaded_by from file where company_id = $1 and id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// The name of a file, for whoever has a link to it.
pub(crate) async fn name(tx: &mut GlobalTx, company: i64, id: Uuid) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!("select name from file where company_id = $1 and id = $2", company, id)
        .fetch_optional(&mut **tx)
        .await?)
}

/// Keeps a file for good: something has come to use it.
///
/// # Errors
/// There is no such file.
pub async fn keep_for_good(tx: &mut Tx, id: Uuid) -> Result<()> {
    let kept = sqlx::query!("update file set expires_at = null where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    if kept.rows_affected() == 1 { Ok(()) } else { Err(Error::NotFound) }
}

/// Keeps many files for good.
pub async fn keep_all_for_good(tx: &mut impl InCompany, ids: &[Uuid]) -> Result<()> {
    let company = tx.company();
    sqlx::query!("update file set expires_at = null where company_id = $1 and id = any ($2)", company, ids)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A file that came out of another one.
#[derive(Debug)]
pub struct Unpacked {
    /// Its id, under which the bytes lie.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// What was stored.
    pub stored: Stored,
}

/// Writes down many files that came out of one; what came in is on record by that one.
pub async fn record_unpacked(tx: &mut Tx, files: &[Unpacked], kept_days: u16) -> Result<()> {
    let (company, user) = (tx.company(), tx.actor().user);
    let ids: Vec<_> = files.iter().map(|file| file.id).collect();
    let names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
    let sizes: Vec<_> = files.iter().map(|file| i64::try_from(file.stored.size_bytes).unwrap_or(i64::MAX)).collect();
    let hashes: Vec<_> = files.iter().map(|file| file.stored.sha256.to_vec()).collect();
    sqlx::query!(
        "insert into file (company_id, id, name, size_bytes, sha256, purpose, uploaded_by, expires_at)
         select $1, f.id, f.name, f.size_bytes, f.sha256, 'import', $6, now() + make_interval(days => $7)
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bytea[]) as f(id, name, size_bytes, sha256)",
        company,
        &ids,
        &names,
        &sizes,
        &hashes,
        user,
        i32::from(kept_days)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Removes a file that nothing can use: the row first, then the bytes.
pub async fn discard(app: &App, company: i64, id: Uuid) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    sqlx::query!("delete from file where company_id = $1 and id = $2", company, id).execute(&mut *tx).await?;
    tx.commit().await?;
    app.files.remove(company, id).await
}

pub(crate) async fn delete_used_addresses(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from signed_file where expires_at < now() - interval '1 day'").execute(pool).await?;
    Ok(())
}

/// Deletes rows of files that have expired; answers their ids.
pub(crate) async fn delete_expired(tx: &mut GlobalTx, company: i64) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar!("delete from file where company_id = $1 and expires_at < now() returning id", company)
        .fetch_all(&mut **tx)
        .await?)
}

/// Those of the ids that have no row.
pub(crate) async fn without_row(tx: &mut GlobalTx, company: i64, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select given.id as \"id!\"
         from unnest($2::uuid[]) as given(id)
         where not exists (select from file f where f.company_id = $1 and f.id = given.id)",
        company,
        ids
    )
    .fetch_all(&mut **tx)
    .await?)
}
