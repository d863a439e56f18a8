//! The application in the sense of Regulation Z: the six items that start the clocks of the integrated disclosures.
//!
//! 12 CFR 1026.2(a)(3)(ii): the consumer's name, income, social security number, the property's address, an estimate of its
//! value, and the amount of the loan. They may come in any order and from any source; with the last of them the application
//! has been received.

mod review;

use crate::{
    application::{Application, Borrower, Income, LoanPurpose, PropertyUsage, Secrets},
    values::{Money, PostalCode, StateCode, TaxpayerIdentifier},
    words,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use std::fmt;
use utoipa::ToSchema;
use uuid::Uuid;

words! {
    /// One of the six items.
    pub enum Item { Name, Income, SocialSecurityNumber, PropertyAddress, PropertyValue, LoanAmount }
}

impl Item {
    /// As it is said to people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Item::Name => "Name",
            Item::Income => "Income",
            Item::SocialSecurityNumber => "Social security number",
            Item::PropertyAddress => "Property address",
            Item::PropertyValue => "Property value",
            Item::LoanAmount => "Loan amount",
        }
    }
}

/// An item that an application lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Which.
    pub item: Item,
    /// Whose, where it is one of a person; the first borrower's where nobody borrows yet.
    pub borrower: Option<Uuid>,
}

/// What an application lacks of the six items (TRID-07 to TRID-12); nothing where it is complete.
///
/// The value of a purchase is its price, that of a refinance the appraised one or the borrowers' own estimate; where the purpose
/// is another, any of them. A number of a borrower is there when its last four digits are shown.
#[must_use]
pub fn missing(application: &Application) -> Vec<Missing> {
    let Application { loan, property, borrowers, .. } = application;
    let address = &property.address;
    let appraised = property.appraised_value.or(property.estimated_value);
    let value = match loan.purpose {
        Some(LoanPurpose::Purchase) => property.purchase_price,
        Some(LoanPurpose::Refinance) => appraised,
        Some(LoanPurpose::Other) | None => appraised.or(property.purchase_price),
    };
    let is_located = !property.to_be_determined.unwrap_or(false)
        && is_written(address.line.as_deref())
        && is_written(address.city.as_deref())
        && address.state.is_some()
        && address.postal_code.is_some();
    let mut missing = Vec::new();
    let mut lacks = |item, borrower| missing.push(Missing { item, borrower });
    for borrower in borrowers {
        let id = Some(borrower.id);
        if !is_written(borrower.first_name.as_deref()) || !is_written(borrower.last_name.as_deref()) {
            lacks(Item::Name, id);
        }
        if gross_monthly_income(borrower).is_none() {
            lacks(Item::Income, id);
        }
        if borrower.taxpayer_identifier_last_four.is_none() {
            lacks(Item::SocialSecurityNumber, id);
        }
    }
    if borrowers.is_empty() {
        for item in [Item::Name, Item::Income, Item::SocialSecurityNumber] {
            lacks(item, None);
        }
    }
    if !is_located {
        lacks(Item::PropertyAddress, None);
    }
    if !is_given(value) {
        lacks(Item::PropertyValue, None);
    }
    if !is_given(loan.base_amount.or(loan.note_amount)) {
        lacks(Item::LoanAmount, None);
    }
    missing
}

fn is_written(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

fn is_given(amount: Option<Money>) -> bool {
    amount.is_some_and(|amount| amount.cents() > 0)
}

/// What a borrower earns a month, all of it; an income of zero is one (TRID-12).
///
/// Sums that a file states beside their items are counted where there are no items.
#[must_use]
pub fn gross_monthly_income(borrower: &Borrower) -> Option<Money> {
    let items = borrower.incomes.iter().filter_map(|income| income.monthly_amount);
    let own_business = borrower.employments.iter().filter_map(|job| job.self_employed_income);
    let stated =
        borrower.employments.iter().filter_map(|job| job.stated_income).filter(|_| borrower.incomes.is_empty());
    items.chain(own_business).chain(stated).map(Money::cents).reduce(i64::saturating_add).map(Money::from_cents)
}

/// An imported application's items as the TRID review shows them and takes them back (TRID-01 to TRID-03).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridData {
    /// The amount that is asked for.
    pub loan_amount: Option<Money>,
    /// Purchase, refinance or other.
    pub loan_purpose: Option<LoanPurpose>,
    /// Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// Value by appraisal, else as the borrowers estimate it.
    pub appraised_value: Option<Money>,
    /// The day the application was received.
    #[schema(value_type = Option<String>, format = Date)]
    pub application_date: Option<Date>,
    /// How the property will be used.
    pub property_usage_type: Option<PropertyUsage>,
    /// The property that secures the loan.
    pub subject_property: TridProperty,
    /// Who borrows.
    pub borrowers: Vec<TridBorrower>,
}

/// The property of a [`TridData`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridProperty {
    /// Where it is.
    pub address: TridAddress,
}

/// The address of a [`TridProperty`].
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridAddress {
    /// Number and street.
    pub line_text: Option<String>,
    /// ZIP code.
    pub postal_code: Option<PostalCode>,
    /// City.
    pub city_name: Option<String>,
    /// State.
    pub state_code: Option<StateCode>,
    /// Still to be determined.
    #[serde(rename = "TBDInd")]
    pub tbd_ind: bool,
}

/// A borrower of a [`TridData`]. `Debug` does not tell the number.
#[skip_serializing_none]
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct TridBorrower {
    /// The item's id in the application.
    #[serde(rename = "id")]
    pub id: Uuid,
    /// Social security number.
    #[serde(rename = "SSN")]
    #[schema(value_type = Option<String>)]
    pub ssn: Option<TaxpayerIdentifier>,
    /// What is earned a month, all of it.
    pub gross_monthly_income: Option<Money>,
    /// First and last name.
    #[serde(default)]
    pub name: TridName,
    /// What is earned, item by item.
    #[serde(default)]
    pub incomes: Vec<Income>,
}

impl fmt::Debug for TridBorrower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TridBorrower({})", self.id)
    }
}

/// The name of a [`TridBorrower`].
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridName {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
}

impl TridData {
    /// The items of an application.
    #[must_use]
    pub fn of(application: &Application, secrets: &Secrets) -> Self {
        let Application { loan, property, borrowers, .. } = application;
        let address = &property.address;
        let borrower = |borrower: &Borrower| TridBorrower {
            id: borrower.id,
            ssn: secrets.borrowers.get(&borrower.id).and_then(|sealed| sealed.taxpayer_identifier.clone()),
            gross_monthly_income: gross_monthly_income(borrower),
            name: TridName { first_name: borrower.first_name.clone(), last_name: borrower.last_name.clone() },
            incomes: borrower.incomes.clone(),
        };
        Self {
            loan_amount: loan.base_amount.or(loan.note_amount),
            loan_purpose: loan.purpose,
            purchase_price: property.purchase_price,
            appraised_value: property.appraised_value.or(property.estimated_value),
            application_date: loan.application_received_on,
            property_usage_type: property.usage,
            subject_property: TridProperty {
                address: TridAddress {
                    line_text: address.line.clone(),
                    postal_code: address.postal_code.clone(),
                    city_name: address.city.clone(),
                    state_code: address.state,
                    tbd_ind: property.to_be_determined.unwrap_or(false),
                },
            },
            borrowers: borrowers.iter().map(borrower).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
