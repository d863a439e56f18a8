//! What a loan's overview shows beside the loan itself: who borrows, and what is due when.

use crate::{
    differences::{self, LeftOut},
    get::within_reach,
    lookups::LenderOut,
    store::center as store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::Date,
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The overview of a loan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanCenter)]
pub struct Out {
    /// In the order of the application.
    borrowers: Vec<BorrowerOut>,
    lender: Option<LenderOut>,
    closing_on: Option<Date>,
    lock_expires_on: Option<Date>,
    next_deadline_on: Option<Date>,
    /// What the loan's file says of its borrowers otherwise than was known, for somebody to decide.
    differences: Vec<LeftOut>,
}

/// Somebody who borrows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanCenterBorrower)]
pub struct BorrowerOut {
    /// The record in the directory.
    pub borrower_id: Option<i64>,
    pub name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// The overview of a loan within reach.
#[utoipa::path(get, path = "/api/loans/{id}/center", tag = "loans", operation_id = "getLoanCenter", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    within_reach(&mut tx, id).await?;
    let dates = store::dates(&mut tx, id).await?;
    Ok(Json(Out {
        borrowers: store::borrowers(&mut tx, id).await?,
        lender: dates.lender_id.zip(dates.lender_name).map(|(id, name)| LenderOut { id, name }),
        closing_on: dates.closing_on,
        lock_expires_on: dates.lock_expires_on,
        next_deadline_on: dates.next_deadline_on,
        differences: differences::left(&mut tx, id).await?,
    }))
}
