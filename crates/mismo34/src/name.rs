//! Element names with their numbers, and paths of names, computed from the table at compile time.

use crate::{Namespace, table::ROWS};
use std::fmt;

/// The name of an element in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u16);

/// A name's entry in the table.
#[derive(Clone, Copy)]
struct Entry {
    local: &'static str,
    namespace: Namespace,
    container: bool,
    /// Whether it is an agency's extension of the container with the same base name.
    extension: bool,
    /// Index of its first child in [`Index::children`], and the number of children.
    first: u16,
    count: u8,
}

/// A child in a container's row.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) name: Name,
    /// Whether it can occur more than once.
    pub(crate) repeats: bool,
}

/// The table, indexed by number and hash.
struct Index {
    entries: [Entry; NAMES_MAX],
    len: usize,
    children: [Child; NAMES_MAX],
    /// Hash table with open addressing: the number of the name plus one, or 0.
    slots: [u16; SLOTS],
}

/// Suffix of the names of agencies' extensions.
const EXTENSION: &str = "_EXTENSION";

const NAMES_MAX: usize = 768;
const SLOTS: usize = 2048;

static INDEX: Index = index();

impl Name {
    /// The name with this text, such as `ASSET_DETAIL` or `ULAD:HMDAGenderType`. The prefix denotes the namespace.
    ///
    /// # Panics
    /// If the table doesn't contain the name. Use [`name!`](crate::name!) to check it at compile time.
    #[must_use]
    pub const fn of(text: &str) -> Name {
        let (namespace, local) = split(text.as_bytes());
        match find(namespace, local) {
            Some(name) => name,
            None => panic!("the table has no such name"),
        }
    }

    /// The name of an element, if the table contains it.
    #[must_use]
    pub fn find(namespace: Namespace, local: &str) -> Option<Name> {
        find(namespace, local.as_bytes())
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local(self) -> &'static str {
        self.entry().local
    }

    /// Whether it has this namespace and local name.
    pub(crate) fn is(self, namespace: Namespace, local: &str) -> bool {
        let entry = self.entry();
        entry.local == local && entry.namespace == namespace
    }

    /// Namespace of the name.
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.entry().namespace
    }

    /// Whether the element contains other elements and not text.
    #[must_use]
    pub fn is_container(self) -> bool {
        self.entry().container
    }

    /// The container that an extension belongs to: `ASSET_DETAIL` for `ULAD:ASSET_DETAIL_EXTENSION`.
    pub(crate) fn extended(self) -> Option<&'static str> {
        let entry = self.entry();
        if entry.extension { entry.local.strip_suffix(EXTENSION) } else { None }
    }

    /// Possible children in schema order.
    pub(crate) fn children(self) -> &'static [Child] {
        let entry = self.entry();
        let first = usize::from(entry.first);
        &INDEX.children[first..first + usize::from(entry.count)]
    }

    /// Position of a child in schema order, or `None` if it can't occur here.
    pub(crate) fn rank(self, child: Name) -> Option<usize> {
        self.children().iter().position(|known| known.name == child)
    }

    fn entry(self) -> &'static Entry {
        &INDEX.entries[usize::from(self.0)]
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = self.namespace().prefix();
        if prefix.is_empty() { f.write_str(self.local()) } else { write!(f, "{prefix}:{}", self.local()) }
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Maximum number of steps in a path. `DOCUMENT_SPECIFIC_DATA_SETS/.../ULAD:URLATotalSellerCreditsAmount` has nine.
const STEPS_MAX: usize = 10;

/// A path from a container to an element below it, checked against the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    steps: [Name; STEPS_MAX],
    len: u8,
    text: &'static str,
}

