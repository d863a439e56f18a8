//! The property and its title: 02A, PAI, 02B, 02C, 02D, 99B, LNC, GOA, LMD and parts of ADS.

use super::{
    reading::Reading,
    words::{ESTATES, USAGES},
    writing::{Writing, code},
};
use crate::application::{
    Address, Attachment, ConstructionMethod, ProjectLegalStructure, SubjectProperty, Title, Titleholder,
};
use fnma32::records::{
    additional_data, community_lending, construction_or_refinance, features, fha_va, property, property_address,
    purpose, titleholder, transaction, valuation,
};

/// Placeholder in the street field while no property has been found.
const TO_BE_DETERMINED: &str = "TBD";

/// The code of 99B-030 for an unknown owner.
const UNKNOWN_OWNER: &str = "F1";

pub(super) fn read(reading: &mut Reading) {
    read_address(reading);
    if let Some(record) = reading.once(&purpose::LAYOUT) {
        reading.application.property.usage = reading.word(record, &purpose::USAGE, USAGES);
        reading.application.property.estate = reading.word(record, &purpose::ESTATE, ESTATES);
        reading.application.property.leasehold_ends_on = reading.date(record, &purpose::LEASEHOLD_EXPIRATION);
        reading.application.title.manner = reading.string(record, &purpose::TITLE_MANNER);
    }
    if let Some(record) = reading.once(&construction_or_refinance::LAYOUT) {
        use construction_or_refinance::{ACQUIRED_YEAR, EXISTING_LIENS, IMPROVEMENT_COST, LOT_VALUE, ORIGINAL_COST};
        reading.application.property.acquired_year = reading.year(record, &ACQUIRED_YEAR);
        reading.application.property.original_cost = reading.money(record, &ORIGINAL_COST);
        reading.application.property.existing_liens_amount = reading.money(record, &EXISTING_LIENS);
        reading.application.property.lot_value = reading.money(record, &LOT_VALUE);
        reading.application.property.construction_cost = reading.money(record, &IMPROVEMENT_COST);
    }
    let property = &reading.application.property;
    if property.to_be_determined.is_none() && (property.address.line.is_none() || property.address.state.is_none()) {
        let reason = "The file does not tell where the property is: its street or its state is missing.";
        reading.missing(&property::LAYOUT, &property::STREET, reason);
    }
    read_value(reading);
    read_kind(reading);
    read_identifiers(reading);
    for record in reading.filled(&titleholder::LAYOUT) {
        let holder = Titleholder {
            id: reading.new_id(),
            name: reading.string(record, &titleholder::NAME),
            ..Titleholder::default()
        };
        reading.application.title.holders.push(holder);
    }
}

fn read_address(reading: &mut Reading) {
    if let Some(record) = reading.once(&property::LAYOUT) {
        let street = reading.string(record, &property::STREET);
        let undetermined = street.as_deref().is_some_and(|street| {
            [TO_BE_DETERMINED, "T.B.D.", "to be determined"].iter().any(|known| street.eq_ignore_ascii_case(known))
        });
        reading.application.property = SubjectProperty {
            address: Address {
                line: street.filter(|_| !undetermined),
                city: reading.string(record, &property::CITY),
                state: reading.parsed(record, &property::STATE),
                postal_code: reading.postal_code(record, &property::ZIP, &property::ZIP_PLUS_FOUR),
                ..Address::default()
            },
            to_be_determined: undetermined.then_some(true),
            unit_count: reading.count(record, &property::UNITS),
            legal_description: reading.string(record, &property::LEGAL_DESCRIPTION),
            year_built: reading.year(record, &property::YEAR_BUILT),
            ..SubjectProperty::default()
        };
        reading.leave(record, &property::LEGAL_DESCRIPTION_CODE);
    }
    if let Some(record) = reading.once(&property_address::LAYOUT) {
        let unit = reading.string(record, &property_address::UNIT);
        let number = reading.text(record, &property_address::HOUSE_NUMBER);
        let street = reading.text(record, &property_address::STREET_NAME);
        let address = &mut reading.application.property.address;
        address.unit = unit;
        if address.line.is_none() {
            let parts: Vec<&str> = [number, street].into_iter().flatten().collect();
            address.line = (!parts.is_empty()).then(|| parts.join(" "));
        }
    }
    let county = match reading.once(&fha_va::LAYOUT) {
        Some(record) => reading.string(record, &fha_va::COUNTY),
        None => None,
    };
    let community_county = match reading.once(&community_lending::LAYOUT) {
        Some(record) => reading.string(record, &community_lending::COUNTY),
        None => None,
    };
    reading.application.property.address.county = county.or(community_county);
}

