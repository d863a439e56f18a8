//! The keys that sign ID tokens, cached per process.
//!
//! A new key is published a day before it signs, so that clients with a cached key set know it in time. An old key
//! stays until its last token expires. Every process reloads the keys regularly, and immediately when it receives a
//! token with an unknown key.

use crate::store::signing as store;
use identity::{Expected, IdClaims, PublicKeys, SigningKey, TokenProblem};
use platform::{App, Error, Result, db::Timestamp, keys::Keys};
use serde_json::{Value, json};
use sqlx::PgPool;
use std::{
    io,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

/// Maximum age of the published set.
pub(crate) const PUBLISHED_AGE_MAX: Duration = Duration::from_secs(60);
/// Maximum age when a token names an unknown key. Limits how often invented key ids cause a reload.
pub(crate) const UNKNOWN_AGE_MAX: Duration = Duration::from_secs(3);

/// The keys at one point in time.
pub(crate) struct KeyRing {
    /// Keys with the time from which each signs, oldest first.
    keys: Vec<(Timestamp, Arc<SigningKey>)>,
    public: PublicKeys,
    read_at: Instant,
}

impl KeyRing {
    pub async fn read(pool: &PgPool, keys: &Keys) -> Result<Self> {
        let read_at = Instant::now();
        let kept = store::published(pool, keys).await?;
        Ok(Self {
            public: PublicKeys::new(kept.iter().map(|kept| kept.key.public())),
            keys: kept.into_iter().map(|kept| (kept.signs_from, Arc::new(kept.key))).collect(),
            read_at,
        })
    }

    /// The newest key that may sign now.
    pub fn signing(&self) -> Result<Arc<SigningKey>> {
        let now = Timestamp::now();
        let newest = self.keys.iter().rev().find(|(signs_from, _)| *signs_from <= now).or(self.keys.first());
        let newest = newest.map(|(_, key)| Arc::clone(key));
        newest.ok_or_else(|| Error::internal(io::Error::other("there is no signing key")))
    }

    pub fn published(&self) -> Value {
        json!({ "keys": self.keys.iter().map(|(_, key)| key.public()).collect::<Vec<_>>() })
    }

    pub fn verify(&self, token: &str, expected: Expected<'_>) -> Result<IdClaims, TokenProblem> {
        self.public.verify(token, expected)
    }

    pub fn verify_at_any_time(&self, token: &str, issuer: &str, audience: &str) -> Result<IdClaims, TokenProblem> {
        self.public.verify_at_any_time(token, issuer, audience)
    }
}

/// The keys of this process.
pub(crate) struct SharedRing(RwLock<Arc<KeyRing>>);

impl SharedRing {
    pub fn new(ring: KeyRing) -> Self {
        Self(RwLock::new(Arc::new(ring)))
    }

    pub fn get(&self) -> Arc<KeyRing> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reloads the keys if they are older than this.
    pub async fn renew(&self, app: &App, age_max: Duration) -> Result<()> {
        if self.get().read_at.elapsed() >= age_max {
            let ring = KeyRing::read(&app.pool, &app.keys).await?;
            *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
        }
        Ok(())
    }
}
