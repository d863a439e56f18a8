//! Funded loans by month.

use crate::{
    period::{In, Sum},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::Date,
    extract::{Json, Query},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The report of a period.
#[derive(Serialize, ToSchema)]
#[schema(as = RevenueReport)]
pub struct Out {
    /// Months with funded loans, in order.
    rows: Vec<RowOut>,
}

/// A month.
#[derive(Serialize, ToSchema)]
#[schema(as = RevenueReportRow)]
pub struct RowOut {
    /// The first day of the month.
    month: Date,
    #[serde(flatten)]
    sum: Sum,
}

/// Returns loans funded in a period by month.
#[utoipa::path(get, path = "/api/reports/revenue", tag = "reports", operation_id = "getRevenueReport", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn report(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (mut tx, within) = query.begin(actor, &app, Permission::RevenueReportsManage).await?;
    let rows = store::by_month(&mut tx, &within).await?;
    let rows = rows.into_iter().map(|row| RowOut { month: row.month, sum: Sum::of(row.count, row.cents) });
    Ok(Json(Out { rows: rows.collect() }))
}
