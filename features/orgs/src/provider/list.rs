//! The companies of the installation.

use crate::store::companies;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, ListQuery, Query},
    list::COUNT_MAX,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Filter for companies.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Part of a name or host, or an NMLS id.
    string: Option<String>,
    /// `ACTIVE` or `SUSPENDED`.
    state: Option<String>,
    limit: Option<u32>,
    offset: Option<u32>,
    only_count: Option<bool>,
    /// Has no effect on the answer.
    #[allow(dead_code, reason = "accepted and without effect (API-03)")]
    show_loader: Option<bool>,
}

/// A page of companies.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompanyPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Row>>,
    /// Exact up to 1,000.
    count: i64,
    /// There are more than `count`.
    count_is_capped: bool,
}

/// A company in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompanyRow)]
pub struct Row {
    pub id: i64,
    /// PROVIDER, BROKER or PROCESSOR.
    #[serde(rename = "type")]
    pub unit_type: String,
    /// ACTIVE or SUSPENDED.
    pub state: String,
    pub display_name: String,
    pub nmls_id: Option<String>,
    pub state_code: Option<String>,
    /// Host where its staff sign in. The first, if there are several.
    pub host: Option<String>,
    pub branches: i64,
    /// Number of accounts that aren't deactivated.
    pub people: i64,
    pub created_at: Timestamp,
}

/// Lists the companies by name.
#[utoipa::path(get, path = "/api/org-admin/org-units", tag = "orgs", operation_id = "listCompanies", params(In), responses((status = 200, body = Out)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let page = ListQuery { limit: query.limit, offset: query.offset, string: query.string, ..ListQuery::default() };
    let (limit, offset, text) = page.check()?;
    let states = match query.state.as_deref() {
        None => vec!["ACTIVE".to_owned(), "SUSPENDED".to_owned()],
        Some(state @ ("ACTIVE" | "SUSPENDED")) => vec![state.to_owned()],
        Some(_) => return Err(Error::field("state", "must be ACTIVE or SUSPENDED")),
    };
    let (rows, count) = companies::list(&mut tx, text.unwrap_or_default(), &states, limit, offset).await?;
    tx.commit().await?;
    let rows = (query.only_count != Some(true)).then_some(rows);
    Ok(Json(Out { rows, count: count.min(COUNT_MAX), count_is_capped: count > COUNT_MAX }))
}
