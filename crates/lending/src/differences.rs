//! Differences between a loan file and a known borrower (DUP-14). For each field, the user takes the file's value,
//! keeps the known value, or decides later.
//!
//! A field that only one side has isn't a difference: the borrower's record takes missing values from the file, and the
//! loan keeps the file's values. Taxpayer numbers and birth dates aren't compared here, because a different one means a
//! different person (DUP-12).

use crate::{
    application::{
        Address, Application, Borrower, Employment, EmploymentStatus, Income, IncomeType, Residence, ResidencyType,
        Secrets,
    },
    matching::{Person, address_key},
    patch::{self, Change, Made, Refused},
    values::{Email, Invalid, Money, Phone, name_key},
    words,
};
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;
use std::{fmt, str::FromStr};

words! {
    /// The decision about a difference.
    pub enum Choice {
        /// Take the file's value.
        File,
        /// Keep the known value.
        Keyturn,
        /// Decide later: the loan has the file's value, and the record keeps its own.
        Later,
    }
}

/// A compared field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// First name.
    FirstName,
    /// Middle name.
    MiddleName,
    /// Last name, with any suffix such as Jr.
    LastName,
    /// Email.
    Email,
    /// Preferred phone: the cell phone, or else the home phone.
    Phone,
    /// Work phone.
    WorkPhone,
    /// Current address.
    Address,
    /// Marital status.
    MaritalStatus,
    /// Citizenship.
    Citizenship,
    /// Number of dependents.
    DependentCount,
    /// Current employer.
    Employer,
    /// Job title.
    Position,
    /// Monthly income from the borrower's own business.
    BusinessIncome,
    /// Monthly income of one type.
    Income(IncomeType),
}

/// Fields with a single value and their paths, in the order of the form.
const SINGLE: [(Field, &str); 13] = [
    (Field::FirstName, "firstName"),
    (Field::MiddleName, "middleName"),
    (Field::LastName, "lastName"),
    (Field::Email, "email"),
    (Field::Phone, "phone"),
    (Field::WorkPhone, "workPhone"),
    (Field::Address, "address"),
    (Field::MaritalStatus, "maritalStatus"),
    (Field::Citizenship, "citizenship"),
    (Field::DependentCount, "dependentCount"),
    (Field::Employer, "employer"),
    (Field::Position, "position"),
    (Field::BusinessIncome, "businessIncome"),
];
const INCOMES: &str = "incomes/";
/// Suffixes that can follow a last name.
const SUFFIXES: [&str; 7] = ["jr", "sr", "ii", "iii", "iv", "v", "esq"];

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Income(kind) => write!(f, "{INCOMES}{kind}"),
            single => f.write_str(SINGLE.iter().find(|(field, _)| field == single).map_or("", |(_, path)| path)),
        }
    }
}

impl FromStr for Field {
    type Err = Invalid;

    fn from_str(path: &str) -> Result<Self, Invalid> {
        let unknown = || Invalid("Unknown field".to_owned());
        match path.strip_prefix(INCOMES) {
            Some(kind) => kind.parse().map(Field::Income).map_err(|_| unknown()),
            None => SINGLE.iter().find(|(_, known)| *known == path).map(|(field, _)| *field).ok_or_else(unknown),
        }
    }
}

