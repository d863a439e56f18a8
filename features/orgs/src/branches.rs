//! Lists and creates the branches of a company.

use crate::{
    edit_unit::{address_of, nmls_id_of, required_name},
    store::branches::{self, BranchRow, Filter},
    unit::{Address, Out as UnitOut, administered, out},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::{Permission, Reach},
    calendar::TimeZone,
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json, ListQuery, Query},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// Filter for branches.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListIn {
    /// ACTIVE or SUSPENDED. Both if absent.
    state: Option<String>,
    limit: Option<u32>,
    offset: Option<u32>,
    /// Part of a name, an NMLS id or a city.
    string: Option<String>,
    only_count: Option<bool>,
    show_loader: Option<bool>,
}

/// A page of branches.
#[derive(Serialize, ToSchema)]
#[schema(as = BranchPage)]
pub struct ListOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<BranchRow>>,
    count: i64,
}

/// Lists headquarters and branches of the company by name. A branch admin only gets their own branch.
#[utoipa::path(get, path = "/api/org-units/{id}/branches", tag = "orgs", operation_id = "listBranches", params(("id" = i64, Path), ListIn), responses((status = 200, body = ListOut), (status = 403), (status = 404)))]
pub async fn list(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<ListIn>,
) -> Result<Json<ListOut>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = list.check()?;
    if query.state.as_deref().is_some_and(|state| !matches!(state, "ACTIVE" | "SUSPENDED")) {
        return Err(Error::field("state", "must be ACTIVE or SUSPENDED"));
    }
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    if id != tx.company() {
        return Err(Error::NotFound);
    }
    let only = own_unit_only(&tx);
    let filter = Filter { text: text.unwrap_or_default(), state: query.state.as_deref(), only, limit, offset };
    let (rows, count) = branches::list(&mut tx, &filter).await?;
    Ok(Json(ListOut { rows: (list.only_count != Some(true)).then_some(rows), count }))
}

/// The only unit that the user administers, unless it is the whole company.
fn own_unit_only(tx: &Tx) -> Option<i64> {
    let actor = tx.actor();
    let reach = actor.access.grants.reach(Permission::BranchSettingsManage, false);
    (reach != Reach::Company).then(|| actor.org_unit())
}

/// A new branch. Empty texts mean none.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBranch)]
pub struct In {
    name: String,
    /// Display name. Defaults to the name.
    display_name: Option<String>,
    nmls_id: Option<String>,
    address: Option<Address>,
    /// Defaults to the company's.
    time_zone: Option<String>,
}

/// Creates a branch.
#[utoipa::path(post, path = "/api/org-units/{id}/branches", tag = "orgs", operation_id = "createBranch", params(("id" = i64, Path)), request_body = In, responses((status = 201, body = UnitOut), (status = 403), (status = 404)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<UnitOut>)> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    if id != tx.company() {
        return Err(Error::NotFound);
    }
    let mut fields = Fields::default();
    let name = required_name(&mut fields, "name", &body.name).unwrap_or_default();
    let display_name = match body.display_name.as_deref().map(str::trim) {
        None | Some("") => name.clone(),
        Some(text) => required_name(&mut fields, "displayName", text).unwrap_or_default(),
    };
    let nmls_id = body.nmls_id.as_deref().and_then(|id| nmls_id_of(&mut fields, "nmlsId", id));
    let address = address_of(&mut fields, &body.address.unwrap_or_default());
    let time_zone = match body.time_zone.as_deref() {
        None | Some("") => Some(tx.actor().access.time_zone.to_string()),
        Some(text) => fields.take("timeZone", text.parse::<TimeZone>()).map(|zone| zone.to_string()),
    };
    fields.check()?;
    let new = branches::New {
        name: &name,
        display_name: &display_name,
        nmls_id: nmls_id.as_deref(),
        address: &address,
        time_zone: &time_zone.unwrap_or_default(),
    };
    let made = branches::create(&mut tx, &new).await?;
    let audit = Audit {
        action: "org-unit.create",
        entity: "org-unit",
        entity_id: &made.to_string(),
        before: None,
        after: Some(json!({ "name": name, "displayName": display_name, "nmlsId": nmls_id, "address": address })),
    };
    tx.audit(audit).await?;
    tx.event("org-unit.created", made).await?;
    let unit = administered(&mut tx, made).await?;
    let out = out(&tx, unit)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}
