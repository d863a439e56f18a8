//! Lenders that a user can connect, and the state of the connection.

use crate::store::lenders as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, db::Timestamp, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// All lenders with a supported system.
#[derive(Serialize, ToSchema)]
#[schema(as = LenderIntegrations)]
pub struct Out {
    rows: Vec<Row>,
    /// Lenders on the company's list in its order, whether or not their systems are supported.
    #[serde(rename = "companyLenders")]
    company_lenders: Vec<CompanyLender>,
}

/// An entry of the company's list.
#[derive(Serialize, ToSchema)]
#[schema(as = CompanyLender)]
pub struct CompanyLender {
    pub(crate) id: i64,
    pub(crate) name: String,
}

/// A lender.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LenderIntegration)]
pub struct Row {
    /// The lender's code.
    lender: &'static str,
    name: &'static str,
    /// This installation can reach it.
    is_set_up: bool,
    /// A simulator replaces the lender.
    is_stood_in_for: bool,
    /// When the active user connected it.
    connected_at: Option<Timestamp>,
}

/// Lists the supported lenders with the active user's connections, and those of the company's list.
#[utoipa::path(get, path = "/api/lender-integrations", tag = "integrations", operation_id = "listLenderIntegrations", responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LenderIntegrationManage).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let connected_at = store::connected_at(&mut tx, company, user, "rocket").await?;
    let stands_in = app.config.stands_in_for_rocket();
    let rocket =
        Row { lender: "rocket", name: "Rocket Pro", is_set_up: stands_in, is_stood_in_for: stands_in, connected_at };
    let company_lenders = store::of_company(&mut tx, company).await?;
    Ok(Json(Out { rows: vec![rocket], company_lenders }))
}
