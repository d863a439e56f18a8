//! Per-process cache of signing keys, verified tokens, grants and sessions.
//!
//! The cache never decides alone. A token's expiry is checked at every use. The database confirms rights and tabs in
//! the message that begins each transaction.

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

/// Per-process cache of signing keys, verified tokens, grants and sessions.
pub struct Doors {
    ring: SharedRing,
    tokens: Cache<[u8; 32], Arc<IdClaims>>,
    access: Cache<(i64, Option<i64>), Arc<Access>>,
    sessions: Cache<Uuid, Tab>,
    /// The tab assigned to each login whose client hasn't sent it yet.
    unnamed: Cache<Uuid, Uuid>,
    pub(crate) seen: Seen,
    external: OnceLock<Issuer>,
}

/// A tab with its login.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tab {
    pub login: Uuid,
    pub signed_in: i64,
    pub active: i64,
}

impl Doors {
    /// Reads the signing keys, and creates the first one if necessary.
    ///
    /// # Errors
    ///
    /// A key can't be opened.
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

    /// The external provider.
    pub(crate) fn external(&self) -> Result<&Issuer> {
        match self.external.get() {
            Some(issuer) => Ok(issuer),
            None => {
                let issuer = Issuer::new()?;
                Ok(self.external.get_or_init(|| issuer))
            }
        }
    }

    /// Fetches metadata and keys of the external provider, if one is configured. If it is unreachable, the next request
    /// tries again.
    pub async fn meet_provider(&self, config: &Config) {
        if let (Some(issuer), Ok(external)) = (&config.auth_issuer, self.external()) {
            external.meet(issuer).await;
        }
    }

    /// URLs of the external provider that pages call: its issuer, and all endpoints once its metadata is known.
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

    /// The current signing key.
    pub(crate) fn signing(&self) -> Result<Arc<SigningKey>> {
        self.ring.get().signing()
    }

    /// The published keys (RFC 7517), at most a minute old.
    pub(crate) async fn published(&self, app: &App) -> Result<serde_json::Value> {
        self.ring.renew(app, signing::PUBLISHED_AGE_MAX).await?;
        Ok(self.ring.get().published())
    }

    /// Reloads the signing keys, so that this process switches to a new key in time. The server calls it every few
    /// seconds.
    ///
    /// # Errors
    ///
    /// The database can't be read. The known keys stay valid.
    pub async fn renew_signing_keys(&self, app: &App) -> Result<()> {
        self.ring.renew(app, signing::PUBLISHED_AGE_MAX).await
    }

    /// Verifies an ID token. A cached token is only checked for expiry and issuer. If the key is unknown, another
    /// process may have created it, so this reloads the keys, at most every few seconds.
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

    /// Verifies an ID token that only serves as a hint at sign-out. It may have expired.
    pub(crate) fn check_at_any_time(
        &self,
        token: &str,
        issuer: &str,
        audience: &str,
    ) -> Result<IdClaims, TokenProblem> {
        self.ring.get().verify_at_any_time(token, issuer, audience)
    }

    /// Finds the tab of a session id if it belongs to this login.
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

    /// Returns the tab for a request without one. Such requests of a login share a tab until the client names it. A
    /// program that never does therefore opens one tab, not one per request.
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

    /// Records that a client has named its tab. The next request without one gets another tab.
    pub(crate) fn name_tab(&self, login: Uuid, session: Uuid) {
        if self.unnamed.get(&login) == Some(session) {
            self.unnamed.remove(&login);
        }
    }

    /// Caches a new tab.
    pub(crate) fn remember_tab(&self, session: Uuid, tab: Tab) {
        self.sessions.insert(session, tab);
    }

    /// Returns the user's rights in the requested unit, or in their default one.
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
