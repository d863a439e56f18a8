//! The crowd of the demo data.

use keyturn::demo::names::{first_name, last_name};
use rand::{SeedableRng, rngs::StdRng};
use std::collections::HashMap;

/// The crowd has realistic name frequencies, so that measurements are realistic.
#[test]
fn names_have_realistic_frequencies() {
    let mut random = StdRng::seed_from_u64(7);
    let mut shares = |name: fn(&mut StdRng) -> String| {
        let mut people = HashMap::<String, f64>::new();
        for _ in 0..100_000 {
            *people.entry(name(&mut random)).or_default() += 1.0 / 100_000.0;
        }
        people
    };
    let (first, last) = (shares(first_name), shares(last_name));
    assert!((0.012..0.02).contains(&first["James"]), "{}", first["James"]);
    assert!((0.006..0.01).contains(&last["Smith"]), "{}", last["Smith"]);
    assert!((0.0005..0.0015).contains(&last["Jimenez"]), "{}", last["Jimenez"]);
    assert!(last.len() > 20_000, "{} last names", last.len());
}
