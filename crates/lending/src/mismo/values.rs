//! Text forms of values in MISMO, and lenient parsing of common deviations.

use crate::values::{Email, Invalid, Money, Phone, PostalCode, Rate, STATES, StateCode, TaxpayerIdentifier};
use jiff::civil::Date;
use std::{borrow::Cow, str::FromStr};

/// A value with a text form in MISMO.
pub(super) trait Value: Sized {
    /// Parses the text of a data point, which is never empty.
    fn take(text: &str) -> Taken<Self>;
    /// The text to write.
    fn text(&self) -> Cow<'_, str>;
}

/// Result of parsing a text.
#[derive(Debug, PartialEq)]
pub(super) enum Taken<T> {
    /// The value, written correctly.
    As(T),
    /// The value that is meant, although it isn't written as the standard requires.
    Meant(T),
    /// No value, with the reason.
    Not(String),
}

/// A remark for the officer about a value. It can quote the value.
pub(super) enum Note {
    /// The value was understood as this.
    Meant(String),
    /// The value wasn't imported, with the reason.
    Not(String),
}

impl Note {
    /// The message for a value that can be quoted.
    pub(super) fn open(self) -> String {
        match self {
            Note::Meant(value) => format!("This is not written as MISMO 3.4 has it. It was taken as {value}."),
            Note::Not(why) => format!("{why}. It was skipped."),
        }
    }

    /// The message for a secret value.
    pub(super) fn sealed(self) -> String {
        match self {
            Note::Meant(_) => "This value isn't written as MISMO 3.4 defines it. Its meaning was used.".to_owned(),
            Note::Not(_) => self.open(),
        }
    }
}

fn not<T>(why: &str) -> Taken<T> {
    Taken::Not(why.to_owned())
}

/// Parses a value with its own text form.
fn parse<T: FromStr<Err = Invalid>>(text: &str) -> Taken<T> {
    match text.parse() {
        Ok(value) => Taken::As(value),
        Err(Invalid(why)) => not(&why),
    }
}

