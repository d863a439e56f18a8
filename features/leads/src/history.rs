//! The history of a lead.

use crate::reach::within_reach;
use audit::{RecordHistory, RecordHistoryQuery, history_of};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Id, Json, Query},
};

/// Pages through the changes of a lead, newest first.
#[utoipa::path(get, path = "/api/leads/{id}/history", tag = "leads", operation_id = "getLeadHistory", params(("id" = i64, Path), RecordHistoryQuery), responses((status = 200, body = RecordHistory), (status = 404)))]
pub async fn get(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<RecordHistoryQuery>,
) -> Result<Json<RecordHistory>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    within_reach(&mut tx, id).await?;
    Ok(Json(history_of(&mut tx, "lead", id, query).await?))
}
