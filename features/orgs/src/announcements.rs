//! Announcements of the provider to all users.

use crate::store::announcements as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, GlobalTx, Result,
    db::Timestamp,
    extract::{Json, ListQuery, Query},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of announcements, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = Announcements)]
pub struct Out {
    rows: Vec<Row>,
    /// Total number of announcements.
    count: i64,
}

/// An announcement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Announcement)]
pub struct Row {
    pub(crate) id: i64,
    pub(crate) title: String,
    /// Plain text.
    pub(crate) body: String,
    pub(crate) published_at: Timestamp,
}

/// Lists the published announcements.
#[utoipa::path(get, path = "/api/announcements", tag = "orgs", operation_id = "listAnnouncements", params(ListQuery), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<ListQuery>) -> Result<Json<Out>> {
    let (limit, offset, _) = query.check()?;
    let mut tx = actor.begin(&app, Permission::App).await?;
    let rows = store::page(&mut tx, i64::from(limit), i64::from(offset)).await?;
    Ok(Json(Out { rows, count: store::count(&mut tx).await? }))
}

/// Publishes an announcement.
///
/// # Errors
///
/// A text is empty or too long for its column.
pub async fn announce(tx: &mut GlobalTx, title: &str, body: &str) -> Result<()> {
    store::insert(tx, title, body).await
}
