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

/// What rules did on a loan.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleRuns)]
pub struct Out {
    /// The newest first; a hundred at most.
    rows: Vec<RunOut>,
}

/// A rule that something brought about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleRun)]
pub struct RunOut {
    pub rule_id: i64,
    pub rule_name: String,
    /// As which it was followed.
    pub version: i32,
    pub at: Timestamp,
    #[serde(flatten)]
    pub occasion: OccasionOut,
    /// How many tasks it made.
    pub task_count: i16,
    /// What it did to the loan itself.
    pub acts: Vec<Action>,
    /// Why a part of what it does was not done.
    pub refused: Option<String>,
    /// The first condition that did not hold: the rule did nothing.
    pub unmet: Option<UnmetOut>,
}

/// What had happened to a loan: one of these.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleOccasion)]
pub struct OccasionOut {
    /// The stage that it had come to.
    pub stage_name: Option<String>,
    /// The fields that had changed.
    pub fields: Vec<WatchedField>,
    /// The day of the loan on which the rule hangs.
    pub reached_on: Option<Date>,
    /// Since when nothing had changed.
    pub unchanged_since: Option<Timestamp>,
}

/// What a loan had instead of what a rule asked for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = UnmetCondition)]
pub struct UnmetOut {
    field: String,
    /// Empty where the loan had nothing there.
    values: Vec<String>,
}

/// Which rules ran on a loan, which did not, and why not.
#[utoipa::path(get, path = "/api/loans/{id}/automation", tag = "tasks", operation_id = "listRuleRuns", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    tasks::loan_within_reach(&mut tx, id).await?.ok_or(Error::NotFound)?;
    Ok(Json(Out { rows: store::runs(&mut tx, id).await? }))
}
