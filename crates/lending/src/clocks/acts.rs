//! What is done on a loan that starts or ends a clock.

use super::{DayCount, Facts};
use crate::{values::Rate, words};
use jiff::civil::Date;

words! {
    /// What was done.
    pub enum ActKind {
        /// The Loan Estimate was given.
        LoanEstimate,
        /// The list of homeownership counseling organizations was given.
        CounselingList,
        /// The borrower said that they intend to go on.
        IntentToProceed,
        /// Something came to be known that changes what was disclosed.
        ChangedCircumstance,
        /// The rate was locked.
        RateLock,
        /// A revised Loan Estimate was given.
        RevisedLoanEstimate,
        /// The Closing Disclosure was given.
        ClosingDisclosure,
        /// A corrected Closing Disclosure was given.
        CorrectedClosingDisclosure,
        /// A disclosure was received; which, the act says.
        Receipt,
        /// The borrower became bound: the loan closed.
        Closing,
        /// The notice of the right to rescind was given.
        RescissionNotice,
        /// Another loan than the one asked for was offered.
        Counteroffer,
        /// It was accepted.
        CounterofferAcceptance,
        /// The notice of the action taken was given.
        ActionNotice,
    }
}

impl ActKind {
    /// As it is said to people.
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

    /// Whether it is a disclosure that is given in some manner and received.
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

    /// Whether it says in which manner it was done.
    #[must_use]
    pub const fn has_manner(self) -> bool {
        self.is_disclosure()
            || matches!(self, ActKind::IntentToProceed | ActKind::CounselingList | ActKind::ActionNotice)
    }
}

words! {
    /// How something was given or said.
    pub enum Manner { InPerson, Mail, Email, Portal, Phone }
}

words! {
    /// Why a Loan Estimate may be revised (12 CFR 1026.19(e)(3)(iv)(A) to (F)).
    pub enum Circumstance { SettlementCharges, Eligibility, ConsumerRequest, RateLock, Expiration, DelayedConstruction }
}

/// Something that was done, by its day in the branch's time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Its row.
    pub id: i64,
    /// What.
    pub kind: ActKind,
    /// When.
    pub on: Date,
    /// In which manner, where it has one.
    pub manner: Option<Manner>,
    /// The disclosure that was received, or the circumstance that a revised Loan Estimate answers.
    pub of: Option<i64>,
    /// For a corrected Closing Disclosure, whether the borrower has three more days for it ([`DisclosureChange::restarts`]).
    pub restarts: bool,
}

/// What a corrected Closing Disclosure changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct DisclosureChange {
    /// The annual percentage rate that was disclosed, and that of the correction.
    pub apr: Option<(Rate, Rate)>,
    /// Whether the transaction is irregular: several advances, irregular periods or amounts (12 CFR 1026.22(a)(3)).
    pub is_irregular: bool,
    /// The loan product is another.
    pub product: bool,
    /// A prepayment penalty was added.
    pub prepayment_penalty: bool,
}

impl DisclosureChange {
    /// Whether three business days begin anew (12 CFR 1026.19(f)(2)(ii)): the rate has become inaccurate, by more than an
    /// eighth of a percentage point, or a fourth in an irregular transaction (12 CFR 1026.22(a)(2) and (3)); the product
    /// changed; a prepayment penalty was added.
    #[must_use]
    pub fn restarts(&self) -> bool {
        let tolerance = if self.is_irregular { 250_000 } else { 125_000 };
        let is_inaccurate =
            self.apr.is_some_and(|(before, after)| before.millionths().abs_diff(after.millionths()) > tolerance);
        is_inaccurate || self.product || self.prepayment_penalty
    }
}

/// The day on which a disclosure was received: given in person at once, otherwise on the third specific business day after, unless
/// an earlier receipt is on record (12 CFR 1026.19(e)(1)(iv) and (f)(1)(iii), CLOCK-05).
#[must_use]
pub fn received_on(facts: &Facts<'_>, disclosure: &Act) -> Date {
    if disclosure.manner == Some(Manner::InPerson) {
        return disclosure.on;
    }
    let presumed = DayCount::Specific.after(facts.calendar, disclosure.on, 3).on;
    let on_record = facts.acts.iter().filter(|act| act.kind == ActKind::Receipt && act.of == Some(disclosure.id));
    on_record.map(|act| act.on).fold(presumed, Date::min)
}

/// The first day on which the loan may close by what was disclosed so far, and why not before; nothing without a Loan Estimate.
///
/// The seventh specific business day after the Loan Estimate, the fourth after a revised one was received, the third after the
/// Closing Disclosure was (12 CFR 1026.19(e)(1)(iii)(B), (e)(4)(ii), (f)(1)(ii)(A)).
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
    /// The first act of a kind.
    pub(super) fn first(&self, kind: ActKind) -> Option<&Act> {
        self.acts.iter().find(|act| act.kind == kind)
    }

    /// The Closing Disclosure for which the borrower's three days run: the last one that set them going.
    pub(super) fn waited_for(&self) -> Option<&Act> {
        self.acts.iter().rfind(|act| {
            act.kind == ActKind::ClosingDisclosure || (act.kind == ActKind::CorrectedClosingDisclosure && act.restarts)
        })
    }
}

/// Why an act can't have happened so; nothing where it can. The act itself is not among those of the facts yet.
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
            (None, _) => Some("There is no Loan Estimate to revise yet.".to_owned()),
            (_, Some(given)) if given.on <= *on => Some(format!(
                "The Closing Disclosure was given on {}: no revised Loan Estimate may be given on that day or after it (12 CFR 1026.19(e)(4)(ii)).",
                day(given.on)
            )),
            _ => None,
        },
        ActKind::IntentToProceed => match estimate.map(|estimate| received_on(facts, estimate)) {
            None => Some("The borrower has no Loan Estimate to proceed on yet.".to_owned()),
            Some(received) if received > *on => Some(format!(
                "The Loan Estimate counts as received on {}. If the borrower has it already, record its receipt first (12 CFR 1026.19(e)(2)(i)(A)).",
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
            Some("There is no Closing Disclosure to correct yet.".to_owned())
        }
        ActKind::Closing => closing_refusal(facts, *on, &day),
        ActKind::CounterofferAcceptance if facts.first(ActKind::Counteroffer).is_none() => {
            Some("There is no counteroffer to accept.".to_owned())
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
