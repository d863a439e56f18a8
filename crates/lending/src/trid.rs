//! The application as defined by Regulation Z: the six items that start the TRID disclosure deadlines.
//!
//! 12 CFR 1026.2(a)(3)(ii) requires the consumer's name, income, Social Security number, property address, an estimate
//! of the property's value, and the loan amount. The items can arrive in any order and from any source. The application
//! counts as received when the last of them arrives.

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
    /// Display name.
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

/// A missing item of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The item.
    pub item: Item,
    /// The borrower it belongs to, if it belongs to one. `None` if the application has no borrower yet.
    pub borrower: Option<Uuid>,
}

/// The items that an application lacks (TRID-07 to TRID-12). Empty if it is complete.
///
/// The value of a purchase is its price. The value of a refinance is the appraised value or the borrowers' estimate.
/// For other purposes any of them counts. A borrower's Social Security number counts as present when its last four
/// digits are shown.
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

/// A borrower's total monthly income. An income of zero is valid (TRID-12).
///
/// Totals that a file states beside its income items count only if it has no items.
#[must_use]
pub fn gross_monthly_income(borrower: &Borrower) -> Option<Money> {
    let items = borrower.incomes.iter().filter_map(|income| income.monthly_amount);
    let own_business = borrower.employments.iter().filter_map(|job| job.self_employed_income);
    let stated =
        borrower.employments.iter().filter_map(|job| job.stated_income).filter(|_| borrower.incomes.is_empty());
    items.chain(own_business).chain(stated).map(Money::cents).reduce(i64::saturating_add).map(Money::from_cents)
}

/// The six items of an imported application, as the TRID review displays and returns them (TRID-01 to TRID-03).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridData {
    /// The requested loan amount.
    pub loan_amount: Option<Money>,
    /// Purchase, refinance or other.
    pub loan_purpose: Option<LoanPurpose>,
    /// Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// Appraised value, or else the borrowers' estimate.
    pub appraised_value: Option<Money>,
    /// The day the application was received.
    #[serde(deserialize_with = "crate::days::optional")]
    #[schema(value_type = Option<String>, format = Date)]
    pub application_date: Option<Date>,
    /// How the property will be used.
    pub property_usage_type: Option<PropertyUsage>,
    /// The property that secures the loan.
    pub subject_property: TridProperty,
    /// The borrowers.
    pub borrowers: Vec<TridBorrower>,
}

/// The property of a [`TridData`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct TridProperty {
    /// Address of the property.
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
    /// Whether the property is still to be determined.
    #[serde(rename = "TBDInd")]
    pub tbd_ind: bool,
}

/// A borrower of a [`TridData`]. `Debug` omits the Social Security number.
#[skip_serializing_none]
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct TridBorrower {
    /// Id of the borrower in the application.
    #[serde(rename = "id")]
    pub id: Uuid,
    /// Social Security number.
    #[serde(rename = "SSN")]
    #[schema(value_type = Option<String>)]
    pub ssn: Option<TaxpayerIdentifier>,
    /// Total monthly income.
    pub gross_monthly_income: Option<Money>,
    /// First and last name.
    #[serde(default)]
    pub name: TridName,
    /// Monthly income by item.
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
    /// Extracts the items from an application.
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
