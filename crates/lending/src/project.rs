//! Projects an application onto the columns that lists, filters, matching and deadlines read.
//!
//! One pure function computes every column, in the transaction that writes the document. No other code writes these
//! columns, so the projection can be recomputed at any time and compared.

use crate::{
    application::{AmortizationType, Application, Borrower, LienPriority, LoanPurpose, MortgageType, PropertyUsage},
    values::{Money, Rate, StateCode, name_key},
};
use jiff::civil::Date;
use uuid::Uuid;

/// The projected columns of `loan`, the rows of `loan_borrower` and the row of `subject_property`.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The primary borrower's display name, such as `Ken Customer`, or `No borrower`.
    pub borrower_name: String,
    /// Sort key of lists: last name first, in lowercase without accents.
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
    /// Requested amount: the base amount, or else the note amount, or else zero.
    pub amount: Money,
    /// Amount on the note.
    pub note_amount: Option<Money>,
    /// Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// Appraised value, or else the borrowers' estimate.
    pub appraised_value: Option<Money>,
    /// Interest rate on the note.
    pub note_rate: Option<Rate>,
    /// Term in months.
    pub term_months: Option<u16>,
    /// The day the application was received.
    pub application_on: Option<Date>,
    /// Every borrower, with the primary borrower first.
    pub borrowers: Vec<ProjectedBorrower>,
    /// The subject property.
    pub property: ProjectedProperty,
    /// Search text, at most [`WORDS_MAX`] bytes. The store appends the loan's numbers.
    pub words: String,
}

/// Maximum bytes of a loan's search text. An index row is limited to 2,704 bytes and also holds its keys.
pub const WORDS_MAX: usize = 1_800;

/// A row of `loan_borrower`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedBorrower {
    /// Id of the borrower in the application.
    pub id: Uuid,
    /// First name, or empty if unknown.
    pub first_name: String,
    /// Last name, or empty if unknown.
    pub last_name: String,
    /// First and last name, normalized for comparison.
    pub name_key: String,
    /// Email as entered.
    pub email: Option<String>,
    /// Email, normalized for comparison.
    pub email_key: Option<String>,
    /// Digits of the cell phone, or else of the home phone.
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
    /// ZIP code with five or nine digits.
    pub postal_code: Option<String>,
    /// The property hasn't been found yet.
    pub is_to_be_determined: bool,
    /// Number of units.
    pub unit_count: Option<u16>,
}

/// Computes the projection of an application.
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

/// Truncates the search text to what fits into an index row beside its keys. That is room for about 20 borrowers.
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
    fn lists_sort_by_last_name_and_search_covers_every_name() {
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
    fn the_search_text_of_many_borrowers_fits_into_an_index_row() {
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
