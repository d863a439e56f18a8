//! The authorization endpoint: stores the client's request and shows the sign-in page.

use super::check_host;
use crate::store::{self, AuthorizationRequest};
use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use platform::{App, Error, Origin, Result, extract::Query};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// The request of OpenID Connect Core 3.1.2.1, with the proof key of RFC 7636.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    client_id: Option<String>,
    redirect_uri: Option<String>,
    response_type: Option<String>,
    response_mode: Option<String>,
    scope: Option<String>,
    state: Option<String>,
    nonce: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    prompt: Option<String>,
}

/// Maximum length of a stored text.
const TEXT_MAX: usize = 2_000;

/// Begins signing in: redirects to the sign-in page, or back to the client with an error.
#[utoipa::path(get, path = "/oidc/authorize", tag = "openid", operation_id = "openidAuthorize", params(In), responses((status = 303)))]
pub async fn authorize(State(app): State<App>, origin: Origin, Query(query): Query<In>) -> Result<Response> {
    check_host(&app, &origin).await?;
    // Don't redirect before client and return URL are known to be ours.
    if query.client_id.as_deref() != Some(app.config.auth_client_id.as_str()) {
        return Err(Error::Malformed("This client is not known here.".to_owned()));
    }
    let redirect_uri = format!("{}/callback", origin.base());
    if query.redirect_uri.as_deref() != Some(redirect_uri.as_str()) {
        return Err(Error::Malformed("This return address is not registered.".to_owned()));
    }
    let state = query.state.clone().unwrap_or_default();
    match read(query, redirect_uri.clone()) {
        Ok(request) => {
            let id = Uuid::new_v4();
            store::keep_request(&app.pool, id, &request).await?;
            Ok(Redirect::to(&format!("/login?request={id}")).into_response())
        }
        Err(code) => {
            let mut back = url::Url::parse(&redirect_uri).map_err(Error::internal)?;
            back.query_pairs_mut()
                .append_pair("error", code)
                .append_pair("state", &state)
                .append_pair("iss", &origin.issuer());
            Ok(Redirect::to(back.as_str()).into_response())
        }
    }
}

/// Validates the request, or returns its error code (RFC 6749 section 4.1.2.1, OpenID Connect Core 3.1.2.6).
fn read(query: In, redirect_uri: String) -> Result<AuthorizationRequest, &'static str> {
    let texts = [&query.scope, &query.state, &query.nonce];
    if texts.into_iter().flatten().any(|text| text.len() > TEXT_MAX) {
        return Err("invalid_request");
    }
    if query.response_type.as_deref() != Some("code") {
        return Err("unsupported_response_type");
    }
    if !matches!(query.response_mode.as_deref(), None | Some("query")) {
        return Err("invalid_request");
    }
    let scope = query.scope.unwrap_or_default();
    if !scope.split(' ').any(|scope| scope == "openid") {
        return Err("invalid_scope");
    }
    let code_challenge = query.code_challenge.filter(|challenge| identity::is_challenge(challenge));
    let (Some(code_challenge), Some("S256")) = (code_challenge, query.code_challenge_method.as_deref()) else {
        return Err("invalid_request");
    };
    // The browser keeps no sign-in, so silent sign-in is impossible.
    if query.prompt.as_deref() == Some("none") {
        return Err("login_required");
    }
    Ok(AuthorizationRequest {
        client_id: query.client_id.unwrap_or_default(),
        redirect_uri,
        scope,
        state: query.state.unwrap_or_default(),
        nonce: query.nonce,
        code_challenge,
    })
}
