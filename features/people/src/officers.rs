//! The loan officers of a company, also called brokers.

use crate::store;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Json, ListQuery, Query},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of loan officers.
#[derive(Serialize, ToSchema)]
#[schema(as = LoanOfficers)]
pub struct Out {
    rows: Vec<LoanOfficer>,
    count: i64,
}

/// A loan officer in a branch. An officer with two branches is listed twice.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoanOfficer {
    #[serde(rename = "WizeUserOrgUnitId")]
    pub membership: i64,
    pub name: String,
    pub nmls_id: Option<String>,
    pub email: String,
    pub phone: Option<String>,
    pub branch_name: String,
    pub branch_nmls_id: Option<String>,
    /// States in which the officer has a valid license today.
    pub licensed_in: Vec<String>,
}

/// Lists loan officers by name.
#[utoipa::path(get, path = "/api/loan-officers", tag = "people", operation_id = "listLoanOfficers", params(ListQuery), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<ListQuery>) -> Result<Json<Out>> {
    let (limit, offset, text) = query.check()?;
    let mut tx = actor.begin(&app, Permission::BrokerView).await?;
    let (rows, count) = store::officers(&mut tx, text.unwrap_or_default(), limit, offset).await?;
    Ok(Json(Out { rows: if query.only_count == Some(true) { Vec::new() } else { rows }, count }))
}
