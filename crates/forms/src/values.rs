//! Writes a value of the scope the way its box asks for it.

use crate::boxes::{BoxKind, FormBox, label_of};
use lending::values::Money;
use serde_json::Value;

/// The mark in a checked box.
pub(crate) const CHECKED: &str = "X";

/// The text of a box, or `None` if it stays empty.
pub(crate) fn text_of(item: &FormBox, scope: &Value) -> Option<String> {
    let value = item.value.split('/').try_fold(scope, |value, key| value.get(key)).filter(|value| !value.is_null());
    if item.kind == BoxKind::Check {
        return is_checked(value, item.format).then(|| CHECKED.to_owned());
    }
    let text = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let text = formatted(&text, item.format)?;
    (!text.is_empty()).then_some(text)
}

/// Whether a value checks a box. Answers can be booleans or the words Yes and No.
fn is_checked(value: Option<&Value>, format: &str) -> bool {
    let Some(value) = value else { return false };
    let (rule, argument) = format.split_once(':').unwrap_or((format, ""));
    let word = value.as_str();
    match rule {
        "yes" => *value == Value::Bool(true) || word == Some("Yes"),
        "no" => *value == Value::Bool(false) || word == Some("No"),
        "is" => word.is_some_and(|word| argument.split(',').any(|known| known == word)),
        "not" => word.is_some_and(|word| word != argument),
        "has" => value.as_array().is_some_and(|list| list.iter().any(|item| item == argument)),
        "present" => word.is_some_and(|word| !word.is_empty()),
        _ => false,
    }
}

fn formatted(text: &str, format: &str) -> Option<String> {
    let (rule, argument) = format.split_once(':').unwrap_or((format, ""));
    let part = |from: usize, to: usize| text.get(from..to).map(str::to_owned);
    let months = || text.parse::<u32>().ok();
    match rule {
        "money" => text.parse::<Money>().ok().map(money),
        "rate" => Some(rate(text)),
        "year" => part(0, 4),
        "month" => part(5, 7),
        "day" => part(8, 10),
        "area" | "exchange" | "line" => phone_part(text, rule),
        "years" => months().map(|months| (months / 12).to_string()),
        "months" => months().map(|months| (months % 12).to_string()),
        "digits" => argument.split_once('-').and_then(|(from, to)| part(from.parse().ok()?, to.parse().ok()?)),
        "word" => Some(label_of(argument, text).unwrap_or("Other").to_owned()),
        _ => Some(text.to_owned()),
    }
}

/// `1234567.5` as `1,234,567.50`.
pub(crate) fn money(amount: Money) -> String {
    let cents = amount.cents().unsigned_abs();
    let whole = (cents / 100).to_string();
    let mut text = String::new();
    for (at, digit) in whole.char_indices() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if amount < Money::ZERO { "-" } else { "" };
    format!("{sign}{text}.{:02}", cents % 100)
}

/// At least four decimals.
fn rate(text: &str) -> String {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}.{decimals:0<4}")
}

/// Area code, exchange or line of a phone number with ten digits. Other numbers print in the last part.
fn phone_part(text: &str, part: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = if digits.len() == 11 { digits.strip_prefix('1').unwrap_or(&digits) } else { &digits };
    match (digits.len(), part) {
        (10, "area") => Some(digits[..3].to_owned()),
        (10, "exchange") => Some(digits[3..6].to_owned()),
        (10, "line") => Some(digits[6..].to_owned()),
        (_, "line") => Some(text.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_have_separators_and_two_decimals() {
        for (cents, text) in [(0, "0.00"), (-51_800, "-518.00"), (123_456_750, "1,234,567.50"), (99_905, "999.05")] {
            assert_eq!(money(Money::from_cents(cents)), text);
        }
        assert_eq!(formatted("5.25", "rate").unwrap(), "5.2500");
    }

    #[test]
    fn phone_numbers_and_months_are_split_over_their_boxes() {
        let parts = ["area", "exchange", "line"].map(|part| phone_part("8184441234", part).unwrap());
        assert_eq!(parts, ["818", "444", "1234"]);
        assert_eq!(phone_part("+442079460958", "line").unwrap(), "+442079460958");
        assert_eq!(phone_part("+442079460958", "area"), None);
        assert_eq!((formatted("43", "years").unwrap(), formatted("43", "months").unwrap()), ("3".into(), "7".into()));
    }

    #[test]
    fn yes_and_no_check_their_own_box_only() {
        for (answer, yes, no) in
            [(json!(true), true, false), (json!("No"), false, true), (json!("Unknown"), false, false)]
        {
            assert_eq!((is_checked(Some(&answer), "yes"), is_checked(Some(&answer), "no")), (yes, no));
        }
        assert!(!is_checked(None, "no"), "a question without an answer leaves both boxes empty");
    }
}
