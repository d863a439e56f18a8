//! Reports how deadlines of a period were met, and lists the loans behind each number (CLOCK-28).
//!
//! A deadline belongs to the period if it was due on one of its days. It was met, met late, or missed: the loan ended
//! without it, or its day has passed in the loan's time zone. Future deadlines are counted separately.

use crate::{
    period,
    store::{self, DeadlinesOf},
};
use axum::extract::State;
use lending::{
    access::{Permission, Reach},
    clocks::ClockRule,
    words,
};
use platform::{
    Actor, App, Error, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Grouping of deadlines.
    pub enum DeadlineGrouping { Rule, Officer, Branch }
}

words! {
    /// Outcome of a deadline.
    pub enum DeadlineOutcome { Met, Late, Missed, Open }
}

/// Period and grouping.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// The first day.
    from: Date,
    /// The last day, at most three years later.
    to: Date,
    /// Grouping of the report.
    #[param(inline)]
    by: DeadlineGrouping,
}

/// The report of a period.
#[derive(Serialize, ToSchema)]
#[schema(as = DeadlineReport)]
pub struct Out {
    /// By name. The row without a name comes last.
    rows: Vec<RowOut>,
}

/// Deadlines of a rule, officer or branch.
#[derive(Serialize, ToSchema)]
#[schema(as = DeadlineReportRow)]
pub struct RowOut {
    /// The rule, or the id of the officer's membership or the branch. Null for loans without an officer.
    key: Option<String>,
    name: Option<String>,
    met: i64,
    late: i64,
    missed: i64,
    open: i64,
}

/// Filter for deadlines.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListIn {
    /// The first day.
    from: Date,
    /// The last day, at most three years later.
    to: Date,
    /// Grouping of the report.
    #[param(inline)]
    by: DeadlineGrouping,
    /// Key of the row in the report. Absent for the row without a key.
    key: Option<String>,
    /// Outcome of the deadlines.
    #[param(inline)]
    outcome: DeadlineOutcome,
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Rows to skip; at most 10,000.
    offset: Option<u32>,
}

/// The deadlines behind a number of the report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeadlinePage)]
pub struct ListOut {
    /// By day.
    rows: Vec<DeadlineOut>,
    /// There are more.
    has_more: bool,
}

/// A deadline of a loan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanDeadline)]
pub struct DeadlineOut {
    #[serde(rename = "LoanId")]
    loan_id: i64,
    loan_number: String,
    borrower_name: String,
    officer_name: Option<String>,
    branch_name: String,
    rule: ClockRule,
    label: &'static str,
    due_on: Date,
    met_on: Option<Date>,
}

/// Returns how deadlines of a period were met, by rule, officer or branch.
#[utoipa::path(get, path = "/api/reports/deadlines", tag = "reports", operation_id = "getDeadlineReport", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn report(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ReportView).await?;
    let of = deadlines_of(tx.actor(), query.from, query.to)?;
    let mut rows = Vec::new();
    for row in store::deadlines(&mut tx, &of, query.by.as_str()).await? {
        let name = match (query.by, &row.key) {
            (DeadlineGrouping::Rule, Some(rule)) => Some(rule_of(rule)?.label().to_owned()),
            _ => row.name,
        };
        rows.push(RowOut { key: row.key, name, met: row.met, late: row.late, missed: row.missed, open: row.open });
    }
    rows.sort_by(|one, other| (one.name.is_none(), &one.name).cmp(&(other.name.is_none(), &other.name)));
    Ok(Json(Out { rows }))
}

/// Lists the deadlines behind a number of the report by day.
#[utoipa::path(get, path = "/api/reports/deadlines/loans", tag = "reports", operation_id = "listReportedDeadlines", params(ListIn), responses((status = 200, body = ListOut), (status = 403), (status = 422)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<ListIn>) -> Result<Json<ListOut>> {
    let paging = ListQuery { limit: query.limit, offset: query.offset, ..ListQuery::default() };
    let (limit, offset, _) = paging.check()?;
    let mut tx = actor.begin(&app, Permission::ReportView).await?;
    let of = deadlines_of(tx.actor(), query.from, query.to)?;
    let chosen = store::Chosen {
        by: query.by.as_str(),
        key: query.key.as_deref(),
        outcome: query.outcome.as_str(),
        limit: i64::from(limit) + 1,
        offset: i64::from(offset),
    };
    let mut found = store::reported_deadlines(&mut tx, &of, &chosen).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let rows = found.into_iter().map(|row| {
        let rule = rule_of(&row.rule)?;
        Ok(DeadlineOut {
            loan_id: row.loan_id,
            loan_number: row.loan_number,
            borrower_name: row.borrower_name,
            officer_name: row.officer_name,
            branch_name: row.branch_name,
            rule,
            label: rule.label(),
            due_on: row.due_on,
            met_on: row.met_on,
        })
    });
    Ok(Json(ListOut { rows: rows.collect::<Result<_>>()?, has_more }))
}

/// Deadlines of loans in the user's scope, limited to those that require action.
fn deadlines_of(actor: &Actor, from: Date, to: Date) -> Result<DeadlinesOf> {
    period::check(from, to)?;
    let reach = match actor.access.grants.reach(Permission::ReportView, actor.consolidated) {
        Reach::Company => "COMPANY",
        Reach::Unit => "UNIT",
        Reach::Own => "OWN",
    };
    let rules = ClockRule::ALL.iter().filter(|rule| rule.is_deadline()).map(|rule| rule.as_str().to_owned()).collect();
    Ok(DeadlinesOf { from, to, reach, rules })
}

fn rule_of(rule: &str) -> Result<ClockRule> {
    rule.parse().map_err(Error::internal)
}
