//! SQL for files and signed URLs.

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

/// Number of the actor's upload URLs that are unused or in use. Locks against concurrent counts for the same user.
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

/// An upload URL as issued.
pub(crate) struct Ticket {
    pub user_id: i64,
    pub name: String,
}

/// Uses an upload URL. Of two concurrent requests, one finds it unused.
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

/// Records a stored file in its own transaction, because the upload has no token.
pub(crate) async fn record(app: &App, company: i64, id: Uuid, user: i64, name: &str, stored: &Stored) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    insert(&mut tx, company, id, user, name, stored, app.config.import_kept_days).await?;
    tx.audit_for(company, user, "file.upload", "file", &id.to_string()).await?;
    tx.commit().await
}

/// Records a file from a request body.
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

/// Records a picture of a note. It lives as long as the note.
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

/// Media type of a picture of a note.
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
    /// Id of the file and of its stored bytes.
    pub id: Uuid,
    pub name: String,
    /// The user who uploaded it.
    pub uploaded_by: i64,
}

/// Finds a file of the transaction's company.
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

/// Name of a file, for a download link.
pub(crate) async fn name(tx: &mut GlobalTx, company: i64, id: Uuid) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!("select name from file where company_id = $1 and id = $2", company, id)
        .fetch_optional(&mut **tx)
        .await?)
}

/// Keeps a file permanently, because it is now in use.
///
/// # Errors
///
/// The file doesn't exist.
pub async fn keep_for_good(tx: &mut Tx, id: Uuid) -> Result<()> {
    let kept = sqlx::query!("update file set expires_at = null where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    if kept.rows_affected() == 1 { Ok(()) } else { Err(Error::NotFound) }
}

/// Keeps files permanently.
pub async fn keep_all_for_good(tx: &mut impl InCompany, ids: &[Uuid]) -> Result<()> {
    let company = tx.company();
    sqlx::query!("update file set expires_at = null where company_id = $1 and id = any ($2)", company, ids)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A file extracted from another one.
#[derive(Debug)]
pub struct Unpacked {
    /// Id of the file and of its stored bytes.
    pub id: Uuid,
    pub name: String,
    pub stored: Stored,
}

/// Records files extracted from another one. Only that one is audited.
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

/// Deletes an unusable file: first the row, then the bytes.
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

/// Deletes rows of expired files and returns their ids.
pub(crate) async fn delete_expired(tx: &mut GlobalTx, company: i64) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar!("delete from file where company_id = $1 and expires_at < now() returning id", company)
        .fetch_all(&mut **tx)
        .await?)
}

/// Returns the ids that have no row.
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
