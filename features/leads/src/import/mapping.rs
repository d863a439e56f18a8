//! What the columns of a file hold, and the lead that a row tells of.

use super::start::Terms;
use crate::intake::{
    Handed,
    columns::{Usual, lead_of},
};
use lending::intake::LeadColumn;
use platform::{Fields, Result};
use serde_json::json;
use sheets::Row;
use std::collections::BTreeMap;

/// The column, from 0, that holds each.
pub(crate) type Mapping = BTreeMap<LeadColumn, usize>;

/// What the columns seem to hold by what they are called; of two that seem to hold the same, the first.
pub(crate) fn guessed(head: &[String]) -> Mapping {
    let mut mapping = Mapping::new();
    for (at, name) in head.iter().enumerate() {
        if let Some(column) = LeadColumn::guess(name) {
            mapping.entry(column).or_insert(at);
        }
    }
    if mapping.contains_key(&LeadColumn::FIRST_NAME) && mapping.contains_key(&LeadColumn::LAST_NAME) {
        mapping.remove(&LeadColumn::NAME);
    }
    mapping
}

/// Refuses a mapping that no lead can be read by.
pub(crate) fn check(fields: &mut Fields, mapping: &Mapping, width: usize) {
    let has = |column| mapping.contains_key(&column);
    if !has(LeadColumn::NAME) {
        for (column, name) in [(LeadColumn::FIRST_NAME, "First Name"), (LeadColumn::LAST_NAME, "Last Name")] {
            if !has(column) {
                fields.add(format!("mapping/{column}"), format!("Choose the column that holds {name}"));
            }
        }
    }
    if !has(LeadColumn::EMAIL) {
        fields.add("mapping/EMAIL", "Choose the column that holds Email");
    }
    for (column, at) in mapping {
        if *at >= width {
            fields.add(format!("mapping/{column}"), "Choose a column of the file");
        } else if mapping.iter().any(|(other, place)| other < column && place == at) {
            fields.add(format!("mapping/{column}"), "This column is chosen twice");
        }
    }
}

/// The lead that a row tells of, with what is wrong with it.
pub(crate) fn handed(row: &Row, head: &[String], terms: &Terms) -> Result<Handed> {
    let cell = |column| row.cells.get(*terms.mapping.get(&column)?).map(String::as_str);
    let usual = Usual { purpose: terms.purpose, source: terms.source, provider: terms.provider };
    let (lead, mut faults) = lead_of(cell, &usual);
    if let Some(fault) = &row.fault {
        faults.insert(String::new(), fault.clone());
    }
    // In the order of the file, as it came.
    let raw = json!(head.iter().zip(&row.cells).collect::<Vec<_>>()).to_string();
    Handed::of_texts(Some(row.number), raw, lead, faults)
}
