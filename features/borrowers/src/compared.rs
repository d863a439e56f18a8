//! A borrower's data from the directory and their newest loan, for comparison with a loan file (DUP-14).

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

/// A directory record that the actor may see.
#[derive(Debug)]
pub struct Held {
    pub id: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Their newest loan in the actor's scope.
    pub newest_loan: Option<i64>,
    facts: Facts,
    ssn_key: Option<Vec<u8>>,
    birth_key: Option<Vec<u8>>,
}

/// Finds a record in the actor's scope, through the directory or one of its loans.
///
/// # Errors
///
/// [`Error::NotFound`] for records out of scope.
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
    /// The person's data for comparison.
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

    /// Full name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.facts.first_name, self.facts.last_name).trim().to_owned()
    }

    /// All known data: the directory's values override those of the newest loan.
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

    /// Returns true if the directory has the field, rather than a loan.
    #[must_use]
    pub fn holds(&self, field: Field) -> bool {
        field.is_of_directory() && field.value(&self.over(None)).is_some()
    }
}

/// Writes values from a file into a directory record in scope.
///
/// # Errors
///
/// A value is invalid, or the record has changed.
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
