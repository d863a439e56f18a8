//! Comments on tasks.

use crate::{
    record::within_reach,
    store::comments::{self, Comment},
};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum number of comments on a task, including deleted ones.
pub(crate) const COMMENTS_MAX: i64 = 500;
pub(crate) const COMMENT_LENGTH_MAX: usize = 2_000;

/// A comment to write.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaskCommentIn)]
pub struct In {
    /// Plain text, at most 2,000 characters.
    text: String,
}

/// A comment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskComment)]
pub struct Out {
    id: i64,
    /// Empty if deleted.
    text: String,
    author_name: String,
    /// The user wrote it, and may change and delete it.
    is_own: bool,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
    deleted_at: Option<Timestamp>,
}

/// The comments on a task, oldest first.
#[derive(Serialize, ToSchema)]
#[schema(as = TaskComments)]
pub struct ListOut {
    rows: Vec<Out>,
}

/// Lists the comments on a task in scope.
#[utoipa::path(get, path = "/api/tasks/{id}/comments", tag = "tasks", operation_id = "listTaskComments", params(("id" = i64, Path)), responses((status = 200, body = ListOut), (status = 404)))]
pub async fn list(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<ListOut>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    within_reach(&mut tx, id).await?;
    let me = tx.actor().membership();
    let rows = comments::of_task(&mut tx, id).await?;
    Ok(Json(ListOut { rows: rows.into_iter().map(|comment| Out::of(comment, me)).collect() }))
}

/// Adds a comment to a task in scope.
#[utoipa::path(post, path = "/api/tasks/{id}/comments", tag = "tasks", operation_id = "addTaskComment", request_body = In,
    params(("id" = i64, Path)), responses((status = 201, body = Out), (status = 404), (status = 422)))]
pub async fn add(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Out>)> {
    let text = checked(&body)?;
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    within_reach(&mut tx, id).await?;
    let me = tx.actor().membership();
    let made = say(&mut tx, id, text).await?;
    let comment = comments::one(&mut tx, made).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Out::of(comment, me))))
}

/// Adds a comment by the actor.
///
/// # Errors
///
/// The task has the maximum number of comments.
pub async fn say(tx: &mut Tx, task: i64, text: &str) -> Result<i64> {
    let made = comments::add(tx, task, text, COMMENTS_MAX).await?.ok_or_else(|| {
        Error::field("text", format!("A task has at most {COMMENTS_MAX} comments. Open another task for what is left."))
    })?;
    let after = json!({"commentId": made, "text": text});
    record(tx, "task.comment", task, None, Some(after)).await?;
    Ok(made)
}

/// Changes the user's own comment.
#[utoipa::path(patch, path = "/api/task-comments/{id}", tag = "tasks", operation_id = "editTaskComment", params(("id" = i64, Path)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 422)))]
pub async fn edit(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<In>) -> Result<Json<Out>> {
    let text = checked(&body)?;
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let was = own(&mut tx, id).await?;
    if was.text != text {
        comments::edit(&mut tx, id, text).await?;
        let before = json!({"commentId": id, "text": was.text});
        let after = json!({"commentId": id, "text": text});
        record(&mut tx, "task.comment-edit", was.task_id, Some(before), Some(after)).await?;
    }
    let me = tx.actor().membership();
    let comment = comments::one(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok(Json(Out::of(comment, me)))
}

/// Deletes the text of the user's own comment. The entry stays.
#[utoipa::path(delete, path = "/api/task-comments/{id}", tag = "tasks", operation_id = "removeTaskComment", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let was = own(&mut tx, id).await?;
    comments::remove(&mut tx, id).await?;
    let before = json!({"commentId": id, "text": was.text});
    record(&mut tx, "task.comment-remove", was.task_id, Some(before), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds the actor's own comment on a task in scope. Deleted comments aren't found.
async fn own(tx: &mut Tx, id: i64) -> Result<Comment> {
    let comment = comments::one(tx, id).await?.ok_or(Error::NotFound)?;
    within_reach(tx, comment.task_id).await?;
    if comment.deleted_at.is_some() {
        return Err(Error::NotFound);
    }
    if comment.author_id != tx.actor().membership() {
        return Err(Error::Forbidden);
    }
    Ok(comment)
}

fn checked(body: &In) -> Result<&str> {
    let text = body.text.trim();
    let mut fields = Fields::default();
    if text.is_empty() {
        fields.add("text", "Write a comment");
    }
    if text.chars().count() > COMMENT_LENGTH_MAX {
        fields.add("text", format!("A comment has at most {COMMENT_LENGTH_MAX} characters"));
    }
    fields.check()?;
    Ok(text)
}

/// Audits a comment in the task's history and notifies its viewers.
async fn record(
    tx: &mut Tx,
    action: &'static str,
    task: i64,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "task", entity_id: &task.to_string(), before, after }).await?;
    tx.event("task.updated", task).await
}

impl Out {
    fn of(comment: Comment, me: i64) -> Self {
        let Comment { id, task_id: _, author_id, author_name, text, created_at, edited_at, deleted_at } = comment;
        Out { id, text, author_name, is_own: author_id == me, created_at, edited_at, deleted_at }
    }
}
