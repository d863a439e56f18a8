//! Names of elements, each known by a number, and paths made of them; worked out from the table while compiling.

use crate::{Namespace, table::ROWS};
use std::fmt;

/// The name of an element that the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u16);

/// What the table says of a name.
#[derive(Clone, Copy)]
struct Entry {
    local: &'static str,
    namespace: Namespace,
    container: bool,
    /// It is an agency's extension of the container that it is named after.
    extension: bool,
    /// Where its children begin in [`Index::children`], and how many there are.
    first: u16,
    count: u8,
}

/// A child in the row of its container.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) name: Name,
    /// It may stand there more than once.
    pub(crate) repeats: bool,
}

/// The table, numbered and hashed.
struct Index {
    entries: [Entry; NAMES_MAX],
    len: usize,
    children: [Child; NAMES_MAX],
    /// One more than the number of the name that hashes there; open addressing.
    slots: [u16; SLOTS],
}

/// How the names of the agencies' extensions end.
const EXTENSION: &str = "_EXTENSION";

const NAMES_MAX: usize = 768;
const SLOTS: usize = 2048;

static INDEX: Index = index();

impl Name {
    /// The name in a text such as `ASSET_DETAIL` or `ULAD:HMDAGenderType`; the prefix stands for the namespace.
    ///
    /// # Panics
    /// If the table has no such name. Use [`name!`](crate::name!), which finds that out while compiling.
    #[must_use]
    pub const fn of(text: &str) -> Name {
        let (namespace, local) = split(text.as_bytes());
        match find(namespace, local) {
            Some(name) => name,
            None => panic!("the table has no such name"),
        }
    }

    /// The name of an element, if the table knows it.
    #[must_use]
    pub fn find(namespace: Namespace, local: &str) -> Option<Name> {
        find(namespace, local.as_bytes())
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local(self) -> &'static str {
        self.entry().local
    }

    /// Whether it is the name of an element of this namespace and local name.
    pub(crate) fn is(self, namespace: Namespace, local: &str) -> bool {
        let entry = self.entry();
        entry.local == local && entry.namespace == namespace
    }

    /// Its namespace.
    #[must_use]
    pub fn namespace(self) -> Namespace {
        self.entry().namespace
    }

    /// Whether it holds other elements rather than text.
    #[must_use]
    pub fn is_container(self) -> bool {
        self.entry().container
    }

    /// What `ULAD:ASSET_DETAIL_EXTENSION` extends: `ASSET_DETAIL`.
    pub(crate) fn extended(self) -> Option<&'static str> {
        let entry = self.entry();
        if entry.extension { entry.local.strip_suffix(EXTENSION) } else { None }
    }

    /// What may stand in it, in the order of the schema.
    pub(crate) fn children(self) -> &'static [Child] {
        let entry = self.entry();
        let first = usize::from(entry.first);
        &INDEX.children[first..first + usize::from(entry.count)]
    }

    /// The place of a child in the order of the schema, if it may stand here.
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

/// Steps of the longest path: `DOCUMENT_SPECIFIC_DATA_SETS/.../ULAD:URLATotalSellerCreditsAmount` has nine.
const STEPS_MAX: usize = 10;

/// A way from a container down to an element, checked against the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    steps: [Name; STEPS_MAX],
    len: u8,
    text: &'static str,
}

impl Path {
    /// The path in a text such as `TERMS_OF_LOAN/NoteAmount`, from the container that is named first. Empty steps
    /// lead nowhere, so that an empty text is the container itself.
    ///
    /// # Panics
    /// If the table does not have each step in the one before. Use [`path!`](crate::path!), which finds that out while
    /// compiling.
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

    /// Its names, from the top.
    #[must_use]
    pub fn steps(&self) -> &[Name] {
        &self.steps[..usize::from(self.len)]
    }

    /// As it was written.
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

/// A [`Name`], looked up while compiling: `name!("ASSET_DETAIL")`.
#[macro_export]
macro_rules! name {
    ($text:expr) => {
        const { $crate::Name::of($text) }
    };
}

/// A [`Path`], checked while compiling: `path!("LOAN", "TERMS_OF_LOAN/NoteAmount")`.
#[macro_export]
macro_rules! path {
    ($container:expr, $text:expr) => {
        const { $crate::Path::of($container, $text) }
    };
}

/// Whether the table has the child in the container.
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

/// Looks a name up in the slots.
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

/// Where a name would stand in the slots: a mix of its length, its first eight and its last eight bytes, which tell the
/// names of the standard apart.
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

/// The text before the first separator, and what comes after it.
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

/// Namespace and local name of a name in the table's spelling.
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

/// Numbers every name of the table in the order of its first mention and notes the rows.
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
        // reading notes in a u64 which children it has seen
        assert!(used - first <= 64, "a row is too long");
        row += 1;
    }
    index
}

/// The number of a name, given now if it has none yet.
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
    fn every_name_of_the_table_is_found_and_spelled_as_it_stands_there() {
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
    fn a_container_is_written_in_capitals_and_a_data_point_is_not() {
        for number in 0..INDEX.len {
            let name = Name(number as u16);
            let capitals = name.local().bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
            assert_eq!(capitals, name.is_container(), "{name}");
        }
    }

    #[test]
    fn looking_a_name_up_takes_few_steps() {
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
