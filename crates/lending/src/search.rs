//! Turns typed text into search conditions: patterns over normalized words for list filters, and ranges of terms for
//! the global search. A term in `search_term` is a name starting with each of its words, an email address, a number, or
//! a phone number in reverse.

use deunicode::deunicode;
use std::collections::{BTreeSet, HashSet};

/// Maximum number of search terms.
const TERMS_MAX: usize = 6;
/// Minimum number of letters for the trigram index.
const INDEXED_LETTERS_MIN: usize = 3;

/// Search condition of a text filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFilter {
    /// Rows whose words contain every pattern. The first pattern is the longest; it uses the index.
    Contains {
        /// `%smith%`
        longest: String,
        /// The other patterns.
        others: Vec<String>,
    },
    /// An email address or its beginning: rows with an address from the first text up to but excluding the second. A
    /// trigram index would find too many addresses, because they share most trigrams.
    Email {
        /// Inclusive lower bound.
        from: String,
        /// Exclusive upper bound.
        until: String,
    },
    /// A text too short for the trigram index: rows whose sort name starts with it, from the first text up to but
    /// excluding the second.
    Begins {
        /// Inclusive lower bound.
        from: String,
        /// Exclusive upper bound.
        until: String,
    },
}

/// Parses a filter text. Returns `None` if it has no letters or digits.
#[must_use]
pub fn text_filter(text: &str) -> Option<TextFilter> {
    let text = deunicode(text).to_lowercase();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // A formatted phone number such as (415) 555-0132. A loan number such as 2026-100001 has only one hyphen.
    let separators = text.chars().filter(|c| " +-.()/".contains(*c)).count();
    let is_phone = digits.len() >= 7 && separators >= 2 && digits.len() + separators == text.chars().count();
    let mut terms: Vec<String> = match is_phone {
        true => vec![if digits.len() == 11 { digits[1..].to_owned() } else { digits }],
        false => text.split_whitespace().flat_map(words).take(TERMS_MAX).collect(),
    };
    if let [term] = &terms[..]
        && term.find('@').is_some_and(|at| at > 0)
    {
        return Some(TextFilter::Email { from: term.clone(), until: after_all(term) });
    }
    terms.sort_by_key(|term| std::cmp::Reverse(term.len()));
    let longest = terms.first()?;
    if longest.chars().filter(char::is_ascii_alphanumeric).count() < INDEXED_LETTERS_MIN {
        return Some(TextFilter::Begins { from: longest.clone(), until: after_all(longest) });
    }
    let pattern = |term: &String| format!("%{}%", term.replace('_', "\\_"));
    Some(TextFilter::Contains { longest: pattern(longest), others: terms[1..].iter().map(pattern).collect() })
}

/// Exclusive upper bound of the texts that start with this term. Terms contain only ASCII letters, digits and
/// punctuation.
fn after_all(term: &str) -> String {
    format!("{}{}", &term[..term.len() - 1], char::from(term.as_bytes()[term.len() - 1] + 1))
}

/// The words of a term as stored: letters, digits, and the punctuation of email addresses and loan numbers. Names are
/// stored without hyphens.
fn words(term: &str) -> Vec<String> {
    let is_name = !term.contains(|c: char| c == '@' || c.is_ascii_digit());
    term.split(|c: char| is_name && c == '-')
        .map(|part| part.chars().filter(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Minimum length of a global search text.
pub const SEARCHED_LETTERS_MIN: usize = 2;
/// The last four digits of a Social Security number, if the text is exactly four digits.
#[must_use]
pub fn ssn_ending(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Maximum number of letters of a word; the rest is ignored.
const WORD_LETTERS_MAX: usize = 40;
/// Lengths of words in which a typing error is tolerated. Shorter words would match other words, and longer ones have
/// too many spellings.
const MISTYPED_LETTERS: std::ops::RangeInclusive<usize> = 4..=14;

/// A range of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Inclusive lower bound.
    pub from: String,
    /// Exclusive upper bound.
    pub until: String,
    /// Patterns that a term must match as well (`% ann%`).
    pub others: Vec<String>,
}

/// A global search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Ranges of terms. A term in any of them is a candidate.
    pub ranges: Vec<Range>,
    /// Regular expressions that the words of a record must all match. Empty if nothing can match.
    pub expressions: Vec<String>,
    /// Whether the ranges can find records that the expressions then exclude. A name and a number are never in the same
    /// term.
    pub is_mixed: bool,
}

/// A parsed search text.
enum Typed {
    /// Words of a name.
    Name(Vec<String>),
    /// An email address, a number or the beginning of either, with any words of a name.
    Code(String, Vec<String>),
    /// Digits of a phone number, or of a number written like one.
    Digits { digits: String, as_typed: String },
}

impl Typed {
    fn read(text: &str) -> Option<Self> {
        let text = deunicode(text).to_lowercase();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if digits.len() >= 4 && text.chars().all(|c| c.is_ascii_digit() || " +-.()/".contains(c)) {
            let digits = if digits.len() == 11 { digits[1..].to_owned() } else { digits };
            return Some(Typed::Digits { digits: short(&digits), as_typed: short(text.trim()) });
        }
        let (codes, names): (Vec<_>, Vec<_>) =
            text.split_whitespace().flat_map(words).take(TERMS_MAX).partition(|word| is_code(word));
        let names: Vec<_> = names.iter().map(|word| letters(word)).filter(|word| !word.is_empty()).collect();
        match codes.into_iter().max_by_key(String::len) {
            Some(code) => Some(Typed::Code(short(&code), names)),
            None if names.is_empty() => None,
            None => Some(Typed::Name(names)),
        }
    }
}

fn short(word: &str) -> String {
    word.chars().take(WORD_LETTERS_MAX).collect()
}

fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).take(WORD_LETTERS_MAX).collect()
}