impl Field {
    /// Display name.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Field::FirstName => "First name".to_owned(),
            Field::MiddleName => "Middle name".to_owned(),
            Field::LastName => "Last name".to_owned(),
            Field::Email => "Email".to_owned(),
            Field::Phone => "Phone".to_owned(),
            Field::WorkPhone => "Work phone".to_owned(),
            Field::Address => "Address".to_owned(),
            Field::MaritalStatus => "Marital status".to_owned(),
            Field::Citizenship => "Citizenship".to_owned(),
            Field::DependentCount => "Dependents".to_owned(),
            Field::Employer => "Employer".to_owned(),
            Field::Position => "Position".to_owned(),
            Field::BusinessIncome => "Business income".to_owned(),
            Field::Income(kind) => format!("Income ({kind})"),
        }
    }

    /// Whether the borrower directory stores this field. Only loans store the others.
    #[must_use]
    pub fn is_of_directory(self) -> bool {
        matches!(self, Field::FirstName | Field::LastName | Field::Email | Field::Phone | Field::Address)
    }

    /// The value in a borrower's application, as in payloads: texts, amounts as `5500.00`, an address as an object.
    #[must_use]
    pub fn value(self, borrower: &Borrower) -> Option<Value> {
        let text =
            |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(Value::from);
        match self {
            Field::FirstName => text(&borrower.first_name),
            Field::MiddleName => text(&borrower.middle_name),
            Field::LastName => text(&Some(last_name(borrower))),
            Field::Email => borrower.email.as_ref().map(json),
            Field::Phone => borrower.cell_phone.as_ref().or(borrower.home_phone.as_ref()).map(json),
            Field::WorkPhone => borrower.work_phone.as_ref().map(json),
            Field::Address => residence(borrower).map(|one| &one.address).filter(|one| one.line.is_some()).map(json),
            Field::MaritalStatus => borrower.marital_status.as_ref().map(json),
            Field::Citizenship => borrower.citizenship.as_ref().map(json),
            Field::DependentCount => borrower.dependent_count.as_ref().map(json),
            Field::Employer => employment(borrower).and_then(|job| text(&job.employer_name)),
            Field::Position => employment(borrower).and_then(|job| text(&job.position)),
            Field::BusinessIncome => business(borrower).and_then(|job| job.self_employed_income.as_ref()).map(json),
            Field::Income(kind) => {
                let amounts = of_kind(borrower, kind).filter_map(|income| income.monthly_amount);
                amounts.map(Money::cents).reduce(i64::saturating_add).map(|cents| json(&Money::from_cents(cents)))
            }
        }
    }

    /// Whether two values are equivalent, regardless of formatting.
    #[must_use]
    pub fn is_same(self, one: &Value, other: &Value) -> bool {
        let keys = |key: fn(&str) -> String| match (one.as_str(), other.as_str()) {
            (Some(one), Some(other)) => key(one) == key(other),
            _ => one == other,
        };
        match self {
            Field::FirstName | Field::MiddleName | Field::LastName | Field::Employer | Field::Position => {
                keys(name_key)
            }
            Field::Email => keys(|text| text.parse::<Email>().map_or_else(|_| text.to_owned(), |email| email.key())),
            Field::Phone | Field::WorkPhone => {
                keys(|text| text.parse::<Phone>().map_or_else(|_| text.to_owned(), |phone| phone.digits().to_owned()))
            }
            Field::Address => match (read::<Address>(one), read::<Address>(other)) {
                (Some(one), Some(other)) => street_key(&one) == street_key(&other),
                _ => one == other,
            },
            _ => one == other,
        }
    }

    /// Path prefixes, relative to the borrower, under which the application history records changes of this field.
    #[must_use]
    pub const fn places(self) -> &'static [&'static str] {
        match self {
            Field::FirstName => &["firstName"],
            Field::MiddleName => &["middleName"],
            Field::LastName => &["lastName", "suffix"],
            Field::Email => &["email"],
            Field::Phone => &["cellPhone", "homePhone"],
            Field::WorkPhone => &["workPhone"],
            Field::Address => &["residences"],
            Field::MaritalStatus => &["maritalStatus"],
            Field::Citizenship => &["citizenship"],
            Field::DependentCount => &["dependentCount"],
            Field::Employer | Field::Position | Field::BusinessIncome => &["employments"],
            Field::Income(_) => &["incomes"],
        }
    }

    /// The changes that set this field of a borrower to another value.
    fn changes(self, borrower: &Borrower, to: &Value) -> Vec<Change> {
        let root = format!("borrowers/{}", borrower.id);
        let change = |path: String, from: Value, to: Value| Change { path: format!("{root}/{path}"), from, to };
        let plain = |path: &str, from: Value| vec![change(path.to_owned(), from, to.clone())];
        match self {
            Field::FirstName => plain("firstName", json(&borrower.first_name)),
            Field::MiddleName => plain("middleName", json(&borrower.middle_name)),
            Field::LastName => {
                let (last, suffix) = apart(to.as_str().unwrap_or_default());
                vec![
                    change("lastName".to_owned(), json(&borrower.last_name), json(&last)),
                    change("suffix".to_owned(), json(&borrower.suffix), json(&suffix)),
                ]
            }
            Field::Email => plain("email", json(&borrower.email)),
            Field::Phone if borrower.cell_phone.is_none() => plain("homePhone", json(&borrower.home_phone)),
            Field::Phone => plain("cellPhone", json(&borrower.cell_phone)),
            Field::WorkPhone => plain("workPhone", json(&borrower.work_phone)),
            Field::Address => residence(borrower)
                .map(|one| change(format!("residences/{}/address", one.id), json(&one.address), to.clone()))
                .into_iter()
                .collect(),
            Field::MaritalStatus => plain("maritalStatus", json(&borrower.marital_status)),
            Field::Citizenship => plain("citizenship", json(&borrower.citizenship)),
            Field::DependentCount => plain("dependentCount", json(&borrower.dependent_count)),
            Field::Employer => employment(borrower)
                .map(|job| change(format!("employments/{}/employerName", job.id), json(&job.employer_name), to.clone()))
                .into_iter()
                .collect(),
            Field::Position => employment(borrower)
                .map(|job| change(format!("employments/{}/position", job.id), json(&job.position), to.clone()))
                .into_iter()
                .collect(),
            Field::BusinessIncome => business(borrower)
                .map(|job| {
                    let path = format!("employments/{}/selfEmployedIncome", job.id);
                    change(path, json(&job.self_employed_income), to.clone())
                })
                .into_iter()
                .collect(),
            // The first income item gets the total; the others are set to zero.
            Field::Income(kind) => of_kind(borrower, kind)
                .filter(|income| income.monthly_amount.is_some())
                .enumerate()
                .map(|(at, income)| match at {
                    0 => {
                        let path = format!("incomes/{}/monthlyAmount", income.id);
                        change(path, json(&income.monthly_amount), to.clone())
                    }
                    _ => change(format!("incomes/{}", income.id), json(income), Value::Null),
                })
                .collect(),
        }
    }
}

