//! Due dates of tasks: fixed, relative to a date of their loan, recurring, or after another task.

use crate::{
    calendar::BusinessCalendar,
    clocks::DayCount,
    team::{LoanRole, Member, Pair},
    words,
};
use jiff::{Span, civil::Date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// A date of a loan that tasks can be due relative to.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LoanDay {
        /// The task was created. This date never moves.
        START,
        /// The loan was created in this system.
        CREATED,
        /// The application was received.
        APPLICATION,
        /// The last day for the Loan Estimate.
        LOAN_ESTIMATE,
        /// The last day on which the borrower can receive the Closing Disclosure.
        CLOSING_DISCLOSURE,
        /// The rate lock expires.
        LOCK_EXPIRY,
        /// The planned closing.
        CLOSING,
        /// The loan was funded.
        FUNDING,
    }
}

words! {
    /// Whether a task is due before or after the loan's date.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Side { BEFORE, AFTER }
}

words! {
    /// How the days between are counted.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Days {
        /// All days.
        CALENDAR,
        /// Days on which the loan's branch is open.
        BUSINESS,
    }
}

/// Maximum days between a loan's date and a task.
pub const RULE_DAYS_MAX: u16 = 400;

/// When a task of a loan is due: a number of days before or after a date of the loan. The due date follows the loan's
/// date until the task is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DueRule {
    /// Number of days, at most 400. 0 means the loan's date itself.
    pub days: u16,
    /// How days are counted.
    pub count: Days,
    /// Before or after the loan's date.
    pub side: Side,
    /// The loan's date that the rule counts from.
    pub of: LoanDay,
}

impl DueRule {
    /// The due date, given the loan's date and the branch's calendar.
    #[must_use]
    pub fn due_on(&self, day: Date, calendar: &BusinessCalendar) -> Date {
        let count = match self.count {
            Days::CALENDAR => DayCount::Consecutive,
            Days::BUSINESS => DayCount::General,
        };
        match self.side {
            Side::BEFORE => count.before(calendar, day, self.days).on,
            Side::AFTER => count.after(calendar, day, self.days).on,
        }
    }

    /// The range of loan dates for which the rule is due from `from` up to but excluding `until`. Due dates never
    /// decrease as the loan's date increases, so the result is one contiguous range.
    #[must_use]
    pub fn days_due_within(&self, from: Date, until: Date, calendar: &BusinessCalendar) -> (Date, Date) {
        // At least one day in seven is open, so a count covers at most seven days per business day, plus holidays.
        let reach = i32::from(self.days) * 7 + 60;
        let day = |from: Date, offset: i32| from.saturating_add(Span::new().days(offset));
        let first = |is_there: &dyn Fn(Date) -> bool| {
            let (mut low, mut high) = (day(from, -reach), day(until, reach));
            while low < high {
                let half = (high - low).get_days() / 2;
                let middle = day(low, half);
                if is_there(self.due_on(middle, calendar)) { high = middle } else { low = day(middle, 1) }
            }
            low
        };
        (first(&|due| due >= from), first(&|due| due > until))
    }
}

words! {
    /// The unit of a recurrence interval.
    #[allow(clippy::upper_case_acronyms)]
    pub enum RepeatUnit { DAY, WEEK, MONTH, YEAR }
}

/// Maximum units in a recurrence interval.
pub const REPEAT_EVERY_MAX: u16 = 99;

/// A task's recurrence: every so many days, weeks, months or years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Repeat {
    /// Number of units, 1 to 99.
    pub every: u16,
    /// Unit of the interval.
    pub unit: RepeatUnit,
}

impl Repeat {
    /// The first occurrence after `day`, counted from the first due date.
    ///
    /// Every occurrence is computed from the first date, not from the previous one. So a task that starts on the 31st
    /// falls on the last day of February and on March 31 again. Calendar recurrence rules (RFC 5545) skip February,
    /// which isn't what users of a monthly task expect.
    #[must_use]
    pub fn after(&self, first: Date, day: Date) -> Option<Date> {
        (1_i32..).map_while(|n| self.nth(first, n)).find(|next| *next > day)
    }

