//! A browser at the provider's sign-in page, and the client that it comes back to.

use crate::{Answer, Client};
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use url::Url;

/// The password of everybody in the demo world.
pub const PASSWORD: &str = "Keyturn-Demo-2026!";

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// The sign-in page of one authorization request.
pub struct SignInPage {
    visitor: Client,
    base: String,
    request: String,
}

impl SignInPage {
    /// Asks for authorization as the web application does, and follows to the page. `base` is the address that the
    /// provider knows itself by.
    pub async fn open(visitor: &Client, base: &str) -> Self {
        let callback = format!("{base}/callback");
        let query = [
            ("client_id", "keyturn-web"),
            ("redirect_uri", callback.as_str()),
            ("response_type", "code"),
            ("scope", "openid name email company_name user_metadata app_metadata offline_access"),
            ("state", "some-state"),
            ("nonce", "some-nonce"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        let answer = visitor.send(visitor.request(Method::GET, "/oidc/authorize").query(&query)).await.expect(303);
        let page = answer.headers["location"].to_str().expect("an address").to_owned();
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
        let back = last.at("/redirectTo").as_str().expect("an address");
        let callback = format!("{}/callback", self.base);
        assert!(back.starts_with(&format!("{callback}?")), "{back}");
        let code = parameter(back, "code").expect("a code");
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "keyturn-web"),
            ("code", code.as_str()),
            ("redirect_uri", callback.as_str()),
            ("code_verifier", VERIFIER),
        ];
        self.visitor.send(self.visitor.request(Method::POST, "/oidc/token").form(&form)).await
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
