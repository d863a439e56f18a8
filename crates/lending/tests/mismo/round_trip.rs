//! Application -> MISMO 3.4 -> application: the result equals the original, apart from the format's known limits.

use crate::{
    compare::{differences, flat},
    held::{LIMITS, held},
    read, write,
};
use lending::{
    application::{Application, Secrets},
    fixtures, generate,
};
use proptest::{prelude::*, strategy::ValueTree};

/// Differences after a round trip that the known limits don't explain.
fn lost(application: &Application, secrets: &Secrets) -> Vec<String> {
    let again = read(&write(application, secrets)).unwrap();
    let (application, secrets) = held(application, secrets);
    let (before, after) = (flat(&application, &secrets), flat(&again.application, &again.secrets));
    let changes = differences(&before, &after).into_iter();
    changes.map(|(path, before, after)| format!("{path}: {before:?} -> {after:?}")).collect()
}

#[test]
fn a_typical_loan_survives_a_round_trip_unchanged() {
    for loan in fixtures::all() {
        assert_eq!(
            held(&loan.application, &loan.secrets),
            (loan.application.clone(), loan.secrets.clone()),
            "{}",
            loan.name
        );
        assert_eq!(lost(&loan.application, &loan.secrets), Vec::<String>::new(), "{}", loan.name);
    }
}

#[test]
fn our_own_file_raises_no_issues_except_for_never_issued_numbers() {
    for loan in fixtures::all() {
        let again = read(&write(&loan.application, &loan.secrets)).unwrap();
        let told: Vec<_> = again.issues.iter().filter(|issue| issue.field != "TaxpayerIdentifierValue").collect();
        assert!(told.is_empty(), "{}: {told:#?}", loan.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_loan_survives_a_round_trip_apart_from_the_limits((application, secrets) in generate::loan()) {
        prop_assert_eq!(lost(&application, &secrets), Vec::<String>::new());
    }

    #[test]
    fn a_second_round_trip_writes_identical_bytes((application, secrets) in generate::loan()) {
        let (application, secrets) = held(&application, &secrets);
        let once = write(&application, &secrets);
        let again = read(&once).unwrap();
        let twice = write(&again.application, &again.secrets);
        let lines = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
        let (once, twice) = (lines(&once), lines(&twice));
        let changed = once.iter().zip(&twice).find(|(before, after)| before != after);
        prop_assert_eq!(changed, None);
        prop_assert_eq!(once.len(), twice.len());
    }
}

#[test]
fn every_limit_affects_some_loan() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut unmet: Vec<&str> = LIMITS.iter().map(|limit| limit.name).collect();
    for _ in 0..300 {
        let (application, secrets) = generate::loan().new_tree(&mut runner).unwrap().current();
        unmet.retain(|name| {
            let limit = LIMITS.iter().find(|limit| limit.name == *name).unwrap();
            let (mut limited, mut sealed) = (application.clone(), secrets.clone());
            (limit.apply)(&mut limited, &mut sealed);
            limited == application && sealed == secrets
        });
        if unmet.is_empty() {
            return;
        }
    }
    assert_eq!(unmet, Vec::<&str>::new());
}
