//! Number of a user's open tasks, for the page header.

use crate::store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, db::Date, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// Number of open tasks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TodoCount)]
pub struct Out {
    /// Open tasks due by today; at most 1,000.
    task_count: i64,
    /// All open tasks of the user; at most 1,000.
    open_count: i64,
}

/// Returns the number of the user's open tasks, and of those due by today.
#[utoipa::path(get, path = "/api/tasks/todo-count", tag = "tasks", operation_id = "countTodo", responses((status = 200, body = Out)))]
pub async fn count(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let today = Date::today_in(&tx.actor().access.time_zone);
    let (task_count, open_count) = store::todo_count(&mut tx, today).await?;
    Ok(Json(Out { task_count, open_count }))
}
