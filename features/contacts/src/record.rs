//! Creates, reads, changes and deletes a business contact.

use crate::{
    list::{CategoryOut, CompanyOut},
    store::{self, Record},
};
use axum::extract::State;
use borrowers::{
    contact_reach,
    matching::{self, RecordKind},
};
use http::StatusCode;
use lending::{
    access::Permission,
    values::{Email, Phone},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const NAME_LENGTH_MAX: usize = 100;

/// A contact's fields. In a change, absent fields stay; empty texts and company 0 mean none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BusinessContactIn)]
pub struct In {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// Id of one of the company's categories.
    pub category: Option<i64>,
    #[serde(rename = "BusinessContactCompanyId")]
    pub contact_company: Option<i64>,
    /// Membership of the owner. Defaults to the creator.
    pub owner_id: Option<i64>,
}

/// A business contact.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessContact)]
pub struct Out {
    id: i64,
    first_name: String,
    last_name: String,
    email: Option<String>,
    phone: Option<String>,
    category: CategoryOut,
    #[serde(rename = "BusinessContactCompany")]
    company: Option<CompanyOut>,
    owner_id: i64,
    owner_name: Option<String>,
    branch_name: Option<String>,
    created_at: Timestamp,
    created_by: Option<String>,
    updated_at: Timestamp,
    /// The version for `If-Match`.
    version: i32,
}

/// The editable fields.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub category: i64,
    #[serde(rename = "BusinessContactCompanyId")]
    pub contact_company: Option<i64>,
    pub owner_id: i64,
}

/// Creates a business contact.
#[utoipa::path(post, path = "/api/business-contacts", tag = "contacts", operation_id = "createBusinessContact", request_body = In,
    responses((status = 201, body = Out), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let id = make(&mut tx, body).await?;
    let made = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Creates a business contact in a transaction.
pub async fn make(tx: &mut Tx, body: In) -> Result<i64> {
    let none = Facts {
        first_name: String::new(),
        last_name: String::new(),
        email: None,
        phone: None,
        category: 0,
        contact_company: None,
        owner_id: tx.actor().membership(),
    };
    let body = In {
        first_name: Some(body.first_name.unwrap_or_default()),
        last_name: Some(body.last_name.unwrap_or_default()),
        category: Some(body.category.unwrap_or(0)),
        ..body
    };
    let own_unit = tx.actor().org_unit();
    let (facts, org_unit) = changed(tx, &none, own_unit, body).await?;
    let id = store::create(tx, org_unit, &facts).await?;
    register(tx, id, org_unit, Timestamp::now(), &facts).await?;
    record(tx, id, Act::Create, None, Some(serde_json::to_value(&facts).map_err(Error::internal)?)).await?;
    Ok(id)
}

/// Returns a business contact in the user's scope.
#[utoipa::path(get, path = "/api/business-contacts/{id}", tag = "contacts", operation_id = "getBusinessContact", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    Ok(Json(within_reach(&mut tx, id).await?.into()))
}

/// Changes a business contact.
#[utoipa::path(patch, path = "/api/business-contacts/{id}", tag = "contacts", operation_id = "editBusinessContact", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let was = within_reach(&mut tx, id).await?;
    let entity_id = id.to_string();
    let (is, org_unit) = changed(&mut tx, &was.facts, was.org_unit_id, body).await?;
    if version != was.version {
        return Err(stale(&mut tx, "business-contact", &entity_id, &Out::from(was)).await?);
    }
    let Some((before, after)) = changes(&was.facts, &is)? else { return Ok(Json(was.into())) };
    if !store::update(&mut tx, id, version, org_unit, &is).await? {
        let now = within_reach(&mut tx, id).await?;
        return Err(stale(&mut tx, "business-contact", &entity_id, &Out::from(now)).await?);
    }
    register(&mut tx, id, org_unit, was.created_at, &is).await?;
    record(&mut tx, id, Act::Edit, Some(before), Some(after)).await?;
    let out = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok(Json(out.into()))
}

