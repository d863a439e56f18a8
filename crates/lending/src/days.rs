//! Days as people and programs send them. Every request body reads its dates here.

use crate::values::Invalid;
use jiff::civil::{Date, date};
use serde::{Deserialize, Deserializer, de};

/// The first day that a request may name. Earlier ones are typing mistakes, such as the year 0916 for `09152026`.
pub const FIRST: Date = date(1900, 1, 1);

/// Accepts a day from 1900 on.
///
/// # Errors
/// The day is earlier.
pub fn accept(day: Date) -> Result<Date, Invalid> {
    if day < FIRST { Err(Invalid::new("Enter a date on or after 01/01/1900")) } else { Ok(day) }
}

/// Reads `2026-11-27`.
///
/// # Errors
/// The text isn't a calendar date, or the day is before 1900.
pub fn read(text: &str) -> Result<Date, Invalid> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let day = text.parse().ok().filter(|_| is_plain);
    accept(day.ok_or_else(|| Invalid::new("Enter a calendar date as YYYY-MM-DD"))?)
}

/// For `#[serde(deserialize_with = "lending::days::required")]`.
///
/// # Errors
/// As [`read`].
pub fn required<'de, D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
    read(&std::borrow::Cow::<'de, str>::deserialize(from)?).map_err(de::Error::custom)
}

/// For `#[serde(default, deserialize_with = "lending::days::optional")]`.
///
/// # Errors
/// As [`read`].
pub fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Date>, D::Error> {
    let text = Option::<std::borrow::Cow<'de, str>>::deserialize(from)?;
    text.map(|text| read(&text)).transpose().map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_calendar_dates_from_1900_on() {
        let early = "Enter a date on or after 01/01/1900";
        let unread = "Enter a calendar date as YYYY-MM-DD";
        for (text, expected) in [
            ("2026-11-27", Ok(date(2026, 11, 27))),
            ("2024-02-29", Ok(date(2024, 2, 29))),
            ("1900-01-01", Ok(FIRST)),
            ("1899-12-31", Err(early)),
            ("0916-08-26", Err(early)),
            ("-009999-01-01", Err(unread)),
            ("2026-02-29", Err(unread)),
            ("2026-02-30", Err(unread)),
            ("2026-13-01", Err(unread)),
            ("20261127", Err(unread)),
            ("2026-11-27T10:00", Err(unread)),
            ("11/27/2026", Err(unread)),
            ("", Err(unread)),
        ] {
            assert_eq!(read(text), expected.map_err(Invalid::new), "{text}");
        }
    }
}
