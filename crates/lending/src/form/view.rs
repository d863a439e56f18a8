//! The rows and fields of one section of an application: those of a borrower, a joint group or the loan.

use super::{
    Field, Kind, Section, SectionScope,
    catalog::{ADDRESS_PARTS, catalog, pattern},
    facts::{DemographicsProgress, SealedFacts},
    groups,
};
use crate::{
    application::{
        Application, Borrower, Employment, EmploymentClassification, EmploymentStatus, LoanPurpose, OwnedProperty,
        PropertyUsage,
    },
    figures::{AssetSection, section_of_asset},
};
use serde_json::Value;
use uuid::Uuid;

/// An application, prepared for questions about its sections.
pub(super) struct View<'a> {
    pub application: &'a Application,
    pub facts: &'a SealedFacts,
    pub groups: Vec<Vec<Uuid>>,
    document: Value,
}

/// An item of a list, with its path.
pub(super) type Row<'v> = (String, &'v Value);

impl<'a> View<'a> {
    pub fn new(application: &'a Application, facts: &'a SealedFacts) -> Self {
        let document = serde_json::to_value(application).unwrap_or_default();
        Self { application, facts, groups: groups::groups(application), document }
    }

    /// Every section of the application with the borrower or the group's first borrower it belongs to.
    pub fn sections(&self) -> Vec<(Section, Option<Uuid>)> {
        let mut sections = Vec::new();
        for section in Section::LISTED {
            let owners: Vec<Option<Uuid>> = match section.scope() {
                SectionScope::Borrower => self.application.borrowers.iter().map(|one| Some(one.id)).collect(),
                SectionScope::Group => self.groups.iter().map(|group| group.first().copied()).collect(),
                SectionScope::Loan => vec![None],
            };
            sections.extend(owners.into_iter().map(|owner| (*section, owner)));
        }
        sections
    }

