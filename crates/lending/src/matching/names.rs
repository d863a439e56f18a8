//! Names as people write them: in another order, short, with a slip of the finger.

use super::Person;
use crate::values::name_key;
use std::collections::{BTreeSet, HashMap};

/// How two names stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Neither the same nor alike.
    Different,
    /// A nickname, an initial, or a typing error apart.
    Similar,
    /// The same letters.
    Equal,
}

/// Which given names belong to one person: Bob is Robert (DUP-05).
pub struct Nicknames {
    formal: HashMap<String, BTreeSet<String>>,
}

const DEFAULTS: &str = include_str!("nicknames.txt");
const SUFFIXES: [&str; 7] = ["jr", "sr", "ii", "iii", "iv", "v", "esq"];

impl Default for Nicknames {
    fn default() -> Self {
        Self::with(std::iter::empty())
    }
}

impl Nicknames {
    /// The names that are known to all, and a company's own: each a given name and what its bearers are called.
    #[must_use]
    pub fn with<'a>(own: impl Iterator<Item = &'a str>) -> Self {
        let mut formal = HashMap::<String, BTreeSet<String>>::new();
        for line in DEFAULTS.lines().filter(|line| !line.starts_with('#')).chain(own) {
            let names = name_key(line);
            let mut names = names.split(' ').filter(|name| !name.is_empty());
            let Some(given) = names.next() else { continue };
            for name in names.chain([given]) {
                formal.entry(name.to_owned()).or_default().insert(given.to_owned());
            }
        }
        Self { formal }
    }

    /// The given names that somebody called so may bear; the name itself where none is known.
    fn of(&self, name: &str) -> BTreeSet<String> {
        self.formal.get(name).cloned().unwrap_or_else(|| BTreeSet::from([name.to_owned()]))
    }
}

/// A name in the parts that count: the first given name, the family name, and a suffix such as jr.
struct Name {
    first: String,
    last: String,
    suffix: Option<String>,
}

impl Name {
    fn new(first: &str, last: &str) -> Self {
        let first = name_key(first).split(' ').next().unwrap_or_default().to_owned();
        let mut words: Vec<_> = name_key(last).split(' ').map(str::to_owned).collect();
        let suffix = match words.last() {
            Some(word) if words.len() > 1 && SUFFIXES.contains(&word.as_str()) => words.pop(),
            _ => None,
        };
        Self { first, last: words.join(" "), suffix }
    }
}

/// How first and last names stand to each other, in the order in which they agree best; nothing where one is unknown.
pub(super) fn compare(one: &Person, other: &Person, nicknames: &Nicknames) -> [Option<Likeness>; 2] {
    let (one, other) = (Name::new(&one.first_name, &one.last_name), Name::new(&other.first_name, &other.last_name));
    let mut first = given(&one.first, &other.first, nicknames);
    let mut last = likeness(&one.last, &other.last);
    let swapped = [likeness(&one.first, &other.last), likeness(&one.last, &other.first)];
    if swapped == [Some(Likeness::Equal); 2] && (first, last) < (Some(Likeness::Similar), Some(Likeness::Similar)) {
        [first, last] = swapped;
    }
    // Father and son.
    if let (Some(of_one), Some(of_other)) = (&one.suffix, &other.suffix)
        && of_one != of_other
    {
        first = Some(Likeness::Different);
    }
    [first, last]
}

/// Two given names.
fn given(one: &str, other: &str, nicknames: &Nicknames) -> Option<Likeness> {
    let alike = likeness(one, other)?;
    if alike != Likeness::Different {
        return Some(alike);
    }
    let is_initial = |short: &str, long: &str| short.len() == 1 && long.starts_with(short);
    let related = !nicknames.of(one).is_disjoint(&nicknames.of(other));
    Some(match related || is_initial(one, other) || is_initial(other, one) {
        true => Likeness::Similar,
        false => Likeness::Different,
    })
}

/// Two names by their letters. A letter too many, too few, wrong or in its neighbor's place is a typing error; long names
/// bear two. Short names differ by one letter and are other names: Kim, Tim.
fn likeness(one: &str, other: &str) -> Option<Likeness> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    if one == other {
        return Some(Likeness::Equal);
    }
    let slips = match one.len().min(other.len()) {
        0..=3 => 0,
        4..=8 => 1,
        _ => 2,
    };
    Some(match strsim::osa_distance(one, other) <= slips {
        true => Likeness::Similar,
        false => Likeness::Different,
    })
}

/// The keys of a name: given name and family name, whatever their order, for each given name that may be meant.
pub(super) fn keys(first: &str, last: &str, nicknames: &Nicknames) -> Vec<String> {
    let name = Name::new(first, last);
    if name.first.is_empty() || name.last.is_empty() {
        return Vec::new();
    }
    let in_order = |first: &str| {
        let mut words: Vec<_> = first.split(' ').chain(name.last.split(' ')).collect();
        words.sort_unstable();
        words.join(" ")
    };
    // The name as it is given too: whoever is called by their family name first has no nickname there.
    let given = nicknames.of(&name.first);
    given.iter().map(String::as_str).chain([name.first.as_str()]).map(in_order).collect()
}
