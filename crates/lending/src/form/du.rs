//! What keeps a loan from Fannie Mae's Desktop Underwriter (URLA-53): required and conditional data points, lengths, and
//! the structure of the file.
//!
//! `du.tsv` lists the data points of DU Spec 1.9.3 that the application has, with the condition in the language of
//! [`super::condition`].

use super::{
    FormProblem, ProblemSource, Section, SectionScope, Severity,
    catalog::{Catalog, catalog, containing_item},
    condition::Condition,
    facts::SealedFacts,
    groups,
};
use crate::{
    application::{Application, Asset, IncomeType, LoanPurpose, PropertyEstate},
    figures::{AssetSection, section_of_asset},
};
use serde_json::Value;
use std::{collections::BTreeSet, sync::LazyLock};
use uuid::Uuid;

/// Most borrowers of a casefile.
const BORROWERS_MAX: usize = 4;
/// Most assets, liabilities and expenses each.
const ITEMS_MAX: usize = 50;

/// A data point and when DU needs it.
struct DataPoint {
    path: &'static str,
    when: Condition,
}

fn data_points() -> &'static [DataPoint] {
    static POINTS: LazyLock<Vec<DataPoint>> = LazyLock::new(|| {
        let rows = include_str!("du.tsv").lines().skip(1);
        rows.filter_map(|row| {
            let mut columns = row.split('\t');
            Some(DataPoint { path: columns.next()?, when: Condition::parse(columns.next()?) })
        })
        .collect()
    });
    &POINTS
}

/// Everything that keeps the loan from DU, in the order of the form.
#[must_use]
pub fn findings(application: &Application, facts: &SealedFacts) -> Vec<FormProblem> {
    let document = serde_json::to_value(application).unwrap_or_default();
    let mut found = Findings { application, facts, document: &document, catalog: catalog(), found: Vec::new() };
    for point in data_points() {
        found.data_point(point);
    }
    found.lengths();
    found.counts();
    found.owners();
    found.references();
    found.subject();
    let mut found = found.found;
    found.sort_by_key(|one| one.section);
    found
}

struct Findings<'a> {
    application: &'a Application,
    facts: &'a SealedFacts,
    document: &'a Value,
    catalog: &'static Catalog,
    found: Vec<FormProblem>,
}

