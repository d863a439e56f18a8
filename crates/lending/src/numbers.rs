//! Loan numbers: a company's own pattern over the loan's id (decision D22).

use jiff::civil::Date;

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

    #[test]
    fn a_pattern_is_filled_from_date_branch_and_id() {
        assert_eq!(loan_number("{YYYY}-{id}", 100_001, "7", date(2026, 11, 21)), "2026-100001");
        assert_eq!(loan_number("HH{YY}{MM}-{branch}-{id}", 42, "207001", date(2026, 3, 2)), "HH2603-207001-42");
    }
}
