//! What this process remembers so that a request need not ask: signing keys, checked tokens, rights, tabs.
//!
//! Nothing here decides alone. A token is checked against its time at every use; rights and tabs are confirmed by the
//! database in the message that begins each transaction.

use crate::{
    external::Issuer,
    seen::Seen,
    signing::{self, KeyRing, SharedRing},
    store,
};
use futures::future::BoxFuture;
use identity::{Expected, IdClaims, SigningKey, TokenProblem};
use platform::{
    App, Error, GlobalTx, Result,
    actor::{Access, Gate},
    config::Config,
    keys::Keys,
};
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use std::sync::{Arc, OnceLock};
use url::Url;
use uuid::Uuid;

/// The remembered things.
pub struct Doors {
    ring: SharedRing,
    tokens: Cache<[u8; 32], Arc<IdClaims>>,
    access: Cache<(i64, Option<i64>), Arc<Access>>,
    sessions: Cache<Uuid, Tab>,
    /// The tab of each login that was answered and has not named itself yet.
    unnamed: Cache<Uuid, Uuid>,
    pub(crate) seen: Seen,
    external: OnceLock<Issuer>,
}

/// A tab that was found under its login.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tab {
    pub login: Uuid,
    pub signed_in: i64,
    pub active: i64,
}

impl Doors {
    /// Reads the signing keys; makes the first one.
    ///
    /// # Errors
    /// The database's, or a key that can't be opened.
    pub async fn open(pool: &PgPool, keys: &Keys) -> Result<Arc<Self>> {
        let ring = SharedRing::new(KeyRing::read(pool, keys).await?);
        Ok(Arc::new(Self {
            ring,
            tokens: Cache::new(10_000),
            access: Cache::new(10_000),
            sessions: Cache::new(50_000),
            unnamed: Cache::new(10_000),
            seen: Seen::default(),
            external: OnceLock::new(),
        }))
    }

    /// Another provider than the embedded one, as far as it was asked.
    pub(crate) fn external(&self) -> Result<&Issuer> {
        match self.external.get() {
            Some(issuer) => Ok(issuer),
            None => {
                let issuer = Issuer::new()?;
                Ok(self.external.get_or_init(|| issuer))
            }
        }
    }

    /// Asks another provider, where one is configured, for its document and keys. It may be away: then it is asked again
    /// when somebody comes.
    pub async fn meet_provider(&self, config: &Config) {
        if let (Some(issuer), Ok(external)) = (&config.auth_issuer, self.external()) {
            external.meet(issuer).await;
        }
    }

    /// Where pages have to reach another provider: its issuer, and every endpoint once it was asked for them.
    #[must_use]
    pub fn called_by_pages(self: &Arc<Self>, config: &Config) -> Vec<Url> {
        let Some(issuer) = &config.auth_issuer else { return Vec::new() };
        let called = self.external.get().and_then(Issuer::called);
        called.unwrap_or_else(|| {
            let (doors, config) = (self.clone(), config.clone());
            tokio::spawn(async move { doors.meet_provider(&config).await });
            Url::parse(issuer).into_iter().collect()
        })
    }

    /// The key that signs now.
    pub(crate) fn signing(&self) -> Result<Arc<SigningKey>> {
        self.ring.get().signing()
    }

    /// The published keys (RFC 7517), as they were a minute ago at most.
    pub(crate) async fn published(&self, app: &App) -> Result<serde_json::Value> {
        self.ring.renew(app, signing::PUBLISHED_AGE_MAX).await?;
        Ok(self.ring.get().published())
    }

    /// Reads the signing keys anew, so that this process signs with the one whose turn it is; the server calls it every
    /// few seconds.
    ///
    /// # Errors
    /// The database's; the known keys stay.
    pub async fn renew_signing_keys(&self, app: &App) -> Result<()> {
        self.ring.renew(app, signing::PUBLISHED_AGE_MAX).await
    }

