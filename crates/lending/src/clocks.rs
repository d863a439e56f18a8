//! The clocks that the law sets on a loan: when each began, which days it counts, when it ends, and what ended it.
//!
//! Regulation Z (12 CFR 1026), Regulation B (12 CFR 1002) and Regulation X (12 CFR 1024). What happened is told by [`Act`]s and a
//! loan's own days; [`clocks`] makes all clocks of them, and [`refusal`] says why an act can't have happened so.

mod acts;
mod days;
mod rules;

pub use acts::{Act, ActKind, Circumstance, DisclosureChange, Manner, earliest_closing, received_on, refusal};
pub use days::{Count, CountedDay, DayCount};
pub use rules::ClockRule;

use crate::{
    application::{LoanPurpose, PropertyUsage},
    calendar::BusinessCalendar,
    stages::StageKind,
};
use jiff::civil::Date;

/// What the clocks of a loan follow from.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// On which days the loan's branch is open.
    pub calendar: &'a BusinessCalendar,
    /// The day on which the last of the six items arrived (12 CFR 1026.2(a)(3)(ii)).
    pub received_on: Option<Date>,
    /// The day from which the application was complete by the company's own rule (12 CFR 1002.2(f)).
    pub completed_on: Option<Date>,
    /// The day on which it was approved.
    pub approved_on: Option<Date>,
    /// The day for which the closing is planned.
    pub closing_on: Option<Date>,
    /// How the loan ended without being made, and when.
    pub ended: Option<(StageKind, Date)>,
    /// Purchase, refinance or other.
    pub purpose: Option<LoanPurpose>,
    /// How the property will be used.
    pub usage: Option<PropertyUsage>,
    /// What was done, in the order of its days.
    pub acts: &'a [Act],
}

/// A clock of a loan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// By which rule.
    pub rule: ClockRule,
    /// The act that started it, where a loan may have several by the rule.
    pub subject: Option<i64>,
    /// The days; none where the rule does not apply.
    pub count: Option<Count>,
    /// Where it stands.
    pub state: ClockState,
}

/// Where a clock stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockState {
    /// Nothing has ended it.
    Running,
    /// What it asks for was done.
    Met {
        /// On which day.
        on: Date,
        /// By which act.
        act: i64,
    },
    /// The loan ended after the day had passed in vain.
    Missed,
    /// Nothing is due any more, or ever was; why, in words.
    NotDue(String),
}

impl Clock {
    /// The day it ends.
    #[must_use]
    pub fn due_on(&self) -> Option<Date> {
        self.count.as_ref().map(|count| count.on)
    }

    /// Whether what it asks for was done after its day.
    #[must_use]
    pub fn is_late(&self) -> bool {
        matches!((&self.state, self.due_on()), (ClockState::Met { on, .. }, Some(due)) if *on > due)
    }
}

/// Every clock of a loan, in the order of [`ClockRule::ALL`].
#[must_use]
pub fn clocks(facts: &Facts<'_>) -> Vec<Clock> {
    ClockRule::ALL.iter().flat_map(|rule| rules::clocks_of(*rule, facts)).collect()
}

/// The clocks of a loan, those that were met before left as they were (CLOCK-26): a clock that was met is not computed again as long
/// as the act stands that met it.
#[must_use]
pub fn follow(before: Vec<Clock>, facts: &Facts<'_>) -> Vec<Clock> {
    let stands = |clock: &Clock| match clock.state {
        ClockState::Met { act, .. } => facts.acts.iter().any(|known| known.id == act),
        _ => false,
    };
    let met: Vec<Clock> = before.into_iter().filter(stands).collect();
    let is_met = |clock: &Clock| met.iter().any(|met| (met.rule, met.subject) == (clock.rule, clock.subject));
    let mut all: Vec<Clock> = clocks(facts).into_iter().filter(|clock| !is_met(clock)).chain(met.clone()).collect();
    all.sort_by_key(|clock| (clock.rule, clock.subject));
    all
}

/// The day on which somebody has to act next.
#[must_use]
pub fn next_deadline(clocks: &[Clock]) -> Option<Date> {
    clocks
        .iter()
        .filter(|clock| clock.rule.is_deadline() && clock.state == ClockState::Running)
        .filter_map(Clock::due_on)
        .min()
}

/// Why a loan can't be funded on a day: the borrower may rescind until the midnight that ends the last day for it
/// (12 CFR 1026.23(c), CLOCK-17). Nothing where it can.
#[must_use]
pub fn funding_refusal(clocks: &[Clock], on: Date) -> Option<String> {
    let last = clocks.iter().find(|clock| clock.rule == ClockRule::Rescission)?.due_on()?;
    (on <= last).then(|| {
        let last = last.strftime("%a %m/%d/%Y");
        format!("The borrower may rescind until midnight of {last}: the loan can be funded from the next day on (12 CFR 1026.23(c)).")
    })
}

#[cfg(test)]
mod tests;
