//! Creates URLs for uploads.

use crate::{address, store};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Fields, Origin, Result, db::Timestamp, extract::Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// The file to upload.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UploadUrlIn)]
pub struct In {
    file_name: String,
    /// Size in bytes, if known. A file that is too large is refused before the upload.
    size: Option<u64>,
}

/// The upload URL (MISMO-29).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UploadUrl)]
pub struct Out {
    file_id: Uuid,
    /// PUT the bytes there, once, without a token.
    file_upload_signed_url: String,
}

const NAME_MAX: usize = 255;

fn too_many(max: u32) -> Error {
    Error::Refused {
        status: StatusCode::TOO_MANY_REQUESTS,
        code: "LWFILE10429",
        message: format!("You have {max} uploads that have not ended. Wait until some have, then try again."),
    }
}

/// Creates a signed URL for one upload.
#[utoipa::path(post, path = "/api/files/upload-url", tag = "files", operation_id = "createUploadUrl", request_body = In, responses((status = 201, body = Out), (status = 413), (status = 422), (status = 429)))]
pub async fn upload_url(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Out>)> {
    let mut fields = Fields::default();
    let name = fields.required("fileName", &body.file_name, "The file has no name").unwrap_or_default();
    if name.chars().count() > NAME_MAX || name.chars().any(|c| c.is_control() || c == '/' || c == '\\') {
        fields.add("fileName", "The file's name can't be taken: rename the file");
    }
    fields.check()?;
    let max = app.config.upload_max_bytes;
    if body.size.is_some_and(|size| size > max) {
        return Err(Error::TooLarge("The file is too large.".to_owned()));
    }
    let tx = actor.begin(&app, Permission::LoanCreate).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let id = Uuid::now_v7();
    let expires = Timestamp::now().as_second() + i64::from(app.config.signed_address_minutes) * 60;
    let mut tx = tx;
    if store::addresses(&mut tx).await? >= i64::from(app.config.upload_addresses_max) {
        return Err(too_many(app.config.upload_addresses_max));
    }
    store::keep_address(&mut tx, id, company, user, &name, max, expires).await?;
    tx.commit().await?;
    let file_upload_signed_url = address::signed(&app, &origin, id, company, expires, max);
    Ok((StatusCode::CREATED, Json(Out { file_id: id, file_upload_signed_url })))
}
