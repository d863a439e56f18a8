//! Passwords from published breaches, as a set of hashes inside the program, so no password leaves the process.
//!
//! `data/breached-passwords.py` writes the file and describes its format. About one in 1,100 other passwords collides
//! with the 32-bit hash of a breached one and is refused too.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

static LIST: &[u8] = include_bytes!("../data/breached-passwords.bin");
const BUCKETS: usize = 1 << 16;
const OFFSET_BYTES: usize = 4;
const REST_BYTES: usize = 2;
/// Minimum length of reduced passwords in the list.
const SHORTEST: usize = 10;

/// The lowercase ASCII letters and digits of a password.
pub(crate) fn reduced(password: &str) -> Zeroizing<String> {
    Zeroizing::new(password.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect())
}

/// Returns true if a password is in the list, ignoring case and special characters.
pub(crate) fn contains(password: &str) -> bool {
    let reduced = reduced(password);
    if reduced.len() < SHORTEST {
        return false;
    }
    let hash = Sha256::digest(reduced.as_bytes());
    let bucket = usize::from(u16::from_be_bytes([hash[0], hash[1]]));
    let wanted = u16::from_be_bytes([hash[2], hash[3]]);
    let hashes = &LIST[(BUCKETS + 1) * OFFSET_BYTES..];
    let found = &hashes[offset(bucket) * REST_BYTES..offset(bucket + 1) * REST_BYTES];
    found.chunks_exact(REST_BYTES).any(|rest| u16::from_le_bytes([rest[0], rest[1]]) == wanted)
}

fn offset(bucket: usize) -> usize {
    let at = bucket * OFFSET_BYTES;
    LIST[at..at + OFFSET_BYTES].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breached_passwords_are_found_whatever_their_case_and_special_characters() {
        for password in ["letmein123456", "Letmein123456!", "LETMEIN-123456", "Letmein1234567890!"] {
            assert!(contains(password), "{password}");
        }
        for password in ["copper-Lantern-7-orbits!", "Quiet-River-Stones-88!", "aB3$kQ9!mz2@", "short"] {
            assert!(!contains(password), "{password}");
        }
    }

    /// The last offset is the number of hashes, so no lookup can exceed the list.
    #[test]
    fn the_file_is_whole() {
        assert_eq!(LIST.len(), (BUCKETS + 1) * OFFSET_BYTES + offset(BUCKETS) * REST_BYTES);
        assert!(offset(BUCKETS) > 3_000_000 && (0..BUCKETS).all(|bucket| offset(bucket) <= offset(bucket + 1)));
    }
}