    pub fn borrower(&self, owner: Option<Uuid>) -> Option<&'a Borrower> {
        self.application.borrowers.iter().find(|one| Some(one.id) == owner)
    }

    /// Whether an item with these owners belongs to the group.
    pub fn is_of_group(&self, owners: &[Uuid], owner: Option<Uuid>) -> bool {
        groups::group_of(&self.groups, owners).first().copied() == owner
    }

    /// The group's properties, with the subject property first.
    pub fn properties(&self, owner: Option<Uuid>) -> Vec<&'a OwnedProperty> {
        let all = self.application.owned_properties.iter();
        let mut properties: Vec<_> = all.filter(|one| self.is_of_group(&one.owners, owner)).collect();
        properties.sort_by_key(|one| one.is_subject != Some(true));
        properties
    }

    /// The properties that a section lists: the first in 3a, the second in 3b, the others in 3c.
    pub fn properties_of(&self, section: Section, owner: Option<Uuid>) -> Vec<&'a OwnedProperty> {
        let properties = self.properties(owner).into_iter();
        match section {
            Section::S3a => properties.take(1).collect(),
            Section::S3b => properties.skip(1).take(1).collect(),
            _ => properties.skip(2).collect(),
        }
    }

    /// Ids of the items of a list that a section shows.
    fn ids(&self, section: Section, owner: Option<Uuid>) -> Vec<(&'static str, Uuid)> {
        let application = self.application;
        let of_group = |owners: &[Uuid]| self.is_of_group(owners, owner);
        let is_first = self.groups.first().and_then(|group| group.first().copied()) == owner;
        let assets = |sections: &'static [AssetSection]| {
            let all = application.assets.iter().filter(move |one| sections.contains(&section_of_asset(one.kind)));
            all.map(|one| ("assets", one.id, one.owners.clone()))
        };
        match section {
            Section::S2a => {
                assets(&[AssetSection::Account]).filter(|one| of_group(&one.2)).map(|one| (one.0, one.1)).collect()
            }
            Section::S2b => {
                let listed = assets(&[AssetSection::Other, AssetSection::Credit, AssetSection::Elsewhere]);
                let credits = application.transaction.credits.iter().filter(|_| is_first);
                let listed = listed.filter(|one| of_group(&one.2)).map(|one| (one.0, one.1));
                listed.chain(credits.map(|one| ("transaction/credits", one.id))).collect()
            }
            Section::S2c => {
                let debts = application.liabilities.iter().filter(|one| one.owned_property.is_none());
                debts.filter(|one| of_group(&one.owners)).map(|one| ("liabilities", one.id)).collect()
            }
            Section::S2d => {
                let own = application.expenses.iter().filter(|one| of_group(&one.owners));
                own.map(|one| ("expenses", one.id)).collect()
            }
            Section::S3a | Section::S3b | Section::S3c => {
                let mut ids = Vec::new();
                for property in self.properties_of(section, owner) {
                    ids.push(("ownedProperties", property.id));
                    let on = application.liabilities.iter().filter(|one| one.owned_property == Some(property.id));
                    ids.extend(on.map(|one| ("liabilities", one.id)));
                }
                ids
            }
            Section::S4b => application.other_loans.iter().map(|one| ("otherLoans", one.id)).collect(),
            Section::S4d => assets(&[AssetSection::Gift]).map(|one| (one.0, one.1)).collect(),
            Section::L2 => application.title.holders.iter().map(|one| ("title/holders", one.id)).collect(),
            Section::L3 => application.housing_expenses.iter().map(|one| ("housingExpenses", one.id)).collect(),
            _ => Vec::new(),
        }
    }

    /// Lists inside a borrower that a section shows.
    fn ids_in_borrower(&self, section: Section, borrower: &Borrower) -> Vec<(&'static str, Uuid)> {
        let jobs = jobs(borrower, section);
        let of_job = |id: Option<Uuid>| jobs.iter().any(|job| Some(job.id) == id);
        let is_job = |id: Option<Uuid>| borrower.employments.iter().any(|job| Some(job.id) == id);
        match section {
            Section::S1a => {
                let homes = borrower.residences.iter().map(|one| ("residences", one.id));
                homes.chain(borrower.aliases.iter().map(|one| ("aliases", one.id))).collect()
            }
            Section::S1b | Section::S1c | Section::S1d => {
                let incomes = borrower.incomes.iter().filter(|one| of_job(one.employment));
                let listed = jobs.iter().map(|job| ("employments", job.id));
                listed.chain(incomes.map(|one| ("incomes", one.id))).collect()
            }
            Section::S1e => {
                let incomes = borrower.incomes.iter().filter(|one| !is_job(one.employment));
                incomes.map(|one| ("incomes", one.id)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The items that a section shows.
    pub fn rows(&self, section: Section, owner: Option<Uuid>) -> Vec<Row<'_>> {
        let find = |list: &'_ Value, id: Uuid| -> Option<usize> {
            let id = id.to_string();
            list.as_array()?.iter().position(|item| item["id"].as_str() == Some(&id))
        };
        let mut rows = Vec::new();
        for (list, id) in self.ids(section, owner) {
            let items = list.split('/').fold(&self.document, |value, step| &value[step]);
            rows.extend(find(items, id).map(|at| (format!("{list}/{id}"), &items[at])));
        }
        if let Some(borrower) = self.borrower(owner).filter(|_| section.scope() == SectionScope::Borrower) {
            let item = self.item(borrower.id);
            for (list, id) in self.ids_in_borrower(section, borrower) {
                let found = find(&item[list], id);
                rows.extend(found.map(|at| (format!("borrowers/{}/{list}/{id}", borrower.id), &item[list][at])));
            }
        }
        rows
    }

    /// A borrower in the document.
    fn item(&self, id: Uuid) -> &Value {
        let at = self.application.borrowers.iter().position(|one| one.id == id);
        at.map_or(&Value::Null, |at| &self.document["borrowers"][at])
    }

    /// The fields of a section outside of lists: path, field, the item that contains it, and its value.
    pub fn fields(&self, section: Section, owner: Option<Uuid>) -> Vec<(String, &'static Field, &Value, &Value)> {
        let mut fields = Vec::new();
        for field in catalog().fields().iter().filter(|field| field.section == section) {
            match field.path.matches('*').count() {
                0 => {
                    let value = field.path.split('/').fold(&self.document, |value, step| &value[step]);
                    fields.push((field.path.to_owned(), field, &self.document, value));
                }
                1 => {
                    let Some(rest) = field.path.strip_prefix("borrowers/*/") else { continue };
                    let is_loan = section.scope() == SectionScope::Loan;
                    for borrower in self.application.borrowers.iter().filter(|one| is_loan || Some(one.id) == owner) {
                        let item = self.item(borrower.id);
                        let value = rest.split('/').fold(item, |value, step| &value[step]);
                        fields.push((format!("borrowers/{}/{rest}", borrower.id), field, item, value));
                    }
                }
                _ => {}
            }
        }
        fields
    }

    /// The mark "Does not apply" of a section: its path and whether it is set. `None` for a section without a mark.
    pub fn mark(&self, section: Section, owner: Option<Uuid>) -> Option<(String, bool)> {
        let loan = &self.application.not_applicable;
        let own = |name: &str, of: Option<bool>| Some((format!("notApplicable/{name}"), of == Some(true)));
        match section {
            Section::S4b => return own("otherLoans", loan.other_loans),
            Section::S4c => return own("rentalIncome", loan.rental_income),
            Section::S4d => return own("gifts", loan.gifts),
            _ => {}
        }
        let marks = &self.borrower(owner)?.not_applicable;
        let none = marks.real_estate == Some(true);
        let (name, is_set) = match section {
            Section::S1b => ("currentEmployment", marks.current_employment == Some(true)),
            Section::S1c => ("additionalEmployment", marks.additional_employment == Some(true)),
            Section::S1d => ("previousEmployment", marks.previous_employment == Some(true)),
            Section::S1e => ("otherIncome", marks.other_income == Some(true)),
            Section::S2b => ("otherAssets", marks.other_assets == Some(true)),
            Section::S2c => ("liabilities", marks.liabilities == Some(true)),
            Section::S2d => ("expenses", marks.expenses == Some(true)),
            Section::S3a => ("realEstate", none),
            Section::S3b => ("secondProperty", none || marks.second_property == Some(true)),
            Section::S3c => {
                let second = marks.second_property == Some(true);
                ("thirdProperty", none || second || marks.third_property == Some(true))
            }
            _ => return None,
        };
        Some((format!("borrowers/{}/notApplicable/{name}", owner?), is_set))
    }

    /// Whether 4c is asked: a purchase of an investment property or a principal residence with two to four units. `None`
    /// while purpose, occupancy or units are unknown.
    pub fn asks_rental_income(&self) -> Option<bool> {
        let property = &self.application.property;
        match (self.application.loan.purpose?, property.usage?) {
            (LoanPurpose::Refinance, _) => Some(false),
            (_, PropertyUsage::Investment) => Some(true),
            (_, PropertyUsage::PrimaryResidence) => Some((2..=4).contains(&property.unit_count?)),
            _ => Some(false),
        }
    }

    /// Paths that a complete section still needs. Rows of a section without a row or a mark aren't needed here.
    pub fn missing(&self, section: Section, owner: Option<Uuid>) -> Vec<String> {
        let mut missing = Vec::new();
        if section == Section::S8 {
            let progress = owner.map(|id| self.facts.borrower(id).demographics);
            if progress != Some(DemographicsProgress::Complete) {
                missing.extend(owner.map(|id| format!("borrowers/{id}/demographics")));
            }
            return missing;
        }
        for (path, field, item, value) in self.fields(section, owner) {
            if field.needed && field.visible.holds(&self.document, item) {
                missing.extend(self.lack(&path, field, item, value, owner));
            }
        }
        for (row, item) in self.rows(section, owner) {
            let prefix = format!("{}/", pattern(&row));
            let fields = catalog().fields().iter().filter_map(|field| Some((field, field.path.strip_prefix(&prefix)?)));
            for (field, rest) in fields.filter(|(_, rest)| !rest.contains('*')) {
                if field.needed && field.visible.holds(&self.document, item) {
                    let value = rest.split('/').fold(item, |value, step| &value[step]);
                    missing.extend(self.lack(&format!("{row}/{rest}"), field, item, value, owner));
                }
            }
        }
        missing.extend(self.also_missing(section, owner));
        missing
    }

    /// The path of a needed field that is empty, or of the first empty part of an address.
    fn lack(&self, path: &str, field: &Field, item: &Value, value: &Value, owner: Option<Uuid>) -> Option<String> {
        let is_filled = match field.kind {
            Kind::Taxpayer => has_value(&item["taxpayerIdentifierLastFour"]),
            Kind::SealedDate => owner.is_some_and(|id| self.facts.borrower(id).birth_date.is_some()),
            Kind::Address => {
                let is_open = path == "property/address" && self.application.property.to_be_determined == Some(true);
                let is_foreign = value["country"].as_str().is_some_and(|country| !matches!(country, "" | "US" | "USA"));
                let needed: &[&str] = match (is_open, is_foreign) {
                    (true, _) => &["state"],
                    (_, true) => &["line", "city"],
                    _ => &["line", "city", "state", "postalCode"],
                };
                let empty = needed.iter().find(|part| !has_value(&value[**part]));
                return empty.map(|part| format!("{path}/{part}"));
            }
            Kind::Answer => has_value(value) && value != "Unknown",
            Kind::YesNo => value.is_boolean(),
            _ => has_value(value),
        };
        let is_known_otherwise = match field.path {
            "borrowers/*/employments/*/startedOn" => has_value(&item["monthsEmployed"]),
            "borrowers/*/military/statuses" => item["military"]["survivingSpouse"] == true,
            "property/estimatedValue" => self.application.property.appraised_value.is_some(),
            "liabilities/*/balance" => item["kind"] == "LeasePayment",
            _ => false,
        };
        (!is_filled && !is_known_otherwise).then(|| path.to_owned())
    }

    /// Needs of a section that depend on several fields.
    fn also_missing(&self, section: Section, owner: Option<Uuid>) -> Vec<String> {
        let mut missing = Vec::new();
        let property = &self.application.property;
        match (section, self.borrower(owner)) {
            (Section::S1a, Some(borrower)) => missing.extend(personal_information(borrower)),
            (Section::S1b | Section::S1c, Some(borrower)) => {
                for job in jobs(borrower, section) {
                    missing.extend(job_details(borrower, job, section));
                }
            }
            (Section::S2a, _) => {
                let rows = self.rows(section, owner).into_iter();
                missing.extend(
                    rows.filter(|(_, item)| !has_value(&item["holder"])).map(|(row, _)| format!("{row}/holder")),
                );
            }
            (Section::S3a | Section::S3b | Section::S3c, _) => {
                for one in self.properties_of(section, owner) {
                    missing.extend(self.property_details(one));
                }
            }
            (Section::S4c, _) if self.asks_rental_income() == Some(true) && property.rental_income_gross.is_none() => {
                missing.push("property/rentalIncomeGross".to_owned());
            }
            (Section::L1, _) => {
                let in_project = property.project_type.is_some() || property.planned_unit_development == Some(true);
                if !in_project && property.in_project.is_none() {
                    missing.push("property/inProject".to_owned());
                }
            }
            (Section::L2, _) if self.application.title.holders.is_empty() => missing.push("title/holders".to_owned()),
            _ => {}
        }
        missing
    }

    fn property_details(&self, property: &OwnedProperty) -> Vec<String> {
        let path = |field: &str| format!("ownedProperties/{}/{field}", property.id);
        let mortgages: Vec<_> =
            self.application.liabilities.iter().filter(|one| one.owned_property == Some(property.id)).collect();
        let mut missing = Vec::new();
        if mortgages.is_empty() && property.not_mortgaged != Some(true) && property.lien_balance.is_none() {
            missing.push(path("notMortgaged"));
        }
        let includes = mortgages.iter().any(|one| one.includes_taxes_and_insurance == Some(true));
        if property.maintenance_expense.is_none() && !includes {
            missing.push(path("maintenanceExpense"));
        }
        if property.intended_usage == Some(PropertyUsage::Investment) && property.rental_income_gross.is_none() {
            missing.push(path("rentalIncomeGross"));
        }
        let lines = mortgages.iter().filter(|one| one.kind == Some(crate::application::LiabilityType::HELOC));
        missing.extend(
            lines.filter(|one| one.credit_limit.is_none()).map(|one| format!("liabilities/{}/creditLimit", one.id)),
        );
        missing
    }

    /// Whether a section has any answer, apart from derived fields, links and boxes that aren't checked.
    pub fn has_answers(&self, section: Section, owner: Option<Uuid>) -> bool {
        if section == Section::S8 {
            return owner.is_some_and(|id| self.facts.borrower(id).demographics != DemographicsProgress::Empty);
        }
        let is_answer = |field: &Field, item: &Value, value: &Value| match field.kind {
            Kind::Derived | Kind::Link => false,
            Kind::Taxpayer => has_value(&item["taxpayerIdentifierLastFour"]),
            Kind::SealedDate => owner.is_some_and(|id| self.facts.borrower(id).birth_date.is_some()),
            Kind::Flag => *value == true,
            Kind::Address => ADDRESS_PARTS.iter().any(|(part, ..)| has_value(&value[*part])),
            _ => has_value(value),
        };
        !self.rows(section, owner).is_empty()
            || self.fields(section, owner).iter().any(|(_, field, item, value)| is_answer(field, item, value))
    }
}

/// Whether a value is given. `false` is an answer, and so is zero.
fn has_value(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => fields.values().any(has_value),
        _ => true,
    }
}

