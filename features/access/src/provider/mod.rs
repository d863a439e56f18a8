//! The embedded OpenID provider: authorization code with PKCE, rotating refresh tokens, RP-initiated logout.
//!
//! The web application is the only client, and it is public. Return URLs must match exactly. The issuer is `/oidc` on
//! the origin that the browser used, so each company's host is a separate issuer.

pub(crate) mod authorize;
pub(crate) mod discovery;
pub(crate) mod end_session;
pub(crate) mod grant;
pub(crate) mod second_factor;
pub(crate) mod sign_in;
pub(crate) mod step;
pub(crate) mod token;
pub(crate) mod userinfo;

use crate::store;
use platform::{App, Error, Origin, Result};

/// Refuses hosts that belong to no company, and all hosts if users sign in at an external provider. The demo profile
/// accepts loopback names.
pub(crate) async fn check_host(app: &App, origin: &Origin) -> Result<()> {
    if app.config.auth_issuer.is_some() {
        return Err(Error::NotFound);
    }
    let is_ours =
        (app.config.is_demo() && origin.is_loopback()) || store::is_known_host(&app.pool, origin.name()).await?;
    if is_ours { Ok(()) } else { Err(Error::NotFound) }
}
