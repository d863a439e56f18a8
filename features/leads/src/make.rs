//! Creates leads from any channel: row, contacts, owners, notes, history, audit entry and event.

use crate::{
    consent::NewConsent,
    fields::LeadOut,
    owners::{KnownOwner, known_owners},
    reach, store,
};
use borrowers::matching::{self, Record, RecordKind, Told};
use lending::{
    leads::{Referrer, Scenario, late_at, referral_faults},
    lists::LeadStatusKind,
    matching::Person,
    values::{Email, Phone, name_key},
};
use platform::{Error, Fields, InCompany, Result, Tx, db::Timestamp};
use serde_json::json;
use std::collections::{BTreeMap, btree_map::Entry};
use uuid::Uuid;

/// A lead to create.
#[derive(Clone, Debug)]
pub struct NewLead {
    pub scenario: Scenario,
    /// Contacts, primary first.
    pub contacts: Vec<NewContact>,
    pub provider: Option<i64>,
    pub source: Option<i64>,
    pub referrer: Referrer,
    /// Description of a source that isn't on the list.
    pub other_source: Option<String>,
    /// Owners, primary first.
    pub owners: Vec<OwnerRef>,
    pub notes: Vec<NewNote>,
    pub consents: Vec<NewConsent>,
    /// Time of arrival, if not now.
    pub begun: Option<Timestamp>,
}

/// A contact of the lead.
#[derive(Clone, Debug)]
pub struct NewContact {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<Email>,
    /// Cell phone.
    pub phone: Option<Phone>,
}

/// An owner in the payload.
#[derive(Clone, Copy, Debug)]
pub struct OwnerRef {
    /// Index in the payload, for error paths.
    pub at: usize,
    pub user: i64,
    /// The branch of the membership.
    pub org_unit: i64,
}

/// A note to store.
#[derive(Clone, Debug)]
pub struct NewNote {
    /// Sanitized HTML.
    pub html: String,
    /// Ids of its picture files.
    pub pictures: Vec<Uuid>,
    /// Time of writing.
    pub noted_at: Timestamp,
}

impl NewContact {
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    pub(crate) fn sort_name(&self) -> String {
        name_key(&format!("{} {}", self.last_name, self.first_name))
    }
}

/// Text for the search.
pub(crate) fn words_of(id: i64, contacts: &[NewContact]) -> String {
    let mut words: Vec<String> = contacts
        .iter()
        .flat_map(|contact| {
            let email = contact.email.as_ref().map(Email::key);
            let phone = contact.phone.as_ref().map(|phone| phone.digits().to_owned());
            [Some(name_key(&contact.name())), email, phone]
        })
        .flatten()
        .collect();
    words.push(id.to_string());
    words.join(" ")
}

/// Validated references of a payload.
pub(crate) struct Named {
    pub owners: Vec<KnownOwner>,
}

/// Looks up owners, source, provider and referral contact, and collects invalid ones. Skips the referral if it didn't
/// change.
pub(crate) async fn look_up(tx: &mut impl InCompany, new: &NewLead, is_referral_new: bool) -> Result<Named> {
    let mut fields = Fields::default();
    let owners = known_owners(tx, &mut fields, &new.owners).await?;
    let known = store::named(tx, new.source, new.provider, new.referrer).await?;
    let source_kind = known.source_kind.as_deref().and_then(|kind| kind.parse().ok());
    if !is_referral_new {
        fields.check()?;
        return Ok(Named { owners });
    }
    if new.source.is_some() && source_kind.is_none() {
        fields.add("LeadReferral/LeadSourceId", "Choose a lead source of the list");
    } else {
        for (key, fault) in referral_faults(source_kind, new.referrer, new.other_source.as_deref()) {
            fields.add(format!("LeadReferral/{key}"), fault);
        }
    }
    for (is_named, is_known, path, message) in [
        (new.provider.is_some(), known.has_provider, "LeadDetail/LeadProviderId", "Choose a lead provider of the list"),
        (
            new.referrer.business_contact.is_some(),
            known.has_business_contact,
            "LeadReferral/BusinessContactId",
            "Choose a business contact of this company",
        ),
        (
            new.referrer.borrower.is_some(),
            known.has_borrower,
            "LeadReferral/WizeBorrowerId",
            "Choose a contact of this company",
        ),
        (new.referrer.user.is_some(), known.has_user, "LeadReferral/WizeUserId", "Choose a user of this company"),
    ] {
        if is_named && !is_known {
            fields.add(path, message);
        }
    }
    fields.check()?;
    Ok(Named { owners })
}

