//! Shared state of reading: the file, which of its data was imported, and the issues found.

use super::issues::Issues;
use crate::{
    application::{Application, Secrets},
    import::{Imported, NewId},
};
use jiff::civil::Date;
use mismo34::{Document, Issue, IssueKind, Name, Namespace, Path, name, path};
use uuid::Uuid;

/// An element of the file.
pub(super) type Element<'d> = mismo34::Element<'d, 'd>;

/// A file that is being read into an application.
pub(super) struct Reading<'d> {
    pub document: &'d Document<'d>,
    pub deal: Element<'d>,
    pub application: Application,
    pub secrets: Secrets,
    /// Elements that relationships can refer to, and the items they became.
    pub items: Vec<(u32, Item)>,
    ids: &'d mut dyn NewId,
    issues: Issues,
    /// By element number: `true` if its data was imported or isn't needed.
    marked: Vec<bool>,
}

/// The day on which the file was written.
fn written_on(document: &Document<'_>) -> Option<Date> {
    let made = path!("MESSAGE", "ABOUT_VERSIONS/ABOUT_VERSION/CreatedDatetime");
    document.root().value(&made)?.get(..10)?.parse().ok()
}

/// The item that an element became, as indexes into the application's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Borrower(usize),
    Asset(usize),
    OwnedProperty(usize),
    Liability(usize),
    Expense(usize),
    OtherLoan(usize),
    /// Borrower index and employment index.
    Employment(usize, usize),
    /// Borrower index and income index.
    Income(usize, usize),
    /// Borrower index and counseling index.
    Counseling(usize, usize),
}

impl<'d> Reading<'d> {
    pub(super) fn new(document: &'d Document<'d>, ids: &'d mut dyn NewId) -> Self {
        Self {
            document,
            deal: document.deal(),
            application: Application::default(),
            secrets: Secrets::default(),
            items: Vec::new(),
            ids,
            issues: Issues::default(),
            marked: vec![false; document.len()],
        }
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        self.ids.new_id()
    }

    /// Marks a data point as imported or as not needed.
    pub(super) fn mark(&mut self, point: Element<'d>) {
        if let Some(marked) = self.marked.get_mut(point.number() as usize) {
            *marked = true;
        }
    }

    /// Marks the data point at the end of a path.
    pub(super) fn mark_at(&mut self, from: Element<'d>, path: &Path) {
        if let Some(point) = from.at(path) {
            self.mark(point);
        }
    }

    /// Marks an element and everything in it.
    pub(super) fn mark_all(&mut self, element: Element<'d>) {
        self.mark(element);
        for child in element.children() {
            self.mark_all(child);
        }
    }

    /// Whether an element contains data that isn't marked yet.
    pub(super) fn has_more(&self, element: Element<'d>) -> bool {
        let is_left = |point: Element<'_>| !point.text().is_empty() && !self.marked[point.number() as usize];
        is_left(element) || element.children().any(|child| self.has_more(child))
    }

    /// Reports an issue with a data point. Issues never quote a secret value.
    pub(super) fn about(&mut self, point: Element<'d>, reason: impl Into<String>) {
        let value = (!point.text().is_empty() && !is_sealed(point.name())).then(|| point.text());
        let (document, number) = (self.document, point.number());
        let place = || {
            let place = document.place(number);
            place.rsplit_once('/').map_or_else(|| place.clone(), |(container, _)| container.to_owned())
        };
        self.issues.tell(number, place, point.name().to_string(), value, reason.into());
    }

    /// Reports an issue with a whole element, or with something missing in it.
    pub(super) fn about_element(&mut self, element: Element<'d>, field: &str, reason: impl Into<String>) {
        let (document, number) = (self.document, element.number());
        self.issues.tell(number, || document.place(number), field.to_owned(), None, reason.into());
    }

    /// Returns the result. No data is dropped silently: everything that isn't marked becomes an issue.
    pub(super) fn finish(mut self) -> Imported {
        let document = self.document;
        for issue in document.issues() {
            self.tell_structure(issue);
        }
        self.issues.leave_out(document.issues_left_out());
        self.tell_what_is_left(self.deal);
        Imported {
            application: self.application,
            secrets: self.secrets,
            issues: self.issues.finish(),
            written_on: written_on(document),
        }
    }

