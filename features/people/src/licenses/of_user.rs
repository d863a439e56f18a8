//! The states in which a user is licensed, for loan and lead forms.

use crate::store::licenses as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Date,
    extract::{Id, Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whether to include expired licenses.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Include expired licenses.
    include_expired: Option<bool>,
}

/// A state, and whether the user may work there today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserLicense)]
pub struct Out {
    license_state: String,
    is_authorized: bool,
}

/// Lists the states in which a user of the company is licensed, each once.
#[utoipa::path(get, path = "/api/users/{id}/licenses", tag = "people", operation_id = "listUserLicenses", params(("id" = i64, Path), In), responses((status = 200, body = [Out]), (status = 403), (status = 404)))]
pub async fn list(actor: Actor, State(app): State<App>, Id(id): Id, Query(query): Query<In>) -> Result<Json<Vec<Out>>> {
    let mut tx = actor.begin(&app, Permission::PeopleSearch).await?;
    if !store::is_member(&mut tx, id).await? {
        return Err(Error::NotFound);
    }
    let today = Date::today_in(&tx.actor().access.time_zone);
    let states = store::states_of(&mut tx, id, today, query.include_expired == Some(true)).await?;
    Ok(Json(states.into_iter().map(|(license_state, is_authorized)| Out { license_state, is_authorized }).collect()))
}
