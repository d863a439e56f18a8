//! Applications and funded loans by state.

use crate::{
    period::{In, Sum},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Json, Query},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The report of a period.
#[derive(Serialize, ToSchema)]
#[schema(as = StateReport)]
pub struct Out {
    /// By state. Loans without a property state come last.
    rows: Vec<RowOut>,
}

/// A state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StateReportRow)]
pub struct RowOut {
    #[serde(rename = "StateCode")]
    state_code: Option<String>,
    /// Applications of the period.
    received: Sum,
    /// Loans funded in the period.
    funded: Sum,
}

/// Returns applications and funded loans of a period by the property's state.
#[utoipa::path(get, path = "/api/reports/state", tag = "reports", operation_id = "getStateReport", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn report(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (mut tx, within) = query.begin(actor, &app, Permission::CallReportsManage).await?;
    let rows = store::by_state(&mut tx, &within).await?.into_iter().map(|row| RowOut {
        state_code: row.state_code,
        received: Sum::of(row.received, row.received_cents),
        funded: Sum::of(row.funded, row.funded_cents),
    });
    Ok(Json(Out { rows: rows.collect() }))
}
