//! Sets a password with the link from an email.

use crate::{
    letters::{self, Notice},
    links::Purpose,
    password, password_rules,
    store::{self, attempts, logins, tokens, tokens::Token},
    throttle::account_hash,
};
use axum::extract::State;
use platform::{App, Error, GlobalTx, Result, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// The token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SetPasswordLinkIn)]
pub struct LinkIn {
    token: String,
}

/// Whether the link is valid.
#[derive(Serialize, ToSchema)]
#[schema(as = SetPasswordLink)]
pub struct LinkOut {
    success: bool,
    /// USER_ALREADY_ACTIVE, TOKEN_NOT_FOUND, TOKEN_EXPIRED or INVALID_TOKEN.
    message: Option<&'static str>,
    /// The user's address, if the link is valid.
    email: Option<String>,
}

/// Why a link is invalid. `None` if it is valid.
fn problem(token: Option<&Token>) -> Option<&'static str> {
    let Some(token) = token else { return Some("TOKEN_NOT_FOUND") };
    let is_invite = token.purpose == Purpose::Invite.code();
    match token.user_state.as_str() {
        "ACTIVE" if is_invite => Some("USER_ALREADY_ACTIVE"),
        "INVITED" | "ACTIVE" if !is_invite && token.purpose != Purpose::Reset.code() => Some("INVALID_TOKEN"),
        "INVITED" | "ACTIVE" if token.is_used => Some("INVALID_TOKEN"),
        "INVITED" | "ACTIVE" if token.is_expired => Some("TOKEN_EXPIRED"),
        "INVITED" | "ACTIVE" => None,
        _ => Some("INVALID_TOKEN"),
    }
}

/// Checks whether a link is valid, and returns the user's address.
#[utoipa::path(post, path = "/api/auth/set-password/validate", tag = "access", operation_id = "validateSetPasswordLink", request_body = LinkIn, responses((status = 200, body = LinkOut)))]
pub async fn validate(State(app): State<App>, Json(body): Json<LinkIn>) -> Result<Json<LinkOut>> {
    let mut connection = app.pool.acquire().await?;
    let token = tokens::find(&mut connection, &identity::hash_token(&body.token)).await?;
    let message = problem(token.as_ref());
    let email = match &token {
        Some(token) if message.is_none() => people::person_by_id(&mut connection, token.user_id).await?,
        _ => None,
    };
    Ok(Json(LinkOut { success: message.is_none(), message, email: email.map(|person| person.email) }))
}

/// The token of a link, and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ActivateIn)]
pub struct In {
    token: String,
    #[schema(value_type = String)]
    password: Zeroizing<String>,
}

/// Result of setting the password.
#[derive(Serialize, ToSchema)]
#[schema(as = Activated)]
pub struct Out {
    success: bool,
}

/// Sets the password through a link and accepts the terms. Ends all logins and lifts all blocks.
#[utoipa::path(post, path = "/api/auth/activate", tag = "access", operation_id = "activateUser", request_body = In, responses((status = 200, body = Out)))]
pub async fn activate(State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let token_hash = identity::hash_token(&body.token);
    let person = {
        let mut connection = app.pool.acquire().await?;
        let token = tokens::find(&mut connection, &token_hash).await?;
        match token.filter(|token| problem(Some(token)).is_none()) {
            Some(token) => people::person_by_id(&mut connection, token.user_id).await?,
            None => None,
        }
    };
    let person = person.ok_or_else(expired)?;
    if let Some(problem) = password_rules::problem(&app, &person, &body.password).await? {
        return Err(Error::field("password", problem));
    }
    let hash = password::new_hash(body.password).await?;

    let mut tx = GlobalTx::begin(&app.pool).await?;
    if !tokens::take(&mut tx, &token_hash).await? {
        return Err(expired());
    }
    tx.enter(person.home_company).await?;
    let is_first = people::activate(&mut tx, person.id).await?;
    store::set_password(&mut tx, person.id, &hash).await?;
    let ended = logins::revoke_all(&mut tx, person.id, "password set").await?;
    attempts::lift(&mut tx, &account_hash(&app, &person.email)).await?;
    let (entity_id, after) = (person.id.to_string(), Some(json!({ "loginsEnded": ended, "termsAccepted": true })));
    let audit = Audit { action: "password.set", entity: "user", entity_id: &entity_id, before: None, after };
    tx.audit_as(person.home_company, person.id, audit).await?;
    if !is_first {
        letters::notify(&mut tx, &person, Notice::PasswordChanged).await?;
    }
    tx.commit().await?;
    Ok(Json(Out { success: true }))
}

fn expired() -> Error {
    Error::Gone {
        code: "LWAUTH10015",
        message: "This link has expired or was used already. Please request a new one.".to_owned(),
    }
}