fn read_value(reading: &mut Reading) {
    if let Some(record) = reading.once(&transaction::LAYOUT) {
        reading.application.property.purchase_price = reading.money_above_zero(record, &transaction::PURCHASE_PRICE);
    }
    if let Some(record) = reading.once(&valuation::LAYOUT) {
        if record.get(&valuation::MORTGAGE_OWNER) == Some(UNKNOWN_OWNER) {
            reading.leave(record, &valuation::MORTGAGE_OWNER);
        }
        let value = reading.money_above_zero(record, &valuation::VALUE);
        match reading.text(record, &valuation::VALUE_KIND) {
            Some("01") => reading.application.property.appraised_value = value,
            // A value that isn't marked as an appraisal is an estimate.
            _ => reading.application.property.estimated_value = value,
        }
    }
}

fn read_kind(reading: &mut Reading) {
    let Some(record) = reading.once(&features::LAYOUT) else { return };
    let code = reading.text(record, &features::PROPERTY_KIND);
    let property = &mut reading.application.property;
    let mut project = |kind| {
        property.in_project = Some(true);
        property.project_type = kind;
    };
    match code {
        Some("01") => property.attachment = Some(Attachment::Detached),
        Some("02") => property.attachment = Some(Attachment::Attached),
        Some("03" | "07") => project(Some(ProjectLegalStructure::Condominium)),
        Some("04") => {
            project(None);
            property.planned_unit_development = Some(true);
        }
        Some("05") => project(Some(ProjectLegalStructure::Cooperative)),
        Some("08") => property.construction_method = Some(ConstructionMethod::Manufactured),
        Some("09") => {
            project(Some(ProjectLegalStructure::Condominium));
            property.attachment = Some(Attachment::Detached);
        }
        Some("10") => {
            project(None);
            property.construction_method = Some(ConstructionMethod::Manufactured);
        }
        _ => {}
    }
    // The only project class that means "not in a project".
    if record.get(&features::PROJECT_CLASS) == Some("16") {
        reading.leave(record, &features::PROJECT_CLASS);
        let in_project = &mut reading.application.property.in_project;
        *in_project = in_project.or(Some(false));
    }
}

fn read_identifiers(reading: &mut Reading) {
    if let Some((_, identifier)) = reading.additional_value("AppraisalIdentifier") {
        reading.application.property.appraisal_identifier = Some(identifier.to_owned());
    }
    // Two digits of the state, three of the county, and up to six of the census tract.
    if let Some((record, code)) = reading.additional_value("FIPSCodeIdentifier") {
        let digits: String = code.chars().filter(char::is_ascii_digit).collect();
        match (digits.get(..2), digits.get(2..5), digits.get(5..)) {
            (Some(state), Some(county), Some(tract)) if digits.len() <= 11 => {
                let property = &mut reading.application.property;
                property.fips_state = Some(state.to_owned());
                property.fips_county = Some(county.to_owned());
                property.census_tract = match tract.split_at_checked(4) {
                    _ if tract.is_empty() => None,
                    Some((tract, suffix)) if !suffix.is_empty() => Some(format!("{tract}.{suffix}")),
                    _ => Some(tract.to_owned()),
                };
            }
            _ => reading.wrong(
                record,
                &additional_data::VALUE,
                "The FIPS code has five digits, or eleven with the census tract.",
            ),
        }
    }
}

