//! The installation's keys: files of 32 random bytes that only the server can read.
//!
//! `sealing-N.key` encrypts sealed values (the highest N encrypts, every N decrypts). `matching-N.key` hashes social
//! security numbers for comparison. `signing.key` signs URLs and derives refresh tokens. `audit.key` seals the audit
//! log. All are in `data_dir/keys`.

use crate::folders;
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
    str::FromStr,
};
use zeroize::Zeroizing;

/// 32 secret bytes, wiped from memory when dropped.
pub type Key = Zeroizing<[u8; 32]>;

#[derive(Clone)]
pub struct Keys {
    sealing: BTreeMap<i16, Key>,
    matching: BTreeMap<i16, Key>,
    signing: Key,
    audit: Key,
}

/// Numbered keys of one purpose. New values use the highest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyRing {
    /// Encrypts values and files.
    Sealing,
    /// Hashes taxpayer numbers and birth dates for comparison.
    Matching,
}

impl KeyRing {
    pub const ALL: [Self; 2] = [Self::Sealing, Self::Matching];

    /// Prefix of the key files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sealing => "sealing",
            Self::Matching => "matching",
        }
    }

    /// File name of a key.
    #[must_use]
    pub fn file(self, number: i16) -> String {
        format!("{}-{number}.key", self.as_str())
    }
}

impl FromStr for KeyRing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|ring| ring.as_str() == text);
        found.ok_or_else(|| format!("{text:?} is neither sealing nor matching"))
    }
}

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error(
        "keys are missing in {0}: run `keyturn keys` once, keep the folder safe, and back it up apart from the database"
    )]
    Missing(String),
    #[error("{0} is not a key of 32 bytes in hexadecimal digits")]
    Malformed(String),
    #[error("{0} can be read by others: chmod 600 it")]
    Readable(String),
    #[error("the keys can't be read or written: {0}")]
    Io(#[from] io::Error),
}

impl Keys {
    /// Reads the keys from a folder.
    ///
    /// # Errors
    ///
    /// Keys are missing, malformed, or readable by other accounts.
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

    /// Creates missing keys, then reads all of them.
    pub fn load_or_create(folder: &Path) -> Result<Self, KeyError> {
        folders::create_private(folder)?;
        // An installation that retired its first keys has higher numbers.
        let has_ring = |ring: KeyRing| Ok::<_, io::Error>(!numbers_in(folder, ring)?.is_empty());
        for ring in KeyRing::ALL {
            if !has_ring(ring)? {
                create_key(folder, &ring.file(1))?;
            }
        }
        create_key(folder, "signing.key")?;
        create_key(folder, "audit.key")?;
        Self::load(folder)
    }

    /// Creates the next key of a ring and returns its number. Running processes use it after a restart.
    ///
    /// # Errors
    ///
    /// The folder can't be read or written.
    pub fn add(folder: &Path, ring: KeyRing) -> Result<i16, KeyError> {
        let next = numbers_in(folder, ring)?.into_iter().max().map_or(1, |newest| newest + 1);
        create_key(folder, &ring.file(next))?;
        Ok(next)
    }

    /// Numbers of a ring's keys in ascending order. The last one encrypts new values.
    #[must_use]
    pub fn numbers(&self, ring: KeyRing) -> Vec<i16> {
        match ring {
            KeyRing::Sealing => self.sealing.keys().copied().collect(),
            KeyRing::Matching => self.matching.keys().copied().collect(),
        }
    }

    /// The key that seals new values, with its number.
    pub(crate) fn sealing(&self) -> (i16, &Key) {
        #[allow(clippy::expect_used)]
        self.sealing.iter().next_back().map(|(number, key)| (*number, key)).expect("load refuses an empty ring")
    }

    /// The key with this number.
    pub(crate) fn sealed_with(&self, number: i16) -> Option<&Key> {
        self.sealing.get(&number)
    }

