//! Intake addresses where web forms and providers post leads, managed in the company's settings (LEADPAGE-13).

use super::{
    forms::{self, Fields as FormFields},
    store,
};
use crate::{
    fields::OwnerIn,
    make::{NewLead, OwnerRef, look_up},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    intake::LeadColumn,
    leads::{LeadPurpose, Scenario},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Timestamp,
    extract::{Json, UuidId},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Maximum number of active addresses of a company.
const ADDRESSES_MAX: usize = 50;
const NAME_MAX: usize = 80;
/// Maximum length of a field name.
const FIELD_MAX: usize = 120;

/// An intake address to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadAddressIn)]
pub struct In {
    /// Up to 80 characters.
    name: String,
    /// Provider of its leads.
    #[serde(default)]
    provider: Option<i64>,
    /// Source of its leads.
    #[serde(default)]
    source: Option<i64>,
    /// Owner of its leads. Defaults to the company's default owner.
    #[serde(default)]
    owner: Option<OwnerIn>,
    /// Field names by content, if they can't be guessed. Nested fields look like `contact.mail`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<LeadColumn, String>)]
    mapping: BTreeMap<LeadColumn, String>,
}

/// An intake address without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadAddress)]
pub struct AddressOut {
    id: Uuid,
    name: String,
    provider_name: Option<String>,
    source_name: Option<String>,
    owner_name: Option<String>,
    #[schema(value_type = BTreeMap<LeadColumn, String>)]
    mapping: BTreeMap<LeadColumn, String>,
    created_at: Timestamp,
    /// Precise to the minute.
    last_used_at: Option<Timestamp>,
}

/// A new intake address with its secret, which isn't shown again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewLeadAddress)]
pub struct NewOut {
    #[serde(flatten)]
    address: AddressOut,
    /// Path for posting leads, including the secret.
    path: String,
}

/// The company's intake addresses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadAddresses)]
pub struct Out {
    rows: Vec<AddressOut>,
}

/// Result of parsing a sample.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadAddressTest)]
pub struct TestOut {
    /// Whether it would become a lead.
    is_readable: bool,
    /// Recognized values with their fields.
    found: Vec<FoundOut>,
    /// Faults by path.
    faults: BTreeMap<String, String>,
}

/// A recognized value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadAddressFound)]
pub struct FoundOut {
    holds: LeadColumn,
    field: String,
    text: String,
}

/// A sample of a form's request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadAddressSample)]
pub struct SampleIn {
    /// JSON, or form fields.
    body: String,
}

impl From<store::AddressRow> for AddressOut {
    fn from(row: store::AddressRow) -> Self {
        let store::AddressRow {
            id,
            name,
            provider_name,
            source_name,
            owner_name,
            mapping,
            created_at,
            last_used_at,
            ..
        } = row;
        let mapping = serde_json::from_value(mapping).unwrap_or_default();
        Self { id, name, provider_name, source_name, owner_name, mapping, created_at, last_used_at }
    }
}

/// Lists the intake addresses.
#[utoipa::path(get, path = "/api/lead-addresses", tag = "leads", operation_id = "listLeadAddresses", responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let rows = store::addresses(&mut tx, None).await?.into_iter().map(AddressOut::from).collect();
    Ok(Json(Out { rows }))
}

