//! Properties of reading and writing.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use fnma32::{Encoding, File, Fit, Kind, LineEnd, Record, Section, read, records, write};
use proptest::{collection::vec, prelude::*, sample::select};
use std::time::{Duration, Instant};

/// A small, well-formed file with two applicants, some amounts and every section.
fn small_file() -> File {
    use records::*;
    File::new(vec![
        Record::new(&envelope_header::LAYOUT).with(&envelope_header::CONTROL_NUMBER, "ENV1"),
        Record::new(&transaction_header::LAYOUT).with(&transaction_header::TRANSACTION_ID, "T100099-002"),
        Record::opening(Section::Application),
        Record::new(&mortgage::LAYOUT).with(&mortgage::MORTGAGE_TYPE, "01").with(&mortgage::AMOUNT, "150000.00"),
        Record::new(&applicant::LAYOUT)
            .with(&applicant::INDICATOR, "BW")
            .with(&applicant::SSN, "900450001")
            .with(&applicant::FIRST_NAME, "José")
            .with(&applicant::LAST_NAME, "Samplestone")
            .with(&applicant::BIRTH_DATE, "19800615"),
        Record::new(&applicant::LAYOUT)
            .with(&applicant::INDICATOR, "QZ")
            .with(&applicant::SSN, "900450002")
            .with(&applicant::LAST_NAME, "Samplestone"),
        Record::new(&income::LAYOUT)
            .with(&income::SSN, "900450002")
            .with(&income::KIND, "20")
            .with(&income::AMOUNT, "12500.00"),
        Record::opening(Section::AdditionalCase),
        Record::new(&valuation::LAYOUT).with(&valuation::VALUE, "200000.00").with(&valuation::VALUE_KIND, "01"),
        Record::opening(Section::Product),
        Record::opening(Section::Government),
        Record::opening(Section::CommunityLending),
        Record::new(&transaction_trailer::LAYOUT),
        Record::new(&envelope_trailer::LAYOUT).with(&envelope_trailer::CONTROL_NUMBER, "ENV1"),
    ])
}

/// A value of the field's type that fits into the field.
fn value(kind: Kind, length: usize) -> BoxedStrategy<String> {
    match kind.unsealed() {
        Kind::Text | Kind::Reserved | Kind::Sealed(_) => {
            vec(any::<char>(), 0..=length).prop_map(String::from_iter).boxed()
        }
        Kind::Digits => proptest::string::string_regex(&format!("[0-9]{{0,{length}}}")).unwrap().boxed(),
        Kind::Ssn => "[0-9]{9}|".boxed(),
        Kind::Amount => {
            let most = 10_i64.pow(u32::try_from(length.min(15)).unwrap() - 4);
            (-most..most)
                .prop_map(|cents| {
                    format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100)
                })
                .boxed()
        }
        Kind::Rate => "[0-9]{1}\\.[0-9]{3}".boxed(),
        Kind::Date => (1900..2100_u32, 1..=12_u32, 1..=28_u32).prop_map(|(y, m, d)| format!("{y}{m:02}{d:02}")).boxed(),
        Kind::Year => "[12][0-9]{3}".boxed(),
        Kind::YesNo => select(vec!["Y".to_owned(), "N".to_owned(), String::new()]).boxed(),
        Kind::Code(codes) => select(codes.iter().map(|(code, _)| (*code).to_owned()).collect::<Vec<_>>()).boxed(),
    }
}

/// Any record except `000`, with a value in each field.
fn record() -> impl Strategy<Value = Record> {
    let layouts: Vec<_> = records::ALL.iter().copied().filter(|layout| layout.id != "000").collect();
    select(layouts).prop_flat_map(|layout| {
        let values: Vec<_> = layout.fields.iter().map(|field| value(field.kind, field.length)).collect();
        values.prop_map(move |values| {
            let mut record = Record::new(layout);
            for (field, value) in layout.fields.iter().zip(&values) {
                assert_eq!(record.set(field, value), Fit::Whole, "{} {value:?}", field.id);
            }
            for (field, value) in layout.fields.iter().zip(&values) {
                let printable: String = value.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                assert_eq!(record.get(field).unwrap_or(""), printable.trim(), "{}", field.id);
            }
            record
        })
    })
}