/// Deletes a business contact that no record refers to.
#[utoipa::path(delete, path = "/api/business-contacts/{id}", tag = "contacts", operation_id = "removeBusinessContact", params(("id" = i64, Path)), responses((status = 204), (status = 404), (status = 409)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let was = within_reach(&mut tx, id).await?;
    store::remove(&mut tx, id).await.map_err(|error| match error.is_of_a_reference() {
        true => Error::Conflict {
            code: "LWCON10409",
            message: "This contact is in use: a lead names it. It can be changed and not removed.".to_owned(),
            details: None,
        },
        false => error,
    })?;
    let (company, gone) = (tx.company(), matching::Record { kind: RecordKind::Contact, id });
    matching::remove(&mut tx, company, gone).await?;
    record(&mut tx, id, Act::Remove, Some(serde_json::to_value(&was.facts).map_err(Error::internal)?), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Updates the contact in the matching register, which finds duplicates.
async fn register(tx: &mut Tx, id: i64, org_unit: i64, created_at: Timestamp, facts: &Facts) -> Result<()> {
    let person = borrowers::person(
        facts.email.as_deref(),
        facts.phone.as_deref(),
        Some(&facts.first_name),
        Some(&facts.last_name),
    );
    let record = matching::Record { kind: RecordKind::Contact, id };
    let owner = Some(facts.owner_id);
    matching::put(tx, &[matching::Told { record, org_unit, owner, created_at, people: vec![person] }]).await
}

/// Finds a contact. Returns `NotFound` if it is out of scope.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<Record> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    let reach = contact_reach(tx).await?;
    let actor = tx.actor();
    let is_own = record.facts.owner_id == actor.membership();
    if reach.covers(record.org_unit_id == actor.org_unit(), is_own) { Ok(record) } else { Err(Error::NotFound) }
}

/// Applies the changes, or returns the invalid fields. Also returns the owner's branch.
async fn changed(tx: &mut Tx, was: &Facts, org_unit: i64, body: In) -> Result<(Facts, i64)> {
    let mut fields = Fields::default();
    let mut is = was.clone();
    let mut unit = org_unit;
    if let Some(text) = body.first_name {
        is.first_name = name(&mut fields, "firstName", &text, "First Name is required");
    }
    if let Some(text) = body.last_name {
        is.last_name = name(&mut fields, "lastName", &text, "Last Name is required");
    }
    if let Some(text) = body.email {
        let email = given(&text).and_then(|text| fields.take("email", text.parse::<Email>()));
        is.email = email.map(|email| email.to_string());
    }
    if let Some(text) = body.phone {
        let phone = given(&text).and_then(|text| fields.take("phone", text.parse::<Phone>()));
        is.phone = phone.map(|phone| phone.digits().to_owned());
    }
    if let Some(category) = body.category.filter(|category| *category != was.category || was.category == 0) {
        is.category = category;
        if !store::is_category(tx, category).await? {
            fields.add("category", "Choose what this contact is to you");
        }
    }
    if let Some(company) = body.contact_company.filter(|company| Some(*company) != was.contact_company) {
        is.contact_company = Some(company).filter(|company| *company != 0);
        if is.contact_company.is_some() && store::company(tx, company).await?.is_none() {
            fields.add("BusinessContactCompanyId", "Choose a company of the list");
        }
    }
    if let Some(owner) = body.owner_id.filter(|owner| *owner != was.owner_id) {
        match store::unit_of_member(tx, owner).await? {
            Some(of_owner) => (is.owner_id, unit) = (owner, of_owner),
            None => fields.add("ownerId", "Choose an active person of this company"),
        }
    }
    fields.check()?;
    Ok((is, unit))
}

/// Trims a text. `None` if it is empty.
fn given(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

fn name(fields: &mut Fields, path: &str, text: &str, message: &str) -> String {
    let name = fields.required(path, text, message).unwrap_or_default();
    if name.chars().count() > NAME_LENGTH_MAX {
        fields.add(path, format!("must have at most {NAME_LENGTH_MAX} characters"));
    }
    name
}

/// A change of a contact.
#[derive(Clone, Copy)]
enum Act {
    Create,
    Edit,
    Remove,
}

async fn record(
    tx: &mut Tx,
    id: i64,
    act: Act,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
) -> Result<()> {
    let (action, event) = match act {
        Act::Create => ("business-contact.create", "business-contact.created"),
        Act::Edit => ("business-contact.edit", "business-contact.edited"),
        Act::Remove => ("business-contact.remove", "business-contact.removed"),
    };
    tx.audit(Audit { action, entity: "business-contact", entity_id: &id.to_string(), before, after }).await?;
    tx.event(event, id).await
}

impl From<Record> for Out {
    fn from(record: Record) -> Self {
        let facts = record.facts;
        Out {
            id: record.id,
            first_name: facts.first_name,
            last_name: facts.last_name,
            email: facts.email,
            phone: facts.phone,
            category: CategoryOut { id: facts.category, name: record.category_name },
            company: facts.contact_company.zip(record.company_name).map(|(id, name)| CompanyOut { id, name }),
            owner_id: facts.owner_id,
            owner_name: record.owner_name,
            branch_name: record.branch_name,
            created_at: record.created_at,
            created_by: record.created_by,
            updated_at: record.updated_at,
            version: record.version,
        }
    }
}
