//! A fake external OpenID provider: a discovery document, keys, and controls to rotate or break them.

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use identity::SigningKey;
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The web application's client id at every provider of the tests.
pub const CLIENT: &str = "keyturn-web";

/// A running provider.
pub struct Issuer {
    /// Its issuer name, which is also its URL.
    pub url: String,
    inside: Arc<Mutex<Inside>>,
    serving: JoinHandle<()>,
}

struct Inside {
    url: String,
    key: SigningKey,
    /// Number of requests for its keys.
    asked: u32,
    is_broken: bool,
}

/// The current time in seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock");
    i64::try_from(since.as_secs()).expect("a date")
}

impl Issuer {
    /// Starts a provider on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://127.0.0.1:{}", listener.local_addr().expect("an address").port());
        let key = SigningKey::generate().expect("a key");
        let inside = Arc::new(Mutex::new(Inside { url: url.clone(), key, asked: 0, is_broken: false }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/keys", get(keys))
            .with_state(inside.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("the provider") });
        Self { url, inside, serving }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().expect("the provider")
    }

    /// Claims of an ID token for a user who has just signed in and has a verified email address.
    #[must_use]
    pub fn claims(&self, subject: &str, email: &str) -> Value {
        let now = now();
        json!({
            "iss": self.url, "sub": subject, "aud": CLIENT, "iat": now, "exp": now + 600, "auth_time": now,
            "email": email, "email_verified": true,
        })
    }

    /// Signs claims with the current key.
    #[must_use]
    pub fn sign(&self, claims: &Value) -> String {
        self.inside().key.sign(claims).expect("a token")
    }

    /// The public part of the current key.
    #[must_use]
    pub fn public_key(&self) -> Value {
        serde_json::to_value(self.inside().key.public()).expect("a key")
    }

    /// Switches to a new key and stops publishing the old one.
    pub fn rotate(&self) {
        self.inside().key = SigningKey::generate().expect("a key");
    }

    /// Makes every response an error, or restores normal service.
    pub fn is_broken(&self, is_broken: bool) {
        self.inside().is_broken = is_broken;
    }

    /// Number of requests for its keys.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.inside().asked
    }
}

impl Drop for Issuer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

type Provider = State<Arc<Mutex<Inside>>>;

async fn document(State(inside): Provider) -> Result<Json<Value>, StatusCode> {
    let inside = inside.lock().expect("the provider");
    if inside.is_broken {
        return Err(StatusCode::BAD_GATEWAY);
    }
    let url = &inside.url;
    Ok(Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "end_session_endpoint": format!("{url}/end?tenant=harbor"),
    })))
}

async fn keys(State(inside): Provider) -> Result<Json<Value>, StatusCode> {
    let mut inside = inside.lock().expect("the provider");
    inside.asked += 1;
    if inside.is_broken {
        return Err(StatusCode::BAD_GATEWAY);
    }
    // Most providers also publish keys for other uses, so this one does too.
    Ok(Json(
        json!({"keys": [{"kty": "EC", "crv": "P-521", "kid": "other", "x": "AA", "y": "AA"}, inside.key.public()]}),
    ))
}