fn file() -> impl Strategy<Value = File> {
    vec(record(), 1..12).prop_map(|records| {
        let mut all = vec![Record::opening(Section::Application)];
        all.push(Record::new(&records::mortgage::LAYOUT));
        all.extend(records);
        File::new(all)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_file_reads_back_equal(file in file()) {
        prop_assert_eq!(read(&write(&file)).unwrap(), file);
    }

    #[test]
    fn values_of_the_right_type_raise_no_issue(record in record()) {
        let file = File::new(vec![record]);
        let by_number = |issue: &fnma32::Issue| issue.field.is_none_or(|field| field.kind == Kind::Ssn);
        prop_assert!(file.issues().iter().all(by_number), "{:?}", file.issues());
    }

    #[test]
    fn any_bytes_are_read_or_rejected_and_written_back_unchanged(
        noise in vec(any::<u8>(), 0..40),
        at in 0..2000_usize,
    ) {
        let mut bytes = write(&small_file());
        let at = at.min(bytes.len());
        let end = (at + noise.len()).min(bytes.len());
        bytes.splice(at..end, noise);
        if let Ok(file) = read(&bytes) {
            prop_assert_eq!(write(&file), bytes);
        }
    }
}

#[test]
fn each_record_is_read_with_the_table_that_wrote_it() {
    for layout in records::ALL {
        let mut record = Record::new(layout);
        for field in layout.fields.iter().filter(|_| layout.id != "000") {
            let sample = match field.kind.unsealed() {
                Kind::Text | Kind::Reserved | Kind::Sealed(_) => "x".repeat(field.length),
                Kind::Digits | Kind::Ssn => "7".repeat(field.length),
                Kind::Amount => "1.25".into(),
                Kind::Rate => "4.250".into(),
                Kind::Date => "20240131".into(),
                Kind::Year => "1999".into(),
                Kind::YesNo => "Y".into(),
                Kind::Code(codes) => codes.last().unwrap().0.into(),
            };
            assert_eq!(record.set(field, &sample), Fit::Whole, "{}", field.id);
            assert_eq!(record.get(field), Some(sample.as_str()), "{}", field.id);
        }
        assert_eq!(record.as_written().chars().count(), layout.length, "{}", layout.id);
        let opening = if layout.id == "000" { vec![] } else { vec![Record::opening(Section::Application)] };
        let mortgage = Record::new(&records::mortgage::LAYOUT);
        let record = if layout.id == "000" { Record::opening(layout.section) } else { record };
        let file = File::new([opening, vec![record, mortgage]].concat());
        assert_eq!(read(&write(&file)).unwrap(), file, "{}", layout.id);
    }
}

#[test]
fn a_truncated_file_is_rejected_or_reported_as_truncated() {
    let bytes = write(&small_file());
    for end in 0..bytes.len() {
        match read(&bytes[..end]) {
            Ok(file) => {
                assert_eq!(write(&file), &bytes[..end]);
                let trailer = bytes.len() - "ET ENV1     \r\n".len();
                let told = file.issues().iter().any(|issue| issue.reason == fnma32::Reason::CutOff);
                assert!(told || end >= trailer + 2, "cut off at byte {end}");
            }
            Err(refusal) => assert!(matches!(refusal.code(), "empty" | "not_fnma"), "{end}: {refusal}"),
        }
    }
}

#[test]
fn line_ends_and_encodings_are_kept() {
    let text = String::from_utf8(write(&small_file())).unwrap();
    let windows_1252: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let with_mark = ["\u{feff}", &text].concat();
    for (bytes, end) in [
        (text.clone().into_bytes(), LineEnd::CrLf),
        (text.replace("\r\n", "\n").into_bytes(), LineEnd::Lf),
        (text.replace("\r\n", "\r").into_bytes(), LineEnd::Cr),
        (text.trim_end().to_owned().into_bytes(), LineEnd::CrLf),
        (text.replace("\r\n", "\n\n\r\n").into_bytes(), LineEnd::Lf),
        (with_mark.into_bytes(), LineEnd::CrLf),
        (windows_1252, LineEnd::CrLf),
    ] {
        let file = read(&bytes).unwrap();
        assert_eq!(write(&file), bytes);
        assert_eq!(file.applicants().next().unwrap().get(&records::applicant::FIRST_NAME), Some("José"));
        assert_eq!(bytes.windows(2).any(|pair| pair == b"\r\n"), end == LineEnd::CrLf || file.records().len() > 14);
    }
    let file = small_file().encoded(Encoding::Windows1252);
    assert!(write(&file).contains(&0xe9));
}

#[test]
fn reading_takes_linear_time() {
    let income = Record::new(&records::income::LAYOUT)
        .with(&records::income::SSN, "900450001")
        .with(&records::income::KIND, "20")
        .with(&records::income::AMOUNT, "1.00");
    let bytes = |lines: usize| {
        let mut all = small_file().records()[..5].to_vec();
        all.extend(std::iter::repeat_n(income.clone(), lines));
        write(&File::new(all))
    };
    let fastest = |bytes: &[u8]| {
        let once = |_| {
            let start = Instant::now();
            assert!(read(bytes).is_ok());
            start.elapsed()
        };
        (0..5).map(once).min().unwrap().max(Duration::from_micros(1))
    };
    let (small, large) = (fastest(&bytes(300)), fastest(&bytes(4_800)));
    // Sixteen times the lines. A quadratic algorithm would take 256 times as long.
    assert!(large < small * 80, "{small:?} for 300 lines, {large:?} for 4,800");
}

/// Sample files that must not be committed, from `KEYTURN_SAMPLE_FILES` or the folder next to the workspace.
fn sample_files() -> Vec<(String, Vec<u8>)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = std::env::var("KEYTURN_SAMPLE_FILES").unwrap_or_else(|_| beside.into()) + "/fnma32";
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: {folder} is not there");
        return vec![];
    };
    let name = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.flatten().map(|entry| (name(&entry), std::fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn real_files_are_written_back_byte_for_byte() {
    for (name, bytes) in sample_files() {
        let file = read(&bytes).unwrap();
        assert!(write(&file) == bytes, "{name}");
        assert_eq!(file.issues().is_empty(), name.starts_with("well-formed"), "{name}: {:?}", file.issues());
    }
}

/// A well-formed file can be rebuilt from its fields: no byte comes from elsewhere.
#[test]
fn a_well_formed_file_can_be_rebuilt_from_its_fields() {
    for (name, bytes) in sample_files().into_iter().filter(|(name, _)| name.starts_with("well-formed")) {
        let file = read(&bytes).unwrap();
        for record in file.records().iter().filter(|record| record.id() != "000") {
            let layout = record.layout().unwrap();
            let mut again = Record::new(layout);
            for field in layout.fields {
                assert_eq!(again.set(field, record.get(field).unwrap_or("")), Fit::Whole);
            }
            assert_eq!(again.as_written(), record.as_written(), "{name}");
        }
    }
}
