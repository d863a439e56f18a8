//! Cancels a batch.

use crate::{BatchOut, batch, begin, store};
use axum::extract::State;
use platform::{
    Actor, App, Error, Result,
    extract::{Json, UuidId},
    record::Audit,
};

/// Cancels a batch. Waiting files create no loans; existing loans stay.
#[utoipa::path(post, path = "/api/bulk-imports/{id}/cancel", tag = "bulk-imports", operation_id = "cancelBulkImport", params(("id" = Uuid, Path)), responses((status = 200, body = BatchOut), (status = 403), (status = 404), (status = 409)))]
pub async fn cancel(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<Json<BatchOut>> {
    let mut tx = begin(actor, &app).await?;
    store::batch(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if !store::cancel(&mut tx, id).await? {
        return Err(Error::Conflict {
            code: "LWBULK10411",
            message: "This import is over already.".to_owned(),
            details: None,
        });
    }
    let entity_id = id.to_string();
    let audit =
        Audit { action: "bulk-import.cancel", entity: "bulk-import", entity_id: &entity_id, before: None, after: None };
    tx.audit(audit).await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(batch))
}
