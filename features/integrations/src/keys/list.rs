//! Lists API keys.

use super::{KeyOut, KeyOwner, OF_COMPANY_MAX, OF_PERSON_MAX, ScopeOut, has_pro, refuse_stranger};
use crate::store::keys as store;
use axum::extract::State;
use lending::access::{Permission, Scope};
use platform::{
    Actor, App, Result,
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Owner and filter.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// `COMPANY`: keys of the company and its users, for users who manage them. `SELF` (default): the user's own.
    owner: Option<KeyOwner>,
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Rows to skip.
    offset: Option<u32>,
    /// Part of the name.
    string: Option<String>,
    /// Returns only the count.
    only_count: Option<bool>,
    /// Has no effect on the answer. The web uses it to hide its loader.
    #[allow(dead_code, reason = "accepted and without effect (API-03)")]
    show_loader: Option<bool>,
}

/// A page of keys: active ones first, then newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeyPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<KeyOut>>,
    count: i64,
    /// The owner has a pro plan, so keys work and new ones can be created.
    #[serde(skip_serializing_if = "Option::is_none")]
    has_pro: Option<bool>,
    /// Maximum number of active keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    living_max: Option<i64>,
    /// The available scopes.
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<ScopeOut>>,
}

/// Lists the keys of the company, or the user's own.
#[utoipa::path(get, path = "/api/api-keys", tag = "integrations", operation_id = "listApiKeys", params(In), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    actor.may(Permission::ApiKeysManage)?;
    let owner = query.owner.unwrap_or(KeyOwner::SELF);
    refuse_stranger(&actor, owner)?;
    let list = ListQuery { limit: query.limit, offset: query.offset, string: query.string, ..ListQuery::default() };
    let (limit, offset, text) = list.check()?;
    let mut tx = actor.begin(&app, Permission::ApiKeysManage).await?;
    refuse_stranger(tx.actor(), owner)?;
    let company = tx.company();
    let user = (owner == KeyOwner::SELF).then_some(tx.actor().user);
    let (rows, count) = store::page(&mut tx, company, user, text, i64::from(limit), i64::from(offset)).await?;
    if query.only_count == Some(true) {
        return Ok(Json(Out { rows: None, count, has_pro: None, living_max: None, scopes: None }));
    }
    Ok(Json(Out {
        rows: Some(rows.into_iter().map(KeyOut::from).collect()),
        count,
        has_pro: Some(has_pro(&mut tx, owner).await?),
        living_max: Some(if owner == KeyOwner::COMPANY { OF_COMPANY_MAX } else { OF_PERSON_MAX }),
        scopes: Some(Scope::all().map(ScopeOut::from).collect()),
    }))
}