/// The jobs of 1b (the main current one), 1c (the other current ones) or 1d (previous ones).
pub(super) fn jobs(borrower: &Borrower, section: Section) -> Vec<&Employment> {
    let (previous, mut current): (Vec<_>, Vec<_>) =
        borrower.employments.iter().partition(|job| job.status == Some(EmploymentStatus::Previous));
    current.sort_by_key(|job| job.classification == Some(EmploymentClassification::Secondary));
    match section {
        Section::S1b => current.into_iter().take(1).collect(),
        Section::S1c => current.into_iter().skip(1).collect(),
        Section::S1d => previous,
        _ => Vec::new(),
    }
}

/// [1a] A phone, the current address, and an address or mark for mail. A former address or its mark after a short stay.
fn personal_information(borrower: &Borrower) -> Vec<String> {
    use super::facts::{HISTORY_MONTHS, missing_address_months};
    use crate::application::ResidencyType;
    let path = |field: &str| format!("borrowers/{}/{field}", borrower.id);
    let mut missing = Vec::new();
    if borrower.home_phone.is_none() && borrower.cell_phone.is_none() && borrower.work_phone.is_none() {
        missing.push(path("cellPhone"));
    }
    if !borrower.residences.iter().any(|home| home.kind != Some(ResidencyType::Prior)) {
        missing.push(path("residences"));
    }
    let has_former = borrower.residences.iter().any(|home| home.kind == Some(ResidencyType::Prior));
    let is_short = missing_address_months(borrower).is_some_and(|months| (1..=HISTORY_MONTHS).contains(&months));
    if is_short && !has_former && borrower.not_applicable.former_address != Some(true) {
        missing.push(path("notApplicable/formerAddress"));
    }
    let has_mailing = borrower.mailing_address.as_ref().is_some_and(|address| address.line.is_some());
    if !has_mailing && borrower.not_applicable.mailing_address != Some(true) {
        missing.push(path("notApplicable/mailingAddress"));
    }
    missing
}

/// [1b, 1c] The income of a job, and the time in the line of work of the main one.
fn job_details(borrower: &Borrower, job: &Employment, section: Section) -> Vec<String> {
    let path = |field: &str| format!("borrowers/{}/employments/{}/{field}", borrower.id, job.id);
    let mut missing = Vec::new();
    if section == Section::S1b && job.line_of_work_months.is_none() {
        missing.push(path("lineOfWorkMonths"));
    }
    let has_wages =
        borrower.incomes.iter().any(|income| income.employment == Some(job.id) && income.monthly_amount.is_some());
    if !has_wages && job.self_employed_income.is_none() && job.stated_income.is_none() {
        missing.push(if job.self_employed == Some(true) {
            path("selfEmployedIncome")
        } else {
            format!("borrowers/{}/employments/{}", borrower.id, job.id)
        });
    }
    missing
}
