//! How single records are read, and which issues they raise.

use crate::read;
use fnma32::{File, Layout, Record, Section, records::*};
use lending::{
    application::{AssetType, CounselingType, IncomeType, LoanPurpose, Race, RaceDesignation},
    import::Imported,
};

const AVERY: &str = "666120001";
const BLAKE: &str = "666120002";

fn applicant_named(number: &str, first_name: &str) -> Record {
    Record::new(&applicant::LAYOUT)
        .with(&applicant::INDICATOR, "BW")
        .with(&applicant::SSN, number)
        .with(&applicant::FIRST_NAME, first_name)
        .with(&applicant::LAST_NAME, "Samplestone")
}

/// A complete loan of Avery's plus these records.
fn imported(records: impl IntoIterator<Item = Record>) -> Imported {
    let mut all = vec![
        Record::opening(Section::Application),
        Record::new(&mortgage::LAYOUT).with(&mortgage::MORTGAGE_TYPE, "01").with(&mortgage::AMOUNT, "1000.00"),
        Record::new(&property::LAYOUT).with(&property::STREET, "1 First Street").with(&property::STATE, "CA"),
        Record::new(&purpose::LAYOUT).with(&purpose::PURPOSE, "16"),
        applicant_named(AVERY, "Avery"),
    ];
    let (application, others): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|record| record.section() == Section::Application);
    all.extend(application);
    for section in Section::OPENED.into_iter().skip(1) {
        all.push(Record::opening(section));
        all.extend(others.iter().filter(|record| record.section() == section).cloned());
    }
    read(&fnma32::write(&File::new(all))).unwrap()
}

fn of_avery(layout: &'static Layout) -> Record {
    Record::new(layout).with(layout.owner().unwrap(), AVERY)
}

/// The reasons of the issues and the numbers of their fields.
fn told(imported: &Imported) -> Vec<(String, String)> {
    let issue =
        |issue: &lending::import::Issue| (issue.field.split(' ').next().unwrap_or("").to_owned(), issue.reason.clone());
    imported.issues.iter().map(issue).collect()
}

fn additional(name: &str, value: &str) -> Record {
    Record::new(&additional_data::LAYOUT).with(&additional_data::NAME, name).with(&additional_data::VALUE, value)
}

#[test]
fn a_complete_file_has_no_issues() {
    assert_eq!(imported([]).issues, []);
}

#[test]
fn data_that_the_application_cannot_store_is_reported_once() {
    let records = [
        Record::new(&valuation::LAYOUT).with(&valuation::APPRAISER_NAME, "Robin Appraiser"),
        Record::new(&mortgage_score::LAYOUT).with(&mortgage_score::SCORE_ID, "001").with(&mortgage_score::SCORE, "720"),
        Record::new(&features::LAYOUT).with(&features::ESCROW_WAIVED, "Y").with(&features::HOEPA, "N"),
        additional("ServiceNobodyKnows", "ABC-123"),
        additional("SupervisoryAppraiserLicenseNumber", ""),
    ];
    let imported = imported(records);
    let fields: Vec<String> = told(&imported).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["99B-080", "SCA-020", "SCA-030", "ADS-030", "LNC-180"]);
    assert_eq!(imported.issues[0].value.as_deref(), Some("Robin Appraiser"));
    assert!(imported.issues[3].reason.contains("ServiceNobodyKnows"));
    assert_eq!((&imported.issues[2].value, &imported.issues[3].value), (&None, &None));
}

#[test]
fn a_record_without_an_owner_is_reported_and_skipped() {
    let imported = imported([
        applicant_named(BLAKE, "Blake"),
        Record::new(&income::LAYOUT)
            .with(&income::SSN, "666129999")
            .with(&income::KIND, "20")
            .with(&income::AMOUNT, "1.00"),
    ]);
    assert!(imported.application.borrowers.iter().all(|borrower| borrower.incomes.is_empty()));
    assert!(told(&imported).iter().any(|(_, reason)| reason.contains("This record isn't linked to a borrower")));
}

#[test]
fn an_asset_without_an_owner_is_kept() {
    let imported = imported([
        applicant_named(BLAKE, "Blake"),
        Record::new(&asset::LAYOUT).with(&asset::KIND, "03").with(&asset::VALUE, "10.00"),
    ]);
    assert_eq!(imported.application.assets.len(), 1);
    assert!(imported.application.assets[0].owners.is_empty());
}

