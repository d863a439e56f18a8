//! Deadline rules: what starts each deadline, which days it counts, and what meets it.

use super::{Act, ActKind, Clock, ClockState, Count, DayCount, Facts, acts::received_on};
use crate::{
    application::{LoanPurpose, PropertyUsage},
    stages::StageKind,
    words,
};
use jiff::civil::Date;

words! {
    /// A rule that defines a deadline.
    pub enum ClockRule {
        LoanEstimate, CounselingList, LoanEstimateReceipt, LoanEstimateTerms, RevisedLoanEstimate, EarliestClosing,
        LastRevisedLoanEstimate, ClosingDisclosureMailing, ClosingDisclosure, Rescission, ActionNotice, CounterofferNotice,
    }
}

impl ClockRule {
    /// Display name of the required action.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            ClockRule::LoanEstimate => "Issue Loan Estimate",
            ClockRule::CounselingList => "Provide homeownership counseling list",
            ClockRule::LoanEstimateReceipt => "LE deemed received",
            ClockRule::LoanEstimateTerms => "LE expires without intent to proceed",
            ClockRule::RevisedLoanEstimate => "Give the revised Loan Estimate",
            ClockRule::EarliestClosing => "Earliest closing after the Loan Estimate",
            ClockRule::LastRevisedLoanEstimate => "Last day to receive revised LE",
            ClockRule::ClosingDisclosureMailing => "Mail CD by",
            ClockRule::ClosingDisclosure => "Closing Disclosure received",
            ClockRule::Rescission => "Right of rescission ends",
            ClockRule::ActionNotice => "Notice of action taken",
            ClockRule::CounterofferNotice => "Give notice of adverse action after the counteroffer",
        }
    }

    /// Citation of the Code of Federal Regulations.
    #[must_use]
    pub const fn citation(self) -> &'static str {
        match self {
            ClockRule::LoanEstimate => "12 CFR 1026.19(e)(1)(iii)(A)",
            ClockRule::CounselingList => "12 CFR 1024.20(a)(1)",
            ClockRule::LoanEstimateReceipt => "12 CFR 1026.19(e)(1)(iv)",
            ClockRule::LoanEstimateTerms => "12 CFR 1026.19(e)(3)(iv)(E)",
            ClockRule::RevisedLoanEstimate => "12 CFR 1026.19(e)(4)(i)",
            ClockRule::EarliestClosing => "12 CFR 1026.19(e)(1)(iii)(B)",
            ClockRule::LastRevisedLoanEstimate => "12 CFR 1026.19(e)(4)(ii)",
            ClockRule::ClosingDisclosureMailing => "12 CFR 1026.19(f)(1)(iii)",
            ClockRule::ClosingDisclosure => "12 CFR 1026.19(f)(1)(ii)(A)",
            ClockRule::Rescission => "12 CFR 1026.23(a)(3)(i)",
            ClockRule::ActionNotice => "12 CFR 1002.9(a)(1)(i)",
            ClockRule::CounterofferNotice => "12 CFR 1002.9(a)(1)(iv)",
        }
    }

    /// URL of the section in the Electronic Code of Federal Regulations.
    #[must_use]
    pub const fn address(self) -> &'static str {
        match self {
            ClockRule::CounselingList => "https://www.ecfr.gov/current/title-12/section-1024.20",
            ClockRule::Rescission => "https://www.ecfr.gov/current/title-12/section-1026.23",
            ClockRule::ActionNotice | ClockRule::CounterofferNotice => {
                "https://www.ecfr.gov/current/title-12/section-1002.9"
            }
            _ => "https://www.ecfr.gov/current/title-12/section-1026.19",
        }
    }

    /// The days it counts.
    #[must_use]
    pub const fn day_count(self) -> DayCount {
        match self {
            ClockRule::LoanEstimate
            | ClockRule::CounselingList
            | ClockRule::LoanEstimateTerms
            | ClockRule::RevisedLoanEstimate => DayCount::General,
            ClockRule::LoanEstimateReceipt
            | ClockRule::EarliestClosing
            | ClockRule::LastRevisedLoanEstimate
            | ClockRule::ClosingDisclosureMailing
            | ClockRule::ClosingDisclosure
            | ClockRule::Rescission => DayCount::Specific,
            ClockRule::ActionNotice | ClockRule::CounterofferNotice => DayCount::Consecutive,
        }
    }

    /// Whether someone has to act by the due date. Otherwise the rule defines a waiting period.
    #[must_use]
    pub const fn is_deadline(self) -> bool {
        !matches!(
            self,
            ClockRule::LoanEstimateReceipt
                | ClockRule::EarliestClosing
                | ClockRule::LastRevisedLoanEstimate
                | ClockRule::Rescission
        )
    }
}

