//! Identifies the login of a token, issued by the embedded provider or an external one.

use crate::{
    doors::Doors,
    external::{self, SignedIn},
};
use identity::{Expected, TokenProblem};
use platform::{App, Error, Origin, Result, db::Timestamp};

/// Finds the login that a token belongs to.
pub(crate) async fn signed_in(
    app: &App,
    doors: &Doors,
    origin: &Origin,
    token: &str,
    user_agent: Option<&str>,
) -> Result<SignedIn> {
    let Some(other) = &app.config.auth_issuer else { return embedded(app, doors, origin, token).await };
    // In the demo profile, tests sign in without the external provider.
    if app.config.is_demo() {
        match embedded(app, doors, origin, token).await {
            Err(Error::NotSignedIn) => {}
            known => return known,
        }
    }
    external::signed_in(app, doors, other, token, user_agent).await
}

async fn embedded(app: &App, doors: &Doors, origin: &Origin, token: &str) -> Result<SignedIn> {
    let issuer = origin.issuer();
    let expected =
        Expected { issuer: &issuer, audience: &app.config.auth_client_id, now: Timestamp::now().as_second() };
    let claims = doors.check(app, token, expected).await.map_err(|problem| match problem {
        TokenProblem::Expired => Error::TokenExpired,
        TokenProblem::UnknownKey | TokenProblem::Invalid => Error::NotSignedIn,
    })?;
    let login = claims.sid.as_deref().and_then(|sid| sid.parse().ok()).ok_or(Error::NotSignedIn)?;
    let user = claims.sub.parse().map_err(|_| Error::NotSignedIn)?;
    Ok(SignedIn { login, user })
}
