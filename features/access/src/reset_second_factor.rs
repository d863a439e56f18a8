//! Resets a second factor with the link from an email.

use crate::{
    letters::{self, Notice},
    links::Purpose,
    store::{attempts, logins, second_factor as factors, tokens},
    throttle::account_hash,
};
use axum::extract::State;
use platform::{App, GlobalTx, Result, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmMfaResetIn)]
pub struct In {
    token: String,
}

/// Result of the reset.
#[derive(Serialize, ToSchema)]
#[schema(as = MfaResetConfirmed)]
pub struct Out {
    success: bool,
    /// TOKEN_NOT_FOUND, TOKEN_EXPIRED, INVALID_TOKEN, USER_NOT_FOUND, MFA_ALREADY_RESET, or a sentence.
    message: Option<&'static str>,
}

/// Message if the company must approve the reset (decision D30). The page adds the period.
const AWAITS_APPROVAL: &str = "Your company's administrator has to approve this first, and has been asked";

/// Removes authenticator and recovery codes, and ends all logins. The company may have to approve it first.
#[utoipa::path(post, path = "/api/auth/mfa/reset/confirm", tag = "access", operation_id = "confirmMfaReset", request_body = In, responses((status = 200, body = Out)))]
pub async fn confirm(State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let message = reset(&app, &identity::hash_token(&body.token)).await?;
    Ok(Json(Out { success: message.is_none(), message }))
}

async fn reset(app: &App, token_hash: &[u8]) -> Result<Option<&'static str>> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let Some(token) = tokens::find(&mut tx, token_hash).await? else { return Ok(Some("TOKEN_NOT_FOUND")) };
    if token.purpose != Purpose::SecondFactorReset.code() {
        return Ok(Some("INVALID_TOKEN"));
    }
    let person = people::person_by_id(&mut tx, token.user_id).await?.filter(|person| person.is_active);
    let Some(person) = person else { return Ok(Some("USER_NOT_FOUND")) };
    if token.is_used {
        return Ok(Some("MFA_ALREADY_RESET"));
    }
    if token.is_expired {
        return Ok(Some("TOKEN_EXPIRED"));
    }
    if !tokens::take(&mut tx, token_hash).await? {
        return Ok(Some("MFA_ALREADY_RESET"));
    }
    tx.enter(person.home_company).await?;
    let entity_id = person.id.to_string();
    let mut audit =
        Audit { action: "second-factor.reset", entity: "user", entity_id: &entity_id, before: None, after: None };
    if tokens::needs_approval(&mut tx, person.id).await? {
        tokens::ask_for_approval(&mut tx, person.home_company, person.id).await?;
        audit.action = "second-factor.reset-approval-request";
        tx.audit_as(person.home_company, person.id, audit).await?;
        tx.commit().await?;
        return Ok(Some(AWAITS_APPROVAL));
    }
    if !factors::remove(&mut tx, person.id).await? {
        tx.commit().await?;
        return Ok(Some("MFA_ALREADY_RESET"));
    }
    let ended = logins::revoke_all(&mut tx, person.id, "second factor reset").await?;
    attempts::lift_codes(&mut tx, &account_hash(app, &person.email)).await?;
    audit.after = Some(json!({ "loginsEnded": ended }));
    tx.audit_as(person.home_company, person.id, audit).await?;
    letters::notify(&mut tx, &person, Notice::SecondFactorReset).await?;
    tx.commit().await?;
    Ok(None)
}
