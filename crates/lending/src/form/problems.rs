//! The rules that an application fails (URLA-47). Saving is never refused for them: an error keeps the application from
//! being submitted, a warning doesn't.

mod borrower;
mod loan;
mod plausible;
#[cfg(test)]
mod tests;

use super::{Section, catalog, facts::SealedFacts, view::View};
use crate::{
    application::Application,
    trid::{self, Item},
    words,
};
use jiff::civil::Date;
use serde::Serialize;
use serde_with::skip_serializing_none;
use std::collections::BTreeSet;
use utoipa::ToSchema;
use uuid::Uuid;

words! {
    /// Whether a problem prevents submission.
    pub enum Severity { Error, Warning }
}
words! {
    /// Who requires it.
    pub enum ProblemSource {
        /// The form.
        Form,
        /// Fannie Mae's Desktop Underwriter.
        Du,
        /// One of the six items that start the disclosure deadlines.
        Trid,
        /// The value is unlikely.
        Plausibility,
    }
}

/// A failed rule.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormProblem {
    /// The rule. With the path it identifies the problem.
    pub id: &'static str,
    /// Whether it prevents submission.
    pub severity: Severity,
    /// Who requires it.
    pub source: ProblemSource,
    /// The section that shows the field.
    pub section: Section,
    /// Id of the borrower, or of the joint group's first borrower. Absent for a section of the loan.
    pub owner: Option<Uuid>,
    /// Path of the field, or of the item or list that lacks one.
    pub path: String,
    /// The fault and its repair, in a sentence.
    pub message: String,
    /// A needed answer is missing, as opposed to wrong. It leaves the section in progress.
    pub missing: bool,
}

/// Settings that the rules read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesInput {
    /// Employment gaps of more days are named (URLA-14). 30 is practice, not a rule of the form.
    pub employment_gap_days: u16,
}

impl Default for RulesInput {
    fn default() -> Self {
        Self { employment_gap_days: 30 }
    }
}

/// Collects the problems of an application.
struct Collector<'v> {
    view: &'v View<'v>,
    rules: RulesInput,
    today: Date,
    found: Vec<FormProblem>,
}

impl Collector<'_> {
    fn add(
        &mut self,
        id: &'static str,
        severity: Severity,
        at: (Section, Option<Uuid>),
        path: String,
        message: String,
    ) {
        let (section, owner) = at;
        let source = ProblemSource::Form;
        self.found.push(FormProblem { id, severity, source, section, owner, path, message, missing: false });
    }

    fn error(&mut self, id: &'static str, at: (Section, Option<Uuid>), path: String, message: impl Into<String>) {
        self.add(id, Severity::Error, at, path, message.into());
    }

    fn warn(&mut self, id: &'static str, at: (Section, Option<Uuid>), path: String, message: impl Into<String>) {
        self.add(id, Severity::Warning, at, path, message.into());
    }

    /// A value that is unlikely, or can't be true.
    fn doubt(
        &mut self,
        id: &'static str,
        severity: Severity,
        at: (Section, Option<Uuid>),
        path: String,
        message: impl Into<String>,
    ) {
        self.add(id, severity, at, path, message.into());
        if let Some(last) = self.found.last_mut() {
            last.source = ProblemSource::Plausibility;
        }
    }
}

/// Every failed rule, in the order of the form. A field has at most one problem of the form: a wrong value hides that
/// others are missing.
#[must_use]
pub fn problems(application: &Application, facts: &SealedFacts, rules: RulesInput, today: Date) -> Vec<FormProblem> {
    let view = View::new(application, facts);
    let mut collector = Collector { view: &view, rules, today, found: Vec::new() };
    borrower::check(&mut collector);
    loan::check(&mut collector);
    plausible::check(&mut collector);
    let mut found = collector.found;
    let known: BTreeSet<String> = found.iter().map(|one| one.path.clone()).collect();
    let document = serde_json::to_value(application).unwrap_or_default();
    let unanswered = missing(&view, |path| catalog::catalog().label_of(&document, path));
    found.extend(unanswered.into_iter().filter(|one| !known.contains(&one.path)));
    add_disclosure_items(&view, &mut found);
    let borrowers: Vec<Uuid> = application.borrowers.iter().map(|one| one.id).collect();
    let place = |owner: Option<Uuid>| borrowers.iter().position(|id| Some(*id) == owner);
    found.sort_by_key(|one| (one.section, place(one.owner), one.missing));
    found
}

