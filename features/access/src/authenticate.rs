//! Authenticates every request: user, tab and membership.

use crate::{
    bearer,
    doors::{Doors, Tab},
    external::SignedIn,
};
use axum::{
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode};
use platform::{Actor, App, Error, KeyHolder, Origin, Result, background::is_waited_for};
use std::sync::Arc;
use uuid::Uuid;

/// The header with the tab's id. The server assigns it in the first answer.
const SESSION: &str = "x-session-id";

/// Middleware that identifies the actor and passes it to the handler, or refuses the request. Requests with a valid API
/// key pass unchanged.
pub async fn authenticate(State((app, doors)): State<(App, Arc<Doors>)>, request: Request, next: Next) -> Response {
    if request.extensions().get::<KeyHolder>().is_some() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let (actor, is_new) = match identify(&app, &doors, &mut parts).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
    };
    // Background polling isn't user activity.
    let is_activity = is_waited_for(&parts.headers);
    let session = actor.session;
    parts.extensions.insert(actor.clone());
    let mut response = next.run(Request::from_parts(parts, body)).await;
    // Neither is a request that was refused because the login has ended. It must not revive the login.
    if is_activity && response.status() != StatusCode::UNAUTHORIZED {
        doors.seen.note(&actor);
    }
    if is_new
        && response.status() != StatusCode::UNAUTHORIZED
        && let Ok(value) = HeaderValue::from_str(&session.to_string())
    {
        // A handler that opened another tab has set the header already.
        response.headers_mut().entry(SESSION).or_insert(value);
    }
    response
}

async fn identify(app: &App, doors: &Doors, parts: &mut http::request::Parts) -> Result<(Actor, bool)> {
    let origin = Origin::from_request_parts(parts, app).await?;
    let headers = &parts.headers;
    let token = token_of(headers).ok_or(Error::NotSignedIn)?;
    let SignedIn { login, user } = bearer::signed_in(app, doors, &origin, token, text(headers, "user-agent")).await?;

    let named = text(headers, SESSION).and_then(|id| id.parse().ok());
    let found = match named {
        Some(session) => doors.tab(&app.pool, session, login).await?.map(|tab| (session, tab)),
        None => None,
    };
    let (session, tab, is_new) = match found {
        Some((session, tab)) => {
            doors.name_tab(login, session);
            (session, tab, false)
        }
        None => (doors.unnamed_tab(&app.pool, login, user).await?, Tab { login, signed_in: user, active: user }, true),
    };

    let org_unit = match text(headers, "x-org-unit-id") {
        Some(id) => Some(id.parse().map_err(|_| Error::Forbidden)?),
        None => None,
    };
    let actor = Actor {
        login,
        session,
        logged_in_user: tab.signed_in,
        user: tab.active,
        consolidated: text(headers, "x-consolidated") == Some("true"),
        rtc_client_id: text(headers, "x-rtc-client-id").and_then(rtc_client),
        origin: Some(Arc::from(origin.base())),
        access: doors.access(&app.pool, tab.active, org_unit).await?,
    };
    Ok((actor, is_new))
}

/// Credentials of a tab that can't send headers, such as a WebSocket.
#[derive(Debug)]
pub struct TabCredentials<'a> {
    /// The ID token.
    pub token: &'a str,
    /// Id of a tab that an earlier request opened.
    pub session: Uuid,
    /// Like `x-org-unit-id`.
    pub org_unit: Option<i64>,
    /// Like `x-consolidated`.
    pub consolidated: bool,
    /// Like `x-rtc-client-id`.
    pub rtc_client_id: Option<&'a str>,
}

/// Identifies the tab of an event stream. Doesn't open a new tab.
///
/// # Errors
///
/// [`Error::NotSignedIn`] if the tab doesn't belong to the login, and the errors of any request.
pub async fn identify_tab(app: &App, doors: &Doors, origin: &Origin, by: TabCredentials<'_>) -> Result<Actor> {
    let TabCredentials { token, session, org_unit, consolidated, rtc_client_id } = by;
    let SignedIn { login, .. } = bearer::signed_in(app, doors, origin, token, None).await?;
    let tab = doors.tab(&app.pool, session, login).await?.ok_or(Error::NotSignedIn)?;
    Ok(Actor {
        login,
        session,
        logged_in_user: tab.signed_in,
        user: tab.active,
        consolidated,
        rtc_client_id: rtc_client_id.and_then(rtc_client),
        origin: Some(Arc::from(origin.base())),
        access: doors.access(&app.pool, tab.active, org_unit).await?,
    })
}

fn rtc_client(name: &str) -> Option<Arc<str>> {
    (!name.is_empty() && name.len() <= 64).then(|| Arc::from(name))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim).filter(|value| !value.is_empty())
}

pub(crate) fn token_of(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = text(headers, "authorization")?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
