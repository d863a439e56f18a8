//! Loan stages: each company names and orders its own, and maps each to one of these fixed kinds (decision D27).
//!
//! Reports, sorting and read-only rules use only the kinds.

mod steps;

pub use steps::{DENIAL_REASONS, DENIAL_REASONS_MAX, REASON_LENGTH_MAX, StageChange, StageFault, Step};

use crate::words;

words! {
    /// Fixed kind of a stage, independent of the company's name for it (domain.md 2.3).
    pub enum StageKind {
        Lead, Prospect, ApplicationStarted, ApplicationTaken, PreApproved, LoanSetup, DisclosuresSent, SubmittedToLender,
        Suspended, ApprovedWithConditions, ClearToClose, DocsOut, Signed, Funded, PostClosing, Withdrawn, Denied,
        ApprovedNotAccepted, Incomplete, Archived,
    }
}

impl StageKind {
    /// Sort position of the kind: the order of a loan's life, with the endings last.
    #[must_use]
    pub const fn rank(self) -> i16 {
        (self as i16 + 1) * 10
    }

    /// The kind with this rank.
    #[must_use]
    pub fn from_rank(rank: i16) -> Option<StageKind> {
        Self::ALL.iter().copied().find(|kind| kind.rank() == rank)
    }

    /// Whether a loan in this stage is in progress: neither funded nor ended. The view `open_loan` compares ranks, so
    /// open kinds must come first.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.rank() < StageKind::Funded.rank()
    }

    /// Whether application, team and terms are read-only in this stage (decision D3).
    #[must_use]
    pub const fn is_read_only(self) -> bool {
        matches!(
            self,
            StageKind::Funded
                | StageKind::PostClosing
                | StageKind::Withdrawn
                | StageKind::Denied
                | StageKind::ApprovedNotAccepted
                | StageKind::Incomplete
                | StageKind::Archived
        )
    }

    /// Whether a company must have a stage of this kind: the program moves loans there, or reports count it separately
    /// (domain.md 2.3).
    #[must_use]
    pub const fn is_needed(self) -> bool {
        matches!(
            self,
            StageKind::Prospect
                | StageKind::ApplicationStarted
                | StageKind::Funded
                | StageKind::PostClosing
                | StageKind::Withdrawn
                | StageKind::Denied
                | StageKind::ApprovedNotAccepted
                | StageKind::Incomplete
        )
    }

    /// Stage name for a new company.
    #[must_use]
    pub const fn default_name(self) -> &'static str {
        match self {
            StageKind::Lead => "Lead",
            StageKind::Prospect => "Prospect",
            StageKind::ApplicationStarted => "Application Started",
            StageKind::ApplicationTaken => "Application Taken",
            StageKind::PreApproved => "Pre-Approved",
            StageKind::LoanSetup => "Loan Setup",
            StageKind::DisclosuresSent => "Disclosures Sent",
            StageKind::SubmittedToLender => "Submitted to Lender",
            StageKind::Suspended => "Suspended",
            StageKind::ApprovedWithConditions => "Approved w/ Conditions",
            StageKind::ClearToClose => "Clear to Close",
            StageKind::DocsOut => "Docs Out",
            StageKind::Signed => "Signed",
            StageKind::Funded => "Funded",
            StageKind::PostClosing => "Post-Closing",
            StageKind::Withdrawn => "Withdrawn",
            StageKind::Denied => "Denied",
            StageKind::ApprovedNotAccepted => "Approved Not Accepted",
            StageKind::Incomplete => "Closed Incomplete",
            StageKind::Archived => "Archived",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_distinct_and_lead_back_to_their_kinds() {
        for kind in StageKind::ALL {
            assert_eq!(StageKind::from_rank(kind.rank()), Some(*kind));
        }
    }

    /// The view `open_loan` hard-codes this rank as 140.
    #[test]
    fn open_stages_sort_before_read_only_stages() {
        assert_eq!(StageKind::Funded.rank(), 140);
        assert!(StageKind::ALL.iter().all(|kind| kind.is_open() != kind.is_read_only()));
    }

    /// LOAN-63, decision D3
    #[test]
    fn a_funded_loan_and_every_ending_are_read_only() {
        let closed: Vec<_> =
            StageKind::ALL.iter().filter(|kind| kind.is_read_only()).map(|kind| kind.as_str()).collect();
        assert_eq!(
            closed,
            ["Funded", "PostClosing", "Withdrawn", "Denied", "ApprovedNotAccepted", "Incomplete", "Archived"]
        );
    }
}
