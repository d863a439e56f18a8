//! Lead activities: calls, emails, texts, meetings and notes.

use crate::{
    edit::{record, refuse_converted},
    fields::{LeadOut, NoteIn},
    notes::keep,
    reach::within_reach,
    store,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    leads::{ContactKind, late_at},
    lists::LeadStatusKind,
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

const SUMMARY_MAX: usize = 500;

/// A call, email, text or meeting.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLeadActivity)]
pub struct In {
    kind: ContactKind,
    /// Its outcome, from the company's list.
    #[serde(default)]
    outcome_id: Option<i64>,
    /// Summary in one line.
    #[serde(default)]
    summary: String,
    /// False if the lead contacted the owner.
    #[serde(default = "outgoing")]
    is_outgoing: bool,
    /// Defaults to now. Must not be in the future.
    #[serde(default)]
    happened_at: Option<Timestamp>,
    /// Date of the next follow-up.
    #[serde(default)]
    next_follow_up_on: Option<Date>,
}

const fn outgoing() -> bool {
    true
}

/// Records a contact with a lead, and the date of the next follow-up.
#[utoipa::path(post, path = "/api/leads/{id}/activities", tag = "leads", operation_id = "addLeadActivity", request_body = In,
    params(("id" = i64, Path)), responses((status = 201, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn add(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<LeadOut>)> {
    let summary = body.summary.trim();
    let now = Timestamp::now();
    let happened_at = body.happened_at.unwrap_or(now);
    let mut fields = Fields::default();
    if summary.chars().count() > SUMMARY_MAX {
        fields.add("summary", format!("must have at most {SUMMARY_MAX} characters"));
    }
    if happened_at > now {
        fields.add("happenedAt", "can't be in the future");
    }
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let was = within_reach(&mut tx, id).await?;
    refuse_converted(&was)?;
    if let Some(outcome) = body.outcome_id
        && !store::is_contact_outcome(&mut tx, outcome).await?
    {
        return Err(Error::field("outcomeId", "Choose an outcome of the list"));
    }
    let activity = store::NewActivity {
        kind: body.kind,
        outcome: body.outcome_id,
        summary,
        is_outgoing: body.is_outgoing,
        happened_at,
    };
    store::add_activity(&mut tx, id, &activity).await?;
    let kind: LeadStatusKind = was.status_kind.parse().map_err(Error::internal)?;
    let hours = store::calendar(&mut tx, was.org_unit_id).await?.office_hours();
    // Only outgoing contacts count as work on the lead.
    let (response, late_at) = match body.is_outgoing {
        true => {
            let minutes = hours.minutes_between(*was.created_at, *happened_at);
            let target = store::status_by_id(&mut tx, was.status_id).await?.and_then(|status| status.target_minutes);
            (
                i32::try_from(minutes).ok(),
                kind.is_open().then(|| late_at(&hours, *happened_at, target)).map(|late_at| late_at.map(Timestamp)),
            )
        }
        false => (None, None),
    };
    store::note_contact(&mut tx, id, response, late_at, body.next_follow_up_on).await?;
    let after = json!({ "kind": body.kind, "nextFollowUpOn": body.next_follow_up_on });
    record(&mut tx, "lead.activity", id, None, Some(after)).await?;
    answered(&app, tx, id).await
}

/// Adds a note.
#[utoipa::path(post, path = "/api/leads/{id}/notes", tag = "leads", operation_id = "addLeadNote", request_body = NoteIn,
    params(("id" = i64, Path)), responses((status = 201, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn add_note(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<NoteIn>,
) -> Result<(StatusCode, Json<LeadOut>)> {
    actor.may(Permission::LeadCreate)?;
    let note = body.read("").await?.ok_or_else(|| Error::field("text", "Write a note"))?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let was = within_reach(&mut tx, id).await?;
    refuse_converted(&was)?;
    for note in keep(&app, &mut tx, vec![note]).await? {
        store::add_note(&mut tx, id, &note).await?;
    }
    record(&mut tx, "lead.note", id, None, None).await?;
    answered(&app, tx, id).await
}

async fn answered(app: &App, mut tx: Tx, id: i64) -> Result<(StatusCode, Json<LeadOut>)> {
    let row = store::lead(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let lead = store::out(&mut tx, row).await?.shown(app, tx.actor());
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(lead)))
}
