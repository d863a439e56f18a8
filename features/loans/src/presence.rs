//! Who else has a loan open, and in which section (URLA-46). Looking takes no lock (decision D3).

use crate::{get::within_reach, store::presence as rows};
use axum::extract::State;
use lending::{access::Permission, form::Section};
use platform::{
    Actor, App, Result,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The part of the loan that this tab shows.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Presence)]
pub struct In {
    /// The section of the application, if it shows one.
    #[serde(default)]
    section: Option<Section>,
}

/// Another user who has the loan open.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PersonOnLoan)]
pub struct Person {
    membership_id: i64,
    name: String,
    section: Option<String>,
}

/// Tells that this tab shows the loan, and returns the other users who have it open. A tab repeats this every 20 seconds.
#[utoipa::path(put, path = "/api/loans/{id}/presence", tag = "loans", operation_id = "putLoanPresence", params(("id" = i64, Path)),
    request_body = In, responses((status = 200, body = Vec<Person>)))]
pub async fn put(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<In>) -> Result<Json<Vec<Person>>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    within_reach(&mut tx, id).await?;
    let left = rows::put(&mut tx, id, body.section).await?;
    for loan in left {
        tx.event("loan-presence.changed", loan).await?;
    }
    let others = rows::others(&mut tx, id).await?;
    tx.commit().await?;
    let person =
        |row: rows::PresenceRow| Person { membership_id: row.membership_id, name: row.name, section: row.section };
    Ok(Json(others.into_iter().map(person).collect()))
}
