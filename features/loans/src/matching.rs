//! All loans that match what the pipeline is narrowed to, as they stand at this moment: to be chosen together.

use crate::{
    acts::{Chosen, LOANS_MAX},
    filter::Narrowing,
    list::{PIPELINE, scope_of, whose},
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
    list,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What the pipeline is narrowed to.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Looks through names, numbers, e-mail, phone and street.
    string: Option<String>,
    /// Id of a stage.
    stage: Option<i64>,
    /// `MINE`, `BRANCH`, `ALL` (default) or `USER`; never wider than one's reach.
    assignee_type: Option<String>,
    /// With `USER`: the membership of the loan officer.
    assignee_id: Option<i64>,
    /// Loans whose next deadline is this day or one before.
    next_deadline_by: Option<Date>,
    /// Conditions, as the pipeline takes them.
    filter: Option<String>,
}

/// The loans that match.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchingLoans)]
pub struct Out {
    /// Null where there are more than five thousand.
    loans: Option<Vec<Chosen>>,
}

/// All loans that match, within reach.
#[utoipa::path(get, path = "/api/loans/matching", tag = "loans", operation_id = "getMatchingLoans", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn get(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let asked = ListQuery { limit: None, offset: None, string: query.string, only_count: None, show_loader: None };
    let (_, _, text) = asked.check()?;
    let (narrow, officer) = whose(query.assignee_type.as_deref(), query.assignee_id)?;
    let narrowing = Narrowing {
        stage: query.stage,
        officer,
        deadline_by: query.next_deadline_by.map(|day| day.0),
        text: text.map(str::to_owned),
        filter: query.filter,
    };
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let filters = narrowing.filters(&mut tx).await?;
    let scope = scope_of(tx.actor(), narrow);
    let most = u32::try_from(LOANS_MAX).unwrap_or(u32::MAX);
    let found = list::chosen(&mut tx, &PIPELINE, scope, &filters, most).await?;
    let loans = found.map(|rows| rows.into_iter().map(|(id, version)| Chosen { id, version }).collect());
    Ok(Json(Out { loans }))
}