/// Whether a word isn't part of a name: `2026-100001`, `maya@example.com`, `maya.ortiz`.
fn is_code(word: &str) -> bool {
    let marks = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    word.contains(|c: char| c == '@' || c.is_ascii_digit()) || marks.contains(['.', '_', '+'])
}

/// Parses a search text. Returns `None` if it has no letters or digits.
#[must_use]
pub fn search(text: &str) -> Option<Search> {
    Some(match Typed::read(text)? {
        Typed::Digits { digits, as_typed } => Search {
            ranges: vec![begins(&digits.chars().rev().collect::<String>()), begins(&digits), begins(&as_typed)],
            expressions: vec![format!("(^| )({digits}|{})|{digits}( |$)", escaped(&as_typed))],
            is_mixed: false,
        },
        Typed::Code(code, names) => Search {
            ranges: vec![begins(&code)],
            is_mixed: !names.is_empty(),
            expressions: names.iter().chain([&code]).map(|word| format!("(^| ){}", escaped(word))).collect(),
        },
        Typed::Name(names) => Search {
            ranges: match &names[..] {
                [name] => vec![begins(name)],
                _ => pairs(&names, 3, |one, other| vec![(names[one].clone(), names[other].clone())]),
            },
            expressions: names.iter().map(|name| format!("(^| ){name}")).collect(),
            is_mixed: false,
        },
    })
}

/// A search for a text that found nothing as typed. Each word can be the beginning of a name, and one of them can have
/// a typing error: an extra, missing or wrong letter, or two swapped ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistyped {
    names: Vec<String>,
    /// Possible spellings of each word.
    spellings: Vec<BTreeSet<String>>,
}

impl Mistyped {
    /// Parses a text. Returns `None` if no word can have another spelling.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let Typed::Name(names) = Typed::read(text)? else { return None };
        let spellings: Vec<_> = names.iter().map(|name| misspelled(name)).collect();
        (names.len() > 1 || !spellings[0].is_empty()).then_some(Self { names, spellings })
    }

    /// Every possible spelling. Each word has several hundred, few of which occur in the data.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        self.spellings.iter().flatten().map(String::as_str)
    }

    /// The search, limited to spellings that start a word in the data.
    #[must_use]
    pub fn search(&self, occurring: &HashSet<String>) -> Search {
        let spelled = |at: usize| self.spellings[at].iter().filter(|word| occurring.contains(*word));
        let names = &self.names;
        let mut ranges = Vec::new();
        if let Some((at, longest)) = names.iter().enumerate().max_by_key(|(_, name)| name.len())
            && names.len() > 1
        {
            ranges.push(Range { others: without(names, &[at]), ..begins(longest) });
        }
        match names.len() {
            1 => ranges.extend(spelled(0).map(|name| begins(name))),
            _ => ranges.extend(pairs(names, 2, |one, other| {
                let ones = spelled(one).map(|one| (one.clone(), names[other].clone()));
                ones.chain(spelled(other).map(|other| (names[one].clone(), other.clone()))).collect()
            })),
        }
        // The text as typed was already searched for.
        let is_spelled_anew = (0..names.len()).any(|at| spelled(at).next().is_some());
        let spellings = |at: usize| [&names[at]].into_iter().chain(spelled(at)).map(String::as_str).collect::<Vec<_>>();
        Search {
            ranges,
            expressions: match is_spelled_anew {
                true => (0..names.len()).map(|at| format!("(^| )({})", spellings(at).join("|"))).collect(),
                false => Vec::new(),
            },
            is_mixed: false,
        }
    }
}

