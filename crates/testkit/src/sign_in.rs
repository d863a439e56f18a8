//! A browser on the provider's sign-in page, and the client that it returns to.

use crate::{Answer, Client};
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use url::Url;

/// The password of every user in the demo data.
pub const PASSWORD: &str = "Keyturn-Demo-2026!";

/// The verifier for the code challenge of [`authorize`] (RFC 7636, appendix B).
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Path of the authorization endpoint with the web application's parameters. `change` overrides some of them. `base` is
/// the provider's own URL.
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

/// Exchanges an authorization code, as the client does after the browser returns.
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

/// Exchanges a refresh token.
pub async fn refresh(visitor: &Client, refresh_token: &str) -> Answer {
    let form = [("grant_type", "refresh_token"), ("client_id", "keyturn-web"), ("refresh_token", refresh_token)];
    visitor.send(visitor.request(Method::POST, "/oidc/token").form(&form)).await
}

/// The sign-in page of an authorization request.
pub struct SignInPage {
    visitor: Client,
    base: String,
    request: String,
}

impl SignInPage {
    /// Requests authorization like the web application, and follows the redirect to the page.
    pub async fn open(visitor: &Client, base: &str) -> Self {
        Self::follow(visitor, base, &authorize(base, &[])).await
    }

    /// Follows a client's authorization URL.
    pub async fn follow(visitor: &Client, base: &str, address: &str) -> Self {
        let answer = visitor.get(address).await.expect(303);
        let page = answer.headers["location"].to_str().expect("an address").to_owned();
        assert!(page.starts_with("/login?"), "{page}");
        let request = parameter(&format!("{base}{page}"), "request").expect("a request id");
        Self { visitor: visitor.clone(), base: base.to_owned(), request }
    }

    /// Submits email and password.
    pub async fn password(&self, email: &str, password: &str) -> Answer {
        let body = json!({"request": self.request, "email": email, "password": password});
        self.visitor.post("/oidc/sign-in", body).await
    }

    /// Submits a code with the ticket of the previous step.
    pub async fn code(&self, step: &Answer, code: &str) -> Answer {
        let ticket = step.at("/ticket").as_str().expect("a ticket");
        self.visitor.post("/oidc/second-factor", json!({"ticket": ticket, "code": code})).await
    }

    /// The tokens that the client gets after the browser returns.
    pub async fn tokens(&self, last: &Answer) -> Value {
        self.exchange(last).await.expect(200).json
    }

    /// Exchanges the code in the URL to which the browser returns.
    pub async fn exchange(&self, last: &Answer) -> Answer {
        exchange(&self.visitor, &self.base, &self.authorization_code(last), VERIFIER).await
    }

    /// The authorization code in the URL to which the browser returns.
    #[must_use]
    pub fn authorization_code(&self, last: &Answer) -> String {
        let back = last.at("/redirectTo").as_str().expect("an address");
        assert!(back.starts_with(&format!("{}/callback?", self.base)), "{back}");
        parameter(back, "code").expect("a code")
    }

    /// A client signed in with these tokens, in a new tab.
    pub async fn signed_in(&self, last: &Answer) -> Client {
        let tokens = self.tokens(last).await;
        self.visitor.with_token(tokens["id_token"].as_str().expect("an id token"))
    }
}

/// A decoded query parameter of a URL.
#[must_use]
pub fn parameter(address: &str, name: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// The code that an authenticator with this secret shows now, or a number of 30-second steps from now.
#[must_use]
pub fn code_of(secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).expect("a secret in base 32");
    let totp = Builder::new().with_secret(secret).build().expect("an authenticator");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock").as_secs();
    totp.generate(now.saturating_add_signed(steps * 30)).to_string()
}