/// A field whose value in the file differs from the known value.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The field.
    pub field: Field,
    /// The file's value.
    pub file: Value,
    /// The known value.
    pub known: Value,
}

/// Compares a borrower in a file with a known borrower.
#[must_use]
pub fn differences(file: &Borrower, known: &Borrower) -> Vec<Difference> {
    let incomes = IncomeType::ALL.iter().map(|kind| Field::Income(*kind));
    SINGLE
        .iter()
        .map(|(field, _)| *field)
        .chain(incomes)
        .filter_map(|field| Some(Difference { field, file: field.value(file)?, known: field.value(known)? }))
        .filter(|found| !found.field.is_same(&found.file, &found.known))
        .collect()
}

/// The preselected choice: the newer value, or the file's if its date is unknown.
#[must_use]
pub fn default_choice(file_on: Option<Date>, known_on: Date) -> Choice {
    match file_on {
        Some(file_on) if known_on > file_on => Choice::Keyturn,
        _ => Choice::File,
    }
}

/// Sets fields of a borrower in an application.
///
/// # Errors
/// A value isn't valid for its field.
pub fn put(
    application: &Application,
    secrets: &Secrets,
    borrower: &Borrower,
    values: &[(Field, Value)],
) -> Result<(Application, Secrets, Vec<Made>), Refused> {
    let changes: Vec<_> = values.iter().flat_map(|(field, value)| field.changes(borrower, value)).collect();
    patch::apply_imported(application, secrets, &changes)
}

