//! The values that the boxes of one borrower's forms refer to, as one JSON object.
//!
//! It contains the application, the borrower, the rows that the form numbers (`account1`, `property2Mortgage1`), the
//! figures and the texts that combine several fields. The paths of `data/boxes.tsv` start here.

use crate::{
    figures,
    rows::{self, GroupRows},
};
use lending::{
    application::{Address, Application, Borrower, Liability, Secrets},
    figures::Figures,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The group of joint applicants whose forms are filled.
pub(crate) struct Group<'a> {
    pub application: &'a Application,
    pub secrets: &'a Secrets,
    pub borrowers: Vec<&'a Borrower>,
    pub figures: &'a Figures,
    pub rows: GroupRows<'a>,
}

/// The scope of a borrower's forms.
pub(crate) fn of_borrower(group: &Group<'_>, borrower: &Borrower) -> Value {
    let mut scope = of_loan(group.application, group.figures);
    put(&mut scope, "borrower", borrower);
    put(&mut scope, "second", group.borrowers.get(1));
    put(&mut scope, "sealed", group.secrets.borrowers.get(&borrower.id));
    number(&mut scope, "employment", rows::current_jobs(borrower));
    put(&mut scope, "formerEmployment", rows::previous_jobs(borrower).first());
    put(&mut scope, "residence", rows::residence(borrower));
    put(&mut scope, "formerResidence", rows::former_residences(borrower).first());
    number(&mut scope, "income", rows::other_incomes(borrower));
    number_with_accounts(&mut scope, "account", &group.rows.accounts, group.secrets, |asset| asset.id);
    number(&mut scope, "asset", &group.rows.other_assets);
    number(&mut scope, "gift", &group.rows.gifts);
    number_with_accounts(&mut scope, "debt", &group.rows.debts, group.secrets, |debt| debt.id);
    number(&mut scope, "expense", &group.rows.expenses);
    number(&mut scope, "otherLoan", &group.rows.other_loans);
    for (at, (property, mortgages)) in group.rows.properties.iter().enumerate() {
        let name = format!("property{}", at + 1);
        put(&mut scope, &name, property);
        number_with_accounts(&mut scope, &format!("{name}Mortgage"), mortgages, group.secrets, |debt: &&Liability| {
            debt.id
        });
    }
    for counseling in &borrower.counseling {
        let kind = counseling.kind.map_or("Counseling", |kind| kind.as_str());
        put(&mut scope, kind, counseling);
    }
    if let Some(figures) = scope.get_mut("figures").and_then(Value::as_object_mut) {
        figures.append(&mut figures::income(group.figures, borrower));
        figures.append(&mut figures::group(group.figures, &group.rows));
    }
    let texts = texts_of_borrower(group, borrower);
    if let Some(known) = scope.get_mut("text").and_then(Value::as_object_mut) {
        known.extend(texts);
    }
    let mut scope = Value::Object(scope);
    use_foreign_addresses(&mut scope);
    scope
}

/// The part of the scope that all borrowers share, for the lender's form.
pub(crate) fn of_loan(application: &Application, all: &Figures) -> Map<String, Value> {
    let mut scope = match serde_json::to_value(application) {
        Ok(Value::Object(scope)) => scope,
        _ => Map::new(),
    };
    scope.insert("figures".to_owned(), Value::Object(figures::loan(all, application)));
    let names: Vec<String> = application.borrowers.iter().map(full_name).collect();
    let loan = &application.loan;
    let property = &application.property;
    let is_resident = |borrower: &Borrower| borrower.community_property_state_resident == Some(true);
    let texts = json!({
        "allBorrowers": names.join(", "),
        "loanNumber": loan.lender_loan_number.as_ref().or(loan.universal_loan_identifier.as_ref()),
        "communityPropertyBorrower": application.borrowers.iter().any(is_resident),
        "propertyValue": property.estimated_value.or(property.appraised_value),
        "originatorAddress": one_line(&application.originator.organization_address),
        "currentTitle": titleholders(application, true),
        "futureTitle": titleholders(application, false),
        "titleManner": manner(application),
    });
    scope.insert("text".to_owned(), texts);
    scope
}

fn texts_of_borrower(group: &Group<'_>, borrower: &Borrower) -> Map<String, Value> {
    let others = group.borrowers.iter().filter(|other| other.id != borrower.id);
    let names: Vec<String> = others.map(|other| full_name(other)).collect();
    let aliases = borrower.aliases.iter();
    let aliases: Vec<String> = aliases
        .map(|alias| joined([&alias.first_name, &alias.middle_name, &alias.last_name, &alias.suffix], " "))
        .collect();
    let ages: Vec<String> = borrower.dependent_ages.iter().map(u16::to_string).collect();
    let first = group.borrowers.first().copied();
    let texts = json!({
        "name": full_name(borrower),
        "firstName": first.map(full_name),
        "secondName": group.borrowers.get(1).map(|second| full_name(second)),
        "otherBorrowers": names.join("\n"),
        "borrowerCount": (group.borrowers.len() > 1).then_some(group.borrowers.len()),
        "aliases": aliases.join(", "),
        "dependentAges": ages.join(", "),
        "taxpayerIdentifier": taxpayer_identifier(group.secrets, borrower),
        // "zxx" is the code of a language without a code on the form.
        "otherLanguage": borrower.language_other.is_some() || borrower.language.as_deref() == Some("zxx"),
    });
    match texts {
        Value::Object(texts) => texts,
        _ => Map::new(),
    }
}

