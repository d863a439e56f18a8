//! Lists of words that forms offer.

use crate::{fields::StageOut, store};
use axum::extract::State;
use lending::{
    access::{Permission, Role},
    application::{LoanPurpose, PropertyUsage},
    calendar::TIME_ZONES,
    stages::DENIAL_REASONS,
    values::STATES,
};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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
    /// Why applications are withdrawn, in the company's order.
    withdrawal_reasons: Vec<ReasonOut>,
    /// Why applications are denied, by the codes of the HMDA register.
    denial_reasons: Vec<DenialReasonOut>,
    roles: Vec<RoleOut>,
}

/// A role by code and name.
#[derive(Serialize, ToSchema)]
#[schema(as = LookupRole)]
pub struct RoleOut {
    code: &'static str,
    name: &'static str,
}

/// A reason of the company's list.
#[derive(Serialize, ToSchema)]
#[schema(as = WithdrawalReason)]
pub struct ReasonOut {
    pub id: i64,
    pub name: String,
}

/// A reason of the HMDA register.
#[derive(Serialize, ToSchema)]
#[schema(as = DenialReason)]
pub struct DenialReasonOut {
    code: i16,
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
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let stages = store::stages(&mut tx).await?;
    Ok(Json(data_of(&mut tx, stages).await?))
}

/// Both answers that the program asks for when it is entered: the lists for forms, and the stages and lenders by key. The
/// stages are read once for both.
///
/// # Errors
/// The database's.
pub async fn entered_lookups(tx: &mut Tx) -> Result<(Out, KeyedOut)> {
    let stages = store::stages(tx).await?;
    let lenders = Some(store::lenders(tx).await?);
    let keyed = KeyedOut { pipelines: Some(pipelines(stages.clone())), lenders };
    Ok((data_of(tx, stages).await?, keyed))
}

async fn data_of(tx: &mut Tx, loan_stages: Vec<StageOut>) -> Result<Out> {
    let usage = |usage: PropertyUsage, label| UsageOut { value: usage.as_str(), label };
    Ok(Out {
        states: STATES.iter().map(|(code, name)| StateOut { code, name }).collect(),
        time_zones: TIME_ZONES.iter().map(|(id, name)| TimeZoneOut { id, name }).collect(),
        loan_purposes: vec![LoanPurpose::Purchase.as_str(), LoanPurpose::Refinance.as_str()],
        property_usages: vec![
            usage(PropertyUsage::PrimaryResidence, "Primary Residence"),
            usage(PropertyUsage::SecondHome, "Second Home"),
            usage(PropertyUsage::Investment, "Investment"),
        ],
        loan_stages,
        withdrawal_reasons: store::steps::withdrawal_reasons(tx).await?,
        denial_reasons: DENIAL_REASONS.iter().map(|(code, name)| DenialReasonOut { code: *code, name }).collect(),
        roles: Role::ALL.iter().map(|(_, code, name)| RoleOut { code, name }).collect(),
    })
}

/// Which lists.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Keys {
    /// Names of lists, separated by commas: `pipelines`, `lenders`.
    keys: String,
}

/// The lists that were asked for.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeyedLookups)]
pub struct KeyedOut {
    /// The company's stages in its own order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipelines: Option<Vec<Pipeline>>,
    /// The lenders that the company works with, in its own order.
    #[serde(skip_serializing_if = "Option::is_none")]
    lenders: Option<Vec<LenderOut>>,
}

/// A lender.
#[derive(Serialize, ToSchema)]
#[schema(as = LookupLender)]
pub struct LenderOut {
    pub id: i64,
    pub name: String,
}

/// A stage as a list of loans knows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pipeline)]
pub struct Pipeline {
    id: i64,
    /// The fixed kind behind the company's own name.
    key: String,
    name: String,
    order: usize,
    read_only: bool,
}

/// Lists by name.
#[utoipa::path(get, path = "/api/lookups", tag = "loans", operation_id = "getLookups", params(Keys), responses((status = 200, body = KeyedOut)))]
pub async fn by_keys(actor: Actor, State(app): State<App>, Query(query): Query<Keys>) -> Result<Json<KeyedOut>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let mut out = KeyedOut::default();
    for key in query.keys.split(',').map(str::trim).filter(|key| !key.is_empty()) {
        match key {
            "pipelines" => out.pipelines = Some(pipelines(store::stages(&mut tx).await?)),
            "lenders" => out.lenders = Some(store::lenders(&mut tx).await?),
            other => return Err(Error::field("keys", format!("holds {other}, which is no list"))),
        }
    }
    tx.commit().await?;
    Ok(Json(out))
}

fn pipelines(stages: Vec<StageOut>) -> Vec<Pipeline> {
    (1..)
        .zip(stages)
        .map(|(order, StageOut { id, name, kind, read_only })| Pipeline { id, key: kind, name, order, read_only })
        .collect()
}
