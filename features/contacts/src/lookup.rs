//! The picker of business contacts: by company and name, ten at a time (LEAD-58, LEAD-59).

use crate::{
    list::{CONTACTS, name_filters},
    store,
};
use axum::extract::State;
use borrowers::{PickerQuery, Whose, contact_scope};
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Json, Query},
    list::{self, Page},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Answer for a referral picker, with the specification's keys.
#[derive(Serialize, ToSchema)]
#[schema(as = BusinessContactLookup)]
pub struct Out {
    lookups: Lookups,
}

/// The requested list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessContactLookups)]
pub struct Lookups {
    business_contacts: Found,
}

/// A page of the list.
#[derive(Serialize, ToSchema)]
#[schema(as = BusinessContactsFound)]
pub struct Found {
    data: Vec<Choice>,
    /// Number of results, at most 1,000.
    count: i64,
}

/// A contact to choose.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessContactOption)]
pub struct Choice {
    id: i64,
    first_name: String,
    last_name: String,
    #[serde(rename = "BusinessContactCompany")]
    company: Option<Named>,
}

/// The company's name.
#[derive(Serialize, ToSchema)]
#[schema(as = BusinessContactCompanyName)]
pub struct Named {
    name: String,
}

/// Lists business contacts in the user's scope by company.
#[utoipa::path(get, path = "/api/lookups/business-contacts", tag = "contacts", operation_id = "lookUpBusinessContacts", params(PickerQuery), responses((status = 200, body = Out)))]
pub async fn lookup(actor: Actor, State(app): State<App>, Query(query): Query<PickerQuery>) -> Result<Json<Out>> {
    let (limit, offset, text) = query.read()?;
    let order = query.order_by.as_deref().unwrap_or("companyName");
    let page = Page::new(&CONTACTS, limit, Some(order), query.sort.as_deref(), None)?.passing_over(offset);
    let filters = text.as_deref().map(name_filters).unwrap_or_default();
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let scope = contact_scope(&mut tx, Whose::All).await?;
    let found = list::page::<store::ListRow>(&mut tx, &CONTACTS, scope, &filters, &page).await?;
    let count = match found.count {
        Some(count) => count,
        None => list::count(&mut tx, &CONTACTS, scope, &filters).await?,
    };
    let option = |row: store::ListRow| Choice {
        id: row.id,
        first_name: row.first_name,
        last_name: row.last_name,
        company: row.contact_company_name.map(|name| Named { name }),
    };
    let data = found.rows.into_iter().map(option).collect();
    Ok(Json(Out { lookups: Lookups { business_contacts: Found { data, count: count.count } } }))
}
