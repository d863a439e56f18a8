//! Common mistakes of real exporters, and files that are rejected.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use fnma32::{FILE_BYTES_MAX, File, LINES_MAX, RECORDS_MAX, Reason, Record, Refusal, Section, read, records::*, write};

const HEADER: &str = "0001  3.20 W\n";

fn applicant_record(ssn: &str, name: &str) -> Record {
    Record::new(&applicant::LAYOUT).with(&applicant::SSN, ssn).with(&applicant::FIRST_NAME, name)
}

fn residence_record(ssn: &str) -> Record {
    Record::new(&residence::LAYOUT).with(&residence::SSN, ssn).with(&residence::KIND, "ZG")
}

fn declarations_record(ssn: &str) -> Record {
    Record::new(&declarations::LAYOUT).with(&declarations::SSN, ssn)
}

fn file(records: impl IntoIterator<Item = Record>) -> File {
    File::new(std::iter::once(Record::opening(Section::Application)).chain(records).collect())
}

fn reasons(file: &File) -> Vec<Reason> {
    file.issues().iter().map(|issue| issue.reason).collect()
}

fn owners(file: &File, layout: &'static fnma32::Layout) -> Vec<Option<usize>> {
    file.all(layout).map(Record::applicant).collect()
}

#[test]
fn a_file_that_is_not_fnma_is_rejected_with_a_reason() {
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 5000]].concat();
    for (bytes, code) in [
        (b"".as_slice(), "empty"),
        (b" \r\n \n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (&png, "not_fnma"),
        (&[0; 64], "not_fnma"),
        (b"Dear officer,\nplease find the file attached.\n", "not_fnma"),
        (b"0001  3.20 W\n", "not_fnma"),
        (b"03ABW900450001Avery\n", "not_fnma"),
        (b"<?xml version=\"1.0\"?><MESSAGE/>", "xml"),
        (b"\xef\xbb\xbf\n <MESSAGE/>", "xml"),
        (b"0001  3.00 W\n03ABW900450001Avery\n", "version"),
    ] {
        assert_eq!(
            read(bytes).unwrap_err().code(),
            code,
            "{:?}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(40)])
        );
    }
}

#[test]
fn a_file_that_exceeds_a_limit_is_rejected() {
    let start = [HEADER, "01A\n"].concat();
    assert_eq!(read(&vec![b' '; 50 * 1024 * 1024]), Err(Refusal::TooLarge));
    assert_eq!(read(&vec![b'A'; FILE_BYTES_MAX]), Err(Refusal::NotFnma));
    assert_eq!(read(&[start.as_bytes(), &[b'A'; 5000]].concat()), Err(Refusal::LineTooLong(3)));
    assert_eq!(read("\n".repeat(1_000_000).as_bytes()), Err(Refusal::Empty));
    assert_eq!(read("x\n".repeat(1_000_000).as_bytes()), Err(Refusal::NotFnma));
    assert_eq!(read((start.clone() + &"\n".repeat(LINES_MAX)).as_bytes()), Err(Refusal::TooManyLines));
    assert_eq!(read((start + &"05I\n".repeat(RECORDS_MAX)).as_bytes()), Err(Refusal::TooManyLines));
}

#[test]
fn the_list_of_issues_is_limited() {
    let file = read([HEADER, "01A\n", &"??? what\n".repeat(15_000)].concat().as_bytes()).unwrap();
    assert_eq!(file.issues().len(), fnma32::ISSUES_MAX);
    assert_eq!(file.issues_left_out(), 15_000 - fnma32::ISSUES_MAX);
}

#[test]
fn a_missing_envelope_and_missing_padding_raise_no_issue() {
    let file = read(b"0001  3.20\n01A01\n03ABW900450001Avery\n05I9004500012012500.00\n").unwrap();
    assert_eq!(reasons(&file), []);
    let income = file.first(&income::LAYOUT).unwrap();
    assert_eq!(income.get(&income::AMOUNT), Some("12500.00"));
    assert_eq!(income.applicant(), Some(0));
    assert_eq!(file.first(&mortgage::LAYOUT).unwrap().get(&mortgage::AMOUNT), None);
}

#[test]
fn amounts_are_read_in_any_alignment() {
    for written in ["12500.00       ", "       12500.00", "   12500.00    ", "12500          ", "-556.42        "] {
        let file = read([HEADER, "05I90045000120", written, "\n"].concat().as_bytes()).unwrap();
        let value = file.first(&income::LAYOUT).unwrap().get(&income::AMOUNT);
        assert_eq!(value, Some(written.trim()));
        assert!(!reasons(&file).contains(&Reason::NotAnAmount));
    }
}

