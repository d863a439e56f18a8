//! Idempotent POST requests. One mechanism serves every POST route of a signed-in caller.
//!
//! The layer [`carry_out_once`] handles the `Idempotency-Key` header. It runs one of several equal requests and gives
//! all of them its answer, for 24 hours:
//!
//! - Within a process, equal requests wait for each other without a database connection.
//! - Between processes, the first transaction of a request writes the key's row together with the change. A second
//!   process finds the row taken, rolls back and returns the first one's answer.
//! - The last transaction of a handler stays open until the answer is known, and commits together with it. A process
//!   that dies has either changed nothing or stored the answer.
//!
//! A request that fails with status 400 or above leaves its key unused. Answers are sealed because they may contain
//! secrets. Routes that the layer can't serve (public ones, uploads) refuse the header with [`refuse_key`].

mod call;
mod store;
mod waiting;

pub(crate) use call::{Claim, claim, commit_parked};
pub use store::sweep;

use crate::{
    app::App,
    error::{Error, Result},
    key_holder::Caller,
    keys::mac,
    note,
};
use axum::{
    body::{Body, to_bytes},
    extract::{FromRequestParts, MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use call::{CALL, Call, Owner};
use http::{Method, StatusCode, request::Parts};
use std::{sync::Arc, time::Duration};
use store::{Answer, Found};
use tokio::time::Instant;
use uuid::Uuid;
use waiting::Waiting;

/// The header with the key.
pub const HEADER: &str = "idempotency-key";
/// Routes of signed-in callers that take no key: signing out ends the login that a retry would need.
pub const WITHOUT_KEY: [&str; 1] = ["/api/auth/logout"];
/// How long a retry waits for the original request.
const WAIT: Duration = Duration::from_secs(20);
/// How often a retry polls for another process's answer.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Maximum body size of a request with a key. Routes have smaller limits of their own.
const BODY_BYTES_MAX: usize = note::REQUEST_BYTES_MAX;

#[derive(Clone)]
pub struct Idempotency {
    app: App,
    waiting: Arc<Waiting>,
}

impl Idempotency {
    #[must_use]
    pub fn new(app: App) -> Self {
        Self { app, waiting: Arc::default() }
    }
}

/// Refuses the key on routes that can't honor it, instead of ignoring it.
pub async fn refuse_key(request: Request, next: Next) -> Response {
    if request.method() == Method::POST && request.headers().contains_key(HEADER) {
        return refused().into_response();
    }
    next.run(request).await
}

fn refused() -> Error {
    Error::field(HEADER, "This address takes no Idempotency-Key: send the request without it.")
}

/// Middleware that runs a POST with a key once and repeats its answer for retries.
pub async fn carry_out_once(State(layer): State<Idempotency>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !request.headers().contains_key(HEADER) {
        return next.run(request).await;
    }
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    if path.is_some_and(|path| WITHOUT_KEY.contains(&path)) {
        return refused().into_response();
    }
    layer.answer(request, next).await.unwrap_or_else(IntoResponse::into_response)
}

impl Idempotency {
    async fn answer(&self, request: Request, next: Next) -> Result<Response> {
        let (mut parts, body) = request.into_parts();
        let key = key_of(&parts)?;
        let caller = Caller::from_request_parts(&mut parts, &self.app).await?;
        let body = to_bytes(body, BODY_BYTES_MAX).await.map_err(unreadable)?;
        let call = Arc::new(Call::new(Owner::of(&caller), key, self.hash(&caller, &parts, &body)));
        let until = Instant::now() + WAIT;
        let turn = self.waiting.turn(call.name());
        let Ok(_turn) = tokio::time::timeout_at(until, turn.lock()).await else { return Err(under_way()) };
        loop {
            match store::find(&self.app, &caller, &call).await? {
                Found::Nothing => {
                    let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
                    let response = CALL.scope(call.clone(), next.clone().run(request)).await;
                    if !call.was_taken() {
                        return store::keep(&self.app, &call, response).await;
                    }
                }
                Found::Answer(answer) => return answer.into_response(),
                Found::OtherRequest => {
                    return Err(Error::field(HEADER, "This Idempotency-Key was used for another request."));
                }
                Found::Lost => return Err(lost()),
                Found::UnderWay => {}
            }
            if Instant::now() > until {
                return Err(under_way());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Hashes everything that identifies the request. Keyed, because a body may contain a social security number.
    fn hash(&self, caller: &Caller, parts: &Parts, body: &Bytes) -> Vec<u8> {
        let who = match caller {
            Caller::Person(actor) => format!("{} {} {}", actor.logged_in_user, actor.membership(), actor.consolidated),
            Caller::Program(holder) => holder.key.to_string(),
        };
        let target = parts.uri.path_and_query().map(|target| target.as_str()).unwrap_or_default();
        let version = parts.headers.get(http::header::IF_MATCH).map(http::HeaderValue::as_bytes).unwrap_or_default();
        let key = self.app.keys.derived("idempotency");
        mac(&key, &[who.as_bytes(), target.as_bytes(), version, body]).to_vec()
    }
}

fn key_of(parts: &Parts) -> Result<Uuid> {
    let text = parts.headers.get(HEADER).and_then(|value| value.to_str().ok());
    text.and_then(|text| text.parse().ok())
        .ok_or_else(|| Error::Malformed("Idempotency-Key must be a UUID.".to_owned()))
}

fn unreadable(error: axum::Error) -> Error {
    match std::error::Error::source(&error).is_some_and(|cause| cause.is::<http_body_util::LengthLimitError>()) {
        true => Error::TooLarge("The request is too large.".to_owned()),
        false => Error::Malformed("The request was cut off.".to_owned()),
    }
}

fn under_way() -> Error {
    conflict("This request is still being carried out. Send it again in a moment.")
}

fn lost() -> Error {
    conflict("This request was carried out, but its answer is lost. Look for its result before you send it anew.")
}

fn conflict(message: &str) -> Error {
    Error::Conflict { code: "LWAPI10409", message: message.to_owned(), details: None }
}

impl Answer {
    fn into_response(self) -> Result<Response> {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).map_err(Error::internal)?;
        for (name, value) in self.headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).map_err(Error::internal)?;
            response.headers_mut().append(name, value.parse().map_err(Error::internal)?);
        }
        Ok(response)
    }
}