#[test]
fn joint_applicants_refer_to_each_other_even_if_the_file_links_only_one() {
    let avery_and_blake = imported([applicant_named(BLAKE, "Blake").with(&applicant::CROSS_REFERENCE, AVERY)]);
    let [avery, blake] = &avery_and_blake.application.borrowers[..] else { panic!("two borrowers") };
    assert_eq!((avery.joint_with, blake.joint_with), (Some(blake.id), Some(avery.id)));

    let nobody = imported([applicant_named(BLAKE, "Blake").with(&applicant::CROSS_REFERENCE, "666129999")]);
    assert!(nobody.application.borrowers.iter().all(|borrower| borrower.joint_with.is_none()));
    assert_eq!(told(&nobody)[0].0, "03A-140");
}

#[test]
fn the_applicant_who_is_not_a_coapplicant_comes_first() {
    let mut records = vec![
        Record::opening(Section::Application),
        applicant_named(BLAKE, "Blake").with(&applicant::INDICATOR, "QZ"),
        applicant_named(AVERY, "Avery"),
    ];
    records.push(of_avery(&income::LAYOUT).with(&income::KIND, "08").with(&income::AMOUNT, "5.00"));
    let imported = read(&fnma32::write(&File::new(records))).unwrap();
    let names: Vec<&str> =
        imported.application.borrowers.iter().filter_map(|borrower| borrower.first_name.as_deref()).collect();
    assert_eq!(names, ["Avery", "Blake"]);
    assert_eq!(imported.application.borrowers[0].incomes.len(), 1);
}

#[test]
fn the_purpose_of_a_construction_loan_follows_from_price_and_liens() {
    let construction = |records: Vec<Record>| {
        let mut all = vec![
            Record::opening(Section::Application),
            Record::new(&purpose::LAYOUT).with(&purpose::PURPOSE, "13"),
            applicant_named(AVERY, "Avery"),
        ];
        all.extend(records);
        read(&fnma32::write(&File::new(all))).unwrap().application.loan.purpose
    };
    let price = Record::new(&transaction::LAYOUT).with(&transaction::PURCHASE_PRICE, "118000.00");
    let liens =
        Record::new(&construction_or_refinance::LAYOUT).with(&construction_or_refinance::EXISTING_LIENS, "5.00");
    assert_eq!(construction(vec![]), None);
    assert_eq!(construction(vec![price.clone()]), Some(LoanPurpose::Purchase));
    assert_eq!(construction(vec![liens.clone()]), Some(LoanPurpose::Refinance));
    assert_eq!(construction(vec![price, liens]), Some(LoanPurpose::Refinance));
}

#[test]
fn rates_to_the_sixteenth_are_read_exactly() {
    let mortgage = Record::new(&mortgage::LAYOUT).with(&mortgage::RATE, "6.0625");
    let records = vec![Record::opening(Section::Application), mortgage, applicant_named(AVERY, "Avery")];
    let imported = read(&fnma32::write(&File::new(records))).unwrap();
    assert_eq!(imported.application.loan.note_rate.unwrap().to_string(), "6.0625");
    assert!(told(&imported).iter().all(|(field, _)| field != "01A-070"));
}

#[test]
fn income_codes_become_values_of_the_application() {
    let income = |code: &str| of_avery(&income::LAYOUT).with(&income::KIND, code).with(&income::AMOUNT, "10.00");
    let imported = imported([
        income("F7"),
        income("SE"),
        income("42"),
        income("ZZ"),
        of_avery(&income::LAYOUT).with(&income::KIND, "20"),
    ]);
    let incomes = &imported.application.borrowers[0].incomes;
    let kinds: Vec<Option<IncomeType>> = incomes.iter().map(|income| income.kind).collect();
    let expected = [Some(IncomeType::Alimony), Some(IncomeType::Other), Some(IncomeType::SocialSecurity), None];
    assert_eq!(kinds, expected);
    assert_eq!(incomes[1].other.as_deref(), Some("Seasonal income"));
    let fields: Vec<String> = told(&imported).into_iter().map(|(_, reason)| reason).collect();
    assert!(fields[0].contains("read as alimony"), "{fields:?}");
    assert!(fields[1].contains("no such code"), "{fields:?}");
    assert_eq!(fields.len(), 2);
}

#[test]
fn an_other_asset_keeps_its_description() {
    let asset = |code: &str, description: &str| {
        of_avery(&asset::LAYOUT).with(&asset::KIND, code).with(&asset::DESCRIPTION, description)
    };
    let imported =
        imported([asset("OL", "Wine cellar"), asset("M1", ""), asset("OL", "Annuity"), asset("F2", "Employer")]);
    let assets: Vec<(Option<AssetType>, Option<&str>)> =
        imported.application.assets.iter().map(|asset| (asset.kind, asset.other.as_deref())).collect();
    assert_eq!(
        assets,
        [
            (Some(AssetType::Other), Some("Wine cellar")),
            (Some(AssetType::Other), Some("Other non-liquid asset")),
            (Some(AssetType::Annuity), None),
            (Some(AssetType::GiftOfCash), None),
        ]
    );
    assert!(imported.application.assets[3].source.is_some());
}

