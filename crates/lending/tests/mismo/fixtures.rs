//! The project's sample files: our fixtures as our writer writes them. Set `KEYTURN_WRITE_FIXTURES=1` to rewrite them.

use crate::{read, write};
use lending::fixtures;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(format!("{name}.xml"))
}

#[test]
fn the_sample_files_match_our_writer() {
    for loan in fixtures::all() {
        let (path, written) = (path(loan.name), write(&loan.application, &loan.secrets));
        if std::env::var_os("KEYTURN_WRITE_FIXTURES").is_some() {
            std::fs::write(&path, &written).unwrap();
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == written, "{} is not what is written today: see the top of this file", path.display());
    }
}

#[test]
fn truncated_sample_files_are_rejected() {
    for loan in fixtures::all() {
        let bytes = std::fs::read(path(loan.name)).unwrap();
        let end = bytes.trim_ascii_end().len();
        // Every byte would take a minute. Every seventh still covers each kind of position many times.
        for cut in (0..end).step_by(7) {
            let refusal = read(&bytes[..cut]).unwrap_err();
            assert!(["empty_file", "not_well_formed", "not_xml"].contains(&refusal.code), "cut at {cut}: {refusal:?}");
        }
    }
}

#[test]
fn the_sample_files_contain_no_real_data() {
    for loan in fixtures::all() {
        for (id, sealed) in &loan.secrets.borrowers {
            let number = sealed.taxpayer_identifier.as_ref().unwrap();
            assert!(number.reveal().starts_with("98765432"), "a number reserved for advertising");
            let borrower = loan.application.borrowers.iter().find(|borrower| borrower.id == *id).unwrap();
            assert_eq!(borrower.taxpayer_identifier_last_four.as_deref(), Some(number.last_four()));
            assert!(borrower.email.as_ref().unwrap().as_str().ends_with("@example.com"));
        }
    }
}
