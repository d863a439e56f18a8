//! Assigns records to their applicants.
//!
//! Each record contains its applicant's Social Security number. In real files the number can be missing, shared by two
//! applicants, or unknown. In these cases the order of the records decides, as far as possible.

use crate::{file::Issues, issue::Reason, layout::Occurs, record::Record, records::applicant};
use std::collections::{BTreeMap, BTreeSet};

/// Assigns all records. Returns the indexes of the applicant records.
pub(crate) fn join(records: &mut [Record], issues: &mut Issues) -> Vec<usize> {
    let mut applicants = Vec::new();
    let mut by_number: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, record) in records.iter_mut().enumerate() {
        if record.layout != Some(&applicant::LAYOUT) {
            continue;
        }
        let place = applicants.len();
        let number = record.get(&applicant::SSN).unwrap_or("").to_owned();
        let sharing = by_number.entry(number.clone()).or_default();
        if !sharing.is_empty() {
            issues.about(record, Some(&applicant::SSN), Reason::SharedNumber);
        } else if number.is_empty() {
            issues.about(record, Some(&applicant::SSN), Reason::NoNumber);
        }
        sharing.push(place);
        record.applicant = Some(place);
        applicants.push(at);
    }
    if applicants.is_empty() {
        return applicants;
    }

    let mut with_records: BTreeSet<usize> = BTreeSet::new();
    let mut given: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    let mut unknown = Vec::new();
    for (at, record) in records.iter_mut().enumerate() {
        let Some(layout) = record.layout.filter(|layout| **layout != applicant::LAYOUT) else { continue };
        let Some(field) = layout.owner() else { continue };
        let number = record.get(field).unwrap_or("").to_owned();
        let Some(sharing) = by_number.get(&number) else {
            unknown.push(at);
            continue;
        };
        let place = if layout.occurs == Occurs::OncePerApplicant {
            let turn = given.entry((layout.id, number)).or_default();
            let place = sharing.get(*turn).or(sharing.last());
            if *turn >= sharing.len() {
                issues.about(record, None, Reason::Repeated);
            }
            *turn += 1;
            place
        } else {
            sharing.first()
        };
        record.applicant = place.copied();
        with_records.extend(place);
    }

    let mut without: Vec<usize> = (0..applicants.len()).filter(|place| !with_records.contains(place)).collect();
    if applicants.len() == 1 {
        without = vec![0];
    }
    for at in unknown {
        let record = &mut records[at];
        let field = record.layout.and_then(|layout| layout.owner());
        let reason = match without[..] {
            [only] => {
                record.applicant = Some(only);
                Reason::GivenByPlace
            }
            _ => Reason::NoApplicant,
        };
        issues.about(record, field, reason);
    }
    applicants
}
