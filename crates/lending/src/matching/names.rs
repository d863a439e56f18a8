//! Names as people write them: in another order, short, with a slip of the finger.

use super::Person;
use crate::values::name_key;
use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

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
#[derive(Default)]
pub struct Nicknames {
    /// Beside those that are known to all.
    own: Bearers,
}

/// The given names that somebody called so may bear.
type Bearers = HashMap<String, BTreeSet<String>>;

static KNOWN_TO_ALL: LazyLock<Bearers> =
    LazyLock::new(|| bearers(include_str!("nicknames.txt").lines().filter(|line| !line.starts_with('#'))));
const SUFFIXES: [&str; 7] = ["jr", "sr", "ii", "iii", "iv", "v", "esq"];

/// By what they are called: each line is a given name and what its bearers are called.
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
    /// The names that are known to all, and a company's own: each a given name and what its bearers are called.
    #[must_use]
    pub fn with<'a>(own: impl Iterator<Item = &'a str>) -> Self {
        Self { own: bearers(own) }
    }

    /// The given names that somebody called so may bear; the name itself where none is known.
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

/// A name in the parts that count: the first given name, the family name, and a suffix such as jr.
struct Name {
    first: String,
    last: String,
    suffix: Option<String>,
}

impl Name {
    fn new(first: &str, last: &str) -> Self {
        // Whoever is written last name first has the suffix there.
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

/// How first and last names stand to each other, in the order in which they agree best; nothing where one is unknown.
pub(super) fn compare(one: &Person, other: &Person, nicknames: &Nicknames) -> [Option<Likeness>; 2] {
    let (one, other) = (Name::new(&one.first_name, &one.last_name), Name::new(&other.first_name, &other.last_name));
    let as_written = [given(&one.first, &other.first, nicknames), likeness(&one.last, &other.last)];
    // Either of them may have been written last name first.
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

/// How well both names agree together, the worse of them first: two that resemble are more than one that is equal.
fn sum(names: [Option<Likeness>; 2]) -> (Option<Likeness>, Option<Likeness>, Option<Likeness>) {
    (names[0].min(names[1]), names[0].max(names[1]), names[0])
}

/// Whether just one of them bears a suffix: the father, or the son, or one of them twice.
pub(super) fn one_has_a_suffix(one: &Person, other: &Person) -> bool {
    let suffix = |person: &Person| Name::new(&person.first_name, &person.last_name).suffix;
    suffix(one).is_some() != suffix(other).is_some()
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

/// The keys of a name: given name and family name, whatever their order, for each given name that may be meant.
pub(super) fn keys(first: &str, last: &str, nicknames: &Nicknames) -> Vec<String> {
    let name = Name::new(first, last);
    if name.first.is_empty() || name.last.is_empty() {
        return Vec::new();
    }
    // The name as it is given too: whoever is called by their family name first has no nickname there.
    let given = nicknames.of(&name.first);
    given.iter().chain([&name.first]).map(|first| in_order(first, &name.last)).collect()
}

/// The keys under which a name lies beside those with one slip of the finger: itself, and all that is left of it when a
/// letter of its first or last part is left out. Two names with one letter more, less, wrong or in its neighbor's place
/// share one of them.
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

/// A name without each of its letters, where it is long enough for a slip ([`likeness`]) and not so long that a person
/// would have a hundred keys.
fn without_a_letter(name: &str) -> impl Iterator<Item = String> {
    let letters = match name.len() {
        4..=24 => name.len(),
        _ => 0,
    };
    (0..letters).map(|at| name.char_indices().filter(|(i, _)| *i != at).map(|(_, letter)| letter).collect())
}
