//! Reads a lead.

use crate::{
    fields::LeadOut,
    reach::{Sought, seek},
    store,
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::{
    StatusCode,
    header::{CACHE_CONTROL, LOCATION},
};
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Id, Json},
};

/// Returns a lead in the user's scope. Redirects from a merged lead to the one that was kept.
#[utoipa::path(get, path = "/api/leads/{id}", tag = "leads", operation_id = "getLead", params(("id" = i64, Path)), responses((status = 200, body = LeadOut), (status = 301), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Response> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    match seek(&mut tx, id).await? {
        Sought::Here(row) => {
            let lead = store::out(&mut tx, *row).await?;
            Ok(Json(lead.shown(&app, tx.actor())).into_response())
        }
        Sought::PartOf(kept) => {
            let address = format!("/api/leads/{kept}");
            let headers = [(LOCATION, address), (CACHE_CONTROL, "no-store".to_owned())];
            Ok((StatusCode::MOVED_PERMANENTLY, headers).into_response())
        }
    }
}