    /// Checks an id token; one that was checked before is only compared with its time and issuer again. A key that is not
    /// known may be one that another process has made: the keys are read again, at most every few seconds.
    pub(crate) async fn check(
        &self,
        app: &App,
        token: &str,
        expected: Expected<'_>,
    ) -> Result<Arc<IdClaims>, TokenProblem> {
        let key: [u8; 32] = Sha256::digest(token).into();
        if let Some(claims) = self.tokens.get(&key) {
            return match claims.iss == expected.issuer && claims.aud == expected.audience {
                true if claims.exp > expected.now => Ok(claims),
                true => Err(TokenProblem::Expired),
                false => Err(TokenProblem::Invalid),
            };
        }
        let claims = match self.ring.get().verify(token, expected) {
            Err(TokenProblem::UnknownKey) => {
                if let Err(error) = self.ring.renew(app, signing::UNKNOWN_AGE_MAX).await {
                    tracing::warn!(%error, "the signing keys can't be read anew");
                }
                self.ring.get().verify(token, expected)?
            }
            checked => checked?,
        };
        let claims = Arc::new(claims);
        self.tokens.insert(key, claims.clone());
        Ok(claims)
    }

    /// Checks an id token that only hints at who signs out: it may have expired.
    pub(crate) fn check_at_any_time(
        &self,
        token: &str,
        issuer: &str,
        audience: &str,
    ) -> Result<IdClaims, TokenProblem> {
        self.ring.get().verify_at_any_time(token, issuer, audience)
    }

    /// The tab of a session id, where it lies under this login.
    pub(crate) async fn tab(&self, pool: &PgPool, session: Uuid, login: Uuid) -> Result<Option<Tab>> {
        if let Some(tab) = self.sessions.get(&session) {
            return Ok((tab.login == login).then_some(tab));
        }
        let found = store::tab(pool, session).await?;
        if let Some(tab) = found {
            self.sessions.insert(session, tab);
        }
        Ok(found.filter(|tab| tab.login == login))
    }

    /// The tab of a request that names none. Such requests of one login share a tab until a client has taken it over by
    /// naming it, so that a program that never does opens one and not one for each request.
    pub(crate) async fn unnamed_tab(&self, pool: &PgPool, login: Uuid, user: i64) -> Result<Uuid> {
        self.unnamed
            .get_or_insert_async(&login, async {
                let session = Uuid::new_v4();
                store::open_session(pool, session, login, user).await?;
                self.remember_tab(session, Tab { login, signed_in: user, active: user });
                Ok(session)
            })
            .await
    }

    /// Notes that a client has named its tab: the next one that names none gets another.
    pub(crate) fn name_tab(&self, login: Uuid, session: Uuid) {
        if self.unnamed.get(&login) == Some(session) {
            self.unnamed.remove(&login);
        }
    }

    /// Remembers a tab that was just made.
    pub(crate) fn remember_tab(&self, session: Uuid, tab: Tab) {
        self.sessions.insert(session, tab);
    }

    /// The rights of a person in the unit that was asked for, else in their default one.
    pub(crate) async fn access(&self, pool: &PgPool, user: i64, org_unit: Option<i64>) -> Result<Arc<Access>> {
        if let Some(access) = self.access.get(&(user, org_unit)) {
            return Ok(access);
        }
        let mut tx = GlobalTx::begin(pool).await?;
        let membership = people::default_membership(&mut tx, user, org_unit).await?.ok_or(Error::Forbidden)?;
        let access = people::access_of(&mut tx, user, membership).await?;
        self.access.insert((user, org_unit), access.clone());
        Ok(access)
    }
}

impl Gate for Doors {
    fn reload<'a>(
        &'a self,
        app: &'a App,
        user: i64,
        membership: i64,
        org_unit: i64,
    ) -> BoxFuture<'a, Result<Arc<Access>>> {
        Box::pin(async move {
            let keys = [(user, None), (user, Some(org_unit))];
            keys.iter().for_each(|key| drop(self.access.remove(key)));
            let mut tx = GlobalTx::begin(&app.pool).await?;
            let access = people::access_of(&mut tx, user, membership).await?;
            self.access.insert((user, Some(access.org_unit)), access.clone());
            Ok(access)
        })
    }
}
