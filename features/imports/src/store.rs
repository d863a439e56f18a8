//! All SQL on loan files that were read.

use crate::read::place;
use lending::import::Imported;
use platform::{App, Error, GlobalTx, Result, Tx, seal::Sealed};
use uuid::Uuid;

pub(crate) async fn keep(tx: &mut Tx, id: Uuid, format: &str, sealed: &Sealed, kept_days: u16) -> Result<()> {
    sqlx::query!(
        "insert into imported_loan (company_id, file_id, format, key_id, ciphertext, created_by, expires_at)
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
        i32::from(kept_days)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes what was read of a file, which is kept no longer; the file itself is, from now on. Only whoever read it may.
///
/// # Errors
/// There is no such file, or a loan was made of it already.
pub async fn take(app: &App, tx: &mut Tx, id: Uuid) -> Result<Imported> {
    let found = sqlx::query!(
        "delete from imported_loan where company_id = $1 and file_id = $2 and created_by = $3 returning key_id, ciphertext",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or_else(|| Error::field("fileId", "This file is not here any more. Please upload it again."))?;
    files::keep_for_good(tx, id).await?;
    let sealed = Sealed { key_id: found.key_id, ciphertext: found.ciphertext };
    let text = app.keys.open(&place(tx.company(), id), &sealed).map_err(Error::internal)?;
    serde_json::from_slice(&text).map_err(Error::internal)
}

pub(crate) async fn delete_expired(tx: &mut GlobalTx, company: i64) -> Result<()> {
    sqlx::query!("delete from imported_loan where company_id = $1 and expires_at < now()", company)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
