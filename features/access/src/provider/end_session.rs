//! Sign-out at the provider (OpenID Connect RP-Initiated Logout 1.0).

use super::check_host;
use crate::{doors::Doors, return_address, store};
use axum::{Extension, extract::State, response::Redirect};
use platform::{App, Error, GlobalTx, Origin, Result, extract::Query};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The request.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// An ID token of the login to end. It may have expired.
    id_token_hint: Option<String>,
    /// Where to go afterwards.
    post_logout_redirect_uri: Option<String>,
    /// Returned with the redirect.
    state: Option<String>,
}

/// Ends the login of an ID token and redirects to the session-ended page.
#[utoipa::path(get, path = "/oidc/logout", tag = "openid", operation_id = "openidLogout", params(In), responses((status = 303)))]
pub async fn end_session(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    Query(query): Query<In>,
) -> Result<Redirect> {
    check_host(&app, &origin).await?;
    let return_url = query.post_logout_redirect_uri.unwrap_or_else(|| return_address::after_sign_out(&origin));
    if !return_address::is_after_sign_out(&origin, &return_url) {
        return Err(Error::Malformed("This return address is not registered.".to_owned()));
    }
    if let Some(token) = &query.id_token_hint {
        let issuer = origin.issuer();
        let login = doors
            .check_at_any_time(token, &issuer, &app.config.auth_client_id)
            .ok()
            .and_then(|claims| claims.sid.as_deref()?.parse().ok());
        if let Some(login) = login {
            let mut tx = GlobalTx::begin(&app.pool).await?;
            if let Some(user) = store::revoke_login(&mut tx, login, "logged out").await? {
                let company = people::home_company(&mut tx, user).await?;
                tx.audit_for(company, user, "login.end", "login", &login.to_string()).await?;
            }
            tx.commit().await?;
        }
    }
    let mut back = url::Url::parse(&return_url).map_err(Error::internal)?;
    if let Some(state) = &query.state {
        back.query_pairs_mut().append_pair("state", state);
    }
    Ok(Redirect::to(back.as_str()))
}
