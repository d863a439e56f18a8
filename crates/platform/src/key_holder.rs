//! Who acts with an API key: a program of a company, or of one of its people.
//!
//! The one maker of a [`KeyHolder`] is the check of a request's key (`integrations`). A route takes keys by asking for it:
//!
//! ```no_run
//! # use platform::{App, KeyHolder, Result};
//! # use lending::access::Scope;
//! # async fn hand_in(holder: KeyHolder, app: App) -> Result<()> {
//! let mut tx = holder.begin(&app, Scope::LeadsWrite).await?;
//! // Statements name `tx.company()`; `tx.audit` and `tx.event` name the key.
//! tx.commit().await
//! # }
//! ```

use crate::{
    actor::{Access, Actor},
    app::App,
    error::{Error, Result},
    tenant::KeyTx,
};
use axum::extract::FromRequestParts;
use http::{StatusCode, request::Parts};
use lending::access::{Permission, Scope};
use std::sync::Arc;

/// A program that has shown a valid key.
#[derive(Clone, Debug)]
pub struct KeyHolder {
    /// The key.
    pub key: i64,
    /// The company, the tenant of every row.
    pub company: i64,
    /// What the key is for.
    pub scopes: Arc<[Scope]>,
    /// The person whose key it is; nobody where it is the company's own.
    pub user: Option<i64>,
    /// The rights of the person whose key it is.
    pub person: Option<Arc<Access>>,
}

impl KeyHolder {
    /// Refuses what the key is not for, and what the person may not whose key it is.
    ///
    /// # Errors
    /// A refusal that names the scope, or [`Error::Forbidden`].
    pub fn may(&self, scope: Scope) -> Result<()> {
        if !self.scopes.contains(&scope) {
            return Err(Self::refused("LWKEY10404", format!("This API key has no scope {scope}.")));
        }
        match &self.person {
            Some(person) if !person.grants.may(scope.permission()) => Err(Error::Forbidden),
            _ => Ok(()),
        }
    }

    /// Begins the one transaction of a request, if the key is for it. Whether the key still lives is asked in the message
    /// that begins it, so a revoked one is refused by every process at once.
    ///
    /// # Errors
    /// As [`Self::may`]; [`Error::KeyRefused`], [`Error::Restricted`] for what needs a licence, or the database's.
    pub async fn begin(self, app: &App, scope: Scope) -> Result<KeyTx> {
        self.may(scope)?;
        KeyTx::enter(app, self, scope.permission().needs_license()).await
    }

    /// The same for what every key is for: to learn what it is itself.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub async fn begin_for_itself(self, app: &App) -> Result<KeyTx> {
        KeyTx::enter(app, self, Permission::Session.needs_license()).await
    }

    pub(crate) fn refused(code: &'static str, message: impl Into<String>) -> Error {
        Error::Refused { status: StatusCode::FORBIDDEN, code, message: message.into() }
    }
}

/// Whoever calls an address that takes both: a person, or a program with a key.
#[derive(Clone, Debug)]
pub enum Caller {
    /// Somebody who is signed in.
    Person(Actor),
    /// A program.
    Program(KeyHolder),
}

impl FromRequestParts<App> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        match parts.extensions.get::<KeyHolder>() {
            Some(holder) => Ok(Caller::Program(holder.clone())),
            None => Actor::from_request_parts(parts, app).await.map(Caller::Person),
        }
    }
}

impl FromRequestParts<App> for KeyHolder {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        match parts.extensions.get::<KeyHolder>() {
            Some(holder) => Ok(holder.clone()),
            None if parts.extensions.get::<Actor>().is_some() => {
                Err(Self::refused("LWKEY10405", "This address is for programs: it takes an API key."))
            }
            None => Err(Error::KeyRefused),
        }
    }
}
