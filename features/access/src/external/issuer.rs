//! Metadata and keys of the external provider. Fetched when first needed, cached, and fetched again when a token names
//! an unknown key.

use identity::{Expected, IdClaims, Metadata, PublicKeys, TokenProblem};
use platform::{Error, Result};
use quick_cache::sync::Cache;
use reqwest::{Client, redirect::Policy};
use sha2::{Digest, Sha256};
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};
use tokio::sync::Mutex;
use url::Url;

/// Timeout for the provider.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// Maximum size of an answer.
const ANSWER_BYTES_MAX: usize = 512 * 1024;
/// Minimum interval between requests, regardless of the tokens received.
const ASKED_EVERY: Duration = Duration::from_secs(5);
/// Maximum age of the cache, so that withdrawn keys don't stay valid.
const KEPT: Duration = Duration::from_secs(3600);

/// Cached metadata and keys.
#[derive(Debug)]
struct Known {
    metadata: Metadata,
    keys: PublicKeys,
    since: Instant,
}

/// The external provider.
pub(crate) struct Issuer {
    http: Client,
    known: RwLock<Option<Arc<Known>>>,
    /// Time of the last request. The holder of the lock fetches; others wait for the result.
    asked: Mutex<Option<Instant>>,
    /// Verified tokens.
    tokens: Cache<[u8; 32], Arc<IdClaims>>,
    /// Known logins by hash.
    pub(super) logins: Cache<[u8; 32], super::SignedIn>,
}

impl Issuer {
    pub fn new() -> Result<Self> {
        // The provider must answer at its configured URL without redirects.
        let http = Client::builder().timeout(ANSWER_MAX).redirect(Policy::none()).build().map_err(Error::internal)?;
        Ok(Self {
            http,
            known: RwLock::default(),
            asked: Mutex::default(),
            tokens: Cache::new(10_000),
            logins: Cache::new(10_000),
        })
    }

    /// Verifies a token. A cached token is only checked for expiry.
    pub async fn check(&self, token: &str, expected: Expected<'_>) -> Result<Arc<IdClaims>> {
        let hash: [u8; 32] = Sha256::digest(token).into();
        if let Some(claims) = self.tokens.get(&hash) {
            return if claims.exp > expected.now { Ok(claims) } else { Err(Error::TokenExpired) };
        }
        let known = self.known(expected.issuer).await?;
        let mut checked = known.keys.verify(token, expected);
        if checked == Err(TokenProblem::UnknownKey) {
            self.ask(expected.issuer, known.since).await;
            checked = self.known(expected.issuer).await?.keys.verify(token, expected);
        }
        let claims = Arc::new(checked.map_err(|problem| match problem {
            TokenProblem::Expired => Error::TokenExpired,
            TokenProblem::UnknownKey | TokenProblem::Invalid => Error::NotSignedIn,
        })?);
        self.tokens.insert(hash, claims.clone());
        Ok(claims)
    }

    /// The provider's sign-out endpoint, if it has one and is reachable.
    pub async fn end_session_endpoint(&self, issuer: &str) -> Option<Url> {
        self.known(issuer).await.ok()?.metadata.end_session_endpoint.clone()
    }

    /// All endpoints that the web calls, if known.
    pub fn called(&self) -> Option<Vec<Url>> {
        self.peek().map(|known| known.metadata.called.clone())
    }

    /// Fetches metadata and keys unless cached.
    pub async fn meet(&self, issuer: &str) {
        let _ = self.known(issuer).await;
    }

    fn peek(&self) -> Option<Arc<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns cached metadata and keys, fetching them if missing or old. If that fails, old ones stay in use.
    async fn known(&self, issuer: &str) -> Result<Arc<Known>> {
        match self.peek() {
            Some(known) if known.since.elapsed() < KEPT => return Ok(known),
            Some(known) => self.ask(issuer, known.since).await,
            None => self.ask(issuer, Instant::now()).await,
        }
        self.peek().ok_or_else(|| Error::Unavailable(anyhow("the identity provider could not be asked for its keys")))
    }

    /// Fetches unless another caller just did or has a newer answer.
    async fn ask(&self, issuer: &str, seen: Instant) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|at| at.elapsed() < ASKED_EVERY) || self.peek().is_some_and(|known| known.since > seen) {
            return;
        }
        // Don't throttle after the first answer, because a token with a new key may follow immediately.
        let was_known = self.peek().is_some();
        *asked = Some(Instant::now());
        match self.fetch(issuer).await {
            Ok(known) => {
                if !was_known {
                    *asked = None;
                }
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(known));
                // Verify tokens again, because their key may have been withdrawn.
                self.tokens.clear();
            }
            Err(error) => tracing::warn!(issuer, error = format!("{error:#}"), "the identity provider's keys"),
        }
    }

    async fn fetch(&self, issuer: &str) -> anyhow::Result<Known> {
        let document = self.get(Metadata::address_of(issuer)?).await?;
        let metadata = Metadata::read(issuer, &document)?;
        let keys = self.get(metadata.jwks_uri.clone()).await?;
        let keys = PublicKeys::read(&keys).filter(|keys| !keys.is_empty());
        let keys = keys.ok_or_else(|| anyhow("it publishes no key of RS256, PS256 or ES256"))?;
        Ok(Known { metadata, keys, since: Instant::now() })
    }

    async fn get(&self, address: Url) -> anyhow::Result<Vec<u8>> {
        let mut answer = self.http.get(address).send().await?;
        if !answer.status().is_success() {
            return Err(anyhow(&format!("{} answers {}", answer.url(), answer.status())));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > ANSWER_BYTES_MAX {
                return Err(anyhow(&format!("{} answers with more than {ANSWER_BYTES_MAX} bytes", answer.url())));
            }
        }
        Ok(bytes)
    }
}

fn anyhow(message: &str) -> anyhow::Error {
    anyhow::Error::msg(message.to_owned())
}
