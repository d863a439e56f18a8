//! Header tabs: the areas in the header, set by the company for all users or by role.

use crate::store::portals as store;
use axum::extract::{Path, State};
use lending::{
    access::{Permission, Role},
    tabs::{ALL_ROLES, HEADER_AREAS, HeaderTab, check_tabs},
};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::Json,
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Entity name in the audit log.
const ENTITY: &str = "header-tabs";

/// The header tabs of all roles.
#[derive(Serialize, ToSchema)]
#[schema(as = HeaderTabs)]
pub struct HeaderTabs {
    /// The first entry applies to roles without their own tabs.
    roles: Vec<HeaderTabsOfRole>,
}

/// The header tabs of a role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeaderTabsOfRole)]
pub struct HeaderTabsOfRole {
    /// Code of the role, or ALL.
    role: String,
    name: &'static str,
    /// All areas in the order of the header.
    tabs: Vec<HeaderTab>,
    /// Whether the company has set tabs for this role.
    is_set: bool,
    /// The version for `If-Match`.
    version: i32,
}

/// Each area of the header once, in order. Empty to restore the default.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HeaderTabsChange)]
pub struct HeaderTabsChange {
    tabs: Vec<HeaderTab>,
}

/// Returns the header tabs of the company.
#[utoipa::path(get, path = "/api/settings/header-tabs", tag = "people", operation_id = "getHeaderTabs", responses((status = 200, body = HeaderTabs), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<HeaderTabs>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    Ok(Json(header_tabs(&mut tx).await?))
}

/// Sets the header tabs of a role. Users see them with their next page load.
#[utoipa::path(put, path = "/api/settings/header-tabs/{role}", tag = "people", operation_id = "setHeaderTabs", params(("role" = String, Path), ("If-Match" = String, Header)), request_body = HeaderTabsChange, responses((status = 200, body = HeaderTabs), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn set(
    actor: Actor,
    State(app): State<App>,
    Path(role): Path<String>,
    IfMatch(seen): IfMatch,
    Json(body): Json<HeaderTabsChange>,
) -> Result<Json<HeaderTabs>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    if !columns().any(|(code, _)| code == role) {
        return Err(Error::NotFound);
    }
    check_tabs(&body.tabs).map_err(|problem| Error::field("tabs", problem.to_string()))?;
    let company = tx.company();
    let (version, before) = store::tabs(&mut tx, company).await?.remove(&role).unwrap_or_default();
    let change = changes(&before, &body.tabs)?;
    let is_first = version == seen && (change.is_none() || store::set_tabs(&mut tx, &role, seen, &body.tabs).await?);
    if !is_first {
        let now = header_tabs(&mut tx).await?;
        return Err(stale(&mut tx, ENTITY, &role, &now).await?);
    }
    if let Some((before, after)) = change {
        let (before, after) = (Some(before), Some(after));
        tx.audit(Audit { action: "header-tabs.set", entity: ENTITY, entity_id: &role, before, after }).await?;
        tx.event("header-tabs.changed", company).await?;
    }
    let out = header_tabs(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Codes and names of ALL and the roles.
fn columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    let roles = Role::ALL.into_iter().filter(|(role, ..)| *role != Role::SuperAdmin);
    std::iter::once((ALL_ROLES, "All roles")).chain(roles.map(|(_, code, name)| (code, name)))
}

async fn header_tabs(tx: &mut Tx) -> Result<HeaderTabs> {
    let company = tx.company();
    let mut set = store::tabs(tx, company).await?;
    let all = set.get(ALL_ROLES).map(|(_, tabs)| tabs.clone()).filter(|tabs| !tabs.is_empty());
    let fallback = all.unwrap_or_else(|| {
        HEADER_AREAS.iter().map(|area| HeaderTab { area: (*area).to_owned(), visible: true }).collect()
    });
    let roles = columns().map(|(code, name)| {
        let (version, tabs) = set.remove(code).unwrap_or_default();
        let is_set = !tabs.is_empty();
        let tabs = if is_set { tabs } else { fallback.clone() };
        HeaderTabsOfRole { role: code.to_owned(), name, tabs, is_set, version }
    });
    Ok(HeaderTabs { roles: roles.collect() })
}

/// Header tabs of a company by role.
pub(crate) async fn tabs_by_role(
    connection: &mut sqlx::PgConnection,
    company: i64,
) -> Result<BTreeMap<String, Vec<HeaderTab>>> {
    Ok(store::tabs(connection, company).await?.into_iter().map(|(role, (_, tabs))| (role, tabs)).collect())
}
