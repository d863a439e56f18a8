//! Business days: federal holidays, a company's own calendar, and the time zones it may keep.

use crate::values::Invalid;
use jiff::civil::{Date, Weekday};
use std::{fmt, str::FromStr};

/// The legal public holidays of a year, in its order, each on its own date (5 U.S.C. 6103(a)).
///
/// Inauguration Day is not among them: it is none of Regulation Z's (comment 2(a)(6)-1).
#[must_use]
pub fn federal_holidays(year: i16) -> Vec<(Date, &'static str)> {
    let on = |month, day| Date::new(year, month, day);
    let nth =
        |month, nth, weekday| Date::new(year, month, 1).and_then(|first| first.nth_weekday_of_month(nth, weekday));
    [
        (on(1, 1), "New Year's Day"),
        (nth(1, 3, Weekday::Monday), "Martin Luther King Jr. Day"),
        (nth(2, 3, Weekday::Monday), "Washington's Birthday"),
        (nth(5, -1, Weekday::Monday), "Memorial Day"),
        (on(6, 19), "Juneteenth"),
        (on(7, 4), "Independence Day"),
        (nth(9, 1, Weekday::Monday), "Labor Day"),
        (nth(10, 2, Weekday::Monday), "Columbus Day"),
        (on(11, 11), "Veterans Day"),
        (nth(11, 4, Weekday::Thursday), "Thanksgiving Day"),
        (on(12, 25), "Christmas Day"),
    ]
    .into_iter()
    .filter_map(|(date, name)| Some((date.ok()?, name)))
    .collect()
}

/// When a company's offices are open: the *general* business day of Regulation Z, 12 CFR 1026.2(a)(6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusinessCalendar {
    /// Whether Saturdays count.
    pub saturday_open: bool,
    /// Days on which the company is closed beside Sundays and federal holidays.
    pub holidays: Vec<Date>,
}

impl BusinessCalendar {
    /// Whether the offices are open on a day. A holiday of a fixed date counts on that date only: where July 4 is a
    /// Saturday, Friday, July 3 is a business day (comment 2(a)(6)-2).
    #[must_use]
    pub fn is_business_day(&self, day: Date) -> bool {
        let is_weekday = match day.weekday() {
            Weekday::Sunday => false,
            Weekday::Saturday => self.saturday_open,
            _ => true,
        };
        is_weekday
            && !self.holidays.contains(&day)
            && !federal_holidays(day.year()).iter().any(|(holiday, _)| *holiday == day)
    }
}

/// A time zone of the United States, by its IANA name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(&'static str);

/// Every one that a company or a branch may keep, with the name people use, from east to west.
pub const TIME_ZONES: [(&str, &str); 10] = [
    ("America/Puerto_Rico", "Atlantic Time (Puerto Rico, U.S. Virgin Islands)"),
    ("America/New_York", "Eastern Time"),
    ("America/Chicago", "Central Time"),
    ("America/Denver", "Mountain Time"),
    ("America/Phoenix", "Mountain Time (Arizona, no daylight saving)"),
    ("America/Los_Angeles", "Pacific Time"),
    ("America/Anchorage", "Alaska Time"),
    ("Pacific/Honolulu", "Hawaii Time"),
    ("Pacific/Pago_Pago", "Samoa Time (American Samoa)"),
    ("Pacific/Guam", "Chamorro Time (Guam, Northern Mariana Islands)"),
];

impl TimeZone {
    /// The IANA name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for TimeZone {
    type Err = Invalid;
    fn from_str(text: &str) -> Result<Self, Invalid> {
        TIME_ZONES
            .iter()
            .find(|(name, _)| *name == text.trim())
            .map(|(name, _)| TimeZone(name))
            .ok_or_else(|| Invalid("Choose a time zone of the list".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    /// 5 U.S.C. 6103(a); the dates are those that the Office of Personnel Management published for these years.
    #[test]
    fn the_federal_holidays_of_two_years() {
        let dates = |year| federal_holidays(year).into_iter().map(|(date, _)| date).collect::<Vec<_>>();
        assert_eq!(
            dates(2026),
            [
                date(2026, 1, 1),
                date(2026, 1, 19),
                date(2026, 2, 16),
                date(2026, 5, 25),
                date(2026, 6, 19),
                date(2026, 7, 4),
                date(2026, 9, 7),
                date(2026, 10, 12),
                date(2026, 11, 11),
                date(2026, 11, 26),
                date(2026, 12, 25),
            ]
        );
        assert_eq!(
            dates(2027)[1..6],
            [date(2027, 1, 18), date(2027, 2, 15), date(2027, 5, 31), date(2027, 6, 19), date(2027, 7, 4)]
        );
    }

    #[test]
    fn offices_are_closed_on_sundays_holidays_and_the_companys_own_days() {
        let calendar = BusinessCalendar { saturday_open: false, holidays: vec![date(2026, 11, 27)] };
        let open = |day| calendar.is_business_day(day);
        assert!(open(date(2026, 11, 25)));
        assert!(!open(date(2026, 11, 26)), "Thanksgiving Day");
        assert!(!open(date(2026, 11, 27)), "the company's own");
        assert!(!open(date(2026, 11, 28)) && !open(date(2026, 11, 29)), "Saturday and Sunday");
        // Independence Day of 2026 is a Saturday: the Friday before is a business day.
        assert!(open(date(2026, 7, 3)));
        let saturdays = BusinessCalendar { saturday_open: true, ..calendar };
        assert!(saturdays.is_business_day(date(2026, 11, 28)));
        assert!(!saturdays.is_business_day(date(2026, 7, 4)) && !saturdays.is_business_day(date(2026, 11, 29)));
    }

    #[test]
    fn a_time_zone_is_one_of_the_united_states() {
        for (name, _) in TIME_ZONES {
            assert_eq!(name.parse::<TimeZone>().unwrap().as_str(), name);
            assert!(jiff::tz::TimeZone::get(name).is_ok(), "{name}");
        }
        for other in ["Europe/Berlin", "PST", ""] {
            assert!(other.parse::<TimeZone>().is_err(), "{other}");
        }
    }
}