    fn nth(&self, first: Date, n: i32) -> Option<Date> {
        let units = i32::from(self.every.max(1)).checked_mul(n)?;
        let span = match self.unit {
            RepeatUnit::DAY => Span::new().try_days(units),
            RepeatUnit::WEEK => Span::new().try_weeks(units),
            RepeatUnit::MONTH => Span::new().try_months(units),
            RepeatUnit::YEAR => Span::new().try_years(units),
        };
        first.checked_add(span.ok()?).ok()
    }
}

/// A role on a loan's team that a task is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Role on the loan.
    #[serde(rename = "LoanRole")]
    pub role: LoanRole,
    /// True for the role's first slot, false for the junior one.
    pub primary: bool,
}

/// Who gets a task for a role that is empty on the loan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The member in another slot.
    Seat(Seat),
    /// The primary officer.
    Officer,
    /// The administrator of the loan's branch.
    BranchAdmin,
}

/// Default fallbacks for a role: the other slots of the same pair, then the primary officer, then the branch's
/// administrator.
#[must_use]
pub fn usual_fallbacks(wanted: Seat) -> Vec<Fallback> {
    let pair = Pair::of(wanted.role);
    LoanRole::ALL
        .iter()
        .flat_map(|role| [Seat { role: *role, primary: true }, Seat { role: *role, primary: false }])
        .filter(|seat| Pair::of(seat.role) == pair && *seat != wanted)
        .map(Fallback::Seat)
        .chain([Fallback::Officer, Fallback::BranchAdmin])
        .collect()
}

/// The membership that gets a task assigned to a role.
#[must_use]
pub fn assignee(wanted: Seat, fallbacks: &[Fallback], team: &[Member], branch_admin: Option<i64>) -> Option<i64> {
    let seated = |seat: Seat| {
        team.iter()
            .find(|member| (member.role, member.primary) == (seat.role, seat.primary))
            .map(|member| member.membership)
    };
    let fallback = |fallback: &Fallback| match fallback {
        Fallback::Seat(seat) => seated(*seat),
        Fallback::Officer => seated(Seat { role: LoanRole::ORIGINATOR, primary: true }),
        Fallback::BranchAdmin => branch_admin,
    };
    seated(wanted).or_else(|| fallbacks.iter().find_map(fallback))
}

