//! Legal deadlines of a loan: when each started, which days it counts, when it is due, and what met it.
//!
//! Regulation Z (12 CFR 1026), Regulation B (12 CFR 1002) and Regulation X (12 CFR 1024). The compliance events
//! ([`Act`]) and the loan's own dates determine the deadlines: [`clocks`] computes all of them, and [`refusal`]
//! validates a new event.

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

/// The facts about a loan from which its deadlines are computed.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// Business days of the loan's branch.
    pub calendar: &'a BusinessCalendar,
    /// The day on which the last of the six TRID items arrived (12 CFR 1026.2(a)(3)(ii)).
    pub received_on: Option<Date>,
    /// The day on which the application was complete according to the company's own rule (12 CFR 1002.2(f)).
    pub completed_on: Option<Date>,
    /// Approval date.
    pub approved_on: Option<Date>,
    /// Planned closing date.
    pub closing_on: Option<Date>,
    /// The ending without a loan and its date, if the application ended that way.
    pub ended: Option<(StageKind, Date)>,
    /// Purchase, refinance or other.
    pub purpose: Option<LoanPurpose>,
    /// How the property will be used.
    pub usage: Option<PropertyUsage>,
    /// Compliance events, sorted by date.
    pub acts: &'a [Act],
}

/// A deadline of a loan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The rule that defines it.
    pub rule: ClockRule,
    /// Id of the event that started it, for rules with several deadlines per loan.
    pub subject: Option<i64>,
    /// The counted days. `None` if the rule doesn't apply.
    pub count: Option<Count>,
    /// Current state.
    pub state: ClockState,
}

/// State of a deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockState {
    /// Not met yet.
    Running,
    /// Met.
    Met {
        /// Date of the event that met it.
        on: Date,
        /// Id of the event that met it.
        act: i64,
    },
    /// The loan ended after the deadline had passed without being met.
    Missed,
    /// No longer due, or never was. Contains the reason as text.
    NotDue(String),
}

impl Clock {
    /// The due date.
    #[must_use]
    pub fn due_on(&self) -> Option<Date> {
        self.count.as_ref().map(|count| count.on)
    }

    /// Whether the deadline was met after its due date.
    #[must_use]
    pub fn is_late(&self) -> bool {
        matches!((&self.state, self.due_on()), (ClockState::Met { on, .. }, Some(due)) if *on > due)
    }
}

/// Every deadline of a loan, in the order of [`ClockRule::ALL`].
#[must_use]
pub fn clocks(facts: &Facts<'_>) -> Vec<Clock> {
    ClockRule::ALL.iter().flat_map(|rule| rules::clocks_of(*rule, facts)).collect()
}

/// Recomputes the deadlines of a loan (CLOCK-26). A deadline that was already met stays unchanged as long as the event
/// that met it exists.
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

/// The earliest due date of the deadlines that still require action.
#[must_use]
pub fn next_deadline(clocks: &[Clock]) -> Option<Date> {
    clocks
        .iter()
        .filter(|clock| clock.rule.is_deadline() && clock.state == ClockState::Running)
        .filter_map(Clock::due_on)
        .min()
}

/// Why a loan can't be funded on a day, or `None` if it can. The borrower can rescind until midnight at the end of the
/// last day of the rescission period (12 CFR 1026.23(c), CLOCK-17).
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
