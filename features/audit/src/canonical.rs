//! The hash of an entry.

use platform::{
    db::Timestamp,
    keys::{Key, mac},
};
use uuid::Uuid;

/// An entry as the chain takes it in: everything that its row says.
#[derive(Debug)]
pub(crate) struct Entry {
    pub id: i64,
    pub xid: i64,
    pub at: Timestamp,
    pub session_id: Option<Uuid>,
    pub logged_in_user_id: Option<i64>,
    pub active_user_id: Option<i64>,
    pub membership_id: Option<i64>,
    pub api_key_id: Option<i64>,
    pub action: String,
    pub entity: String,
    pub entity_id: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub address: Option<String>,
}

/// A hash of the chain.
pub(crate) type Hash = [u8; 32];

/// The hash before the first entry.
pub(crate) const BEGINNING: Hash = [0; 32];

impl Entry {
    /// Its hash at a place of a company's chain. `key` is the company's own.
    pub fn hash(&self, key: &Key, previous: &Hash, position: i64) -> Hash {
        let Self {
            id,
            xid,
            at,
            session_id,
            logged_in_user_id,
            active_user_id,
            membership_id,
            api_key_id,
            action,
            entity,
            entity_id,
            before,
            after,
            address,
        } = self;
        let number = |value: &Option<i64>| optional(value.map(i64::to_be_bytes));
        let text = |value: &Option<String>| optional(value.as_deref());
        let values = [
            optional(session_id.map(Uuid::into_bytes)),
            number(logged_in_user_id),
            number(active_user_id),
            number(membership_id),
            text(before),
            text(after),
        ];
        let [session_id, logged_in_user_id, active_user_id, membership_id, before, after] = &values;
        let (position, id, xid) = (position.to_be_bytes(), id.to_be_bytes(), xid.to_be_bytes());
        let at = at.as_microsecond().to_be_bytes();
        let mut parts: Vec<&[u8]> = vec![
            b"entry",
            previous,
            &position,
            &id,
            &xid,
            &at,
            session_id,
            logged_in_user_id,
            active_user_id,
            membership_id,
            action.as_bytes(),
            entity.as_bytes(),
            entity_id.as_bytes(),
            before,
            after,
        ];
        // Only for entries with a key, so that the hashes of entries from before API keys stay valid.
        let api_key = api_key_id.map(i64::to_be_bytes);
        parts.extend(api_key.as_ref().map(<[u8; 8]>::as_slice));
        // The same for addresses; the word before keeps them apart from keys.
        parts.extend(address.iter().flat_map(|address| [b"address".as_slice(), address.as_bytes()]));
        mac(key, &parts)
    }
}

/// The hash of a place that holds no entry: the database was restored into another cluster before it.
pub(crate) fn hash_of_restore(key: &Key, previous: &Hash, position: i64) -> Hash {
    mac(key, &[b"restored", previous, &position.to_be_bytes()])
}

/// Bytes that differ between a missing and an empty value.
fn optional(value: Option<impl AsRef<[u8]>>) -> Vec<u8> {
    match value {
        Some(value) => [&[1], value.as_ref()].concat(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            id: 7,
            xid: 900,
            at: Timestamp("2026-11-21T10:00:00Z".parse().unwrap()),
            session_id: Some(Uuid::from_u128(5)),
            logged_in_user_id: Some(1),
            active_user_id: Some(2),
            membership_id: None,
            api_key_id: None,
            action: "loan.lock".to_owned(),
            entity: "loan".to_owned(),
            entity_id: "31".to_owned(),
            before: None,
            after: Some(r#"{"locked": true}"#.to_owned()),
            address: None,
        }
    }

    #[test]
    fn whatever_is_changed_of_an_entry_changes_its_hash() {
        let key = Key::new([3; 32]);
        let hash = |entry: &Entry| entry.hash(&key, &BEGINNING, 1);
        let same = hash(&entry());
        assert_eq!(hash(&entry()), same);
        let changes: [fn(&mut Entry); 16] = [
            |entry| entry.id = 8,
            |entry| entry.xid = 901,
            |entry| entry.at = Timestamp("2026-11-21T10:00:00.000001Z".parse().unwrap()),
            |entry| entry.session_id = None,
            |entry| entry.logged_in_user_id = Some(2),
            |entry| entry.active_user_id = None,
            |entry| entry.membership_id = Some(0),
            |entry| entry.api_key_id = Some(0),
            |entry| entry.action = "loan.unlock".to_owned(),
            |entry| entry.entity = "lead".to_owned(),
            |entry| entry.entity_id = "32".to_owned(),
            |entry| entry.before = Some(String::new()),
            |entry| entry.after = Some(r#"{"locked": false}"#.to_owned()),
            |entry| entry.after = None,
            |entry| entry.address = Some("203.0.113.7".to_owned()),
            // From one field into the next.
            |entry| (entry.entity, entry.entity_id) = ("loan3".to_owned(), "1".to_owned()),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = entry();
            change(&mut changed);
            assert_ne!(hash(&changed), same, "change {number}");
        }
        assert_ne!(entry().hash(&key, &BEGINNING, 2), same);
        assert_ne!(entry().hash(&key, &[1; 32], 1), same);
        assert_ne!(entry().hash(&Key::new([4; 32]), &BEGINNING, 1), same);
        assert_ne!(hash_of_restore(&key, &BEGINNING, 1), same);
    }
}
