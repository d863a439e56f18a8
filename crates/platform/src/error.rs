//! What goes wrong, as the caller is told: a status, a stable code that the web can act on, and a sentence.
//!
//! Handlers return [`Error`]; whatever nobody foresaw becomes [`Error::Internal`], is logged once with its cause and
//! answered without detail. Codes: `LW`, the area, a number whose last three digits are the status where one fits.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use serde::Serialize;
use std::{collections::BTreeMap, io::ErrorKind};
use utoipa::ToSchema;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The id token has expired; the web sends the person to sign in again (API-06).
    #[error("Your session has expired.")]
    TokenExpired,
    /// No token, or one that is not good.
    #[error("Please log in to continue.")]
    NotSignedIn,
    /// An API key that never was, is revoked, or is over: all are answered alike.
    #[error("This API key is not valid.")]
    KeyRefused,
    /// The login or its tab was ended, or idle for too long.
    #[error("Your session has ended. Please log in again to continue.")]
    SessionEnded,
    /// The person may not do this.
    #[error("You do not have access to this.")]
    Forbidden,
    /// Nobody does this in another's name (decision D32).
    #[error("You can't do this while you act on behalf of another user.")]
    ActingForAnother,
    /// Somebody acted for another, and may no more: they ended it, were away for an hour, or lost the right to.
    #[error("You no longer act on behalf of another user.")]
    ActingEnded,
    /// There is no such thing, or it lies out of reach: both are answered alike.
    #[error("Not found, or you have no access.")]
    NotFound,
    /// The method is not one of this address.
    #[error("This address does not take that method.")]
    MethodNotAllowed,
    /// The state of things does not allow it.
    #[error("{message}")]
    Conflict {
        /// A code of its own, where the web acts on it.
        code: &'static str,
        /// The sentence.
        message: String,
        /// What the web needs to offer a choice.
        details: Option<serde_json::Value>,
    },
    /// What was sent was good once and is no more.
    #[error("{message}")]
    Gone {
        /// A code of its own.
        code: &'static str,
        /// The sentence.
        message: String,
    },
    /// Too many bytes.
    #[error("{0}")]
    TooLarge(String),
    /// The bytes are not of the type that was agreed.
    #[error("{0}")]
    UnsupportedType(String),
    /// The body or the query can't be read at all.
    #[error("{0}")]
    Malformed(String),
    /// Values that can't be taken, by the path of each.
    #[error("{message}")]
    Invalid {
        /// What is wrong as a whole.
        message: String,
        /// Path to message.
        fields: BTreeMap<String, String>,
    },
    /// The loan can't be changed: its stage is read-only, or somebody else holds its lock (ERROR-01).
    #[error("This Loan is currently Read-Only.")]
    ReadOnly,
    /// Nothing valid is paid for: what needs a licence is refused (decision D15).
    #[error("{0}")]
    Restricted(String),
    /// Too often.
    #[error("Too many attempts. Please wait {retry_after_seconds} seconds and try again.")]
    TooMany {
        /// When it may be tried again.
        retry_after_seconds: u64,
    },
    /// A refusal with a code of its own, such as a wrong password.
    #[error("{message}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// The code.
        code: &'static str,
        /// The sentence.
        message: String,
    },
    /// A disk is full: nothing was changed.
    #[error("The server has no room left to store this. Nothing was changed. Please tell your administrator.")]
    NoRoom(#[source] anyhow::Error),
    /// The body of a request did not come in time.
    #[error("The request took too long to arrive. Please try again on a faster connection.")]
    TooSlow,
    /// The database does not answer in time.
    #[error("The service is busy. Please try again in a moment.")]
    Unavailable(#[source] anyhow::Error),
    /// Nobody foresaw it.
    #[error("Something went wrong.")]
    Internal(#[source] anyhow::Error),
}

/// The body of every answer from 400 up.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// Stable, for programs.
    #[schema(example = "LWAPI10422")]
    pub code: String,
    /// A sentence, for people.
    pub message: String,
    /// The token has expired: sign in again.
    #[serde(rename = "isExpired", skip_serializing_if = "Option::is_none")]
    pub is_expired: Option<bool>,
    /// Path to message, where single values are wrong.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// What the web needs to offer a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
}

/// What a handler returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// One wrong value.
    #[must_use]
    pub fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
        Fields::default().with(path, message).into()
    }

    /// Something that only a fault of the program can bring about.
    #[must_use]
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Error::Internal(cause.into())
    }

    /// Whether the database refused a row because of this constraint.
    #[must_use]
    pub fn violates(&self, constraint: &str) -> bool {
        let Error::Internal(cause) = self else { return false };
        let refusal = cause.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error);
        refusal.and_then(sqlx::error::DatabaseError::constraint) == Some(constraint)
    }

    /// Whether the database refused to remove a row that others refer to.
    #[must_use]
    pub fn is_of_a_reference(&self) -> bool {
        self.of_the_database().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
    }

    /// Whether the database refused a change because there is one like it.
    #[must_use]
    pub fn is_of_a_key(&self) -> bool {
        self.of_the_database().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// The same, where a full disk of this machine is the cause.
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

    /// Status and code.
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
            // The rest of the body is not read: nobody may send another request behind it.
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
            // Raised by `require_license`, in words for the person.
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
            // Cancelled by a time limit, shut down, or out of room: worth another try.
            Some("57014" | "57P01" | "57P02" | "57P03" | "53300" | "40001" | "40P01" | "55P03") => {
                Error::Unavailable(error.into())
            }
            // A zero byte, a year that PostgreSQL does not know: no page sends them, and no column takes them.
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

/// Wrong values, gathered so that a person is told all of them at once.
#[derive(Debug, Default)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    /// Notes one; the first message of a path stays.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.entry(path.into()).or_insert_with(|| message.into());
    }

    /// Notes one, for a chain.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, message: impl Into<String>) -> Self {
        self.add(path, message);
        self
    }

    /// The value, or nothing with its message noted.
    pub fn take<T, E: std::fmt::Display>(&mut self, path: &str, value: Result<T, E>) -> Option<T> {
        value.map_err(|error| self.add(path, error.to_string())).ok()
    }

    /// A text without blanks at its ends, or nothing with `message` noted where that is empty.
    pub fn required(&mut self, path: &str, value: &str, message: &str) -> Option<String> {
        match value.trim() {
            "" => {
                self.add(path, message);
                None
            }
            text => Some(text.to_owned()),
        }
    }

    /// An error if anything was noted.
    ///
    /// # Errors
    /// [`Error::Invalid`] with all of it.
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
