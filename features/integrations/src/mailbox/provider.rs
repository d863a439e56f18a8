//! Who keeps the mailboxes. The program knows a mailbox by the provider's tokens and by its address.

use super::sandbox::Sandbox;
use futures::future::BoxFuture;
use platform::{App, Result, db::Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;
use url::Url;

/// What a provider gives for a code, kept sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tokens {
    /// Opens the mailbox for a while.
    pub access: String,
    /// Renews that.
    pub refresh: String,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens")
    }
}

/// A mailbox that was opened to us.
#[derive(Debug)]
pub(crate) struct Grant {
    pub address: String,
    pub tokens: Tokens,
    /// When the access token is to be renewed.
    pub renew_at: Timestamp,
}

/// What the browser is sent to the provider with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// Scheme and host under which the browser reached us.
    pub base: &'a str,
    pub redirect_uri: &'a str,
    pub state: &'a str,
    /// S256 of the verifier.
    pub challenge: &'a str,
}

/// A mail provider.
pub(crate) trait MailProvider: Send + Sync {
    /// Its code in tables and payloads.
    fn code(&self) -> &'static str;

    /// What people call it.
    fn name(&self) -> &'static str;

    /// Where the browser is sent (RFC 6749, section 4.1.1).
    fn authorization_url(&self, request: Request<'_>) -> Result<Url>;

    /// Takes a code (section 4.1.3); a sentence where the provider does not.
    fn exchange<'a>(
        &'a self,
        app: &'a App,
        code: &'a str,
        verifier: &'a str,
        redirect_uri: &'a str,
    ) -> BoxFuture<'a, Result<std::result::Result<Grant, &'static str>>>;

    /// Renews the access (section 6); nothing where the provider refuses for good. An error means that nothing is known.
    fn renew<'a>(&'a self, app: &'a App, tokens: &'a Tokens) -> BoxFuture<'a, Result<Option<(Tokens, Timestamp)>>>;

    /// Tells the provider that the access is given back (RFC 7009).
    fn revoke<'a>(&'a self, app: &'a App, tokens: &'a Tokens) -> BoxFuture<'a, Result<()>>;
}

/// The providers of this installation: the sandbox, until another one is written.
const ALL: [&dyn MailProvider; 1] = [&Sandbox];

pub(crate) fn by_code(code: &str) -> Option<&'static dyn MailProvider> {
    ALL.into_iter().find(|provider| provider.code() == code)
}