/// The deadlines that a rule defines for a loan.
pub(super) fn clocks_of(rule: ClockRule, facts: &Facts<'_>) -> Vec<Clock> {
    let days = rule.day_count();
    let after = |from, number| days.after(facts.calendar, from, number);
    let before = |from, number| days.before(facts.calendar, from, number);
    let one = |count, met: Option<(Date, i64)>| vec![clock(rule, None, count, met, facts)];
    let act = |kind| facts.first(kind).map(|act| (act.on, act.id));
    let closing = facts.first(ActKind::Closing);
    let closing_on = closing.map(|act| act.on).or(facts.closing_on);
    match rule {
        ClockRule::LoanEstimate => {
            facts.received_on.map(|on| one(after(on, 3), act(ActKind::LoanEstimate))).unwrap_or_default()
        }
        ClockRule::CounselingList => {
            facts.received_on.map(|on| one(after(on, 3), act(ActKind::CounselingList))).unwrap_or_default()
        }
        ClockRule::LoanEstimateReceipt => facts
            .acts
            .iter()
            .filter(|given| given.kind.is_disclosure() && given.manner != Some(super::Manner::InPerson))
            .map(|given| {
                let receipt = facts.acts.iter().find(|act| act.kind == ActKind::Receipt && act.of == Some(given.id));
                clock(rule, Some(given.id), after(given.on, 3), receipt.map(|act| (act.on, act.id)), facts)
            })
            .collect(),
        ClockRule::LoanEstimateTerms => {
            let Some(estimate) = facts.first(ActKind::LoanEstimate) else { return Vec::new() };
            let intent = facts.first(ActKind::IntentToProceed);
            let count = after(estimate.on, 10);
            let is_answered = closing.is_some() || intent.is_some_and(|intent| intent.on <= count.on);
            if is_answered { Vec::new() } else { one(count, intent.map(met_by)) }
        }
        ClockRule::RevisedLoanEstimate => revised_estimates(facts, &after),
        ClockRule::EarliestClosing => facts
            .first(ActKind::LoanEstimate)
            .map(|estimate| one(after(estimate.on, 7), closing.map(met_by)))
            .unwrap_or_default(),
        ClockRule::LastRevisedLoanEstimate => match closing_on {
            Some(on) if facts.first(ActKind::LoanEstimate).is_some() => one(before(on, 4), closing.map(met_by)),
            _ => Vec::new(),
        },
        ClockRule::ClosingDisclosureMailing | ClockRule::ClosingDisclosure => {
            let Some(on) = closing_on.filter(|_| facts.received_on.is_some()) else { return Vec::new() };
            let received_by = before(on, 3);
            let disclosure = facts.waited_for();
            if rule == ClockRule::ClosingDisclosure {
                one(received_by, disclosure.map(|given| (received_on(facts, given), given.id)))
            } else {
                one(before(received_by.on, 3), disclosure.map(met_by))
            }
        }
        ClockRule::Rescission => rescission(facts, &after).into_iter().collect(),
        ClockRule::ActionNotice => {
            let Some(on) = facts.completed_on else { return Vec::new() };
            let count = after(on, 30);
            match facts.approved_on {
                Some(approved) if approved <= count.on && facts.first(ActKind::ActionNotice).is_none() => {
                    let why = format!("Not due: approved {}", short(approved));
                    vec![Clock { rule, subject: None, count: Some(count), state: ClockState::NotDue(why) }]
                }
                _ => one(count, act(ActKind::ActionNotice)),
            }
        }
        ClockRule::CounterofferNotice => facts
            .acts
            .iter()
            .filter(|offer| offer.kind == ActKind::Counteroffer)
            .map(|offer| {
                let ends = |act: &&Act| {
                    matches!(act.kind, ActKind::CounterofferAcceptance | ActKind::ActionNotice) && act.on >= offer.on
                };
                clock(rule, Some(offer.id), after(offer.on, 90), facts.acts.iter().find(ends).map(met_by), facts)
            })
            .collect(),
    }
}

