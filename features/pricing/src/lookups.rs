//! Lookup lists for describing a scenario.

use axum::extract::State;
use lending::{
    access::Permission,
    application::{MortgageType, PropertyUsage},
    values::STATES,
};
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// Loan terms in months.
const TERMS: [u16; 6] = [360, 300, 240, 180, 120, 96];
/// Rate lock periods in days.
const LOCK_DAYS: [u16; 6] = [15, 30, 45, 60, 75, 90];

/// The lists.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PricingLookups)]
pub struct Out {
    loan_types: Vec<WordOut>,
    /// In months.
    terms: Vec<u16>,
    /// In days.
    lock_periods: Vec<u16>,
    occupancies: Vec<WordOut>,
    states: Vec<PricingState>,
}

/// A value with its label.
#[derive(Serialize, ToSchema)]
#[schema(as = PricingWord)]
pub struct WordOut {
    value: &'static str,
    label: &'static str,
}

/// A state with code and name.
#[derive(Serialize, ToSchema)]
pub struct PricingState {
    code: &'static str,
    name: &'static str,
}

/// Returns the lists for pricing, which are the same for all users.
#[utoipa::path(get, path = "/api/pricing/lookups", tag = "pricing", operation_id = "getPricingLookups", responses((status = 200, body = Out)))]
pub async fn lookups(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    actor.begin(&app, Permission::Session).await?.commit().await?;
    Ok(Json(pricing_lookups()))
}

/// The lists for pricing.
#[must_use]
pub fn pricing_lookups() -> Out {
    let loan_type = |loan_type: MortgageType, label| WordOut { value: loan_type.as_str(), label };
    let occupancy = |usage: PropertyUsage, label| WordOut { value: usage.as_str(), label };
    Out {
        loan_types: vec![
            loan_type(MortgageType::Conventional, "Conventional"),
            loan_type(MortgageType::FHA, "FHA"),
            loan_type(MortgageType::VA, "VA"),
            loan_type(MortgageType::USDARuralDevelopment, "USDA Rural Development"),
        ],
        terms: TERMS.to_vec(),
        lock_periods: LOCK_DAYS.to_vec(),
        occupancies: vec![
            occupancy(PropertyUsage::PrimaryResidence, "Primary Residence"),
            occupancy(PropertyUsage::SecondHome, "Second Home"),
            occupancy(PropertyUsage::Investment, "Investment"),
        ],
        states: STATES.iter().map(|(code, name)| PricingState { code, name }).collect(),
    }
}
