//! Starts a batch.

use crate::{
    BatchOut,
    add::not_open,
    batch, begin,
    job::{ImportFiles, finish},
    store,
};
use axum::extract::State;
use lending::bulk_import::BatchStatus;
use platform::{
    Actor, App, Error, Result,
    extract::{Json, UuidId},
    jobs,
    record::Audit,
};
use serde_json::json;

/// Files per job, which are written in one transaction.
const FILES_OF_A_JOB: usize = 20;

/// Starts creating loans from a batch's files. The batch shows the progress.
#[utoipa::path(post, path = "/api/bulk-imports/{id}/start", tag = "bulk-imports", operation_id = "startBulkImport", params(("id" = Uuid, Path)), responses((status = 200, body = BatchOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn start(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<Json<BatchOut>> {
    let mut tx = begin(actor, &app).await?;
    let found = store::lock_for_files(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if found.status == BatchStatus::SETUP.as_str() && found.items == 0 {
        return Err(Error::field("files", "Add a file first"));
    }
    if !store::start(&mut tx, id).await? {
        return Err(not_open(&found.status));
    }
    let (company, user) = (tx.company(), tx.actor().user);
    let waiting = store::waiting(&mut tx, id).await?;
    for items in waiting.chunks(FILES_OF_A_JOB) {
        jobs::enqueue(&mut tx, &ImportFiles { company, user, batch: id, items: items.to_vec() }).await?;
    }
    let after = Some(json!({ "files": found.items, "waiting": waiting.len() }));
    tx.audit(Audit {
        action: "bulk-import.start",
        entity: "bulk-import",
        entity_id: &id.to_string(),
        before: None,
        after,
    })
    .await?;
    // If no file is waiting, the batch is complete.
    finish(&mut tx, id).await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(batch))
}