    fn tell_what_is_left(&mut self, element: Element<'d>) {
        for child in element.children() {
            if child.name().is_container() {
                self.tell_what_is_left(child);
            } else if !child.text().is_empty() && !self.marked[child.number() as usize] && !says_nothing(child) {
                self.about(child, "The application has no place for this. It was skipped.");
            }
        }
    }

    fn tell_structure(&mut self, issue: &Issue<'_>) {
        let document = self.document;
        let place = || document.place(issue.element);
        let (field, value, reason) = match issue.kind {
            IssueKind::NoVersion => {
                (&*issue.name, None, "The file does not say which version of MISMO it follows. It was read as 3.4.")
            }
            IssueKind::DeclaredEncoding => {
                let reason =
                    "The file says that it is written in this encoding, but it is UTF-8. It was read as UTF-8.";
                ("encoding", Some(&*issue.name), reason)
            }
            IssueKind::Misplaced => (&*issue.name, None, "MISMO 3.4 has this elsewhere. It was skipped."),
            IssueKind::Repeated => (&*issue.name, None, "Duplicate element; the first was used."),
            IssueKind::TextInContainer => {
                (&*issue.name, None, "A text stands where MISMO 3.4 has elements. It was skipped.")
            }
            IssueKind::DuplicateLabel => {
                let reason =
                    "Two elements bear this label, so that it does not tell whose something is. Check the owners.";
                ("xlink:label", label(&issue.name), reason)
            }
            IssueKind::DanglingLabel => {
                let reason = "The file ties something to this label, but no such element bears it. Check the owners.";
                ("RELATIONSHIP", label(&issue.name), reason)
            }
            IssueKind::LooseRelationship => {
                ("RELATIONSHIP", None, "This relationship doesn't name both sides. Check the owners.")
            }
            _ if issue.name == "DOCUMENT_SETS" => (&*issue.name, None, "The documents in the file were skipped."),
            _ => (&*issue.name, None, "The application has no place for this. It was skipped."),
        };
        self.issues.tell(issue.element, place, field.to_owned(), value, reason.to_owned());
    }
}

/// A label, unless it may contain a secret number.
fn label(label: &str) -> Option<&str> {
    (label.bytes().filter(u8::is_ascii_digit).count() < 7).then_some(label)
}

/// Whether the values of a data point are secret (house invariant 8).
pub(super) fn is_sealed(point: Name) -> bool {
    const SEALED: [Name; 4] = [
        name!("TaxpayerIdentifierValue"),
        name!("BorrowerBirthDate"),
        name!("AssetAccountIdentifier"),
        name!("LiabilityAccountIdentifier"),
    ];
    SEALED.contains(&point)
        || point.local().starts_with("HMDA")
        || point == name!("ULAD:ApplicationTakenMethodType")
        || point.namespace() == Namespace::Lpa
}

/// Whether a data point can be dropped: it repeats other data, or says "no" to a question that the form doesn't ask.
fn says_nothing(point: Element<'_>) -> bool {
    REPEATED.contains(&point.name()) || (point.name().local().ends_with("Indicator") && point.text() == "false")
}

/// Data points that repeat other data, or describe the file and not the loan.
const REPEATED: &[Name] = &[
    name!("BorrowerCount"),
    name!("HousingExpenseProposedTotalMonthlyPaymentAmount"),
    name!("LiquidAssetTotalCashOrMarketValueAmount"),
    name!("LoanOriginationSystemVendorIdentifier"),
    name!("LoanOriginationSystemVersionIdentifier"),
    name!("MonthlyMilitaryEntitlementsAmount"),
    name!("ULAD:URLATotalCreditsAmount"),
    name!("ULAD:URLATotalMortgageLoansAmount"),
    name!("ULAD:URLATotalOtherCreditsAmount"),
    name!("URLABorrowerTotalOtherIncomeAmount"),
    name!("URLATotalDueFromBorrowerAtClosingAmount"),
];
