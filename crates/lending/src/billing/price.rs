//! Prices of subscriptions, and the prorated cost of changing one within a period, to the cent.

use super::{Period, Seats, days_after, days_between};
use crate::values::Money;
use jiff::{Span, ToSpan, civil::Date};

/// Seat prices of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Price of a loan officer seat per month.
    pub officer_month: Money,
    /// Price of a loan officer seat per year.
    pub officer_year: Money,
    /// Price of a support seat per month.
    pub support_month: Money,
    /// Price of a support seat per year.
    pub support_year: Money,
}

/// Price of a period for this number of seats.
#[must_use]
pub fn price(prices: &Prices, period: Period, seats: Seats) -> Money {
    let (officer, support) = match period {
        Period::MONTH => (prices.officer_month, prices.support_month),
        Period::YEAR => (prices.officer_year, prices.support_year),
    };
    let times = |price: Money, seats: u32| price.cents().saturating_mul(i64::from(seats));
    Money::from_cents(times(officer, seats.officers).saturating_add(times(support, seats.support)))
}

/// The current paid period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Month or year.
    pub period: Period,
    /// Price paid for it.
    pub amount: Money,
    /// First day.
    pub starts_on: Date,
    /// Last day.
    pub ends_on: Date,
}

/// A requested plan change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Month or year.
    pub period: Period,
    /// Price of a whole period.
    pub amount: Money,
}

/// Cost of a change: the amount due now and the next payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Prorated price of the new plan.
    pub subtotal: Money,
    /// Credit for days that are already paid.
    pub credit: Money,
    /// Amount due now.
    pub due_now: Money,
    /// First day covered by the payment.
    pub starts_on: Date,
    /// Last day covered by the payment.
    pub ends_on: Date,
    /// Date of the next payment.
    pub next_on: Date,
    /// Amount of the next payment.
    pub next_amount: Money,
}

/// Calculates the cost of a change made on a day.
///
/// During a trial nothing is due before it ends. If the period length stays the same, the rest of the current period is
/// charged at the new price, minus a credit for the rest at the old price. A different length starts a new period
/// today, minus the same credit. Proration counts days, including today, and rounds half a cent up.
#[must_use]
pub fn quote(change: Change, trial_ends_on: Option<Date>, running: Option<Running>, today: Date) -> Quote {
    if let Some(last) = trial_ends_on.filter(|last| *last >= today) {
        let next_on = days_after(last, 1);
        return Quote {
            subtotal: Money::ZERO,
            credit: Money::ZERO,
            due_now: Money::ZERO,
            starts_on: today,
            ends_on: last,
            next_on,
            next_amount: change.amount,
        };
    }
    let running = running.filter(|running| running.ends_on >= today);
    let share = |amount: Money, running: &Running| {
        share(amount, days_between(today, running.ends_on) + 1, days_between(running.starts_on, running.ends_on) + 1)
    };
    let credit = running.as_ref().map_or(Money::ZERO, |running| share(running.amount, running));
    let (subtotal, starts_on, ends_on) = match &running {
        Some(running) if running.period == change.period => (share(change.amount, running), today, running.ends_on),
        _ => (change.amount, today, days_after(next_start(today, change.period, today), -1)),
    };
    Quote {
        subtotal,
        credit,
        due_now: Money::from_cents((subtotal.cents() - credit.cents()).max(0)),
        starts_on,
        ends_on,
        next_on: days_after(ends_on, 1),
        next_amount: change.amount,
    }
}

/// Prorates an amount to `days` of `all_days`.
fn share(amount: Money, days: i32, all_days: i32) -> Money {
    let (cents, days, all) = (i128::from(amount.cents()), i128::from(days), i128::from(all_days.max(1)));
    let rounded = (2 * cents * days + all) / (2 * all);
    Money::from_cents(i64::try_from(rounded).unwrap_or(i64::MAX))
}

/// The first period start after `day`, for a subscription that started on `anchor`. One that started on the 31st renews
/// on the last day of a shorter month, and on the 31st again in longer ones.
#[must_use]
pub fn next_start(anchor: Date, period: Period, day: Date) -> Date {
    let nth = |n: i32| -> Date {
        let span: Span = match period {
            Period::MONTH => n.months(),
            Period::YEAR => n.years(),
        };
        anchor.saturating_add(span)
    };
    let months =
        (i32::from(day.year()) - i32::from(anchor.year())) * 12 + i32::from(day.month()) - i32::from(anchor.month());
    let passed = match period {
        Period::MONTH => months,
        Period::YEAR => months / 12,
    };
    // The period that starts in the month of `day` can start before or after it.
    (passed.max(0)..=passed.max(0) + 1).map(nth).find(|start| *start > day).unwrap_or_else(|| nth(passed.max(0) + 2))
}

