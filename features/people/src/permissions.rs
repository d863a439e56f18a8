//! Permissions of the active membership, so that the web only offers what the server allows.

use axum::extract::State;
use lending::access::{PAGES, Permission, Reach};
use platform::{Actor, App, Result, Tx, extract::Json};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The answers of the permission table.
#[derive(Serialize, ToSchema)]
#[schema(as = Permissions)]
pub struct Out {
    /// Codes of what is allowed.
    permissions: Vec<&'static str>,
    /// Area to whether it is shown: where one of its pages opens.
    areas: BTreeMap<&'static str, bool>,
    /// Address to whether it opens, and what lies below it; the longest that a page's address begins with decides.
    routes: BTreeMap<&'static str, bool>,
    /// How far one sees loans: `OWN`, `UNIT` or `COMPANY`.
    reach: &'static str,
}

/// Permissions, areas and routes of the active membership.
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
