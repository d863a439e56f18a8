//! Making a lead: whatever it comes from, the same row, contacts, owners, notes, history, audit entry and event.

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

/// A lead to be made.
#[derive(Clone, Debug)]
pub struct NewLead {
    /// What is wanted.
    pub scenario: Scenario,
    /// Who asks, the primary one first.
    pub contacts: Vec<NewContact>,
    /// Who sold it.
    pub provider: Option<i64>,
    /// Where it comes from.
    pub source: Option<i64>,
    /// Who referred it.
    pub referrer: Referrer,
    /// In words, where the source is another than those listed.
    pub other_source: Option<String>,
    /// Its owners, the primary one first.
    pub owners: Vec<OwnerRef>,
    /// What was noted.
    pub notes: Vec<NewNote>,
    /// What they said about being called and texted.
    pub consents: Vec<NewConsent>,
    /// When it came in, for one that did not come now.
    pub begun: Option<Timestamp>,
}

/// Somebody who asks.
#[derive(Clone, Debug)]
pub struct NewContact {
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Address.
    pub email: Option<Email>,
    /// Cell phone.
    pub phone: Option<Phone>,
}

/// An owner as the payload names them.
#[derive(Clone, Copy, Debug)]
pub struct OwnerRef {
    /// Place in the payload, for what is wrong with it.
    pub at: usize,
    /// The person.
    pub user: i64,
    /// The branch they own it in.
    pub org_unit: i64,
}

/// A note to be kept.
#[derive(Clone, Debug)]
pub struct NewNote {
    /// Harmless HTML.
    pub html: String,
    /// Files of its pictures.
    pub pictures: Vec<Uuid>,
    /// When it was written.
    pub noted_at: Timestamp,
}

impl NewContact {
    /// First and last name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    pub(crate) fn sort_name(&self) -> String {
        name_key(&format!("{} {}", self.last_name, self.first_name))
    }
}

/// What the text filter looks through.
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

/// What a payload names, looked up.
pub(crate) struct Named {
    pub owners: Vec<KnownOwner>,
}

/// Looks up owners, source, provider and referral contact; what is not there is noted under its path. A referral that
/// stays as it was is not looked at again.
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

/// Makes a lead within a transaction.
///
/// # Errors
/// Owners, source, provider or referral contact are none of this company's, or don't fit each other.
pub async fn make(tx: &mut impl InCompany, new: NewLead) -> Result<i64> {
    let Named { owners } = look_up(tx, &new, true).await?;
    let ids = make_all(tx, &[(new, owners)]).await?;
    ids.first().copied().ok_or(Error::NotFound)
}

/// Makes leads whose owners, source, provider and referral contact were looked up; answers their ids in the same order.
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

/// Somebody who asks, as matching sees them.
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

/// Writes who asks into the register of people, where whoever is typed in is looked for.
pub(crate) async fn tell(
    tx: &mut Tx,
    id: i64,
    primary: &KnownOwner,
    created_at: Timestamp,
    contacts: &[NewContact],
) -> Result<()> {
    matching::put(tx, &[told_of(id, primary, created_at, contacts)]).await
}

/// The lead as it is answered to whoever has just made it, who may not be able to open it.
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