    /// The key for hashing a company's social security numbers, with its version.
    #[must_use]
    pub fn matching(&self, company: i64) -> (i16, Key) {
        let (version, key) = self.newest_matching();
        (version, derive(key, &[b"ssn", &company.to_be_bytes()]))
    }

    /// An older key for hashing a company's social security numbers, if its file still exists.
    #[must_use]
    pub fn matching_of(&self, number: i16, company: i64) -> Option<Key> {
        self.matching.get(&number).map(|key| derive(key, &[b"ssn", &company.to_be_bytes()]))
    }

    /// The key for hashing the last four digits of a company's social security numbers. Separate, because four digits
    /// are easy to brute-force.
    #[must_use]
    pub fn endings(&self, company: i64) -> Key {
        let (_, key) = self.newest_matching();
        derive(key, &[b"ssn ending", &company.to_be_bytes()])
    }

    fn newest_matching(&self) -> (i16, &Key) {
        #[allow(clippy::expect_used)]
        self.matching.iter().next_back().map(|(version, key)| (*version, key)).expect("load refuses an empty ring")
    }

    /// The key that seals a company's audit log. Never replaced, because older entries could no longer be verified.
    #[must_use]
    pub fn audit(&self, company: i64) -> Key {
        derive(&self.audit, &[b"audit", &company.to_be_bytes()])
    }

    /// A key derived for one purpose, such as signing URLs.
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

/// Wraps bytes so that they are wiped from memory when dropped.
#[must_use]
pub fn wiped(bytes: Vec<u8>) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(bytes)
}

/// HMAC-SHA256 over parts. Each is prefixed with its length, so that different lists of parts never hash the same text.
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

/// Writes a new key unless a file with this name exists.
fn create_key(folder: &Path, name: &str) -> io::Result<()> {
    let mut bytes = Zeroizing::new([0_u8; 32]);
    rand::rngs::SysRng.try_fill_bytes(&mut *bytes).map_err(io::Error::other)?;
    match std::fs::File::options().write(true).create_new(true).mode(0o600).open(folder.join(name)) {
        Ok(mut file) => {
            writeln!(file, "{}", Zeroizing::new(to_hex(&*bytes)).as_str())?;
            file.sync_all()
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Numbers of a ring's key files in a folder.
fn numbers_in(folder: &Path, ring: KeyRing) -> io::Result<Vec<i16>> {
    let mut numbers = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix(ring.as_str()).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(".key"));
        numbers.extend(number.and_then(|number| number.parse::<i16>().ok()));
    }
    Ok(numbers)
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
    fn keys_are_created_once_and_are_private() {
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
    fn keys_can_be_added_and_old_ones_removed() {
        let folder = tempfile::tempdir().unwrap();
        let first = Keys::load_or_create(folder.path()).unwrap();
        let sealed = first.seal("loan_secret/1/7", b"123456789").unwrap();
        assert_eq!(Keys::add(folder.path(), KeyRing::Sealing).unwrap(), 2);
        let both = Keys::load(folder.path()).unwrap();
        assert_eq!((both.numbers(KeyRing::Sealing), both.numbers(KeyRing::Matching)), (vec![1, 2], vec![1]));
        assert_eq!(&**both.open("loan_secret/1/7", &sealed).unwrap(), b"123456789");
        let again = both.seal("loan_secret/1/7", b"123456789").unwrap();
        std::fs::remove_file(folder.path().join(KeyRing::Sealing.file(1))).unwrap();
        // The demo profile creates missing keys at each start. It must not recreate a retired one under its number.
        let newer = Keys::load_or_create(folder.path()).unwrap();
        assert_eq!(newer.numbers(KeyRing::Sealing), [2]);
        assert_eq!(&**newer.open("loan_secret/1/7", &again).unwrap(), b"123456789");
        assert!(newer.open("loan_secret/1/7", &sealed).is_err());
    }

    #[test]
    fn two_companies_never_share_a_matching_key() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(folder.path()).unwrap();
        assert_ne!(*keys.matching(1).1, *keys.matching(2).1);
    }
}
