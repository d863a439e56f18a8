//! Compliance events of a loan, which start or meet deadlines.

use super::{DayCount, Facts};
use crate::{values::Rate, words};
use jiff::civil::Date;

words! {
    /// Type of a compliance event.
    pub enum ActKind {
        /// The Loan Estimate was given.
        LoanEstimate,
        /// The list of homeownership counseling organizations was given.
        CounselingList,
        /// The borrower declared their intent to proceed.
        IntentToProceed,
        /// Information became known that changes the disclosed terms.
        ChangedCircumstance,
        /// The rate was locked.
        RateLock,
        /// A revised Loan Estimate was given.
        RevisedLoanEstimate,
        /// The Closing Disclosure was given.
        ClosingDisclosure,
        /// A corrected Closing Disclosure was given.
        CorrectedClosingDisclosure,
        /// A disclosure was received. The event refers to it.
        Receipt,
        /// The borrower became obligated: the loan closed.
        Closing,
        /// The notice of the right to rescind was given.
        RescissionNotice,
        /// The lender offered a loan with other terms than requested.
        Counteroffer,
        /// The borrower accepted the counteroffer.
        CounterofferAcceptance,
        /// The notice of action taken was given.
        ActionNotice,
    }
}

impl ActKind {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            ActKind::LoanEstimate => "Loan Estimate given",
            ActKind::CounselingList => "Counseling list given",
            ActKind::IntentToProceed => "Intent to proceed",
            ActKind::ChangedCircumstance => "Changed circumstance",
            ActKind::RateLock => "Rate locked",
            ActKind::RevisedLoanEstimate => "Revised Loan Estimate given",
            ActKind::ClosingDisclosure => "Closing Disclosure given",
            ActKind::CorrectedClosingDisclosure => "Corrected Closing Disclosure given",
            ActKind::Receipt => "Disclosure received",
            ActKind::Closing => "Closing",
            ActKind::RescissionNotice => "Notice of the right to rescind given",
            ActKind::Counteroffer => "Counteroffer made",
            ActKind::CounterofferAcceptance => "Counteroffer accepted",
            ActKind::ActionNotice => "Notice of action taken given",
        }
    }

    /// Whether it is a disclosure, which has a delivery method and a receipt date.
    #[must_use]
    pub const fn is_disclosure(self) -> bool {
        matches!(
            self,
            ActKind::LoanEstimate
                | ActKind::RevisedLoanEstimate
                | ActKind::ClosingDisclosure
                | ActKind::CorrectedClosingDisclosure
        )
    }

    /// Whether it has a delivery method.
    #[must_use]
    pub const fn has_manner(self) -> bool {
        self.is_disclosure()
            || matches!(self, ActKind::IntentToProceed | ActKind::CounselingList | ActKind::ActionNotice)
    }
}

words! {
    /// How something was delivered or communicated.
    pub enum Manner { InPerson, Mail, Email, Portal, Phone }
}

words! {
    /// Why a Loan Estimate may be revised (12 CFR 1026.19(e)(3)(iv)(A) to (F)).
    pub enum Circumstance { SettlementCharges, Eligibility, ConsumerRequest, RateLock, Expiration, DelayedConstruction }
}

/// A compliance event, dated in the branch's time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Id of its database row.
    pub id: i64,
    /// Type of the event.
    pub kind: ActKind,
    /// Date of the event.
    pub on: Date,
    /// Delivery method, if it has one.
    pub manner: Option<Manner>,
    /// Id of the disclosure that was received, or of the changed circumstance behind a revised Loan Estimate.
    pub of: Option<i64>,
    /// For a corrected Closing Disclosure: whether the three-day waiting period restarts
    /// ([`DisclosureChange::restarts`]).
    pub restarts: bool,
}

/// The changes in a corrected Closing Disclosure.
#[derive(Clone, Copy, Debug, Default)]
pub struct DisclosureChange {
    /// The disclosed and the corrected annual percentage rate.
    pub apr: Option<(Rate, Rate)>,
    /// Whether the transaction is irregular: several advances, irregular periods or amounts (12 CFR 1026.22(a)(3)).
    pub is_irregular: bool,
    /// The loan product changed.
    pub product: bool,
    /// A prepayment penalty was added.
    pub prepayment_penalty: bool,
}

impl DisclosureChange {
    /// Whether the three-business-day waiting period restarts (12 CFR 1026.19(f)(2)(ii)). It does if the annual
    /// percentage rate became inaccurate, the product changed, or a prepayment penalty was added. A rate is inaccurate
    /// if it changes by more than 1/8 of a percentage point, or 1/4 in an irregular transaction (12 CFR 1026.22(a)(2)
    /// and (3)).
    #[must_use]
    pub fn restarts(&self) -> bool {
        let tolerance = if self.is_irregular { 250_000 } else { 125_000 };
        let is_inaccurate =
            self.apr.is_some_and(|(before, after)| before.millionths().abs_diff(after.millionths()) > tolerance);
        is_inaccurate || self.product || self.prepayment_penalty
    }
}