impl Findings<'_> {
    fn add(&mut self, id: &'static str, path: String, message: String, missing: bool) {
        let section = self.section_of(&path);
        let owner = self.owner_of(section, &path);
        let (severity, source) = (Severity::Warning, ProblemSource::Du);
        self.found.push(FormProblem { id, severity, source, section, owner, path, message, missing });
    }

    /// The section that lists the field or item at a path.
    fn section_of(&self, path: &str) -> Section {
        let steps: Vec<&str> = path.split('/').collect();
        let asset = |id: &str| self.application.assets.iter().find(|one| one.id.to_string() == id);
        let debt = |id: &str| self.application.liabilities.iter().find(|one| one.id.to_string() == id);
        match steps[..] {
            ["assets", id, ..] => match section_of_asset(asset(id).and_then(|asset| asset.kind)) {
                AssetSection::Account => Section::S2a,
                AssetSection::Gift => Section::S4d,
                _ => Section::S2b,
            },
            ["liabilities", id, ..] if debt(id).is_some_and(|debt| debt.owned_property.is_some()) => Section::S3a,
            ["assets"] => Section::S2a,
            ["liabilities", ..] => Section::S2c,
            ["expenses", ..] => Section::S2d,
            ["ownedProperties", ..] => Section::S3a,
            ["borrowers"] => Section::S1a,
            _ => self.catalog.field(path).map_or(Section::S4a, |field| field.section),
        }
    }

    fn owner_of(&self, section: Section, path: &str) -> Option<Uuid> {
        let steps: Vec<&str> = path.split('/').collect();
        let id = steps.get(1).and_then(|step| step.parse::<Uuid>().ok());
        match section.scope() {
            SectionScope::Loan => None,
            SectionScope::Borrower => id.or(self.application.borrowers.first().map(|one| one.id)),
            SectionScope::Group => {
                let owners = &containing_item(self.document, path)["owners"];
                let owners: Vec<Uuid> = owners
                    .as_array()
                    .map(|owners| owners.iter().filter_map(|one| one.as_str()?.parse().ok()).collect())
                    .unwrap_or_default();
                let all = groups::groups(self.application);
                groups::group_of(&all, &owners).first().copied()
            }
        }
    }

    fn label(&self, path: &str) -> String {
        self.catalog.label_of(self.document, path)
    }

    fn data_point(&mut self, point: &DataPoint) {
        for (path, item, value) in places(self.document, point.path) {
            let is_given = match point.path {
                "borrowers/*/taxpayerIdentifier" => !item["taxpayerIdentifierLastFour"].is_null(),
                "borrowers/*/birthDate" => {
                    let id = item["id"].as_str().and_then(|id| id.parse().ok());
                    id.is_some_and(|id| self.facts.borrower(id).birth_date.is_some())
                }
                _ => !is_empty(value),
            };
            if !is_given && point.when.holds(self.document, item) {
                let message = format!("{}: DU needs a value", self.label(&path));
                self.add("du-data", path, message, true);
            }
        }
    }

    /// Lengths that DU accepts. Longer values print, but DU refuses them.
    fn lengths(&mut self) {
        for (pattern, limit) in [
            ("property/address/line", 50),
            ("ownedProperties/*/address/line", 35),
            ("property/address/city", 35),
            ("ownedProperties/*/address/city", 35),
            ("borrowers/*/residences/*/address/city", 35),
            ("borrowers/*/employments/*/address/city", 35),
            ("borrowers/*/mailingAddress/city", 35),
            ("property/address/county", 40),
            ("assets/*/holder", 150),
            ("liabilities/*/creditor", 150),
            ("loan/lenderLoanNumber", 15),
            ("loan/agencyCaseNumber", 30),
            ("loan/universalLoanIdentifier", 45),
        ] {
            for (path, _, value) in places(self.document, pattern) {
                self.length(path, value.as_str().map_or(0, |text| text.chars().count()), limit);
            }
        }
        for (id, length) in self.facts.account_lengths.clone() {
            let list = if self.application.assets.iter().any(|one| one.id == id) { "assets" } else { "liabilities" };
            self.length(format!("{list}/{id}/accountNumber"), length, 30);
        }
    }

    fn length(&mut self, path: String, length: usize, limit: usize) {
        if length > limit {
            let message = format!("{}: {length} characters, DU accepts {limit}", self.label(&path));
            self.add("du-length", path, message, false);
        }
    }

    fn counts(&mut self) {
        let Application { borrowers, assets, liabilities, expenses, .. } = self.application;
        for (list, name, count, limit) in [
            ("borrowers", "borrowers", borrowers.len(), BORROWERS_MAX),
            ("assets", "assets", assets.len(), ITEMS_MAX),
            ("liabilities", "debts", liabilities.len(), ITEMS_MAX),
            ("expenses", "expenses", expenses.len(), ITEMS_MAX),
        ] {
            if count > limit {
                let message = format!("DU accepts at most {limit} {name}. This loan has {count}");
                self.add("du-count", list.to_owned(), message, false);
            }
        }
    }

    /// Assets without an owner, and one joint asset entered for each owner.
    fn owners(&mut self) {
        let assets = &self.application.assets;
        let mut twins = BTreeSet::new();
        for (at, asset) in assets.iter().enumerate() {
            let path = format!("assets/{}", asset.id);
            if asset.owners.is_empty() {
                let message = format!("{}: choose at least one owner", self.label(&path));
                self.add("du-owner", format!("{path}/owners"), message, true);
            }
            if let Some(twin) = assets[..at].iter().find(|one| is_same_account(one, asset))
                && twins.insert(twin.id)
            {
                let message =
                    format!("{}: listed twice. List a joint account once, with all owners", self.label(&path));
                self.add("du-duplicate", path, message, false);
            }
        }
    }

    /// References to items that don't exist, and employment income without an employer.
    fn references(&mut self) {
        let Application { borrowers, assets, liabilities, expenses, owned_properties, .. } = self.application;
        let is_person = |id: &Uuid| borrowers.iter().any(|one| one.id == *id);
        let mut dangling = Vec::new();
        let owners = (assets.iter().map(|one| ("assets", one.id, &one.owners)))
            .chain(liabilities.iter().map(|one| ("liabilities", one.id, &one.owners)))
            .chain(expenses.iter().map(|one| ("expenses", one.id, &one.owners)))
            .chain(owned_properties.iter().map(|one| ("ownedProperties", one.id, &one.owners)));
        for (list, id, owners) in owners {
            if !owners.iter().all(is_person) {
                dangling.push(format!("{list}/{id}/owners"));
            }
        }
        for debt in liabilities {
            if debt.owned_property.is_some_and(|id| !owned_properties.iter().any(|one| one.id == id)) {
                dangling.push(format!("liabilities/{}/ownedProperty", debt.id));
            }
        }
        let mut without_employer = Vec::new();
        for borrower in borrowers {
            if borrower.joint_with.is_some_and(|id| !is_person(&id)) {
                dangling.push(format!("borrowers/{}/jointWith", borrower.id));
            }
            for income in &borrower.incomes {
                let path = format!("borrowers/{}/incomes/{}/employment", borrower.id, income.id);
                match income.employment {
                    Some(job) if !borrower.employments.iter().any(|one| one.id == job) => dangling.push(path),
                    None if income.from_employment == Some(true) || is_wage(income.kind) => without_employer.push(path),
                    _ => {}
                }
            }
        }
        for path in dangling {
            let message = format!("{}: the entry it refers to doesn't exist", self.label(&path));
            self.add("du-reference", path, message, false);
        }
        for path in without_employer {
            let message = format!("{}: choose the employer that pays it", self.label(&path));
            self.add("du-employer", path, message, false);
        }
    }

    /// On a refinance DU wants the subject property among the owned ones.
    fn subject(&mut self) {
        let is_refinance = self.application.loan.purpose == Some(LoanPurpose::Refinance);
        if is_refinance && !self.application.owned_properties.iter().any(|one| one.is_subject == Some(true)) {
            let message = "List the subject property in section 3a, because the borrowers own it".to_owned();
            self.add("du-subject", "ownedProperties".to_owned(), message, true);
        }
        if self.application.property.estate == Some(PropertyEstate::Other) {
            let message = "Choose Fee Simple or Leasehold".to_owned();
            self.add("du-data", "property/estate".to_owned(), message, false);
        }
    }
}

