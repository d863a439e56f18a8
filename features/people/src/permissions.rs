//! Permissions of the active membership, so that the web only offers what the server allows.

use axum::extract::State;
use lending::access::{PAGES, Permission, Reach};
use platform::{Actor, App, Result, Tx, extract::Json};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Results of the permission table.
#[derive(Serialize, ToSchema)]
#[schema(as = Permissions)]
pub struct Out {
    /// Codes of granted permissions.
    permissions: Vec<&'static str>,
    /// Whether each area is visible, which is the case if one of its pages opens.
    areas: BTreeMap<&'static str, bool>,
    /// Whether each path and the paths below it open. The longest matching prefix decides.
    routes: BTreeMap<&'static str, bool>,
    /// Which loans the user sees: `OWN`, `UNIT` or `COMPANY`.
    reach: &'static str,
}

/// Returns permissions, areas and routes of the active membership.
#[utoipa::path(get, path = "/api/users/me/permissions", tag = "people", operation_id = "getMyPermissions", responses((status = 200, body = Out)))]
pub async fn permissions(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(permissions_of(&tx)))
}

/// Permissions, areas and routes of the transaction's membership.
#[must_use]
pub fn permissions_of(tx: &Tx) -> Out {
    let grants = &tx.actor().access.grants;
    let mut areas = BTreeMap::new();
    for page in &PAGES {
        *areas.entry(page.area).or_default() |= page.opens(grants);
    }
    Out {
        permissions: Permission::all().filter(|permission| grants.may(*permission)).map(Permission::code).collect(),
        areas,
        routes: PAGES.iter().map(|page| (page.route, page.opens(grants))).collect(),
        reach: match tx.actor().loan_reach() {
            Reach::Own => "OWN",
            Reach::Unit => "UNIT",
            Reach::Company => "COMPANY",
        },
    }
}
