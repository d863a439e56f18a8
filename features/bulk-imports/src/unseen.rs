//! Failed results that the owner of a batch hasn't seen yet, in all branches.

use crate::{begin, store};
use axum::extract::State;
use http::StatusCode;
use lending::bulk_import::BatchStatus;
use platform::{
    Actor, App, Error, Result,
    extract::{Json, UuidId},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A batch under way, or one with failures that its owner hasn't seen.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnseenBulkImport)]
pub struct UnseenBatch {
    #[serde(rename = "_id")]
    pub(crate) id: Uuid,
    pub(crate) status: BatchStatus,
    /// The branch in which it was made.
    pub(crate) org_unit_id: i64,
    pub(crate) org_unit_name: String,
    /// Number of its files.
    pub(crate) files: i64,
    /// Number of its files that could not be imported.
    pub(crate) failed: i64,
}

/// Lists the batches of the user, in all branches, that are under way or have failures which the user hasn't seen.
#[utoipa::path(get, path = "/api/bulk-imports/unseen", tag = "bulk-imports", operation_id = "getUnseenBulkImports", responses((status = 200, body = Vec<UnseenBatch>), (status = 403)))]
pub async fn unseen(actor: Actor, State(app): State<App>) -> Result<Json<Vec<UnseenBatch>>> {
    let mut tx = begin(actor, &app).await?;
    Ok(Json(store::unseen(&mut tx).await?))
}

/// Notes that the owner of a batch has seen its result.
#[utoipa::path(put, path = "/api/bulk-imports/{id}/seen", tag = "bulk-imports", operation_id = "markBulkImportSeen", params(("id" = Uuid, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn mark_seen(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<StatusCode> {
    let mut tx = begin(actor, &app).await?;
    store::batch(&mut tx, id).await?.ok_or(Error::NotFound)?;
    store::mark_seen(&mut tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
