//! Imports an uploaded MISMO 3.4 file.

use crate::{
    answer::{Out, Review},
    read::{Format, keep, read},
};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, extract::Json};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The uploaded file (MISMO-31).
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MismoImportIn)]
pub struct In {
    file_name: String,
    /// `imports/{fileId}/{fileName}`
    file_path: String,
}

/// Imports a file for an active loan.
#[utoipa::path(post, path = "/api/imports/mismo", tag = "imports", operation_id = "importMismo", request_body = In, responses((status = 200, body = Out), (status = 422)))]
pub async fn active(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    import(actor, app, &body, Review::Trid).await
}

/// Imports a file for a closed loan.
#[utoipa::path(post, path = "/api/imports/closed-loan", tag = "imports", operation_id = "importClosedLoan", request_body = In, responses((status = 200, body = Out), (status = 422)))]
pub async fn closed(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    import(actor, app, &body, Review::None).await
}

async fn import(actor: Actor, app: App, body: &In, review: Review) -> Result<Json<Out>> {
    let id = file_id(&body.file_name, &body.file_path)?;
    let mut tx = actor.clone().begin(&app, Permission::LoanCreate).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    // Only the user who uploaded a file can import it.
    files::file(&mut tx, id).await?.filter(|file| file.uploaded_by == user).ok_or(Error::NotFound)?;
    drop(tx);
    let read = read(&app, company, id, Format::Mismo34).await?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    keep(&app, &mut tx, id, Format::Mismo34, &read).await?;
    let out = Out::of(&mut tx, id, read, review).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Parses the path of an uploaded file.
///
/// # Errors
///
/// The path is invalid or has another file name.
pub fn file_id(name: &str, path: &str) -> Result<Uuid> {
    let wrong = || Error::field("filePath", "must be imports/{fileId}/{fileName}");
    let rest = path.strip_prefix("imports/").ok_or_else(wrong)?;
    let (id, named) = rest.split_once('/').ok_or_else(wrong)?;
    if named != name {
        return Err(wrong());
    }
    id.parse().map_err(|_| wrong())
}
