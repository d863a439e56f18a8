//! Demographic answers: 10A and 10R as asked before 2018, ADS as asked since. All of them are encrypted.
//!
//! ADS writes `SSN:value`, and for races `SSN:n:value`. The number n groups a race with its designations.

use super::{
    reading::Reading,
    words::{ETHNICITIES, NOT_PROVIDED, RACES, SEXES},
    writing::{Writing, code},
};
use crate::application::{ApplicationTakenMethod, Demographics, Ethnicity, Race, RaceDesignation, Sex};
use fnma32::{
    Record,
    records::{additional_data, applicant, demographics, race},
};
use std::{collections::HashSet, str::FromStr};
use uuid::Uuid;

pub(super) fn read(reading: &mut Reading) {
    for (record, place) in reading.once_each(&demographics::LAYOUT) {
        let refused = reading.yes(record, &demographics::REFUSED);
        let answers = Demographics {
            ethnicities: reading.word(record, &demographics::ETHNICITY, ETHNICITIES).into_iter().collect(),
            ethnicity_refused: refused,
            race_refused: refused,
            sexes: reading.word(record, &demographics::SEX, SEXES).into_iter().collect(),
            sex_refused: refused,
            ..Demographics::default()
        };
        *sealed(reading, place) = answers;
    }
    for (record, place) in reading.owned(&race::LAYOUT) {
        let race = reading.word(record, &race::RACE, RACES);
        sealed(reading, place).races.extend(race);
    }
    let mut answered = HashSet::new();
    for record in reading.filled(&additional_data::LAYOUT) {
        if let Some(name) = record.get(&additional_data::NAME)
            && let Some(read) = answer(name)
        {
            read_answer(reading, record, name, read, &mut answered);
        }
    }
}

/// The setter for an ADS record with this name, or `None` if it isn't a demographic answer.
fn answer(name: &str) -> Option<fn(&mut Demographics, &str) -> bool> {
    Some(match name {
        "HMDAEthnicityType" => |answers, value| push(&mut answers.ethnicities, provided(value)),
        "HMDAEthnicityOriginType" => |answers, value| push(&mut answers.ethnicity_origins, value),
        "HMDAEthnicityOriginTypeOtherDesc" => |answers, value| describe(&mut answers.ethnicity_other, value),
        "HMDAEthnicityRefusalIndicator" => |answers, value| yes(&mut answers.ethnicity_refused, value),
        "HMDAEthnicityCollectedBasedOnVisual" => |answers, value| yes(&mut answers.ethnicity_observed, value),
        "HMDARaceType" => |answers, value| push(&mut answers.races, provided(value)),
        "HMDARaceDesignationType" => |answers, value| push(&mut answers.race_designations, value),
        "HMDARaceDesignationOtherAsnDesc" => |answers, value| describe(&mut answers.other_asian, value),
        "HMDARaceDesignationOtherPIDesc" => |answers, value| describe(&mut answers.other_pacific_islander, value),
        "HMDARaceTypeAdditionalDescription" => |answers, value| describe(&mut answers.tribe, value),
        "HMDARaceRefusalIndicator" => |answers, value| yes(&mut answers.race_refused, value),
        "HMDARaceCollectedBasedOnVisual" => |answers, value| yes(&mut answers.race_observed, value),
        "HMDAGenderType" => |answers, value| push(&mut answers.sexes, value),
        "HMDAGenderRefusalIndicator" => |answers, value| yes(&mut answers.sex_refused, value),
        "HMDAGenderCollectedBasedOnVisual" => |answers, value| yes(&mut answers.sex_observed, value),
        "ApplicationTakenMethodType" => |answers, value| {
            answers.taken_by = value.parse().ok();
            answers.taken_by.is_some()
        },
        _ => return None,
    })
}

