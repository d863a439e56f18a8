//! How many loans stand at each stage of the pipeline, and how much they come to.

use crate::{
    filter::Narrowing,
    list::{PIPELINE, scope_of, whose},
};
use axum::extract::State;
use lending::{access::Permission, values::Money};
use platform::{
    Actor, App, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
    list::{self, Totals},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Loans by stage, and what they come to.
pub static BY_STAGE: Totals = Totals { by: "stage_id", of: "amount_cents" };

/// What the pipeline is narrowed to, whatever stage.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Looks through names, numbers, e-mail, phone and street.
    string: Option<String>,
    /// `MINE`, `BRANCH`, `ALL` (default) or `USER`; never wider than one's reach.
    assignee_type: Option<String>,
    /// With `USER`: the membership of the loan officer.
    assignee_id: Option<i64>,
    /// Loans whose next deadline is this day or one before.
    next_deadline_by: Option<Date>,
    /// Conditions, as the pipeline takes them.
    filter: Option<String>,
}

/// The stages at which loans stand.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanStageTotals)]
pub struct Out {
    /// Null where the text finds too many loans to be summed up.
    rows: Option<Vec<TotalOut>>,
}

/// A stage with what stands at it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanStageTotal)]
pub struct TotalOut {
    stage_id: i64,
    count: i64,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String)]
    loan_amount: Money,
}

/// Count and amount of the pipeline by stage, within reach.
#[utoipa::path(get, path = "/api/loans/stage-totals", tag = "loans", operation_id = "getStageTotals", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn get(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let asked = ListQuery { limit: None, offset: None, string: query.string, only_count: None, show_loader: None };
    let (_, _, text) = asked.check()?;
    let (narrow, officer) = whose(query.assignee_type.as_deref(), query.assignee_id)?;
    let deadline_by = query.next_deadline_by.map(|day| day.0);
    let narrowing =
        Narrowing { stage: None, officer, deadline_by, text: text.map(str::to_owned), filter: query.filter };
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let filters = narrowing.filters(&mut tx).await?;
    let scope = scope_of(tx.actor(), narrow);
    let totals = list::totals(&mut tx, &PIPELINE, scope, &filters, &BY_STAGE).await?;
    let rows = totals.map(|totals| {
        let out = |total: list::Total| TotalOut {
            stage_id: total.by,
            count: total.count,
            loan_amount: Money::from_cents(total.sum),
        };
        totals.into_iter().map(out).collect()
    });
    Ok(Json(Out { rows }))
}
