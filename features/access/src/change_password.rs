//! Changes the password of a signed-in user who knows the current one.

use crate::{
    credentials,
    device::Device,
    letters::{self, Notice},
    password::{self, Checked},
    password_rules,
    store::{self, attempts, logins},
    throttle::{self, Begun, Kind, account_hash},
};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use lending::access::Permission;
use platform::{Actor, App, Error, Network, Origin, Result, extract::Json, record::Audit};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// Current and new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ChangePasswordIn)]
pub struct In {
    #[schema(value_type = String)]
    current_password: Zeroizing<String>,
    #[schema(value_type = String)]
    new_password: Zeroizing<String>,
}

/// Changes the user's password and ends their other logins, in case someone else knew the old password.
#[utoipa::path(post, path = "/api/auth/password", tag = "access", operation_id = "changePassword", request_body = In, responses((status = 204)))]
pub async fn change_password(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    network: Network,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<StatusCode> {
    actor.refuse_for_another()?;
    // Check that the login is active before trying the password.
    let mut tx = actor.clone().begin(&app, Permission::Session).await?;
    let person = people::person_by_id(&mut tx, actor.user).await?.ok_or(Error::Forbidden)?;
    let kept = store::credential(&mut tx, person.id).await?.password_hash;
    let device = Device::of(&headers, &origin);
    let device = device.known_to(&mut tx, person.id).await?;
    tx.commit().await?;

    if body.current_password.len() > credentials::TEXT_MAX {
        return Err(not_right());
    }
    let attempt = match throttle::begin(&app, Kind::Password, &person.email, network, device).await? {
        Begun::Go(attempt) => attempt,
        Begun::Blocked => return Err(Error::TooMany { retry_after_seconds: 15 * 60 }),
    };
    if let Checked::Wrong = password::check(body.current_password.clone(), kept).await? {
        let recorded = ("password.change-fail", "sign-in.block");
        credentials::fail(&app, attempt, Some(&person), network, recorded).await?;
        return Err(not_right());
    }
    attempt.succeeded(&app).await?;
    if *body.new_password == *body.current_password {
        return Err(Error::field("newPassword", "The new password must differ from the current one."));
    }
    if let Some(problem) = password_rules::problem(&app, &person, &body.new_password).await? {
        return Err(Error::field("newPassword", problem));
    }
    let hash = password::new_hash(body.new_password).await?;
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let login = tx.actor().login;
    store::set_password(&mut tx, person.id, &hash).await?;
    let ended = logins::revoke_others(&mut tx, person.id, login, "password changed").await?;
    attempts::lift(&mut tx, &account_hash(&app, &person.email)).await?;
    let (entity_id, after) = (person.id.to_string(), Some(json!({ "loginsEnded": ended })));
    tx.audit(Audit { action: "password.change", entity: "user", entity_id: &entity_id, before: None, after }).await?;
    letters::notify(&mut tx, &person, Notice::PasswordChanged).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn not_right() -> Error {
    Error::field("currentPassword", "Your current password is not right.")
}
