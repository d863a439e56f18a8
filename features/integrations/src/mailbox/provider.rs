//! Interface to mail providers. Keyturn knows a mailbox by the provider's tokens and its address.

use super::sandbox::Sandbox;
use futures::future::BoxFuture;
use platform::{App, Result, db::Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;
use url::Url;

/// A provider's tokens, which are stored sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token.
    pub refresh: String,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens")
    }
}

/// Access granted to a mailbox.
#[derive(Debug)]
pub(crate) struct Grant {
    pub address: String,
    pub tokens: Tokens,
    /// Time for renewing the access token.
    pub renew_at: Timestamp,
}

/// Parameters for sending the browser to the provider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// Scheme and host that the browser used.
    pub base: &'a str,
    pub redirect_uri: &'a str,
    pub state: &'a str,
    /// S256 challenge of the verifier.
    pub challenge: &'a str,
}

/// A mail provider.
pub(crate) trait MailProvider: Send + Sync {
    /// Code in tables and payloads.
    fn code(&self) -> &'static str;

    /// Display name.
    fn name(&self) -> &'static str;

    /// URL for the browser (RFC 6749, section 4.1.1).
    fn authorization_url(&self, request: Request<'_>) -> Result<Url>;

    /// Exchanges a code for tokens (section 4.1.3), or returns a message.
    fn exchange<'a>(
        &'a self,
        app: &'a App,
        code: &'a str,
        verifier: &'a str,
        redirect_uri: &'a str,
    ) -> BoxFuture<'a, Result<std::result::Result<Grant, &'static str>>>;

    /// Renews the access (section 6). `None` if the provider refuses permanently. After an error, the state is unknown.
    fn renew<'a>(&'a self, app: &'a App, tokens: &'a Tokens) -> BoxFuture<'a, Result<Option<(Tokens, Timestamp)>>>;

    /// Revokes the access at the provider (RFC 7009).
    fn revoke<'a>(&'a self, app: &'a App, tokens: &'a Tokens) -> BoxFuture<'a, Result<()>>;
}

/// The providers of this installation. Only the sandbox exists so far.
const ALL: [&dyn MailProvider; 1] = [&Sandbox];

pub(crate) fn by_code(code: &str) -> Option<&'static dyn MailProvider> {
    ALL.into_iter().find(|provider| provider.code() == code)
}
