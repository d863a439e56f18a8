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
    /// `COMPANY`: the company's and its people's, for who sees to them. `SELF`, unless said otherwise: one's own.
    owner: Option<KeyOwner>,
    /// Rows of a page: 25, at most 100.
    limit: Option<u32>,
    /// Rows to pass over.
    offset: Option<u32>,
    /// Text in the name.
    string: Option<String>,
    /// Answers the count alone.
    only_count: Option<bool>,
    /// Has no effect on the answer: the web keeps its loader hidden by it.
    #[allow(dead_code, reason = "accepted and without effect (API-03)")]
    show_loader: Option<bool>,
}

/// A page of keys: those that are good first, then the newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeyPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<KeyOut>>,
    count: i64,
    /// A pro plan serves whose the keys are: new ones can be made, and those that there are work.
    #[serde(skip_serializing_if = "Option::is_none")]
    has_pro: Option<bool>,
    /// So many good ones there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    living_max: Option<i64>,
    /// What a key can be for.
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<ScopeOut>>,
}

/// The keys of the company, or one's own.
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