fn met_by(act: &Act) -> (Date, i64) {
    (act.on, act.id)
}

/// A deadline for each changed circumstance, and for a rate lock after the Loan Estimate (12 CFR 1026.19(e)(3)(iv)(D)).
/// A later Closing Disclosure also meets it, because it contains the changed terms.
fn revised_estimates(facts: &Facts<'_>, after: &impl Fn(Date, u16) -> Count) -> Vec<Clock> {
    let Some(estimate) = facts.first(ActKind::LoanEstimate) else { return Vec::new() };
    let starts = |act: &&Act| match act.kind {
        ActKind::ChangedCircumstance => true,
        ActKind::RateLock => act.on >= estimate.on,
        _ => false,
    };
    let answered_by = |start: &Act| {
        facts.acts.iter().find(|act| match act.kind {
            ActKind::RevisedLoanEstimate => act.on >= start.on && act.of.is_none_or(|of| of == start.id),
            ActKind::ClosingDisclosure | ActKind::CorrectedClosingDisclosure => act.on >= start.on,
            _ => false,
        })
    };
    facts
        .acts
        .iter()
        .filter(starts)
        .map(|start| {
            let met = answered_by(start).map(met_by);
            clock(ClockRule::RevisedLoanEstimate, Some(start.id), after(start.on, 3), met, facts)
        })
        .collect()
}

/// The right of rescission, until midnight of the third specific business day after the last of closing, notice and
/// material disclosures. If the right doesn't apply, contains the reason (12 CFR 1026.23(a)(3)(i) and (f), CLOCK-15,
/// CLOCK-16).
fn rescission(facts: &Facts<'_>, after: &impl Fn(Date, u16) -> Count) -> Option<Clock> {
    let closing = facts.first(ActKind::Closing);
    let planned = closing.map(|act| act.on).or(facts.closing_on)?;
    let not_applicable = |why: &str| {
        Some(Clock {
            rule: ClockRule::Rescission,
            subject: None,
            count: None,
            state: ClockState::NotDue(format!("Not applicable: {why}")),
        })
    };
    if facts.purpose == Some(LoanPurpose::Purchase) {
        return not_applicable("purchase");
    }
    if facts.usage.is_some_and(|usage| usage != PropertyUsage::PrimaryResidence) {
        return not_applicable("not a principal dwelling");
    }
    let notice = facts.first(ActKind::RescissionNotice).map(|act| act.on);
    let disclosures = facts.waited_for().map(|act| received_on(facts, act));
    let from = [notice, disclosures].into_iter().flatten().fold(planned, Date::max);
    Some(clock(ClockRule::Rescission, None, after(from, 3), None, facts))
}

/// Creates a deadline whose state follows from the event that met it and from the loan's ending.
fn clock(rule: ClockRule, subject: Option<i64>, count: Count, met: Option<(Date, i64)>, facts: &Facts<'_>) -> Clock {
    let state = match (met, facts.ended) {
        (Some((on, act)), _) => ClockState::Met { on, act },
        (None, Some((kind, on))) if on > count.on && rule.is_deadline() && kind != StageKind::Archived => {
            ClockState::Missed
        }
        (None, Some((kind, on))) if ends(rule, kind) => {
            ClockState::NotDue(format!("Not due: {} {}", kind.default_name().to_lowercase(), short(on)))
        }
        _ => ClockState::Running,
    };
    Clock { rule, subject, count: Some(count), state }
}

/// Whether this ending makes a rule's deadline obsolete. A withdrawn or denied application needs no Loan Estimate
/// (comment 19(e)(1)(iii)-3). A borrower who was denied or didn't respond must still be notified.
const fn ends(rule: ClockRule, kind: StageKind) -> bool {
    match rule {
        ClockRule::LoanEstimate | ClockRule::CounselingList => matches!(kind, StageKind::Withdrawn | StageKind::Denied),
        ClockRule::ActionNotice | ClockRule::CounterofferNotice => {
            !matches!(kind, StageKind::Denied | StageKind::Incomplete)
        }
        _ => true,
    }
}

fn short(on: Date) -> String {
    on.strftime("%m/%d/%Y").to_string()
}
