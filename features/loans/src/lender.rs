//! Which lender funds a loan, out of the company's list.

use crate::{get::within_reach, lookups::LenderOut, store};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The lender that a loan gets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LenderChange)]
pub struct In {
    /// The lender that its author saw.
    from: Option<i64>,
    /// An entry of the company's list; null for none.
    lender_id: Option<i64>,
}

/// Gives a loan its lender.
#[utoipa::path(put, path = "/api/loans/{id}/lender", tag = "loans", operation_id = "setLender", params(("id" = i64, Path)), request_body = In,
    responses((status = 204), (status = 404), (status = 409), (status = 422), (status = 423)))]
pub async fn put(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<In>) -> Result<http::StatusCode> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.is_read_only(&tx) {
        return Err(Error::ReadOnly);
    }
    set(&mut tx, id, &body).await?;
    tx.commit().await?;
    Ok(http::StatusCode::NO_CONTENT)
}

/// Gives a loan the lender of a name, for the demo world.
///
/// # Errors
/// The company has none of that name.
pub async fn give_lender(tx: &mut Tx, loan: i64, name: &str) -> Result<()> {
    let lender = store::lenders(tx).await?.into_iter().find(|lender| lender.name == name).ok_or(Error::NotFound)?;
    set(tx, loan, &In { from: None, lender_id: Some(lender.id) }).await
}

async fn set(tx: &mut Tx, id: i64, to: &In) -> Result<()> {
    let offered: Vec<LenderOut> = store::lenders(tx).await?;
    if to.lender_id.is_some_and(|lender| !offered.iter().any(|known| known.id == lender)) {
        return Err(Error::field("lenderId", "Choose a lender of the list"));
    }
    if !store::set_lender(tx, id, to.from, to.lender_id).await? {
        return Err(Error::Conflict {
            code: "LWLOAN10430",
            message: "Someone else has chosen another lender.".to_owned(),
            details: None,
        });
    }
    let (before, after) = (json!({ "lenderId": to.from }), json!({ "lenderId": to.lender_id }));
    let audit = Audit {
        action: "loan.lender",
        entity: "loan",
        entity_id: &id.to_string(),
        before: Some(before),
        after: Some(after),
    };
    tx.audit(audit).await?;
    tx.event("loan.changed", id).await
}
