//! Company lists for the lead form.

use crate::store::lists;
use axum::extract::State;
use lending::{access::Permission, lists::ListName};
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// A lead source.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadSource)]
pub struct SourceOut {
    id: i64,
    name: String,
    /// The standard type of the company's entry.
    #[serde(rename = "type")]
    source_type: String,
}

/// Lists the active lead sources in the company's order.
#[utoipa::path(get, path = "/api/lead-sources", tag = "orgs", operation_id = "listLeadSources", responses((status = 200, body = [SourceOut]), (status = 403)))]
pub async fn sources(actor: Actor, State(app): State<App>) -> Result<Json<Vec<SourceOut>>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let entries = lists::entries(&mut tx, ListName::LeadSources).await?;
    let offered = entries.into_iter().filter(|entry| entry.is_active);
    Ok(Json(
        offered
            .map(|entry| SourceOut { id: entry.id, name: entry.name, source_type: entry.kind.unwrap_or_default() })
            .collect(),
    ))
}

/// A lead provider.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadProvider)]
pub struct ProviderOut {
    id: i64,
    name: String,
}

/// Lists the active lead providers in the company's order.
#[utoipa::path(get, path = "/api/lead-providers", tag = "orgs", operation_id = "listLeadProviders", responses((status = 200, body = [ProviderOut]), (status = 403)))]
pub async fn providers(actor: Actor, State(app): State<App>) -> Result<Json<Vec<ProviderOut>>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let entries = lists::entries(&mut tx, ListName::LeadProviders).await?;
    let offered = entries.into_iter().filter(|entry| entry.is_active);
    Ok(Json(offered.map(|entry| ProviderOut { id: entry.id, name: entry.name }).collect()))
}
