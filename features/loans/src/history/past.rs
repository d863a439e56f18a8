//! A loan as it was at a past moment, and what differs between two moments.

use crate::{
    fields::StageOut,
    get::within_reach,
    store::{self, LoanRow},
};
use axum::extract::State;
use lending::{
    access::Permission,
    application::Application,
    history::{Section, comparison, undo},
    project::project,
    values::{Money, Rate},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which moment.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AsOfQuery {
    /// The moment, from the creation of the loan until now.
    #[param(example = "2026-10-31T17:00:00-07:00")]
    at: Timestamp,
}

/// A loan as it was at a moment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanAsOf)]
pub struct AsOfOut {
    at: Timestamp,
    loan_number: String,
    stage: Option<StageOut>,
    borrower_name: String,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String)]
    loan_amount: Money,
    #[schema(value_type = Option<String>)]
    note_rate: Option<Rate>,
    application: Application,
}

/// Reads a loan as it was at a past moment. Sealed values appear as their last four digits and can't be revealed here.
#[utoipa::path(get, path = "/api/loans/{id}/as-of", tag = "loans", operation_id = "getLoanAsOf", params(("id" = i64, Path), AsOfQuery),
    responses((status = 200, body = AsOfOut), (status = 404), (status = 422)))]
pub async fn as_of(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<AsOfQuery>,
) -> Result<Json<AsOfOut>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let loan = within_reach(&mut tx, id).await?;
    check_moment(&loan, "at", query.at)?;
    let document = document_at(&mut tx, id, query.at).await?;
    let application: Application = serde_json::from_value(document).map_err(Error::internal)?;
    let projection = project(&application);
    Ok(Json(AsOfOut {
        at: query.at,
        loan_number: loan.loan_number,
        stage: store::history::stage_at(&mut tx, id, query.at).await?,
        borrower_name: projection.borrower_name,
        loan_amount: projection.amount,
        note_rate: projection.note_rate,
        application,
    }))
}

/// Which moments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// The earlier moment.
    #[param(example = "2026-10-31T17:00:00-07:00")]
    from: Timestamp,
    /// The later moment; now if it is left out.
    to: Option<Timestamp>,
}

/// What differs between two moments of a loan.
#[derive(Serialize, ToSchema)]
#[schema(as = LoanComparison)]
pub struct CompareOut {
    from: Timestamp,
    to: Timestamp,
    /// The stage at each moment.
    stages: [Option<StageOut>; 2],
    sections: Vec<Section>,
}

/// Lists the fields of a loan that differ between two moments, by section.
#[utoipa::path(get, path = "/api/loans/{id}/comparison", tag = "loans", operation_id = "compareLoan", params(("id" = i64, Path), CompareQuery),
    responses((status = 200, body = CompareOut), (status = 404), (status = 422)))]
pub async fn compare(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<CompareQuery>,
) -> Result<Json<CompareOut>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let loan = within_reach(&mut tx, id).await?;
    let from = query.from;
    let to = query.to.unwrap_or_else(Timestamp::now);
    check_moment(&loan, "from", from)?;
    check_moment(&loan, "to", to)?;
    if from > to {
        return Err(Error::field("to", "must not be before the first moment"));
    }
    let before = document_at(&mut tx, id, from).await?;
    let after = document_at(&mut tx, id, to).await?;
    let stages = [store::history::stage_at(&mut tx, id, from).await?, store::history::stage_at(&mut tx, id, to).await?];
    Ok(Json(CompareOut { from, to, stages, sections: comparison(&before, &after) }))
}

/// Refuses moments at which the loan didn't exist yet, and those to come.
fn check_moment(loan: &LoanRow, field: &str, at: Timestamp) -> Result<()> {
    if at < loan.created_at {
        let created = loan.created_at.strftime("%m/%d/%Y");
        return Err(Error::field(field, format!("The loan was created on {created}. Choose a later moment.")));
    }
    // A minute for clocks that are ahead.
    if at.as_second() > Timestamp::now().as_second() + 60 {
        return Err(Error::field(field, "Choose a moment that is not in the future."));
    }
    Ok(())
}

/// The application at a moment.
async fn document_at(tx: &mut Tx, loan: i64, at: Timestamp) -> Result<Value> {
    let mut document = store::application(tx, loan).await?.ok_or(Error::NotFound)?.document;
    undo(&mut document, &store::history::changes_since(tx, loan, at).await?);
    // Read as the type, so that parts that became empty are left out as in every document.
    let application: Application = serde_json::from_value(document).map_err(Error::internal)?;
    serde_json::to_value(application).map_err(Error::internal)
}
