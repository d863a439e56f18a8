//! Changes a lead: scenario, contacts, referral, owners and follow-up.

use crate::{
    fields::{ContactIn, DetailIn, LeadOut, OwnerIn, ReferralIn, ScenarioIn, read_contacts, read_owners},
    make::{NewLead, look_up, tell},
    owners::KnownOwner,
    reach::within_reach,
    store,
};
use axum::extract::State;
use lending::{access::Permission, values::Money};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Date,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Fields to change; absent fields stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = LeadChange)]
pub struct In {
    #[serde(rename = "LeadScenario")]
    pub(crate) scenario: Option<ScenarioIn>,
    /// Replaces all contacts.
    #[serde(rename = "LeadContacts")]
    pub(crate) contacts: Option<Vec<ContactIn>>,
    #[serde(rename = "LeadDetail")]
    pub(crate) detail: Option<DetailIn>,
    #[serde(rename = "LeadReferral")]
    pub(crate) referral: Option<ReferralIn>,
    /// Replaces all owners.
    #[serde(rename = "LeadUsers")]
    pub(crate) users: Option<Vec<OwnerIn>>,
    /// Null removes the follow-up.
    #[serde(rename = "nextFollowUpOn", deserialize_with = "given")]
    #[schema(value_type = Option<Date>)]
    pub(crate) next_follow_up_on: Option<Option<Date>>,
}

#[allow(clippy::option_option, reason = "null is another thing than absent")]
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Option<Option<Date>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Values of a lead in the audit log.
#[derive(Serialize)]
struct Facts {
    name: String,
    purpose: String,
    state: Option<String>,
    loan_amount: Option<Money>,
    property_value: Option<Money>,
    contacts: serde_json::Value,
    source: Option<String>,
    other_source: Option<String>,
    referrer: Option<String>,
    provider: Option<String>,
    owners: Vec<String>,
    next_follow_up_on: Option<Date>,
}

impl Facts {
    fn of(lead: &LeadOut) -> Self {
        Self {
            name: lead.name.clone(),
            purpose: lead.scenario.loan_purpose.clone(),
            state: lead.scenario.state_code.clone(),
            loan_amount: lead.scenario.loan_amount,
            property_value: lead.scenario.property_value,
            contacts: json!(lead.contacts),
            source: lead.referral.source_name.clone(),
            other_source: lead.referral.other_source.clone(),
            referrer: lead.referral.referrer_name.clone(),
            provider: lead.detail.provider_name.clone(),
            owners: lead.users.iter().map(|owner| owner.name.clone()).collect(),
            next_follow_up_on: lead.next_follow_up_on,
        }
    }
}

/// Changes a lead that wasn't converted.
#[utoipa::path(patch, path = "/api/leads/{id}", tag = "leads", operation_id = "editLead", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<LeadOut>> {
    body.detail.as_ref().map_or(Ok(()), DetailIn::refuse_external)?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let was = open_lead(&mut tx, id, version).await?;
    let changed = change(&mut tx, was, body).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok(Json(changed))
}

/// Finds an editable lead in scope with the version that the author saw.
pub(crate) async fn open_lead(tx: &mut Tx, id: i64, version: i32) -> Result<LeadOut> {
    let row = within_reach(tx, id).await?;
    refuse_converted(&row)?;
    let lead = store::out(tx, row).await?;
    if lead.version != version {
        return Err(stale(tx, "lead", &id.to_string(), &lead).await?);
    }
    Ok(lead)
}

/// Returns an error for a converted lead, which is read-only.
pub(crate) fn refuse_converted(row: &store::LeadRow) -> Result<()> {
    match row.loan_id {
        None => Ok(()),
        Some(loan) => Err(Error::Conflict {
            code: "LWLEAD10409",
            message: format!("This lead became loan #{loan} and can't be changed any more."),
            details: Some(json!({ "loanId": loan })),
        }),
    }
}

