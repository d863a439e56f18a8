//! Changes a user's own profile.

use crate::{
    me::{User, active_user},
    store,
    users::edit::In,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::Json,
    record::Audit,
    version::{IfMatch, changes, stale},
};

/// Changes the user's own profile.
#[utoipa::path(patch, path = "/api/users/me", tag = "people", operation_id = "changeMe", params(("If-Match" = String, Header)), request_body = In, responses((status = 200, body = User), (status = 409)))]
pub async fn change(
    actor: Actor,
    State(app): State<App>,
    IfMatch(seen): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let id = tx.actor().user;
    let entity_id = id.to_string();
    let (version, before) = store::own_profile(&mut tx).await?;
    let after = body.laid_over(&before)?;
    let change = changes(&before, &after)?;
    if version == seen && change.is_none() {
        return Ok(Json(active_user(&mut tx).await?));
    }
    let is_first = version == seen && store::users::update(&mut tx, id, seen, &after).await?;
    if !is_first {
        let now = active_user(&mut tx).await?;
        return Err(stale(&mut tx, "user", &entity_id, &now).await?);
    }
    let (before, after) = change.unzip();
    tx.audit(Audit { action: "user.edit", entity: "user", entity_id: &entity_id, before, after }).await?;
    tx.event("user.edited", id).await?;
    let out = active_user(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(out))
}
