//! The caller of a request with an API key: a program of a company or of one of its users.
//!
//! Only the key check in `integrations` creates a [`KeyHolder`]. A route accepts API keys by extracting it:
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

/// A program that has presented a valid key.
#[derive(Clone, Debug)]
pub struct KeyHolder {
    pub key: i64,
    /// The company, which is the tenant of every row.
    pub company: i64,
    pub scopes: Arc<[Scope]>,
    /// The user who owns the key. `None` for a company's key.
    pub user: Option<i64>,
    /// The rights of the key's owner.
    pub person: Option<Arc<Access>>,
}

impl KeyHolder {
    /// Checks the key's scope and its owner's permission.
    ///
    /// # Errors
    ///
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

    /// Checks the scope and begins the request's only transaction. The same message checks that the key is still
    /// active, so a revoked key fails in every process at once.
    ///
    /// # Errors
    ///
    /// [`Error::KeyRefused`], [`Error::Forbidden`], or [`Error::Restricted`] if the scope requires a license.
    pub async fn begin(self, app: &App, scope: Scope) -> Result<KeyTx> {
        self.may(scope)?;
        KeyTx::enter(app, self, scope.permission().needs_license()).await
    }

    /// Begins a transaction that needs no scope, to read the key's own details.
    pub async fn begin_for_itself(self, app: &App) -> Result<KeyTx> {
        KeyTx::enter(app, self, Permission::Session.needs_license()).await
    }

    pub(crate) fn refused(code: &'static str, message: impl Into<String>) -> Error {
        Error::Refused { status: StatusCode::FORBIDDEN, code, message: message.into() }
    }
}

/// Caller of a route that accepts both users and API keys.
#[derive(Clone, Debug)]
pub enum Caller {
    Person(Actor),
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
