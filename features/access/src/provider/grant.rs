//! Tokens issued by the provider.

use crate::{doors::Doors, store::Subject};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use platform::{App, Error, Origin, Result, db::Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// The supported scopes (AUTH-03).
pub(crate) const SCOPES: &str = "openid name email company_name user_metadata app_metadata offline_access";

/// The answer of the token endpoint (RFC 6749 section 5.1).
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    id_token: String,
    access_token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    refresh_token: Option<Zeroizing<String>>,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
}

/// Claims of an ID token. It contains no rights; those come only from the database.
#[derive(Serialize)]
struct IdToken<'a> {
    iss: &'a str,
    sub: &'a str,
    aud: &'a str,
    exp: i64,
    iat: i64,
    auth_time: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<&'a str>,
    sid: String,
    at_hash: String,
    #[serde(flatten)]
    profile: Profile<'a>,
}

/// Identity claims by scope.
#[derive(Serialize)]
pub(super) struct Profile<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_metadata: Option<Empty>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app_metadata: Option<Empty>,
}

/// `{}`, because nothing is stored there.
#[derive(Serialize)]
struct Empty {}

/// Claims of an access token, which is only valid for the userinfo endpoint.
#[derive(Serialize, Deserialize)]
pub(super) struct AccessToken {
    pub iss: String,
    pub sub: String,
    pub aud: String,
    pub exp: i64,
    pub iat: i64,
    pub sid: String,
    pub scope: String,
}

impl<'a> Profile<'a> {
    pub fn new(subject: &'a Subject, scope: &str) -> Self {
        let asked = |name| scope.split(' ').any(|scope| scope == name);
        Self {
            name: asked("name").then_some(&subject.name),
            email: asked("email").then_some(&subject.email),
            company_name: asked("company_name").then_some(&subject.company_name),
            user_metadata: asked("user_metadata").then_some(Empty {}),
            app_metadata: asked("app_metadata").then_some(Empty {}),
        }
    }
}

/// Audience of access tokens.
pub(super) fn userinfo_audience(origin: &Origin) -> String {
    format!("{}/userinfo", origin.issuer())
}

/// Hash that links an ID token to its access token: half of the token's hash (OpenID Connect Core 1.0, section
/// 3.1.3.6).
fn at_hash(access_token: &str) -> String {
    let hash = identity::hash_token(access_token);
    BASE64_URL_SAFE_NO_PAD.encode(&hash[..hash.len() / 2])
}

/// Creates the tokens of a login.
pub(crate) fn tokens(
    app: &App,
    doors: &Doors,
    origin: &Origin,
    subject: &Subject,
    scope: &str,
    nonce: Option<&str>,
    refresh_token: Option<Zeroizing<String>>,
) -> Result<Tokens> {
    let now = Timestamp::now().as_second();
    let expires_in = i64::from(app.config.id_token_minutes) * 60;
    let issuer = origin.issuer();
    let sub = subject.user_id.to_string();
    let access_token = AccessToken {
        iss: issuer.clone(),
        sub: sub.clone(),
        aud: userinfo_audience(origin),
        exp: now + expires_in,
        iat: now,
        sid: subject.login_id.to_string(),
        scope: scope.to_owned(),
    };
    let signing = doors.signing()?;
    let access_token = signing.sign(&access_token).map_err(Error::internal)?;
    let id_token = IdToken {
        iss: &issuer,
        sub: &sub,
        aud: &app.config.auth_client_id,
        exp: now + expires_in,
        iat: now,
        auth_time: subject.started_at.as_second(),
        nonce,
        sid: subject.login_id.to_string(),
        at_hash: at_hash(&access_token),
        profile: Profile::new(subject, scope),
    };
    Ok(Tokens {
        id_token: signing.sign(&id_token).map_err(Error::internal)?,
        access_token,
        refresh_token,
        token_type: "Bearer",
        expires_in,
        scope: scope.to_owned(),
    })
}
