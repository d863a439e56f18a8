//! A user's mailbox, connected through OAuth 2 (RFC 6749, authorization code; RFC 7636, proof key).
//!
//! The browser goes to the provider and returns with a code. The pending authorization is stored, so that a code for
//! another user isn't accepted. The provider's tokens are sealed and never returned.

pub(crate) mod authorize;
pub(crate) mod connect;
pub(crate) mod disconnect;
pub(crate) mod get;
mod provider;
pub(crate) mod sandbox;

use crate::store::mailbox::Row;
use platform::{App, Error, Origin, Result, db::Timestamp, seal::Sealed};
use provider::Tokens;
use serde::Serialize;
use utoipa::ToSchema;

/// The mailbox without its tokens. The first two fields are the specification's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailIntegration)]
pub struct MailboxOut {
    id: i64,
    /// False once the provider has refused access. The user must reconnect.
    connected: bool,
    /// The provider's code.
    provider: String,
    provider_name: &'static str,
    /// Email address of the mailbox, as reported by the provider.
    address: String,
    connected_at: Timestamp,
    lost_at: Option<Timestamp>,
}

impl From<Row> for MailboxOut {
    fn from(row: Row) -> Self {
        let Row { id, provider, address, connected_at, lost_at, .. } = row;
        let provider_name = provider::by_code(&provider).map_or("", |provider| provider.name());
        Self { id, connected: lost_at.is_none(), provider, provider_name, address, connected_at, lost_at }
    }
}

/// The page to which providers return.
fn redirect_uri(origin: &Origin) -> String {
    format!("{}/app/user/edit/email-config", origin.base())
}

/// The place that binds a user's sealed tokens.
fn place(company: i64, user: i64) -> String {
    format!("mailbox/{company}/{user}")
}

fn seal(app: &App, company: i64, user: i64, tokens: &Tokens) -> Result<Sealed> {
    let text = serde_json::to_vec(tokens).map(platform::keys::wiped).map_err(Error::internal)?;
    app.keys.seal(&place(company, user), &text).map_err(Error::internal)
}

fn open(app: &App, company: i64, row: &Row) -> Result<Tokens> {
    let sealed = Sealed { key_id: row.sealed_with, ciphertext: row.tokens.clone() };
    let text = app.keys.open(&place(company, row.user_id), &sealed).map_err(Error::internal)?;
    serde_json::from_slice(&text).map_err(Error::internal)
}
