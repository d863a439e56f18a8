//! Creates, changes and deletes a view.

use crate::{
    list::{List, Sharing, ViewOut},
    store::{self, Record},
};
use axum::extract::State;
use http::StatusCode;
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

const NAME_LETTERS_MAX: usize = 60;
/// Maximum number of views per user and list.
const VIEWS_MAX: i64 = 50;
/// Maximum number of columns of a list.
const COLUMNS_MAX: usize = 30;
const KEYS_MAX: usize = 16;
const CONTENT_BYTES_MAX: usize = 12_000;

/// A view to create or change.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ViewIn)]
pub struct In {
    /// `loans` or `leads`. It can't be changed later.
    #[schema(value_type = String)]
    pub list: String,
    pub name: String,
    /// `PRIVATE`, `BRANCH` or `COMPANY`.
    #[schema(value_type = String)]
    pub sharing: String,
    /// Settings in the list's URL: `filter`, `columns` (names joined by dots), `orderBy`, `sort`, `grouping` and others
    /// that the list supports.
    pub content: BTreeMap<String, String>,
}

/// A validated view.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    #[serde(skip)]
    pub list: List,
    pub name: String,
    pub sharing: Sharing,
    pub content: BTreeMap<String, String>,
}

/// Creates a view.
#[utoipa::path(post, path = "/api/views", tag = "views", operation_id = "createView", request_body = In, responses((status = 201, body = ViewOut), (status = 403), (status = 409), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<ViewOut>)> {
    let facts = checked(body)?;
    let mut tx = actor.begin(&app, facts.list.permission()).await?;
    let made = keep(&mut tx, &facts).await?;
    let made = out(&tx, made)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Creates a view within a transaction.
///
/// # Errors
/// If a value is invalid.
pub async fn make(tx: &mut Tx, body: In) -> Result<i64> {
    let facts = checked(body)?;
    Ok(keep(tx, &facts).await?.id)
}

async fn keep(tx: &mut Tx, facts: &Facts) -> Result<Record> {
    may_share(tx, facts.sharing)?;
    if store::count(tx, facts.list).await? >= VIEWS_MAX {
        return Err(Error::field("name", format!("You have {VIEWS_MAX} views already. Remove one first.")));
    }
    let id = store::create(tx, facts).await?.ok_or_else(taken)?;
    record(tx, id, "view.create", None, Some(serde_json::to_value(facts).map_err(Error::internal)?)).await?;
    store::record(tx, id).await?.ok_or(Error::NotFound)
}

/// Changes a view of the user, or a shared view that the user is allowed to change.
#[utoipa::path(put, path = "/api/views/{id}", tag = "views", operation_id = "editView", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = ViewOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<ViewOut>> {
    let facts = checked(body)?;
    let mut tx = actor.begin(&app, facts.list.permission()).await?;
    let was = changeable(&mut tx, id, facts.list).await?;
    may_share(&tx, facts.sharing)?;
    let entity_id = id.to_string();
    if version != was.version {
        let now = out(&tx, was)?;
        return Err(stale(&mut tx, "view", &entity_id, &now).await?);
    }
    let Some((before, after)) = changes(&was.facts, &facts)? else { return Ok(Json(out(&tx, was)?)) };
    let written = store::update(&mut tx, id, version, &facts).await;
    if !written.map_err(|error| if error.is_of_a_key() { taken() } else { error })? {
        let now = changeable(&mut tx, id, facts.list).await?;
        let now = out(&tx, now)?;
        return Err(stale(&mut tx, "view", &entity_id, &now).await?);
    }
    record(&mut tx, id, "view.edit", Some(before), Some(after)).await?;
    let is = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let is = out(&tx, is)?;
    tx.commit().await?;
    Ok(Json(is))
}

/// Deletes a view.
#[utoipa::path(delete, path = "/api/views/{id}", tag = "views", operation_id = "removeView", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, lending::access::Permission::App).await?;
    let list = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?.facts.list;
    tx.actor().may(list.permission())?;
    let was = changeable(&mut tx, id, list).await?;
    store::remove(&mut tx, id).await?;
    record(&mut tx, id, "view.remove", Some(serde_json::to_value(&was.facts).map_err(Error::internal)?), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The view as a response for the user.
pub(crate) fn out(tx: &Tx, record: Record) -> Result<ViewOut> {
    let may_edit = may_edit(tx, &record);
    let Record { id, facts: Facts { name, sharing, content, .. }, owner_name, updated_at, version, .. } = record;
    Ok(ViewOut { id, name, sharing, content, owner_name, may_edit, updated_at, version })
}

fn may_edit(tx: &Tx, record: &Record) -> bool {
    let is_shared = record.facts.sharing != Sharing::PRIVATE;
    record.is_own || is_shared && record.facts.sharing.may(&tx.actor().access.grants)
}

/// A view that the user can see and change.
async fn changeable(tx: &mut Tx, id: i64, list: List) -> Result<Record> {
    let found = store::record(tx, id).await?.filter(|record| record.facts.list == list).ok_or(Error::NotFound)?;
    if may_edit(tx, &found) { Ok(found) } else { Err(Error::Forbidden) }
}

fn may_share(tx: &Tx, sharing: Sharing) -> Result<()> {
    if sharing.may(&tx.actor().access.grants) { Ok(()) } else { Err(Error::Forbidden) }
}

fn taken() -> Error {
    Error::field("name", "You have a view of this name already")
}

/// Validates a request.
fn checked(body: In) -> Result<Facts> {
    let In { list, name, sharing, content } = body;
    let mut fields = Fields::default();
    let list = fields.take("list", list.parse::<List>());
    let sharing = fields.take("sharing", sharing.parse::<Sharing>());
    let name = fields.required("name", &name, "Name is required").unwrap_or_default().to_owned();
    if name.chars().count() > NAME_LETTERS_MAX {
        fields.add("name", format!("must have at most {NAME_LETTERS_MAX} characters"));
    }
    let bytes: usize = content.iter().map(|(key, value)| key.len() + value.len()).sum();
    if content.len() > KEYS_MAX || bytes > CONTENT_BYTES_MAX {
        fields.add("content", format!("must have at most {KEYS_MAX} entries and {CONTENT_BYTES_MAX} bytes"));
    }
    if content.get("columns").is_some_and(|columns| columns.split('.').count() > COLUMNS_MAX) {
        fields.add("content/columns", format!("must be at most {COLUMNS_MAX} columns"));
    }
    fields.check()?;
    let (Some(list), Some(sharing)) = (list, sharing) else { return Err(Error::NotFound) };
    if let (List::loans, Some(filter)) = (list, content.get("filter")) {
        loans::check_filter(filter)?;
    }
    Ok(Facts { list, name, sharing, content })
}

async fn record(
    tx: &mut Tx,
    id: i64,
    action: &'static str,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "view", entity_id: &id.to_string(), before, after }).await?;
    tx.event("view.changed", id).await
}
