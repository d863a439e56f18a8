//! Errors as the caller sees them: a status, a stable code for the web, and a sentence.
//!
//! Handlers return [`Error`]. Unexpected errors become [`Error::Internal`]: they are logged once with their cause, and
//! answered without details. A code is `LW`, the area and a number. The last three digits are the status where one
//! fits.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use serde::Serialize;
use std::{collections::BTreeMap, io::ErrorKind};
use utoipa::ToSchema;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The ID token has expired. The web sends the user to sign in again (API-06).
    #[error("Your session has expired.")]
    TokenExpired,
    /// The token is missing or invalid.
    #[error("Please log in to continue.")]
    NotSignedIn,
    /// The API key is unknown, revoked or expired. All three get the same answer.
    #[error("This API key is not valid.")]
    KeyRefused,
    /// The login or its tab has ended or was idle for too long.
    #[error("Your session has ended. Please log in again to continue.")]
    SessionEnded,
    /// The user lacks a permission.
    #[error("You do not have access to this.")]
    Forbidden,
    /// The action isn't allowed during impersonation (decision D32).
    #[error("You can't do this while you act on behalf of another user.")]
    ActingForAnother,
    /// Impersonation has ended: by the user, after an hour of inactivity, or because the right was lost.
    #[error("You no longer act on behalf of another user.")]
    ActingEnded,
    /// The record doesn't exist or is out of the user's scope. Both get the same answer.
    #[error("Not found, or you have no access.")]
    NotFound,
    #[error("This address does not take that method.")]
    MethodNotAllowed,
    /// The current state doesn't allow the action.
    #[error("{message}")]
    Conflict {
        /// A specific code that the web handles.
        code: &'static str,
        message: String,
        /// Data the web needs to offer a choice.
        details: Option<serde_json::Value>,
    },
    /// The link or token was valid once and no longer is.
    #[error("{message}")]
    Gone { code: &'static str, message: String },
    #[error("{0}")]
    TooLarge(String),
    /// The content isn't of the expected type.
    #[error("{0}")]
    UnsupportedType(String),
    /// The body or query can't be parsed.
    #[error("{0}")]
    Malformed(String),
    /// Invalid values, each with its path.
    #[error("{message}")]
    Invalid {
        /// Summary of the problem.
        message: String,
        /// Messages by path.
        fields: BTreeMap<String, String>,
    },
    /// The loan is read-only because of its stage or another user's lock (ERROR-01).
    #[error("This Loan is currently Read-Only.")]
    ReadOnly,
    /// The action requires a license, and the company has no valid one (decision D15).
    #[error("{0}")]
    Restricted(String),
    #[error("Too many attempts. Please wait {retry_after_seconds} seconds and try again.")]
    TooMany { retry_after_seconds: u64 },
    /// An error with its own status and code, such as a wrong password.
    #[error("{message}")]
    Refused { status: StatusCode, code: &'static str, message: String },
    /// A disk is full. Nothing was changed.
    #[error("The server has no room left to store this. Nothing was changed. Please tell your administrator.")]
    NoRoom(#[source] anyhow::Error),
    #[error("The request took too long to arrive. Please try again on a faster connection.")]
    TooSlow,
    /// The database didn't answer in time.
    #[error("The service is busy. Please try again in a moment.")]
    Unavailable(#[source] anyhow::Error),
    /// An unexpected error.
    #[error("Something went wrong.")]
    Internal(#[source] anyhow::Error),
}

/// The body of every answer with status 400 or above.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// Stable code for programs.
    #[schema(example = "LWAPI10422")]
    pub code: String,
    /// Sentence for users.
    pub message: String,
    /// True if the token has expired and the user must sign in again.
    #[serde(rename = "isExpired", skip_serializing_if = "Option::is_none")]
    pub is_expired: Option<bool>,
    /// Messages by path, if single values are invalid.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// Data the web needs to offer a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error about one value.
    #[must_use]
    pub fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
        Fields::default().with(path, message).into()
    }

    /// An error that only a bug can cause.
    #[must_use]
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Error::Internal(cause.into())
    }

    /// Returns true if the database refused a row because of this constraint.
    #[must_use]
    pub fn violates(&self, constraint: &str) -> bool {
        let Error::Internal(cause) = self else { return false };
        let refusal = cause.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error);
        refusal.and_then(sqlx::error::DatabaseError::constraint) == Some(constraint)
    }

    /// Returns true if the database refused to delete a row that others reference.
    #[must_use]
    pub fn is_of_a_reference(&self) -> bool {
        self.of_the_database().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
    }

    /// Returns true if the database refused a duplicate key.
    #[must_use]
    pub fn is_of_a_key(&self) -> bool {
        self.of_the_database().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// Converts the error to `NoRoom` if a full disk caused it.
    fn or_no_room(self) -> Self {
        let is_full = |cause: &(dyn std::error::Error + 'static)| {
            let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
            matches!(kind, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
        };
        match self {
            Error::Internal(cause) if cause.chain().any(is_full) => Error::NoRoom(cause),
            error => error,
        }
    }

    fn of_the_database(&self) -> Option<&dyn sqlx::error::DatabaseError> {
        let Error::Internal(cause) = self else { return None };
        cause.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error)
    }

    /// Returns the HTTP status and the code.
    #[must_use]
    pub fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Error::TokenExpired => (StatusCode::UNAUTHORIZED, "LWAUTH10001"),
            Error::NotSignedIn => (StatusCode::UNAUTHORIZED, "LWAUTH10002"),
            Error::KeyRefused => (StatusCode::UNAUTHORIZED, "LWKEY10401"),
            Error::SessionEnded => (StatusCode::UNAUTHORIZED, "LWAUTH10003"),
            Error::Forbidden => (StatusCode::FORBIDDEN, "LWPERM10001"),
            Error::ActingForAnother => (StatusCode::FORBIDDEN, "LWPERM10002"),
            Error::ActingEnded => (StatusCode::FORBIDDEN, "LWPERM10003"),
            Error::NotFound => (StatusCode::NOT_FOUND, "LWAPI10404"),
            Error::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "LWAPI10405"),
            Error::Conflict { code, .. } => (StatusCode::CONFLICT, code),
            Error::Gone { code, .. } => (StatusCode::GONE, code),
            Error::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "LWAPI10413"),
            Error::UnsupportedType(_) => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "LWAPI10415"),
            Error::Malformed(_) => (StatusCode::BAD_REQUEST, "LWAPI10400"),
            Error::Invalid { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "LWAPI10422"),
            Error::ReadOnly => (StatusCode::LOCKED, "LWLOAN10423"),
            Error::Restricted(_) => (StatusCode::PAYMENT_REQUIRED, "LWBILL10402"),
            Error::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "LWAPI10429"),
            Error::Refused { status, code, .. } => (*status, code),
            Error::NoRoom(_) => (StatusCode::INSUFFICIENT_STORAGE, "LWAPI10507"),
            Error::TooSlow => (StatusCode::REQUEST_TIMEOUT, "LWAPI10408"),
            Error::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "LWAPI10503"),
            Error::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "LWAPI10500"),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let this = self.or_no_room();
        let (status, code) = this.status_and_code();
        match &this {
            Error::NoRoom(cause) => tracing::error!(code, cause = format!("{cause:#}"), "no room"),
            Error::Internal(cause) => tracing::error!(code, cause = format!("{cause:#}"), "request failed"),
            Error::Unavailable(cause) => tracing::warn!(code, cause = format!("{cause:#}"), "request not served"),
            _ => {}
        }
        let mut body = ErrorBody {
            code: code.to_owned(),
            message: this.to_string(),
            is_expired: matches!(this, Error::TokenExpired).then_some(true),
            fields: BTreeMap::new(),
            details: None,
        };
        let mut retry_after = None;
        match this {
            Error::Invalid { fields, .. } => body.fields = fields,
            Error::Conflict { details, .. } => body.details = details,
            Error::TooMany { retry_after_seconds } => retry_after = Some(retry_after_seconds),
            Error::Unavailable(_) => retry_after = Some(1),
            _ => {}
        }
        let mut response = (status, Json(body)).into_response();
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            // Close the connection: the rest of the body stays unread, and would be parsed as the next request.
            response.headers_mut().insert(http::header::CONNECTION, http::HeaderValue::from_static("close"));
        }
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned());
        match code.as_deref() {
            // Raised by `require_license` with a message for the user.
            Some("KT402") => {
                Error::Restricted(error.as_database_error().map(|error| error.message().to_owned()).unwrap_or_default())
            }
            // Raised by `enter`.
            Some("KT401") => Error::SessionEnded,
            Some("KT403") => Error::Forbidden,
            Some("KTEND") => Error::ActingEnded,
            // Raised by `enter_with_key`.
            Some("KTKEY") => Error::KeyRefused,
            Some("KTREL") => Error::Unavailable(error.into()),
            Some("53100") => Error::NoRoom(error.into()),
            // Timeouts, shutdowns and lack of resources. A retry may succeed.
            Some("57014" | "57P01" | "57P02" | "57P03" | "53300" | "40001" | "40P01" | "55P03") => {
                Error::Unavailable(error.into())
            }
            // A zero byte or a year out of range. The web never sends either.
            Some("22021" | "22P05" | "22008") => {
                Error::Malformed("The request holds a character or a date that can't be kept.".to_owned())
            }
            Some(_) => Error::Internal(error.into()),
            None => match error {
                sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::Tls(_) => {
                    Error::Unavailable(error.into())
                }
                _ => Error::Internal(error.into()),
            },
        }
    }
}

/// Collects invalid values, so that the user sees all of them at once.
#[derive(Debug, Default)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    /// Adds a message. The first message of a path wins.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.entry(path.into()).or_insert_with(|| message.into());
    }

    #[must_use]
    pub fn with(mut self, path: impl Into<String>, message: impl Into<String>) -> Self {
        self.add(path, message);
        self
    }

    /// Returns the value, or adds its error under the path.
    pub fn take<T, E: std::fmt::Display>(&mut self, path: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|error| self.add(path, error.to_string())).ok()
    }

    /// Returns the trimmed text, or adds `message` if it is empty.
    pub fn required(&mut self, path: &str, value: &str, message: &str) -> Option<String> {
        match value.trim() {
            "" => {
                self.add(path, message);
                None
            }
            text => Some(text.to_owned()),
        }
    }

    /// Returns [`Error::Invalid`] with all messages, if any.
    pub fn check(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into()) }
    }
}

impl From<Fields> for Error {
    fn from(fields: Fields) -> Self {
        let message = match fields.0.values().next() {
            Some(message) if fields.0.len() == 1 => message.clone(),
            _ => "Some values can't be taken. Please check them.".to_owned(),
        };
        Error::Invalid { message, fields: fields.0 }
    }
}
