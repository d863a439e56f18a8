//! Passwords: Argon2id, computed off the request threads, a few at a time.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use platform::{Error, Result};
use sqlx::PgConnection;
use std::sync::LazyLock;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// Each computation takes 19 MiB and a core for a while: more at once would only wait for each other.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// What is compared with where there is no account, so that both take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody's password").unwrap_or_default());

fn hash(password: &str) -> Result<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| Error::internal(std::io::Error::other(error.to_string())))
}

async fn on_its_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let _permit = AT_ONCE.acquire().await.map_err(Error::internal)?;
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)
}

/// Whether a password is the one that was hashed. Without a hash it takes as long, and is not.
pub(crate) async fn is_password(password: Zeroizing<String>, kept: Option<String>) -> Result<bool> {
    on_its_own_thread(move || {
        let against = kept.as_deref().unwrap_or(&NOBODY);
        let matches = PasswordHash::new(against)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        matches && kept.is_some()
    })
    .await
}

/// Keeps a person's password.
///
/// # Errors
/// The database's.
pub async fn set_password(connection: &mut PgConnection, user: i64, password: &str) -> Result<()> {
    let password = Zeroizing::new(password.to_owned());
    let hash = on_its_own_thread(move || hash(&password)).await??;
    sqlx::query!(
        "insert into credential (user_id, password_hash)
         values ($1, $2)
         on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()",
        user,
        hash
    )
    .execute(connection)
    .await?;
    Ok(())
}