/// Needed answers that are missing. A section without any answer has one problem. One that could be marked "Does not
/// apply" has a warning, and one that the loan originator or the signatures fill has none.
fn missing(view: &View, label: impl Fn(&str) -> String) -> Vec<FormProblem> {
    let mut found = Vec::new();
    for (section, owner) in view.sections() {
        let mark = view.mark(section, owner);
        let has_answers = view.has_answers(section, owner);
        let is_marked = mark.as_ref().is_some_and(|(_, is_set)| *is_set) && view.rows(section, owner).is_empty();
        let is_unasked = section == Section::S4c && view.asks_rental_income() != Some(true);
        if section == Section::S6 || is_marked || (is_unasked && !has_answers) {
            continue;
        }
        let of = |id, severity, path, message| FormProblem {
            id,
            severity,
            source: ProblemSource::Form,
            section,
            owner,
            path,
            message,
            missing: true,
        };
        match mark {
            Some((path, _)) if !has_answers => {
                let message = format!("Fill in section {section}, or check \"Does not apply\"");
                found.push(of("unanswered", Severity::Warning, path, message));
            }
            _ => {
                let paths = view.missing(section, owner);
                let paths = paths.into_iter().filter(|path| !path.ends_with("signedOn"));
                found.extend(paths.map(|path| {
                    let message = format!("{}: enter a value", label(&path));
                    of("needed", Severity::Error, path, message)
                }));
            }
        }
    }
    found
}

/// The items that still have to arrive before the disclosure deadlines start (URLA-48). A field that the form needs too
/// keeps its one problem, and says so.
fn add_disclosure_items(view: &View, found: &mut Vec<FormProblem>) {
    for item in disclosure_items(view) {
        let is_part = |one: &&mut FormProblem| one.missing && one.id == "needed" && one.path.starts_with(&item.path);
        let mut needed = found.iter_mut().filter(is_part).peekable();
        if needed.peek().is_none() {
            drop(needed);
            found.push(item);
            continue;
        }
        for one in needed {
            one.source = ProblemSource::Trid;
            one.message.push_str(". The disclosure deadlines wait for it");
        }
    }
}

fn disclosure_items(view: &View) -> Vec<FormProblem> {
    let items = trid::missing(view.application).into_iter();
    items
        .map(|one| {
            let borrower = |field: &str| {
                one.borrower.map_or_else(|| "borrowers".to_owned(), |id| format!("borrowers/{id}/{field}"))
            };
            let (section, owner, path) = match one.item {
                Item::Name => (Section::S1a, one.borrower, borrower("firstName")),
                Item::SocialSecurityNumber => (Section::S1a, one.borrower, borrower("taxpayerIdentifier")),
                Item::Income => (Section::S1b, one.borrower, borrower("incomes")),
                Item::PropertyAddress => (Section::S4a, None, "property/address".to_owned()),
                Item::PropertyValue => (Section::S4a, None, "property/estimatedValue".to_owned()),
                Item::LoanAmount => (Section::S4a, None, "loan/baseAmount".to_owned()),
            };
            FormProblem {
                id: "trid",
                severity: Severity::Warning,
                source: ProblemSource::Trid,
                section,
                owner,
                path,
                message: format!("{} is missing. The disclosure deadlines wait for it", one.item.label()),
                missing: true,
            }
        })
        .collect()
}
