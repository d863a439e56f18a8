//! Signed tokens of download links: file, recipient and expiry.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::keys::{Keys, mac};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// Content of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// The company that owns the file.
    pub company: i64,
    /// The recipient of the link.
    pub user: i64,
    pub file: Uuid,
    /// Expiry in seconds since 1970.
    pub expires: i64,
}

/// Purpose of a token. A token is invalid for the other purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Download a file.
    Download,
    /// Display a picture.
    Show,
}

/// Company, user and time with eight bytes each, and the file's id.
const TICKET_BYTES: usize = 40;
const SIGNATURE_BYTES: usize = 32;

impl Ticket {
    /// Creates the token for a link.
    pub fn to_token(self, keys: &Keys, purpose: Purpose) -> String {
        let mut bytes = Vec::with_capacity(TICKET_BYTES + SIGNATURE_BYTES);
        bytes.extend_from_slice(&self.company.to_be_bytes());
        bytes.extend_from_slice(&self.user.to_be_bytes());
        bytes.extend_from_slice(self.file.as_bytes());
        bytes.extend_from_slice(&self.expires.to_be_bytes());
        let signature = sign(keys, purpose, &bytes);
        bytes.extend_from_slice(&signature);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a token if its signature, purpose and expiry are valid.
    pub fn of_token(keys: &Keys, token: &str, now: i64, purpose: Purpose) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (ticket, signature) = bytes.split_at_checked(TICKET_BYTES)?;
        if !bool::from(sign(keys, purpose, ticket).ct_eq(signature)) {
            return None;
        }
        let number = |at: usize| Some(i64::from_be_bytes(ticket.get(at..at + 8)?.try_into().ok()?));
        let file = Uuid::from_slice(ticket.get(16..32)?).ok()?;
        let ticket = Self { company: number(0)?, user: number(8)?, file, expires: number(32)? };
        (ticket.expires > now).then_some(ticket)
    }
}

fn sign(keys: &Keys, purpose: Purpose, ticket: &[u8]) -> [u8; SIGNATURE_BYTES] {
    let purpose = match purpose {
        Purpose::Download => "download link",
        Purpose::Show => "picture address",
    };
    mac(&keys.derived(purpose), &[ticket])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_valid_as_signed_until_it_expires() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::load_or_create(folder.path()).unwrap();
        let ticket = Ticket { company: 3, user: 7, file: Uuid::now_v7(), expires: 1_000 };
        let token = ticket.to_token(&keys, Purpose::Download);
        let of_token = |token: &str, now| Ticket::of_token(&keys, token, now, Purpose::Download);
        assert_eq!(of_token(&token, 999), Some(ticket));
        assert_eq!(of_token(&token, 1_000), None);
        assert_eq!(Ticket::of_token(&keys, &token, 999, Purpose::Show), None);
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert_eq!(of_token(&URL_SAFE_NO_PAD.encode(&altered), 0), None, "byte {at}");
            assert_eq!(of_token(&URL_SAFE_NO_PAD.encode(&bytes[..at]), 0), None, "{at} bytes");
        }
    }
}
