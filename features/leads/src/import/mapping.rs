//! Maps the columns of a file to the fields of a lead.

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

/// Content to column index, starting at 0.
pub(crate) type Mapping = BTreeMap<LeadColumn, usize>;

/// Guesses the mapping from column headers. If two columns have the same content, uses the first.
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

/// Refuses a mapping without the required columns.
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

/// Converts a row to a lead with its faults.
pub(crate) fn handed(row: &Row, head: &[String], terms: &Terms) -> Result<Handed> {
    let cell = |column| row.cells.get(*terms.mapping.get(&column)?).map(String::as_str);
    let usual = Usual { purpose: terms.purpose, source: terms.source, provider: terms.provider };
    let (lead, mut faults) = lead_of(cell, &usual);
    if let Some(fault) = &row.fault {
        faults.insert(String::new(), fault.clone());
    }
    // Keeps the order of the file.
    let raw = json!(head.iter().zip(&row.cells).collect::<Vec<_>>()).to_string();
    Handed::of_texts(Some(row.number), raw, lead, faults)
}
