//! The state of each section, for the section list (URLA-02).

use super::{Section, facts::SealedFacts, problems::FormProblem, view::View};
use crate::{application::Application, words};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

words! {
    /// State of a section.
    pub enum SectionStatus {
        /// Neither an answer nor the mark "Does not apply".
        Empty,
        /// Answers, but not all that the section needs.
        InProgress,
        /// Every needed answer, or the mark.
        Complete,
        /// A rule fails.
        NeedsAttention,
    }
}

/// The state of a section.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SectionState {
    /// The section.
    pub section: Section,
    /// Id of the borrower, or of the joint group's first borrower. Absent for a section of the loan.
    pub owner: Option<Uuid>,
    /// Its state.
    pub state: SectionStatus,
}

/// The state of every section, in the order of the form. A missing answer leaves a section in progress. Any other
/// problem needs attention.
#[must_use]
pub fn states(application: &Application, facts: &SealedFacts, problems: &[FormProblem]) -> Vec<SectionState> {
    let view = View::new(application, facts);
    let sections = view.sections().into_iter();
    sections
        .map(|(section, owner)| {
            let fails = problems.iter().any(|one| !one.missing && one.section == section && one.owner == owner);
            let state = if fails { SectionStatus::NeedsAttention } else { state_of(&view, section, owner) };
            SectionState { section, owner, state }
        })
        .collect()
}

fn state_of(view: &View, section: Section, owner: Option<Uuid>) -> SectionStatus {
    let has_rows = !view.rows(section, owner).is_empty();
    if !has_rows && view.mark(section, owner).is_some_and(|(_, is_set)| is_set) {
        return SectionStatus::Complete;
    }
    if section == Section::S4c && view.asks_rental_income() == Some(false) {
        return SectionStatus::Complete;
    }
    if !view.has_answers(section, owner) {
        return SectionStatus::Empty;
    }
    if view.missing(section, owner).is_empty() { SectionStatus::Complete } else { SectionStatus::InProgress }
}
