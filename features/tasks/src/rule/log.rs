//! Log of a rule: what it did or would have done in test mode, per loan, with the reason if it did nothing.

use crate::rule::{
    Action, found,
    of_loan::{OccasionOut, UnmetOut},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The log of a rule.
#[derive(Serialize, ToSchema)]
#[schema(as = RuleLog)]
pub struct Out {
    /// Newest first; at most a hundred.
    rows: Vec<EntryOut>,
}

/// An event that triggered the rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleLogEntry)]
pub struct EntryOut {
    #[serde(rename = "LoanId")]
    pub loan_id: i64,
    pub loan_number: String,
    pub borrower_name: String,
    #[serde(flatten)]
    pub occasion: OccasionOut,
    pub at: Timestamp,
    pub version: i32,
    /// Number of tasks it created.
    pub task_count: i16,
    /// Its actions on the loan itself.
    pub acts: Vec<Action>,
    /// Why some of its actions failed.
    pub refused: Option<String>,
    /// What it would have done in test mode.
    pub would: Option<Would>,
    /// The first unmet condition, if it did nothing.
    pub unmet: Option<UnmetOut>,
}

/// What a rule would have done.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleWould)]
pub struct Would {
    /// Titles of the tasks it would have created.
    pub tasks: Vec<String>,
    /// Requirements for which it would have held the loan.
    pub held: Vec<String>,
    /// Actions it would have taken on the loan itself.
    #[serde(default)]
    pub acts: Vec<Action>,
}

/// Lists what a rule did, or would have done in test mode.
#[utoipa::path(get, path = "/api/automation-rules/{id}/log", tag = "tasks", operation_id = "listRuleLog", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    found(&mut tx, id).await?;
    let only = if tx.actor().may(Permission::SettingsManage).is_ok() { None } else { Some(tx.actor().org_unit()) };
    Ok(Json(Out { rows: store::log(&mut tx, id, only).await? }))
}
