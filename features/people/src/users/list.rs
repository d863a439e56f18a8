//! The users of a company, paginated.

use super::{Managed, User, billed, own_unit_only, unit_within_reach};
use crate::store::users::{self as store, Filter};
use axum::extract::State;
use lending::{
    access::{Permission, Role},
    administration::grantable,
};
use platform::{
    Actor, App, Fields, Result,
    extract::{Id, Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// States of an account.
const STATES: [&str; 4] = ["INVITED", "ACTIVE", "BLOCKED", "DEACTIVATED"];

/// Filter for users.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Role code.
    role: Option<String>,
    /// A branch, or the headquarters.
    org_unit: Option<i64>,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    state: Option<String>,
    limit: Option<u32>,
    offset: Option<u32>,
    /// Part of a name or email address, or the start of an NMLS id.
    string: Option<String>,
    only_count: Option<bool>,
    show_loader: Option<bool>,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedUsers)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<User>>,
    count: i64,
    /// Codes of the roles that the caller may grant.
    grantable_roles: Vec<&'static str>,
}

/// Lists the users of the company or of a branch by name. A branch admin only gets those of their own branch.
#[utoipa::path(get, path = "/api/org-units/{id}/users", tag = "people", operation_id = "listUsers", params(("id" = i64, Path), In), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn list(actor: Actor, State(app): State<App>, Id(id): Id, Query(query): Query<In>) -> Result<Json<Out>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = list.check()?;
    let mut fields = Fields::default();
    if query.role.as_deref().is_some_and(|role| Role::from_code(role).is_none()) {
        fields.add("role", "is no role");
    }
    if query.state.as_deref().is_some_and(|state| !STATES.contains(&state)) {
        fields.add("state", format!("must be one of {}", STATES.join(", ")));
    }
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let own = own_unit_only(&tx);
    let of_unit = if id == tx.company() { None } else { Some(id) };
    if let Some(unit) = of_unit {
        unit_within_reach(&mut tx, unit).await?;
    }
    let filter = Filter {
        text: text.unwrap_or_default(),
        role: query.role.as_deref(),
        within: own.or(of_unit),
        org_unit: query.org_unit,
        state: query.state.as_deref(),
        limit,
        offset,
    };
    let (users, count) = store::list(&mut tx, &filter).await?;
    let ids: Vec<_> = users.iter().map(|user| user.id).collect();
    let mut memberships = store::memberships(&mut tx, &ids).await?;
    let mut billed = billed(&mut tx, &users, &memberships).await?;
    let rows = users
        .into_iter()
        .map(|user| {
            let (own, others) = memberships.drain(..).partition(|membership| membership.user_id == user.id);
            memberships = others;
            let billing = billed.remove(&user.id);
            Managed { user, memberships: own, billing }.into_out(&tx)
        })
        .collect();
    let grantable_roles = grantable(&tx.actor().access.grants).into_iter().map(Role::code).collect();
    Ok(Json(Out { rows: (list.only_count != Some(true)).then_some(rows), count, grantable_roles }))
}
