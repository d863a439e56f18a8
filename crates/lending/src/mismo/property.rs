//! Sections 4a, L1 and L2: the property, and addresses in any section.

use super::{
    fields::fields,
    reading::{Element, Reading},
    values::{Note, Taken, Value},
    writing::Writing,
};
use crate::{
    application::{Address, SubjectProperty},
    values::{Money, StateCode},
};
use mismo34::{Path, Place, path};

fields! {
    const ADDRESS: Address = "ADDRESS" {
        "" {
            "AddressLineText": line,
            "AddressUnitIdentifier": unit,
            "CityName": city,
            "CountyName": county,
        }
    }

    /// Parts of an address in the United States.
    const DOMESTIC: Address = "ADDRESS" {
        "" { "PostalCode": postal_code, "StateCode": state }
    }

    const PROPERTY: SubjectProperty = "SUBJECT_PROPERTY" {
        "LEGAL_DESCRIPTIONS/LEGAL_DESCRIPTION/UNPARSED_LEGAL_DESCRIPTIONS/UNPARSED_LEGAL_DESCRIPTION" {
            "UnparsedLegalDescription": legal_description,
        }
        "LOCATION_IDENTIFIER/CENSUS_INFORMATION" { "CensusTractIdentifier": census_tract }
        "LOCATION_IDENTIFIER/FIPS_INFORMATION" { "FIPSCountyCode": fips_county, "FIPSStateNumericCode": fips_state }
        "LOCATION_IDENTIFIER/GENERAL_IDENTIFIER" { "MSAIdentifier": msa }
        "PROJECT/PROJECT_DETAIL" { "ProjectLegalStructureType": project_type }
        "PROPERTY_DETAIL" {
            "AttachmentType": attachment,
            "CommunityPropertyStateIndicator": community_property_state,
            "ConstructionMethodType": construction_method,
            "FHASecondaryResidenceIndicator": fha_secondary_residence,
            "FinancedUnitCount": unit_count,
            "PropertyAcquiredYear": acquired_year,
            "PropertyEstateType": estate,
            "PropertyEstimatedValueAmount": estimated_value,
            "PropertyExistingCleanEnergyLienIndicator": existing_clean_energy_lien,
            "PropertyExistingLienAmount": existing_liens_amount,
            "PropertyGroundLeaseExpirationDate": leasehold_ends_on,
            "PropertyInProjectIndicator": in_project,
            "PropertyMixedUsageIndicator": mixed_use,
            "PropertyOriginalCostAmount": original_cost,
            "PropertyStructureBuiltYear": year_built,
            "PropertyUsageType": usage,
            "PUDIndicator": planned_unit_development,
            "RentalEstimatedGrossMonthlyRentAmount": rental_income_gross,
            "RentalEstimatedNetMonthlyRentAmount": rental_income_net,
        }
        "PROPERTY_VALUATIONS/PROPERTY_VALUATION/PROPERTY_VALUATION_DETAIL" {
            "AppraisalIdentifier": appraisal_identifier,
            "PropertyValuationAmount": appraised_value,
        }
        "SALES_CONTRACTS/SALES_CONTRACT/SALES_CONTRACT_DETAIL" { "SalesContractAmount": purchase_price }
    }
}

const SUBJECT_PROPERTY: Path = Path::of("DEAL", "COLLATERALS/COLLATERAL/SUBJECT_PROPERTY");

const POSTAL_CODE: Path = Path::of("ADDRESS", "PostalCode");
const STATE_CODE: Path = Path::of("ADDRESS", "StateCode");
const STATE_NAME: Path = Path::of("ADDRESS", "StateName");

/// Placeholder that officers enter while the address is unknown.
const TO_BE_DETERMINED: &str = "TBD";

/// Reads the property.
pub(super) fn read(reading: &mut Reading<'_>) {
    let Some(element) = reading.deal.at(&SUBJECT_PROPERTY) else { return };
    let mut property = SubjectProperty::default();
    if let Some(address) = element.at(&path!("SUBJECT_PROPERTY", "ADDRESS")) {
        property.address = read_address(reading, address);
    }
    if property.address.line.as_deref().is_some_and(is_to_be_determined) {
        property.address.line = None;
        property.to_be_determined = Some(true);
    }
    reading.fields(element, PROPERTY, &mut property);
    property.lot_acquired_on =
        reading.value(element, &path!("SUBJECT_PROPERTY", "PROPERTY_DETAIL/PropertyAcquiredDate"));
    drop_zero(
        reading,
        element,
        &Path::of("SUBJECT_PROPERTY", "PROPERTY_DETAIL/PropertyEstimatedValueAmount"),
        &mut property.estimated_value,
    );
    drop_zero(
        reading,
        element,
        &path!(
            "SUBJECT_PROPERTY",
            "PROPERTY_VALUATIONS/PROPERTY_VALUATION/PROPERTY_VALUATION_DETAIL/PropertyValuationAmount"
        ),
        &mut property.appraised_value,
    );
    drop_zero(
        reading,
        element,
        &path!("SUBJECT_PROPERTY", "SALES_CONTRACTS/SALES_CONTRACT/SALES_CONTRACT_DETAIL/SalesContractAmount"),
        &mut property.purchase_price,
    );
    reading.application.property = property;
}

