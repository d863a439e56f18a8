//! HTTP client of the tests.

use reqwest::{Method, RequestBuilder, header::HeaderMap};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A user in one browser tab, or a visitor without a token.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    token: Option<String>,
    session: Arc<Mutex<Option<String>>>,
    headers: HeaderMap,
}

/// A response of the server.
#[derive(Debug)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Response headers.
    pub headers: HeaderMap,
    /// Response body: JSON, a text as a JSON string, or null.
    pub json: Value,
}

impl Client {
    /// A visitor of the server at a base URL.
    #[must_use]
    pub fn new(base: &str) -> Self {
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        Self { http, base: base.to_owned(), token: None, session: Arc::default(), headers: HeaderMap::new() }
    }

    /// The same client, signed in as a user of the demo data.
    pub async fn signed_in(&self, email: &str) -> Self {
        let answer = self.post("/api/auth/programmatic-login", json!({ "email": email })).await;
        assert_eq!(answer.status, 200, "{email} can't sign in: {}", answer.json);
        self.with_token(answer.json["id_token"].as_str().expect("an id token"))
    }

    /// The same client with a token, in a new tab.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), session: Arc::default(), ..self.clone() }
    }

    /// The same client with an additional header on every request.
    #[must_use]
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.insert(name, value.parse().expect("a header"));
        client
    }

    /// The same user in another tab.
    #[must_use]
    pub fn another_tab(&self) -> Self {
        Self { session: Arc::default(), ..self.clone() }
    }

    /// The same client for another server.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// The ID token.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The session id of the tab, once a request has opened it.
    #[must_use]
    pub fn session(&self) -> Option<String> {
        self.session.lock().expect("the session").clone()
    }

    /// A request to a path or a whole URL, with this client's headers.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        let mut request = self.http.request(method, address).headers(self.headers.clone());
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(session) = self.session.lock().expect("the session").as_deref() {
            request = request.header("x-session-id", session);
        }
        request
    }

    /// Sends a request and reads the response.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        self.try_send(request).await.expect("an answer")
    }

    /// Sends a request and reads the response. It can fail, because the server may be gone.
    pub async fn try_send(&self, request: RequestBuilder) -> reqwest::Result<Answer> {
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        if let Some(session) = headers.get("x-session-id").and_then(|value| value.to_str().ok()) {
            *self.session.lock().expect("the session") = Some(session.to_owned());
        }
        let body = response.bytes().await?;
        let json = match body.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&body)
                .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&body).into_owned())),
        };
        Ok(Answer { status, headers, json })
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    /// Sends a POST request with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// Sends a PATCH request with a JSON body.
    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PATCH, path).json(&body)).await
    }

    /// Sends a PATCH request with a JSON body and the version it is based on.
    pub async fn patch_version(&self, path: &str, version: i64, body: Value) -> Answer {
        self.send(self.request(Method::PATCH, path).header("if-match", version.to_string()).json(&body)).await
    }

    /// Sends a PUT request with a JSON body.
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }
}

impl Answer {
    /// Asserts the status and returns the response.
    #[track_caller]
    #[allow(clippy::must_use_candidate, clippy::return_self_not_must_use, reason = "asking is asserting")]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.json);
        self
    }

    /// A value of the body, by JSON pointer.
    #[must_use]
    #[track_caller]
    pub fn at(&self, pointer: &str) -> &Value {
        self.json.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not in {}", self.json))
    }
}
