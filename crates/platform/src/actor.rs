//! The signed-in user of a request: a tab and one membership in one company.
//!
//! Only the token check in `access`, the job runner and tests create an [`Actor`].

use crate::{
    app::App,
    error::{Error, Result},
    key_holder::KeyHolder,
    tenant::Tx,
};
use axum::extract::FromRequestParts;
use futures::future::BoxFuture;
use http::request::Parts;
use lending::access::{Grants, Permission, Reach};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use uuid::Uuid;

/// A signed-in user and their rights.
#[derive(Clone, Debug)]
pub struct Actor {
    pub login: Uuid,
    /// Id of the tab's session.
    pub session: Uuid,
    /// The user who signed in.
    pub logged_in_user: i64,
    /// The user whose rights apply. Differs from `logged_in_user` during impersonation.
    pub user: i64,
    /// The `x-consolidated` header: show all branches. Ignored unless [`Grants::may_consolidate`].
    pub consolidated: bool,
    /// The `x-rtc-client-id` header: the tab's id in the event stream.
    pub rtc_client_id: Option<Arc<str>>,
    /// Scheme and host that the browser used, for links in emails. `None` outside browser requests.
    pub origin: Option<Arc<str>>,
    /// The membership and its rights, as cached in this process.
    pub access: Arc<Access>,
}

/// A membership and its rights at one version.
#[derive(Clone, Debug)]
pub struct Access {
    pub membership: i64,
    /// The company, which is the tenant of every row.
    pub company: i64,
    /// The membership's branch, or the company itself.
    pub org_unit: i64,
    /// Increases whenever the rights change. `enter` compares it.
    pub version: i64,
    /// Roles, permissions and access scope.
    pub grants: Grants,
    /// IANA name of the company's time zone.
    pub time_zone: Arc<str>,
}

/// Reloads rights. `access` implements it; [`Actor::begin`] calls it when the database reports newer rights.
pub trait Gate: Send + Sync {
    /// Returns the current rights of a membership.
    fn reload<'a>(
        &'a self,
        app: &'a App,
        user: i64,
        membership: i64,
        org_unit: i64,
    ) -> BoxFuture<'a, Result<Arc<Access>>>;
}

impl Actor {
    /// Returns [`Error::Forbidden`] unless a role grants the permission.
    pub fn may(&self, permission: Permission) -> Result<()> {
        if self.access.grants.may(permission) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Returns true during impersonation.
    #[must_use]
    pub fn acts_for_another(&self) -> bool {
        self.logged_in_user != self.user
    }

    /// Returns [`Error::ActingForAnother`] during impersonation. Guards sealed values and sign-in settings (decision
    /// D32).
    pub fn refuse_for_another(&self) -> Result<()> {
        if self.acts_for_another() { Err(Error::ActingForAnother) } else { Ok(()) }
    }

    #[must_use]
    pub fn company(&self) -> i64 {
        self.access.company
    }

    /// The active membership.
    #[must_use]
    pub fn membership(&self) -> i64 {
        self.access.membership
    }

    /// The active org unit.
    #[must_use]
    pub fn org_unit(&self) -> i64 {
        self.access.org_unit
    }

    /// The loans that the user can see.
    #[must_use]
    pub fn loan_reach(&self) -> Reach {
        self.access.grants.loan_reach(self.consolidated)
    }

    /// Checks the permission and begins the request's only transaction.
    ///
    /// If the rights changed since this process cached them, reloads them once. A revoked role therefore takes effect
    /// with the next request in every process.
    ///
    /// # Errors
    ///
    /// [`Error::Forbidden`], [`Error::SessionEnded`], or [`Error::Restricted`] if the permission requires a license.
    pub async fn begin(mut self, app: &App, permission: Permission) -> Result<Tx> {
        self.may(permission)?;
        match Tx::enter(app, &self, permission).await {
            Err(Entering::RightsChanged) => {
                self.access = app.gate.reload(app, self.user, self.membership(), self.org_unit()).await?;
                self.may(permission)?;
                match Tx::enter(app, &self, permission).await {
                    Err(Entering::RightsChanged) => {
                        Err(Error::Unavailable(anyhow::anyhow!("rights change faster than they can be read")))
                    }
                    Err(Entering::Refused(error)) => Err(error),
                    Ok(connection) => Ok(Tx::new(connection, self, app)),
                }
            }
            Err(Entering::Refused(error)) => Err(error),
            Ok(connection) => Ok(Tx::new(connection, self, app)),
        }
    }
}

impl Actor {
    /// Checks whether login, tab, membership and company are still active and the rights unchanged. For work that
    /// outlives a request, such as an event stream.
    pub async fn standing(&self, app: &App) -> Result<Standing> {
        match Tx::enter(app, self, Permission::Session).await {
            Ok(_) => Ok(Standing::Same),
            Err(Entering::RightsChanged) => Ok(Standing::RightsChanged),
            Err(Entering::Refused(Error::SessionEnded | Error::ActingEnded)) => Ok(Standing::Ended),
            Err(Entering::Refused(Error::Forbidden)) => Ok(Standing::Forbidden),
            Err(Entering::Refused(error)) => Err(error),
        }
    }
}

/// The user on whose behalf a job runs, as stored in its payload: ids and the browser's origin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OnBehalf {
    logged_in_user: i64,
    user: i64,
    company: i64,
    membership: i64,
    org_unit: i64,
    consolidated: bool,
    origin: Option<Arc<str>>,
}

