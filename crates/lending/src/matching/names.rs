//! Compares names that are written in a different order, as nicknames, or with typing errors.

use super::Person;
use crate::values::name_key;
use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

/// How similar two names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Different names.
    Different,
    /// Differ only by a nickname, an initial or a typing error.
    Similar,
    /// Equal letters.
    Equal,
}

/// Nicknames and the first names they can stand for: Bob is Robert (DUP-05).
#[derive(Default)]
pub struct Nicknames {
    /// The company's own nicknames, in addition to the built-in ones.
    own: Bearers,
}

/// First names by nickname.
type Bearers = HashMap<String, BTreeSet<String>>;

static KNOWN_TO_ALL: LazyLock<Bearers> =
    LazyLock::new(|| bearers(include_str!("nicknames.txt").lines().filter(|line| !line.starts_with('#'))));
const SUFFIXES: [&str; 7] = ["jr", "sr", "ii", "iii", "iv", "v", "esq"];

/// Indexes lines of the form "first name, then its nicknames" by nickname.
fn bearers<'a>(lines: impl Iterator<Item = &'a str>) -> Bearers {
    let mut bearers = Bearers::new();
    for line in lines {
        let names = name_key(line);
        let mut names = names.split(' ').filter(|name| !name.is_empty());
        let Some(given) = names.next() else { continue };
        for name in names.chain([given]) {
            bearers.entry(name.to_owned()).or_default().insert(given.to_owned());
        }
    }
    bearers
}

impl Nicknames {
    /// The built-in nicknames plus a company's own. Each line is a first name followed by its nicknames.
    #[must_use]
    pub fn with<'a>(own: impl Iterator<Item = &'a str>) -> Self {
        Self { own: bearers(own) }
    }

    /// First names that a nickname can stand for, or the name itself if it is no known nickname.
    fn of(&self, name: &str) -> BTreeSet<String> {
        let known: BTreeSet<_> = [&*KNOWN_TO_ALL, &self.own]
            .into_iter()
            .filter_map(|bearers| bearers.get(name))
            .flatten()
            .cloned()
            .collect();
        if known.is_empty() { BTreeSet::from([name.to_owned()]) } else { known }
    }
}

/// The parts of a name that matter: first name, last name, and a suffix such as Jr.
struct Name {
    first: String,
    last: String,
    suffix: Option<String>,
}

impl Name {
    fn new(first: &str, last: &str) -> Self {
        // A name written last name first has its suffix in the first-name field.
        let [(first, of_first), (last, of_last)] = [first, last].map(|name| {
            let mut words: Vec<_> = name_key(name).split(' ').map(str::to_owned).collect();
            let suffix = words.pop_if(|word| SUFFIXES.contains(&word.as_str()));
            match words.is_empty() {
                true => (suffix.into_iter().collect(), None),
                false => (words, suffix),
            }
        });
        let first = first.into_iter().next().unwrap_or_default();
        Self { first, last: last.join(" "), suffix: of_last.or(of_first) }
    }
}

/// Likeness of first and last names, in the order in which they agree best. `None` if a name is unknown.
pub(super) fn compare(one: &Person, other: &Person, nicknames: &Nicknames) -> [Option<Likeness>; 2] {
    let (one, other) = (Name::new(&one.first_name, &one.last_name), Name::new(&other.first_name, &other.last_name));
    let as_written = [given(&one.first, &other.first, nicknames), likeness(&one.last, &other.last)];
    // Either name may be written last name first.
    let turned = [
        [given(&one.first, &other.last, nicknames), likeness(&one.last, &other.first)],
        [given(&one.last, &other.first, nicknames), likeness(&one.first, &other.last)],
    ];
    let [mut first, last] = turned
        .into_iter()
        .filter(|turned| turned.contains(&Some(Likeness::Equal)) && !turned.contains(&Some(Likeness::Different)))
        .fold(as_written, |best, turned| if sum(turned) > sum(best) { turned } else { best });
    // Father and son.
    if let (Some(of_one), Some(of_other)) = (&one.suffix, &other.suffix)
        && of_one != of_other
    {
        first = Some(Likeness::Different);
    }
    [first, last]
}

/// How well both names agree, with the worse one first: two similar names count for more than one equal name.
fn sum(names: [Option<Likeness>; 2]) -> (Option<Likeness>, Option<Likeness>, Option<Likeness>) {
    (names[0].min(names[1]), names[0].max(names[1]), names[0])
}

/// Whether only one record has a suffix. They can be father and son, or the same person.
pub(super) fn one_has_a_suffix(one: &Person, other: &Person) -> bool {
    let suffix = |person: &Person| Name::new(&person.first_name, &person.last_name).suffix;
    suffix(one).is_some() != suffix(other).is_some()
}

/// Likeness of two first names.
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

/// Likeness of two names by their letters. One extra, missing, wrong or swapped letter is a typing error; long names
/// can have two. Short names that differ by one letter are different names: Kim, Tim.
fn likeness(one: &str, other: &str) -> Option<Likeness> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    if one == other {
        return Some(Likeness::Equal);
    }
    let slips = match one.len().max(other.len()) {
        0..=3 => 0,
        4..=8 => 1,
        _ => 2,
    };
    Some(match strsim::osa_distance(one, other) <= slips {
        true => Likeness::Similar,
        false => Likeness::Different,
    })
}

/// Lookup keys of a name: first and last name in a fixed order, for each first name it can stand for.
pub(super) fn keys(first: &str, last: &str, nicknames: &Nicknames) -> Vec<String> {
    let name = Name::new(first, last);
    if name.first.is_empty() || name.last.is_empty() {
        return Vec::new();
    }
    // Include the name as written. If the name is written last name first, the nickname lookup doesn't apply to it.
    let given = nicknames.of(&name.first);
    given.iter().chain([&name.first]).map(|first| in_order(first, &name.last)).collect()
}

/// Lookup keys that tolerate one typing error: the name itself, and each variant with one letter of the first or last
/// name removed. Two names with one extra, missing, wrong or swapped letter share one of these keys.
pub(super) fn near_keys(first: &str, last: &str) -> Vec<String> {
    let name = Name::new(first, last);
    if name.first.is_empty() || name.last.is_empty() {
        return Vec::new();
    }
    let firsts = without_a_letter(&name.first).map(|first| in_order(&first, &name.last));
    let lasts = without_a_letter(&name.last).map(|last| in_order(&name.first, &last));
    std::iter::once(in_order(&name.first, &name.last)).chain(firsts).chain(lasts).collect()
}

fn in_order(first: &str, last: &str) -> String {
    let mut words: Vec<_> = first.split(' ').chain(last.split(' ')).collect();
    words.sort_unstable();
    words.join(" ")
}

/// The variants of a name with one letter removed. Only for names long enough for a typing error ([`likeness`]) and
/// short enough to keep the number of keys small.
fn without_a_letter(name: &str) -> impl Iterator<Item = String> {
    let letters = match name.len() {
        4..=24 => name.len(),
        _ => 0,
    };
    (0..letters).map(|at| name.char_indices().filter(|(i, _)| *i != at).map(|(_, letter)| letter).collect())
}
