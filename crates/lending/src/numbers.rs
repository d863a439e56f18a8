//! Loan numbers, built from a company's own pattern and the loan's id (decision D22).

use crate::values::Invalid;
use jiff::civil::Date;

/// Maximum length of a pattern.
const PATTERN_LENGTH_MAX: usize = 60;

/// Placeholders that a pattern can contain.
const PLACEHOLDERS: [&str; 5] = ["{YYYY}", "{YY}", "{MM}", "{branch}", "{id}"];

/// Validates a pattern: it must contain `{id}`, and no braces other than the placeholders'.
///
/// # Errors
/// A sentence that says what is wrong with the pattern.
pub fn check_pattern(pattern: &str) -> Result<(), Invalid> {
    let rest = PLACEHOLDERS.iter().fold(pattern.to_owned(), |rest, placeholder| rest.replace(placeholder, " "));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | ' ');
    let problem = match () {
        () if pattern.len() > PATTERN_LENGTH_MAX => "The pattern must have at most 60 characters",
        () if rest.contains(['{', '}']) => {
            "Use {YYYY}, {YY}, {MM}, {branch} and {id} in the pattern, nothing else in braces"
        }
        () if !rest.chars().all(is_plain) => "Use letters, digits, spaces and - _ / . around the placeholders",
        () if !pattern.contains("{id}") => "The pattern must contain {id}, so that loan numbers are unique",
        () => return Ok(()),
    };
    Err(Invalid(problem.to_owned()))
}

/// The number of a loan: replaces `{YYYY}`, `{YY}`, `{MM}`, `{branch}` and `{id}`, and keeps the rest of the pattern.
///
/// The pattern must contain `{id}`, so that no two loans share a number. The database checks this.
#[must_use]
pub fn loan_number(pattern: &str, id: i64, branch: &str, on: Date) -> String {
    pattern
        .replace("{YYYY}", &format!("{:04}", on.year()))
        .replace("{YY}", &format!("{:02}", on.year().rem_euclid(100)))
        .replace("{MM}", &format!("{:02}", on.month()))
        .replace("{branch}", branch)
        .replace("{id}", &id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    /// Decision D22
    #[test]
    fn a_pattern_needs_the_id_and_known_placeholders_only() {
        for good in ["{id}", "{YYYY}-{id}", "HH {YY}{MM}/{branch}.{id}"] {
            assert_eq!(check_pattern(good), Ok(()), "{good}");
        }
        for (bad, told) in [
            ("", "{id}"),
            ("{YYYY}-{branch}", "{id}"),
            ("{number}-{id}", "nothing else in braces"),
            ("{id}}", "nothing else in braces"),
            ("{id}\u{202e}", "letters, digits"),
            (&format!("{}{{id}}", "x".repeat(60)), "60 characters"),
        ] {
            let problem = check_pattern(bad).unwrap_err().0;
            assert!(problem.contains(told), "{bad}: {problem}");
        }
    }

    #[test]
    fn a_loan_number_is_built_from_date_branch_and_id() {
        assert_eq!(loan_number("{YYYY}-{id}", 100_001, "7", date(2026, 11, 21)), "2026-100001");
        assert_eq!(loan_number("HH{YY}{MM}-{branch}-{id}", 42, "207001", date(2026, 3, 2)), "HH2603-207001-42");
    }
}
