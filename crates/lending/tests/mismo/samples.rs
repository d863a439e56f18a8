//! Third-party sample files: every fact that an independent reader found in them, and every rejection.
//!
//! They aren't part of the project. If the folder is missing, these tests print a notice and pass.

use crate::read;
use lending::{
    application::{Application, Borrower},
    import::Imported,
    values::Money,
};
use std::path::PathBuf;

/// The folder of the sample files, if it exists.
fn samples() -> Option<PathBuf> {
    let folder = std::env::var_os("KEYTURN_SAMPLE_FILES")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    if folder.join("mismo34-expected.tsv").is_file() {
        return Some(folder);
    }
    eprintln!("skipped: no sample files in {} (KEYTURN_SAMPLE_FILES)", folder.display());
    None
}

/// The rows of a table, each as pairs of column name and value.
fn rows(table: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| names.iter().map(|name| (*name).to_owned()).zip(line.split('\t').map(str::to_owned)).collect())
        .collect()
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn total(amounts: impl Iterator<Item = Option<Money>>) -> Money {
    amounts.flatten().sum()
}

fn who(imported: &Imported, borrower: &Borrower) -> String {
    let has_ssn =
        imported.secrets.borrowers.get(&borrower.id).is_some_and(|sealed| sealed.taxpayer_identifier.is_some());
    // The independent reader adds up all amounts of an employment.
    let stated =
        borrower.employments.iter().flat_map(|job| [job.self_employed_income, job.previous_income, job.stated_income]);
    format!(
        "{} {} (ssn {}, income items {}, self-employed {}, employers {}, {})",
        text(borrower.first_name.as_ref()),
        text(borrower.last_name.as_ref()),
        if has_ssn { 'Y' } else { 'N' },
        total(borrower.incomes.iter().map(|income| income.monthly_amount)),
        total(stated),
        borrower.employments.len(),
        text(borrower.email.as_ref()),
    )
}

/// A fact about an import, formatted like the table's column.
fn column(imported: &Imported, name: &str) -> String {
    let Application { loan, property, borrowers, assets, owned_properties, .. } = &imported.application;
    let application = &imported.application;
    match name {
        "purpose" => text(loan.purpose),
        "mortgage" => text(loan.mortgage_type),
        "base" => text(loan.base_amount),
        "note" => text(loan.note_amount),
        "rate" => text(loan.note_rate),
        "term" => text(loan.term_months),
        "amort" => text(loan.amortization),
        "usage" => text(property.usage),
        "line" => text(property.address.line.as_ref()),
        "city" => text(property.address.city.as_ref()),
        "state" => text(property.address.state),
        "zip" => text(property.address.postal_code.as_ref().map(|code| code.digits())),
        "valuation" => text(property.appraised_value),
        "estimated" => text(property.estimated_value),
        "sale" => text(property.purchase_price),
        "received" => text(loan.application_received_on),
        "borrowers" => borrowers.len().to_string(),
        "who" => borrowers.iter().map(|borrower| who(imported, borrower)).collect::<Vec<_>>().join(" | "),
        "assets" => (assets.len() + owned_properties.len()).to_string(),
        "reo" => owned_properties.len().to_string(),
        "liabilities" => application.liabilities.len().to_string(),
        "related_loans" => application.other_loans.len().to_string(),
        _ => panic!("the table has a column that this test does not know: {name}"),
    }
}

#[test]
fn every_sample_file_gives_the_facts_an_independent_reader_found() {
    let Some(folder) = samples() else { return };
    let table = std::fs::read_to_string(folder.join("mismo34-expected.tsv")).unwrap();
    let rows = rows(&table);
    assert!(rows.len() >= 17);
    for row in rows {
        let file = &row[0].1;
        let bytes = std::fs::read(folder.join("mismo34").join(file)).unwrap();
        let imported = read(&bytes).unwrap();
        for (name, expected) in &row[1..] {
            assert_eq!(&column(&imported, name), expected, "{name} of {file}");
        }
        assert!(
            imported.application.borrowers.iter().all(|borrower| borrower.aliases.iter().all(|a| a.id != borrower.id))
        );
    }
}

#[test]
fn every_malformed_file_is_rejected_or_imported_as_its_row_expects() {
    let Some(folder) = samples() else { return };
    let table = std::fs::read_to_string(folder.join("malformed-expected.tsv")).unwrap();
    let rows = rows(&table);
    assert!(rows.len() >= 14);
    for row in rows {
        let [(_, file), (_, outcome), (_, why)] = &row[..] else { panic!("three columns") };
        let bytes = std::fs::read(folder.join("malformed").join(file)).unwrap();
        match (outcome.as_str(), read(&bytes)) {
            ("refused", Err(refusal)) => {
                let codes: &[&str] = match why.as_str() {
                    "another MISMO document and version" => &["other_version"],
                    "DOCTYPE" => &["doctype"],
                    "no subject loan" | "no subject loan and no borrower" => &["no_subject_loan"],
                    "no borrower where MISMO 3.4 has one" => &["no_borrower"],
                    "not well-formed: a namespace prefix that is not declared" => &["not_well_formed"],
                    _ => panic!("a reason that this test does not know: {why}"),
                };
                assert!(codes.contains(&refusal.code), "{file}: {refusal:?}");
                assert!(refusal.message.ends_with('.'), "{refusal}");
            }
            ("imports with issues", Ok(imported)) => check_import(file, why, &imported),
            (_, result) => panic!("{file}: {outcome}, {why}; got {result:?}"),
        }
    }
}

/// Compares an import with a row such as `purchase, 500000.00, FL, 1 borrower; no SSN, mortgage type missing`.
fn check_import(file: &str, why: &str, imported: &Imported) {
    let Application { loan, property, borrowers, .. } = &imported.application;
    let (facts, missing) = why.split_once("; ").unwrap();
    for fact in facts.split(", ") {
        let found = match fact {
            "purchase" | "refinance" => text(loan.purpose).to_lowercase(),
            "primary residence" => text(property.usage).replace("PrimaryResidence", "primary residence"),
            _ if fact.ends_with("borrower") || fact.ends_with("borrowers") => {
                format!("{} borrower{}", borrowers.len(), if borrowers.len() == 1 { "" } else { "s" })
            }
            _ if fact.contains('.') => text(loan.base_amount),
            _ => text(property.address.state),
        };
        assert_eq!(found, fact, "{file}");
    }
    let told = |field: &str| imported.issues.iter().any(|issue| issue.field == field);
    for (words, field, is_missing) in [
        ("no loan amount", "BaseLoanAmount", loan.base_amount.is_none()),
        (
            "no SSN",
            "TaxpayerIdentifierValue",
            imported.secrets.borrowers.values().all(|b| b.taxpayer_identifier.is_none()),
        ),
        ("mortgage type", "MortgageType", loan.mortgage_type.is_none()),
        ("property usage", "PropertyUsageType", property.usage.is_none()),
    ] {
        assert!(is_missing || !missing.contains(words), "{words} of {file}");
        assert!(!is_missing || told(field), "{field} of {file} is not told as missing");
    }
}

#[test]
fn every_sample_file_survives_a_round_trip() {
    let Some(folder) = samples() else { return };
    for entry in std::fs::read_dir(folder.join("mismo34")).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let document = mismo34::read(&bytes).unwrap();
        let again = mismo34::write(&document);
        assert_eq!(mismo34::read(&again).unwrap(), document.in_order());
        let (first, second) = (read(&bytes).unwrap(), read(&again).unwrap());
        assert_eq!(first.application, second.application);
        assert_eq!(first.secrets, second.secrets);
    }
}