/// Creates a lead in a transaction.
///
/// # Errors
///
/// Owners, source, provider or referral contact don't exist in the company or don't fit together.
pub async fn make(tx: &mut impl InCompany, new: NewLead) -> Result<i64> {
    let Named { owners } = look_up(tx, &new, true).await?;
    let ids = make_all(tx, &[(new, owners)]).await?;
    ids.first().copied().ok_or(Error::NotFound)
}

/// Creates leads whose references were validated. Returns their ids in the same order.
pub(crate) async fn make_all(tx: &mut impl InCompany, leads: &[(NewLead, Vec<KnownOwner>)]) -> Result<Vec<i64>> {
    let status = store::first_status(tx, LeadStatusKind::New).await?;
    let ids = store::next_ids(tx, leads.len()).await?;
    let wording = match leads.iter().all(|(new, _)| new.consents.is_empty()) {
        true => String::new(),
        false => store::consents::wording(tx).await?,
    };
    let mut office_hours = BTreeMap::new();
    let (mut written, mut told) = (Vec::new(), Vec::new());
    for (id, (new, owners)) in ids.iter().copied().zip(leads) {
        let primary = owners.first().ok_or_else(|| Error::field("LeadUsers/0", "Primary Lead Owner is required"))?;
        if let Entry::Vacant(place) = office_hours.entry(primary.org_unit) {
            place.insert(store::calendar(tx, primary.org_unit).await?.office_hours());
        }
        let began = new.begun.unwrap_or_else(Timestamp::now);
        let late_at =
            office_hours.get(&primary.org_unit).and_then(|hours| late_at(hours, *began, status.target_minutes));
        let after = json!({
            "name": new.contacts.first().map(NewContact::name),
            "owners": owners.iter().map(|owner| &owner.name).collect::<Vec<_>>(),
            "source": new.source,
            "provider": new.provider,
            "purpose": new.scenario.purpose,
        });
        written.push(store::Written { id, new, owners, primary, late_at, began, after, wording: &wording });
        told.push(told_of(id, primary, began, &new.contacts));
    }
    store::insert(tx, &status, &written).await?;
    matching::put(tx, &told).await?;
    Ok(ids)
}

/// The contact's data for matching.
pub(crate) fn person(contact: &NewContact) -> Person {
    Person {
        first_name: contact.first_name.clone(),
        last_name: contact.last_name.clone(),
        emails: contact.email.clone().into_iter().collect(),
        phones: contact.phone.clone().into_iter().collect(),
        ..Person::default()
    }
}

fn told_of(id: i64, primary: &KnownOwner, created_at: Timestamp, contacts: &[NewContact]) -> Told {
    Told {
        record: Record { kind: RecordKind::Lead, id },
        org_unit: primary.org_unit,
        owner: Some(primary.membership),
        created_at,
        people: contacts.iter().map(person).collect(),
    }
}

/// Updates the contacts in the matching register.
pub(crate) async fn tell(
    tx: &mut Tx,
    id: i64,
    primary: &KnownOwner,
    created_at: Timestamp,
    contacts: &[NewContact],
) -> Result<()> {
    matching::put(tx, &[told_of(id, primary, created_at, contacts)]).await
}

/// Reads the new lead for its creator, who may not be able to open it.
pub(crate) async fn answer(tx: &mut Tx, id: i64) -> Result<LeadOut> {
    let row = store::lead(tx, id).await?.ok_or(Error::NotFound)?;
    let owners: Vec<_> = store::owners(tx, id)
        .await?
        .into_iter()
        .map(|owner| KnownOwner {
            membership: owner.membership,
            user: owner.user,
            org_unit: owner.org_unit,
            name: owner.name,
        })
        .collect();
    let warning = crate::owners::access_warning_of(tx, &owners);
    let is_of_unit = row.org_unit_id == tx.actor().org_unit();
    let can_open = reach::reach_of(tx.actor()).covers(is_of_unit, row.is_own);
    let mut lead = store::out(tx, row).await?;
    lead.access_warning = warning.filter(|_| !can_open).map(Into::into);
    Ok(lead)
}
