//! Checks that the fields of a record contain values of the right type. A check never changes a value, so wrong ones
//! stay readable.

use crate::{
    file::Issues,
    issue::Reason,
    layout::{Field, Kind},
    record::Record,
};

/// Reports what is wrong with a single record.
pub(crate) fn check(record: &Record, issues: &mut Issues) {
    if record.as_written().chars().any(char::is_control) && !record.is_blank() {
        issues.about(record, None, Reason::ControlCharacters);
    }
    let Some(layout) = record.layout else {
        if !record.is_blank() {
            issues.about(record, None, Reason::UnknownRecord);
        }
        return;
    };
    // File types and versions are checked where sections are detected, because exporters write them into other columns.
    if layout.id == "000" && record.text.contains('=') {
        return;
    }
    match record.excess() {
        (0, 0) => {}
        (0, blanks) => issues.about(record, None, Reason::BlanksBeyondEnd(blanks)),
        (excess, _) => issues.about(record, None, Reason::LineTooLong(excess)),
    }
    if layout.id == "000" {
        return;
    }
    for field in layout.fields {
        if let Some(reason) = wrong(record, field) {
            issues.about(record, Some(field), reason);
        }
    }
}

fn wrong(record: &Record, field: &Field) -> Option<Reason> {
    let value = record.get(field)?;
    let (right, reason) = match field.kind.unsealed() {
        Kind::Text | Kind::Reserved | Kind::Sealed(_) => return None,
        Kind::Digits => (is_digits(value), Reason::NotDigits),
        Kind::Ssn => (is_digits(value) && value.len() == field.length, Reason::NotDigits),
        Kind::Amount => (is_decimal(value, 2), Reason::NotAnAmount),
        // Some exporters write rates to a sixteenth, with more decimals than the guide's three. Accept these.
        Kind::Rate => (is_decimal(value, field.length), Reason::NotARate),
        Kind::Date => (is_date(value), Reason::NotADate),
        Kind::Year => (is_digits(value) && value.len() == 4, Reason::NotAYear),
        Kind::YesNo => (matches!(value, "Y" | "N"), Reason::NotYesNo),
        Kind::Code(codes) => (codes.iter().any(|(code, _)| *code == value), Reason::UnknownCode),
    };
    (!right).then_some(reason)
}

fn is_digits(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits with at most one decimal point. Decimals beyond `places` must be zeros.
fn is_decimal(value: &str, places: usize) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    !(whole.is_empty() && fraction.is_empty())
        && is_digits(whole)
        && is_digits(fraction)
        && fraction.bytes().skip(places).all(|byte| byte == b'0')
}

/// A Gregorian date, `CCYYMMDD`.
fn is_date(value: &str) -> bool {
    if value.len() != 8 || !is_digits(value) {
        return false;
    }
    let number = |range: std::ops::Range<usize>| value[range].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0..4), number(4..6), number(6..8));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_either_alignment_optional_decimals_and_sign() {
        for right in ["200000.00", "2", "828282.22", "-556.42", "0", ".5", "12.", "1.5000"] {
            assert!(is_decimal(right, 2), "{right}");
        }
        for wrong in ["", "-", ".", "1,000", "$5", "1.005", "1 2", "12.3.4", "1e3"] {
            assert!(!is_decimal(wrong, 2), "{wrong}");
        }
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        assert!(is_date("20240229") && is_date("19800615") && is_date("20000229"));
        for wrong in ["20230229", "19000229", "20241301", "20240100", "00000101", "2024013", "2024-1-1"] {
            assert!(!is_date(wrong), "{wrong}");
        }
    }
}