/// The terms that start with a text.
fn begins(text: &str) -> Range {
    Range { from: text.to_owned(), until: after_all(text), others: Vec::new() }
}

/// Terms that start with one of the longest words, followed by another word, in either order and any given spelling.
fn pairs(names: &[String], most: usize, spelled: impl Fn(usize, usize) -> Vec<(String, String)>) -> Vec<Range> {
    let mut longest: Vec<usize> = (0..names.len()).collect();
    longest.sort_by_key(|at| std::cmp::Reverse(names[*at].len()));
    let longest = &longest[..most.min(longest.len())];
    let mut ranges = Vec::new();
    for one in longest {
        for other in longest.iter().filter(|other| *other != one) {
            let others = without(names, &[*one, *other]);
            for (one, other) in spelled(*one, *other) {
                ranges.push(Range { others: others.clone(), ..begins(&format!("{one} {other}")) });
            }
        }
    }
    ranges
}

/// The other words, as patterns.
fn without(names: &[String], at: &[usize]) -> Vec<String> {
    names.iter().enumerate().filter(|(n, _)| !at.contains(n)).map(|(_, name)| format!("% {name}%")).collect()
}

/// Words that differ from this one by one typing error.
fn misspelled(word: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if !MISTYPED_LETTERS.contains(&word.len()) {
        return found;
    }
    for at in 0..=word.len() {
        let (before, after) = word.split_at(at);
        for letter in 'a'..='z' {
            found.insert(format!("{before}{letter}{after}"));
            if let Some(rest) = after.get(1..) {
                found.insert(format!("{before}{letter}{rest}"));
            }
        }
        found.extend(after.get(1..).map(|rest| format!("{before}{rest}")));
        found.extend(swapped(before, after));
    }
    found
}

fn swapped(before: &str, after: &str) -> Option<String> {
    Some(format!("{before}{}{}{}", after.get(1..2)?, after.get(..1)?, after.get(2..)?))
}

