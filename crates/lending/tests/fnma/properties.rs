//! Properties that hold for any application.

use crate::{
    compare::{differences, flat},
    loans, read,
};
use lending::{
    application::{Application, Secrets},
    fnma, generate,
    values::TaxpayerIdentifier,
};
use proptest::prelude::*;

/// Gives every borrower a Social Security number of their own. Without one, the records of two borrowers can't be told
/// apart.
fn numbered(application: &Application, mut secrets: Secrets) -> Secrets {
    for (place, borrower) in application.borrowers.iter().enumerate() {
        let number: Option<TaxpayerIdentifier> = format!("66612{place:04}").parse().ok();
        secrets.borrowers.entry(borrower.id).or_default().taxpayer_identifier = number;
    }
    secrets
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Data that survived one round trip survives every further one.
    #[test]
    fn a_second_round_trip_changes_nothing((application, secrets) in generate::loan()) {
        let secrets = numbered(&application, secrets);
        let once = read(&fnma::write(&application, &secrets)).unwrap();
        let twice = read(&fnma::write(&once.application, &once.secrets)).unwrap();
        let (once, twice) = (flat(&once.application, &once.secrets), flat(&twice.application, &twice.secrets));
        let differences: Vec<String> = differences(&once, &twice)
            .into_iter()
            .map(|(path, before, after)| format!("{path}: {before:?} -> {after:?}"))
            .collect();
        prop_assert!(differences.is_empty(), "{:#?}", differences);
    }

    /// Wrong bytes never cause a crash, and no byte that a table can't store gets into the application.
    #[test]
    fn wrong_bytes_do_no_harm(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..60),
        cut in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let loan = loans::couple_buys_condominium();
        let mut bytes = fnma::write(&loan.application, &loan.secrets);
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        for place in cut {
            let place = place.index(bytes.len());
            bytes.remove(place);
        }
        if let Ok(imported) = read(&bytes) {
            let json = serde_json::to_string(&imported).unwrap();
            prop_assert!(!json.contains("\\u0000"));
        }
    }

    /// For any loan, the file is well-formed and no issue contains a secret.
    #[test]
    fn any_loan_makes_a_well_formed_file((application, secrets) in generate::loan()) {
        let bytes = fnma::write(&application, &secrets);
        let file = fnma32::read(&bytes).unwrap();
        for record in file.records() {
            prop_assert_eq!(record.as_written().chars().count(), record.layout().map_or(0, |layout| layout.length));
        }
        let imported = read(&bytes).unwrap();
        let told = serde_json::to_string(&imported.issues).unwrap();
        for number in secrets.borrowers.values().filter_map(|secrets| secrets.taxpayer_identifier.as_ref()) {
            prop_assert!(!told.contains(number.reveal()));
        }
    }
}
