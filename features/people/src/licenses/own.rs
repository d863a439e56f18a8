//! A user's own licenses.

use super::{
    License,
    change::{self, In, NewIn},
};
use crate::store::licenses as store;
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    db::Date,
    extract::{Id, Json},
    version::IfMatch,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The user's licenses.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnLicenses)]
pub struct Out {
    rows: Vec<License>,
}

/// A new license of the user.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewOwnLicense)]
pub struct OwnIn {
    state_code: String,
    /// Empty in a state that issues none.
    number: Option<String>,
    issued_on: Option<Date>,
    expires_on: Option<Date>,
}

/// Lists the user's own licenses by state.
#[utoipa::path(get, path = "/api/users/me/licenses", tag = "people", operation_id = "listMyLicenses", responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    let today = Date::today_in(&tx.actor().access.time_zone);
    let rows = store::of_person(&mut tx, today).await?;
    Ok(Json(Out { rows: rows.into_iter().map(License::from).collect() }))
}

/// Adds a license of the user.
#[utoipa::path(post, path = "/api/users/me/licenses", tag = "people", operation_id = "createMyLicense", request_body = OwnIn, responses((status = 201, body = License), (status = 403)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<OwnIn>,
) -> Result<(StatusCode, Json<License>)> {
    let tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    let OwnIn { state_code, number, issued_on, expires_on } = body;
    let user = Some(tx.actor().user);
    change::add(tx, NewIn { org_unit: None, user, state_code, number, issued_on, expires_on }).await
}

/// Changes a license of the user.
#[utoipa::path(patch, path = "/api/users/me/licenses/{id}", tag = "people", operation_id = "editMyLicense", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = License), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<License>> {
    let mut tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    own(&mut tx, id).await?;
    change::change(tx, id, version, body).await
}

/// Deletes a license of the user that was entered by mistake.
#[utoipa::path(delete, path = "/api/users/me/licenses/{id}", tag = "people", operation_id = "removeMyLicense", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    own(&mut tx, id).await?;
    change::take_away(tx, id).await
}

/// Returns `NotFound` for licenses of others.
async fn own(tx: &mut Tx, id: i64) -> Result<()> {
    let today = Date::today_in(&tx.actor().access.time_zone);
    let user = tx.actor().user;
    let found = store::find(tx, today, id).await?.filter(|license| license.user_id == Some(user));
    found.map(|_| ()).ok_or(Error::NotFound)
}
