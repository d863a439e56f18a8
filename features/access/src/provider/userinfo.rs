//! The userinfo endpoint: claims about the user of an access token (OpenID Connect Core 5.3).

use super::{check_host, grant};
use crate::{doors::Doors, store};
use axum::{Extension, extract::State};
use http::HeaderMap;
use identity::{Expected, TokenProblem};
use platform::{App, Error, Origin, Result, db::Timestamp, extract::Json};
use std::sync::Arc;

/// Returns claims about the user.
#[utoipa::path(get, path = "/oidc/userinfo", tag = "openid", operation_id = "openidUserinfo", responses((status = 200, body = serde_json::Value)))]
pub async fn userinfo(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    headers: HeaderMap,
) -> Result<Json<serde_json::Value>> {
    check_host(&app, &origin).await?;
    let token = headers.get(http::header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = token.and_then(|value| value.strip_prefix("Bearer ")).ok_or(Error::NotSignedIn)?;
    let (issuer, audience) = (origin.issuer(), grant::userinfo_audience(&origin));
    let expected = Expected { issuer: &issuer, audience: &audience, now: Timestamp::now().as_second() };
    let claims = doors.check(&app, token, expected).await.map_err(|problem| match problem {
        TokenProblem::Expired => Error::TokenExpired,
        TokenProblem::UnknownKey | TokenProblem::Invalid => Error::NotSignedIn,
    })?;
    let login = claims.sid.as_deref().and_then(|sid| sid.parse().ok()).ok_or(Error::NotSignedIn)?;
    let mut connection = app.pool.acquire().await?;
    let subject = store::subject(&mut connection, login).await?.ok_or(Error::SessionEnded)?;
    let mut answer = serde_json::to_value(grant::Profile::new(&subject, grant::SCOPES)).map_err(Error::internal)?;
    answer["sub"] = claims.sub.clone().into();
    Ok(Json(answer))
}
