//! The keys of an installation: files of 32 random bytes, readable by the server alone.
//!
//! `sealing-N.key` encrypts what is sealed (the highest N writes, every N reads), `matching-N.key` makes equal social
//! security numbers findable, `signing.key` signs addresses and derives refresh tokens, `audit.key` seals the audit log. All
//! in `data_dir/keys`.

use crate::folders;
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use sha2::Sha256;
use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
};
use zeroize::Zeroizing;

/// 32 secret bytes, wiped from memory when dropped.
pub type Key = Zeroizing<[u8; 32]>;

/// The keys.
#[derive(Clone)]
pub struct Keys {
    sealing: BTreeMap<i16, Key>,
    matching: BTreeMap<i16, Key>,
    signing: Key,
    audit: Key,
}

/// Why the keys can't be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// There are none.
    #[error(
        "keys are missing in {0}: run `keyturn keys` once, keep the folder safe, and back it up apart from the database"
    )]
    Missing(String),
    /// A file is not a key.
    #[error("{0} is not a key of 32 bytes in hexadecimal digits")]
    Malformed(String),
    /// Others could read it.
    #[error("{0} can be read by others: chmod 600 it")]
    Readable(String),
    /// The file system said no.
    #[error("the keys can't be read or written: {0}")]
    Io(#[from] io::Error),
}

impl Keys {
    /// Reads the keys of a folder.
    ///
    /// # Errors
    /// Keys are missing, malformed, or readable by others.
    pub fn load(folder: &Path) -> Result<Self, KeyError> {
        let (mut sealing, mut matching) = (BTreeMap::new(), BTreeMap::new());
        let (mut signing, mut audit) = (None, None);
        for entry in std::fs::read_dir(folder).map_err(|_| KeyError::Missing(folder.display().to_string()))? {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".key"))
            else {
                continue;
            };
            let number = name.rsplit_once('-').and_then(|(_, number)| number.parse().ok());
            match (name.split('-').next().unwrap_or_default(), number) {
                ("sealing", Some(number)) => drop(sealing.insert(number, read_key(&path)?)),
                ("matching", Some(number)) => drop(matching.insert(number, read_key(&path)?)),
                ("signing", None) => signing = Some(read_key(&path)?),
                ("audit", None) => audit = Some(read_key(&path)?),
                _ => return Err(KeyError::Malformed(path.display().to_string())),
            }
        }
        match (signing, audit) {
            (Some(signing), Some(audit)) if !sealing.is_empty() && !matching.is_empty() => {
                Ok(Keys { sealing, matching, signing, audit })
            }
            _ => Err(KeyError::Missing(folder.display().to_string())),
        }
    }

    /// Makes what is missing, then reads the keys.
    ///
    /// # Errors
    /// As [`Keys::load`], or the folder can't be written.
    pub fn load_or_create(folder: &Path) -> Result<Self, KeyError> {
        folders::create_private(folder)?;
        for name in ["sealing-1.key", "matching-1.key", "signing.key", "audit.key"] {
            let mut bytes = Zeroizing::new([0_u8; 32]);
            rand::rngs::SysRng.try_fill_bytes(&mut *bytes).map_err(io::Error::other)?;
            match std::fs::File::options().write(true).create_new(true).mode(0o600).open(folder.join(name)) {
                Ok(mut file) => writeln!(file, "{}", Zeroizing::new(to_hex(&*bytes)).as_str())?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.into()),
            }
        }
        Self::load(folder)
    }

    /// The key that seals new values, with its number.
    pub(crate) fn sealing(&self) -> (i16, &Key) {
        #[allow(clippy::expect_used)]
        self.sealing.iter().next_back().map(|(number, key)| (*number, key)).expect("load refuses an empty ring")
    }

    /// The key that a value was sealed with.
    pub(crate) fn sealed_with(&self, number: i16) -> Option<&Key> {
        self.sealing.get(&number)
    }

    /// The key by which a company's social security numbers are compared, with its version.
    #[must_use]
    pub fn matching(&self, company: i64) -> (i16, Key) {
        let (version, key) = self.newest_matching();
        (version, derive(key, &[b"ssn", &company.to_be_bytes()]))
    }

    /// The key by which the last four digits of a company's social security numbers are found: one of its own, for four
    /// digits are soon tried out.
    #[must_use]
    pub fn endings(&self, company: i64) -> Key {
        let (_, key) = self.newest_matching();
        derive(key, &[b"ssn ending", &company.to_be_bytes()])
    }

    fn newest_matching(&self) -> (i16, &Key) {
        #[allow(clippy::expect_used)]
        self.matching.iter().next_back().map(|(version, key)| (*version, key)).expect("load refuses an empty ring")
    }

    /// The key that seals a company's audit log. Never replaced: what is sealed could not be checked any more.
    #[must_use]
    pub fn audit(&self, company: i64) -> Key {
        derive(&self.audit, &[b"audit", &company.to_be_bytes()])
    }

    /// A key derived for one purpose, such as signing addresses.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> Key {
        derive(&self.signing, &[purpose.as_bytes()])
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({} sealing, {} matching)", self.sealing.len(), self.matching.len())
    }
}

/// Bytes that are wiped from memory when dropped.
#[must_use]
pub fn wiped(bytes: Vec<u8>) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(bytes)
}

/// HMAC-SHA256 over parts, each with its length, so that no two lists of parts give the same text.
#[must_use]
pub fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    #[allow(clippy::expect_used)]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn derive(key: &[u8; 32], parts: &[&[u8]]) -> Key {
    Zeroizing::new(mac(key, parts))
}

fn read_key(path: &Path) -> Result<Key, KeyError> {
    let shown = || path.display().to_string();
    if std::fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
        return Err(KeyError::Readable(shown()));
    }
    let text = Zeroizing::new(std::fs::read_to_string(path)?);
    from_hex(text.trim()).ok_or_else(|| KeyError::Malformed(shown()))
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Key> {
    let mut key = Zeroizing::new([0; 32]);
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_once_and_readable_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("keys");
        assert!(matches!(Keys::load(&folder), Err(KeyError::Missing(_))));
        let first = Keys::load_or_create(&folder).unwrap().derived("test");
        assert_eq!(*Keys::load_or_create(&folder).unwrap().derived("test"), *first);
        let mode = std::fs::metadata(folder.join("sealing-1.key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::set_permissions(folder.join("signing.key"), std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(Keys::load(&folder), Err(KeyError::Readable(_))));
    }

    #[test]
    fn two_companies_never_share_a_matching_key() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(folder.path()).unwrap();
        assert_ne!(*keys.matching(1).1, *keys.matching(2).1);
    }
}
