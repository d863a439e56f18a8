//! Section 8: demographic information. All of it is encrypted.

use super::{
    fields::fields,
    reading::{Element, Reading},
    writing::Writing,
};
use crate::application::{Demographics, Ethnicity, EthnicityOrigin, Race, RaceDesignation, Sex};
use mismo34::{Path, Place, name, path};

fields! {
    const DETAIL: Demographics = "GOVERNMENT_MONITORING" {
        "GOVERNMENT_MONITORING_DETAIL" {
            "HMDAEthnicityCollectedBasedOnVisualObservationOrSurnameIndicator": ethnicity_observed,
            "HMDAEthnicityRefusalIndicator": ethnicity_refused,
            "HMDAGenderCollectedBasedOnVisualObservationOrNameIndicator": sex_observed,
            "HMDAGenderRefusalIndicator": sex_refused,
            "HMDARaceCollectedBasedOnVisualObservationOrSurnameIndicator": race_observed,
            "HMDARaceRefusalIndicator": race_refused,
        }
        "GOVERNMENT_MONITORING_DETAIL/EXTENSION/OTHER/ULAD:GOVERNMENT_MONITORING_DETAIL_EXTENSION" {
            "ULAD:ApplicationTakenMethodType": taken_by,
        }
    }
}

const SEX: Path = Path::of(
    "GOVERNMENT_MONITORING",
    "GOVERNMENT_MONITORING_DETAIL/EXTENSION/OTHER/ULAD:GOVERNMENT_MONITORING_DETAIL_EXTENSION/ULAD:HMDAGenderType",
);
const ETHNICITY: Path = Path::of(
    "GOVERNMENT_MONITORING",
    "EXTENSION/OTHER/ULAD:GOVERNMENT_MONITORING_EXTENSION/ULAD:HMDA_ETHNICITIES/ULAD:HMDA_ETHNICITY",
);
const ORIGIN: Path = Path::of("GOVERNMENT_MONITORING", "HMDA_ETHNICITY_ORIGINS/HMDA_ETHNICITY_ORIGIN");
const RACE: Path = Path::of("GOVERNMENT_MONITORING", "HMDA_RACES/HMDA_RACE");
const RACE_TYPE: Path = Path::of("HMDA_RACE", "HMDA_RACE_DETAIL/HMDARaceType");
const TRIBE: Path = Path::of("HMDA_RACE", "HMDA_RACE_DETAIL/HMDARaceTypeAdditionalDescription");
const DESIGNATION: Path = Path::of("HMDA_RACE", "HMDA_RACE_DESIGNATIONS/HMDA_RACE_DESIGNATION");

/// Paths of a designation and its descriptions: first the agencies' extension, then plain MISMO.
const DESIGNATION_TYPES: [Path; 2] = [
    Path::of(
        "HMDA_RACE_DESIGNATION",
        "EXTENSION/OTHER/ULAD:HMDA_RACE_DESIGNATION_EXTENSION/ULAD:HMDARaceDesignationType",
    ),
    Path::of("HMDA_RACE_DESIGNATION", "HMDARaceDesignationType"),
];
const OTHER_ASIAN: [Path; 2] = [
    Path::of(
        "HMDA_RACE_DESIGNATION",
        "EXTENSION/OTHER/ULAD:HMDA_RACE_DESIGNATION_EXTENSION/ULAD:HMDARaceDesignationOtherAsianDescription",
    ),
    Path::of("HMDA_RACE_DESIGNATION", "HMDARaceDesignationOtherAsianDescription"),
];
const OTHER_PACIFIC_ISLANDER: [Path; 2] = [
    Path::of(
        "HMDA_RACE_DESIGNATION",
        "EXTENSION/OTHER/ULAD:HMDA_RACE_DESIGNATION_EXTENSION/ULAD:HMDARaceDesignationOtherPacificIslanderDescription",
    ),
    Path::of("HMDA_RACE_DESIGNATION", "HMDARaceDesignationOtherPacificIslanderDescription"),
];