/// Maximum length of a chain of tasks that wait for each other.
pub const CHAIN_MAX: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn rule(days: u16, count: Days, side: Side) -> DueRule {
        DueRule { days, count, side, of: LoanDay::CLOSING }
    }

    /// AUTO-02: three business days before the closing are 11/24 for 11/30/2026, and 11/30 when it moves to 12/03; only
    /// Thanksgiving, 11/26, is closed between.
    #[test]
    fn a_due_day_moves_with_the_day_of_the_loan() {
        let calendar = BusinessCalendar::default();
        let before = rule(3, Days::BUSINESS, Side::BEFORE);
        assert_eq!(before.due_on(date(2026, 11, 30), &calendar), date(2026, 11, 24));
        assert_eq!(before.due_on(date(2026, 12, 3), &calendar), date(2026, 11, 30));
        let bridge = BusinessCalendar {
            holidays: vec![(date(2026, 11, 27), "Bridge".to_owned())],
            ..BusinessCalendar::default()
        };
        assert_eq!(before.due_on(date(2026, 11, 30), &bridge), date(2026, 11, 23));
        let after = rule(3, Days::BUSINESS, Side::AFTER);
        assert_eq!(after.due_on(date(2026, 11, 24), &calendar), date(2026, 11, 30));
        assert_eq!(rule(3, Days::CALENDAR, Side::BEFORE).due_on(date(2026, 11, 30), &calendar), date(2026, 11, 27));
        assert_eq!(rule(3, Days::CALENDAR, Side::AFTER).due_on(date(2026, 11, 30), &calendar), date(2026, 12, 3));
        assert_eq!(rule(0, Days::BUSINESS, Side::AFTER).due_on(date(2026, 11, 26), &calendar), date(2026, 11, 26));
    }

    #[test]
    fn the_loan_dates_that_make_a_rule_due_are_one_contiguous_range() {
        let calendar = BusinessCalendar { closed_weekdays: vec![1, 2, 3, 5], ..BusinessCalendar::default() };
        for (days, count, side) in [
            (0, Days::CALENDAR, Side::BEFORE),
            (3, Days::CALENDAR, Side::AFTER),
            (400, Days::CALENDAR, Side::BEFORE),
            (0, Days::BUSINESS, Side::AFTER),
            (3, Days::BUSINESS, Side::BEFORE),
            (5, Days::BUSINESS, Side::AFTER),
            (50, Days::BUSINESS, Side::BEFORE),
        ] {
            let rule = rule(days, count, side);
            for calendar in [&BusinessCalendar::default(), &calendar] {
                let (from, until) = (date(2026, 11, 20), date(2026, 11, 27));
                let (first, end) = rule.days_due_within(from, until, calendar);
                let mut day = date(2025, 6, 1);
                while day < date(2028, 6, 1) {
                    let is_within = (from..=until).contains(&rule.due_on(day, calendar));
                    assert_eq!((first..end).contains(&day), is_within, "{rule:?} {day}");
                    day = day.tomorrow().expect("a day");
                }
            }
        }
    }

    /// AUTO-06: without a processor the task goes to the junior processor, then the officer, then the branch's
    /// administrator.
    #[test]
    fn a_task_for_an_empty_role_goes_to_the_next_in_order() {
        let processor = Seat { role: LoanRole::PROCESSOR, primary: true };
        let fallbacks = usual_fallbacks(processor);
        let junior = Member { role: LoanRole::PROCESSOR, primary: false, membership: 2 };
        let first = Member { role: LoanRole::PROCESSOR, primary: true, membership: 1 };
        let officer = Member { role: LoanRole::ORIGINATOR, primary: true, membership: 3 };
        for (team, expected) in [
            (vec![officer, junior, first], Some(1)),
            (vec![officer, junior], Some(2)),
            (vec![officer], Some(3)),
            (vec![], Some(4)),
        ] {
            assert_eq!(assignee(processor, &fallbacks, &team, Some(4)), expected);
        }
        assert_eq!(assignee(processor, &fallbacks, &[], None), None);
        // A rule can define its own order.
        let officer_first = [Fallback::Officer, Fallback::Seat(Seat { role: LoanRole::PROCESSOR, primary: false })];
        assert_eq!(assignee(processor, &officer_first, &[officer, junior], None), Some(3));
    }

    /// AUTO-16: the 31st of each month falls on the last day of February. A review is due one year after funding. Days
    /// and weeks continue across months and years.
    #[test]
    fn a_recurring_task_has_the_expected_dates() {
        let every = |every, unit| Repeat { every, unit };
        let monthly = every(1, RepeatUnit::MONTH);
        let first = date(2027, 1, 31);
        let mut days = vec![first];
        for _ in 0..4 {
            days.extend(monthly.after(first, days[days.len() - 1]));
        }
        assert_eq!(days, [first, date(2027, 2, 28), date(2027, 3, 31), date(2027, 4, 30), date(2027, 5, 31)]);
        assert_eq!(monthly.after(date(2027, 12, 31), date(2028, 2, 1)), Some(date(2028, 2, 29)));
        let yearly = every(1, RepeatUnit::YEAR);
        assert_eq!(yearly.after(date(2026, 11, 13), date(2026, 11, 13)), Some(date(2027, 11, 13)));
        assert_eq!(yearly.after(date(2028, 2, 29), date(2028, 2, 29)), Some(date(2029, 2, 28)));
        assert_eq!(every(1, RepeatUnit::DAY).after(date(2026, 12, 31), date(2026, 12, 31)), Some(date(2027, 1, 1)));
        assert_eq!(every(2, RepeatUnit::WEEK).after(date(2026, 11, 23), date(2026, 11, 24)), Some(date(2026, 12, 7)));
        // An overdue task skips the occurrences that have passed.
        assert_eq!(every(1, RepeatUnit::WEEK).after(date(2026, 11, 2), date(2026, 11, 20)), Some(date(2026, 11, 23)));
        assert_eq!(yearly.after(Date::MAX, Date::MAX), None);
    }
}
