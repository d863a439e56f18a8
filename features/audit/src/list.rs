//! The log, a page at a time, the newest entry first.

use crate::{filter, store};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, PAGE_ROWS, PAGE_ROWS_MAX, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct Paging {
    /// Rows of a page: 25, at most 100.
    limit: Option<u32>,
    /// `next` of the answer before.
    after: Option<String>,
}

/// A page of the log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditPage)]
pub struct Out {
    rows: Vec<EntryOut>,
    /// `after` for the next page, where there is one.
    next: Option<String>,
    /// How far back the log was searched, if the search stopped before it found a full page. `next` continues it.
    searched_back_to: Option<Timestamp>,
    /// IANA name of the company's time zone, of which `from` and `to` are days.
    time_zone: String,
}

/// An action of a user, a program or Keyturn.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct EntryOut {
    id: i64,
    at: Timestamp,
    /// Who was signed in; nobody where the program did it by itself.
    logged_in_user: Option<PersonOut>,
    /// Who was acted for; the same person unless somebody was impersonated.
    active_user: Option<PersonOut>,
    /// The API key with which a program did it: the company's, or that of the person above.
    api_key: Option<KeyOut>,
    /// The action, such as `loan.lock`.
    action: String,
    /// The kind of record.
    entity: String,
    entity_id: String,
    /// The values before, if they were recorded.
    #[schema(value_type = Option<Object>)]
    before: Option<Value>,
    /// The values after.
    #[schema(value_type = Option<Object>)]
    after: Option<Value>,
    /// The network address of the request.
    address: Option<String>,
}

/// A user of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditPerson)]
pub struct PersonOut {
    pub(crate) id: i64,
    pub(crate) name: String,
}

/// An API key of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditApiKey)]
pub struct KeyOut {
    pub(crate) id: i64,
    pub(crate) name: String,
}

/// Pages through the company's entries, newest first.
#[utoipa::path(get, path = "/api/audit", tag = "audit", operation_id = "listAudit", params(Paging, filter::In), responses((status = 200, body = Out)))]
pub async fn list(
    actor: Actor,
    State(app): State<App>,
    Query(paging): Query<Paging>,
    Query(query): Query<filter::In>,
) -> Result<Json<Out>> {
    let limit = paging.limit.unwrap_or(PAGE_ROWS);
    if !(1..=PAGE_ROWS_MAX).contains(&limit) {
        return Err(Error::field("limit", format!("must be 1 to {PAGE_ROWS_MAX}")));
    }
    let time_zone = actor.access.time_zone.to_string();
    let filter = query.check(&time_zone)?;
    let edge = paging.after.as_deref().map(edge).transpose()?;

    let mut tx = actor.begin(&app, Permission::AuditView).await?;
    let filter = filter.within_reach(&tx);
    let company = tx.company();
    let store::Matches { mut keys, searched_to } =
        store::matches(&mut tx, company, &filter, edge, i64::from(limit) + 1).await?;
    let has_more = keys.len() > limit as usize;
    keys.truncate(limit as usize);
    let ids: Vec<i64> = keys.iter().map(|key| key.id).collect();
    let rows = store::rows(&mut tx, company, &ids).await?;
    let last = if has_more { keys.last().copied() } else { searched_to };
    Ok(Json(Out {
        rows: rows.into_iter().map(EntryOut::from).collect(),
        next: last.map(|key| format!("{}-{}", key.at.as_microsecond(), key.id)),
        searched_back_to: searched_to.map(|key| key.at),
        time_zone,
    }))
}

/// The last row of the page before.
fn edge(after: &str) -> Result<store::Key> {
    let read = || {
        let (at, id) = after.split_once('-')?;
        let at = jiff::Timestamp::from_microsecond(at.parse().ok()?).ok()?;
        Some(store::Key { at: at.into(), id: id.parse().ok()? })
    };
    read().ok_or_else(|| Error::field("after", "is not from an answer of this list"))
}

impl From<store::Row> for EntryOut {
    fn from(row: store::Row) -> Self {
        let person = |id: Option<i64>, name: Option<String>| {
            id.map(|id| PersonOut { id, name: name.unwrap_or_else(|| format!("User {id}")) })
        };
        let store::Row {
            id,
            at,
            logged_in_user_id,
            logged_in_name,
            active_user_id,
            active_name,
            api_key_id,
            api_key_name,
            action,
            entity,
            entity_id,
            before,
            after,
            address,
        } = row;
        Self {
            id,
            at,
            logged_in_user: person(logged_in_user_id, logged_in_name),
            active_user: person(active_user_id, active_name),
            api_key: api_key_id.map(|id| KeyOut { id, name: api_key_name.unwrap_or_else(|| format!("API key {id}")) }),
            action,
            entity,
            entity_id,
            before,
            after,
            address,
        }
    }
}
