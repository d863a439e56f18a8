//! Random tokens, and the hash under which they are stored.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::TryRng;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Generates 256 random bits in base64url.
///
/// # Errors
/// The system can't provide random bytes.
pub fn random_token() -> Result<Zeroizing<String>, rand::rngs::SysError> {
    let mut bytes = Zeroizing::new([0_u8; 32]);
    rand::rngs::SysRng.try_fill_bytes(&mut *bytes)?;
    Ok(Zeroizing::new(URL_SAFE_NO_PAD.encode(*bytes)))
}

/// The hash under which a token is stored and looked up. Tokens have 256 random bits, so a fast hash is enough.
#[must_use]
pub fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
