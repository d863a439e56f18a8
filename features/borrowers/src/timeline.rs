//! The borrower's timeline across loans and leads in scope, newest first (LEADPAGE-20).

use crate::{
    leads::leads_within_reach,
    record::{loans_within_reach, within_reach},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

const ENTRIES_MAX: i64 = 100;

/// An entry of the timeline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BorrowerTimelineEntry)]
pub struct Entry {
    pub at: Timestamp,
    /// `loan.created`, `loan.stage`, `borrower.create`, `borrower.edit`, `borrower.merge`, `borrower.unmerge`, or for a
    /// lead `lead.created`, `lead.status`, `lead.note`, `lead.call` and so on.
    pub kind: String,
    /// The loan of the entry.
    pub loan_id: Option<i64>,
    pub loan_number: Option<String>,
    /// The new stage, or for a lead the new status.
    pub stage_name: Option<String>,
    /// The lead of the entry.
    pub lead_id: Option<i64>,
    /// The user who did it.
    pub by: Option<String>,
}

/// Lists the borrower's timeline, newest first, at most 100 entries.
#[utoipa::path(get, path = "/api/borrowers/{id}/timeline", tag = "borrowers", operation_id = "getBorrowerTimeline", params(("id" = i64, Path)), responses((status = 200, body = [Entry]), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Vec<Entry>>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    within_reach(&mut tx, id).await?;
    let (loans, _) = loans_within_reach(&mut tx, id).await?;
    let loans: Vec<i64> = loans.iter().map(|loan| loan.id).collect();
    let leads: Vec<i64> = leads_within_reach(&mut tx, id).await?.iter().map(|lead| lead.id).collect();
    Ok(Json(store::timeline(&mut tx, id, &loans, &leads, ENTRIES_MAX).await?))
}