/// Every place of a data point in the document: its path, the item that contains it, and its value.
fn places<'v>(document: &'v Value, pattern: &str) -> Vec<(String, &'v Value, &'v Value)> {
    let mut places = vec![(String::new(), document, document)];
    for step in pattern.split('/') {
        places = places.into_iter().flat_map(|place| next_places(place, step)).collect();
    }
    places
}

fn next_places<'v>(
    (path, item, value): (String, &'v Value, &'v Value),
    step: &str,
) -> Vec<(String, &'v Value, &'v Value)> {
    if step == "*" {
        let items = value.as_array().into_iter().flatten();
        return items.map(|one| (format!("{path}/{}", one["id"].as_str().unwrap_or_default()), one, one)).collect();
    }
    let path = if path.is_empty() { step.to_owned() } else { format!("{path}/{step}") };
    vec![(path, item, &value[step])]
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || text == "Unknown",
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn is_same_account(one: &Asset, other: &Asset) -> bool {
    one.kind == other.kind
        && one.holder.is_some()
        && one.holder == other.holder
        && one.account_number_last_four.is_some()
        && one.account_number_last_four == other.account_number_last_four
        && one.value == other.value
}

/// Whether only an employer pays this kind of income.
const fn is_wage(kind: Option<IncomeType>) -> bool {
    matches!(
        kind,
        Some(
            IncomeType::Base
                | IncomeType::Overtime
                | IncomeType::Bonus
                | IncomeType::Commissions
                | IncomeType::MilitaryBasePay
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::{AssetType, Borrower, Expense, Income, Liability, OwnedProperty};

    const KEN: Uuid = Uuid::from_u128(1);

    fn ken() -> Application {
        Application { borrowers: vec![Borrower { id: KEN, ..Borrower::default() }], ..Application::default() }
    }

    fn of(application: &Application, id: &str) -> Vec<FormProblem> {
        findings(application, &SealedFacts::default()).into_iter().filter(|one| one.id == id).collect()
    }

    /// URLA-53: each path of the table is a field of the catalog, and so is each path of its conditions.
    #[test]
    fn the_data_points_are_fields_of_the_catalog() {
        assert_eq!(data_points().len(), include_str!("du.tsv").lines().count() - 1);
        for point in data_points() {
            assert!(catalog().field(point.path).is_some(), "{}", point.path);
            let item = point.path.rsplit_once("/*/").map_or(String::new(), |(item, _)| format!("{item}/*/"));
            for path in point.when.paths() {
                let read = path.strip_prefix('/').map_or_else(|| format!("{item}{path}"), str::to_owned);
                assert!(catalog().field(&read).is_some(), "{} reads {read}", point.path);
            }
        }
    }

    /// URLA-53: required and conditional data points that fail.
    #[test]
    fn required_and_conditional_data_points_are_listed() {
        let mut application = ken();
        let paths = |application: &Application| -> Vec<String> {
            of(application, "du-data").into_iter().map(|one| one.path).collect()
        };
        let empty = paths(&application);
        assert!(empty.contains(&"loan/noteRate".to_owned()) && empty.contains(&format!("borrowers/{KEN}/firstName")));
        assert!(!empty.contains(&"loan/margin".to_owned()));
        application.loan.amortization = Some(crate::application::AmortizationType::AdjustableRate);
        application.loan.note_rate = "5".parse().ok();
        let adjustable = paths(&application);
        assert!(adjustable.contains(&"loan/margin".to_owned()) && !adjustable.contains(&"loan/noteRate".to_owned()));
        let found = of(&application, "du-data");
        let name = found.iter().find(|one| one.path.ends_with("firstName")).unwrap();
        assert_eq!((name.section, name.owner, name.source), (Section::S1a, Some(KEN), ProblemSource::Du));
    }

    /// URLA-53: one entry for each value that is too long.
    #[test]
    fn a_value_that_is_too_long_has_one_entry() {
        let id = Uuid::from_u128(7);
        for (field, limit) in [
            ("property/address/line", 50),
            ("ownedProperties/*/address/line", 35),
            ("property/address/city", 35),
            ("property/address/county", 40),
            ("assets/*/holder", 150),
            ("loan/lenderLoanNumber", 15),
        ] {
            for (length, entries) in [(limit, 0), (limit + 1, 1)] {
                let text = Some("x".repeat(length));
                let mut application = ken();
                application.owned_properties = vec![OwnedProperty { id, ..OwnedProperty::default() }];
                application.assets = vec![Asset { id, ..Asset::default() }];
                match field {
                    "property/address/line" => application.property.address.line = text,
                    "ownedProperties/*/address/line" => application.owned_properties[0].address.line = text,
                    "property/address/city" => application.property.address.city = text,
                    "property/address/county" => application.property.address.county = text,
                    "assets/*/holder" => application.assets[0].holder = text,
                    _ => application.loan.lender_loan_number = text,
                }
                let found = of(&application, "du-length");
                assert_eq!(found.len(), entries, "{field} {length}: {found:?}");
            }
        }
        let mut facts = SealedFacts::default();
        let mut application = ken();
        application.assets = vec![Asset { id, ..Asset::default() }];
        for (length, entries) in [(30, 0), (31, 1)] {
            facts.account_lengths.insert(id, length);
            let found = findings(&application, &facts);
            assert_eq!(found.iter().filter(|one| one.id == "du-length").count(), entries);
        }
    }

    /// URLA-53: one entry for each list that is too long.
    #[test]
    fn a_list_that_is_too_long_has_one_entry() {
        let id = |number: usize| Uuid::from_u128(100 + number as u128);
        let mut application = ken();
        application.borrowers = (0..4).map(|at| Borrower { id: id(at), ..Borrower::default() }).collect();
        application.assets = (0..50).map(|at| Asset { id: id(at), ..Asset::default() }).collect();
        application.liabilities = (0..50).map(|at| Liability { id: id(at), ..Liability::default() }).collect();
        application.expenses = (0..50).map(|at| Expense { id: id(at), ..Expense::default() }).collect();
        assert_eq!(of(&application, "du-count"), []);
        application.borrowers.push(Borrower { id: id(200), ..Borrower::default() });
        application.assets.push(Asset { id: id(200), ..Asset::default() });
        application.liabilities.push(Liability { id: id(201), ..Liability::default() });
        application.expenses.push(Expense { id: id(202), ..Expense::default() });
        let paths: Vec<_> = of(&application, "du-count").into_iter().map(|one| one.path).collect();
        assert_eq!(paths, ["borrowers", "assets", "liabilities", "expenses"]);
    }

    /// URLA-53: owners, arcs, income without employer, one joint asset twice.
    #[test]
    fn a_faulty_structure_has_one_entry_for_each_fault() {
        let stranger = Uuid::from_u128(99);
        let account = |number: u128, owners: Vec<Uuid>| Asset {
            id: Uuid::from_u128(number),
            owners,
            kind: Some(AssetType::CheckingAccount),
            holder: Some("Example Bank".into()),
            account_number_last_four: Some("5698".into()),
            ..Asset::default()
        };
        let mut application = ken();
        application.assets = vec![account(10, vec![])];
        assert_eq!(of(&application, "du-owner").len(), 1);
        application.assets = vec![account(10, vec![KEN]), account(11, vec![KEN])];
        assert_eq!((of(&application, "du-duplicate").len(), of(&application, "du-owner").len()), (1, 0));
        application.assets = vec![account(10, vec![stranger])];
        assert_eq!(of(&application, "du-reference").len(), 1);
        application.assets.clear();
        application.liabilities = vec![Liability { owned_property: Some(stranger), ..Liability::default() }];
        assert_eq!(of(&application, "du-reference").len(), 1);
        application.liabilities.clear();
        let wage = Income { kind: Some(IncomeType::Base), ..Income::default() };
        application.borrowers[0].incomes = vec![wage.clone()];
        assert_eq!(of(&application, "du-employer").len(), 1);
        application.borrowers[0].incomes = vec![Income { employment: Some(stranger), ..wage }];
        assert_eq!((of(&application, "du-employer").len(), of(&application, "du-reference").len()), (0, 1));
        application.loan.purpose = Some(LoanPurpose::Refinance);
        assert_eq!(of(&application, "du-subject").len(), 1);
    }
}
