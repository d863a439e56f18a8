//! Relative dates in filters, resolved against the user's today.

use jiff::{Span, ToSpan, civil::Date};

pub(super) const EXPECTED: &str = "must be a day such as 2026-11-30, from 1900 to 2200, or today";
pub(super) const PERIODS: &str = "must be today, tomorrow, yesterday, this, next or last with Week, Month, Quarter or Year, such as \
     thisMonth, or next or last with 1 to 366 days, such as next:7";

/// Parses a date or `today`.
pub(super) fn day(value: &str, today: Date) -> Option<Date> {
    if value == "today" {
        return Some(today);
    }
    value.parse::<Date>().ok().filter(|day| (1900..=2200).contains(&day.year()))
}

/// First and last day of a period. Weeks start on Sunday. The next 7 days include today and the seven days after it.
pub(super) fn period(name: &str, today: Date) -> Option<(Date, Date)> {
    let one = |days: i64| today.checked_add(days.days()).ok().map(|day| (day, day));
    match name {
        "today" => return one(0),
        "tomorrow" => return one(1),
        "yesterday" => return one(-1),
        _ => {}
    }
    if let Some((way, days)) = name.split_once(':') {
        let days = days.parse::<i64>().ok().filter(|days| (1..=366).contains(days))?;
        return match way {
            "next" => Some((today, today.checked_add(days.days()).ok()?)),
            "last" => Some((today.checked_sub(days.days()).ok()?, today)),
            _ => None,
        };
    }
    let (away, unit) = [("this", 0), ("next", 1), ("last", -1)]
        .into_iter()
        .find_map(|(way, away)| name.strip_prefix(way).map(|unit| (away, unit)))?;
    let (first, length): (Date, Span) = match unit {
        "Week" => {
            let passed = i64::from(today.weekday().to_sunday_zero_offset());
            (today.checked_sub(passed.days()).ok()?, 7.days())
        }
        "Month" => (today.first_of_month(), 1.month()),
        "Quarter" => (Date::new(today.year(), (today.month() - 1) / 3 * 3 + 1, 1).ok()?, 3.months()),
        "Year" => (today.first_of_year(), 1.year()),
        _ => return None,
    };
    let from = first.checked_add(length.checked_mul(away).ok()?).ok()?;
    Some((from, from.checked_add(length).ok()?.yesterday().ok()?))
}
