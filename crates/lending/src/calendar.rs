//! Business days: federal holidays, a company's own calendar, and its possible time zones.

use crate::values::Invalid;
use jiff::civil::{Date, Weekday};
use std::{fmt, str::FromStr};

/// The federal holidays of a year in order, each on its statutory date (5 U.S.C. 6103(a)).
///
/// Inauguration Day isn't included, because Regulation Z doesn't count it (comment 2(a)(6)-1). Juneteenth is included
/// from 2021 on (Public Law 117-17).
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
    .filter(|(_, name)| year >= 2021 || *name != "Juneteenth")
    .collect()
}

/// Name of the federal holiday on a day.
fn federal_holiday(day: Date) -> Option<&'static str> {
    federal_holidays(day.year()).into_iter().find(|(holiday, _)| *holiday == day).map(|(_, name)| name)
}

/// Why a day isn't a business day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed<'a> {
    /// A weekday (Monday to Saturday) on which the offices are closed, by its name.
    Weekday(&'static str),
    /// Sunday.
    Sunday,
    /// A federal holiday, by its name.
    Federal(&'static str),
    /// A holiday of the company, by the company's name for it.
    Own(&'a str),
}

impl fmt::Display for Closed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Closed::Sunday => "Sunday",
            Closed::Weekday(name) | Closed::Federal(name) | Closed::Own(name) => name,
        })
    }
}

/// Why a day isn't a *specific* business day under Regulation Z. All calendar days are, except Sundays and federal
/// holidays on their statutory dates (12 CFR 1026.2(a)(6), second sentence; CLOCK-03).
#[must_use]
pub fn closed_by_law(day: Date) -> Option<Closed<'static>> {
    if day.weekday() == Weekday::Sunday {
        return Some(Closed::Sunday);
    }
    federal_holiday(day).map(Closed::Federal)
}

/// The days on which a company's offices are open: the *general* business day under Regulation Z, 12 CFR 1026.2(a)(6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusinessCalendar {
    /// Whether Saturday is a business day.
    pub saturday_open: bool,
    /// Weekdays on which the offices are closed, from Monday 1 to Friday 5. At least one weekday must stay open, so
    /// that counting business days ends.
    pub closed_weekdays: Vec<i16>,
    /// The company's own holidays, in addition to Sundays and federal holidays, with their names.
    pub holidays: Vec<(Date, String)>,
}

impl BusinessCalendar {
    /// Why the offices are closed on a day, or `None` if they are open. A holiday with a fixed date counts only on that
    /// date: if July 4 is a Saturday, Friday, July 3 is a business day (comment 2(a)(6)-2).
    #[must_use]
    pub fn closed_on(&self, day: Date) -> Option<Closed<'_>> {
        match day.weekday() {
            Weekday::Sunday => return Some(Closed::Sunday),
            Weekday::Saturday if !self.saturday_open => return Some(Closed::Weekday("Saturday")),
            weekday => {
                let number = i16::from(weekday.to_monday_one_offset());
                let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
                if self.closed_weekdays.contains(&number)
                    && let Some(name) = names.get(usize::from(number.unsigned_abs()).saturating_sub(1))
                {
                    return Some(Closed::Weekday(name));
                }
            }
        }
        federal_holiday(day)
            .map(Closed::Federal)
            .or_else(|| self.holidays.iter().find(|(own, _)| *own == day).map(|(_, name)| Closed::Own(name)))
    }

    /// Whether the offices are open on a day.
    #[must_use]
    pub fn is_business_day(&self, day: Date) -> bool {
        self.closed_on(day).is_none()
    }
}

/// A US time zone, by its IANA name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(&'static str);

/// The time zones that a company or branch can choose, with their common names, from east to west.
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

    /// The statutory dates of 16 years from an independent implementation of 5 U.S.C. 6103(a): the calendars of
    /// python-holidays, without observed days. Juneteenth is included from 2021 on.
    const FEDERAL_HOLIDAYS: &str = "\
2020 01-01 01-20 02-17 05-25 07-04 09-07 10-12 11-11 11-26 12-25
2021 01-01 01-18 02-15 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25
2022 01-01 01-17 02-21 05-30 06-19 07-04 09-05 10-10 11-11 11-24 12-25
2023 01-01 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25
2024 01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25
2025 01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25
2026 01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25
2027 01-01 01-18 02-15 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25
2028 01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25
2029 01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-11 11-22 12-25
2030 01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25
2031 01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25
2032 01-01 01-19 02-16 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25
2033 01-01 01-17 02-21 05-30 06-19 07-04 09-05 10-10 11-11 11-24 12-25
2034 01-01 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25
2035 01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-11 11-22 12-25";

    /// CLOCK-03
    #[test]
    fn every_federal_holiday_from_2020_to_2035() {
        for line in FEDERAL_HOLIDAYS.lines() {
            let (year, days) = line.split_once(' ').unwrap();
            let expected: Vec<Date> = days.split(' ').map(|day| format!("{year}-{day}").parse().unwrap()).collect();
            let dates: Vec<Date> = federal_holidays(year.parse().unwrap()).into_iter().map(|(date, _)| date).collect();
            assert_eq!(dates, expected, "{year}");
        }
        assert_eq!(FEDERAL_HOLIDAYS.lines().count(), 16);
    }

    /// CLOCK-03
    #[test]
    fn a_fixed_date_holiday_counts_only_on_its_own_date() {
        assert_eq!(closed_by_law(date(2026, 7, 3)), None, "the Friday before a Saturday");
        assert_eq!(closed_by_law(date(2026, 7, 4)), Some(Closed::Federal("Independence Day")));
        assert_eq!(closed_by_law(date(2027, 7, 5)), None, "the Monday after a Sunday");
        assert_eq!(closed_by_law(date(2026, 11, 28)), None, "a Saturday");
        assert_eq!(closed_by_law(date(2026, 11, 29)), Some(Closed::Sunday));
    }

    #[test]
    fn offices_are_closed_on_sundays_holidays_and_the_companys_own_days() {
        let calendar = BusinessCalendar {
            holidays: vec![(date(2026, 11, 27), "Day after Thanksgiving".to_owned())],
            ..BusinessCalendar::default()
        };
        let open = |day| calendar.is_business_day(day);
        assert!(open(date(2026, 11, 25)));
        assert!(!open(date(2026, 11, 26)), "Thanksgiving Day");
        assert_eq!(calendar.closed_on(date(2026, 11, 27)), Some(Closed::Own("Day after Thanksgiving")));
        assert!(!open(date(2026, 11, 28)) && !open(date(2026, 11, 29)), "Saturday and Sunday");
        // Independence Day of 2026 is a Saturday: the Friday before is a business day.
        assert!(open(date(2026, 7, 3)));
        let part_time = BusinessCalendar { closed_weekdays: vec![3], ..calendar.clone() };
        assert_eq!(part_time.closed_on(date(2026, 11, 25)), Some(Closed::Weekday("Wednesday")));
        assert!(part_time.is_business_day(date(2026, 11, 24)));
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