/// Creates an intake address. Only this answer contains the secret.
#[utoipa::path(post, path = "/api/lead-addresses", tag = "leads", operation_id = "createLeadAddress", request_body = In, responses((status = 201, body = NewOut), (status = 403), (status = 409), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<NewOut>)> {
    let mut fields = Fields::default();
    let name = fields.required("name", &body.name, "Please name the address.").unwrap_or_default();
    if name.chars().count() > NAME_MAX {
        fields.add("name", format!("has at most {NAME_MAX} characters"));
    }
    for (column, field) in &body.mapping {
        if field.trim().is_empty() || field.chars().count() > FIELD_MAX {
            fields.add(format!("mapping/{column}"), format!("has one to {FIELD_MAX} characters"));
        }
    }
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let owner = check(&mut tx, &body).await?;
    if store::addresses(&mut tx, None).await?.len() >= ADDRESSES_MAX {
        return Err(Error::Conflict {
            code: "LWLEAD10414",
            message: format!("There are {ADDRESSES_MAX} addresses already. Remove an unused one first."),
            details: None,
        });
    }
    let (id, secret) = (Uuid::now_v7(), forms::Secret::make()?);
    let new = store::NewAddress {
        id,
        name: &name,
        secret_hash: &secret.hash(),
        provider: body.provider,
        source: body.source,
        owner,
        mapping: &json!(body.mapping),
    };
    store::insert_address(&mut tx, &new).await?;
    record(&mut tx, "lead-address.create", id, json!({ "name": name, "mapping": body.mapping })).await?;
    let row = store::addresses(&mut tx, Some(id)).await?.into_iter().next().ok_or(Error::NotFound)?;
    let path = forms::path_of(tx.company(), id, &secret);
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(NewOut { address: row.into(), path })))
}

/// Validates the references of an address. Returns the owner's membership.
async fn check(tx: &mut Tx, body: &In) -> Result<Option<i64>> {
    let owners: Vec<_> =
        body.owner.iter().map(|owner| OwnerRef { at: 0, user: owner.user, org_unit: owner.org_unit }).collect();
    let named = NewLead {
        scenario: Scenario::of(LeadPurpose::Purchase),
        contacts: Vec::new(),
        provider: body.provider,
        source: body.source,
        referrer: lending::leads::Referrer::default(),
        other_source: None,
        owners,
        notes: Vec::new(),
        consents: Vec::new(),
        begun: None,
    };
    let known = look_up(tx, &named, true).await?;
    Ok(known.owners.first().map(|owner| owner.membership))
}

/// Revokes an intake address. Later posts are refused.
#[utoipa::path(delete, path = "/api/lead-addresses/{id}", tag = "leads", operation_id = "removeLeadAddress", params(("id" = Uuid, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    if !store::revoke_address(&mut tx, id).await? {
        return Err(Error::NotFound);
    }
    record(&mut tx, "lead-address.remove", id, json!(null)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Parses a sample without creating a lead.
#[utoipa::path(post, path = "/api/lead-addresses/{id}/test", tag = "leads", operation_id = "testLeadAddress", params(("id" = Uuid, Path)), request_body = SampleIn, responses((status = 200, body = TestOut), (status = 403), (status = 404), (status = 422)))]
pub async fn test(
    actor: Actor,
    State(app): State<App>,
    UuidId(id): UuidId,
    Json(body): Json<SampleIn>,
) -> Result<Json<TestOut>> {
    if body.body.len() > forms::BYTES_MAX {
        return Err(Error::field("body", "is too long"));
    }
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let row = store::addresses(&mut tx, Some(id)).await?.into_iter().next().ok_or(Error::NotFound)?;
    let fields = FormFields::read(&body.body);
    let address = forms::Known::of(row);
    let found = address.found(&fields);
    let (lead, mut faults) = address.lead(&fields);
    // Ignore owner faults, because forms don't set the owner.
    if let Err(Error::Invalid { fields, .. }) = lead.read() {
        faults.extend(fields.into_iter().filter(|(path, _)| !path.starts_with("LeadUsers")));
    }
    let found = found.into_iter().map(|(holds, field, text)| FoundOut { holds, field, text }).collect();
    Ok(Json(TestOut { is_readable: faults.is_empty(), found, faults }))
}

async fn record(tx: &mut Tx, action: &'static str, id: Uuid, after: serde_json::Value) -> Result<()> {
    let (before, after) = if after.is_null() { (Some(json!({ "id": id })), None) } else { (None, Some(after)) };
    tx.audit(Audit { action, entity: "lead-address", entity_id: &id.to_string(), before, after }).await
}
