//! Rules about the loan, the property, and the lists of sections 2 to 4.

use super::Collector;
use crate::{
    application::{FundsSource, LoanPurpose, MortgageType, PropertyEstate},
    form::{Section, groups},
};
use uuid::Uuid;

/// Most owned properties of a loan, and most mortgages of a property (URLA-21).
const PROPERTIES_MAX: usize = 20;
const MORTGAGES_MAX: usize = 10;

pub(super) fn check(found: &mut Collector) {
    property(found);
    terms(found);
    debts(found);
    real_estate(found);
    gifts(found);
    marks(found);
    license(found);
}

fn owner_of(found: &Collector, owners: &[Uuid]) -> Option<Uuid> {
    groups::group_of(&found.view.groups, owners).first().copied()
}

fn property(found: &mut Collector) {
    let application = found.view.application;
    let (property, loan) = (&application.property, &application.loan);
    let at = (Section::S4a, None);
    if property.unit_count.is_some_and(|units| !(1..=4).contains(&units)) {
        found.error("units", at, "property/unitCount".to_owned(), "Enter 1 to 4 units");
    }
    let is_other_program = loan.mortgage_type.is_some_and(|kind| kind != MortgageType::FHA);
    if property.fha_secondary_residence == Some(true) && is_other_program {
        let message = "Only an FHA loan can finance an FHA secondary residence";
        found.warn("fha-secondary-residence", at, "property/fhaSecondaryResidence".to_owned(), message);
    }
    if property.estate == Some(PropertyEstate::Leasehold) && property.leasehold_ends_on.is_none() {
        let message = "Enter the day on which the leasehold expires";
        found.warn("leasehold", (Section::L2, None), "property/leaseholdEndsOn".to_owned(), message);
    }
}

fn terms(found: &mut Collector) {
    let loan = &found.view.application.loan;
    let is_purchase = loan.purpose == Some(LoanPurpose::Purchase);
    if is_purchase && loan.refinance_cash_out.is_some() {
        let message = "A purchase has no refinance type. Clear it, or choose Refinance";
        found.error("refinance-type", (Section::L1, None), "loan/refinanceCashOut".to_owned(), message);
    }
}

fn debts(found: &mut Collector) {
    for debt in &found.view.application.liabilities {
        let has_reason = debt.exclusion_reason.as_deref().is_some_and(|reason| !reason.trim().is_empty());
        if debt.excluded == Some(true) && !has_reason {
            let at = (Section::S2c, owner_of(found, &debt.owners));
            let path = format!("liabilities/{}/exclusionReason", debt.id);
            found.error("exclusion-reason", at, path, "Enter why the debt is left out of the ratio");
        }
    }
}

fn real_estate(found: &mut Collector) {
    let application = found.view.application;
    let count = application.owned_properties.len();
    let first = owner_of(found, &[]);
    if count > PROPERTIES_MAX {
        let message = format!("Section 3 lists {count} properties. List at most {PROPERTIES_MAX}");
        found.warn("properties", (Section::S3a, first), "ownedProperties".to_owned(), message);
    }
    for property in &application.owned_properties {
        let mortgages = application.liabilities.iter().filter(|one| one.owned_property == Some(property.id)).count();
        let at = (Section::S3a, owner_of(found, &property.owners));
        if mortgages > MORTGAGES_MAX {
            let message = format!("The property has {mortgages} mortgages. List at most {MORTGAGES_MAX}");
            found.warn("mortgages", at, format!("ownedProperties/{}", property.id), message);
        }
        if mortgages > 0 && property.not_mortgaged == Some(true) {
            let message = "A mortgage is listed. Clear the mark, or remove the mortgage";
            found.warn("mark", at, format!("ownedProperties/{}/notMortgaged", property.id), message);
        }
    }
}

fn gifts(found: &mut Collector) {
    for asset in &found.view.application.assets {
        let has_text = asset.source_other.as_deref().is_some_and(|text| !text.trim().is_empty());
        if asset.source == Some(FundsSource::Other) && !has_text {
            let path = format!("assets/{}/sourceOther", asset.id);
            found.error("gift-source", (Section::S4d, None), path, "Describe the source, because it is Other");
        }
    }
}

/// A mark beside rows, which only a file can cause.
fn marks(found: &mut Collector) {
    for (section, owner) in found.view.sections() {
        let is_set = found.view.mark(section, owner).filter(|(_, is_set)| *is_set);
        if let Some((path, _)) = is_set.filter(|_| !found.view.rows(section, owner).is_empty()) {
            let message = format!("Section {section} has entries. Clear \"Does not apply\", or remove them");
            found.warn("mark", (section, owner), path, message);
        }
    }
}

/// [9] The officer's license in the property's state (URLA-36).
fn license(found: &mut Collector) {
    let application = found.view.application;
    let originator = &application.originator;
    if let (Some(state), Some(_), None) =
        (application.property.address.state, &originator.name, &originator.state_license)
    {
        let message = format!("No license for {state} on record");
        found.warn("license", (Section::S9, None), "originator/stateLicense".to_owned(), message);
    }
}
