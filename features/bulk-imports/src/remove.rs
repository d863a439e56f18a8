//! Removes a file from a batch that is being set up.

use crate::{BatchOut, add::not_open, batch, begin, store};
use axum::extract::{Path, State};
use lending::bulk_import::BatchStatus;
use platform::{Actor, App, Error, Result, extract::Json, record::Audit};
use serde_json::json;
use uuid::Uuid;

/// Removes a file from a batch. The sweep deletes its bytes.
#[utoipa::path(delete, path = "/api/bulk-imports/{id}/items/{itemId}", tag = "bulk-imports", operation_id = "removeBulkImportItem", params(("id" = Uuid, Path), ("itemId" = Uuid, Path)), responses((status = 200, body = BatchOut), (status = 403), (status = 404), (status = 409)))]
pub async fn remove(
    actor: Actor,
    State(app): State<App>,
    Path((id, item)): Path<(String, String)>,
) -> Result<Json<BatchOut>> {
    let parsed = |text: &str| text.parse::<Uuid>().map_err(|_| Error::NotFound);
    let (id, item) = (parsed(&id)?, parsed(&item)?);
    let mut tx = begin(actor, &app).await?;
    let batch = store::lock_for_files(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if batch.status != BatchStatus::SETUP.as_str() {
        return Err(not_open(&batch.status));
    }
    let name = store::remove_item(&mut tx, id, item).await?.ok_or(Error::NotFound)?;
    let before = Some(json!({ "file": name }));
    tx.audit(Audit {
        action: "bulk-import.remove",
        entity: "bulk-import",
        entity_id: &id.to_string(),
        before,
        after: None,
    })
    .await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(batch))
}
