//! Allowed transitions between loan stages, and the data that each requires (domain.md 2.3, decision D3).
//!
//! A loan in progress moves freely, forward and back. Ending it requires a reason. The four adverse endings stay
//! separate, because the HMDA register (12 CFR 1003.4(a)(8)) and the Mortgage Call Report count them separately.
//! Reopening an ended loan requires a permission and a reason.

use super::StageKind;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// Maximum length of a free-text reason.
pub const REASON_LENGTH_MAX: usize = 500;

/// Maximum number of principal reasons for a denial (12 CFR 1003.4(a)(16)).
pub const DENIAL_REASONS_MAX: usize = 4;

/// What a transition between stages requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, utoipa::ToSchema)]
#[schema(as = LoanStageStep)]
pub enum Step {
    /// No further data.
    Move,
    /// The funding date.
    Fund,
    /// A reason for the ending.
    End,
    /// A permission and a reason.
    Reopen,
}

impl StageKind {
    /// What a transition to another stage kind requires, or `None` if it isn't allowed.
    #[must_use]
    pub fn step_to(self, to: StageKind) -> Option<Step> {
        use StageKind::{Archived, Funded, PostClosing};
        match (self, to) {
            // Both stages have the same kind. A second ending requires a reason again, because the reason may differ.
            (from, to) if from == to => Some(if from.is_adverse() { Step::End } else { Step::Move }),
            (from, to) if from.is_open() && to.is_open() => Some(Step::Move),
            (from, Funded) if from.is_open() => Some(Step::Fund),
            (from, to) if from.is_open() && to.is_adverse() => Some(Step::End),
            // An application must end as one of the four adverse kinds before it can be archived.
            (from, Archived) if from < StageKind::ApplicationTaken => Some(Step::End),
            (from, Archived) if !from.is_open() => Some(Step::Move),
            (Funded, PostClosing) => Some(Step::Move),
            (PostClosing, Funded) => Some(Step::Reopen),
            (Archived, to) if !to.is_open() => Some(Step::Reopen),
            (from, to) if !from.is_open() && to.is_open() => Some(Step::Reopen),
            _ => None,
        }
    }

    /// Whether this kind is an adverse ending: an application that ended without a loan.
    #[must_use]
    pub const fn is_adverse(self) -> bool {
        matches!(
            self,
            StageKind::Withdrawn | StageKind::Denied | StageKind::ApprovedNotAccepted | StageKind::Incomplete
        )
    }
}

/// Principal reasons for denial, with their HMDA codes (12 CFR 1003.4(a)(16)).
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

/// "Other", which requires a free-text reason.
const OTHER: i16 = 9;

/// A requested transition of a loan, with the data entered for it.
#[derive(Clone, Debug)]
pub struct StageChange<'a> {
    /// Current stage kind.
    pub from: StageKind,
    /// Requested stage kind.
    pub to: StageKind,
    /// Whether the user can reopen loans.
    pub may_reopen: bool,
    /// Funding date.
    pub funded_on: Option<Date>,
    /// Application date, if known.
    pub applied_on: Option<Date>,
    /// Today in the time zone of the loan's branch.
    pub today: Date,
    /// Free-text reason.
    pub reason: Option<&'a str>,
    /// Whether the user chose a reason from the company's list of withdrawal reasons.
    pub is_listed: bool,
    /// Codes from [`DENIAL_REASONS`].
    pub denial_reasons: &'a [i16],
}

/// Why a requested transition is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageFault {
    /// The transition isn't allowed.
    NoWay,
    /// The user can't reopen loans.
    MayNotReopen,
    /// The funding date is missing.
    NoFundedDay,
    /// The funding date is in the future.
    FundedDayToCome,
    /// The funding date is before the application date.
    FundedBeforeApplication,
    /// The request has a funding date but doesn't fund the loan.
    FundedDayWithoutFunding,
    /// The reason is missing.
    NoReason,
    /// The free-text reason is too long.
    ReasonTooLong,
    /// The request has a withdrawal reason but doesn't withdraw the application.
    ListedWithoutWithdrawal,
    /// A denial needs one to four different HMDA reasons.
    DenialReasons,
    /// "Other" requires a free-text reason.
    NoOtherReason,
    /// The request has denial reasons but doesn't deny the application.
    DenialReasonsWithoutDenial,
}

impl StageChange<'_> {
    /// The first problem with the transition, if any.
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

    /// Every transition, written by hand: from each kind (row) to each kind (column) in the order of a loan's life. `m`
    /// is a move, `f` needs a funding date, `e` a reason, `r` is a reopening, `.` isn't allowed.
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
    fn every_transition_matches_the_handwritten_table() {
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

    /// Decision D3: only reopening moves a read-only loan to an open stage.
    #[test]
    fn a_read_only_loan_becomes_open_only_by_reopening() {
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

    /// 12 CFR 1003.4(a)(16): one to four principal reasons. "Other" needs a free-text reason.
    #[test]
    fn a_denial_has_one_to_four_hmda_reasons() {
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
    fn an_ending_has_a_listed_or_free_text_reason() {
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

    /// Decision D3: reopening requires the permission and a reason.
    #[test]
    fn reopening_a_loan_requires_permission_and_a_reason() {
        let reopen = change(StageKind::Denied, StageKind::LoanSetup);
        assert_eq!(reopen.fault(), Some(StageFault::MayNotReopen));
        let reopen = StageChange { may_reopen: true, ..reopen };
        assert_eq!(reopen.fault(), Some(StageFault::NoReason));
        assert_eq!(StageChange { reason: Some("New income"), ..reopen }.fault(), None);
        let across = change(StageKind::Denied, StageKind::Withdrawn);
        assert_eq!(StageChange { may_reopen: true, ..across }.fault(), Some(StageFault::NoWay));
    }
}
