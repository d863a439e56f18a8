//! Office hours: counts the minutes in which a branch was open.

use crate::calendar::BusinessCalendar;
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time, time},
    tz::TimeZone,
};

/// Limit on the days searched for the end of a time span. An office that stays closed longer never reaches the end.
const DAYS_MAX: usize = 3_660;

/// A branch's opening hours: from opening to closing time on its business days.
#[derive(Clone, Debug)]
pub struct OfficeHours {
    /// The branch's business days.
    pub calendar: BusinessCalendar,
    /// The branch's time zone.
    pub zone: TimeZone,
    /// Opening time, in the branch's time zone.
    pub opens: Time,
    /// Closing time, in the branch's time zone.
    pub closes: Time,
}

impl OfficeHours {
    /// Nine to five on the business days of a calendar.
    #[must_use]
    pub fn nine_to_five(calendar: BusinessCalendar, zone: TimeZone) -> Self {
        Self { calendar, zone, opens: time(9, 0, 0, 0), closes: time(17, 0, 0, 0) }
    }

    /// Opening and closing instant on a day, or `None` if the office is closed.
    fn open_on(&self, day: Date) -> Option<(Timestamp, Timestamp)> {
        if !self.calendar.is_business_day(day) {
            return None;
        }
        let at = |time: Time| Some(day.to_datetime(time).to_zoned(self.zone.clone()).ok()?.timestamp());
        Some((at(self.opens)?, at(self.closes)?))
    }

    /// Consecutive days, starting with the day of an instant.
    fn days_from(&self, from: Timestamp) -> impl Iterator<Item = Date> + use<> {
        std::iter::successors(Some(from.to_zoned(self.zone.clone()).date()), |day| day.tomorrow().ok()).take(DAYS_MAX)
    }

    /// Whole minutes between two instants in which the office was open. Returns 0 if `to` is before `from`.
    #[must_use]
    pub fn minutes_between(&self, from: Timestamp, to: Timestamp) -> i64 {
        let last = to.to_zoned(self.zone.clone()).date();
        let open: SignedDuration = self
            .days_from(from)
            .take_while(|day| *day <= last)
            .filter_map(|day| self.open_on(day))
            .map(|(opens, closes)| closes.min(to).duration_since(opens.max(from)))
            .filter(SignedDuration::is_positive)
            .sum();
        open.as_mins()
    }

    /// The instant at which this many open minutes have passed since `from`, or `None` if the office never opens for
    /// that long.
    #[must_use]
    pub fn after(&self, from: Timestamp, minutes: i64) -> Option<Timestamp> {
        let mut left = SignedDuration::from_mins(minutes);
        for day in self.days_from(from) {
            let Some((opens, closes)) = self.open_on(day) else { continue };
            let begins = opens.max(from);
            let open = closes.duration_since(begins);
            if open >= left {
                return begins.checked_add(left).ok();
            }
            if open.is_positive() {
                left -= open;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn bayside() -> OfficeHours {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        OfficeHours::nine_to_five(BusinessCalendar::default(), zone)
    }

    fn at(day: Date, hour: i8, minute: i8) -> Timestamp {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        day.at(hour, minute, 0, 0).to_zoned(zone).unwrap().timestamp()
    }

    /// LEADPAGE-08: a lead that arrived on Friday at 6 PM and was called on Monday at 9:04 AM.
    #[test]
    fn a_weekend_does_not_count() {
        let (friday, monday) = (date(2026, 11, 13), date(2026, 11, 16));
        assert_eq!(bayside().minutes_between(at(friday, 18, 0), at(monday, 9, 4)), 4);
        // The same day, overnight, before opening, and with `to` before `from`.
        assert_eq!(bayside().minutes_between(at(friday, 10, 0), at(friday, 10, 31)), 31);
        assert_eq!(bayside().minutes_between(at(monday, 16, 30), at(date(2026, 11, 17), 9, 15)), 45);
        assert_eq!(bayside().minutes_between(at(monday, 5, 0), at(monday, 8, 59)), 0);
        assert_eq!(bayside().minutes_between(at(monday, 12, 0), at(monday, 11, 0)), 0);
    }

    #[test]
    fn holidays_and_the_end_of_summer_time_do_not_count() {
        // Thanksgiving Day is a Thursday.
        assert_eq!(bayside().minutes_between(at(date(2026, 11, 25), 16, 0), at(date(2026, 11, 27), 10, 0)), 120);
        // Clocks go back on Sunday, November 1, 2026: Saturday and Sunday are closed either way.
        assert_eq!(bayside().minutes_between(at(date(2026, 10, 30), 9, 0), at(date(2026, 11, 2), 9, 0)), 480);
    }

    #[test]
    fn a_span_ends_when_its_minutes_have_passed() {
        let friday = date(2026, 11, 13);
        let ends = |from, minutes| bayside().after(from, minutes).unwrap();
        assert_eq!(ends(at(friday, 18, 0), 5), at(date(2026, 11, 16), 9, 5));
        assert_eq!(ends(at(friday, 16, 58), 5), at(date(2026, 11, 16), 9, 3));
        assert_eq!(ends(at(friday, 10, 0), 5), at(friday, 10, 5));
        assert_eq!(ends(at(friday, 9, 0), 480), at(friday, 17, 0));
        let never = OfficeHours { closes: time(9, 0, 0, 0), ..bayside() };
        assert_eq!(never.after(at(friday, 9, 0), 1), None);
    }
}
