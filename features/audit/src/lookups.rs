//! What the log can be filtered by.

use crate::{list::PersonOut, store};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// Values of each kind, at most.
const VALUES_MAX: i64 = 5_000;

/// Everything that stands in the log, each once.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditLookups)]
pub struct Out {
    /// What was done.
    actions: Vec<String>,
    /// Kinds of records.
    entities: Vec<String>,
    /// Who was signed in or acted for, by name; those who have left too.
    people: Vec<PersonOut>,
}

/// What the log can be filtered by.
#[utoipa::path(get, path = "/api/audit/lookups", tag = "audit", operation_id = "auditLookups", responses((status = 200, body = Out)))]
pub async fn lookups(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::AuditView).await?;
    let company = tx.company();
    let store::Known { actions, entities, people } = store::known(&mut tx, company, VALUES_MAX).await?;
    let people = people.into_iter().map(|(id, name)| PersonOut { id, name }).collect();
    Ok(Json(Out { actions, entities, people }))
}
