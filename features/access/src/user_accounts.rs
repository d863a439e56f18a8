//! Lets administrators deactivate and reactivate accounts, and end logins.

use crate::{invitations::send, provider::check_host, store::logins};
use axum::extract::State;
use lending::access::Permission;
use people::users::{
    User,
    deactivation::{self, GivenTo},
};
use platform::{
    Actor, App, Error, Origin, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Deactivates an account and reassigns its open loans and leads in one transaction. The user's next request is
/// refused, and their API keys are revoked.
#[utoipa::path(post, path = "/api/users/{id}/deactivation", tag = "people", operation_id = "deactivateUser", params(("id" = i64, Path)), request_body = GivenTo, responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn deactivate(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<GivenTo>,
) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let (was, given) = deactivation::deactivate(&mut tx, id, &body).await?;
    let ended = logins::revoke_all(&mut tx, id, "deactivated by an administrator").await?;
    // A key isn't a login, so it would become valid again on reactivation.
    let keys = integrations::revoke_keys_of(&mut tx, id).await?;
    let audit = Audit {
        action: "user.deactivate",
        entity: "user",
        entity_id: &id.to_string(),
        before: Some(json!({ "state": was.state() })),
        after: Some(
            json!({ "state": "DEACTIVATED", "loginsEnded": ended, "keysRevoked": keys, "given": given, "to": body }),
        ),
    };
    tx.audit(audit).await?;
    tx.event("user.edited", id).await?;
    let out = people::users::now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Reactivates an account in its earlier state. Users who never signed in get a new invitation.
#[utoipa::path(delete, path = "/api/users/{id}/deactivation", tag = "people", operation_id = "reactivateUser", params(("id" = i64, Path)), responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn reactivate(actor: Actor, State(app): State<App>, origin: Origin, Id(id): Id) -> Result<Json<User>> {
    check_host(&app, &origin).await?;
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let state = deactivation::reactivate(&mut tx, id).await?;
    if state == "INVITED" {
        send(&mut tx, &origin, id).await?;
    }
    let audit = Audit {
        action: "user.reactivate",
        entity: "user",
        entity_id: &id.to_string(),
        before: Some(json!({ "state": "DEACTIVATED" })),
        after: Some(json!({ "state": state })),
    };
    tx.audit(audit).await?;
    tx.event("user.edited", id).await?;
    let out = people::users::now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Number of ended logins.
#[derive(Serialize, ToSchema)]
#[schema(as = EndedLogins)]
pub struct Ended {
    ended: u64,
}

/// Ends all logins of a user.
#[utoipa::path(delete, path = "/api/users/{id}/logins", tag = "people", operation_id = "endUserLogins", params(("id" = i64, Path)), responses((status = 200, body = Ended), (status = 403), (status = 404)))]
pub async fn end_logins(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Ended>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let found = people::users::managed(&mut tx, id).await?;
    // Users of another company sign in there.
    if !found.is_of(tx.company()) {
        return Err(Error::Forbidden);
    }
    let ended = logins::revoke_all(&mut tx, id, "ended by an administrator").await?;
    let audit = Audit {
        action: "login.end-all",
        entity: "user",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "logins": ended })),
    };
    tx.audit(audit).await?;
    tx.commit().await?;
    Ok(Json(Ended { ended }))
}