pub(super) fn write(writing: &mut Writing) {
    let SubjectProperty {
        address,
        to_be_determined,
        usage,
        unit_count,
        estimated_value,
        appraised_value,
        purchase_price,
        estate,
        leasehold_ends_on,
        attachment,
        construction_method,
        in_project,
        project_type,
        planned_unit_development,
        mixed_use: _,
        fha_secondary_residence: _,
        community_property_state: _,
        existing_clean_energy_lien: _,
        year_built,
        acquired_year,
        original_cost,
        existing_liens_amount,
        lot_acquired_on: _,
        lot_original_cost: _,
        lot_value,
        construction_cost,
        appraisal_waiver: _,
        appraisal_identifier,
        legal_description,
        census_tract,
        fips_county,
        fips_state,
        msa: _,
        rental_income_gross: _,
        rental_income_net: _,
    } = &writing.application.property;
    let Address { line, unit, city, county, state, postal_code, province: _, foreign_postal_code: _, country: _ } =
        address;
    let Title { holders, manner, trusts: _, land_tenure: _ } = &writing.application.title;

    let row = writing.once(&property::LAYOUT);
    let undetermined = to_be_determined.filter(|yes| *yes && line.is_none()).map(|_| TO_BE_DETERMINED.to_owned());
    row.put(&property::STREET, line.clone().or(undetermined));
    row.put(&property::CITY, city.as_ref());
    row.put(&property::STATE, *state);
    let (zip, plus_four) = postal_code.as_ref().map_or(("", ""), |code| code.digits().split_at(5));
    row.put(&property::ZIP, Some(zip));
    row.put(&property::ZIP_PLUS_FOUR, Some(plus_four));
    row.put(&property::UNITS, *unit_count);
    row.put(&property::LEGAL_DESCRIPTION_CODE, legal_description.as_ref().map(|_| "F1"));
    row.put(&property::LEGAL_DESCRIPTION, legal_description.as_ref());
    row.put(&property::YEAR_BUILT, *year_built);
    if unit.is_some() {
        let row = writing.once(&property_address::LAYOUT);
        let (number, street) = match line.as_deref().and_then(|line| line.split_once(' ')) {
            Some((number, street)) if number.starts_with(|c: char| c.is_ascii_digit()) => (Some(number), Some(street)),
            _ => (None, line.as_deref()),
        };
        row.put(&property_address::HOUSE_NUMBER, number);
        row.put(&property_address::STREET_NAME, street);
        row.put(&property_address::UNIT, unit.as_ref());
    }
    writing.once(&fha_va::LAYOUT).put(&fha_va::COUNTY, county.as_ref());

    let row = writing.once(&purpose::LAYOUT);
    row.word(&purpose::USAGE, USAGES, *usage);
    row.put(&purpose::TITLE_MANNER, manner.as_ref());
    row.put(&purpose::ESTATE, code(ESTATES, estate.as_ref()));
    row.date(&purpose::LEASEHOLD_EXPIRATION, *leasehold_ends_on);
    for Titleholder { id: _, name, is_current: _, vesting: _ } in holders {
        writing.row(&titleholder::LAYOUT).put(&titleholder::NAME, name.as_ref());
    }

    let row = writing.once(&construction_or_refinance::LAYOUT);
    row.put(&construction_or_refinance::ACQUIRED_YEAR, *acquired_year);
    row.put(&construction_or_refinance::ORIGINAL_COST, *original_cost);
    row.put(&construction_or_refinance::EXISTING_LIENS, *existing_liens_amount);
    row.put(&construction_or_refinance::LOT_VALUE, *lot_value);
    row.put(&construction_or_refinance::IMPROVEMENT_COST, *construction_cost);

    writing.once(&transaction::LAYOUT).put(&transaction::PURCHASE_PRICE, *purchase_price);
    let row = writing.once(&valuation::LAYOUT);
    row.put(&valuation::VALUE, appraised_value.or(*estimated_value));
    row.put(
        &valuation::VALUE_KIND,
        match (appraised_value, estimated_value) {
            (Some(_), _) => Some("01"),
            (None, Some(_)) => Some("02"),
            (None, None) => None,
        },
    );

    let manufactured = matches!(
        construction_method,
        Some(ConstructionMethod::Manufactured | ConstructionMethod::MobileHome | ConstructionMethod::OnFrameModular)
    );
    let row = writing.once(&features::LAYOUT);
    row.put(
        &features::PROPERTY_KIND,
        match (project_type, attachment) {
            _ if manufactured && *in_project == Some(true) => Some("10"),
            _ if manufactured => Some("08"),
            (Some(ProjectLegalStructure::Condominium), Some(Attachment::Detached)) => Some("09"),
            (Some(ProjectLegalStructure::Condominium), _) => Some("03"),
            (Some(ProjectLegalStructure::Cooperative | ProjectLegalStructure::CommonInterestApartment), _) => {
                Some("05")
            }
            _ if *planned_unit_development == Some(true) => Some("04"),
            (_, Some(Attachment::Attached)) => Some("02"),
            (_, Some(Attachment::Detached | Attachment::SemiDetached)) => Some("01"),
            (_, None) => None,
        },
    );
    row.put(&features::PROJECT_CLASS, in_project.filter(|in_project| !in_project).map(|_| "16"));

    writing.additional("AppraisalIdentifier", appraisal_identifier.as_ref());
    if let (Some(state), Some(county)) = (fips_state, fips_county) {
        let tract = census_tract.as_deref().unwrap_or("").replace('.', "");
        writing.additional("FIPSCodeIdentifier", Some(format!("{state}{county}{tract}")));
    }
}
