//! A borrower as the directory and their newest loan know them, for whoever compares a loan file with it (DUP-14).

use crate::{
    directory,
    reach::contact_reach,
    record::{AddressOut, Facts, In, changed, loans_within_reach},
    store,
};
use lending::{
    access::Permission,
    application::{Address, Borrower, Residence, ResidencyType},
    differences::{Field, apart, last_name},
    matching::{Fingerprint, Person},
    values::name_key,
};
use platform::{Error, Result, Tx, db::Timestamp, record::Audit, version::changes};
use serde_json::Value;

/// A record of the directory that whoever acts may see.
#[derive(Debug)]
pub struct Held {
    /// The record's id.
    pub id: i64,
    /// When it was changed last.
    pub updated_at: Timestamp,
    /// The newest loan within reach that names them.
    pub newest_loan: Option<i64>,
    facts: Facts,
    ssn_key: Option<Vec<u8>>,
    birth_key: Option<Vec<u8>>,
}

/// A record within reach, in the directory or by one of its loans: otherwise it is as if it never was.
///
/// # Errors
/// It lies out of reach, or the database's.
pub async fn held(tx: &mut Tx, id: i64) -> Result<Held> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    let (loans, _) = loans_within_reach(tx, id).await?;
    let reach = contact_reach(tx).await?;
    let actor = tx.actor();
    let is_seen = actor.may(Permission::ContactView).is_ok()
        && reach.covers(record.org_unit_id == actor.org_unit(), record.is_own);
    if !is_seen && loans.is_empty() {
        return Err(Error::NotFound);
    }
    Ok(Held {
        id,
        updated_at: record.updated_at,
        newest_loan: loans.first().map(|loan| loan.id),
        facts: record.facts,
        ssn_key: record.ssn_key,
        birth_key: record.birth_key,
    })
}

impl Held {
    /// As they are compared.
    #[must_use]
    pub fn person(&self) -> Person {
        let Facts { first_name, last_name, email, cell_phone, address, owner_id: _ } = &self.facts;
        let address = Address::from(address.clone());
        Person {
            first_name: first_name.clone(),
            last_name: last_name.clone(),
            emails: email.as_deref().and_then(|text| text.parse().ok()).into_iter().collect(),
            phones: cell_phone.as_deref().and_then(|text| text.parse().ok()).into_iter().collect(),
            taxpayer_identifier: self.ssn_key.clone().map(Fingerprint),
            birth_date: self.birth_key.clone().map(Fingerprint),
            street: address.line,
            postal_code: address.postal_code,
        }
    }

    /// How they are called.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.facts.first_name, self.facts.last_name).trim().to_owned()
    }

    /// What is known of them: what the directory holds, over what their newest loan says.
    #[must_use]
    pub fn over(&self, newest: Option<&Borrower>) -> Borrower {
        let mut known = newest.cloned().unwrap_or_default();
        let Facts { first_name, last_name: family_name, email, cell_phone, address, owner_id: _ } = &self.facts;
        known.first_name = Some(first_name.clone());
        if name_key(&last_name(&known)) != name_key(family_name) {
            (known.last_name, known.suffix) = apart(family_name);
        }
        known.email = email.as_deref().and_then(|text| text.parse().ok()).or(known.email);
        let phone = cell_phone.as_deref().and_then(|text| text.parse().ok());
        if phone.is_some() && known.cell_phone.as_ref().or(known.home_phone.as_ref()) != phone.as_ref() {
            known.cell_phone = phone;
        }
        let address = Address::from(address.clone());
        if address.line.is_some() {
            match known.residences.iter_mut().find(|one| one.kind != Some(ResidencyType::Prior)) {
                Some(residence) => residence.address = address,
                None => known.residences.push(Residence {
                    kind: Some(ResidencyType::Current),
                    address,
                    ..Residence::default()
                }),
            }
        }
        known
    }

    /// Whether the directory itself holds the field, rather than a loan.
    #[must_use]
    pub fn holds(&self, field: Field) -> bool {
        field.is_of_directory() && field.value(&self.over(None)).is_some()
    }
}

/// Writes values of a file into a record of the directory, which is within reach.
///
/// # Errors
/// A value can't be taken, somebody else was faster, or the database's.
pub async fn take(tx: &mut Tx, id: i64, values: &[(Field, Value)]) -> Result<()> {
    let was = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    let mut body = In::default();
    for (field, value) in values {
        let text = || value.as_str().map(str::to_owned);
        match field {
            Field::FirstName => body.first_name = text(),
            Field::LastName => body.last_name = text(),
            Field::Email => body.email = text(),
            Field::Phone => body.cell_phone = text(),
            Field::Address => {
                let address: Address = serde_json::from_value(value.clone()).map_err(Error::internal)?;
                body.address = Some(AddressOut::from(address));
            }
            _ => {}
        }
    }
    let is = changed(&was.facts, &body)?;
    let Some((before, after)) = changes(&was.facts, &is)? else { return Ok(()) };
    if !store::update(tx, id, was.version, was.org_unit_id, &is).await? {
        return Err(Error::Conflict {
            code: "LWBOR10409",
            message: "Someone else has changed this borrower.".to_owned(),
            details: None,
        });
    }
    directory::register(tx, &[id]).await?;
    let entity_id = id.to_string();
    let (before, after) = (Some(before), Some(after));
    tx.audit(Audit { action: "borrower.edit", entity: "borrower", entity_id: &entity_id, before, after }).await?;
    tx.event("borrower.edited", id).await
}
