//! Ends the user's own login.

use crate::{doors::Doors, external, return_address, store};
use axum::{Extension, extract::State};
use http::HeaderMap;
use lending::access::Permission;
use platform::{Actor, App, Error, Origin, Result, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Target after signing out.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LogOutIn)]
pub struct In {
    /// The session-ended page of the staff application, which is the default, or of a borrower portal.
    return_url: Option<String>,
}

/// Where the browser should go: with an external provider, its sign-out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoggedOut)]
pub struct Out {
    logout_url: String,
}

/// Ends the login with all its tabs and refresh tokens.
#[utoipa::path(post, path = "/api/auth/logout", tag = "access", operation_id = "logOut", request_body = In, responses((status = 200, body = Out)))]
pub async fn log_out(
    actor: Actor,
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let session_ended = return_address::after_sign_out(&origin);
    let return_url = body.return_url.unwrap_or_else(|| session_ended.clone());
    if !return_address::is_after_sign_out(&origin, &return_url) {
        return Err(Error::field("returnUrl", format!("must be {session_ended}")));
    }
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let login = tx.actor().login;
    store::revoke_login(&mut tx, login, "logged out").await?;
    let entity_id = login.to_string();
    tx.audit(Audit { action: "login.end", entity: "login", entity_id: &entity_id, before: None, after: None }).await?;
    tx.commit().await?;
    let logout_url = match external::logout_url(&app, &doors, &headers, &return_url).await {
        Some(elsewhere) => elsewhere.into(),
        None => return_url,
    };
    Ok(Json(Out { logout_url }))
}