impl Path {
    /// The path with this text, such as `TERMS_OF_LOAN/NoteAmount`, starting from a container. Empty steps are ignored,
    /// so an empty text denotes the container itself.
    ///
    /// # Panics
    /// If the table doesn't contain a step in the previous one. Use [`path!`](crate::path!) to check it at compile
    /// time.
    #[must_use]
    pub const fn of(container: &str, text: &'static str) -> Path {
        let mut path = Path { steps: [Name(0); STEPS_MAX], len: 0, text };
        let mut parent = Name::of(container);
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let (step, tail) = cut(rest, b'/');
            rest = tail;
            if step.is_empty() {
                continue;
            }
            let (namespace, local) = split(step);
            let child = match find(namespace, local) {
                Some(name) => name,
                None => panic!("the table has no such name"),
            };
            assert!(holds(parent, child), "the table does not have that child in that container");
            path.steps[path.len as usize] = child;
            path.len += 1;
            parent = child;
        }
        path
    }

    /// The names of its steps, from the top.
    #[must_use]
    pub fn steps(&self) -> &[Name] {
        &self.steps[..usize::from(self.len)]
    }

    /// The text it was created from.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// A [`Name`], looked up at compile time: `name!("ASSET_DETAIL")`.
#[macro_export]
macro_rules! name {
    ($text:expr) => {
        const { $crate::Name::of($text) }
    };
}

/// A [`Path`], checked at compile time: `path!("LOAN", "TERMS_OF_LOAN/NoteAmount")`.
#[macro_export]
macro_rules! path {
    ($container:expr, $text:expr) => {
        const { $crate::Path::of($container, $text) }
    };
}

/// Whether the table lists the child in the container.
const fn holds(container: Name, child: Name) -> bool {
    let entry = &INDEX.entries[container.0 as usize];
    let mut i = 0;
    while i < entry.count as usize {
        if INDEX.children[entry.first as usize + i].name.0 == child.0 {
            return true;
        }
        i += 1;
    }
    false
}

/// Looks up a name in the hash table.
const fn find(namespace: Namespace, local: &[u8]) -> Option<Name> {
    find_in(&INDEX.slots, &INDEX.entries, namespace, local)
}

