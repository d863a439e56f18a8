//! Configuration for the lead form and lead pages.

use crate::{
    fields::{Choice, StatusOut},
    store,
};
use axum::extract::State;
use lending::{
    access::Permission,
    leads::{LeadPurpose, OWNERS_MAX},
    values::STATES,
};
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// The lead configuration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadConfig)]
pub struct Out {
    /// Whether to check for duplicates.
    duplicate_check: bool,
    states: Vec<StateOut>,
    max_owners: usize,
    default_loan_purpose: LeadPurpose,
    /// In the company's order.
    lead_statuses: Vec<StatusOut>,
    /// Reasons for lost leads, in the company's order.
    lost_reasons: Vec<Choice>,
    /// Outcomes of calls and messages, in the company's order.
    contact_outcomes: Vec<OutcomeOut>,
    /// The company's wording of the consent to calls and texts.
    consent_wording: String,
}

/// A state.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadState)]
pub struct StateOut {
    code: &'static str,
    name: &'static str,
}

/// Outcome of a call or message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContactOutcome)]
pub struct OutcomeOut {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// The standard kind of the company's entry.
    pub(crate) kind: String,
}

/// Returns the lead configuration.
#[utoipa::path(get, path = "/api/leads/config", tag = "leads", operation_id = "getLeadConfig", responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    Ok(Json(Out {
        duplicate_check: true,
        states: STATES.iter().map(|(code, name)| StateOut { code, name }).collect(),
        max_owners: OWNERS_MAX,
        default_loan_purpose: LeadPurpose::Purchase,
        lead_statuses: store::statuses(&mut tx).await?,
        lost_reasons: store::lost_reasons(&mut tx).await?,
        contact_outcomes: store::contact_outcomes(&mut tx).await?,
        consent_wording: store::consents::wording(&mut tx).await?,
    }))
}
