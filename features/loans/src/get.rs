//! One loan.

use crate::{fields::LoanOut, store};
use axum::extract::State;
use http::HeaderMap;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    background::is_waited_for,
    extract::{Id, Json},
};

/// A loan within reach.
#[utoipa::path(get, path = "/api/loans/{id}", tag = "loans", operation_id = "getLoan", params(("id" = i64, Path)), responses((status = 200, body = LoanOut)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id, headers: HeaderMap) -> Result<Json<LoanOut>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let loan = within_reach(&mut tx, id).await?;
    let out = loan.into_out(&tx);
    // A page that asks again in the background opens nothing.
    if is_waited_for(&headers) {
        audit::count_opening(&mut tx, "loan", id, app.config.records_hour_notice).await?;
        tx.commit().await?;
    }
    Ok(Json(out))
}

/// Finds a loan for another feature, unless it lies out of reach.
///
/// # Errors
/// There is none within reach, or the database's.
pub async fn find_within_reach(tx: &mut Tx, id: i64) -> Result<()> {
    within_reach(tx, id).await.map(drop)
}

/// The loan, unless it lies out of reach: then it is as if it never was.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<store::LoanRow> {
    let loan = store::loan(tx, id).await?.ok_or(Error::NotFound)?;
    let actor = tx.actor();
    let is_of_unit = loan.org_unit_id == actor.org_unit();
    if actor.loan_reach().covers(is_of_unit, loan.is_own) { Ok(loan) } else { Err(Error::NotFound) }
}