fn read_answer<'a>(
    reading: &mut Reading<'a>,
    record: &'a Record,
    name: &'a str,
    read: fn(&mut Demographics, &str) -> bool,
    answered: &mut HashSet<(usize, &'a str)>,
) {
    let Some(value) = reading.text(record, &additional_data::VALUE) else { return };
    let Some((number, mut value)) = value.split_once(':') else {
        let reason = "The value should begin with the borrower's Social Security number and a colon. It was skipped.";
        reading.wrong(record, &additional_data::VALUE, reason);
        return;
    };
    let number: String = number.chars().filter(char::is_ascii_digit).collect();
    let mut applicants = reading.file.applicants();
    let place = applicants.position(|applicant| applicant.get(&applicant::SSN).unwrap_or("") == number);
    let only = (reading.borrowers.len() == 1).then_some(0);
    let Some(place) = place.or(only) else {
        let reason = format!("{name} is said of nobody in this file. It was skipped.");
        reading.wrong(record, &additional_data::VALUE, reason);
        return;
    };
    if name.starts_with("HMDARace")
        && let Some((group, rest)) = value.split_once(':')
        && group.bytes().all(|byte| byte.is_ascii_digit())
    {
        value = rest;
    }
    let is_first = answered.insert((place, name));
    let answers = sealed(reading, place);
    // An ADS answer is complete and replaces the one from 10A and 10R, which can hold only part of it.
    match name {
        "HMDAEthnicityType" if is_first => answers.ethnicities.clear(),
        "HMDARaceType" if is_first => answers.races.clear(),
        "HMDAGenderType" if is_first => answers.sexes.clear(),
        _ => {}
    }
    if !read(answers, value.trim()) {
        reading.wrong(
            record,
            &additional_data::VALUE,
            format!("{name} has a value that is not known. It was skipped."),
        );
    }
}

fn sealed<'r>(reading: &'r mut Reading, place: usize) -> &'r mut Demographics {
    let id = reading.borrowers[place];
    &mut reading.secrets.borrowers.entry(id).or_default().demographics
}

/// Restores the full form of a value that ADS shortens to fit its columns.
fn provided(value: &str) -> &str {
    match value {
        NOT_PROVIDED => "InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication",
        value => value,
    }
}

fn push<W: FromStr + PartialEq>(words: &mut Vec<W>, value: &str) -> bool {
    let Ok(word) = value.parse() else { return false };
    if !words.contains(&word) {
        words.push(word);
    }
    true
}

fn describe(description: &mut Option<String>, value: &str) -> bool {
    *description = Some(match description.take() {
        Some(before) => format!("{before}; {value}"),
        None => value.to_owned(),
    });
    true
}

fn yes(answer: &mut Option<bool>, value: &str) -> bool {
    *answer = match value {
        "Y" => Some(true),
        "N" => Some(false),
        _ => return false,
    };
    true
}

pub(super) fn write(writing: &mut Writing) {
    for borrower in &writing.application.borrowers {
        if let Some(secrets) = writing.secrets.borrowers.get(&borrower.id) {
            write_old(writing, borrower.id, &secrets.demographics);
            write_new(writing, borrower.id, &secrets.demographics);
        }
    }
}

/// Writes 10A and 10R, which can hold only part of the answers.
fn write_old(writing: &mut Writing, borrower: Uuid, answers: &Demographics) {
    let row = writing.row_of(&demographics::LAYOUT, borrower);
    let refusals = [answers.ethnicity_refused, answers.race_refused, answers.sex_refused];
    row.yes(&demographics::REFUSED, refusals[0].filter(|_| refusals.iter().all(|refused| *refused == refusals[0])));
    if let [only] = answers.ethnicities[..] {
        row.word(&demographics::ETHNICITY, ETHNICITIES, Some(only));
    }
    if let [only] = answers.sexes[..] {
        row.word(&demographics::SEX, SEXES, Some(only));
    }
    for chosen in &answers.races {
        writing.row_of(&race::LAYOUT, borrower).word(&race::RACE, RACES, Some(*chosen));
    }
}

