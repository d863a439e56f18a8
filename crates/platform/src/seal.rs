//! Sealing: AES-256-GCM, each value bound to where it belongs, so that moved ciphertext does not open.

use crate::keys::Keys;
use aes_gcm::{
    Aes256Gcm, KeyInit,
    aead::{Aead, Payload},
};
use rand::TryRng;
use zeroize::Zeroizing;

/// A sealed value and the number of the key that opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Which key.
    pub key_id: i16,
    /// Nonce and ciphertext with its tag.
    pub ciphertext: Vec<u8>,
}

/// A value could not be sealed or opened: the key is missing, or the bytes are not those that were sealed here.
#[derive(Debug, thiserror::Error)]
#[error("a sealed value can't be opened")]
pub struct SealError;

const NONCE_BYTES: usize = 12;

impl Keys {
    /// Seals a value for one place, such as `loan_secret/7/100001`.
    ///
    /// # Errors
    /// The system gives no random bytes.
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