#[test]
fn a_line_that_is_too_long_is_reported_and_read_up_to_the_records_end() {
    let line = "05I90045000120       12500.00";
    let too_long = read([HEADER, "03ABW900450001\n", line, "surplus\n"].concat().as_bytes()).unwrap();
    assert_eq!(reasons(&too_long), [Reason::LineTooLong(7)]);
    assert_eq!(too_long.first(&income::LAYOUT).unwrap().get(&income::AMOUNT), Some("12500.00"));
    let blanks = read([HEADER, "03ABW900450001\n", line, "   \n"].concat().as_bytes()).unwrap();
    assert_eq!(reasons(&blanks), [Reason::BlanksBeyondEnd(3)]);
}

#[test]
fn unknown_records_are_kept_but_not_read() {
    let bytes = [HEADER, "01A\nZZZ something\n\n"].concat();
    let file = read(bytes.as_bytes()).unwrap();
    let issue = &file.issues()[0];
    assert_eq!((issue.line, issue.record.as_str(), issue.reason), (3, "ZZZ", Reason::UnknownRecord));
    assert_eq!(issue.value, None);
    assert_eq!(write(&file), bytes.as_bytes());
}

#[test]
fn a_wrong_value_is_reported_with_line_record_field_and_value() {
    let file = read([HEADER, "01A09\n"].concat().as_bytes()).unwrap();
    let issue = &file.issues()[0];
    assert_eq!((issue.line, issue.record.as_str()), (2, "01A"));
    assert_eq!(issue.field.map(|field| (field.id, field.name)), Some(("01A-020", "Mortgage Applied For")));
    assert_eq!((issue.value.as_deref(), issue.reason), (Some("09"), Reason::UnknownCode));
}

#[test]
fn no_issue_contains_the_value_of_a_sensitive_field() {
    let file = read([HEADER, "03ABW90045000\n", "06L", &" ".repeat(9), "R \n", "10A         N9\n"].concat().as_bytes())
        .unwrap();
    assert!(file.issues().len() > 2);
    for issue in file.issues().iter().filter(|issue| issue.field.is_some_and(|field| field.kind.is_sealed())) {
        assert_eq!(issue.value, None);
    }
    assert!(!format!("{file:?}").contains("90045"));
}

#[test]
fn bytes_that_are_not_utf8_are_read_as_windows_1252() {
    let bytes = [HEADER.as_bytes(), b"03ABW900450001Jos\xe9                               Mar\xeda\n"].concat();
    let file = read(&bytes).unwrap();
    let applicant = file.applicants().next().unwrap();
    assert_eq!(applicant.get(&applicant::FIRST_NAME), Some("José"));
    assert_eq!(applicant.get(&applicant::MIDDLE_NAME), Some("María"));
    assert_eq!(reasons(&file), [Reason::NotUtf8]);
    assert_eq!(write(&file), bytes);
}

#[test]
fn utf8_is_split_correctly_whether_the_exporter_counted_characters_or_bytes() {
    let by_characters = applicant_record("900450001", "José").with(&applicant::LAST_NAME, "Núñez");
    let by_characters = by_characters.with(&applicant::EMAIL, "jose@example.com").as_written().to_owned();
    let by_bytes = by_characters.replace("José ", "José").replace("Núñez  ", "Núñez").chars().collect::<String>();
    assert_eq!((by_characters.chars().count(), by_bytes.len()), (239, 239));
    for line in [by_characters, by_bytes] {
        let bytes = [HEADER, &line, "\n"].concat();
        let file = read(bytes.as_bytes()).unwrap();
        let applicant = file.applicants().next().unwrap();
        assert_eq!(applicant.get(&applicant::LAST_NAME), Some("Núñez"), "{line}");
        assert_eq!(applicant.get(&applicant::EMAIL), Some("jose@example.com"));
        assert_eq!(write(&file), bytes.as_bytes());
    }
}

#[test]
fn control_characters_are_read_as_blanks() {
    let bytes = [HEADER, "03ABW900450001Avery\0\0Lee\n"].concat();
    let file = read(bytes.as_bytes()).unwrap();
    assert_eq!(file.applicants().next().unwrap().get(&applicant::FIRST_NAME), Some("Avery  Lee"));
    assert_eq!(reasons(&file), [Reason::ControlCharacters]);
    assert_eq!(write(&file), bytes.as_bytes());
}

#[test]
fn a_value_cannot_start_another_record() {
    let mut record = Record::new(&titleholder::LAYOUT);
    assert_eq!(record.set(&titleholder::NAME, "Avery\r\n03ABW900450001"), fnma32::Fit::Whole);
    assert_eq!(read(&write(&file([record]))).unwrap().records().len(), 2);
}

