//! Every record type of the format, in file order.
//!
//! Source: Fannie Mae, Residential Loan Data 1003 Version 3.2 integration guide (2017). The tables correct its
//! misprints: 04A-090 is in column 129, 06H-060 has 35 columns, 10B-100 starts in column 223, 99B has three blank
//! columns before 99B-080, the name field of ADS has 35 columns, BUA and IDA have their own record ids in the first
//! three columns.

mod applicants;
mod case;
mod community;
mod details;
mod envelope;
mod government;
mod loan;
mod money;
mod product_data;

pub use applicants::*;
pub use case::*;
pub use community::*;
pub use details::*;
pub use envelope::*;
pub use government::*;
pub use loan::*;
pub use money::*;
pub use product_data::*;

use crate::layout::Layout;

/// The tables of all record types, in file order.
pub static ALL: &[&Layout] = &[
    &envelope_header::LAYOUT,
    &transaction_header::LAYOUT,
    &processing::LAYOUT,
    &header::LAYOUT,
    &qualification::LAYOUT,
    &mortgage::LAYOUT,
    &property::LAYOUT,
    &property_address::LAYOUT,
    &purpose::LAYOUT,
    &titleholder::LAYOUT,
    &construction_or_refinance::LAYOUT,
    &down_payment::LAYOUT,
    &applicant::LAYOUT,
    &dependent::LAYOUT,
    &residence::LAYOUT,
    &primary_employer::LAYOUT,
    &other_employer::LAYOUT,
    &housing_expense::LAYOUT,
    &income::LAYOUT,
    &cash_deposit::LAYOUT,
    &life_insurance::LAYOUT,
    &asset::LAYOUT,
    &automobile::LAYOUT,
    &expense::LAYOUT,
    &owned_property::LAYOUT,
    &alias::LAYOUT,
    &liability::LAYOUT,
    &summary::LAYOUT,
    &transaction::LAYOUT,
    &credit::LAYOUT,
    &declarations::LAYOUT,
    &explanation::LAYOUT,
    &signature::LAYOUT,
    &demographics::LAYOUT,
    &originator::LAYOUT,
    &race::LAYOUT,
    &switch::LAYOUT,
    &valuation::LAYOUT,
    &additional_data::LAYOUT,
    &mortgage_score::LAYOUT,
    &features::LAYOUT,
    &product::LAYOUT,
    &payment::LAYOUT,
    &adjustable_rate::LAYOUT,
    &payment_adjustment::LAYOUT,
    &rate_adjustment::LAYOUT,
    &buydown::LAYOUT,
    &government_header::LAYOUT,
    &fha_lender::LAYOUT,
    &fha_va::LAYOUT,
    &fha::LAYOUT,
    &va::LAYOUT,
    &va_taxes::LAYOUT,
    &government_applicant::LAYOUT,
    &community_lending::LAYOUT,
    &transaction_trailer::LAYOUT,
    &envelope_trailer::LAYOUT,
];