/// Nine characters. Without the full number, only the last four are digits.
fn taxpayer_identifier(secrets: &Secrets, borrower: &Borrower) -> Option<String> {
    let sealed = secrets.borrowers.get(&borrower.id).and_then(|sealed| sealed.taxpayer_identifier.as_ref());
    let last_four = || borrower.taxpayer_identifier_last_four.as_ref().map(|digits| format!("XXXXX{digits}"));
    sealed.map(|number| number.reveal().to_owned()).or_else(last_four)
}

/// First, middle and last name with suffix.
pub(crate) fn full_name(borrower: &Borrower) -> String {
    joined([&borrower.first_name, &borrower.middle_name, &borrower.last_name, &borrower.suffix], " ")
}

fn joined<const N: usize>(parts: [&Option<String>; N], separator: &str) -> String {
    let known = parts.into_iter().flatten().map(|part| part.trim()).filter(|part| !part.is_empty());
    known.collect::<Vec<_>>().join(separator)
}

/// Street, unit, city, state and ZIP code in one line.
pub(crate) fn one_line(address: &Address) -> String {
    let state = address.state.map(|state| state.as_str().to_owned()).or_else(|| address.province.clone());
    let code = address.postal_code.as_ref().map(ToString::to_string).or_else(|| address.foreign_postal_code.clone());
    let region = joined([&state, &code], " ");
    joined([&address.line, &address.unit, &address.city, &Some(region), &address.country], ", ")
}

fn titleholders(application: &Application, is_current: bool) -> String {
    let holders = application.title.holders.iter();
    let holders = holders.filter(|holder| (holder.is_current == Some(true)) == is_current);
    holders.filter_map(|holder| holder.name.clone()).collect::<Vec<_>>().join(", ")
}

/// The manner of title: of the loan, or else of the first future holder. Unknown words count as "Other".
fn manner(application: &Application) -> Option<String> {
    const KNOWN: [&str; 5] =
        ["Individual", "JointTenantsWithRightOfSurvivorship", "LifeEstate", "TenantsByTheEntirety", "TenantsInCommon"];
    let future = application.title.holders.iter().filter(|holder| holder.is_current != Some(true));
    let manner =
        application.title.manner.clone().or_else(|| future.filter_map(|holder| holder.vesting.clone()).next())?;
    Some(if KNOWN.contains(&manner.as_str()) { manner } else { "Other".to_owned() })
}

fn put<T: Serialize>(scope: &mut Map<String, Value>, name: &str, value: T) {
    scope.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
}

/// Puts rows as `name1`, `name2` and so on.
fn number<T: Serialize>(scope: &mut Map<String, Value>, name: &str, rows: impl IntoIterator<Item = T>) {
    for (at, row) in rows.into_iter().enumerate() {
        put(scope, &format!("{name}{}", at + 1), row);
    }
}

fn number_with_accounts<T: Serialize>(
    scope: &mut Map<String, Value>,
    name: &str,
    rows: &[T],
    secrets: &Secrets,
    id: impl Fn(&T) -> Uuid,
) {
    for (at, row) in rows.iter().enumerate() {
        let mut value = serde_json::to_value(row).unwrap_or_default();
        let account = account_number(secrets, id(row), value["accountNumberLastFour"].as_str());
        value["accountNumber"] = json!(account);
        scope.insert(format!("{name}{}", at + 1), value);
    }
}

/// The account number, or its last four digits if the reader may not see it.
pub(crate) fn account_number(secrets: &Secrets, id: Uuid, last_four: Option<&str>) -> Option<String> {
    let sealed = secrets.account_numbers.get(&id).cloned();
    sealed.or_else(|| last_four.map(|digits| format!("xxxx{digits}")))
}

/// Moves province and postal code of a foreign address into the boxes for state and ZIP code.
fn use_foreign_addresses(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (foreign, domestic) in [("province", "state"), ("foreignPostalCode", "postalCode")] {
                if let Some(text) = fields.get(foreign).cloned() {
                    fields.entry(domestic).or_insert(text);
                }
            }
            fields.values_mut().for_each(use_foreign_addresses);
        }
        Value::Array(items) => items.iter_mut().for_each(use_foreign_addresses),
        _ => {}
    }
}
