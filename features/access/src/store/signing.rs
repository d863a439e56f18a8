//! SQL for the keys that sign ID tokens.

use identity::SigningKey;
use platform::{App, Error, Result, db::Timestamp, keys::Keys, seal::Sealed};
use sqlx::{PgConnection, PgPool};

/// A key with the time from which it signs.
pub(crate) struct Kept {
    pub signs_from: Timestamp,
    pub key: SigningKey,
}

fn place(id: &str) -> String {
    format!("signing_key/{id}")
}

/// All published keys, oldest first. Creates the first one of an installation.
pub(crate) async fn published(pool: &PgPool, keys: &Keys) -> Result<Vec<Kept>> {
    let found = read(pool, keys).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    let mut tx = pool.begin().await?;
    lock(&mut tx).await?;
    let exists = sqlx::query_scalar!("select exists (select from signing_key where retired_at is null) as \"exists!\"")
        .fetch_one(&mut *tx)
        .await?;
    if !exists {
        add(&mut tx, keys, 0).await?;
    }
    tx.commit().await?;
    read(pool, keys).await
}

async fn read(pool: &PgPool, keys: &Keys) -> Result<Vec<Kept>> {
    let rows = sqlx::query!("select id, private_key, sealed_with, signs_from from signing_key order by signs_from, id")
        .fetch_all(pool)
        .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let sealed = Sealed { key_id: row.sealed_with, ciphertext: row.private_key };
        let pkcs8 = keys.open(&place(&row.id), &sealed).map_err(Error::internal)?;
        let key = SigningKey::from_pkcs8(&pkcs8).map_err(Error::internal)?;
        found.push(Kept { signs_from: row.signs_from, key });
    }
    Ok(found)
}

/// Prevents two processes that start together from creating two keys.
async fn lock(connection: &mut PgConnection) -> Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('keyturn signing keys')) is null as \"locked!\"")
        .fetch_one(connection)
        .await?;
    Ok(())
}

async fn add(connection: &mut PgConnection, keys: &Keys, from_hours: i32) -> Result<()> {
    let key = SigningKey::generate().map_err(Error::internal)?;
    let sealed = keys.seal(&place(key.id()), key.pkcs8()).map_err(Error::internal)?;
    let public = serde_json::to_value(key.public()).map_err(Error::internal)?;
    sqlx::query!(
        "insert into signing_key (id, algorithm, private_key, sealed_with, public_jwk, signs_from)
         values ($1, 'RS256', $2, $3, $4, now() + make_interval(hours => $5))",
        key.id(),
        sealed.ciphertext,
        sealed.key_id,
        public,
        from_hours
    )
    .execute(connection)
    .await?;
    tracing::info!(kid = key.id(), from_hours, "a new key signs id tokens");
    Ok(())
}

/// Hours that a key is published before it signs and after its last token expires. Longer than clients cache a key set.
const PUBLISHED_HOURS: i32 = 24;

/// Creates the next key before the current one's time ends, retires keys with a successor, and deletes those that no
/// token needs.
///
/// # Errors
///
/// The system can't provide random numbers.
pub async fn rotate_signing_keys(app: &App) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    lock(&mut tx).await?;
    let is_due = sqlx::query_scalar!(
        "select coalesce(max(signs_from) < now() - make_interval(days => $1) + make_interval(hours => $2), false) as \"due!\"
         from signing_key",
        i32::from(app.config.signing_key_days),
        PUBLISHED_HOURS
    )
    .fetch_one(&mut *tx)
    .await?;
    if is_due {
        add(&mut tx, &app.keys, PUBLISHED_HOURS).await?;
    }
    sqlx::query!(
        "update signing_key k
         set retired_at = now()
         where retired_at is null
           and exists (select from signing_key n where n.signs_from <= now() and n.signs_from > k.signs_from)"
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from signing_key where retired_at < now() - make_interval(hours => $1, mins => $2)",
        PUBLISHED_HOURS,
        i32::from(app.config.id_token_minutes)
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(())
}
