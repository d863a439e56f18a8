//! Creating calls that may be sent twice: the first answer stands for 24 hours, and another body under the same key is
//! refused.

use crate::{
    error::{Error, Result},
    tenant::{GlobalTx, InCompany, Tx, companies},
};
use axum::extract::FromRequestParts;
use http::request::Parts;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

/// Forgets keys after 24 hours.
///
/// # Errors
/// The database's.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    for company in companies(pool).await? {
        let mut tx = GlobalTx::begin(pool).await?;
        tx.enter(company).await?;
        sqlx::query!(
            "delete from idempotency where company_id = $1 and created_at < now() - interval '24 hours'",
            company
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The header that names a creating call.
pub const HEADER: &str = "idempotency-key";

/// The key of a creating call, where one was sent.
#[derive(Clone, Copy, Debug)]
pub struct IdempotencyKey(pub Option<Uuid>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        match parts.headers.get(HEADER) {
            None => Ok(Self(None)),
            Some(value) => value
                .to_str()
                .ok()
                .and_then(|text| text.parse().ok())
                .map(|key| Self(Some(key)))
                .ok_or_else(|| Error::Malformed("Idempotency-Key must be a UUID.".to_owned())),
        }
    }
}

/// A creating call as it is remembered.
#[derive(Clone, Debug)]
pub struct Once {
    /// Its key.
    pub key: Uuid,
    /// SHA-256 of the call's name and body.
    pub request_hash: Vec<u8>,
}

impl IdempotencyKey {
    /// The call with what it asks for; nothing where no key was sent.
    ///
    /// # Errors
    /// The body can't be written as JSON, which only a fault of the program brings about.
    pub fn of(self, call: &str, body: &impl serde::Serialize) -> Result<Option<Once>> {
        let Some(key) = self.0 else { return Ok(None) };
        let mut hash = Sha256::new();
        hash.update(call);
        hash.update([0]);
        hash.update(serde_json::to_vec(body).map_err(Error::internal)?);
        Ok(Some(Once { key, request_hash: hash.finalize().to_vec() }))
    }
}

impl Once {
    /// The record that this call has made already, if it has.
    ///
    /// # Errors
    /// The key was used for something else.
    pub async fn made_before(&self, tx: &mut impl InCompany) -> Result<Option<i64>> {
        let found = sqlx::query!(
            "select request_hash, entity_id
             from idempotency
             where company_id = $1
               and user_id = $2
               and key = $3
               and created_at > now() - interval '24 hours'",
            tx.company(),
            tx.user(),
            self.key
        )
        .fetch_optional(&mut **tx)
        .await?;
        match found {
            None => Ok(None),
            Some(found) if found.request_hash == self.request_hash => Ok(Some(found.entity_id)),
            Some(_) => Err(Error::field(HEADER, "This Idempotency-Key was used for another request.")),
        }
    }

    /// Waits while the same call is under way elsewhere, and answers the record that it has made, if it has. Whoever gets
    /// nothing makes it, and notes that in the same transaction.
    ///
    /// # Errors
    /// The key was used for something else.
    pub async fn first(&self, tx: &mut impl InCompany) -> Result<Option<i64>> {
        sqlx::query!(
            "select pg_advisory_xact_lock(hashtextextended($1, $2)) is null as \"locked!\"",
            self.key.to_string(),
            tx.company()
        )
        .fetch_one(&mut **tx)
        .await?;
        self.made_before(tx).await
    }

    /// Notes what the call has made; it was answered 201.
    ///
    /// # Errors
    /// The database's.
    pub async fn note(&self, tx: &mut Tx, entity_id: i64) -> Result<()> {
        sqlx::query!(
            "insert into idempotency (company_id, user_id, key, request_hash, status, entity_id)
             values ($1, $2, $3, $4, 201, $5)",
            tx.company(),
            tx.actor().user,
            self.key,
            self.request_hash,
            entity_id
        )
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}
