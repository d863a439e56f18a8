//! SQL for parsed loan files.

use crate::read::place;
use lending::import::Imported;
use platform::{App, Error, GlobalTx, InCompany, Result, Tx, db::Timestamp, seal::Sealed};
use uuid::Uuid;

pub(crate) async fn keep(
    tx: &mut Tx,
    id: Uuid,
    format: &str,
    sealed: &Sealed,
    content_key: &[u8],
    kept_days: u16,
) -> Result<()> {
    sqlx::query!(
        "with content as (
           insert into file_content (company_id, file_id, content_key) values ($1, $2, $8)
           on conflict (company_id, file_id) do update set content_key = excluded.content_key
         )
         insert into imported_loan (company_id, file_id, format, key_id, ciphertext, created_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
         on conflict (company_id, file_id) do update
         set format = excluded.format, key_id = excluded.key_id, ciphertext = excluded.ciphertext,
             expires_at = excluded.expires_at",
        tx.company(),
        id,
        format,
        sealed.key_id,
        sealed.ciphertext,
        tx.actor().user,
        i32::from(kept_days),
        content_key
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Records the content keys of parsed files.
pub async fn note_contents(tx: &mut impl InCompany, files: &[Uuid], content_keys: &[Vec<u8>]) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "insert into file_content (company_id, file_id, content_key)
         select $1, read.file_id, read.content_key
         from unnest($2::uuid[], $3::bytea[]) as read(file_id, content_key)
         on conflict (company_id, file_id) do update set content_key = excluded.content_key",
        company,
        files,
        content_keys
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A loan that was created from the same document.
pub(crate) struct Before {
    pub loan: i64,
    pub made_at: Timestamp,
    pub org_unit: i64,
    pub officer_name: Option<String>,
    /// The active membership is on the loan.
    pub is_own: bool,
}

/// The newest loan that was created from this document.
pub(crate) async fn imported_before(tx: &mut Tx, content_key: &[u8]) -> Result<Option<Before>> {
    Ok(sqlx::query_as!(
        Before,
        "select l.loan_id as \"loan!\", l.created_at as \"made_at!\", l.org_unit_id as \"org_unit!\", m.name as officer_name,
                exists (select
                        from loan_member t
                        where t.company_id = $1 and t.loan_id = l.loan_id and t.membership_id = $3) as \"is_own!\"
         from file_content c
         join loan_of_file l on l.company_id = $1 and l.file_id = c.file_id
         left join member m on m.company_id = $1 and m.membership_id = l.officer_id
         where c.company_id = $1
           and c.content_key = $2
         order by l.loan_id desc
         limit 1",
        tx.company(),
        content_key,
        tx.actor().membership()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Reads a parsed file without consuming it. Only for the user who imported it.
///
/// # Errors
///
/// The file doesn't exist, or a loan was already created from it.
pub async fn look(app: &App, tx: &mut Tx, id: Uuid) -> Result<Imported> {
    let found = sqlx::query_as!(
        Sealed,
        "select key_id, ciphertext from imported_loan where company_id = $1 and file_id = $2 and created_by = $3",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?;
    open(app, tx.company(), id, &found.ok_or(Error::NotFound)?)
}

/// Consumes a parsed file and keeps the original file permanently. Only for the user who imported it.
///
/// # Errors
///
/// The file doesn't exist, or a loan was already created from it.
pub async fn take(app: &App, tx: &mut Tx, id: Uuid) -> Result<Imported> {
    let found = sqlx::query_as!(
        Sealed,
        "delete from imported_loan where company_id = $1 and file_id = $2 and created_by = $3 returning key_id, ciphertext",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or_else(gone)?;
    files::keep_for_good(tx, id).await?;
    open(app, tx.company(), id, &found)
}

fn gone() -> Error {
    Error::field("fileId", "This file is not here any more. Please upload it again.")
}

fn open(app: &App, company: i64, id: Uuid, sealed: &Sealed) -> Result<Imported> {
    let text = app.keys.open(&place(company, id), sealed).map_err(Error::internal)?;
    serde_json::from_slice(&text).map_err(Error::internal)
}

pub(crate) async fn delete_expired(tx: &mut GlobalTx, company: i64) -> Result<()> {
    sqlx::query!("delete from imported_loan where company_id = $1 and expires_at < now()", company)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
