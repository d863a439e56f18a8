//! What the columns of a file hold, and the lead that a row tells of.

use super::start::Terms;
use crate::{
    fields::{ContactIn, DetailIn, LeadIn, NoteIn, NoteMetadata, ReferralIn, ScenarioIn},
    intake::{Faults, Handed},
};
use lending::intake::{LeadColumn, is_formula, split_name};
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
    let cell = |column| {
        let at = *terms.mapping.get(&column)?;
        row.cells.get(at).map(String::as_str).filter(|text| !text.is_empty())
    };
    let owned = |column| cell(column).map(str::to_owned);
    let mut faults = Faults::new();
    if let Some(fault) = &row.fault {
        faults.insert(String::new(), fault.clone());
    }
    let (mut first_name, mut last_name) = (owned(LeadColumn::FIRST_NAME), owned(LeadColumn::LAST_NAME));
    if let Some((first, last)) = cell(LeadColumn::NAME).map(split_name) {
        first_name = first_name.or_else(|| Some(first.to_owned()));
        last_name = last_name.or_else(|| Some(last.to_owned()));
    }
    for (name, what) in [(&first_name, "First Name"), (&last_name, "Last Name")] {
        if name.as_deref().is_some_and(is_formula) {
            faults.insert(what.to_owned(), format!("{what} looks like a formula"));
        }
    }
    let purpose = match cell(LeadColumn::PURPOSE).map(str::to_ascii_lowercase).as_deref() {
        None => terms.purpose.as_str().to_owned(),
        Some("purchase" | "buy") => "Purchase".to_owned(),
        Some("refinance" | "refi" | "cash-out refinance" | "cash out refinance") => "Refinance".to_owned(),
        Some(other) => other.to_owned(),
    };
    let note = cell(LeadColumn::NOTE).map(|text| NoteIn {
        text: text.to_owned(),
        note_type: "NOTE".to_owned(),
        metadata: NoteMetadata::default(),
    });
    let lead = LeadIn {
        scenario: ScenarioIn {
            loan_purpose: purpose,
            state_code: cell(LeadColumn::STATE).map(str::to_ascii_uppercase),
        },
        contacts: vec![ContactIn {
            first_name,
            last_name,
            email: owned(LeadColumn::EMAIL),
            cell_phone: owned(LeadColumn::PHONE),
            is_primary: true,
        }],
        detail: DetailIn { provider: terms.provider, external_id: owned(LeadColumn::EXTERNAL_ID) },
        referral: ReferralIn { source: terms.source, ..ReferralIn::default() },
        users: Vec::new(),
        notes: note.map(|note| vec![note]),
    };
    // In the order of the file, as it came.
    let raw = json!(head.iter().zip(&row.cells).collect::<Vec<_>>()).to_string();
    Handed::of_row(row.number, raw, lead, faults)
}
