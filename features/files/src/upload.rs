//! Receives the bytes of a file at its signed URL.

use crate::{
    address::{Address, Problem},
    store,
};
use axum::{
    body::Body,
    extract::{Path, State},
};
use http::{HeaderMap, StatusCode, header};
use platform::{App, Error, Result, extract::Query};
use uuid::Uuid;

/// Stores the bytes of a file. Returns 403 for an invalid signature, 410 for an expired URL, 409 for a used one, and
/// 413 for too many bytes, announced or received.
#[utoipa::path(put, path = "/api/files/{id}", tag = "files", operation_id = "putFile", params(("id" = Uuid, Path), Address),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 204)))]
pub async fn upload(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(address): Query<Address>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode> {
    let id: Uuid = id.parse().map_err(|_| Error::NotFound)?;
    address.check(&app.keys, id).map_err(|problem| match problem {
        Problem::Forged => Error::Forbidden,
        Problem::Expired => Error::Gone {
            code: "LWFILE10410",
            message: "The upload took too long to begin. Please try again.".to_owned(),
        },
    })?;
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > address.max) {
        return Err(Error::TooLarge("The file is too large.".to_owned()));
    }
    let Some(ticket) = store::take_address(&app.pool, id, address.company).await? else {
        return Err(Error::Conflict {
            code: "LWFILE10409",
            message: "This upload was made already. Choose the file again.".to_owned(),
            details: None,
        });
    };
    let stored = match app.files.put(&app.keys, address.company, id, address.max, body.into_data_stream()).await {
        Ok(stored) => stored,
        Err(error) => {
            // Make the URL usable again, so that the browser can retry until it expires.
            store::give_back_address(&app.pool, id).await?;
            return Err(error);
        }
    };
    store::record(&app, address.company, id, ticket.user_id, &ticket.name, &stored).await?;
    Ok(StatusCode::NO_CONTENT)
}
