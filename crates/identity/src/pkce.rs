//! Proof Key for Code Exchange (RFC 7636). Only S256 is supported, not the plain method.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// The challenge of a verifier, or `None` if the text isn't a valid verifier (RFC 7636 section 4.1: 43 to 128
/// unreserved characters).
#[must_use]
pub fn challenge_of(verifier: &str) -> Option<String> {
    let is_verifier = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    is_verifier.then(|| URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)))
}

/// Whether a text is a valid S256 challenge: 32 bytes in base64url.
#[must_use]
pub fn is_challenge(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_7636_appendix_b_holds() {
        let challenge = challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").unwrap();
        assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(is_challenge(&challenge));
    }

    #[test]
    fn an_invalid_verifier_has_no_challenge() {
        assert_eq!(challenge_of("short"), None);
        assert_eq!(challenge_of(&"a".repeat(129)), None);
        assert_eq!(challenge_of(&" ".repeat(43)), None);
        assert!(!is_challenge("plain"));
    }
}
