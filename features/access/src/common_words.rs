//! Detects passwords made of common words with capitals, digits and punctuation.

use std::{collections::HashSet, sync::LazyLock};

/// Common words and words of the industry.
static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../data/common-words.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Four unrelated common words are hard to guess. Three aren't, because people choose words that belong together.
const WORDS_MAX: usize = 3;
/// Minimum length of at least one word. Shorter words appear in random passwords by chance.
const LONG_WORD_LETTERS: usize = 4;
/// Maximum length of a word.
const WORD_LETTERS_MAX: usize = 40;
/// Maximum number of letters outside the words.
const OTHER_LETTERS_MAX: usize = 2;

/// All common words, for zxcvbn.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    WORDS.iter().copied()
}

/// Returns true if the letters of a password are common words or `own` words of its owner, ignoring digits, punctuation
/// and `leetspeak`. `own` words are lowercase letters.
pub(crate) fn make_up(password: &str, own: &[String]) -> bool {
    let own: HashSet<&str> = own.iter().map(String::as_str).collect();
    let is_word = |text: &str| WORDS.contains(text) || own.contains(text);
    readings(password).iter().any(|letters| is_made_of(letters, &is_word))
}

/// The letters of a password: as typed, and with leetspeak decoded. Digits and punctuation at the ends are usually
/// years, counts and exclamation marks, so they don't count as letters.
fn readings(password: &str) -> [String; 3] {
    let lower = password.to_lowercase();
    let stem = lower.trim_matches(|letter: char| !letter.is_alphabetic());
    // In `p@$$w0rd` the ends are letters; in `$ummer2026!` the first one is leetspeak too.
    let with_leet_ends = lower.trim_end_matches(|letter: char| !letter.is_alphabetic());
    let as_typed = lower.chars().filter(|letter| letter.is_alphabetic()).collect();
    let read = |text: &str| text.chars().map(letter_of).filter(|letter| letter.is_alphabetic()).collect();
    [as_typed, read(stem), read(with_leet_ends)]
}

fn letter_of(typed: char) -> char {
    match typed {
        '@' | '4' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '$' | '5' => 's',
        '7' => 't',
        other => other,
    }
}

/// Returns true if at most [`WORDS_MAX`] words, including a long one, cover all letters but [`OTHER_LETTERS_MAX`].
fn is_made_of(letters: &str, is_word: &impl Fn(&str) -> bool) -> bool {
    let letters: Vec<char> = letters.chars().collect();
    let end = letters.len();
    let word_at = |from: usize, to: usize| is_word(&letters[from..to].iter().collect::<String>());
    let long_ends = |from: usize| from + LONG_WORD_LETTERS..=end.min(from + WORD_LETTERS_MAX);
    if !(0..end).any(|from| long_ends(from).any(|to| word_at(from, to))) {
        return false;
    }
    // For each position and number of words, the fewest uncovered letters so far.
    let mut fewest = vec![[usize::MAX; WORDS_MAX + 1]; end + 1];
    fewest[0][0] = 0;
    for at in 0..end {
        for used in 0..=WORDS_MAX {
            let uncovered = fewest[at][used];
            if uncovered > OTHER_LETTERS_MAX {
                continue;
            }
            fewest[at + 1][used] = fewest[at + 1][used].min(uncovered + 1);
            if used == WORDS_MAX {
                continue;
            }
            let ends = (at + 1..=end.min(at + WORD_LETTERS_MAX)).filter(|to| word_at(at, *to));
            for to in ends {
                fewest[to][used + 1] = fewest[to][used + 1].min(uncovered);
            }
        }
    }
    fewest[end][1..].iter().any(|uncovered| *uncovered <= OTHER_LETTERS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_with_years_and_punctuation_are_detected() {
        for password in [
            "Mortgage2026!",
            "Welcome123456!",
            "Letmein12345!",
            "M0rtg@ge2026!!",
            "$ummer2026!!!",
            "P@$$w0rd2026!",
            "HomeLoan2026!",
            "My-Home-Loan-2026!",
            "2026!Winter!2026",
            "Refinance2026#",
            "Qwerty!23456789",
            "Houston-2026-!!",
            "Loans4Ever2026!xy",
            "Changeme-20262026!",
        ] {
            assert!(make_up(password, &["ever".to_owned()]), "{password}");
        }
        for password in [
            "copper-Lantern-7-orbits!",
            "Quiet-River-Stones-88!",
            "Quiet-Harbors-4-Ever!",
            "Correct-horse-9!",
            "harbor-view-7-Boats!",
            "aB3$kQ9!mz2@",
            "7#9!4-2@Ab1$",
            "Summer-Mortgage-Kettle-Umbrella-7!",
        ] {
            assert!(!make_up(password, &["harbor".to_owned()]), "{password}");
        }
    }

    #[test]
    fn own_words_count_like_common_ones() {
        let own = ["harbor".to_owned(), "avery".to_owned()];
        for password in ["Harbor2026!!!", "Harbor-Home-2026!", "Avery-Loves-2026!", "H4rb0r-Loans-99!"] {
            assert!(make_up(password, &own), "{password}");
        }
        assert!(!make_up("Harbor2026!!!", &[]));
    }
}
