//! The history of a company's or a branch's settings.

use crate::unit::administered;
use audit::{RecordHistory, RecordHistoryQuery, history_of};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Id, Json, Query},
};

/// Pages through the changes of the settings of a company or a branch, newest first.
#[utoipa::path(get, path = "/api/org-units/{id}/history", tag = "orgs", operation_id = "getUnitHistory", params(("id" = i64, Path), RecordHistoryQuery), responses((status = 200, body = RecordHistory), (status = 404)))]
pub async fn get(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<RecordHistoryQuery>,
) -> Result<Json<RecordHistory>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    administered(&mut tx, id).await?;
    Ok(Json(history_of(&mut tx, "org-unit", id, query).await?))
}