/// Error for a concurrent change.
pub(crate) fn overtaken() -> Error {
    Error::Conflict {
        code: "LWLEAD10411",
        message: "Someone else has changed this lead. Review it again.".to_owned(),
        details: None,
    }
}

/// Changes a lead in a transaction.
pub(crate) async fn change(tx: &mut Tx, was: LeadOut, body: In) -> Result<LeadOut> {
    change_for(tx, was, body, None).await
}

/// Assigns a lead to other owners, who were already looked up.
pub(crate) async fn give(tx: &mut Tx, was: LeadOut, owners: Vec<KnownOwner>) -> Result<LeadOut> {
    change_for(tx, was, In::default(), Some(owners)).await
}

async fn change_for(tx: &mut Tx, was: LeadOut, body: In, given: Option<Vec<KnownOwner>>) -> Result<LeadOut> {
    let In { scenario, contacts, detail, referral, users, next_follow_up_on } = body;
    let mut fields = Fields::default();
    let scenario = scenario.unwrap_or_else(|| was.scenario_in());
    let scenario = scenario.read(&mut fields);
    let contacts = read_contacts(&mut fields, &contacts.unwrap_or_else(|| was.contacts_in()));
    let referral_is_given = referral.is_some();
    let referral = referral.unwrap_or_else(|| was.referral_in());
    let detail = detail.unwrap_or(DetailIn { provider: was.detail.provider, external_id: None });
    // Owners who left stay until they are replaced.
    let named = users.as_deref().map(|users| read_owners(&mut fields, users));
    fields.check()?;
    let new = NewLead {
        scenario,
        contacts,
        provider: detail.provider,
        source: referral.source,
        referrer: referral.referrer(),
        other_source: referral.description(),
        owners: named.clone().unwrap_or_default(),
        notes: Vec::new(),
        consents: Vec::new(),
        begun: None,
    };
    let found = look_up(tx, &new, referral_is_given).await?.owners;
    let owners = match given {
        Some(given) => given,
        None if named.is_some() => found,
        None => was.known_owners(),
    };
    let next_follow_up_on = next_follow_up_on.unwrap_or(was.next_follow_up_on);
    store::update(tx, &was, &new, &owners, next_follow_up_on).await?;
    if let Some(primary) = owners.first() {
        tell(tx, was.id, primary, was.created_at, &new.contacts).await?;
    }
    let row = store::lead(tx, was.id).await?.ok_or(Error::NotFound)?;
    let is = store::out(tx, row).await?;
    if let Some((before, after)) = changes(&Facts::of(&was), &Facts::of(&is))? {
        record(tx, "lead.edit", was.id, Some(before), Some(after)).await?;
    }
    Ok(is)
}

/// Audits a change of a lead and sends its event.
pub(crate) async fn record(
    tx: &mut Tx,
    action: &'static str,
    id: i64,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "lead", entity_id: &id.to_string(), before, after }).await?;
    tx.event("lead.changed", id).await
}

impl LeadOut {
    pub(crate) fn scenario_in(&self) -> ScenarioIn {
        ScenarioIn::from(&self.scenario)
    }

    pub(crate) fn contacts_in(&self) -> Vec<ContactIn> {
        self.contacts
            .iter()
            .map(|contact| ContactIn {
                first_name: Some(contact.first_name.clone()),
                last_name: Some(contact.last_name.clone()),
                email: contact.email.clone(),
                cell_phone: contact.cell_phone.clone(),
                is_primary: contact.is_primary,
            })
            .collect()
    }

    pub(crate) fn referral_in(&self) -> ReferralIn {
        ReferralIn {
            source: self.referral.source,
            other_source: self.referral.other_source.clone(),
            business_contact: self.referral.business_contact,
            borrower: self.referral.borrower,
            user: self.referral.user,
        }
    }

    pub(crate) fn known_owners(&self) -> Vec<KnownOwner> {
        self.users
            .iter()
            .map(|owner| KnownOwner {
                membership: owner.membership,
                user: owner.user,
                org_unit: owner.org_unit,
                name: owner.name.clone(),
            })
            .collect()
    }
}