fn write_new(writing: &mut Writing, borrower: Uuid, answers: &Demographics) {
    let Demographics {
        ethnicities,
        ethnicity_origins,
        ethnicity_other,
        ethnicity_refused,
        ethnicity_observed,
        races,
        race_designations,
        tribe,
        other_asian,
        other_pacific_islander,
        race_refused,
        race_observed,
        sexes,
        sex_refused,
        sex_observed,
        taken_by,
        observed_on: _,
        observed_by: _,
    } = answers;
    let number = writing.number(borrower);
    let mut add = |name: &str, value: &str| writing.additional(name, Some(format!("{number}:{value}")));
    let indicator = |yes: &bool| if *yes { "Y" } else { "N" };

    for ethnicity in ethnicities {
        add(
            "HMDAEthnicityType",
            match ethnicity {
                Ethnicity::InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication => NOT_PROVIDED,
                ethnicity => ethnicity.as_str(),
            },
        );
    }
    ethnicity_origins.iter().for_each(|origin| add("HMDAEthnicityOriginType", origin.as_str()));
    ethnicity_other.iter().for_each(|other| add("HMDAEthnicityOriginTypeOtherDesc", other));
    ethnicity_refused.iter().for_each(|yes| add("HMDAEthnicityRefusalIndicator", indicator(yes)));
    ethnicity_observed.iter().for_each(|yes| add("HMDAEthnicityCollectedBasedOnVisual", indicator(yes)));

    let group = |of: Race| races.iter().position(|race| *race == of).unwrap_or(races.len()) + 1;
    for race in races {
        let word = match race {
            Race::InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication => NOT_PROVIDED,
            race => race.as_str(),
        };
        add("HMDARaceType", &format!("{}:{word}", group(*race)));
    }
    // The guide has no value for a tribe. Only the tribe's name is written.
    for designation in race_designations.iter().filter(|designation| **designation != RaceDesignation::PrincipalTribe) {
        add("HMDARaceDesignationType", &format!("{}:{designation}", group(race_of(*designation))));
    }
    let texts = [
        ("HMDARaceTypeAdditionalDescription", tribe, Race::AmericanIndianOrAlaskaNative),
        ("HMDARaceDesignationOtherAsnDesc", other_asian, Race::Asian),
        ("HMDARaceDesignationOtherPIDesc", other_pacific_islander, Race::NativeHawaiianOrOtherPacificIslander),
    ];
    for (name, text, race) in texts {
        text.iter().for_each(|text| add(name, &format!("{}:{text}", group(race))));
    }
    race_refused.iter().for_each(|yes| add("HMDARaceRefusalIndicator", indicator(yes)));
    race_observed.iter().for_each(|yes| add("HMDARaceCollectedBasedOnVisual", indicator(yes)));

    sexes.iter().for_each(|sex: &Sex| add("HMDAGenderType", sex.as_str()));
    sex_refused.iter().for_each(|yes| add("HMDAGenderRefusalIndicator", indicator(yes)));
    sex_observed.iter().for_each(|yes| add("HMDAGenderCollectedBasedOnVisual", indicator(yes)));
    let taken_by = taken_by.and_then(|taken_by| code(TAKEN_BY, Some(&taken_by)));
    taken_by.iter().for_each(|taken_by| add("ApplicationTakenMethodType", taken_by));
}

/// The guide's four methods, plus the closest match for the others.
const TAKEN_BY: &[(&str, ApplicationTakenMethod)] = &[
    ("FaceToFace", ApplicationTakenMethod::FaceToFace),
    ("Mail", ApplicationTakenMethod::Mail),
    ("Mail", ApplicationTakenMethod::Fax),
    ("Telephone", ApplicationTakenMethod::Telephone),
    ("Internet", ApplicationTakenMethod::Internet),
    ("Internet", ApplicationTakenMethod::Email),
];

const fn race_of(designation: RaceDesignation) -> Race {
    match designation {
        RaceDesignation::AsianIndian
        | RaceDesignation::Chinese
        | RaceDesignation::Filipino
        | RaceDesignation::Japanese
        | RaceDesignation::Korean
        | RaceDesignation::OtherAsian
        | RaceDesignation::Vietnamese => Race::Asian,
        RaceDesignation::GuamanianOrChamorro
        | RaceDesignation::NativeHawaiian
        | RaceDesignation::OtherPacificIslander
        | RaceDesignation::Samoan => Race::NativeHawaiianOrOtherPacificIslander,
        RaceDesignation::PrincipalTribe => Race::AmericanIndianOrAlaskaNative,
    }
}
