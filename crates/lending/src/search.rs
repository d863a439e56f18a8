//! What people type into a filter, as patterns over normalized words.

use deunicode::deunicode;

/// Most terms that are looked for.
const TERMS_MAX: usize = 6;
/// Letters that a trigram index needs.
const INDEXED_LETTERS_MIN: usize = 3;

/// What a text looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFilter {
    /// Rows whose words contain every pattern; the first is the longest and the one that an index serves.
    Contains {
        /// `%smith%`
        longest: String,
        /// The others.
        others: Vec<String>,
    },
    /// An e-mail address or how one begins: rows with one from the first text up to, not including, the second. All
    /// addresses share too much for an index of trigrams.
    Email {
        /// First address that passes.
        from: String,
        /// First address that passes no more.
        until: String,
    },
    /// Too short for an index of trigrams: rows whose sort name begins so, from this text up to, not including, the
    /// second.
    Begins {
        /// First sort name that passes.
        from: String,
        /// First sort name that passes no more.
        until: String,
    },
}

/// Reads a text; nothing where it holds no letter and no digit.
#[must_use]
pub fn text_filter(text: &str) -> Option<TextFilter> {
    let text = deunicode(text).to_lowercase();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // A phone number as people write it, (415) 555-0132; a loan number such as 2026-100001 has one hyphen.
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

/// The first text after all that begin with this one. Terms are of ASCII letters, digits and marks.
fn after_all(term: &str) -> String {
    format!("{}{}", &term[..term.len() - 1], char::from(term.as_bytes()[term.len() - 1] + 1))
}

/// The words of a term as they are kept: letters, digits and what e-mail addresses and loan numbers are made of. Names are
/// kept without hyphens.
fn words(term: &str) -> Vec<String> {
    let is_name = !term.contains(|c: char| c == '@' || c.is_ascii_digit());
    term.split(|c: char| is_name && c == '-')
        .map(|part| part.chars().filter(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
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
    fn every_word_must_be_found_the_longest_by_the_index() {
        assert_eq!(contains("Ken Customer"), ("%customer%".into(), vec!["%ken%".into()]));
        assert_eq!(contains("  José  O'Neill "), ("%oneill%".into(), vec!["%jose%".into()]));
        assert_eq!(contains("maya_o").0, "%maya\\_o%");
        assert_eq!(contains("@example.com").0, "%@example.com%");
        assert_eq!(contains("2026-100001").0, "%2026-100001%");
        assert_eq!(contains("Ortiz-Vale"), ("%ortiz%".into(), vec!["%vale%".into()]));
    }

    #[test]
    fn a_phone_number_is_found_however_it_is_written() {
        for text in ["(415) 555-0132", "415.555.0132", "+1 415 555 0132", "4155550132"] {
            assert_eq!(contains(text).0, "%4155550132%", "{text}");
        }
    }

    #[test]
    fn an_email_address_is_found_from_its_beginning() {
        let email = |from: &str, until: &str| Some(TextFilter::Email { from: from.into(), until: until.into() });
        assert_eq!(text_filter(" Maya.O@Example.com"), email("maya.o@example.com", "maya.o@example.con"));
        assert_eq!(text_filter("maya@"), email("maya@", "mayaA"));
        assert_eq!(text_filter("mary-ann@x"), email("mary-ann@x", "mary-ann@y"));
    }

    #[test]
    fn one_or_two_letters_begin_a_name() {
        assert_eq!(text_filter("Cu"), Some(TextFilter::Begins { from: "cu".into(), until: "cv".into() }));
        assert_eq!(text_filter("z"), Some(TextFilter::Begins { from: "z".into(), until: "{".into() }));
    }

    #[test]
    fn what_holds_nothing_to_look_for_filters_nothing() {
        for text in ["", "   ", "%", "'' --"] {
            assert!(
                matches!(text_filter(text), None | Some(TextFilter::Begins { .. })),
                "{text:?}: {:?}",
                text_filter(text)
            );
        }
        assert_eq!(text_filter("%%%"), None);
    }
}
