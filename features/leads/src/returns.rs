//! Returns a lead from a withdrawn or denied loan. The lead is nurtured until a date. The loan stays unchanged, and
//! each links to the other.

use crate::{
    edit::record,
    fields::{LeadOut, StatusOut},
    reach::within_reach,
    status::refusal,
    store,
};
use axum::extract::State;
use lending::{
    access::Permission,
    leads::{StatusChange, late_at},
    lists::LeadStatusKind,
    stages::StageKind,
};
use platform::{
    Actor, App, Error, Result,
    db::{Date, Timestamp},
    extract::{Id, Json},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// When to resume the lead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadReturn)]
pub struct In {
    /// Date on which the lead resumes.
    #[serde(default)]
    wake_on: Option<Date>,
}

/// Returns a lead from its withdrawn or denied loan.
#[utoipa::path(post, path = "/api/leads/{id}/return", tag = "leads", operation_id = "returnLead", params(("id" = i64, Path)), request_body = In, responses((status = 200, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn take_back(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<Json<LeadOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let _ = within_reach(&mut tx, id).await?;
    store::hold(&mut tx, id).await?;
    let row = within_reach(&mut tx, id).await?;
    let loan = row.loan_id.ok_or_else(no_loan)?;
    let stage = loans::held_stage(&mut tx, loan).await?;
    if !matches!(stage, StageKind::Withdrawn | StageKind::Denied) {
        return Err(not_ended(loan));
    }
    let was = store::out(&mut tx, row).await?;
    let branch = was.users.first().map(|owner| owner.org_unit).ok_or(Error::NotFound)?;
    let calendar = store::calendar(&mut tx, branch).await?;
    let change = StatusChange {
        // While it was a loan, the lead's status was that of an application.
        from: LeadStatusKind::ApplicationStarted,
        to: LeadStatusKind::Nurturing,
        has_reason: false,
        wake_on: body.wake_on.map(|day| *day),
        today: *Date::today_in(&calendar.time_zone),
    };
    if let Some(fault) = change.fault() {
        return Err(refusal(fault));
    }
    let nurturing = store::first_status(&mut tx, LeadStatusKind::Nurturing).await?;
    let late_at = late_at(&calendar.office_hours(), *Timestamp::now(), nurturing.target_minutes);
    let to = store::Reached {
        status: &nurturing,
        lost_reason: None,
        wake_on: body.wake_on,
        late_at: late_at.map(Timestamp),
        loan: Some(loan),
    };
    store::set_status(&mut tx, &was, &to).await?;
    store::set_loan(&mut tx, id, None).await?;
    let StatusOut { name, .. } = &was.status;
    let before = json!({ "status": name, "loanId": loan });
    record(&mut tx, "lead.return", id, Some(before), Some(json!({ "wakeOn": body.wake_on }))).await?;
    tx.event("loan.changed", loan).await?;
    let row = within_reach(&mut tx, id).await?;
    let is = store::out(&mut tx, row).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok(Json(is))
}

fn no_loan() -> Error {
    Error::Conflict { code: "LWLEAD10412", message: "This lead has no loan to return from.".to_owned(), details: None }
}

fn not_ended(loan: i64) -> Error {
    Error::Conflict {
        code: "LWLEAD10413",
        message: format!("Only a loan that was withdrawn or denied goes back to its lead. Loan #{loan} was not."),
        details: Some(json!({ "loanId": loan })),
    }
}
