//! SQL for lead imports.

use crate::intake::{Faults, Kept, place};
use files::StoredFile;
use lending::access::Reach;
use platform::{App, Error, JobTx, Result, Tx, db::Timestamp, seal::Sealed};
use serde_json::Value;
use uuid::Uuid;

/// Number of imports in the list.
const NEWEST: i64 = 20;

/// An import.
#[derive(Debug)]
pub(super) struct ImportRow {
    pub id: i64,
    pub file_name: String,
    pub state: String,
    pub head: Vec<String>,
    pub row_count: i32,
    pub terms: Option<Value>,
    /// Mapping of the last file with the same columns.
    pub mapping: Option<Value>,
    pub taken: i32,
    pub made: i32,
    pub linked: i32,
    pub skipped: i32,
    pub held: i32,
    pub refused: i32,
    pub removed: i32,
    pub failure: Option<String>,
    pub created_by_name: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

pub(super) async fn insert(tx: &mut Tx, file: &StoredFile, head: &[String], hash: &[u8], rows: usize) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into lead_import (company_id, file_id, file_name, head, head_hash, row_count, created_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        tx.company(),
        file.id,
        file.name,
        head,
        hash,
        i32::try_from(rows).map_err(Error::internal)?,
        tx.actor().user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// The user's own imports, or all for users who see all leads.
async fn imports(tx: &mut Tx, only: Option<i64>) -> Result<Vec<ImportRow>> {
    let is_all = crate::reach::reach_of(tx.actor()) == Reach::Company;
    Ok(sqlx::query_as!(
        ImportRow,
        "select i.id, i.file_name, i.state, i.head, i.row_count, i.terms, m.mapping as \"mapping?\", i.taken, i.made,
                i.linked, i.skipped, i.held, i.refused, i.removed, i.failure, p.name as \"created_by_name?\", i.created_at,
                i.finished_at as \"finished_at: Timestamp\"
         from lead_import i
         left join lead_import_mapping m on m.company_id = $1 and m.head_hash = i.head_hash
         left join person p on p.user_id = i.created_by
         where i.company_id = $1
           and ($2 or i.created_by = $3)
           and ($4::bigint is null or i.id = $4)
           and ($4::bigint is not null or i.state <> 'READY')
         order by i.id desc
         limit $5",
        tx.company(),
        is_all,
        tx.actor().user,
        only,
        NEWEST
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(super) async fn newest(tx: &mut Tx) -> Result<Vec<ImportRow>> {
    imports(tx, None).await
}

pub(super) async fn one(tx: &mut Tx, id: i64) -> Result<Option<ImportRow>> {
    Ok(imports(tx, Some(id)).await?.into_iter().next())
}

/// Starts a parsed import. Returns false if it was started already.
pub(super) async fn start(tx: &mut Tx, id: i64, terms: &Value) -> Result<bool> {
    let begun = sqlx::query!(
        "update lead_import set state = 'RUNNING', terms = $3 where company_id = $1 and id = $2 and state = 'READY'",
        tx.company(),
        id,
        terms
    )
    .execute(&mut **tx)
    .await?;
    Ok(begun.rows_affected() == 1)
}

/// Remembers the mapping for these column headers.
pub(super) async fn remember(tx: &mut Tx, head_hash: &[u8], mapping: &Value) -> Result<()> {
    sqlx::query!(
        "insert into lead_import_mapping (company_id, head_hash, mapping)
         values ($1, $2, $3)
         on conflict (company_id, head_hash) do update set mapping = excluded.mapping, used_at = now()",
        tx.company(),
        head_hash,
        mapping
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A running import.
pub(super) struct Running {
    pub file_id: Uuid,
    pub terms: Value,
    pub taken: i32,
    pub created_by: i64,
}

/// Finds a running import and locks it.
pub(super) async fn running(tx: &mut JobTx, id: i64) -> Result<Option<Running>> {
    let company = platform::InCompany::company(tx);
    Ok(sqlx::query_as!(
        Running,
        "select file_id, terms as \"terms!\", taken, created_by
         from lead_import
         where company_id = $1
           and id = $2
           and state = 'RUNNING'
         for update",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Results of some rows.
pub(super) struct Counted {
    pub taken: usize,
    pub made: usize,
    pub linked: usize,
    pub skipped: usize,
    pub held: usize,
    pub refused: usize,
}

pub(super) async fn count(tx: &mut JobTx, id: i64, counted: &Counted) -> Result<()> {
    let company = platform::InCompany::company(tx);
    let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    sqlx::query!(
        "update lead_import
         set taken = taken + $3, made = made + $4, linked = linked + $5, skipped = skipped + $6, held = held + $7,
             refused = refused + $8
         where company_id = $1
           and id = $2",
        company,
        id,
        number(counted.taken),
        number(counted.made),
        number(counted.linked),
        number(counted.skipped),
        number(counted.held),
        number(counted.refused)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn finish(tx: &mut JobTx, id: i64) -> Result<()> {
    let company = platform::InCompany::company(tx);
    sqlx::query!(
        "update lead_import set state = 'DONE', finished_at = now() where company_id = $1 and id = $2",
        company,
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn fail(tx: &mut JobTx, id: i64, failure: &str) -> Result<()> {
    let company = platform::InCompany::company(tx);
    sqlx::query!(
        "update lead_import set state = 'FAILED', failure = $3, finished_at = now() where company_id = $1 and id = $2",
        company,
        id,
        failure
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Marks an import as undone. Returns false if it was undone already.
pub(super) async fn undo(tx: &mut Tx, id: i64) -> Result<bool> {
    let undone = sqlx::query!(
        "update lead_import set state = 'UNDONE', undone_at = now() where company_id = $1 and id = $2 and state = 'DONE'",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(undone.rows_affected() == 1)
}

/// Deletes the import's leads that haven't been worked since, with their search entries. Returns their ids. Drops its
/// waiting arrivals.
pub(super) async fn remove_leads(tx: &mut Tx, id: i64) -> Result<Vec<i64>> {
    let gone = sqlx::query_scalar!("select remove_imported_leads($1) as \"id!\"", id).fetch_all(&mut **tx).await?;
    sqlx::query!(
        "select remove_search_entry('lead', id) is null as \"removed!\" from unnest($1::bigint[]) as gone(id)",
        &gone
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "update lead_arrival
         set state = 'DROPPED', key_id = null, raw = null, faults = '{}', decided_at = now(), decided_by = $3
         where company_id = $1
           and import_id = $2
           and state = 'HELD'",
        tx.company(),
        id,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(gone)
}

pub(super) async fn note_removed(tx: &mut Tx, id: i64, count: usize) -> Result<()> {
    sqlx::query!(
        "update lead_import set removed = $3 where company_id = $1 and id = $2",
        tx.company(),
        id,
        i32::try_from(count).unwrap_or(i32::MAX)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The failed rows of an import: number, reason, and stored content.
pub(super) async fn refused(app: &App, tx: &mut Tx, id: i64) -> Result<Vec<(i32, Faults, Option<Kept>)>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select id, row_number as \"row_number!\", faults, key_id, raw
         from lead_arrival
         where company_id = $1
           and import_id = $2
           and state = 'REFUSED'
         order by row_number",
        company,
        id
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let kept = match row.key_id.zip(row.raw) {
                Some((key_id, ciphertext)) => {
                    let text = app.keys.open(&place(company, row.id), &Sealed { key_id, ciphertext });
                    let text = text.map_err(Error::internal)?;
                    Some(serde_json::from_slice(&text).map_err(Error::internal)?)
                }
                None => None,
            };
            Ok((row.row_number, serde_json::from_value(row.faults).unwrap_or_default(), kept))
        })
        .collect()
}