impl Value for String {
    fn take(text: &str) -> Taken<Self> {
        Taken::As(text.to_owned())
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Value for Money {
    /// Also accepts `$1,234.56`, and rounds fractions of a cent.
    fn take(text: &str) -> Taken<Self> {
        let exact = parse(text);
        if matches!(exact, Taken::As(_)) {
            return exact;
        }
        let plain: String = text.chars().filter(|c| !matches!(c, '$' | ',' | ' ')).collect();
        match plain.parse().ok().or_else(|| rounded(&plain)) {
            Some(amount) => Taken::Meant(amount),
            None => exact,
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

/// Rounds an amount with more than two decimals, half away from zero.
fn rounded(text: &str) -> Option<Money> {
    let (whole, decimals) = text.split_once('.')?;
    if decimals.len() < 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let cents = format!("{whole}.{}", &decimals[..2]).parse::<Money>().ok()?.cents();
    let up = i64::from(decimals.as_bytes()[2] >= b'5');
    let away = if whole.starts_with('-') { -up } else { up };
    cents.checked_add(away).map(Money::from_cents)
}

impl Value for Rate {
    /// Also accepts `4.25%`.
    fn take(text: &str) -> Taken<Self> {
        match text.strip_suffix('%').map(|number| number.trim().parse::<Rate>()) {
            Some(Ok(rate)) => Taken::Meant(rate),
            _ => parse(text),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl Value for u16 {
    /// Also accepts `360.00`.
    fn take(text: &str) -> Taken<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        match (whole.parse(), decimals.bytes().all(|b| b == b'0')) {
            (Ok(count), true) => Taken::As(count),
            _ => not("This should be a whole number"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl Value for bool {
    fn take(text: &str) -> Taken<Self> {
        match text {
            "true" | "1" => Taken::As(true),
            "false" | "0" => Taken::As(false),
            _ if ["true", "yes", "y"].iter().any(|word| text.eq_ignore_ascii_case(word)) => Taken::Meant(true),
            _ if ["false", "no", "n"].iter().any(|word| text.eq_ignore_ascii_case(word)) => Taken::Meant(false),
            _ => not("This should be true or false"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }
}

impl Value for Date {
    /// Parses a date, a month (as its first day), and a date with a time or zone, as MISMO allows. It also accepts a
    /// year and `01/31/2020`.
    fn take(text: &str) -> Taken<Self> {
        let day = |text: &str| Date::strptime("%Y-%m-%d", text).ok();
        if let Some(date) = text.get(..10).filter(|_| ends_a_date(&text[10..])).and_then(day) {
            return Taken::As(date);
        }
        if text.len() == 7
            && let Some(date) = day(&format!("{text}-01"))
        {
            return Taken::As(date);
        }
        let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        match (is_year, Date::strptime("%m/%d/%Y", text)) {
            (true, _) => day(&format!("{text}-01-01")).map_or_else(|| not(NO_DAY), Taken::Meant),
            (_, Ok(date)) if text.len() == 10 => Taken::Meant(date),
            _ => not(NO_DAY),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

const NO_DAY: &str = "This isn't a valid date";

/// Whether the text after the date is empty, a time or a zone.
fn ends_a_date(rest: &str) -> bool {
    rest.is_empty()
        || (rest.starts_with(['T', 'Z', '+', '-'])
            && rest.bytes().all(|b| b.is_ascii_digit() || b"TZ:.+-".contains(&b)))
}

impl Value for StateCode {
    /// Also accepts the name of a state.
    fn take(text: &str) -> Taken<Self> {
        let by_name = STATES.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        match by_name.map(|(code, _)| code.parse::<StateCode>()) {
            Some(Ok(state)) => Taken::Meant(state),
            _ => parse(text),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }
}

impl Value for PostalCode {
    fn take(text: &str) -> Taken<Self> {
        parse(text)
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.digits())
    }
}

impl Value for Phone {
    fn take(text: &str) -> Taken<Self> {
        match text.parse() {
            Ok(phone) => Taken::As(phone),
            Err(_) => not("This isn't a phone number"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.digits())
    }
}

impl Value for Email {
    fn take(text: &str) -> Taken<Self> {
        match text.parse() {
            Ok(email) => Taken::As(email),
            Err(_) => not("This isn't an email address"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }
}

impl Value for TaxpayerIdentifier {
    fn take(text: &str) -> Taken<Self> {
        match text.parse() {
            Ok(number) => Taken::As(number),
            Err(_) => not("The number does not have nine digits"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.reveal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn money(text: &str) -> (Option<i64>, bool) {
        match Money::take(text) {
            Taken::As(amount) => (Some(amount.cents()), false),
            Taken::Meant(amount) => (Some(amount.cents()), true),
            Taken::Not(_) => (None, true),
        }
    }

    #[test]
    fn amounts_are_exact_or_reported() {
        assert_eq!(money("300000"), (Some(30_000_000), false));
        assert_eq!(money("-2381.00"), (Some(-238_100), false));
        assert_eq!(money("$1,234.5"), (Some(123_450), true));
        assert_eq!(money("1475.825"), (Some(147_583), true));
        assert_eq!(money("-0.005"), (Some(-1), true));
        assert_eq!(money("1475.824999"), (Some(147_582), true));
        for text in ["12e3", "one", "-", "1.2.3", "99999999999999999999.999"] {
            assert_eq!(money(text), (None, true), "{text}");
        }
    }

    #[test]
    fn a_date_may_be_a_day_a_month_or_a_moment() {
        for (text, day) in [
            ("2021-12-01", date(2021, 12, 1)),
            ("2020-12", date(2020, 12, 1)),
            ("2019-10-12T09:30:47Z", date(2019, 10, 12)),
            ("2019-10-12-05:00", date(2019, 10, 12)),
        ] {
            assert_eq!(Date::take(text), Taken::As(day), "{text}");
        }
        assert!(matches!(Date::take("2019"), Taken::Meant(day) if day == date(2019, 1, 1)));
        assert!(matches!(Date::take("01/31/2020"), Taken::Meant(day) if day == date(2020, 1, 31)));
        for text in ["2021-02-30", "2021-13", "soon", "2021-12-01x", "20211201", "é2021-12-0", "1/2/2020"] {
            assert!(matches!(Date::take(text), Taken::Not(_)), "{text}");
        }
    }

    #[test]
    fn counts_indicators_and_states_are_parsed_leniently() {
        assert_eq!(u16::take("360.00"), Taken::As(360));
        assert!(matches!(u16::take("-1"), Taken::Not(_)));
        assert!(matches!(u16::take("1.5"), Taken::Not(_)));
        assert_eq!(bool::take("1"), Taken::As(true));
        assert!(matches!(bool::take("Yes"), Taken::Meant(true)));
        assert!(matches!(bool::take("Deposited"), Taken::Not(_)));
        assert!(matches!(StateCode::take("California"), Taken::Meant(state) if state.as_str() == "CA"));
        assert!(matches!(Rate::take("4.25%"), Taken::Meant(rate) if rate.millionths() == 4_250_000));
    }
}
