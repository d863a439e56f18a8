//! Bulk import of loan files: states of a batch and its files, allowed transitions, and the checks that a file must
//! pass to become a loan without review.

use crate::{
    application::{Application, LoanPurpose, PropertyUsage},
    import::Imported,
    words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// Status of a batch.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum BatchStatus {
        /// The user is adding files.
        SETUP,
        /// The import is creating loans from the files.
        IN_PROGRESS,
        /// Every file is processed.
        COMPLETED,
        /// The user canceled the batch. Loans created so far remain.
        CANCELLED,
    }
}

words! {
    /// Status of a file in a batch.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum ItemStatus {
        /// Waiting to be processed.
        PENDING,
        /// Being processed.
        PROCESSING,
        /// A loan was created from it.
        DONE,
        /// Not a valid MISMO 3.4 file.
        INVALID,
        /// The batch was canceled before this file was processed.
        CANCELLED,
        /// A valid MISMO 3.4 file whose data isn't sufficient for a loan.
        INVALID_ITEM,
        /// Processing failed.
        FAILED,
    }
}

impl BatchStatus {
    /// Whether a batch can change from this status to `next`.
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::SETUP, Self::IN_PROGRESS | Self::CANCELLED) | (Self::IN_PROGRESS, Self::COMPLETED | Self::CANCELLED)
        )
    }
}

impl ItemStatus {
    /// Whether a file can change from this status to `next`.
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        match self {
            Self::PENDING => {
                matches!(next, Self::PROCESSING | Self::INVALID | Self::INVALID_ITEM | Self::CANCELLED)
            }
            Self::PROCESSING => {
                matches!(next, Self::DONE | Self::INVALID | Self::INVALID_ITEM | Self::FAILED | Self::CANCELLED)
            }
            _ => false,
        }
    }

    /// Whether this status is final.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Self::PENDING | Self::PROCESSING)
    }
}

/// Result of a check on a file: an error, which keeps it from becoming a loan, or a warning, which doesn't.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkImportRule)]
pub struct RuleNote {
    /// Stable code of the check.
    pub identifier: String,
    /// Why the file can't become a loan.
    pub error: Option<String>,
    /// What the officer should look at.
    pub warning: Option<String>,
    /// Display name of the check.
    pub rule_name: String,
}

/// The checks that a file must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The file is readable as MISMO 3.4.
    FileFormat,
    /// No other file has the same contents.
    DuplicateFile,
    /// The file contains the data that every loan needs.
    RequiredData,
    /// All of the file's contents could be imported.
    FileContents,
    /// The loan could be created from the file.
    Processing,
}

impl Rule {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::FileFormat => ("FILE_FORMAT", "File Format"),
            Self::DuplicateFile => ("DUPLICATE_FILE", "Duplicate File"),
            Self::RequiredData => ("REQUIRED_DATA", "Required Data"),
            Self::FileContents => ("FILE_CONTENTS", "File Contents"),
            Self::Processing => ("PROCESSING", "Processing"),
        }
    }

    /// Result for a file that fails this check.
    #[must_use]
    pub fn error(self, text: impl Into<String>) -> RuleNote {
        self.note(Some(text.into()), None)
    }

    /// Result for a file that passes this check with a remark.
    #[must_use]
    pub fn warning(self, text: impl Into<String>) -> RuleNote {
        self.note(None, Some(text.into()))
    }

    fn note(self, error: Option<String>, warning: Option<String>) -> RuleNote {
        let (identifier, name) = self.words();
        RuleNote { identifier: identifier.to_owned(), error, warning, rule_name: name.to_owned() }
    }
}

/// Checks a file that was read. A file with an error doesn't become a loan. Nobody reviews a bulk import, so the file
/// itself must contain the data that the form requires (LOAN-10, LOAN-13).
#[must_use]
pub fn checked(imported: &Imported) -> Vec<RuleNote> {
    let mut notes: Vec<_> =
        lacks(&imported.application).map(|text| Rule::RequiredData.error(text)).into_iter().collect();
    match imported.issues.len() {
        0 => {}
        1 => notes.push(Rule::FileContents.warning("1 value of a file needs attention.")),
        count => {
            notes.push(Rule::FileContents.warning(format!("{count} values of a file need attention.")));
        }
    }
    notes
}