/// The changes that set a field of a borrower to another value.
#[must_use]
pub fn changes(borrower: &Borrower, field: Field, to: &Value) -> Vec<Change> {
    field.changes(borrower, to)
}

/// A borrower's last name with suffix, as the borrower directory stores it.
#[must_use]
pub fn last_name(borrower: &Borrower) -> String {
    [borrower.last_name.as_deref(), borrower.suffix.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The borrower's current residence.
#[must_use]
pub fn residence(borrower: &Borrower) -> Option<&Residence> {
    borrower.residences.iter().find(|one| one.kind != Some(ResidencyType::Prior))
}

/// Splits a name into last name and suffix.
#[must_use]
pub fn apart(name: &str) -> (Option<String>, Option<String>) {
    let name = name.trim();
    let split = name.rsplit_once(' ').filter(|(_, suffix)| SUFFIXES.contains(&name_key(suffix).as_str()));
    let (last, suffix) = split.map_or((name, None), |(last, suffix)| (last.trim_end(), Some(suffix.to_owned())));
    (Some(last.to_owned()).filter(|last| !last.is_empty()), suffix)
}

fn employment(borrower: &Borrower) -> Option<&Employment> {
    borrower.employments.iter().find(|job| job.status != Some(EmploymentStatus::Previous))
}

/// The borrower's only business. With several businesses, none is compared.
fn business(borrower: &Borrower) -> Option<&Employment> {
    let mut earning = borrower.employments.iter().filter(|job| job.self_employed_income.is_some());
    earning.next().filter(|_| earning.next().is_none())
}

fn of_kind(borrower: &Borrower, kind: IncomeType) -> impl Iterator<Item = &Income> {
    borrower.incomes.iter().filter(move |income| income.kind == Some(kind))
}

/// Normalized address: street and ZIP code if both are known, or else the known parts.
fn street_key(address: &Address) -> String {
    let line = address.line.clone().unwrap_or_default();
    let street = address.unit.as_ref().map_or(line.clone(), |unit| format!("{line} #{}", unit.trim_start_matches('#')));
    let person = Person { street: Some(street.clone()), postal_code: address.postal_code.clone(), ..Person::default() };
    address_key(&person).unwrap_or_else(|| {
        let city = address.city.as_deref().unwrap_or_default();
        name_key(&format!("{street} {city} {}", address.state.map(|state| state.to_string()).unwrap_or_default()))
    })
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{application::MaritalStatus, fixtures};
    use serde_json::json;
    use uuid::Uuid;

    fn casey() -> (Application, Secrets, Borrower) {
        let fixtures::Fixture { application, secrets, .. } = fixtures::conventional_purchase();
        let casey = application.borrowers[0].clone();
        (application, secrets, casey)
    }

    fn told(file: &Borrower, known: &Borrower) -> Vec<(String, Value, Value)> {
        differences(file, known).into_iter().map(|one| (one.field.to_string(), one.file, one.known)).collect()
    }

    /// DUP-14: different formatting is no difference.
    #[test]
    fn case_phone_format_and_street_spelling_make_no_difference() {
        let (_, _, file) = casey();
        assert_eq!(told(&file, &file), []);
        let mut known = file.clone();
        known.first_name = known.first_name.map(|name| name.to_uppercase());
        known.email = "CASEY.RIVERA@example.com".parse().ok();
        let line = file.residences[0].address.line.clone().unwrap();
        known.residences[0].address.line = Some(line.replace("Avenue", "Ave.").replace("Lane", "ln").to_uppercase());
        for income in &mut known.incomes {
            income.id = Uuid::from_u128(income.id.as_u128() + 1);
        }
        assert_eq!(told(&file, &known), []);
        let phone = |text: &str| Borrower { cell_phone: text.parse().ok(), ..Borrower::default() };
        assert_eq!(told(&phone("(415) 555-0132"), &phone("+1 415 555 0132")), []);
        assert_eq!(told(&phone("(415) 555-0132"), &phone("415 555 0133")).len(), 1);
    }

    /// DUP-14: only fields that both sides have and that differ are listed, one by one.
    #[test]
    fn fields_that_differ_on_both_sides_are_listed_one_by_one() {
        let (_, _, file) = casey();
        let mut known = file.clone();
        known.last_name = Some("Rivera Jr".to_owned());
        known.marital_status = Some(MaritalStatus::Separated);
        known.middle_name = None;
        known.incomes[0].monthly_amount = "5200".parse().ok();
        known.employments[0].employer_name = Some("Other Avionics".to_owned());
        known.residences[0].address.line = Some("1 Elsewhere".to_owned());
        let found = told(&file, &known);
        let paths: Vec<_> = found.iter().map(|(path, ..)| path.as_str()).collect();
        assert_eq!(paths, ["lastName", "address", "maritalStatus", "employer", "incomes/Base"]);
        assert_eq!((&found[4].1, &found[4].2), (&json!("8500.00"), &json!("5200.00")));
        for (path, ..) in found {
            assert_eq!(path.parse::<Field>().unwrap().to_string(), path);
        }
        assert!("incomes/Wages".parse::<Field>().is_err() && "taxpayerIdentifier".parse::<Field>().is_err());
        assert_eq!(told(&file, &Borrower::default()), []);
    }

    /// DUP-14: a kept value is in the application afterwards, and nothing else has changed.
    #[test]
    fn every_difference_can_be_written_into_the_application() {
        let (application, secrets, file) = casey();
        let mut known = file.clone();
        known.first_name = Some("Kasey".to_owned());
        known.last_name = Some("Rivera-Moss".to_owned());
        known.suffix = Some("JR".to_owned());
        known.email = "kasey@example.com".parse().ok();
        known.cell_phone = "4155550199".parse().ok();
        known.home_phone = None;
        known.residences[0].address.line = Some("1 Elsewhere".to_owned());
        known.employments[0].position = Some("Pilot".to_owned());
        known.incomes[0].monthly_amount = "5200".parse().ok();
        let found = differences(&file, &known);
        assert!(found.len() >= 6, "{found:?}");
        let values: Vec<_> = found.iter().map(|one| (one.field, one.known.clone())).collect();
        let (after, sealed, made) = put(&application, &secrets, &file, &values).unwrap();
        assert_eq!(told(&after.borrowers[0], &known), []);
        assert!(made.len() >= found.len());
        assert_eq!((after.loan, sealed), (application.loan, secrets));
    }

    #[test]
    fn several_incomes_of_one_kind_are_compared_by_their_sum() {
        let (mut application, secrets, mut file) = casey();
        file.incomes[0].monthly_amount = "5000".parse().ok();
        let second = Income { id: Uuid::from_u128(77), monthly_amount: "500".parse().ok(), ..file.incomes[0].clone() };
        file.incomes.push(second);
        application.borrowers[0] = file.clone();
        let mut known = file.clone();
        known.incomes.truncate(known.incomes.len() - 1);
        known.incomes[0].monthly_amount = "5500".parse().ok();
        assert_eq!(told(&file, &known), []);
        known.incomes[0].monthly_amount = "5200".parse().ok();
        assert_eq!(told(&file, &known), [("incomes/Base".to_owned(), json!("5500.00"), json!("5200.00"))]);
        let kept = [(Field::Income(IncomeType::Base), json!("5200.00"))];
        let (after, ..) = put(&application, &secrets, &file, &kept).unwrap();
        assert_eq!(told(&after.borrowers[0], &known), []);
        assert_eq!(after.borrowers[0].incomes.len(), known.incomes.len());
    }

    /// DUP-14: the default keeps known values that are newer than the file.
    #[test]
    fn values_newer_than_the_file_are_kept_by_default() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let file = Some(day("2026-03-02"));
        assert_eq!(default_choice(file, day("2026-03-03")), Choice::Keyturn);
        assert_eq!(default_choice(file, day("2026-03-02")), Choice::File);
        assert_eq!(default_choice(None, day("2026-03-03")), Choice::File);
    }
}
