//! Adds files to a batch: an uploaded file, or all files of an archive.

use crate::{
    BatchOut, batch, begin,
    reading::{ReadFile, read},
    store,
};
use axum::extract::State;
use bytes::Bytes;
use files::Unpacked;
use futures::{StreamExt, TryStreamExt, stream};
use http::StatusCode;
use lending::bulk_import::{BatchStatus, ItemStatus, Rule};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Json, UuidId},
    limits,
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use std::{collections::HashMap, convert::Infallible};
use tokio::sync::mpsc;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Maximum number of files in a batch.
pub(crate) const ITEMS_MAX: usize = archives::FILES_MAX;
/// Number of archive files read and stored concurrently.
const AT_ONCE: usize = 4;
/// Files per user and hour. An archive counts once.
const HOURLY_MAX: i32 = 12_000;

/// The uploaded file.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBulkImportItem)]
pub struct In {
    file_name: String,
    /// `imports/{fileId}/{fileName}`
    file_path: String,
}

/// A file to add.
struct Incoming {
    file: Uuid,
    name: String,
    read: ReadFile,
}

/// Adds a file to a batch, or all files of a .zip archive. Parses them immediately, so that invalid files show before
/// the import starts.
#[utoipa::path(post, path = "/api/bulk-imports/{id}/items", tag = "bulk-imports", operation_id = "addBulkImportItem", params(("id" = Uuid, Path)), request_body = In, responses((status = 200, body = BatchOut), (status = 403), (status = 404), (status = 409), (status = 422), (status = 429)))]
pub async fn add(
    actor: Actor,
    State(app): State<App>,
    UuidId(id): UuidId,
    Json(body): Json<In>,
) -> Result<Json<BatchOut>> {
    let file = imports::file_id(&body.file_name, &body.file_path)?;
    limits::take(&app.pool, "bulk import files", &actor.user.to_string(), HOURLY_MAX, 60).await?;
    let mut tx = begin(actor.clone(), &app).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let room = room_of(&mut tx, id).await?;
    // Only the user who uploaded a file can add it.
    let uploaded = files::file(&mut tx, file).await?.filter(|file| file.uploaded_by == user).ok_or(Error::NotFound)?;
    drop(tx);
    let bytes = app.files.get(&app.keys, company, file).await?;
    let (incoming, unpacked) = if archives::is_archive(&bytes) {
        let all = unpack(&app, company, bytes, room).await;
        // Delete the archive in any case. It is no longer needed.
        files::discard(&app, company, file).await?;
        all?.into_iter().unzip()
    } else {
        let read = read(&app, company, bytes).await?;
        (vec![Incoming { file, name: uploaded.name, read }], Vec::new())
    };
    let mut tx = begin(actor, &app).await?;
    files::record_unpacked(&mut tx, &unpacked, app.config.import_kept_days).await?;
    put(&mut tx, id, incoming).await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

/// Number of files that a batch can still accept.
async fn room_of(tx: &mut Tx, id: Uuid) -> Result<usize> {
    let found = store::open_for_files(tx, id).await?.ok_or(Error::NotFound)?;
    if found.status != BatchStatus::SETUP.as_str() {
        return Err(not_open(&found.status));
    }
    let taken = usize::try_from(found.items).unwrap_or(usize::MAX);
    ITEMS_MAX.checked_sub(taken).filter(|room| *room > 0).ok_or_else(|| refused(full()))
}

/// Error if the batch is no longer being set up.
pub(crate) fn not_open(status: &str) -> Error {
    let message = match status.parse() {
        Ok(BatchStatus::CANCELLED) => "This import was canceled. Choose the files again to import them.",
        Ok(BatchStatus::COMPLETED) => "This import is finished. Choose files to begin another one.",
        _ => "This import has already started.",
    };
    Error::Conflict { code: "LWBULK10410", message: message.to_owned(), details: None }
}

fn full() -> String {
    format!("At most {ITEMS_MAX} files are imported at once.")
}

fn refused(message: String) -> Error {
    Error::Refused { status: StatusCode::UNPROCESSABLE_ENTITY, code: "LWBULK10422", message }
}

/// Stores and parses the files of an archive concurrently while unpacking.
async fn unpack(app: &App, company: i64, bytes: Zeroizing<Vec<u8>>, room: usize) -> Result<Vec<(Incoming, Unpacked)>> {
    let (sender, receiver) = mpsc::channel(AT_ONCE);
    let file_bytes_max = app.config.upload_max_bytes;
    let unpacking = tokio::task::spawn_blocking(move || {
        let mut archive = archives::open(&bytes, file_bytes_max)?;
        if archive.len() > room {
            return Err(archives::Refused(full()));
        }
        for at in 0..archive.len() {
            if sender.blocking_send(archive.file(at)?).is_err() {
                break;
            }
        }
        Ok(())
    });
    let unpacked = stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
    let stored: Vec<_> = unpacked
        .map(|(name, bytes)| store_one(app, company, name, Zeroizing::new(bytes)))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    unpacking.await.map_err(Error::internal)?.map_err(|archives::Refused(message)| refused(message))?;
    Ok(stored)
}

async fn store_one(app: &App, company: i64, name: String, bytes: Zeroizing<Vec<u8>>) -> Result<(Incoming, Unpacked)> {
    let id = Uuid::now_v7();
    let body = Bytes::copy_from_slice(&bytes);
    let length = body.len() as u64;
    let stored =
        app.files.put(&app.keys, company, id, length, stream::once(async { Ok::<_, Infallible>(body) })).await?;
    let read = read(app, company, bytes).await?;
    Ok((Incoming { file: id, name: name.clone(), read }, Unpacked { id, name, stored }))
}

/// Inserts items for files after checking for duplicates in the batch and for earlier loans.
async fn put(tx: &mut Tx, id: Uuid, mut incoming: Vec<Incoming>) -> Result<()> {
    let batch = store::lock_for_files(tx, id).await?.ok_or(Error::NotFound)?;
    if batch.status != BatchStatus::SETUP.as_str() {
        return Err(not_open(&batch.status));
    }
    let taken = usize::try_from(batch.items).unwrap_or(usize::MAX);
    if taken.saturating_add(incoming.len()) > ITEMS_MAX {
        return Err(refused(full()));
    }
    let keys: Vec<_> = incoming.iter().map(|one| one.read.content_key.clone()).collect();
    let mut met: HashMap<Vec<u8>, String> = store::of_contents(tx, id, &keys).await?.into_iter().collect();
    let made = store::made_before(tx, &keys).await?;
    for one in &mut incoming {
        let fault = match met.get(&one.read.content_key) {
            Some(other) => Some(format!("This is the same file as {other}.")),
            None => made.contains(&one.read.content_key).then(|| MADE_BEFORE.to_owned()),
        };
        if let Some(fault) = fault {
            if one.read.status == ItemStatus::PENDING {
                one.read.status = ItemStatus::INVALID_ITEM;
            }
            one.read.rules.insert(0, Rule::DuplicateFile.error(fault));
        }
        met.entry(one.read.content_key.clone()).or_insert_with(|| one.name.clone());
    }
    let items = incoming.iter().map(|one| store::NewItem {
        file: one.file,
        name: &one.name,
        status: one.read.status,
        content_key: &one.read.content_key,
        borrower_name: one.read.borrower_name.as_deref(),
        rules: json!(one.read.rules),
    });
    store::insert_items(tx, id, batch.last, &items.collect::<Vec<_>>()).await?;
    let files: Vec<_> = incoming.iter().map(|one| one.file).collect();
    imports::note_contents(tx, &files, &keys).await?;
    let after = Some(json!({ "files": incoming.len() }));
    tx.audit(Audit {
        action: "bulk-import.add",
        entity: "bulk-import",
        entity_id: &id.to_string(),
        before: None,
        after,
    })
    .await
}

/// Message for a file that was imported before.
pub(crate) const MADE_BEFORE: &str = "A loan was made of this file before.";
