//! A browser at the provider's sign-in page, and the client that it comes back to.

use crate::{Answer, Client};
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use url::Url;

/// The password of everybody in the demo world.
pub const PASSWORD: &str = "Keyturn-Demo-2026!";

/// What the code challenge of [`authorize`] was made from (RFC 7636, appendix B).
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// The path of the authorization endpoint with what the web application sends; `change` puts other values in place of its
/// own. `base` is the address that the provider knows itself by.
#[must_use]
pub fn authorize(base: &str, change: &[(&str, &str)]) -> String {
    let callback = format!("{base}/callback");
    let mut query = vec![
        ("client_id", "keyturn-web"),
        ("redirect_uri", callback.as_str()),
        ("response_type", "code"),
        ("scope", "openid name email company_name user_metadata app_metadata offline_access"),
        ("state", "some-state"),
        ("nonce", "some-nonce"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    query.retain(|(name, _)| change.iter().all(|(changed, _)| changed != name));
    query.extend(change);
    let url = Url::parse_with_params(&format!("{base}/oidc/authorize"), query).expect("an address");
    url[url::Position::BeforePath..].to_owned()
}

/// Sends an authorization code, as a client does that the browser has come back to.
pub async fn exchange(visitor: &Client, base: &str, code: &str, verifier: &str) -> Answer {
    let callback = format!("{base}/callback");
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", "keyturn-web"),
        ("code", code),
        ("redirect_uri", callback.as_str()),
        ("code_verifier", verifier),
    ];
    visitor.send(visitor.request(Method::POST, "/oidc/token").form(&form)).await
}

/// Sends a refresh token.
pub async fn refresh(visitor: &Client, refresh_token: &str) -> Answer {
    let form = [("grant_type", "refresh_token"), ("client_id", "keyturn-web"), ("refresh_token", refresh_token)];
    visitor.send(visitor.request(Method::POST, "/oidc/token").form(&form)).await
}

/// The sign-in page of one authorization request.
pub struct SignInPage {
    visitor: Client,
    base: String,
    request: String,
}

impl SignInPage {
    /// Asks for authorization as the web application does, and follows to the page.
    pub async fn open(visitor: &Client, base: &str) -> Self {
        Self::follow(visitor, base, &authorize(base, &[])).await
    }

    /// Follows the address at which a client asks for authorization.
    pub async fn follow(visitor: &Client, base: &str, address: &str) -> Self {
        let answer = visitor.get(address).await.expect(303);
        let page = answer.headers["location"].to_str().expect("an address").to_owned();
        assert!(page.starts_with("/login?"), "{page}");
        let request = parameter(&format!("{base}{page}"), "request").expect("a request id");
        Self { visitor: visitor.clone(), base: base.to_owned(), request }
    }

    /// Sends address and password.
    pub async fn password(&self, email: &str, password: &str) -> Answer {
        let body = json!({"request": self.request, "email": email, "password": password});
        self.visitor.post("/oidc/sign-in", body).await
    }

    /// Sends a code for the ticket of the step before.
    pub async fn code(&self, step: &Answer, code: &str) -> Answer {
        let ticket = step.at("/ticket").as_str().expect("a ticket");
        self.visitor.post("/oidc/second-factor", json!({"ticket": ticket, "code": code})).await
    }

    /// What the client makes of the address that the browser comes back to: tokens.
    pub async fn tokens(&self, last: &Answer) -> Value {
        self.exchange(last).await.expect(200).json
    }

    /// Sends the code of the address that the browser comes back to.
    pub async fn exchange(&self, last: &Answer) -> Answer {
        exchange(&self.visitor, &self.base, &self.authorization_code(last), VERIFIER).await
    }

    /// The authorization code in the address that the browser comes back to.
    #[must_use]
    pub fn authorization_code(&self, last: &Answer) -> String {
        let back = last.at("/redirectTo").as_str().expect("an address");
        assert!(back.starts_with(&format!("{}/callback?", self.base)), "{back}");
        parameter(back, "code").expect("a code")
    }

    /// Somebody who has come back, in a tab of their own.
    pub async fn signed_in(&self, last: &Answer) -> Client {
        let tokens = self.tokens(last).await;
        self.visitor.with_token(tokens["id_token"].as_str().expect("an id token"))
    }
}

/// A parameter of an address, decoded.
#[must_use]
pub fn parameter(address: &str, name: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// The code that an authenticator with this secret shows now, or some steps of thirty seconds from now.
#[must_use]
pub fn code_of(secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).expect("a secret in base 32");
    let totp = Builder::new().with_secret(secret).build().expect("an authenticator");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock").as_secs();
    totp.generate(now.saturating_add_signed(steps * 30)).to_string()
}
