//! Invitations to a company: sending, resending and revoking.

use crate::{invite::invite, links::Purpose, provider::check_host, store::tokens};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use people::users::{Invitation, User, invitation};
use platform::{
    Actor, App, Error, Origin, Result, Tx,
    extract::{Id, Json},
    limits,
    record::Audit,
};

/// Invitations per company within [`WINDOW_MINUTES`], to prevent mail floods in its name.
const INVITATIONS_MAX: i32 = 200;
const WINDOW_MINUTES: i32 = 60;

/// Invites a user to the headquarters or a branch. Sends an email with a link for setting a password.
#[utoipa::path(post, path = "/api/org-units/{id}/users", tag = "people", operation_id = "inviteUser", params(("id" = i64, Path)), request_body = Invitation, responses((status = 201, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Id(unit): Id,
    Json(body): Json<Invitation>,
) -> Result<(StatusCode, Json<User>)> {
    // The link leads to the requested host, so it must be one of ours.
    check_host(&app, &origin).await?;
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    people::users::unit_within_reach(&mut tx, unit).await?;
    limit(&app, &tx).await?;
    let id = invitation::make(&mut tx, unit, &body, app.config.auth_issuer.is_none()).await?;
    send(&mut tx, &origin, id).await?;
    let out = people::users::now(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Resends an open invitation. The link in the previous email expires.
#[utoipa::path(post, path = "/api/users/{id}/invitation", tag = "people", operation_id = "resendInvitation", params(("id" = i64, Path)), responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn resend(actor: Actor, State(app): State<App>, origin: Origin, Id(id): Id) -> Result<Json<User>> {
    check_host(&app, &origin).await?;
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    invitation::waiting(&mut tx, id).await?;
    limit(&app, &tx).await?;
    send(&mut tx, &origin, id).await?;
    audit(&mut tx, "user.invite-again", id).await?;
    let out = people::users::now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Revokes an invitation. Its link expires and the account is deactivated.
#[utoipa::path(delete, path = "/api/users/{id}/invitation", tag = "people", operation_id = "revokeInvitation", params(("id" = i64, Path)), responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn revoke(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    invitation::waiting(&mut tx, id).await?;
    invitation::revoke(&mut tx, id).await?;
    tokens::end(&mut tx, id, Purpose::Invite).await?;
    audit(&mut tx, "user.revoke-invitation", id).await?;
    let out = people::users::now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn limit(app: &App, tx: &Tx) -> Result<()> {
    limits::take(&app.pool, "invite", &tx.company().to_string(), INVITATIONS_MAX, WINDOW_MINUTES).await
}

/// Queues the invitation email.
pub(crate) async fn send(tx: &mut Tx, origin: &Origin, id: i64) -> Result<()> {
    let person = people::person_by_id(tx, id).await?.ok_or(Error::NotFound)?;
    invite(tx, origin, &person).await
}

async fn audit(tx: &mut Tx, action: &'static str, id: i64) -> Result<()> {
    let entity_id = id.to_string();
    tx.audit(Audit { action, entity: "user", entity_id: &entity_id, before: None, after: None }).await?;
    tx.event("user.edited", id).await
}