impl Actor {
    /// Returns the part of the actor that a job stores.
    #[must_use]
    pub fn on_behalf(&self) -> OnBehalf {
        OnBehalf {
            logged_in_user: self.logged_in_user,
            user: self.user,
            company: self.company(),
            membership: self.membership(),
            org_unit: self.org_unit(),
            consolidated: self.consolidated,
            origin: self.origin.clone(),
        }
    }
}

impl OnBehalf {
    #[must_use]
    pub fn company(&self) -> i64 {
        self.company
    }

    /// The user whose rights apply.
    #[must_use]
    pub fn user(&self) -> i64 {
        self.user
    }

    /// Begins a transaction of the job if the user still has the permission. The transaction belongs to no login or
    /// tab.
    ///
    /// # Errors
    ///
    /// [`Error::Forbidden`], or [`Error::Restricted`] if the permission requires a license.
    pub async fn begin(&self, app: &App, permission: Permission) -> Result<Tx> {
        let access = app.gate.reload(app, self.user, self.membership, self.org_unit).await?;
        let actor = Actor {
            login: Uuid::nil(),
            session: Uuid::nil(),
            logged_in_user: self.logged_in_user,
            user: self.user,
            consolidated: self.consolidated,
            rtc_client_id: None,
            origin: self.origin.clone(),
            access,
        };
        actor.may(permission)?;
        match Tx::enter_on_behalf(app, &actor, permission).await {
            Ok(connection) => Ok(Tx::new(connection, actor, app)),
            Err(Entering::Refused(error)) => Err(error),
            Err(Entering::RightsChanged) => {
                Err(Error::Unavailable(anyhow::anyhow!("rights have changed while a job began")))
            }
        }
    }
}

/// Whether a user who was admitted earlier may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing changed.
    Same,
    /// The rights changed.
    RightsChanged,
    /// The login or its tab ended.
    Ended,
    /// The membership or company is no longer active.
    Forbidden,
}

/// Why a transaction couldn't enter a company.
pub(crate) enum Entering {
    /// The database has newer rights than the cache.
    RightsChanged,
    /// Any other error.
    Refused(Error),
}

impl FromRequestParts<App> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        match parts.extensions.get::<Actor>() {
            Some(actor) => Ok(actor.clone()),
            None if parts.extensions.get::<KeyHolder>().is_some() => {
                Err(KeyHolder::refused("LWKEY10403", "This address takes no API keys."))
            }
            None => Err(Error::NotSignedIn),
        }
    }
}
