//! What a loan file says of a borrower beside what is known of them already (DUP-14): field by field, each difference to be
//! taken from the file, kept as it is known, or left for later.
//!
//! What only one of the two says is no difference: a record takes what it lacks, and a loan begins with what its file says.
//! Taxpayer numbers and birth dates are not compared here. Who has another one is another person (DUP-12).

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
    /// What becomes of a difference.
    pub enum Choice {
        /// The file's value is taken.
        File,
        /// The value that is known is kept.
        Keyturn,
        /// Nobody has decided: the loan has the file's value, the record its own.
        Later,
    }
}

/// A field that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// First name.
    FirstName,
    /// Middle name.
    MiddleName,
    /// Last name, with a suffix such as Jr.
    LastName,
    /// E-mail.
    Email,
    /// The phone they are best called at: the cell phone, else the one at home.
    Phone,
    /// Work phone.
    WorkPhone,
    /// Where they live.
    Address,
    /// Marital status.
    MaritalStatus,
    /// Citizenship.
    Citizenship,
    /// Number of dependents.
    DependentCount,
    /// Whom they work for.
    Employer,
    /// As what.
    Position,
    /// What their own business earns a month.
    BusinessIncome,
    /// What they earn a month, by where it comes from.
    Income(IncomeType),
}

/// The fields that are there once, in the order of the form, by their paths.
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
/// Suffixes as they are written behind a last name.
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
        let unknown = || Invalid("There is no such field".to_owned());
        match path.strip_prefix(INCOMES) {
            Some(kind) => kind.parse().map(Field::Income).map_err(|_| unknown()),
            None => SINGLE.iter().find(|(_, known)| *known == path).map(|(field, _)| *field).ok_or_else(unknown),
        }
    }
}

impl Field {
    /// As it is said to people.
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

    /// Whether the directory of borrowers holds it; the others are held by loans alone.
    #[must_use]
    pub fn is_of_directory(self) -> bool {
        matches!(self, Field::FirstName | Field::LastName | Field::Email | Field::Phone | Field::Address)
    }

    /// What a borrower's application says, as it stands in payloads: texts, amounts as `5500.00`, an address as an object.
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

    /// Whether two values of it say the same, however they are written.
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

    /// Where an application's changes of it are found: the beginnings of their paths below the borrower.
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

    /// The changes that give a borrower another value of it.
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
            // The first of them bears the sum, as one of them did where the value comes from.
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

/// A field of which a file says something else than is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which.
    pub field: Field,
    /// What the file says.
    pub file: Value,
    /// What is known.
    pub known: Value,
}

/// Compares what a file says of a borrower with what is known of them.
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

/// What is chosen as long as nobody chooses: what is newer, and the file's where it isn't known how old that is.
#[must_use]
pub fn default_choice(file_on: Option<Date>, known_on: Date) -> Choice {
    match file_on {
        Some(file_on) if known_on > file_on => Choice::Keyturn,
        _ => Choice::File,
    }
}

/// Gives a borrower of an application other values.
///
/// # Errors
/// A value can't be taken there.
pub fn put(
    application: &Application,
    secrets: &Secrets,
    borrower: &Borrower,
    values: &[(Field, Value)],
) -> Result<(Application, Secrets, Vec<Made>), Refused> {
    let changes: Vec<_> = values.iter().flat_map(|(field, value)| field.changes(borrower, value)).collect();
    patch::apply(application, secrets, &changes)
}

/// The changes that give a borrower another value of a field.
#[must_use]
pub fn changes(borrower: &Borrower, field: Field, to: &Value) -> Vec<Change> {
    field.changes(borrower, to)
}

/// A person's last name with their suffix, as the directory of borrowers has it.
#[must_use]
pub fn last_name(borrower: &Borrower) -> String {
    [borrower.last_name.as_deref(), borrower.suffix.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Where a borrower lives now.
#[must_use]
pub fn residence(borrower: &Borrower) -> Option<&Residence> {
    borrower.residences.iter().find(|one| one.kind != Some(ResidencyType::Prior))
}

/// A last name and its suffix.
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

/// The one business of a borrower; of several none is compared.
fn business(borrower: &Borrower) -> Option<&Employment> {
    let mut earning = borrower.employments.iter().filter(|job| job.self_employed_income.is_some());
    earning.next().filter(|_| earning.next().is_none())
}

fn of_kind(borrower: &Borrower, kind: IncomeType) -> impl Iterator<Item = &Income> {
    borrower.incomes.iter().filter(move |income| income.kind == Some(kind))
}

/// An address as it is compared: street and ZIP code where both are known, else whatever is.
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

    /// DUP-14: what is written otherwise is the same.
    #[test]
    fn case_phone_signs_and_the_way_a_street_is_written_make_no_difference() {
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

    /// DUP-14: only what both say, and say differently, is listed, each field for itself.
    #[test]
    fn what_both_say_differently_is_listed_field_by_field() {
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

    /// DUP-14: what is kept stands in the application afterwards, and nothing else has changed.
    #[test]
    fn whatever_differs_can_be_put_into_the_application() {
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

    /// DUP-14: the default keeps what is newer than the file.
    #[test]
    fn what_is_newer_than_the_file_is_kept_by_default() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let file = Some(day("2026-03-02"));
        assert_eq!(default_choice(file, day("2026-03-03")), Choice::Keyturn);
        assert_eq!(default_choice(file, day("2026-03-02")), Choice::File);
        assert_eq!(default_choice(None, day("2026-03-03")), Choice::File);
    }
}
