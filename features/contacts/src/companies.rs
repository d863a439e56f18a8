//! Employers and categories of business contacts.

use crate::{list::CategoryOut, store};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    values::{Phone, name_key},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json, ListQuery, Query},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

const NAME_LENGTH_MAX: usize = 120;
const WEBSITE_LENGTH_MAX: usize = 200;

/// A page of companies.
#[derive(Serialize, ToSchema)]
#[schema(as = ContactCompanies)]
pub struct Page {
    rows: Vec<Out>,
    count: i64,
}

/// A company that employs contacts.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContactCompany)]
pub struct Out {
    pub id: i64,
    pub name: String,
    pub phone: Option<String>,
    pub website: Option<String>,
    /// The version for `If-Match`.
    pub version: i32,
}

/// A company's fields. In a change, absent fields stay and empty texts mean none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ContactCompanyIn)]
pub struct In {
    name: Option<String>,
    phone: Option<String>,
    website: Option<String>,
}

/// The editable fields.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Facts {
    pub name: String,
    pub phone: Option<String>,
    pub website: Option<String>,
}

/// Lists companies by name.
#[utoipa::path(get, path = "/api/business-contact-companies", tag = "contacts", operation_id = "listContactCompanies", params(ListQuery), responses((status = 200, body = Page)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<ListQuery>) -> Result<Json<Page>> {
    let (limit, offset, text) = query.check()?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let (rows, count) = store::companies(&mut tx, text.unwrap_or_default(), limit, offset).await?;
    Ok(Json(Page { rows: if query.only_count == Some(true) { Vec::new() } else { rows }, count }))
}

/// Adds a company, or returns the existing one with that name.
#[utoipa::path(post, path = "/api/business-contact-companies", tag = "contacts", operation_id = "createContactCompany", request_body = In, responses((status = 201, body = Out), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let body = In { name: Some(body.name.unwrap_or_default()), ..body };
    let facts = changed(&Facts::default(), body)?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let out = make(&mut tx, &facts).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Adds a company in a transaction, or finds the existing one with that name.
pub async fn make_named(tx: &mut Tx, name: &str) -> Result<i64> {
    let facts = changed(&Facts::default(), In { name: Some(name.to_owned()), phone: None, website: None })?;
    Ok(make(tx, &facts).await?.id)
}

async fn make(tx: &mut Tx, facts: &Facts) -> Result<Out> {
    if let Some(known) = store::company_by_name(tx, &facts.name).await? {
        return Ok(known);
    }
    // If a concurrent request added it, use that one.
    let Some(id) = store::create_company(tx, facts).await? else {
        return store::company_by_name(tx, &facts.name).await?.ok_or(Error::NotFound);
    };
    let after = serde_json::to_value(facts).map_err(Error::internal)?;
    record(tx, id, "contact-company.create", None, Some(after)).await?;
    store::company(tx, id).await?.ok_or(Error::NotFound)
}

/// Changes a company.
#[utoipa::path(patch, path = "/api/business-contact-companies/{id}", tag = "contacts", operation_id = "editContactCompany", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let was = store::company(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let facts = Facts { name: was.name.clone(), phone: was.phone.clone(), website: was.website.clone() };
    let is = changed(&facts, body)?;
    if version != was.version {
        return Err(stale(&mut tx, "contact-company", &id.to_string(), &was).await?);
    }
    let Some((before, after)) = changes(&facts, &is)? else { return Ok(Json(was)) };
    let updated = store::update_company(&mut tx, id, version, &is).await.map_err(|error| {
        match error.violates("business_contact_company_company_id_name_key_key") {
            true => Error::field("name", "There is a company of this name already"),
            false => error,
        }
    })?;
    if !updated {
        let now = store::company(&mut tx, id).await?.ok_or(Error::NotFound)?;
        return Err(stale(&mut tx, "contact-company", &id.to_string(), &now).await?);
    }
    record(&mut tx, id, "contact-company.edit", Some(before), Some(after)).await?;
    let out = store::company(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Lists the contact categories in the company's order.
#[utoipa::path(get, path = "/api/contact-categories", tag = "contacts", operation_id = "listContactCategories", responses((status = 200, body = [CategoryOut])))]
pub async fn categories(actor: Actor, State(app): State<App>) -> Result<Json<Vec<CategoryOut>>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    Ok(Json(store::categories(&mut tx).await?))
}

fn changed(was: &Facts, body: In) -> Result<Facts> {
    let mut fields = Fields::default();
    let mut is = was.clone();
    let given = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    if let Some(name) = body.name {
        is.name = fields.required("name", &name, "Name is required").unwrap_or_default();
        if name_key(&is.name).is_empty() {
            fields.add("name", "A name has letters or digits");
        }
        if is.name.chars().count() > NAME_LENGTH_MAX {
            fields.add("name", format!("A name has at most {NAME_LENGTH_MAX} characters"));
        }
    }
    if let Some(phone) = body.phone {
        let phone = given(phone).and_then(|text| fields.take("phone", text.parse::<Phone>()));
        is.phone = phone.map(|phone| phone.digits().to_owned());
    }
    if let Some(website) = body.website {
        is.website = given(website);
        let is_address = |text: &str| text.starts_with("https://") || text.starts_with("http://");
        if is.website.as_deref().is_some_and(|text| text.len() > WEBSITE_LENGTH_MAX || !is_address(text)) {
            fields.add("website", "Enter an address such as https://example.com");
        }
    }
    fields.check()?;
    Ok(is)
}

async fn record(tx: &mut Tx, id: i64, action: &'static str, before: Option<Value>, after: Option<Value>) -> Result<()> {
    tx.audit(Audit { action, entity: "contact-company", entity_id: &id.to_string(), before, after }).await?;
    tx.event("contact-company.edited", id).await
}
