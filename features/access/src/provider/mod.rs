//! The embedded OpenID provider: authorization code with PKCE, refresh tokens that rotate, end of session.
//!
//! One public client, the web application itself; return addresses are compared exactly. Issuer is `/oidc` under the
//! address by which the browser came, so each company's host is an issuer of its own.

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

/// Refuses hosts that are no company's, and everything where people sign in at another provider. In the demo profile this machine's own names are everybody's.
pub(crate) async fn check_host(app: &App, origin: &Origin) -> Result<()> {
    if app.config.auth_issuer.is_some() {
        return Err(Error::NotFound);
    }
    let is_ours =
        (app.config.is_demo() && origin.is_loopback()) || store::is_known_host(&app.pool, origin.name()).await?;
    if is_ours { Ok(()) } else { Err(Error::NotFound) }
}
