//! Loan numbers: a company's own pattern over the loan's id (decision D22).

use crate::values::Invalid;
use jiff::civil::Date;

/// Longest pattern.
const PATTERN_LENGTH_MAX: usize = 60;

/// What a pattern may hold in braces.
const PLACEHOLDERS: [&str; 5] = ["{YYYY}", "{YY}", "{MM}", "{branch}", "{id}"];

/// Checks a pattern that somebody wrote: it holds `{id}` and no other braces than those that are replaced.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_pattern(pattern: &str) -> Result<(), Invalid> {
    let rest = PLACEHOLDERS.iter().fold(pattern.to_owned(), |rest, placeholder| rest.replace(placeholder, " "));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | ' ');
    let problem = match () {
        () if pattern.len() > PATTERN_LENGTH_MAX => "The pattern must have at most 60 characters",
        () if rest.contains(['{', '}']) => {
            "Use {YYYY}, {YY}, {MM}, {branch} and {id} in the pattern, nothing else in braces"
        }
        () if !rest.chars().all(is_plain) => "Use letters, digits, spaces and - _ / . around the placeholders",
        () if !pattern.contains("{id}") => "The pattern must hold {id}, so that no two loans share a number",
        () => return Ok(()),
    };
    Err(Invalid(problem.to_owned()))
}

/// The number of a loan: `{YYYY}`, `{YY}`, `{MM}`, `{branch}` and `{id}` are replaced, all else stays.
///
/// The pattern must hold `{id}`, which the database checks, so that no two loans share a number.
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
    fn a_pattern_holds_the_id_and_nothing_unknown() {
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
    fn a_pattern_is_filled_from_date_branch_and_id() {
        assert_eq!(loan_number("{YYYY}-{id}", 100_001, "7", date(2026, 11, 21)), "2026-100001");
        assert_eq!(loan_number("HH{YY}{MM}-{branch}-{id}", 42, "207001", date(2026, 3, 2)), "HH2603-207001-42");
    }
}
