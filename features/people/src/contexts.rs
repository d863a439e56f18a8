//! The contexts a user may enter. Each is a part of the application with its own pages.

use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, Tx, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// A context.
#[derive(Serialize, ToSchema)]
#[schema(as = Context)]
pub struct Out {
    /// `loans`: loan origination; `org`: all companies.
    key: &'static str,
    /// Path prefix of its pages.
    path: &'static str,
}

/// All contexts with their required permission.
const ALL: [(Out, Permission); 2] =
    [(Out { key: "loans", path: "/app" }, Permission::App), (Out { key: "org", path: "/org" }, Permission::OrgAdmin)];

/// Lists the contexts that the active membership may enter.
#[utoipa::path(get, path = "/api/contexts", tag = "people", operation_id = "listContexts", responses((status = 200, body = Vec<Out>)))]
pub async fn contexts(actor: Actor, State(app): State<App>) -> Result<Json<Vec<Out>>> {
    let tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(contexts_of(&tx)))
}

/// The contexts that the transaction's membership may enter.
#[must_use]
pub fn contexts_of(tx: &Tx) -> Vec<Out> {
    let grants = &tx.actor().access.grants;
    ALL.into_iter().filter(|(_, permission)| grants.may(*permission)).map(|(context, _)| context).collect()
}
