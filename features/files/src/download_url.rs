//! Creates links that download a file for some minutes.

use crate::{
    store,
    ticket::{Purpose, Ticket},
};
use axum::extract::{Path, State};
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Origin, Result, db::Timestamp, extract::Json, record::Audit};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A download link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DownloadUrl)]
pub struct Out {
    /// URL of a page that needs no sign-in.
    download_url: String,
}

/// Creates a download link. Only for the user who uploaded the file.
#[utoipa::path(post, path = "/api/files/{id}/download-url", tag = "files", operation_id = "createDownloadUrl", params(("id" = Uuid, Path)), responses((status = 201, body = Out)))]
pub async fn download_url(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Out>)> {
    let id: Uuid = id.parse().map_err(|_| Error::NotFound)?;
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    // A loan file contains data that is sealed elsewhere.
    tx.actor().refuse_for_another()?;
    let (company, user) = (tx.company(), tx.actor().user);
    store::file(&mut tx, id).await?.filter(|file| file.uploaded_by == user).ok_or(Error::NotFound)?;
    let entity_id = id.to_string();
    tx.audit(Audit { action: "file.link", entity: "file", entity_id: &entity_id, before: None, after: None }).await?;
    tx.commit().await?;
    let expires = Timestamp::now().as_second() + i64::from(app.config.signed_address_minutes) * 60;
    let token = Ticket { company, user, file: id, expires }.to_token(&app.keys, Purpose::Download);
    Ok((StatusCode::CREATED, Json(Out { download_url: format!("{}/download?token={token}", origin.base()) })))
}
