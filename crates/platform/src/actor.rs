//! Who acts: a person in a tab, through one membership of one company.
//!
//! The only makers of an [`Actor`] are the check of a request's token (`access`), the job runner and the tests.

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

/// Somebody who is signed in, and what they may.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The sign-in.
    pub login: Uuid,
    /// The tab.
    pub session: Uuid,
    /// Who signed in.
    pub logged_in_user: i64,
    /// Who is acted for; the same person unless somebody is impersonated.
    pub user: i64,
    /// `x-consolidated`: all branches together. Heard only where [`Grants::may_consolidate`].
    pub consolidated: bool,
    /// `x-rtc-client-id`: the tab's name in the event stream.
    pub rtc_client_id: Option<Arc<str>>,
    /// Scheme and host by which their browser reached us, for links in mail; none where no browser did.
    pub origin: Option<Arc<str>>,
    /// The membership and its rights, as this process knows them.
    pub access: Arc<Access>,
}

/// A membership and its rights at one version of them.
#[derive(Clone, Debug)]
pub struct Access {
    /// The membership.
    pub membership: i64,
    /// The company, the tenant of every row.
    pub company: i64,
    /// The unit of the membership: a branch, or the company itself.
    pub org_unit: i64,
    /// Rises with every change of rights; `enter` compares it.
    pub version: i64,
    /// Roles, permissions, reach.
    pub grants: Grants,
    /// IANA name of the company's time zone.
    pub time_zone: Arc<str>,
}

/// Reads rights anew. `access` implements it; [`Actor::begin`] calls it when the database says that they have changed.
pub trait Gate: Send + Sync {
    /// The rights of a user's membership as they are now.
    fn reload<'a>(
        &'a self,
        app: &'a App,
        user: i64,
        membership: i64,
        org_unit: i64,
    ) -> BoxFuture<'a, Result<Arc<Access>>>;
}

impl Actor {
    /// Refuses what the roles don't allow.
    ///
    /// # Errors
    /// [`Error::Forbidden`].
    pub fn may(&self, permission: Permission) -> Result<()> {
        if self.access.grants.may(permission) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Whether somebody else than who signed in is acted for.
    #[must_use]
    pub fn acts_for_another(&self) -> bool {
        self.logged_in_user != self.user
    }

    /// Refuses what nobody does in another's name: see a sealed value, change how they sign in (decision D32).
    ///
    /// # Errors
    /// [`Error::ActingForAnother`].
    pub fn refuse_for_another(&self) -> Result<()> {
        if self.acts_for_another() { Err(Error::ActingForAnother) } else { Ok(()) }
    }

    /// The company, the tenant of every row.
    #[must_use]
    pub fn company(&self) -> i64 {
        self.access.company
    }

    /// The active membership.
    #[must_use]
    pub fn membership(&self) -> i64 {
        self.access.membership
    }

    /// The active unit.
    #[must_use]
    pub fn org_unit(&self) -> i64 {
        self.access.org_unit
    }

    /// How far loans are seen.
    #[must_use]
    pub fn loan_reach(&self) -> Reach {
        self.access.grants.loan_reach(self.consolidated)
    }

    /// Begins the one transaction of a request, if the roles allow what it is for.
    ///
    /// Rights that have changed since this process read them are read again, once; so a removed role counts at the next
    /// request of every process.
    ///
    /// # Errors
    /// [`Error::Forbidden`], [`Error::SessionEnded`], [`Error::Restricted`] for what needs a licence, or the database's.
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
    /// Whether login, tab, membership and company are alive, and the rights still those that this actor carries: for what
    /// goes on beyond a request.
    ///
    /// # Errors
    /// The database's.
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

/// Somebody in whose name a job goes on after the answer, as its payload keeps them: ids, and where their browser reached us.
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
    /// What a job keeps of them.
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
    /// The company.
    #[must_use]
    pub fn company(&self) -> i64 {
        self.company
    }

    /// Who is acted for.
    #[must_use]
    pub fn user(&self) -> i64 {
        self.user
    }

    /// Begins a transaction of the job, if they may still do what it is for. It belongs to no login and to no tab.
    ///
    /// # Errors
    /// [`Error::Forbidden`], [`Error::Restricted`] for what needs a licence, or the database's.
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

/// How somebody stands who was let in before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// As they did.
    Same,
    /// Their rights are other ones now.
    RightsChanged,
    /// The login or its tab has ended.
    Ended,
    /// Their membership, or their company, is not active any more.
    Forbidden,
}

/// Why a company could not be entered.
pub(crate) enum Entering {
    /// The rights are newer than the cached ones.
    RightsChanged,
    /// Anything else.
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
