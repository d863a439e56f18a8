//! Builds a lead from named texts: file columns or form fields.

use super::Faults;
use crate::consent::ConsentIn;
use crate::fields::{ContactIn, DetailIn, LeadIn, NoteIn, NoteMetadata, ReferralIn, ScenarioIn};
use lending::{
    consent::{ConsentKind, is_yes, read_time},
    intake::{LeadColumn, is_formula, split_name},
    leads::LeadPurpose,
};
use platform::db::Timestamp;

/// Defaults for all leads of a file or form.
pub(crate) struct Usual {
    /// Default loan purpose.
    pub purpose: LeadPurpose,
    pub source: Option<i64>,
    pub provider: Option<i64>,
}

/// Builds the lead, and returns faults that aren't about its fields.
pub(crate) fn lead_of<'a>(text: impl Fn(LeadColumn) -> Option<&'a str>, usual: &Usual) -> (LeadIn, Faults) {
    let text = |column| text(column).map(str::trim).filter(|text| !text.is_empty());
    let owned = |column| text(column).map(str::to_owned);
    let mut faults = Faults::new();
    let (mut first_name, mut last_name) = (owned(LeadColumn::FIRST_NAME), owned(LeadColumn::LAST_NAME));
    if let Some((first, last)) = text(LeadColumn::NAME).map(split_name) {
        first_name = first_name.or_else(|| Some(first.to_owned()));
        last_name = last_name.or_else(|| Some(last.to_owned()));
    }
    for (name, what) in [(&first_name, "First Name"), (&last_name, "Last Name")] {
        if name.as_deref().is_some_and(is_formula) {
            faults.insert(what.to_owned(), format!("{what} looks like a formula"));
        }
    }
    let purpose = match text(LeadColumn::PURPOSE).map(str::to_ascii_lowercase).as_deref() {
        None => usual.purpose.as_str().to_owned(),
        Some("purchase" | "buy") => "Purchase".to_owned(),
        Some("refinance" | "refi" | "cash-out refinance" | "cash out refinance") => "Refinance".to_owned(),
        Some(other) => other.to_owned(),
    };
    let note = text(LeadColumn::NOTE).map(|text| NoteIn {
        text: text.to_owned(),
        note_type: "NOTE".to_owned(),
        metadata: NoteMetadata::default(),
    });
    let given_at = text(LeadColumn::CONSENT_AT).map(|text| {
        let read = read_time(text);
        if read.is_none() {
            let fault = "Consent time must be a date, or a date and time such as 2026-11-22T17:04:05Z";
            faults.insert("Consent time".to_owned(), fault.to_owned());
        }
        read.map(Timestamp)
    });
    // Consent needs a phone number.
    let agreed = text(LeadColumn::CONSENT).filter(|_| text(LeadColumn::PHONE).is_some());
    let consent = agreed.filter(|text| is_yes(text) != Some(false)).map(|agreed| ConsentIn {
        kinds: vec![ConsentKind::CALL, ConsentKind::TEXT],
        wording: is_yes(agreed).is_none().then(|| agreed.to_owned()),
        given_at: given_at.flatten().or_else(|| Some(Timestamp::now())),
        address: owned(LeadColumn::CONSENT_ADDRESS),
        page: None,
    });
    let lead = LeadIn {
        scenario: ScenarioIn {
            loan_purpose: purpose,
            state_code: text(LeadColumn::STATE).map(str::to_ascii_uppercase),
            loan_amount: owned(LeadColumn::LOAN_AMOUNT),
            property_value: owned(LeadColumn::PROPERTY_VALUE),
        },
        contacts: vec![ContactIn {
            first_name,
            last_name,
            email: owned(LeadColumn::EMAIL),
            cell_phone: owned(LeadColumn::PHONE),
            is_primary: true,
        }],
        detail: DetailIn { provider: usual.provider, external_id: owned(LeadColumn::EXTERNAL_ID) },
        referral: ReferralIn { source: usual.source, ..ReferralIn::default() },
        users: Vec::new(),
        notes: note.map(|note| vec![note]),
        consents: consent.into_iter().collect(),
    };
    (lead, faults)
}
