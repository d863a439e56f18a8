//! The token endpoint: exchanges a code or a refresh token for new tokens.

use super::{check_host, grant, grant::Tokens};
use crate::{doors::Doors, store};
use axum::{
    Extension, Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use identity::{challenge_of, hash_token, random_token};
use platform::{App, Error, GlobalTx, Origin, Result, keys::mac, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The request of RFC 6749 sections 4.1.3 and 6, as a form.
#[derive(Deserialize, ToSchema)]
#[schema(as = TokenIn)]
pub struct In {
    grant_type: Option<String>,
    client_id: Option<String>,
    code: Option<String>,
    redirect_uri: Option<String>,
    code_verifier: Option<String>,
    refresh_token: Option<String>,
}

/// The error of RFC 6749 section 5.2, plus our usual `code` and `message`.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthError)]
pub struct Problem {
    error: &'static str,
    code: &'static str,
    message: &'static str,
}

/// Exchanges a code or a refresh token for tokens.
#[utoipa::path(post, path = "/oidc/token", tag = "openid", operation_id = "openidToken",
    request_body(content = In, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Tokens), (status = 400, body = Problem)))]
pub async fn token(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    form: Result<Form<In>, FormRejection>,
) -> Result<Response> {
    check_host(&app, &origin).await?;
    let Ok(Form(body)) = form else { return Ok(problem("invalid_request")) };
    if body.client_id.as_deref() != Some(app.config.auth_client_id.as_str()) {
        return Ok(problem("invalid_client"));
    }
    let tokens = match body.grant_type.as_deref() {
        Some("authorization_code") => by_code(&app, &doors, &origin, &body).await?,
        Some("refresh_token") => by_refresh_token(&app, &doors, &origin, &body).await?,
        _ => return Ok(problem("unsupported_grant_type")),
    };
    Ok(match tokens {
        Some(tokens) => ([(header::CACHE_CONTROL, "no-store")], axum::Json(tokens)).into_response(),
        None => problem("invalid_grant"),
    })
}

async fn by_code(app: &App, doors: &Doors, origin: &Origin, body: &In) -> Result<Option<Tokens>> {
    let Some(code) = &body.code else { return Ok(None) };
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let Some(taken) = store::take_code(&mut tx, &hash_token(code)).await? else { return Ok(None) };
    if taken.was_used {
        // A code was used twice. The first user may not have been its owner (RFC 6749 section 4.1.2).
        end_login(&mut tx, taken.login_id, "authorization code used twice").await?;
        tx.commit().await?;
        return Ok(None);
    }
    let challenge = body.code_verifier.as_deref().and_then(challenge_of);
    let is_good = !taken.is_expired
        && body.redirect_uri.as_deref() == Some(taken.redirect_uri.as_str())
        && body.client_id.as_deref() == Some(taken.client_id.as_str())
        && challenge.as_deref() == Some(taken.code_challenge.as_str());
    let subject = match is_good {
        true => store::subject(&mut tx, taken.login_id).await?,
        false => None,
    };
    let Some(subject) = subject else {
        tx.commit().await?;
        return Ok(None);
    };
    let refresh = match taken.scope.split(' ').any(|scope| scope == "offline_access") {
        true => Some(random_token().map_err(Error::internal)?),
        false => None,
    };
    if let Some(refresh) = &refresh {
        store::keep_refresh(&mut tx, &hash_token(refresh), taken.login_id, &taken.client_id, &taken.scope).await?;
    }
    let tokens = grant::tokens(app, doors, origin, &subject, &taken.scope, taken.nonce.as_deref(), refresh)?;
    tx.commit().await?;
    Ok(Some(tokens))
}

async fn by_refresh_token(app: &App, doors: &Doors, origin: &Origin, body: &In) -> Result<Option<Tokens>> {
    let Some(refresh) = &body.refresh_token else { return Ok(None) };
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let Some(taken) = store::take_refresh(&mut tx, &hash_token(refresh)).await? else { return Ok(None) };
    if taken.was_replayed {
        end_login(&mut tx, taken.login_id, "refresh token used twice").await?;
        tx.commit().await?;
        return Ok(None);
    }
    if body.client_id.as_deref() != Some(taken.client_id.as_str()) {
        return Ok(None);
    }
    let Some(subject) = store::subject(&mut tx, taken.login_id).await? else { return Ok(None) };
    let successor = successor_of(app, refresh);
    store::keep_refresh(&mut tx, &hash_token(&successor), taken.login_id, &taken.client_id, &taken.scope).await?;
    let tokens = grant::tokens(app, doors, origin, &subject, &taken.scope, None, Some(successor))?;
    tx.commit().await?;
    Ok(Some(tokens))
}

/// Ends a login whose code or token was used twice, and audits it.
async fn end_login(tx: &mut GlobalTx, login: Uuid, reason: &str) -> Result<()> {
    let Some(user) = store::revoke_login(tx, login, reason).await? else { return Ok(()) };
    let company = people::home_company(tx, user).await?;
    let (entity_id, after) = (login.to_string(), Some(json!({ "reason": reason })));
    let audit = Audit { action: "login.end", entity: "login", entity_id: &entity_id, before: None, after };
    tx.audit_as(company, user, audit).await
}

/// Derives the next refresh token. It is deterministic, so that a client that repeats a token within the grace period
/// gets the same successor without storing tokens.
fn successor_of(app: &App, refresh: &str) -> Zeroizing<String> {
    use std::fmt::Write;
    let key = app.keys.derived("refresh token successor");
    let mut text = Zeroizing::new(String::with_capacity(64));
    for byte in mac(&key, &[refresh.as_bytes()]) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn problem(error: &'static str) -> Response {
    let message = match error {
        "invalid_client" => "This client is not known here.",
        "invalid_request" => "Send the parameters as a form.",
        "unsupported_grant_type" => "Only authorization_code and refresh_token are offered.",
        _ => "The code or refresh token is not good, or not any more.",
    };
    let body = axum::Json(Problem { error, code: "LWAUTH10012", message });
    (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], body).into_response()
}
