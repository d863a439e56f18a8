//! Downloads a file through its link (AUTH-14). The link is the permission until it expires.

use crate::{
    store,
    ticket::{Purpose, Ticket},
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use platform::{App, Error, GlobalTx, Result, db::Timestamp, download::attachment, extract::Query};
use serde::Deserialize;
use utoipa::IntoParams;

/// The download link.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Token of the link.
    #[serde(default)]
    token: String,
}

/// Returns a file as an attachment, which browsers save and never display.
#[utoipa::path(get, path = "/api/files/download", tag = "files", operation_id = "downloadFile", params(In),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 410, body = platform::error::ErrorBody)))]
pub async fn download(State(app): State<App>, Query(query): Query<In>) -> Result<Response> {
    let ticket =
        Ticket::of_token(&app.keys, &query.token, Timestamp::now().as_second(), Purpose::Download).ok_or_else(gone)?;
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(ticket.company).await?;
    let name = store::name(&mut tx, ticket.company, ticket.file).await?.ok_or_else(gone)?;
    let bytes = app.files.get(&app.keys, ticket.company, ticket.file).await?;
    tx.audit_for(ticket.company, ticket.user, "file.download", "file", &ticket.file.to_string()).await?;
    tx.commit().await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_DISPOSITION, attachment(&name)?),
    ];
    Ok((headers, bytes.to_vec()).into_response())
}

fn gone() -> Error {
    Error::Gone { code: "LWFILE10411", message: "This download link is invalid or has expired.".to_owned() }
}
