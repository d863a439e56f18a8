//! Downloads the failed files of a batch for correction.

use crate::{begin, store};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use platform::{Actor, App, Error, Result, extract::UuidId, record::Audit};
use serde_json::json;

/// Maximum total size.
const BYTES_MAX: usize = 128 * 1024 * 1024;

/// Returns the failed files of a batch as an archive.
#[utoipa::path(get, path = "/api/bulk-imports/{id}/failed", tag = "bulk-imports", operation_id = "getFailedBulkImportFiles", params(("id" = Uuid, Path)), responses((status = 200, content_type = "application/zip", body = Vec<u8>), (status = 403), (status = 404), (status = 413)))]
pub async fn get(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<Response> {
    let mut tx = begin(actor, &app).await?;
    // A loan file contains data that is sealed elsewhere.
    tx.actor().refuse_for_another()?;
    let company = tx.company();
    store::batch(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let failed = store::failed_files(&mut tx, id).await?;
    if failed.is_empty() {
        return Err(Error::NotFound);
    }
    let after = Some(json!({ "files": failed.len() }));
    tx.audit(Audit {
        action: "bulk-import.download",
        entity: "bulk-import",
        entity_id: &id.to_string(),
        before: None,
        after,
    })
    .await?;
    tx.commit().await?;
    let mut files = Vec::with_capacity(failed.len());
    let mut bytes_left = BYTES_MAX;
    for (file, name) in failed {
        let bytes = match app.files.get(&app.keys, company, file).await {
            Ok(bytes) => bytes,
            Err(Error::NotFound) => continue,
            Err(error) => return Err(error),
        };
        bytes_left = bytes_left
            .checked_sub(bytes.len())
            .ok_or_else(|| Error::TooLarge("These files are too much for one archive.".to_owned()))?;
        files.push((name, bytes));
    }
    let archive = tokio::task::spawn_blocking(move || archives::pack(&files)).await.map_err(Error::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"failed-loan-files.zip\""),
    ];
    Ok((headers, archive.map_err(Error::internal)?).into_response())
}
