//! Counts days, and explains for each skipped day why it doesn't count.

use crate::{
    calendar::{BusinessCalendar, closed_by_law},
    words,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum days searched. A company that stays closed for longer has no deadlines.
const DAYS_MAX: usize = 3_660;

words! {
    /// The days that a rule counts.
    pub enum DayCount {
        /// Days on which the creditor's offices are open (12 CFR 1026.2(a)(6), first sentence).
        General,
        /// All days except Sundays and federal holidays (second sentence).
        Specific,
        /// All days.
        Consecutive,
    }
}

impl DayCount {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            DayCount::General => "business days of the office",
            DayCount::Specific => "days without Sundays and federal holidays",
            DayCount::Consecutive => "calendar days",
        }
    }

    /// Why a day doesn't count, or `None` if it does.
    #[must_use]
    pub fn skipped(self, calendar: &BusinessCalendar, day: Date) -> Option<String> {
        match self {
            DayCount::General => calendar.closed_on(day).map(|closed| closed.to_string()),
            DayCount::Specific => closed_by_law(day).map(|closed| closed.to_string()),
            DayCount::Consecutive => None,
        }
    }

    /// Counts days forward from `from`, which is day 0.
    #[must_use]
    pub fn after(self, calendar: &BusinessCalendar, from: Date, days: u16) -> Count {
        self.count(calendar, from, days, |day| day.tomorrow().ok())
    }

    /// Counts days backward from `from`, which is day 0.
    #[must_use]
    pub fn before(self, calendar: &BusinessCalendar, from: Date, days: u16) -> Count {
        self.count(calendar, from, days, |day| day.yesterday().ok())
    }

    fn count(self, calendar: &BusinessCalendar, from: Date, days: u16, next: impl Fn(Date) -> Option<Date>) -> Count {
        let mut counted = Vec::new();
        let mut number = 0;
        for on in std::iter::successors(next(from), |day| next(*day)).take(DAYS_MAX) {
            if number == days {
                break;
            }
            let skipped = self.skipped(calendar, on);
            number += u16::from(skipped.is_none());
            counted.push(CountedDay { on, number: skipped.is_none().then_some(number), skipped });
        }
        Count { from, on: counted.last().map_or(from, |day| day.on), days: counted }
    }
}

/// Result of counting days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Day 0, from which counting starts.
    pub from: Date,
    /// The last counted day.
    pub on: Date,
    /// Every day after day 0 up to the last, in counting order.
    pub days: Vec<CountedDay>,
}

/// A day of a count (CLOCK-23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CountedDay {
    /// The date.
    #[schema(value_type = String, format = Date)]
    pub on: Date,
    /// Its number, or null if it is skipped.
    pub number: Option<u16>,
    /// Why it is skipped, such as `Veterans Day`.
    pub skipped: Option<String>,
}
