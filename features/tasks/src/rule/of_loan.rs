//! Rule runs on a loan, including rules that did nothing and why.

use crate::{
    rule::{Action, store},
    store as tasks,
};
use axum::extract::State;
use lending::{access::Permission, rules::WatchedField};
use platform::{
    Actor, App, Error, Result,
    db::{Date, Timestamp},
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rule runs on a loan.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleRuns)]
pub struct Out {
    /// Newest first; at most a hundred.
    rows: Vec<RunOut>,
}

/// A rule triggered by an event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleRun)]
pub struct RunOut {
    pub rule_id: i64,
    pub rule_name: String,
    /// The version of the rule that was used.
    pub version: i32,
    pub at: Timestamp,
    #[serde(flatten)]
    pub occasion: OccasionOut,
    /// Number of tasks it created.
    pub task_count: i16,
    /// Its actions on the loan itself.
    pub acts: Vec<Action>,
    /// Why some of its actions failed.
    pub refused: Option<String>,
    /// The first unmet condition, if it did nothing.
    pub unmet: Option<UnmetOut>,
}

/// The event; exactly one field is set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleOccasion)]
pub struct OccasionOut {
    /// The stage that the loan entered.
    pub stage_name: Option<String>,
    /// The changed fields.
    pub fields: Vec<WatchedField>,
    /// The date of the loan that was reached.
    pub reached_on: Option<Date>,
    /// Time of the last change.
    pub unchanged_since: Option<Timestamp>,
}

/// The loan's values for an unmet condition.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = UnmetCondition)]
pub struct UnmetOut {
    field: String,
    /// Empty if the loan had no value.
    values: Vec<String>,
}

/// Lists rule runs on a loan, and why rules did nothing.
#[utoipa::path(get, path = "/api/loans/{id}/automation", tag = "tasks", operation_id = "listRuleRuns", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    tasks::loan_within_reach(&mut tx, id).await?.ok_or(Error::NotFound)?;
    Ok(Json(Out { rows: store::runs(&mut tx, id).await? }))
}
