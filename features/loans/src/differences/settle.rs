//! Differences that were left for later, until somebody decides.

use super::changed_meanwhile;
use crate::{
    application::{Cause, change},
    get::within_reach,
    store::{self, differences as rows},
};
use axum::extract::State;
use borrowers::compared;
use http::StatusCode;
use lending::{
    access::Permission,
    application::{Application, Borrower},
    differences::{self, Choice, Field},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// A difference between a loan's file and what was known, for somebody to decide.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeftDifference)]
pub struct LeftOut {
    id: i64,
    borrower_name: String,
    path: String,
    file: Value,
    keyturn: Value,
    left_by: Option<String>,
    left_at: Timestamp,
}

/// What becomes of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DifferenceSettlement)]
pub struct In {
    /// `File` or `Keyturn`.
    choice: Choice,
}

/// Settles a difference that was left for later: the borrower's record takes the file's value, or the loan takes what was known.
#[utoipa::path(post, path = "/api/loan-differences/{id}/settle", tag = "loans", operation_id = "settleDifference", params(("id" = i64, Path)),
    request_body = In, responses((status = 204), (status = 404), (status = 409), (status = 423)))]
pub async fn settle(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<In>) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let row = rows::left_one(&mut tx, id).await?.ok_or(Error::NotFound)?;
    store::lock_row(&mut tx, row.loan_id).await?;
    let loan = within_reach(&mut tx, row.loan_id).await?;
    let field = row.path.parse::<Field>().map_err(Error::internal)?;
    match body.choice {
        Choice::Later => return Err(Error::field("choice", "must be File or Keyturn")),
        Choice::Keyturn => {
            if loan.is_read_only(&tx) {
                return Err(Error::ReadOnly);
            }
            let application = application(&mut tx, loan.id).await?;
            let borrower = borrower(&application, row.borrower_item)
                .filter(|borrower| stands(borrower, field, &row.of_file))
                .ok_or_else(changed_meanwhile)?;
            let changes = differences::changes(borrower, field, &row.of_keyturn);
            change(&app, &mut tx, &loan, &changes, Cause::default()).await?;
        }
        Choice::File => take(&mut tx, &row, field).await?,
    }
    if !rows::settle(&mut tx, id).await? {
        return Err(Error::NotFound);
    }
    let after = Some(json!({ "path": row.path, "borrower": row.borrower_item, "choice": body.choice }));
    let entity_id = loan.id.to_string();
    tx.audit(Audit { action: "loan.difference", entity: "loan", entity_id: &entity_id, before: None, after }).await?;
    tx.event("loan.changed", loan.id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The directory takes the file's value, unless somebody has written another one there since.
async fn take(tx: &mut Tx, row: &rows::Left, field: Field) -> Result<()> {
    let linked = store::linked_borrowers(tx, row.loan_id).await?;
    let Some(record) = linked.get(&row.borrower_item).copied().filter(|_| field.is_of_directory()) else {
        return Ok(());
    };
    let held = compared::held(tx, record).await?;
    match field.value(&held.over(None)).is_some_and(|known| field.is_same(&known, &row.of_keyturn)) {
        true => compared::take(tx, record, &[(field, row.of_file.clone())]).await,
        false => Ok(()),
    }
}

/// A loan's differences that were left for later. One of which the loan says something else by now was decided there.
pub(crate) async fn left(tx: &mut Tx, loan: i64) -> Result<Vec<LeftOut>> {
    let rows = rows::left(tx, loan).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let application = application(tx, loan).await?;
    let told = rows.into_iter().filter_map(|row| {
        let field = row.path.parse::<Field>().ok()?;
        let borrower = borrower(&application, row.borrower_item)?;
        stands(borrower, field, &row.of_file).then(|| LeftOut {
            id: row.id,
            borrower_name: super::name_of(borrower),
            path: row.path,
            file: row.of_file,
            keyturn: row.of_keyturn,
            left_by: row.left_by,
            left_at: row.left_at,
        })
    });
    Ok(told.collect())
}

async fn application(tx: &mut Tx, loan: i64) -> Result<Application> {
    let row = store::application(tx, loan).await?.ok_or(Error::NotFound)?;
    serde_json::from_value(row.document).map_err(Error::internal)
}

fn borrower(application: &Application, item: Uuid) -> Option<&Borrower> {
    application.borrowers.iter().find(|borrower| borrower.id == item)
}

fn stands(borrower: &Borrower, field: Field, of_file: &Value) -> bool {
    field.value(borrower).is_some_and(|value| field.is_same(&value, of_file))
}
