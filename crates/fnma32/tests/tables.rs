//! Compares the tables with a copy of the guide's layout.

use fnma32::{Field, Kind, records};
use std::collections::BTreeSet;

/// Fields of the guide with another number in the tables. Each is a misprint of the guide or its copy.
const NAMED_DIFFERENTLY: &[&str] = &[
    // The first three columns. The tables take them from the record id; the guide prints 09B-010, and '000' in IDA.
    "-010",
];

/// Fields missing in the guide: a gap between two of its fields.
const NOT_IN_THE_GUIDE: &[&str] = &["99B-070"];

fn field(id: &str, column: usize) -> Option<&'static Field> {
    records::ALL.iter().flat_map(|layout| layout.fields).find(|field| field.id == id && field.column == column)
}

/// Files that must not be committed are in a folder next to the workspace.
fn shared(path: &str) -> Option<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/").to_owned() + path;
    std::fs::read_to_string(&path).inspect_err(|_| eprintln!("skipped: {path} is not there")).ok()
}

#[test]
fn every_field_of_the_tables_matches_the_guide() {
    let Some(layout) = shared("spec/fnma32_layout.tsv") else { return };
    let mut seen = BTreeSet::new();
    for row in layout.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (record, id, format, values) = (columns[0], columns[1], columns[6], columns[7]);
        // Rows without columns repeat a field for another occurrence.
        let (Ok(start), Ok(length)) = (columns[2].parse::<usize>(), columns[3].parse::<usize>()) else { continue };
        if NAMED_DIFFERENTLY.iter().any(|end| id.ends_with(end)) {
            assert!(records::ALL.iter().any(|layout| layout.id.trim_end() == record), "{record} has no table");
            continue;
        }
        let field = field(id, start).unwrap_or_else(|| panic!("{id} doesn't start in column {start}"));
        assert_eq!(field.length, length, "{id}");
        seen.insert(field.id);
        let fits = match format {
            "CCYYMMDD" => field.kind.unsealed() == Kind::Date,
            "CCYY" => field.kind.unsealed() == Kind::Year,
            "Z(12).Z(2)" => field.kind.unsealed() == Kind::Amount,
            "Z(3).Z(3)" => field.kind.unsealed() == Kind::Rate,
            _ => true,
        };
        assert!(fits, "{id} is {format}, not {:?}", field.kind);
        if let Kind::Code(codes) = field.kind.unsealed() {
            for (code, _) in values.split(';').filter_map(|value| value.split_once('=')) {
                let code = code.trim().trim_start_matches('"');
                let is_code =
                    (1..=field.length).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric());
                assert!(!is_code || codes.iter().any(|(known, _)| *known == code), "{id} lacks the code {code}");
            }
        }
    }
    for field in records::ALL.iter().flat_map(|layout| layout.fields) {
        assert!(seen.contains(field.id) || NOT_IN_THE_GUIDE.contains(&field.id), "{} is not in the guide", field.id);
    }
}

#[test]
fn record_and_field_names_are_unique() {
    let mut ids = BTreeSet::new();
    for layout in records::ALL {
        assert!(ids.insert(layout.id) || layout.id == "000", "{} has two tables", layout.id);
        assert_eq!(layout.id.len(), 3);
        assert!(!layout.about.is_empty());
        let fields: BTreeSet<&str> = layout.fields.iter().map(|field| field.id).collect();
        assert_eq!(fields.len(), layout.fields.len(), "{} has a field twice", layout.id);
        for field in layout.fields {
            assert_eq!(field.id.split_once('-').map(|(record, _)| record), Some(layout.id.trim_end()), "{}", field.id);
            if let Kind::Code(codes) = field.kind.unsealed() {
                let known: BTreeSet<&str> = codes.iter().map(|(code, _)| *code).collect();
                assert_eq!(known.len(), codes.len(), "{} has a code twice", field.id);
                assert!(codes.iter().all(|(code, _)| code.len() <= field.length), "{}", field.id);
            }
        }
    }
}

#[test]
fn personal_identifiers_are_sensitive() {
    for sealed in
        ["03A-030", "03A-140", "03A-150", "06B-030", "06C-100", "06L-100", "10A-040", "10A-060", "10R-030", "ADS-030"]
    {
        let field = records::ALL.iter().flat_map(|layout| layout.fields).find(|field| field.id == sealed);
        assert!(field.is_some_and(|field| field.kind.is_sealed()), "{sealed}");
    }
    for layout in records::ALL {
        for field in layout.fields.iter().filter(|field| field.name.contains("Social Security Number")) {
            assert!(field.kind.is_sealed(), "{}", field.id);
        }
    }
}
