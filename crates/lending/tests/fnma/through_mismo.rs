//! FNMA 3.2 -> application -> MISMO 3.4 -> application -> FNMA 3.2: the data that a loan loses on the way.

use crate::{counted, everything::everything, loans, read};
use fnma32::Layout;
use jiff::Timestamp;
use lending::{
    fnma,
    mismo::{self, About},
};
use std::collections::{BTreeMap, BTreeSet};

/// Fields of FNMA 3.2 that MISMO 3.4 can't store, and why.
const NOT_HELD: &[(&str, &str)] = &[
    ("02B-060", "MISMO 3.4 has no word for the manner in which title is held"),
    ("06G-090", "MISMO 3.4 has no kinds of owned property"),
];

/// The sorted values of each field over all records of a file.
fn values(bytes: &[u8]) -> BTreeMap<&'static str, Vec<String>> {
    let file = fnma32::read(bytes).unwrap();
    let mut values: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for record in file.records() {
        let layout: &'static Layout = record.layout().unwrap();
        // An ADS value belongs to its name. The number that joins records belongs to the record.
        let name = record.get(&layout.fields[0]).filter(|_| layout.id == "ADS").unwrap_or("");
        for field in layout.fields.iter().filter(|field| layout.owner() != Some(*field)) {
            if let Some(value) = record.get(field) {
                values.entry(field.id).or_default().push([name, value].join(" "));
            }
        }
    }
    values.values_mut().for_each(|values| values.sort());
    values
}

#[test]
fn a_loan_survives_mismo_apart_from_the_listed_fields() {
    let about = About { created_at: Timestamp::UNIX_EPOCH, made_by: "Keyturn test" };
    let (mut changed, mut unnamed) = (BTreeSet::new(), Vec::new());
    for loan in loans::all().into_iter().chain(loans::shared()).chain([everything()]) {
        let before = fnma::write(&loan.application, &loan.secrets);
        let first = read(&before).unwrap();
        let message = mismo::write(&first.application, &first.secrets, about);
        let second = mismo::read(&message, &mut counted()).unwrap();
        let after = fnma::write(&second.application, &second.secrets);
        let (before, after) = (values(&before), values(&after));
        let fields: BTreeSet<&&str> = before.keys().chain(after.keys()).collect();
        for field in fields {
            let (before, after) = (before.get(*field), after.get(*field));
            if before != after {
                changed.insert(*field);
                if !NOT_HELD.iter().any(|(named, _)| named == field) {
                    unnamed.push(format!("{}: {field}: {before:?} -> {after:?}", loan.name));
                }
            }
        }
    }
    assert!(unnamed.is_empty(), "{unnamed:#?}");
    for (field, why) in NOT_HELD {
        assert!(changed.contains(field), "{field} survives after all ({why})");
    }
}
