//! Lists of words that forms offer.

use crate::{fields::StageOut, store};
use axum::extract::State;
use lending::{
    access::{Permission, Role},
    application::{LoanPurpose, PropertyUsage},
    calendar::TIME_ZONES,
    values::STATES,
};
use platform::{Actor, App, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// The lists.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Lookups)]
pub struct Out {
    states: Vec<StateOut>,
    /// What a company or a branch may keep, from east to west.
    time_zones: Vec<TimeZoneOut>,
    loan_purposes: Vec<&'static str>,
    property_usages: Vec<UsageOut>,
    /// In the company's order.
    loan_stages: Vec<StageOut>,
    roles: Vec<RoleOut>,
}

/// A role by code and name.
#[derive(Serialize, ToSchema)]
#[schema(as = LookupRole)]
pub struct RoleOut {
    code: &'static str,
    name: &'static str,
}

/// A state by code and name.
#[derive(Serialize, ToSchema)]
pub struct StateOut {
    code: &'static str,
    name: &'static str,
}

/// A time zone by its IANA name and the name people use.
#[derive(Serialize, ToSchema)]
pub struct TimeZoneOut {
    id: &'static str,
    name: &'static str,
}

/// A way to use a property, with its label.
#[derive(Serialize, ToSchema)]
pub struct UsageOut {
    value: &'static str,
    label: &'static str,
}

/// Lists for forms and filters.
#[utoipa::path(get, path = "/api/lookups/data", tag = "loans", operation_id = "getLookupData", responses((status = 200, body = Out)))]
pub async fn data(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::App).await?;
    let usage = |usage: PropertyUsage, label| UsageOut { value: usage.as_str(), label };
    Ok(Json(Out {
        states: STATES.iter().map(|(code, name)| StateOut { code, name }).collect(),
        time_zones: TIME_ZONES.iter().map(|(id, name)| TimeZoneOut { id, name }).collect(),
        loan_purposes: vec![LoanPurpose::Purchase.as_str(), LoanPurpose::Refinance.as_str()],
        property_usages: vec![
            usage(PropertyUsage::PrimaryResidence, "Primary Residence"),
            usage(PropertyUsage::SecondHome, "Second Home"),
            usage(PropertyUsage::Investment, "Investment"),
        ],
        loan_stages: store::stages(&mut tx).await?,
        roles: Role::ALL.iter().map(|(_, code, name)| RoleOut { code, name }).collect(),
    }))
}
