//! Fields for which the standard defines a list of values plus `Other` with a description, while the application stores
//! free text.

use super::{
    reading::{Element, Reading},
    writing::Writing,
};
use mismo34::{Path, Place};

/// The two data points of such a field.
pub(super) struct Coded {
    /// The data point with the value from the list.
    pub word: Path,
    /// The data point with the description of `Other`.
    pub description: Path,
    /// The standard's values.
    pub words: &'static [&'static str],
}

const OTHER: &str = "Other";

/// Reads the value, or the description of `Other`.
pub(super) fn read<'d>(reading: &mut Reading<'d>, from: Element<'d>, coded: &Coded) -> Option<String> {
    let word: Option<String> = reading.value(from, &coded.word);
    if word.as_deref().is_some_and(|word| word != OTHER) {
        return word;
    }
    reading.value(from, &coded.description).or(word)
}

/// Writes a standard value as it is, and any other text as the description of `Other`.
pub(super) fn write(writing: &mut Writing<'_>, from: Place, coded: &Coded, text: Option<&String>) {
    let Some(text) = text else { return };
    if text == OTHER || coded.words.contains(&text.as_str()) {
        writing.builder.value(from, &coded.word, text);
    } else {
        writing.builder.value(from, &coded.word, OTHER);
        writing.builder.value(from, &coded.description, text);
    }
}
