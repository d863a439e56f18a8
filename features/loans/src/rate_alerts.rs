//! Rate alerts: loans whose rate can still move, and those whose lock is about to expire.

use crate::{
    filter::Narrowing,
    list::{self, Narrow, PIPELINE, scope_of},
};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, Tx, extract::Json, list::Page};
use serde::Serialize;
use utoipa::ToSchema;

/// Under way, with a rate and no lock.
const FLOATING: &str = r#"{"match":"all","conditions":[{"field":"progress","operator":"is","values":["Active"]},{"field":"rate","operator":"notEmpty","values":[]},{"field":"lockExpiration","operator":"empty","values":[]}]}"#;

/// Under way, with a lock that expires within two weeks.
const EXPIRING: &str = r#"{"match":"all","conditions":[{"field":"progress","operator":"is","values":["Active"]},{"field":"lockExpiration","operator":"within","values":["next:14"]}]}"#;

/// Loans of each list.
const SHOWN: u32 = 8;

/// What there is to be alert to.
#[derive(Serialize, ToSchema)]
#[schema(as = RateAlertLoans)]
pub struct Out {
    /// Loans under way that have a rate and no lock, the latest first.
    floating: ListOut,
    /// Loans under way whose lock expires within 14 days, the next first.
    expiring: ListOut,
}

/// The first loans of a list, and how the pipeline is asked for all of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RateAlertList)]
pub struct ListOut {
    filter: &'static str,
    order_by: &'static str,
    loans: list::Out,
}

/// Loans within reach whose rate can still move, and locks that are about to expire.
#[utoipa::path(get, path = "/api/rate-alerts/loans", tag = "loans", operation_id = "getRateAlertLoans", responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::RateAlertsManage).await?;
    Ok(Json(Out {
        floating: first(&mut tx, FLOATING, "updated").await?,
        expiring: first(&mut tx, EXPIRING, "lockExpiry").await?,
    }))
}

async fn first(tx: &mut Tx, filter: &'static str, order_by: &'static str) -> Result<ListOut> {
    let page = Page::new(&PIPELINE, SHOWN, Some(order_by), None, None)?;
    let filters = Narrowing { filter: Some(filter.to_owned()), ..Narrowing::default() }.filters(tx).await?;
    let scope = scope_of(tx.actor(), Narrow::All);
    Ok(ListOut { filter, order_by, loans: list::page_of(tx, scope, &filters, &page).await? })
}
