//! Which ways lead from one stage to another, and what has to be told on each (domain.md 2.3, decision D3).
//!
//! While a loan is under way it moves freely, forwards and back. It ends for a reason: the four adverse endings are kept
//! apart, as the HMDA register (12 CFR 1003.4(a)(8)) and the Mortgage Call Report count them. What has ended is reopened
//! only by who may, to the stage before.

use super::StageKind;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// Longest reason in somebody's own words.
pub const REASON_LENGTH_MAX: usize = 500;

/// Most principal reasons of a denial (12 CFR 1003.4(a)(16)).
pub const DENIAL_REASONS_MAX: usize = 4;

/// What a way from one stage to another asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, utoipa::ToSchema)]
#[schema(as = LoanStageStep)]
pub enum Step {
    /// Nothing more.
    Move,
    /// The day on which the loan was funded.
    Fund,
    /// Why it ends.
    End,
    /// Who may, and why.
    Reopen,
}

impl StageKind {
    /// What a loan's way to a stage of another kind asks for; none where there is no such way.
    #[must_use]
    pub fn step_to(self, to: StageKind) -> Option<Step> {
        use StageKind::{Archived, Funded, PostClosing};
        match (self, to) {
            // Two stages of one kind. An ending is told anew, for its reason may be another.
            (from, to) if from == to => Some(if from.is_adverse() { Step::End } else { Step::Move }),
            (from, to) if from.is_open() && to.is_open() => Some(Step::Move),
            (from, Funded) if from.is_open() => Some(Step::Fund),
            (from, to) if from.is_open() && to.is_adverse() => Some(Step::End),
            // What somebody applied for ends as one of the four before it is put away.
            (from, Archived) if from < StageKind::ApplicationTaken => Some(Step::End),
            (from, Archived) if !from.is_open() => Some(Step::Move),
            (Funded, PostClosing) => Some(Step::Move),
            (PostClosing, Funded) => Some(Step::Reopen),
            (Archived, to) if !to.is_open() => Some(Step::Reopen),
            (from, to) if !from.is_open() && to.is_open() => Some(Step::Reopen),
            _ => None,
        }
    }

    /// Whether an application ended at it without a loan.
    #[must_use]
    pub const fn is_adverse(self) -> bool {
        matches!(
            self,
            StageKind::Withdrawn | StageKind::Denied | StageKind::ApprovedNotAccepted | StageKind::Incomplete
        )
    }
}

/// Principal reasons for which an application is denied, with their codes in the HMDA register (12 CFR 1003.4(a)(16)).
pub const DENIAL_REASONS: [(i16, &str); 9] = [
    (1, "Debt-to-income ratio"),
    (2, "Employment history"),
    (3, "Credit history"),
    (4, "Collateral"),
    (5, "Insufficient cash (downpayment, closing costs)"),
    (6, "Unverifiable information"),
    (7, "Credit application incomplete"),
    (8, "Mortgage insurance denied"),
    (OTHER, "Other"),
];

/// The code that asks for words.
const OTHER: i16 = 9;

/// A loan's way to another stage, with what was told for it.
#[derive(Clone, Debug)]
pub struct StageChange<'a> {
    /// Where it stands.
    pub from: StageKind,
    /// Where it goes.
    pub to: StageKind,
    /// Whether who asks may reopen loans.
    pub may_reopen: bool,
    /// When it was funded.
    pub funded_on: Option<Date>,
    /// When the borrowers applied, as far as that is known.
    pub applied_on: Option<Date>,
    /// The day in the loan's branch.
    pub today: Date,
    /// Why, in somebody's own words.
    pub reason: Option<&'a str>,
    /// Whether a reason of the company's list of withdrawals was chosen.
    pub is_listed: bool,
    /// Codes of [`DENIAL_REASONS`].
    pub denial_reasons: &'a [i16],
}

/// Why a loan can't go to a stage as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageFault {
    /// No way leads there.
    NoWay,
    /// Others reopen loans.
    MayNotReopen,
    /// The day of funding is missing.
    NoFundedDay,
    /// The day of funding is still to come.
    FundedDayToCome,
    /// The day of funding lies before the application.
    FundedBeforeApplication,
    /// A day of funding where nothing is funded.
    FundedDayWithoutFunding,
    /// Nobody said why.
    NoReason,
    /// More words than are kept.
    ReasonTooLong,
    /// A reason of the list of withdrawals where nothing is withdrawn.
    ListedWithoutWithdrawal,
    /// Not one to four reasons of the register, each once.
    DenialReasons,
    /// 'Other' says nothing without words.
    NoOtherReason,
    /// Reasons for a denial where nothing is denied.
    DenialReasonsWithoutDenial,
}

