//! Random tokens, and the only form in which they are kept.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::TryRng;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// 256 random bits in base64url.
///
/// # Errors
/// The system gives no random bytes.
pub fn random_token() -> Result<Zeroizing<String>, rand::rngs::SysError> {
    let mut bytes = Zeroizing::new([0_u8; 32]);
    rand::rngs::SysRng.try_fill_bytes(&mut *bytes)?;
    Ok(Zeroizing::new(URL_SAFE_NO_PAD.encode(*bytes)))
}

/// The hash by which a token is kept and found. Tokens carry 256 bits of chance, so a fast hash is enough.
#[must_use]
pub fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