const fn find_in(slots: &[u16; SLOTS], entries: &[Entry], namespace: Namespace, local: &[u8]) -> Option<Name> {
    let mut slot = hash(local);
    loop {
        let number = slots[slot];
        if number == 0 {
            return None;
        }
        let entry = &entries[number as usize - 1];
        if entry.namespace as u8 == namespace as u8 && same(entry.local.as_bytes(), local) {
            return Some(Name(number - 1));
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Hash of a name: combines its length, first eight and last eight bytes, which distinguish the names of the standard.
const fn hash(local: &[u8]) -> usize {
    let (head, tail) = match (local.first_chunk::<8>(), local.last_chunk::<8>()) {
        (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
        _ => {
            let mut head = 0;
            let mut i = 0;
            while i < local.len() {
                head = (head << 8) | local[i] as u64;
                i += 1;
            }
            (head, 0)
        }
    };
    let mixed = (head ^ tail.rotate_left(29) ^ local.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 53) as usize % SLOTS
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Splits a text at the first separator.
const fn cut(text: &[u8], separator: u8) -> (&[u8], &[u8]) {
    let mut i = 0;
    while i < text.len() {
        if text[i] == separator {
            let (head, tail) = text.split_at(i);
            return (head, tail.split_at(1).1);
        }
        i += 1;
    }
    (text, &[])
}

/// Splits a name as written in the table into namespace and local name.
const fn split(text: &[u8]) -> (Namespace, &[u8]) {
    let (prefix, local) = cut(text, b':');
    match prefix {
        _ if local.is_empty() => (Namespace::Mismo, prefix),
        b"ULAD" => (Namespace::Ulad, local),
        b"DU" => (Namespace::Du, local),
        b"LPA" => (Namespace::Lpa, local),
        _ => panic!("the table has no such prefix"),
    }
}

/// Numbers all names of the table in order of first occurrence, and indexes its rows.
const fn index() -> Index {
    const NOTHING: Entry =
        Entry { local: "", namespace: Namespace::None, container: false, extension: false, first: 0, count: 0 };
    let mut index = Index {
        entries: [NOTHING; NAMES_MAX],
        len: 0,
        children: [Child { name: Name(0), repeats: false }; NAMES_MAX],
        slots: [0; SLOTS],
    };
    let mut used = 0;
    let mut row = 0;
    while row < ROWS.len() {
        let container = enter(&mut index, ROWS[row].0.as_bytes());
        let first = used;
        let mut rest = ROWS[row].1.as_bytes();
        while !rest.is_empty() {
            let (word, tail) = cut(rest, b' ');
            let (name, _) = cut(word, b'*');
            let repeats = name.len() < word.len();
            index.children[used] = Child { name: enter(&mut index, name), repeats };
            used += 1;
            rest = tail;
        }
        let entry = &mut index.entries[container.0 as usize];
        assert!(!entry.container, "a container has two rows");
        entry.container = true;
        entry.first = first as u16;
        entry.count = (used - first) as u8;
        // Reading tracks the children it has seen in a `u64`.
        assert!(used - first <= 64, "a row is too long");
        row += 1;
    }
    index
}

/// Returns the number of a name, and assigns one if it has none.
const fn enter(index: &mut Index, text: &'static [u8]) -> Name {
    let (namespace, local) = split(text);
    if let Some(known) = find_in(&index.slots, &index.entries, namespace, local) {
        return known;
    }
    let Ok(spelled) = std::str::from_utf8(local) else { panic!("names are ASCII") };
    let name = Name(index.len as u16);
    let extension = match local.last_chunk::<10>() {
        Some(end) => !matches!(namespace, Namespace::Mismo) && same(end, EXTENSION.as_bytes()),
        None => false,
    };
    index.entries[index.len] = Entry { local: spelled, namespace, container: false, extension, first: 0, count: 0 };
    index.len += 1;
    let mut slot = hash(local);
    while index.slots[slot] != 0 {
        slot = (slot + 1) % SLOTS;
    }
    index.slots[slot] = name.0 + 1;
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_found_with_the_same_spelling() {
        for (container, children) in ROWS {
            let container = Name::of(container);
            assert!(container.is_container());
            for (rank, word) in children.split_ascii_whitespace().enumerate() {
                let child = Name::of(word.trim_end_matches('*'));
                assert_eq!(child.to_string(), word.trim_end_matches('*'));
                assert_eq!(container.rank(child), Some(rank));
                assert_eq!(container.children()[rank].repeats, word.ends_with('*'));
            }
        }
        assert_eq!(Name::find(Namespace::Mismo, "HMDAGenderType"), None, "that name is ULAD's");
        assert_eq!(Name::find(Namespace::Mismo, "ASSET_DETAILS"), None);
        assert_eq!(Name::find(Namespace::Mismo, ""), None);
    }

    #[test]
    fn containers_are_uppercase_and_data_points_are_not() {
        for number in 0..INDEX.len {
            let name = Name(number as u16);
            let capitals = name.local().bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
            assert_eq!(capitals, name.is_container(), "{name}");
        }
    }

    #[test]
    fn looking_up_a_name_takes_few_steps() {
        let steps = |name: Name| {
            let mut slot = hash(name.local().as_bytes());
            let mut steps = 1;
            while INDEX.slots[slot] != name.0 + 1 {
                slot = (slot + 1) % SLOTS;
                steps += 1;
            }
            steps
        };
        let all: Vec<usize> = (0..INDEX.len as u16).map(|number| steps(Name(number))).collect();
        assert!(all.iter().max() < Some(&10) && all.iter().sum::<usize>() < 2 * all.len(), "{all:?}");
    }

    #[test]
    fn a_path_knows_its_steps() {
        let path = path!("LOAN", "TERMS_OF_LOAN/NoteAmount");
        assert_eq!(path.steps(), [name!("TERMS_OF_LOAN"), name!("NoteAmount")]);
        assert_eq!(path!("LOAN", "").steps(), []);
    }
}