#[test]
fn mortgages_refer_to_properties_by_number() {
    let property = |number: &str| of_avery(&owned_property::LAYOUT).with(&owned_property::REO_ID, number);
    let mortgage =
        |number: &str| of_avery(&liability::LAYOUT).with(&liability::KIND, "M").with(&liability::REO_ID, number);
    let imported = imported([property("1"), property("2"), mortgage("2"), mortgage("1"), mortgage("9")]);
    let homes: Vec<_> = imported.application.owned_properties.iter().map(|home| home.id).collect();
    let of: Vec<_> = imported.application.liabilities.iter().map(|mortgage| mortgage.owned_property).collect();
    assert_eq!(of, [Some(homes[1]), Some(homes[0]), None]);
    assert_eq!(told(&imported), [("06L-150".into(), "No property of the file has this number.".into())]);
}

#[test]
fn hmda_answers_are_read_with_and_without_groups_as_secrets() {
    let imported = imported([
        of_avery(&race::LAYOUT).with(&race::RACE, "5"),
        additional("HMDARaceType", "666120001:1:Asian"),
        additional("HMDARaceType", "666-12-0001:2:White"),
        additional("HMDARaceDesignationType", "666120001:1:Korean"),
        additional("HMDARaceDesignationType", "666120001:Japanese"),
        additional("HMDAEthnicityRefusalIndicator", "666120001:Y"),
        additional("HMDAGenderType", "666120001:Green"),
        additional("HMDAGenderType", "no number"),
    ]);
    let answers = &imported.secrets.borrowers[&imported.application.borrowers[0].id].demographics;
    assert_eq!(answers.races, [Race::Asian, Race::White]);
    assert_eq!(answers.race_designations, [RaceDesignation::Korean, RaceDesignation::Japanese]);
    assert_eq!(answers.ethnicity_refused, Some(true));
    assert_eq!(told(&imported).len(), 2);
    assert!(imported.issues.iter().all(|issue| issue.value.is_none()));
    let open = serde_json::to_string(&(&imported.application, &imported.issues)).unwrap();
    assert!(!open.contains("Korean") && !open.contains("666120001"));
}

#[test]
fn an_answer_about_an_unknown_person_is_reported() {
    let imported = imported([applicant_named(BLAKE, "Blake"), additional("HMDARaceType", "666129999:1:Asian")]);
    assert!(told(&imported)[0].1.contains("said of nobody"), "{:?}", imported.issues);
}

#[test]
fn repeated_counseling_is_read_once() {
    let imported = imported([
        Record::new(&features::LAYOUT).with(&features::HOMEBUYER_EDUCATION, "2"),
        of_avery(&government_applicant::LAYOUT).with(&government_applicant::COUNSELING, "D"),
    ]);
    let kinds: Vec<_> = imported.application.borrowers[0].counseling.iter().map(|done| done.kind).collect();
    assert_eq!(kinds, [Some(CounselingType::Counseling)]);
}

#[test]
fn a_placeholder_address_raises_no_issue() {
    let imported = read(&fnma32::write(&File::new(vec![
        Record::opening(Section::Application),
        Record::new(&mortgage::LAYOUT).with(&mortgage::MORTGAGE_TYPE, "01").with(&mortgage::AMOUNT, "1000.00"),
        Record::new(&property::LAYOUT).with(&property::STREET, "to be determined"),
        Record::new(&purpose::LAYOUT).with(&purpose::PURPOSE, "16"),
        applicant_named(AVERY, "Avery"),
    ])))
    .unwrap();
    assert_eq!(imported.application.property.to_be_determined, Some(true));
    assert_eq!(imported.application.property.address.line, None);
    assert_eq!(imported.issues, []);
}

#[test]
fn equal_issues_on_many_lines_are_merged() {
    let wrong = || of_avery(&dependent::LAYOUT).with(&dependent::AGE, "old");
    let imported = imported((0..7).map(|_| wrong()).collect::<Vec<_>>());
    let places: Vec<&str> = imported.issues.iter().map(|issue| issue.place.as_str()).collect();
    assert_eq!(places, ["lines 6, 7, 8, 9 and 3 more, record 03B"]);
}