#[test]
fn a_text_that_is_too_long_is_cut_and_a_number_is_omitted() {
    let mut record = Record::new(&mortgage::LAYOUT);
    assert_eq!(record.set(&mortgage::LENDER_CASE_NUMBER, "2024-0000-0000-17"), fnma32::Fit::Cut);
    assert_eq!(record.get(&mortgage::LENDER_CASE_NUMBER), Some("2024-0000-0000-"));
    assert_eq!(record.set(&mortgage::TERM_MONTHS, "1200"), fnma32::Fit::LeftOut);
    assert_eq!(record.get(&mortgage::TERM_MONTHS), None);
}

#[test]
fn sections_are_detected_by_file_type_in_any_notation() {
    let file =
        read(b"0001=10033.20 W\n01A\n00070=AdditionalCaseData3.20 \n99B\n00030 3.20 \nLMD\n00099 3.20 \nLNC\nTT\n")
            .unwrap();
    let sections: Vec<Section> = file.records().iter().map(Record::section).collect();
    assert_eq!(sections[..2], [Section::Application; 2]);
    assert_eq!(sections[2..4], [Section::AdditionalCase; 2]);
    assert_eq!(sections[4..6], [Section::CommunityLending; 2]);
    assert_eq!((sections[7], sections[8]), (Section::Product, Section::Envelope));
    assert_eq!(reasons(&file), [Reason::ExplainedFileType, Reason::ExplainedFileType, Reason::UnknownSection]);
}

#[test]
fn a_record_in_the_wrong_section_is_reported_and_read() {
    let file = read([HEADER, "01A\nLNC1\n"].concat().as_bytes()).unwrap();
    assert_eq!(reasons(&file), [Reason::WrongSection]);
    assert_eq!(file.first(&features::LAYOUT).unwrap().get(&features::LIEN), Some("1"));
}

#[test]
fn records_belong_to_the_applicant_with_their_number() {
    let file = file([
        applicant_record("900450001", "Avery"),
        applicant_record("900450002", "Blake"),
        residence_record("900450002"),
        residence_record("900450001"),
    ]);
    assert_eq!(owners(&file, &residence::LAYOUT), [Some(1), Some(0)]);
    assert_eq!(reasons(&file), []);
    assert_eq!(file.of(&residence::LAYOUT, 1).count(), 1);
}

#[test]
fn an_applicant_without_a_number_owns_the_records_without_one() {
    let file = file([applicant_record("900450001", "Avery"), applicant_record("", "Blake"), residence_record("")]);
    assert_eq!(owners(&file, &residence::LAYOUT), [Some(1)]);
    assert_eq!(reasons(&file), [Reason::NoNumber]);
}

#[test]
fn applicants_who_share_a_number_get_once_per_applicant_records_in_order() {
    for number in ["900450001", ""] {
        let file = file([
            applicant_record(number, "Avery"),
            applicant_record(number, "Blake"),
            residence_record(number),
            residence_record(number),
            declarations_record(number),
            declarations_record(number),
            declarations_record(number),
        ]);
        assert_eq!(owners(&file, &residence::LAYOUT), [Some(0), Some(0)]);
        assert_eq!(owners(&file, &declarations::LAYOUT), [Some(0), Some(1), Some(1)]);
        assert!(reasons(&file).contains(&Reason::SharedNumber));
        assert!(reasons(&file).contains(&Reason::Repeated));
    }
}

#[test]
fn a_record_with_an_unknown_number_goes_to_the_only_possible_owner() {
    let one = file([applicant_record("900450001", "Avery"), residence_record("900450009")]);
    assert_eq!(owners(&one, &residence::LAYOUT), [Some(0)]);
    assert_eq!(reasons(&one), [Reason::GivenByPlace]);

    let avery_and_blake = [applicant_record("900450001", "Avery"), applicant_record("900450002", "Blake")];
    let second = file([avery_and_blake.to_vec(), vec![residence_record("900450001"), residence_record("")]].concat());
    assert_eq!(owners(&second, &residence::LAYOUT), [Some(0), Some(1)]);
    assert_eq!(reasons(&second), [Reason::GivenByPlace]);

    let nobody = file([avery_and_blake.to_vec(), vec![residence_record("")]].concat());
    assert_eq!(owners(&nobody, &residence::LAYOUT), [None]);
    assert_eq!(reasons(&nobody), [Reason::NoApplicant]);
}

#[test]
fn the_first_of_repeated_records_counts() {
    let file = read([HEADER, "01A01\n01A03\n"].concat().as_bytes()).unwrap();
    assert_eq!(file.first(&mortgage::LAYOUT).unwrap().get(&mortgage::MORTGAGE_TYPE), Some("01"));
    assert_eq!(reasons(&file), [Reason::Repeated]);
}
