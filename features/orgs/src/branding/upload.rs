//! Uploads a logo. It becomes visible when the branding refers to it.

use crate::{
    branding::{
        edit::{company_of_provider, own_company},
        picture::{self, UPLOAD_BYTES_MAX},
        serve::address_of,
    },
    store::images,
};
use axum::{
    extract::{State, rejection::BytesRejection},
    response::IntoResponse,
};
use bytes::Bytes;
use http::StatusCode;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
    limits,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Uploads per user and hour.
const UPLOADS_MAX: i32 = 60;

/// The uploaded logo.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BrandImage)]
pub struct Out {
    /// URL for use in the branding.
    address: String,
    media_type: &'static str,
    width_px: u32,
    height_px: u32,
    size_bytes: usize,
}

/// Uploads a logo for a company: a PNG, JPEG or SVG file of at most 1 MB as the body.
#[utoipa::path(post, path = "/api/org-admin/org-units/{id}/logos", tag = "orgs", operation_id = "uploadLogo", params(("id" = i64, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 201, body = Out)))]
pub async fn upload(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.clone().begin(&app, Permission::OrgAdmin).await?;
    company_of_provider(&mut tx, id).await?;
    tx.commit().await?;
    keep(&app, actor, Permission::OrgAdmin, id, body).await
}

/// Uploads a logo for the user's company.
#[utoipa::path(post, path = "/api/org-units/{id}/logos", tag = "orgs", operation_id = "uploadOwnLogo", params(("id" = i64, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 201, body = Out)))]
pub async fn upload_of_company(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Out>)> {
    let tx = actor.clone().begin(&app, Permission::SettingsManage).await?;
    own_company(&tx, id)?;
    tx.commit().await?;
    keep(&app, actor, Permission::SettingsManage, id, body).await
}

/// Decodes the picture outside of any transaction, then stores it.
async fn keep(
    app: &App,
    actor: Actor,
    permission: Permission,
    company: i64,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Out>)> {
    let bytes = body.map_err(refused)?;
    if bytes.len() > UPLOAD_BYTES_MAX {
        return Err(too_large());
    }
    limits::take(&app.pool, "brand-image", &actor.user.to_string(), UPLOADS_MAX, 60).await?;
    let picture = picture::read(bytes).await?;
    let hash: [u8; 32] = Sha256::digest(&picture.bytes).into();
    let mut tx: Tx = actor.begin(app, permission).await?;
    images::keep(&mut tx, company, &hash, &picture).await?;
    tx.commit().await?;
    let out = Out {
        address: address_of(&hash),
        media_type: picture.media_type,
        width_px: picture.width_px,
        height_px: picture.height_px,
        size_bytes: picture.bytes.len(),
    };
    Ok((StatusCode::CREATED, Json(out)))
}

fn refused(rejection: BytesRejection) -> Error {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => Error::Malformed("The upload was cut off. Please try again.".to_owned()),
    }
}

fn too_large() -> Error {
    Error::TooLarge("A logo has at most 1 MB.".to_owned())
}
