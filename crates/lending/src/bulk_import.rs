//! Many loan files at once: where a batch and its files stand, what may follow, and what a file lacks to become a loan when nobody
//! looks at it first.

use crate::{
    application::{Application, LoanPurpose, PropertyUsage},
    import::Imported,
    words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// Where a batch stands.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum BatchStatus {
        /// Files are put in.
        SETUP,
        /// Loans are made of them.
        IN_PROGRESS,
        /// Every file is through.
        COMPLETED,
        /// It was given up; what was made stays.
        CANCELLED,
    }
}

words! {
    /// Where a file of a batch stands.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum ItemStatus {
        /// It waits.
        PENDING,
        /// It is worked on.
        PROCESSING,
        /// A loan was made of it.
        DONE,
        /// It is no MISMO 3.4 file.
        INVALID,
        /// The batch was given up before.
        CANCELLED,
        /// It is one, and what it says makes no loan.
        INVALID_ITEM,
        /// Working on it failed.
        FAILED,
    }
}

impl BatchStatus {
    /// Whether it may come to stand there next.
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::SETUP, Self::IN_PROGRESS | Self::CANCELLED) | (Self::IN_PROGRESS, Self::COMPLETED | Self::CANCELLED)
        )
    }
}

impl ItemStatus {
    /// Whether it may come to stand there next.
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

    /// Whether nothing follows.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Self::PENDING | Self::PROCESSING)
    }
}

/// What a rule says of a file: an error that keeps it from becoming a loan, or a warning that does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkImportRule)]
pub struct RuleNote {
    /// A stable word for the rule.
    pub identifier: String,
    /// What keeps the file from becoming a loan.
    pub error: Option<String>,
    /// What should be looked at.
    pub warning: Option<String>,
    /// What the rule is called.
    pub rule_name: String,
}

/// The rules that a file is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It can be read as MISMO 3.4.
    FileFormat,
    /// It is the only one of its kind.
    DuplicateFile,
    /// It says what every loan has to say.
    RequiredData,
    /// All of it could be taken over.
    FileContents,
    /// The loan could be made of it.
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

    /// What it says of a file that it refuses.
    #[must_use]
    pub fn error(self, text: impl Into<String>) -> RuleNote {
        self.note(Some(text.into()), None)
    }

    /// What it says of a file that it lets pass.
    #[must_use]
    pub fn warning(self, text: impl Into<String>) -> RuleNote {
        self.note(None, Some(text.into()))
    }

    fn note(self, error: Option<String>, warning: Option<String>) -> RuleNote {
        let (identifier, name) = self.words();
        RuleNote { identifier: identifier.to_owned(), error, warning, rule_name: name.to_owned() }
    }
}

/// What the rules say of a file that was read. With an error it makes no loan: what a form asks an officer for has to stand in
/// the file (LOAN-10, LOAN-13).
#[must_use]
pub fn checked(imported: &Imported) -> Vec<RuleNote> {
    let mut notes: Vec<_> =
        lacks(&imported.application).map(|text| Rule::RequiredData.error(text)).into_iter().collect();
    match imported.issues.len() {
        0 => {}
        1 => notes.push(Rule::FileContents.warning("1 value of a file could not be taken over as it stands.")),
        count => {
            notes.push(
                Rule::FileContents.warning(format!("{count} values of a file could not be taken over as they stand.")),
            );
        }
    }
    notes
}

/// What an application lacks to become a loan when nobody looks at it first.
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
    fn what_is_through_stays_so() {
        for was in ItemStatus::ALL {
            let goes_on = ItemStatus::ALL.iter().any(|next| was.may_become(*next));
            assert_eq!(goes_on, !was.is_final(), "{was}");
            assert!(!was.may_become(*was) && !was.may_become(ItemStatus::PENDING));
        }
        assert!(!ItemStatus::PENDING.may_become(ItemStatus::DONE), "nothing is done that nobody has worked on");
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
    fn a_file_that_nobody_looks_at_has_to_say_what_the_form_asks_for() {
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
        let one = "1 value of a file could not be taken over as it stands.".to_owned();
        assert_eq!(said(whole(), 1), [(None, Some(one))]);
        let two = "2 values of a file could not be taken over as they stand.".to_owned();
        assert_eq!(said(whole(), 2), [(None, Some(two))]);
    }
}
