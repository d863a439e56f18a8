//! The secret of an API key: `kt_live_`, 32 random characters, and a checksum of six.
//!
//! The prefix lets source code scanners find leaked keys. The checksum detects typos without a lookup.

use platform::{Error, Result};
use rand::TryRng;
use sha2::{Digest, Sha256};
use std::fmt;

const BEGINNING: &str = "kt_live_";
const RANDOM_CHARS: usize = 32;
const CHECK_CHARS: usize = 6;
/// Number of random characters that stay visible.
const SHOWN_CHARS: usize = 4;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A well-formed secret. It has no `Debug`, so that it isn't logged by accident.
pub(crate) struct Secret(String);

impl Secret {
    /// Generates a secret.
    pub fn make() -> Result<Self> {
        let mut text = BEGINNING.to_owned();
        while text.len() < BEGINNING.len() + RANDOM_CHARS {
            let mut bytes = [0_u8; 2 * RANDOM_CHARS];
            rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(Error::internal)?;
            // 248 is the largest multiple of 62. Higher values would favor some characters.
            let fair =
                bytes.into_iter().filter(|byte| *byte < 248).map(|byte| char::from(DIGITS[usize::from(byte % 62)]));
            text.extend(fair.take(BEGINNING.len() + RANDOM_CHARS - text.len()));
        }
        let check = check(&text);
        Ok(Self(text + &check))
    }

    /// Parses a secret if it is well-formed.
    pub fn read(text: &str) -> Option<Self> {
        let is_whole = text.len() == BEGINNING.len() + RANDOM_CHARS + CHECK_CHARS
            && text.starts_with(BEGINNING)
            && text[BEGINNING.len()..].bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_whole && check(&text[..BEGINNING.len() + RANDOM_CHARS]) == text[BEGINNING.len() + RANDOM_CHARS..])
            .then(|| Self(text.to_owned()))
    }

    /// Returns true if a bearer token looks like an API key.
    pub fn is_meant(token: &str) -> bool {
        token.starts_with("kt_")
    }

    /// The hash to store.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// The visible start.
    pub fn prefix(&self) -> &str {
        &self.0[..BEGINNING.len() + SHOWN_CHARS]
    }

    /// The secret itself, shown once.
    pub fn reveal(self) -> String {
        self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({}…)", self.prefix())
    }
}

/// Checksum of a text: six characters of its hash.
fn check(text: &str) -> String {
    let hash = Sha256::digest(text);
    hash[..CHECK_CHARS].iter().map(|byte| char::from(DIGITS[usize::from(byte % 62)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_form() {
        let text = Secret::make().unwrap().reveal();
        assert_eq!(text.len(), 46);
        assert_eq!(Secret::read(&text).unwrap().prefix(), &text[..12]);
        assert_ne!(Secret::make().unwrap().reveal(), text);
    }

    #[test]
    fn every_typing_error_is_detected() {
        let text = Secret::make().unwrap().reveal();
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = if bytes[place] == b'x' { b'y' } else { b'x' };
            assert!(Secret::read(&String::from_utf8(bytes).unwrap()).is_none(), "{place}");
        }
        for wrong in ["", "kt_live_", &text[1..], &format!("{text}0"), &text.replace("live", "test"), "kt_live_ä"] {
            assert!(Secret::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_written_out_by_accident() {
        let secret = Secret::make().unwrap();
        let shown = format!("{secret:?}");
        assert!(!shown.contains(&secret.reveal()[12..]));
    }
}