/// The day on which a disclosure counts as received. If given in person, that is the same day. Otherwise it is the
/// third specific business day after, unless an earlier receipt is recorded (12 CFR 1026.19(e)(1)(iv) and (f)(1)(iii),
/// CLOCK-05).
#[must_use]
pub fn received_on(facts: &Facts<'_>, disclosure: &Act) -> Date {
    if disclosure.manner == Some(Manner::InPerson) {
        return disclosure.on;
    }
    let presumed = DayCount::Specific.after(facts.calendar, disclosure.on, 3).on;
    let on_record = facts.acts.iter().filter(|act| act.kind == ActKind::Receipt && act.of == Some(disclosure.id));
    on_record.map(|act| act.on).fold(presumed, Date::min)
}

/// The first day on which the loan can close, given the disclosures so far, and the reason. `None` without a Loan
/// Estimate.
///
/// The latest of these days counts: the seventh specific business day after the Loan Estimate, the fourth after receipt
/// of a revised one, and the third after receipt of the Closing Disclosure (12 CFR 1026.19(e)(1)(iii)(B), (e)(4)(ii),
/// (f)(1)(ii)(A)).
#[must_use]
pub fn earliest_closing(facts: &Facts<'_>) -> Option<(Date, &'static str)> {
    let after = |from, days| DayCount::Specific.after(facts.calendar, from, days).on;
    let first = facts.first(ActKind::LoanEstimate)?;
    let estimate = (after(first.on, 7), "seven business days after the Loan Estimate was given");
    let revised = facts.acts.iter().filter(|act| act.kind == ActKind::RevisedLoanEstimate);
    let revised = revised.map(|act| {
        (after(received_on(facts, act), 4), "four business days after a revised Loan Estimate was received")
    });
    let closing = facts.waited_for().map(|act| {
        (after(received_on(facts, act), 3), "three business days after the Closing Disclosure was received")
    });
    std::iter::once(estimate).chain(revised).chain(closing).max_by_key(|(on, _)| *on)
}

impl Facts<'_> {
    /// The first event of a type.
    pub(super) fn first(&self, kind: ActKind) -> Option<&Act> {
        self.acts.iter().find(|act| act.kind == kind)
    }

    /// The Closing Disclosure that last started the borrower's three-day waiting period.
    pub(super) fn waited_for(&self) -> Option<&Act> {
        self.acts.iter().rfind(|act| {
            act.kind == ActKind::ClosingDisclosure || (act.kind == ActKind::CorrectedClosingDisclosure && act.restarts)
        })
    }
}

/// Why an event is invalid, or `None` if it is valid. `facts` must not include the event yet.
#[must_use]
pub fn refusal(facts: &Facts<'_>, act: &Act) -> Option<String> {
    let Act { kind, on, of, .. } = act;
    let (estimate, disclosure) = (facts.first(ActKind::LoanEstimate), facts.first(ActKind::ClosingDisclosure));
    let day = |on: Date| on.strftime("%a %m/%d/%Y").to_string();
    match kind {
        ActKind::LoanEstimate => {
            estimate.map(|first| format!("The Loan Estimate was given on {}. Record a revised one.", day(first.on)))
        }
        ActKind::RevisedLoanEstimate => match (estimate, disclosure) {
            (None, _) => Some("Record a Loan Estimate before you revise it.".to_owned()),
            (_, Some(given)) if given.on <= *on => Some(format!(
                "The Closing Disclosure was given on {}: no revised Loan Estimate may be given on that day or after it (12 CFR 1026.19(e)(4)(ii)).",
                day(given.on)
            )),
            _ => None,
        },
        ActKind::IntentToProceed => match estimate.map(|estimate| received_on(facts, estimate)) {
            None => Some("The borrower has no Loan Estimate to proceed on yet.".to_owned()),
            Some(received) if received > *on => Some(format!(
                "The Loan Estimate is deemed received on {}. If the borrower already has it, record its receipt first (12 CFR 1026.19(e)(2)(i)(A)).",
                day(received)
            )),
            Some(_) => None,
        },
        ActKind::Receipt => match facts.acts.iter().find(|given| Some(given.id) == *of && given.kind.is_disclosure()) {
            None => Some("Say which disclosure was received.".to_owned()),
            Some(given) if given.on > *on => {
                Some(format!("It was given on {} and can't be received before.", day(given.on)))
            }
            Some(_) => None,
        },
        ActKind::ClosingDisclosure => disclosure
            .map(|first| format!("The Closing Disclosure was given on {}. Record a corrected one.", day(first.on))),
        ActKind::CorrectedClosingDisclosure if disclosure.is_none() => {
            Some("Record a Closing Disclosure before you correct it.".to_owned())
        }
        ActKind::Closing => closing_refusal(facts, *on, &day),
        ActKind::CounterofferAcceptance if facts.first(ActKind::Counteroffer).is_none() => {
            Some("Record a counteroffer before its acceptance.".to_owned())
        }
        _ => None,
    }
}

fn closing_refusal(facts: &Facts<'_>, on: Date, day: &impl Fn(Date) -> String) -> Option<String> {
    if let Some(closed) = facts.first(ActKind::Closing) {
        return Some(format!("The loan closed on {}.", day(closed.on)));
    }
    if facts.received_on.is_some() && facts.waited_for().is_none() {
        return Some("The borrower has no Closing Disclosure yet (12 CFR 1026.19(f)(1)(ii)(A)).".to_owned());
    }
    let (earliest, why) = earliest_closing(facts)?;
    (on < earliest).then(|| format!("The loan can close on {} at the earliest: {why}.", day(earliest)))
}