impl StageChange<'_> {
    /// What is wrong with it, if anything.
    #[must_use]
    pub fn fault(&self) -> Option<StageFault> {
        use StageFault as Fault;
        let Some(step) = self.from.step_to(self.to) else { return Some(Fault::NoWay) };
        if step == Step::Reopen && !self.may_reopen {
            return Some(Fault::MayNotReopen);
        }
        match self.funded_on {
            None if step == Step::Fund => return Some(Fault::NoFundedDay),
            Some(_) if step != Step::Fund => return Some(Fault::FundedDayWithoutFunding),
            Some(day) if day > self.today => return Some(Fault::FundedDayToCome),
            Some(day) if self.applied_on.is_some_and(|applied| day < applied) => {
                return Some(Fault::FundedBeforeApplication);
            }
            _ => {}
        }
        let is_denial = step == Step::End && self.to == StageKind::Denied;
        let is_withdrawal = step == Step::End && self.to == StageKind::Withdrawn;
        if self.is_listed && !is_withdrawal {
            return Some(Fault::ListedWithoutWithdrawal);
        }
        if !is_denial && !self.denial_reasons.is_empty() {
            return Some(Fault::DenialReasonsWithoutDenial);
        }
        if self.reason.is_some_and(|reason| reason.chars().count() > REASON_LENGTH_MAX) {
            return Some(Fault::ReasonTooLong);
        }
        let is_told = self.reason.is_some_and(|reason| !reason.trim().is_empty());
        match step {
            Step::End if is_denial => self.denial_fault(is_told),
            Step::End if !is_told && !self.is_listed => Some(Fault::NoReason),
            Step::Reopen if !is_told => Some(Fault::NoReason),
            _ => None,
        }
    }

    fn denial_fault(&self, is_told: bool) -> Option<StageFault> {
        let reasons = self.denial_reasons;
        let is_known = |code: &i16| DENIAL_REASONS.iter().any(|(known, _)| known == code);
        let distinct: BTreeSet<_> = reasons.iter().collect();
        let fits = (1..=DENIAL_REASONS_MAX).contains(&reasons.len());
        if !fits || distinct.len() != reasons.len() || !reasons.iter().all(is_known) {
            return Some(StageFault::DenialReasons);
        }
        (reasons.contains(&OTHER) && !is_told).then_some(StageFault::NoOtherReason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    /// Every way, written by hand: from each kind (row) to each kind (column) in the order of a loan's life. `m` moves,
    /// `f` asks for the day of funding, `e` for a reason, `r` is a reopening, `.` is no way.
    #[rustfmt::skip]
    const WAYS: [(StageKind, &str); 20] = [
        //                                 open stages    F P W D N I A
        (StageKind::Lead,                 "mmmmmmmmmmmmm f.eeeee"),
        (StageKind::Prospect,             "mmmmmmmmmmmmm f.eeeee"),
        (StageKind::ApplicationStarted,   "mmmmmmmmmmmmm f.eeeee"),
        (StageKind::ApplicationTaken,     "mmmmmmmmmmmmm f.eeee."),
        (StageKind::PreApproved,          "mmmmmmmmmmmmm f.eeee."),
        (StageKind::LoanSetup,            "mmmmmmmmmmmmm f.eeee."),
        (StageKind::DisclosuresSent,      "mmmmmmmmmmmmm f.eeee."),
        (StageKind::SubmittedToLender,    "mmmmmmmmmmmmm f.eeee."),
        (StageKind::Suspended,            "mmmmmmmmmmmmm f.eeee."),
        (StageKind::ApprovedWithConditions, "mmmmmmmmmmmmm f.eeee."),
        (StageKind::ClearToClose,         "mmmmmmmmmmmmm f.eeee."),
        (StageKind::DocsOut,              "mmmmmmmmmmmmm f.eeee."),
        (StageKind::Signed,               "mmmmmmmmmmmmm f.eeee."),
        (StageKind::Funded,               "rrrrrrrrrrrrr mm....m"),
        (StageKind::PostClosing,          "rrrrrrrrrrrrr rm....m"),
        (StageKind::Withdrawn,            "rrrrrrrrrrrrr ..e...m"),
        (StageKind::Denied,               "rrrrrrrrrrrrr ...e..m"),
        (StageKind::ApprovedNotAccepted,  "rrrrrrrrrrrrr ....e.m"),
        (StageKind::Incomplete,           "rrrrrrrrrrrrr .....em"),
        (StageKind::Archived,             "rrrrrrrrrrrrr rrrrrrm"),
    ];

    #[test]
    fn every_way_is_the_one_that_was_written_by_hand() {
        assert_eq!(WAYS.map(|(kind, _)| kind).as_slice(), StageKind::ALL);
        for (from, ways) in WAYS {
            let ways: Vec<char> = ways.chars().filter(|way| *way != ' ').collect();
            assert_eq!(ways.len(), StageKind::ALL.len(), "{from}");
            for (to, way) in StageKind::ALL.iter().zip(ways) {
                let expected = match way {
                    'm' => Some(Step::Move),
                    'f' => Some(Step::Fund),
                    'e' => Some(Step::End),
                    'r' => Some(Step::Reopen),
                    _ => None,
                };
                assert_eq!(from.step_to(*to), expected, "{from} to {to}");
            }
        }
    }

    /// Decision D3: what is read-only is left for an open stage by a reopening and by nothing else.
    #[test]
    fn nothing_read_only_becomes_open_without_a_reopening() {
        for from in StageKind::ALL.iter().filter(|kind| kind.is_read_only()) {
            for to in StageKind::ALL.iter().filter(|kind| kind.is_open()) {
                assert_eq!(from.step_to(*to), Some(Step::Reopen), "{from} to {to}");
            }
        }
    }

    const fn change(from: StageKind, to: StageKind) -> StageChange<'static> {
        StageChange {
            from,
            to,
            may_reopen: false,
            funded_on: None,
            applied_on: Some(date(2026, 10, 5)),
            today: date(2026, 11, 20),
            reason: None,
            is_listed: false,
            denial_reasons: &[],
        }
    }

    #[test]
    fn a_loan_is_funded_on_a_day_between_its_application_and_today() {
        let fund = change(StageKind::Signed, StageKind::Funded);
        let on = |day| StageChange { funded_on: Some(day), ..fund.clone() }.fault();
        assert_eq!(fund.fault(), Some(StageFault::NoFundedDay));
        assert_eq!(on(date(2026, 11, 21)), Some(StageFault::FundedDayToCome));
        assert_eq!(on(date(2026, 10, 4)), Some(StageFault::FundedBeforeApplication));
        assert_eq!((on(date(2026, 10, 5)), on(date(2026, 11, 20))), (None, None));
        let moved =
            StageChange { funded_on: Some(date(2026, 11, 20)), ..change(StageKind::Signed, StageKind::ClearToClose) };
        assert_eq!(moved.fault(), Some(StageFault::FundedDayWithoutFunding));
    }

    /// 12 CFR 1003.4(a)(16): one to four principal reasons; 'Other' with words.
    #[test]
    fn a_denial_has_one_to_four_reasons_of_the_register() {
        let deny = change(StageKind::SubmittedToLender, StageKind::Denied);
        let for_reasons = |denial_reasons, reason| StageChange { denial_reasons, reason, ..deny.clone() }.fault();
        for wrong in [&[][..], &[0], &[10], &[1, 1], &[1, 2, 3, 4, 5]] {
            assert_eq!(for_reasons(wrong, None), Some(StageFault::DenialReasons), "{wrong:?}");
        }
        assert_eq!((for_reasons(&[3], None), for_reasons(&[1, 2, 3, 4], None)), (None, None));
        assert_eq!(for_reasons(&[1, 9], None), Some(StageFault::NoOtherReason));
        assert_eq!(for_reasons(&[1, 9], Some(" ")), Some(StageFault::NoOtherReason));
        assert_eq!(for_reasons(&[1, 9], Some("Occupancy")), None);
        let withdrawn = StageChange {
            denial_reasons: &[1],
            reason: Some("Moved"),
            ..change(StageKind::Lead, StageKind::Withdrawn)
        };
        assert_eq!(withdrawn.fault(), Some(StageFault::DenialReasonsWithoutDenial));
    }

    #[test]
    fn an_ending_has_a_reason_of_the_list_or_in_words() {
        for to in [StageKind::Withdrawn, StageKind::ApprovedNotAccepted, StageKind::Incomplete] {
            let end = change(StageKind::ClearToClose, to);
            assert_eq!(end.fault(), Some(StageFault::NoReason), "{to}");
            assert_eq!(StageChange { reason: Some("Chose another"), ..end.clone() }.fault(), None, "{to}");
            let listed = StageChange { is_listed: true, ..end }.fault();
            let expected = (to != StageKind::Withdrawn).then_some(StageFault::ListedWithoutWithdrawal);
            assert_eq!(listed, expected, "{to}");
        }
        let long = "x".repeat(REASON_LENGTH_MAX + 1);
        let moved = change(StageKind::DocsOut, StageKind::LoanSetup);
        assert_eq!(moved.fault(), None);
        assert_eq!(StageChange { reason: Some(&long[1..]), ..moved.clone() }.fault(), None);
        assert_eq!(StageChange { reason: Some(&long), ..moved }.fault(), Some(StageFault::ReasonTooLong));
    }

    /// Decision D3: who may reopens with a reason.
    #[test]
    fn who_may_reopens_a_loan_and_says_why() {
        let reopen = change(StageKind::Denied, StageKind::LoanSetup);
        assert_eq!(reopen.fault(), Some(StageFault::MayNotReopen));
        let reopen = StageChange { may_reopen: true, ..reopen };
        assert_eq!(reopen.fault(), Some(StageFault::NoReason));
        assert_eq!(StageChange { reason: Some("New income"), ..reopen }.fault(), None);
        let across = change(StageKind::Denied, StageKind::Withdrawn);
        assert_eq!(StageChange { may_reopen: true, ..across }.fault(), Some(StageFault::NoWay));
    }
}