/// Reads a borrower's answers.
pub(super) fn read<'d>(reading: &mut Reading<'d>, borrower: Element<'d>, answers: &mut Demographics) {
    let Some(element) = borrower.child(name!("GOVERNMENT_MONITORING")) else { return };
    reading.fields(element, DETAIL, answers);
    answers.sexes.extend(reading.value::<Sex>(element, &SEX));
    for ethnicity in element.every(&ETHNICITY) {
        let path = path!("ULAD:HMDA_ETHNICITY", "ULAD:HMDAEthnicityType");
        answers.ethnicities.extend(reading.value::<Ethnicity>(ethnicity, &path));
    }
    for origin in element.every(&ORIGIN) {
        let path = path!("HMDA_ETHNICITY_ORIGIN", "HMDAEthnicityOriginType");
        answers.ethnicity_origins.extend(reading.value::<EthnicityOrigin>(origin, &path));
        if answers.ethnicity_other.is_none() {
            let path = path!("HMDA_ETHNICITY_ORIGIN", "HMDAEthnicityOriginTypeOtherDescription");
            answers.ethnicity_other = reading.value(origin, &path);
        }
    }
    for race in element.every(&RACE) {
        answers.races.extend(reading.value::<Race>(race, &RACE_TYPE));
        if answers.tribe.is_none() {
            answers.tribe = reading.value(race, &TRIBE);
        }
        for designation in race.every(&DESIGNATION) {
            for path in &DESIGNATION_TYPES {
                answers.race_designations.extend(reading.value::<RaceDesignation>(designation, path));
            }
            for path in &OTHER_ASIAN {
                answers.other_asian = answers.other_asian.take().or_else(|| reading.value(designation, path));
            }
            for path in &OTHER_PACIFIC_ISLANDER {
                let text = &mut answers.other_pacific_islander;
                *text = text.take().or_else(|| reading.value(designation, path));
            }
        }
    }
}

/// The race that a designation belongs to (12 CFR 1003 appendix B).
const fn race_of(designation: RaceDesignation) -> Race {
    use RaceDesignation as D;
    match designation {
        D::AsianIndian | D::Chinese | D::Filipino | D::Japanese | D::Korean | D::OtherAsian | D::Vietnamese => {
            Race::Asian
        }
        D::GuamanianOrChamorro | D::NativeHawaiian | D::OtherPacificIslander | D::Samoan => {
            Race::NativeHawaiianOrOtherPacificIslander
        }
        D::PrincipalTribe => Race::AmericanIndianOrAlaskaNative,
    }
}

/// Writes a borrower's answers.
pub(super) fn write(writing: &mut Writing<'_>, borrower: Place, answers: &Demographics) {
    if answers.is_empty() {
        return;
    }
    let place = writing.builder.within(borrower, &path!("BORROWER", "GOVERNMENT_MONITORING"));
    writing.fields(place, DETAIL, answers);
    let sex = match answers.sexes[..] {
        [] => None,
        [sex] => Some(sex),
        _ => Some(Sex::ApplicantSelectedBothMaleAndFemale),
    };
    writing.value(place, &SEX, sex.as_ref());
    for ethnicity in &answers.ethnicities {
        let element = writing.builder.add(place, &ETHNICITY);
        writing.value(element, &path!("ULAD:HMDA_ETHNICITY", "ULAD:HMDAEthnicityType"), Some(ethnicity));
    }
    for origin in &answers.ethnicity_origins {
        let element = writing.builder.add(place, &ORIGIN);
        writing.value(element, &path!("HMDA_ETHNICITY_ORIGIN", "HMDAEthnicityOriginType"), Some(origin));
        if *origin == EthnicityOrigin::Other {
            let other = path!("HMDA_ETHNICITY_ORIGIN", "HMDAEthnicityOriginTypeOtherDescription");
            writing.value(element, &other, answers.ethnicity_other.as_ref());
        }
    }
    write_races(writing, place, answers);
}

/// Writes races with their designations. A race that wasn't selected is written only to hold its designations.
fn write_races(writing: &mut Writing<'_>, place: Place, answers: &Demographics) {
    let mut chosen: Vec<(Race, bool)> = answers.races.iter().map(|race| (*race, true)).collect();
    let has_tribe = answers.tribe.is_some();
    for designation in &answers.race_designations {
        let race = race_of(*designation);
        let is_said = *designation != RaceDesignation::PrincipalTribe || has_tribe;
        if is_said && !chosen.iter().any(|(known, _)| *known == race) {
            chosen.push((race, false));
        }
    }
    for (race, is_chosen) in chosen {
        let element = writing.builder.add(place, &RACE);
        if is_chosen {
            writing.value(element, &RACE_TYPE, Some(&race));
        }
        if race == Race::AmericanIndianOrAlaskaNative {
            writing.value(element, &TRIBE, answers.tribe.as_ref());
        }
        let own = answers.race_designations.iter().filter(|designation| race_of(**designation) == race);
        for designation in own.filter(|designation| **designation != RaceDesignation::PrincipalTribe) {
            let place = writing.builder.add(element, &DESIGNATION);
            writing.value(place, &DESIGNATION_TYPES[0], Some(designation));
            let (path, text) = match designation {
                RaceDesignation::OtherAsian => (&OTHER_ASIAN[0], &answers.other_asian),
                RaceDesignation::OtherPacificIslander => (&OTHER_PACIFIC_ISLANDER[0], &answers.other_pacific_islander),
                _ => continue,
            };
            writing.value(place, path, text.as_ref());
        }
    }
}
