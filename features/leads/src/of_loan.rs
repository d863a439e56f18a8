//! Data that a loan has from its lead: source, consents and notes (LEADPAGE-17).

use crate::{
    consent::{ConsentOut, PhoneConsent},
    fields::{DetailOut, LeadOut, NoteOut, ReferralOut, ScenarioOut},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Lead data of a loan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadOfLoan)]
pub struct Out {
    lead_id: i64,
    /// When the lead came in.
    created_at: Timestamp,
    #[serde(rename = "LeadScenario")]
    scenario: ScenarioOut,
    #[serde(rename = "LeadDetail")]
    detail: DetailOut,
    /// Source of the lead.
    #[serde(rename = "LeadReferral")]
    referral: ReferralOut,
    /// Consents and withdrawals, newest first.
    consents: Vec<ConsentOut>,
    consent_by_phone: Vec<PhoneConsent>,
    /// Notes of the loan, newest first, at most 50.
    #[serde(rename = "Notes")]
    notes: Vec<NoteOut>,
}

/// Returns lead data of a loan in scope, even if the lead is out of scope. Null if the loan has no lead.
#[utoipa::path(get, path = "/api/loans/{id}/lead", tag = "loans", operation_id = "getLeadOfLoan", params(("id" = i64, Path)), responses((status = 200, body = Option<Out>), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Option<Out>>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    loans::find_within_reach(&mut tx, id).await?;
    let Some(lead) = store::lead_of_loan(&mut tx, id).await? else { return Ok(Json(None)) };
    let row = store::lead(&mut tx, lead).await?.ok_or(Error::NotFound)?;
    let mut lead = store::out(&mut tx, row).await?;
    lead.notes = store::notes_of_loan(&mut tx, id).await?;
    let LeadOut { id, created_at, scenario, detail, referral, consents, consent_by_phone, notes, .. } =
        lead.shown(&app, tx.actor());
    let lead_id = id;
    Ok(Json(Some(Out { lead_id, created_at, scenario, detail, referral, consents, consent_by_phone, notes })))
}
