//! A mail provider without mail, for tests. It asks for consent, checks the proof key, and issues tokens that open
//! nothing. One of its two mailboxes revokes access immediately, to show a lost connection.

use super::{
    provider::{Grant, MailProvider, Request, Tokens},
    redirect_uri,
};
use axum::extract::State;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use lending::words;
use platform::{App, Error, Fields, Origin, Result, db, extract::Json, keys::mac};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// The sandbox provider.
pub(crate) struct Sandbox;

/// Lifetime of a code in seconds.
const CODE_SECONDS: i64 = 60;
/// Lifetime of an access token in seconds.
const ACCESS_SECONDS: i64 = 3600;
/// Our client id.
const CLIENT: &str = "keyturn";
const PURPOSE: &str = "sandbox mail code";

words! {
    /// A sandbox mailbox.
    #[allow(non_camel_case_types)]
    pub enum SandboxMailbox {
        /// Stays connected.
        steady,
        /// Access expires immediately and can't be renewed.
        fickle,
    }
}

impl SandboxMailbox {
    fn address(self) -> &'static str {
        match self {
            SandboxMailbox::steady => "steady@mail.sandbox.example",
            SandboxMailbox::fickle => "fickle@mail.sandbox.example",
        }
    }
}

/// Content of a code.
#[derive(Serialize, Deserialize)]
struct Consent {
    mailbox: SandboxMailbox,
    redirect_uri: String,
    challenge: String,
    expires_at: i64,
}

impl Consent {
    fn write(&self, app: &App) -> Result<String> {
        let text = BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).map_err(Error::internal)?);
        let sign = BASE64_URL_SAFE_NO_PAD.encode(sign(app, &text));
        Ok(format!("{text}.{sign}"))
    }

    fn read(app: &App, code: &str) -> Option<Self> {
        let (text, given) = code.split_once('.')?;
        let given = BASE64_URL_SAFE_NO_PAD.decode(given).ok()?;
        // Timing attacks don't matter in a sandbox.
        (given == sign(app, text)).then_some(())?;
        let consent: Self = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        (consent.expires_at > Timestamp::now().as_second()).then_some(consent)
    }
}

fn sign(app: &App, text: &str) -> [u8; 32] {
    mac(&app.keys.derived(PURPOSE), &[text.as_bytes()])
}

fn tokens(mailbox: SandboxMailbox) -> Tokens {
    Tokens { access: format!("sandbox_access_{mailbox}"), refresh: format!("sandbox_refresh_{mailbox}") }
}

fn after(seconds: i64) -> db::Timestamp {
    db::Timestamp(Timestamp::now().saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX))
}

impl MailProvider for Sandbox {
    fn code(&self) -> &'static str {
        "sandbox"
    }

    fn name(&self) -> &'static str {
        "Sandbox mail"
    }

    fn authorization_url(&self, request: Request<'_>) -> Result<Url> {
        let mut url = Url::parse(request.base).and_then(|base| base.join("/sandbox/mail")).map_err(Error::internal)?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", CLIENT)
            .append_pair("redirect_uri", request.redirect_uri)
            .append_pair("state", request.state)
            .append_pair("code_challenge", request.challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("scope", "mail.send");
        Ok(url)
    }

    fn exchange<'a>(
        &'a self,
        app: &'a App,
        code: &'a str,
        verifier: &'a str,
        redirect_uri: &'a str,
    ) -> BoxFuture<'a, Result<std::result::Result<Grant, &'static str>>> {
        let consent = Consent::read(app, code).filter(|consent| {
            consent.redirect_uri == redirect_uri
                && identity::challenge_of(verifier).as_deref() == Some(consent.challenge.as_str())
        });
        let grant = match consent {
            None => Err("The mail provider did not accept the code. Please connect again."),
            Some(Consent { mailbox, .. }) => Ok(Grant {
                address: mailbox.address().to_owned(),
                tokens: tokens(mailbox),
                renew_at: after(if mailbox == SandboxMailbox::fickle { 0 } else { ACCESS_SECONDS }),
            }),
        };
        Box::pin(async move { Ok(grant) })
    }

    fn renew<'a>(&'a self, _: &'a App, held: &'a Tokens) -> BoxFuture<'a, Result<Option<(Tokens, db::Timestamp)>>> {
        let steady = tokens(SandboxMailbox::steady);
        let renewed = (held.refresh == steady.refresh).then(|| (steady, after(ACCESS_SECONDS)));
        Box::pin(async move { Ok(renewed) })
    }

    fn revoke<'a>(&'a self, _: &'a App, _: &'a Tokens) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// Parameters of the sandbox page, and the chosen mailbox.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SandboxMailConsentIn)]
pub struct In {
    mailbox: SandboxMailbox,
    client_id: String,
    redirect_uri: String,
    state: String,
    code_challenge: String,
}

/// Where the browser returns to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SandboxMailConsent)]
pub struct Out {
    redirect_to: String,
}

/// Grants consent in the sandbox: returns a code to the page. It gives access to nothing real.
#[utoipa::path(post, path = "/api/sandbox/mail/consents", tag = "integrations", operation_id = "consentSandboxMail", request_body = In, responses((status = 200, body = Out), (status = 422)))]
pub async fn consent(State(app): State<App>, origin: Origin, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut fields = Fields::default();
    if body.client_id != CLIENT {
        fields.add("clientId", "is none that the sandbox knows");
    }
    // Compare exactly, so that a code goes nowhere else.
    if body.redirect_uri != redirect_uri(&origin) {
        fields.add("redirectUri", "is not the address of this client");
    }
    if !identity::is_challenge(&body.code_challenge) {
        fields.add("codeChallenge", "is no S256 challenge");
    }
    if body.state.is_empty() || body.state.len() > 200 {
        fields.add("state", "is missing or too long");
    }
    fields.check()?;
    let expires_at = Timestamp::now().as_second() + CODE_SECONDS;
    let In { mailbox, redirect_uri, state, code_challenge: challenge, .. } = body;
    let mut url = Url::parse(&redirect_uri).map_err(Error::internal)?;
    let code = Consent { mailbox, redirect_uri, challenge, expires_at }.write(&app)?;
    url.query_pairs_mut().append_pair("code", &code).append_pair("state", &state);
    Ok(Json(Out { redirect_to: url.into() }))
}
