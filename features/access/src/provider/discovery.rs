//! The provider's metadata and public keys.

use super::{check_host, grant::SCOPES};
use crate::doors::Doors;
use axum::{Extension, extract::State};
use identity::Discovery;
use platform::{App, Origin, Result, extract::Json};
use std::sync::Arc;

/// The discovery document (OpenID Connect Discovery 1.0).
#[utoipa::path(get, path = "/oidc/.well-known/openid-configuration", tag = "openid", operation_id = "openidConfiguration", responses((status = 200, body = Discovery)))]
pub async fn discovery(State(app): State<App>, origin: Origin) -> Result<Json<Discovery>> {
    check_host(&app, &origin).await?;
    Ok(Json(Discovery::new(&origin.issuer(), SCOPES)))
}

/// The published keys (RFC 7517).
#[utoipa::path(get, path = "/oidc/jwks.json", tag = "openid", operation_id = "openidKeys", responses((status = 200, body = serde_json::Value)))]
pub async fn jwks(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
) -> Result<Json<serde_json::Value>> {
    check_host(&app, &origin).await?;
    Ok(Json(doors.published(&app).await?))
}
