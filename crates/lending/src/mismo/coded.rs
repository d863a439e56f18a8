//! Texts for which the standard has a list of words and `Other` with a description, while the application keeps a text.

use super::{
    reading::{Element, Reading},
    writing::Writing,
};
use mismo34::{Path, Place};

/// Where such a text stands.
pub(super) struct Coded {
    /// The data point that holds a word.
    pub word: Path,
    /// The one that says what `Other` means.
    pub description: Path,
    /// The words of the standard.
    pub words: &'static [&'static str],
}

const OTHER: &str = "Other";

/// Reads the word, or what `Other` is said to mean.
pub(super) fn read<'d>(reading: &mut Reading<'d>, from: Element<'d>, coded: &Coded) -> Option<String> {
    let word: Option<String> = reading.value(from, &coded.word);
    if word.as_deref().is_some_and(|word| word != OTHER) {
        return word;
    }
    reading.value(from, &coded.description).or(word)
}

/// Writes a word of the standard as it is, and anything else as what `Other` means.
pub(super) fn write(writing: &mut Writing<'_>, from: Place, coded: &Coded, text: Option<&String>) {
    let Some(text) = text else { return };
    if text == OTHER || coded.words.contains(&text.as_str()) {
        writing.builder.value(from, &coded.word, text);
    } else {
        writing.builder.value(from, &coded.word, OTHER);
        writing.builder.value(from, &coded.description, text);
    }
}