/// Escapes a text for use in a regular expression.
fn escaped(text: &str) -> String {
    let mut expression = String::with_capacity(text.len() + 4);
    for letter in text.chars() {
        if !letter.is_ascii_alphanumeric() && letter != ' ' {
            expression.push('\\');
        }
        expression.push(letter);
    }
    expression
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(text: &str) -> (String, Vec<String>) {
        match text_filter(text) {
            Some(TextFilter::Contains { longest, others }) => (longest, others),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_word_must_match_and_the_longest_uses_the_index() {
        assert_eq!(contains("Ken Customer"), ("%customer%".into(), vec!["%ken%".into()]));
        assert_eq!(contains("  José  O'Neill "), ("%oneill%".into(), vec!["%jose%".into()]));
        assert_eq!(contains("maya_o").0, "%maya\\_o%");
        assert_eq!(contains("@example.com").0, "%@example.com%");
        assert_eq!(contains("2026-100001").0, "%2026-100001%");
        assert_eq!(contains("Ortiz-Vale"), ("%ortiz%".into(), vec!["%vale%".into()]));
    }

    #[test]
    fn a_phone_number_is_found_in_any_format() {
        for text in ["(415) 555-0132", "415.555.0132", "+1 415 555 0132", "4155550132"] {
            assert_eq!(contains(text).0, "%4155550132%", "{text}");
        }
    }

    #[test]
    fn an_email_address_is_found_by_its_beginning() {
        let email = |from: &str, until: &str| Some(TextFilter::Email { from: from.into(), until: until.into() });
        assert_eq!(text_filter(" Maya.O@Example.com"), email("maya.o@example.com", "maya.o@example.con"));
        assert_eq!(text_filter("maya@"), email("maya@", "mayaA"));
        assert_eq!(text_filter("mary-ann@x"), email("mary-ann@x", "mary-ann@y"));
    }

    #[test]
    fn one_or_two_letters_match_the_start_of_a_name() {
        assert_eq!(text_filter("Cu"), Some(TextFilter::Begins { from: "cu".into(), until: "cv".into() }));
        assert_eq!(text_filter("z"), Some(TextFilter::Begins { from: "z".into(), until: "{".into() }));
    }

    #[test]
    fn a_text_without_letters_or_digits_does_not_filter() {
        for text in ["", "   ", "%", "'' --"] {
            assert!(
                matches!(text_filter(text), None | Some(TextFilter::Begins { .. })),
                "{text:?}: {:?}",
                text_filter(text)
            );
        }
        assert_eq!(text_filter("%%%"), None);
    }

    fn ranges(search: &Search) -> Vec<(&str, &str)> {
        search.ranges.iter().map(|range| (range.from.as_str(), range.until.as_str())).collect()
    }

    /// Whether a search finds a term.
    fn finds(search: Option<Search>, term: &str) -> bool {
        let like = |pattern: &String| term.contains(pattern.trim_matches('%'));
        search.is_some_and(|search| {
            search.ranges.iter().any(|range| {
                (range.from.as_str()..range.until.as_str()).contains(&term) && range.others.iter().all(like)
            })
        })
    }

    /// The search if every spelling occurs in the data.
    fn mistyped(text: &str) -> Option<Search> {
        Mistyped::read(text).map(|typed| typed.search(&typed.spellings().map(str::to_owned).collect()))
    }

    #[test]
    fn words_match_the_start_of_a_term_in_any_order() {
        assert_eq!(ranges(&search("Smi").unwrap()), [("smi", "smj")]);
        assert_eq!(ranges(&search("O'Neill").unwrap()), [("oneill", "oneilm")]);
        assert_eq!(
            ranges(&search("maya Ortiz").unwrap()),
            [("ortiz maya", "ortiz mayb"), ("maya ortiz", "maya orti{")]
        );
        for text in ["mary ann smith", "smith mary", "ann smith", "smith ann mary", "Ann-Smith"] {
            assert!(
                ["mary ann smith", "ann smith mary", "smith mary ann"].iter().any(|term| finds(search(text), term)),
                "{text}"
            );
        }
        assert!(!finds(search("ma smi"), "smith mary") && finds(mistyped("ma smi"), "smith mary"));
    }

    #[test]
    fn a_phone_is_found_by_its_end_and_a_number_by_its_beginning() {
        for text in ["(415) 555-0132", "415.555.0132", "+1 415 555 0132", "555-0132", "0132"] {
            assert!(finds(search(text), "2310555514"), "{text}");
        }
        assert!(finds(search("2026-1000"), "2026-100001") && finds(search("10000"), "100001"));
        assert!(finds(search("maya.ort"), "maya.ortiz@example.com") && finds(search("Maya@EX"), "maya@example.com"));
        assert!(search("smith 2026-1").unwrap().is_mixed);
    }

    #[test]
    fn one_typing_error_is_tolerated() {
        for (typed, term) in [
            ("smiht", "smith mary"),
            ("smth", "smith mary"),
            ("smithh", "smith mary"),
            ("dmith", "smith mary"),
            ("msith", "smith mary"),
            ("mary smiht", "mary smith"),
            ("kowlaski jan", "kowalski jan"),
            ("kowalski jaan", "kowalski jan"),
        ] {
            assert!(!finds(search(typed), term) && finds(mistyped(typed), term), "{typed}");
        }
        assert!(!finds(mistyped("smitt"), "smythe mary"), "two errors make another name");
        let typed = Mistyped::read("mary smiht").unwrap();
        let occurring = HashSet::from(["smith".to_owned(), "mark".to_owned()]);
        let ranges = typed.search(&occurring).ranges;
        let from: Vec<_> = ranges.iter().map(|range| range.from.as_str()).collect();
        assert_eq!(from, ["smiht", "smith mary", "smiht mark", "mark smiht", "mary smith"]);
        assert_eq!(mistyped("lee"), None, "a short word has no other spelling");
        assert_eq!(mistyped("2026-100001"), None);
    }

    #[test]
    fn an_expression_matches_the_same_words() {
        let expressions = |text: &str| search(text).unwrap().expressions;
        assert_eq!(expressions("maya.o@ex"), ["(^| )maya\\.o\\@ex"]);
        assert_eq!(expressions("0132"), ["(^| )(0132|0132)|0132( |$)"]);
        let mistyped = Mistyped::read("mary smiht").unwrap();
        let occurring = HashSet::from(["smith".to_owned(), "mark".to_owned()]);
        assert_eq!(mistyped.search(&occurring).expressions, ["(^| )(mary|mark)", "(^| )(smiht|smith)"]);
        assert!(mistyped.search(&HashSet::new()).expressions.is_empty(), "the text as typed was already searched for");
        assert_eq!(search("%'()"), None);
    }
}
