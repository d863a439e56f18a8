//! Authenticates requests with an API key: validity, plan and rate limit.

use super::{needs_pro, secret::Secret};
use crate::store::keys::{self as store, Alive};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, header::AUTHORIZATION};
use lending::access::Scope;
use platform::{App, Error, GlobalTx, KeyHolder, Result, limits};

/// Window of the rate limit in minutes.
const WINDOW_MINUTES: i32 = 1;

/// Middleware that identifies the key's holder and passes it to the handler, or refuses the request. Requests without a
/// key pass unchanged. Nothing is cached between requests.
pub async fn authenticate_key(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if let Some(token) = key_of(request.headers()) {
        match identify(&app, token).await {
            Ok(holder) => drop(request.extensions_mut().insert(holder)),
            Err(error) => return error.into_response(),
        }
    }
    next.run(request).await
}

fn key_of(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && Secret::is_meant(token)).then_some(token)
}

async fn identify(app: &App, token: &str) -> Result<KeyHolder> {
    // A malformed key doesn't reach the database.
    let secret = Secret::read(token).ok_or(Error::KeyRefused)?;
    let found = store::alive(&app.pool, &secret.hash()).await?.ok_or(Error::KeyRefused)?;
    let Alive { id, company_id: company, membership_id, user_id, scopes, is_use_noted } = found;
    let minute_max = i32::try_from(app.config.api_key_minute_max).unwrap_or(i32::MAX);
    limits::take(&app.pool, "api-key", &id.to_string(), minute_max, WINDOW_MINUTES).await?;
    if !is_use_noted {
        store::note_use(&app.pool, id).await?;
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let (person, unit) = match (user_id, membership_id) {
        (Some(user), Some(membership)) => {
            let access = people::access_of(&mut tx, user, membership).await?;
            let unit = access.org_unit;
            (Some(access), unit)
        }
        _ => (None, company),
    };
    tx.enter(company).await?;
    let has_pro = billing::has_pro(&mut tx, company, unit, user_id).await?;
    tx.commit().await?;
    if !has_pro {
        return Err(needs_pro());
    }
    // Ignore scopes that no longer exist.
    let scopes = scopes.iter().filter_map(|code| code.parse::<Scope>().ok()).collect();
    Ok(KeyHolder { key: id, company, scopes, user: user_id, person })
}
