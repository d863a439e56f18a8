//! Password hashing with Argon2id.

use crate::{hashing, store};
use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use platform::{Error, Result};
use sqlx::PgConnection;
use std::sync::LazyLock;
use zeroize::Zeroizing;

/// 19 MiB, two passes, one lane: the minimum of the OWASP Password Storage Cheat Sheet. Weaker hashes are renewed at
/// the next sign-in.
static ARGON2: LazyLock<Argon2<'static>> = LazyLock::new(|| {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or(Params::DEFAULT);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
});

/// Hash to compare with if there is no account, so that both cases take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody's password").unwrap_or_default());

fn hash(password: &str) -> Result<String> {
    let hash = ARGON2.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| Error::internal(std::io::Error::other(error.to_string())))
}

/// Hashes a short text with its owner's salt, for recovery codes (ASVS 5.0, 6.5.2).
pub(crate) fn hash_salted(text: &str, salt: &[u8]) -> Result<Vec<u8>> {
    let mut hash = vec![0; 32];
    ARGON2
        .hash_password_into(text.as_bytes(), salt, &mut hash)
        .map_err(|error| Error::internal(std::io::Error::other(error.to_string())))?;
    Ok(hash)
}

/// Result of a check.
pub(crate) enum Checked {
    /// Wrong password, or none is set.
    Wrong,
    /// Correct password. Includes a new hash if the old one was weaker than the current settings.
    Right(Option<String>),
}

/// Checks a password against a hash. Without a hash it takes as long and fails.
pub(crate) async fn check(password: Zeroizing<String>, kept: Option<String>) -> Result<Checked> {
    hashing::run(move || {
        LazyLock::force(&NOBODY);
        let parsed = PasswordHash::new(kept.as_deref().unwrap_or(&NOBODY));
        let Ok(parsed) = parsed else { return Checked::Wrong };
        let matches = ARGON2.verify_password(password.as_bytes(), &parsed).is_ok();
        if !matches || kept.is_none() {
            return Checked::Wrong;
        }
        let is_weak = Params::try_from(&parsed).map_or(true, |params| {
            let usual = ARGON2.params();
            params.m_cost() < usual.m_cost() || params.t_cost() < usual.t_cost() || params.p_cost() < usual.p_cost()
        });
        Checked::Right(if is_weak { hash(&password).ok() } else { None })
    })
    .await
}

/// Hashes a new password.
pub(crate) async fn new_hash(password: Zeroizing<String>) -> Result<String> {
    hashing::run(move || hash(&password)).await?
}

/// Sets a user's password.
///
/// # Errors
///
/// The hashing queue is full.
pub async fn set_password(connection: &mut PgConnection, user: i64, password: &str) -> Result<()> {
    let hash = new_hash(Zeroizing::new(password.to_owned())).await?;
    store::set_password(connection, user, &hash).await
}