/// Whether an address line is a placeholder for an unknown address.
fn is_to_be_determined(line: &str) -> bool {
    [TO_BE_DETERMINED, "T.B.D.", "to be determined"].iter().any(|known| line.eq_ignore_ascii_case(known))
}

/// Some exporters write `0.00` for unknown amounts. A zero value, price or loan amount counts as absent.
pub(super) fn drop_zero<'d>(reading: &mut Reading<'d>, from: Element<'d>, path: &Path, amount: &mut Option<Money>) {
    if *amount == Some(Money::ZERO) {
        *amount = None;
        if let Some(point) = from.at(path) {
            let reason = "An amount of zero says nothing here. It was skipped.";
            reading.about(point, reason);
        }
    }
}

/// Writes the property.
pub(super) fn write(writing: &mut Writing<'_>, property: &SubjectProperty) {
    let place = writing.builder.within(writing.deal, &SUBJECT_PROPERTY);
    write_address(writing, place, &path!("SUBJECT_PROPERTY", "ADDRESS"), &property.address);
    if property.to_be_determined == Some(true) && property.address.line.is_none() {
        let line = path!("SUBJECT_PROPERTY", "ADDRESS/AddressLineText");
        writing.builder.value(place, &line, TO_BE_DETERMINED);
    }
    writing.fields(place, PROPERTY, property);
    let acquired_on = path!("SUBJECT_PROPERTY", "PROPERTY_DETAIL/PropertyAcquiredDate");
    writing.value(place, &acquired_on, property.lot_acquired_on.as_ref());
}

/// Reads an `ADDRESS`.
pub(super) fn read_address<'d>(reading: &mut Reading<'d>, element: Element<'d>) -> Address {
    let mut address = Address::default();
    reading.fields(element, ADDRESS, &mut address);
    let more: Option<String> = reading.value(element, &path!("ADDRESS", "AddressAdditionalLineText"));
    if let Some(more) = more {
        address.line = Some(match address.line.take() {
            Some(line) => format!("{line}, {more}"),
            None => more,
        });
    }
    read_country(reading, element, &mut address);
    match address.country {
        None => read_domestic(reading, element, &mut address),
        Some(_) => read_foreign(reading, element, &mut address),
    }
    address
}

fn read_domestic<'d>(reading: &mut Reading<'d>, element: Element<'d>, address: &mut Address) {
    reading.fields(element, DOMESTIC, address);
    if address.state.is_none()
        && let Some(name) = element.at(&STATE_NAME)
    {
        reading.take_point(name, |text| match StateCode::take(text) {
            Taken::As(state) | Taken::Meant(state) => {
                address.state = Some(state);
                None
            }
            Taken::Not(why) => Some(Note::Not(why)),
        });
    }
}

/// Reads province and postal code of an address abroad. A state or ZIP code of the United States stays one.
fn read_foreign<'d>(reading: &mut Reading<'d>, element: Element<'d>, address: &mut Address) {
    if let Some(text) = reading.value::<String>(element, &POSTAL_CODE) {
        address.postal_code = text.parse().ok();
        address.foreign_postal_code = Some(text).filter(|_| address.postal_code.is_none());
    }
    if let Some(text) = reading.value::<String>(element, &STATE_CODE) {
        address.state = text.parse().ok();
        address.province = Some(text).filter(|_| address.state.is_none());
    }
    let name: Option<String> = reading.value(element, &STATE_NAME);
    if address.state.is_none() {
        address.province = name.or(address.province.take());
    }
}

/// Reads the country. It stays empty for the United States.
fn read_country<'d>(reading: &mut Reading<'d>, element: Element<'d>, address: &mut Address) {
    let name = element.at(&path!("ADDRESS", "CountryName"));
    let Some(code) = element.at(&path!("ADDRESS", "CountryCode")).filter(|code| !code.text().is_empty()) else {
        let is_here = |text: &str| ["United States", "United States of America", "USA", "US"].contains(&text);
        if let Some(name) = name.filter(|name| is_here(name.text())) {
            reading.mark(name);
        }
        return;
    };
    if let Some(name) = name {
        reading.mark(name);
    }
    reading.take_point(code, |text| match text {
        "US" | "USA" => None,
        _ if text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase()) => {
            address.country = Some(text.to_owned());
            None
        }
        _ => Some(Note::Not("A country is written with two capital letters".to_owned())),
    });
}

/// Writes an address into the `ADDRESS` at the end of a path, unless it is empty.
pub(super) fn write_address(writing: &mut Writing<'_>, from: Place, path: &Path, address: &Address) {
    if *address != Address::default() {
        let place = writing.builder.within(from, path);
        writing.fields(place, ADDRESS, address);
        writing.fields(place, DOMESTIC, address);
        writing.value(place, &path!("ADDRESS", "CountryCode"), address.country.as_ref());
        if address.country.is_some() {
            let code = address.foreign_postal_code.as_ref().filter(|_| address.postal_code.is_none());
            writing.value(place, &POSTAL_CODE, code);
            writing.value(place, &STATE_NAME, address.province.as_ref().filter(|_| address.state.is_none()));
        }
    }
}
