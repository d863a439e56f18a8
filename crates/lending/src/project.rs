//! What lists, filters, matching and clocks need of an application, as columns.
//!
//! One pure function makes all of them, in the transaction that writes the document, and nothing else does; so the
//! document can be projected again at any time and compared.

use crate::{
    application::{AmortizationType, Application, Borrower, LienPriority, LoanPurpose, MortgageType, PropertyUsage},
    values::{Money, Rate, StateCode, name_key},
};
use jiff::civil::Date;
use uuid::Uuid;

/// The projected columns of `loan`, the rows of `loan_borrower` and the row of `subject_property`.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The primary borrower as people write it: `Ken Customer`; `No borrower` where there is none.
    pub borrower_name: String,
    /// What lists sort by: last name first, without case and accents.
    pub sort_name: String,
    /// Purchase, refinance or other.
    pub purpose: Option<LoanPurpose>,
    /// Conventional, FHA, VA, USDA.
    pub mortgage_type: Option<MortgageType>,
    /// First or second lien.
    pub lien: Option<LienPriority>,
    /// Fixed or adjustable.
    pub amortization: Option<AmortizationType>,
    /// How the property is used.
    pub property_usage: Option<PropertyUsage>,
    /// The property's state.
    pub state_code: Option<StateCode>,
    /// The amount that is asked for: the base amount, else the note's; zero where neither is known.
    pub amount: Money,
    /// The amount on the note.
    pub note_amount: Option<Money>,
    /// Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// Value by appraisal, else as estimated.
    pub appraised_value: Option<Money>,
    /// Rate on the note.
    pub note_rate: Option<Rate>,
    /// Months.
    pub term_months: Option<u16>,
    /// The day the application was received.
    pub application_on: Option<Date>,
    /// Who borrows.
    pub borrowers: Vec<ProjectedBorrower>,
    /// Where the property is.
    pub property: ProjectedProperty,
    /// What the text filter looks through, at most [`WORDS_MAX`] bytes; the loan's own numbers are added by whoever stores it.
    pub words: String,
}

/// Most bytes of a loan's words: beside them a row of an index, which is at most 2,704 bytes long, holds its keys.
pub const WORDS_MAX: usize = 1_800;

/// A row of `loan_borrower`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedBorrower {
    /// The item's id in the application.
    pub id: Uuid,
    /// First name, empty where unknown.
    pub first_name: String,
    /// Last name, empty where unknown.
    pub last_name: String,
    /// First and last name, as they are compared.
    pub name_key: String,
    /// E-mail as written.
    pub email: Option<String>,
    /// E-mail as compared.
    pub email_key: Option<String>,
    /// Cell phone, else home phone, by its digits.
    pub phone: Option<String>,
}

/// The row of `subject_property`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectedProperty {
    /// Number and street.
    pub line: Option<String>,
    /// Unit.
    pub unit: Option<String>,
    /// City.
    pub city: Option<String>,
    /// County.
    pub county: Option<String>,
    /// State.
    pub state_code: Option<StateCode>,
    /// Five or nine digits.
    pub postal_code: Option<String>,
    /// Still to be found.
    pub is_to_be_determined: bool,
    /// Units.
    pub unit_count: Option<u16>,
}

/// Projects an application.
#[must_use]
pub fn project(application: &Application) -> Projection {
    let Application { loan, property, borrowers, .. } = application;
    let borrowers: Vec<_> = borrowers.iter().map(project_borrower).collect();
    let primary = borrowers.first();
    let address = &property.address;
    let mut words: Vec<String> = borrowers
        .iter()
        .flat_map(|b| [Some(b.name_key.clone()), b.email_key.clone(), b.phone.clone()])
        .flatten()
        .collect();
    words.extend(address.line.as_deref().map(name_key));
    Projection {
        borrower_name: primary.map_or_else(|| "No borrower".to_owned(), full_name),
        sort_name: primary.map(|b| name_key(&format!("{} {}", b.last_name, b.first_name))).unwrap_or_default(),
        purpose: loan.purpose,
        mortgage_type: loan.mortgage_type,
        lien: loan.lien,
        amortization: loan.amortization,
        property_usage: property.usage,
        state_code: address.state,
        amount: loan.base_amount.or(loan.note_amount).unwrap_or_default(),
        note_amount: loan.note_amount,
        purchase_price: property.purchase_price,
        appraised_value: property.appraised_value.or(property.estimated_value),
        note_rate: loan.note_rate,
        term_months: loan.term_months,
        application_on: loan.application_received_on,
        property: ProjectedProperty {
            line: address.line.clone(),
            unit: address.unit.clone(),
            city: address.city.clone(),
            county: address.county.clone(),
            state_code: address.state,
            postal_code: address.postal_code.as_ref().map(|code| code.digits().to_owned()),
            is_to_be_determined: property.to_be_determined.unwrap_or(false),
            unit_count: property.unit_count,
        },
        borrowers,
        words: beginning(words.join(" ")),
    }
}

/// As many of the words as an index holds beside the keys of its rows: those of some twenty borrowers.
fn beginning(mut words: String) -> String {
    words.truncate(words.floor_char_boundary(WORDS_MAX));
    words
}

fn project_borrower(borrower: &Borrower) -> ProjectedBorrower {
    let first_name = borrower.first_name.clone().unwrap_or_default();
    let last_name = borrower.last_name.clone().unwrap_or_default();
    ProjectedBorrower {
        id: borrower.id,
        name_key: name_key(&format!("{first_name} {last_name}")),
        first_name,
        last_name,
        email: borrower.email.as_ref().map(ToString::to_string),
        email_key: borrower.email.as_ref().map(crate::values::Email::key),
        phone: borrower.cell_phone.as_ref().or(borrower.home_phone.as_ref()).map(|phone| phone.digits().to_owned()),
    }
}

fn full_name(borrower: &ProjectedBorrower) -> String {
    match format!("{} {}", borrower.first_name, borrower.last_name).trim() {
        "" => "Unnamed borrower".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_sort_by_last_name_and_find_by_every_name() {
        let mut application = Application::default();
        for (first, last, email) in [("José", "O'Neill", Some("jose@example.com")), ("Ana", "Díaz", None)] {
            application.borrowers.push(Borrower {
                id: Uuid::from_u128(application.borrowers.len() as u128 + 1),
                first_name: Some(first.into()),
                last_name: Some(last.into()),
                email: email.map(|email| email.parse().unwrap()),
                ..Borrower::default()
            });
        }
        application.property.address.line = Some("10655 Birch St".into());
        application.loan.note_amount = Some("200000".parse().unwrap());
        let projection = project(&application);
        assert_eq!(projection.borrower_name, "José O'Neill");
        assert_eq!(projection.sort_name, "oneill jose");
        assert_eq!(projection.words, "jose oneill jose@example.com ana diaz 10655 birch st");
        assert_eq!(projection.amount.to_string(), "200000.00");
    }

    #[test]
    fn the_words_of_any_number_of_borrowers_fit_into_an_index() {
        let borrower = Borrower { last_name: Some("Ωμέγα".repeat(20)), ..Borrower::default() };
        let application = Application { borrowers: vec![borrower; 30], ..Application::default() };
        let words = project(&application).words;
        assert!((WORDS_MAX - 4..=WORDS_MAX).contains(&words.len()), "{}", words.len());
    }

    #[test]
    fn an_empty_application_has_sort_keys_that_are_never_null() {
        let projection = project(&Application::default());
        assert_eq!((projection.borrower_name.as_str(), projection.sort_name.as_str()), ("No borrower", ""));
        assert_eq!(projection.amount, Money::ZERO);
    }
}
