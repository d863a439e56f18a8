//! The project's sample files: our fixtures as our writer writes them. Set `KEYTURN_WRITE_FIXTURES=1` to rewrite them.

use crate::{loans, read};
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(format!("{name}.fnm"))
}

#[test]
fn the_sample_files_match_our_writer() {
    for loan in loans::all().into_iter().chain(loans::shared()) {
        let (path, written) = (path(loan.name), lending::fnma::write(&loan.application, &loan.secrets));
        if std::env::var_os("KEYTURN_WRITE_FIXTURES").is_some() {
            std::fs::write(&path, &written).unwrap();
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == written, "{} is not what is written today: see the top of this file", path.display());
    }
}

#[test]
fn the_fixtures_are_well_formed() {
    for loan in loans::all().into_iter().chain(loans::shared()) {
        let bytes = lending::fnma::write(&loan.application, &loan.secrets);
        let file = fnma32::read(&bytes).unwrap();
        assert_eq!(fnma32::write(&file), bytes);
        for record in file.records() {
            let length = record.layout().unwrap().length;
            assert_eq!(record.as_written().chars().count(), length, "{} line {}", loan.name, record.line());
        }
        assert!(read(&bytes).is_ok());
    }
}

#[test]
fn the_sample_files_contain_no_real_people() {
    for loan in loans::all().into_iter().chain(loans::shared()) {
        for secrets in loan.secrets.borrowers.values() {
            let number = secrets.taxpayer_identifier.as_ref().unwrap();
            assert!(!number.is_issuable_ssn(), "{}", loan.name);
        }
        let text = serde_json::to_string(&loan.application).unwrap();
        for phone in text.split("hone\":\"").skip(1).map(|rest| &rest[..10]) {
            assert_eq!(&phone[3..8], "55501", "{}", loan.name);
        }
        for address in text.split("mail\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(address.ends_with("@example.com"), "{}", loan.name);
        }
    }
}
