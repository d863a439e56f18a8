//! Imports an FNMA 3.2 file from the request's part `files` (FNMA-14).

use crate::{
    answer::{Out, Review},
    read::{Format, keep, read},
};
use axum::extract::{Multipart, State, multipart::MultipartRejection};
use futures::stream;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, extract::Json};
use utoipa::ToSchema;
use uuid::Uuid;

/// The form.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the form; the parts are read as they come")]
#[schema(as = FnmaImportIn)]
pub struct In {
    /// The file.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    files: String,
}

/// Imports a FNMA 3.2 file.
#[utoipa::path(post, path = "/api/imports/fnma", tag = "imports", operation_id = "importFnma",
    request_body(content = In, content_type = "multipart/form-data"), responses((status = 200, body = Out), (status = 413), (status = 422)))]
pub async fn fnma(
    actor: Actor,
    State(app): State<App>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Out>> {
    actor.may(Permission::LoanCreate)?;
    let mut form = form.map_err(|_| Error::UnsupportedType("Send the file as multipart/form-data.".to_owned()))?;
    let company = actor.company();
    let id = Uuid::now_v7();
    let broken = |_| Error::Malformed("The upload was cut off. Please try again.".to_owned());
    let part = loop {
        match form.next_field().await.map_err(broken)? {
            Some(part) if part.name() == Some("files") => break part,
            Some(_) => {}
            None => return Err(Error::field("files", "Choose a file")),
        }
    };
    let name: String = part.file_name().unwrap_or("loan.fnm").chars().filter(|c| !c.is_control()).take(255).collect();
    // Don't begin a transaction before the bytes are read. It would stay open as long as the sender takes.
    let chunks =
        stream::try_unfold(
            part,
            |mut part| async move { part.chunk().await.map(|chunk| chunk.map(|chunk| (chunk, part))) },
        );
    let stored = app.files.put(&app.keys, company, id, app.config.upload_max_bytes, chunks).await?;
    let mut tx = actor.clone().begin(&app, Permission::LoanCreate).await?;
    files::record_upload(&mut tx, id, &name, &stored, app.config.import_kept_days).await?;
    tx.commit().await?;
    let read = read(&app, company, id, Format::Fnma32).await?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    keep(&app, &mut tx, id, Format::Fnma32, &read).await?;
    let out = Out::of(&mut tx, id, read, Review::None).await?;
    tx.commit().await?;
    Ok(Json(out))
}