/// The anchor date from which periods are counted, for a period that starts on `starts_on`. The old anchor is kept if
/// one of its periods starts on that day.
#[must_use]
pub fn anchor_of(anchor: Option<Date>, period: Period, starts_on: Date) -> Date {
    anchor.filter(|anchor| next_start(*anchor, period, days_after(starts_on, -1)) == starts_on).unwrap_or(starts_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn dollars(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn standard() -> Prices {
        Prices {
            officer_month: dollars("69"),
            officer_year: dollars("690"),
            support_month: dollars("29"),
            support_year: dollars("290"),
        }
    }

    fn running(amount: &str, starts_on: Date, ends_on: Date) -> Running {
        Running { period: Period::MONTH, amount: dollars(amount), starts_on, ends_on }
    }

    #[test]
    fn seats_are_paid_by_kind_and_period() {
        let seats = Seats { officers: 7, support: 12 };
        assert_eq!(price(&standard(), Period::MONTH, seats), dollars("831"));
        assert_eq!(price(&standard(), Period::YEAR, seats), dollars("8310"));
        assert_eq!(price(&standard(), Period::MONTH, Seats::default()), Money::ZERO);
    }

    #[test]
    fn a_change_within_a_month_is_prorated_at_the_new_price_minus_the_old() {
        let present = running("98.00", date(2026, 11, 1), date(2026, 11, 30));
        let change = Change { period: Period::MONTH, amount: dollars("148.00") };
        // Ten of thirty days are left, including the 21st.
        let quote = quote(change, None, Some(present), date(2026, 11, 21));
        assert_eq!(quote.subtotal, dollars("49.33"));
        assert_eq!(quote.credit, dollars("32.67"));
        assert_eq!(quote.due_now, dollars("16.66"));
        assert_eq!((quote.starts_on, quote.ends_on), (date(2026, 11, 21), date(2026, 11, 30)));
        assert_eq!((quote.next_on, quote.next_amount), (date(2026, 12, 1), dollars("148")));
    }

    #[test]
    fn a_change_on_the_first_day_costs_the_whole_period_and_on_the_last_one_day() {
        let present = running("69", date(2026, 12, 1), date(2026, 12, 31));
        let change = Change { period: Period::MONTH, amount: dollars("99") };
        assert_eq!(quote(change, None, Some(present), date(2026, 12, 1)).due_now, dollars("30"));
        let last = quote(change, None, Some(present), date(2026, 12, 31));
        assert_eq!((last.subtotal, last.credit, last.due_now), (dollars("3.19"), dollars("2.23"), dollars("0.96")));
    }

    #[test]
    fn from_a_month_to_a_year_a_year_begins_today() {
        let present = running("98.00", date(2026, 11, 1), date(2026, 11, 30));
        let change = Change { period: Period::YEAR, amount: dollars("980") };
        let quote = quote(change, None, Some(present), date(2026, 11, 21));
        assert_eq!(
            (quote.subtotal, quote.credit, quote.due_now),
            (dollars("980"), dollars("32.67"), dollars("947.33"))
        );
        assert_eq!((quote.starts_on, quote.ends_on), (date(2026, 11, 21), date(2027, 11, 20)));
        assert_eq!(quote.next_on, date(2027, 11, 21));
    }

    #[test]
    fn nothing_is_due_before_the_trial_ends() {
        let change = Change { period: Period::MONTH, amount: dollars("99") };
        let within = quote(change, Some(date(2026, 11, 25)), None, date(2026, 11, 21));
        assert_eq!((within.due_now, within.next_on), (Money::ZERO, date(2026, 11, 26)));
        let over = quote(change, Some(date(2026, 11, 20)), None, date(2026, 11, 21));
        assert_eq!((over.due_now, over.ends_on), (dollars("99"), date(2026, 12, 20)));
    }

    #[test]
    fn an_expired_period_gives_no_credit() {
        let present = running("98", date(2026, 10, 1), date(2026, 10, 31));
        let change = Change { period: Period::MONTH, amount: dollars("98") };
        let quote = quote(change, None, Some(present), date(2026, 11, 21));
        assert_eq!((quote.credit, quote.due_now), (Money::ZERO, dollars("98")));
    }

    #[test]
    fn a_subscription_from_the_31st_renews_on_the_31st_again() {
        let anchor = date(2027, 1, 31);
        let mut day = anchor;
        let starts: Vec<Date> = (0..4)
            .map(|_| {
                day = next_start(anchor, Period::MONTH, day);
                day
            })
            .collect();
        assert_eq!(starts, [date(2027, 2, 28), date(2027, 3, 31), date(2027, 4, 30), date(2027, 5, 31)]);
        assert_eq!(next_start(date(2024, 2, 29), Period::YEAR, date(2024, 2, 29)), date(2025, 2, 28));
        assert_eq!(next_start(date(2024, 2, 29), Period::YEAR, date(2027, 2, 28)), date(2028, 2, 29));
        assert_eq!(next_start(date(2026, 11, 21), Period::YEAR, date(2027, 11, 20)), date(2027, 11, 21));
        assert_eq!(next_start(date(2026, 11, 21), Period::MONTH, date(2026, 12, 20)), date(2026, 12, 21));
    }

    #[test]
    fn the_anchor_changes_only_when_a_period_starts_on_another_day() {
        let anchor = Some(date(2027, 1, 31));
        assert_eq!(anchor_of(anchor, Period::MONTH, date(2027, 2, 28)), date(2027, 1, 31));
        assert_eq!(anchor_of(anchor, Period::MONTH, date(2027, 2, 27)), date(2027, 2, 27));
        assert_eq!(anchor_of(anchor, Period::YEAR, date(2028, 1, 31)), date(2027, 1, 31));
        assert_eq!(anchor_of(None, Period::MONTH, date(2027, 2, 27)), date(2027, 2, 27));
    }

    #[test]
    fn a_prorated_share_never_exceeds_the_price_and_all_days_cost_the_full_price() {
        for cents in [0, 1, 99, 6_900, 83_100, i64::MAX / 4] {
            let amount = Money::from_cents(cents);
            for all in [1, 28, 31, 365, 366] {
                assert_eq!(share(amount, all, all), amount);
                assert!((0..=all).map(|days| share(amount, days, all)).is_sorted(), "{cents} over {all}");
            }
        }
    }
}
