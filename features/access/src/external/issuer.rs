//! The provider's document and keys: fetched when they are first needed, kept, and fetched again when a token names a key
//! that is not known.

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

/// The provider has this long for an answer.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// Most bytes of an answer.
const ANSWER_BYTES_MAX: usize = 512 * 1024;
/// It is not asked more often than this, whatever tokens come.
const ASKED_EVERY: Duration = Duration::from_secs(5);
/// After this long it is asked again: a key that it has withdrawn must not be good for ever.
const KEPT: Duration = Duration::from_secs(3600);

/// What is known of the provider.
#[derive(Debug)]
struct Known {
    metadata: Metadata,
    keys: PublicKeys,
    since: Instant,
}

/// The provider.
pub(crate) struct Issuer {
    http: Client,
    known: RwLock<Option<Arc<Known>>>,
    /// When it was asked last. Whoever holds it asks; the others wait for the answer.
    asked: Mutex<Option<Instant>>,
    /// Tokens that were checked.
    tokens: Cache<[u8; 32], Arc<IdClaims>>,
    /// Logins that were found, by their hash.
    pub(super) logins: Cache<[u8; 32], super::SignedIn>,
}

impl Issuer {
    /// One that has not been asked yet.
    pub fn new() -> Result<Self> {
        // It answers from where it was configured, and never sends us elsewhere.
        let http = Client::builder().timeout(ANSWER_MAX).redirect(Policy::none()).build().map_err(Error::internal)?;
        Ok(Self {
            http,
            known: RwLock::default(),
            asked: Mutex::default(),
            tokens: Cache::new(10_000),
            logins: Cache::new(10_000),
        })
    }

    /// Checks a token; one that was checked before is only compared with its time again.
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

    /// Where a sign-out is asked for, if the provider offers that and can be reached.
    pub async fn end_session_endpoint(&self, issuer: &str) -> Option<Url> {
        self.known(issuer).await.ok()?.metadata.end_session_endpoint.clone()
    }

    /// Everywhere that the web application calls it, if it was asked.
    pub fn called(&self) -> Option<Vec<Url>> {
        self.peek().map(|known| known.metadata.called.clone())
    }

    /// Asks for what is not known yet.
    pub async fn meet(&self, issuer: &str) {
        let _ = self.known(issuer).await;
    }

    fn peek(&self) -> Option<Arc<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is known, asked for where nothing is. What is old is asked for again; the last good answer stays where the
    /// provider gives none.
    async fn known(&self, issuer: &str) -> Result<Arc<Known>> {
        match self.peek() {
            Some(known) if known.since.elapsed() < KEPT => return Ok(known),
            Some(known) => self.ask(issuer, known.since).await,
            None => self.ask(issuer, Instant::now()).await,
        }
        self.peek().ok_or_else(|| Error::Unavailable(anyhow("the identity provider could not be asked for its keys")))
    }

    /// Asks, unless somebody has just asked or has got a newer answer than the caller's meanwhile.
    async fn ask(&self, issuer: &str, seen: Instant) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|at| at.elapsed() < ASKED_EVERY) || self.peek().is_some_and(|known| known.since > seen) {
            return;
        }
        // The first answer does not count: a token with a new key may follow at once.
        let was_known = self.peek().is_some();
        *asked = Some(Instant::now());
        match self.fetch(issuer).await {
            Ok(known) => {
                if !was_known {
                    *asked = None;
                }
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(known));
                // What was checked with a key that is withdrawn is checked again.
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
