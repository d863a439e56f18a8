//! Sealing with AES-256-GCM. Each value is bound to its place, so ciphertext moved elsewhere doesn't open.

use crate::keys::Keys;
use aes_gcm::{
    Aes256Gcm, KeyInit,
    aead::{Aead, Payload},
};
use rand::TryRng;
use zeroize::Zeroizing;

/// A sealed value with the number of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    pub key_id: i16,
    /// Nonce, ciphertext and tag.
    pub ciphertext: Vec<u8>,
}

/// A value couldn't be sealed or opened: the key is missing, or the ciphertext was altered or moved.
#[derive(Debug, thiserror::Error)]
#[error("a sealed value can't be opened")]
pub struct SealError;

const NONCE_BYTES: usize = 12;

impl Keys {
    /// Seals a value for a place, such as `loan_secret/7/100001`.
    ///
    /// # Errors
    ///
    /// The system can't provide random bytes.
    pub fn seal(&self, place: &str, value: &[u8]) -> Result<Sealed, SealError> {
        let (key_id, key) = self.sealing();
        let mut nonce = [0; NONCE_BYTES];
        rand::rngs::SysRng.try_fill_bytes(&mut nonce).map_err(|_| SealError)?;
        let sealed = Aes256Gcm::new((&**key).into())
            .encrypt(&nonce.into(), Payload { msg: value, aad: place.as_bytes() })
            .map_err(|_| SealError)?;
        Ok(Sealed { key_id, ciphertext: [&nonce[..], &sealed].concat() })
    }

    /// Opens a value that was sealed for this place.
    ///
    /// # Errors
    ///
    /// The key is gone, the value was altered, or it was sealed for another place.
    pub fn open(&self, place: &str, sealed: &Sealed) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let key = self.sealed_with(sealed.key_id).ok_or(SealError)?;
        let (nonce, ciphertext) = sealed.ciphertext.split_first_chunk::<NONCE_BYTES>().ok_or(SealError)?;
        Aes256Gcm::new((&**key).into())
            .decrypt(nonce.into(), Payload { msg: ciphertext, aad: place.as_bytes() })
            .map(Zeroizing::new)
            .map_err(|_| SealError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_opens_in_its_place_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(folder.path()).unwrap();
        let sealed = keys.seal("loan_secret/1/7", b"123456789").unwrap();
        assert!(!sealed.ciphertext.windows(9).any(|bytes| bytes == b"123456789"));
        assert_eq!(&**keys.open("loan_secret/1/7", &sealed).unwrap(), b"123456789");
        assert!(keys.open("loan_secret/2/7", &sealed).is_err());
        let mut altered = sealed.clone();
        altered.ciphertext[20] ^= 1;
        assert!(keys.open("loan_secret/1/7", &altered).is_err());
        assert_ne!(keys.seal("loan_secret/1/7", b"123456789").unwrap().ciphertext, sealed.ciphertext);
    }
}
