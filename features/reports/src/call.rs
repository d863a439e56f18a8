//! The NMLS mortgage call report of a quarter: applications counted by action.

use crate::{
    period::{In, Sum},
    store,
};
use axum::extract::State;
use lending::{access::Permission, words};
use platform::{
    Actor, App, Result,
    extract::{Json, Query},
};
use serde::Serialize;
use utoipa::ToSchema;

words! {
    /// Action on an application within the period.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum CallLine {
        /// Received.
        RECEIVED,
        /// Approved but not accepted by the borrower.
        APPROVED_NOT_ACCEPTED,
        /// Denied.
        DENIED,
        /// Withdrawn by the borrower.
        WITHDRAWN,
        /// Closed for incompleteness.
        INCOMPLETE,
        /// Closed and funded.
        FUNDED,
    }
}

/// The report of a period.
#[derive(Serialize, ToSchema)]
#[schema(as = CallReport)]
pub struct Out {
    /// In the order of the form, including lines with a count of zero.
    rows: Vec<RowOut>,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[schema(as = CallReportRow)]
pub struct RowOut {
    line: CallLine,
    #[serde(flatten)]
    sum: Sum,
}

/// Returns applications of a period by action.
#[utoipa::path(get, path = "/api/reports/call", tag = "reports", operation_id = "getCallReport", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn report(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (mut tx, within) = query.begin(actor, &app, Permission::CallReportsManage).await?;
    let found = store::by_line(&mut tx, &within).await?;
    let rows = CallLine::ALL.iter().map(|line| {
        let sum = found.iter().find(|row| row.line == line.as_str());
        RowOut { line: *line, sum: sum.map_or(Sum::of(0, 0), |row| Sum::of(row.count, row.cents)) }
    });
    Ok(Json(Out { rows: rows.collect() }))
}