/// The first required piece of data that the application lacks.
fn lacks(application: &Application) -> Option<&'static str> {
    let is_named = |name: &Option<String>| name.as_deref().is_some_and(|name| !name.trim().is_empty());
    let first = application.borrowers.first();
    if !first.is_some_and(|borrower| is_named(&borrower.first_name) && is_named(&borrower.last_name)) {
        return Some("The file names no first borrower with first and last name.");
    }
    if !matches!(application.loan.purpose, Some(LoanPurpose::Purchase | LoanPurpose::Refinance)) {
        return Some("The file does not say whether this is a purchase or a refinance.");
    }
    let is_known = matches!(
        application.property.usage,
        Some(PropertyUsage::PrimaryResidence | PropertyUsage::SecondHome | PropertyUsage::Investment)
    );
    (!is_known).then_some("The file does not say how the property will be used.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{application::Borrower, import::Issue};

    #[test]
    fn a_batch_goes_forward_only() {
        use BatchStatus::{CANCELLED, COMPLETED, IN_PROGRESS, SETUP};
        let steps: Vec<_> = BatchStatus::ALL
            .iter()
            .flat_map(|was| BatchStatus::ALL.iter().map(move |next| (*was, *next)))
            .filter(|(was, next)| was.may_become(*next))
            .collect();
        assert_eq!(
            steps,
            [(SETUP, IN_PROGRESS), (SETUP, CANCELLED), (IN_PROGRESS, COMPLETED), (IN_PROGRESS, CANCELLED)]
        );
    }

    #[test]
    fn a_final_status_never_changes() {
        for was in ItemStatus::ALL {
            let goes_on = ItemStatus::ALL.iter().any(|next| was.may_become(*next));
            assert_eq!(goes_on, !was.is_final(), "{was}");
            assert!(!was.may_become(*was) && !was.may_become(ItemStatus::PENDING));
        }
        assert!(
            !ItemStatus::PENDING.may_become(ItemStatus::DONE),
            "a pending file must be processed before it is done"
        );
    }

    fn whole() -> Application {
        let mut application = Application::default();
        application.borrowers.push(Borrower {
            first_name: Some("Maya".to_owned()),
            last_name: Some("Ortiz".to_owned()),
            ..Borrower::default()
        });
        application.loan.purpose = Some(LoanPurpose::Purchase);
        application.property.usage = Some(PropertyUsage::SecondHome);
        application
    }

    fn said(application: Application, issues: usize) -> Vec<(Option<String>, Option<String>)> {
        let issue = Issue { place: "DEAL".to_owned(), field: "x".to_owned(), value: None, reason: "why".to_owned() };
        let imported = Imported { application, issues: vec![issue; issues], ..Imported::default() };
        checked(&imported).into_iter().map(|note| (note.error, note.warning)).collect()
    }

    #[test]
    fn a_file_imported_without_review_needs_the_data_that_the_form_requires() {
        assert_eq!(said(whole(), 0), []);
        let mut nameless = whole();
        nameless.borrowers[0].first_name = Some(" ".to_owned());
        let mut aimless = whole();
        aimless.loan.purpose = None;
        let mut useless = whole();
        useless.property.usage = None;
        for (application, sentence) in [
            (Application::default(), "The file names no first borrower with first and last name."),
            (nameless, "The file names no first borrower with first and last name."),
            (aimless, "The file does not say whether this is a purchase or a refinance."),
            (useless, "The file does not say how the property will be used."),
        ] {
            assert_eq!(said(application, 0), [(Some(sentence.to_owned()), None)]);
        }
        let one = "1 value of a file needs attention.".to_owned();
        assert_eq!(said(whole(), 1), [(None, Some(one))]);
        let two = "2 values of a file need attention.".to_owned();
        assert_eq!(said(whole(), 2), [(None, Some(two))]);
    }
}
