//! The timeline of a lead: activities and status changes.

use crate::{reach::within_reach, store};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::{Date, Timestamp},
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The timeline, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadTimeline)]
pub struct Out {
    /// At most 200.
    rows: Vec<EntryOut>,
}

/// An entry of the timeline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadTimelineEntry)]
pub struct EntryOut {
    /// Unique within the lead.
    pub key: String,
    /// The original lead of the entry, if it was merged into this one.
    pub part_of_lead_id: Option<i64>,
    /// `NOTE`, `CALL`, `EMAIL`, `TEXT`, `MEETING`, `STATUS` or `WOKEN`.
    pub kind: String,
    pub at: Timestamp,
    pub by_name: Option<String>,
    /// Sanitized HTML of a note, or the summary of an activity.
    pub text: Option<String>,
    #[serde(skip)]
    pub pictures: Vec<Uuid>,
    pub is_outgoing: Option<bool>,
    pub outcome_name: Option<String>,
    pub status_name: Option<String>,
    pub status_kind: Option<String>,
    pub lost_reason_name: Option<String>,
    pub wake_on: Option<Date>,
    /// The loan it was converted to, or returned from.
    pub loan_id: Option<i64>,
}

/// Returns the timeline of a lead in scope.
#[utoipa::path(get, path = "/api/leads/{id}/timeline", tag = "leads", operation_id = "getLeadTimeline", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let lead = within_reach(&mut tx, id).await?;
    let mut rows = store::timeline(&mut tx, lead.id).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    for entry in &mut rows {
        entry.text = entry.text.take().map(|text| files::show_note(&app, company, user, &text, &entry.pictures));
    }
    Ok(Json(Out { rows }))
}
