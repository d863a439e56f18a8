//! Retries failed files in a new batch. The finished batch stays unchanged.

use crate::{BatchOut, batch, begin, create::set_up, store};
use axum::extract::State;
use http::StatusCode;
use lending::bulk_import::BatchStatus;
use platform::{
    Actor, App, Error, Result,
    extract::{Json, UuidId},
    record::Audit,
};
use serde_json::json;
use uuid::Uuid;

/// Sets up a batch with the failed and cancelled files of another one and its team. It must still be started.
#[utoipa::path(post, path = "/api/bulk-imports/{id}/retry", tag = "bulk-imports", operation_id = "retryBulkImport", params(("id" = Uuid, Path)), responses((status = 201, body = BatchOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn retry(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<(StatusCode, Json<BatchOut>)> {
    let mut tx = begin(actor, &app).await?;
    let was = store::batch(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if ![BatchStatus::COMPLETED.as_str(), BatchStatus::CANCELLED.as_str()].contains(&was.status.as_str()) {
        return Err(crate::create::under_way());
    }
    let new = Uuid::now_v7();
    set_up(&mut tx, new, was.officer_id, &was.team).await?;
    let count = store::take_over_failed(&mut tx, id, new).await?;
    if count == 0 {
        return Err(Error::field("files", "None of these files can be tried again"));
    }
    store::mark_seen(&mut tx, id).await?;
    let after = Some(json!({ "of": id, "files": count }));
    tx.audit(Audit {
        action: "bulk-import.retry",
        entity: "bulk-import",
        entity_id: &new.to_string(),
        before: None,
        after,
    })
    .await?;
    let batch = batch::shown(&mut tx, new).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(batch)))
}
