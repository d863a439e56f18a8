//! 'Continue' in the idle dialog, which extends the login (IDLE-06).

use crate::store::logins as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// Remaining lifetime of the login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionTouched)]
pub struct Out {
    /// Seconds until the login becomes idle or ends.
    expires_in_seconds: i64,
}

/// Records immediately that the user is active.
#[utoipa::path(post, path = "/api/session/touch", tag = "access", operation_id = "touchSession", responses((status = 200, body = Out)))]
pub async fn touch(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let (login, company) = (tx.actor().login, tx.company());
    let expires_in_seconds = store::touch(&mut tx, login, company).await?;
    tx.commit().await?;
    Ok(Json(Out { expires_in_seconds }))
}
