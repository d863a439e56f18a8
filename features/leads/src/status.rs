//! Changes the status of a lead. The status history is permanent.

use crate::{
    edit::{open_lead, record},
    fields::LeadOut,
    store,
};
use axum::extract::State;
use lending::{
    access::Permission,
    leads::{StatusChange, StatusFault, late_at},
    lists::LeadStatusKind,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    version::IfMatch,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The new status.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadStatusChange)]
pub struct In {
    pub(crate) status_id: i64,
    /// Reason for a lost lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lost_reason_id: Option<i64>,
    /// Date on which a nurtured lead resumes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wake_on: Option<Date>,
}

/// Changes the status of a lead.
#[utoipa::path(post, path = "/api/leads/{id}/status", tag = "leads", operation_id = "moveLead", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn change(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<LeadOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let was = open_lead(&mut tx, id, version).await?;
    let is = move_to(&mut tx, was, &body).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok(Json(is))
}

/// Moves a lead to the first active status of a kind. A lost lead gets the first active reason.
///
/// # Errors
///
/// The lead doesn't exist or can't move to this status.
pub async fn move_to_kind(tx: &mut Tx, lead: i64, kind: LeadStatusKind, wake_on: Option<Date>) -> Result<()> {
    let row = store::lead(tx, lead).await?.ok_or(Error::NotFound)?;
    let was = store::out(tx, row).await?;
    let status_id = store::first_status(tx, kind).await?.id;
    let lost_reason_id = match kind {
        LeadStatusKind::Lost => store::lost_reasons(tx).await?.first().map(|reason| reason.id),
        _ => None,
    };
    move_to(tx, was, &In { status_id, lost_reason_id, wake_on }).await?;
    Ok(())
}

/// Changes the status in a transaction.
pub(crate) async fn move_to(tx: &mut Tx, was: LeadOut, to: &In) -> Result<LeadOut> {
    let from: LeadStatusKind = was.status.kind.parse().map_err(Error::internal)?;
    let status = store::status_by_id(tx, to.status_id)
        .await?
        .ok_or_else(|| Error::field("statusId", "Choose a status of the list"))?;
    let branch = was.users.first().map(|owner| owner.org_unit).ok_or(Error::NotFound)?;
    let calendar = store::calendar(tx, branch).await?;
    let change = StatusChange {
        from,
        to: status.kind,
        has_reason: to.lost_reason_id.is_some(),
        wake_on: to.wake_on.map(|day| *day),
        today: *Date::today_in(&calendar.time_zone),
    };
    if let Some(fault) = change.fault() {
        return Err(refusal(fault));
    }
    if let Some(reason) = to.lost_reason_id
        && !store::is_lost_reason(tx, reason).await?
    {
        return Err(refusal(StatusFault::NoReason));
    }
    let late_at = late_at(&calendar.office_hours(), *Timestamp::now(), status.target_minutes);
    let reached = store::Reached {
        status: &status,
        lost_reason: to.lost_reason_id,
        wake_on: to.wake_on,
        late_at: late_at.map(Timestamp),
        loan: None,
    };
    store::set_status(tx, &was, &reached).await?;
    let row = store::lead(tx, was.id).await?.ok_or(Error::NotFound)?;
    let is = store::out(tx, row).await?;
    let facts = |lead: &LeadOut| json!({ "status": lead.status.name, "lostReason": lead.lost_reason.as_ref().map(|reason| &reason.name), "wakeOn": lead.wake_on });
    record(tx, "lead.status", was.id, Some(facts(&was)), Some(facts(&is))).await?;
    Ok(is)
}

pub(crate) fn refusal(fault: StatusFault) -> Error {
    match fault {
        StatusFault::Converted => Error::Conflict {
            code: "LWLEAD10410",
            message: "A converted lead stays converted.".to_owned(),
            details: None,
        },
        StatusFault::NoReason => Error::field("lostReasonId", "Choose why the lead was lost"),
        StatusFault::ReasonWithoutLoss => Error::field("lostReasonId", "Only a lost lead has a reason"),
        StatusFault::NoWakeDay => Error::field("wakeOn", "Choose the day on which the lead comes back"),
        StatusFault::WakeDayPast => Error::field("wakeOn", "Choose a day after today"),
        StatusFault::WakeDayWithoutNurture => Error::field("wakeOn", "Only a nurtured lead comes back"),
    }
}
