//! A batch in responses, with the specification's keys (S section 3).

use crate::{begin, store};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use lending::{
    bulk_import::{BatchStatus, ItemStatus, RuleNote},
    team::{LoanRole, Member},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Json, UuidId},
};
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;
use uuid::Uuid;

/// A batch with its files.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkImportBatch)]
pub struct BatchOut {
    #[serde(rename = "_id")]
    id: Uuid,
    status: BatchStatus,
    /// In the order in which they were added.
    #[serde(rename = "MismoImportBatchItems")]
    items: Vec<ItemOut>,
    data: DataOut,
    /// The web should discard the batch, because it was cancelled before it started or replaced by another.
    reset: bool,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

/// Data shared by all loans of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkImportData)]
pub struct DataOut {
    other_users: TeamOut,
}

/// The team of all loans of a batch, officer first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BulkImportTeam)]
pub struct TeamOut {
    #[serde(rename = "WizeUsers")]
    members: Vec<MemberOut>,
}

/// A member of a batch's team.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BulkImportMember)]
pub struct MemberOut {
    #[serde(flatten)]
    member: Member,
    name: Option<String>,
}

/// A file of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkImportItem)]
pub struct ItemOut {
    #[serde(rename = "_id")]
    id: Uuid,
    file_name: String,
    status: ItemStatus,
    /// The loan created from it.
    #[serde(rename = "LoanId")]
    loan_id: Option<i64>,
    /// Results of the rules.
    auto_rule_err: Vec<RuleNote>,
    /// Its first borrower, if readable.
    borrower_name: Option<String>,
    /// Whether the loan is in the user's scope. Known once the batch is complete.
    can_open: bool,
}

/// Returns the user's latest batch in the active org unit, if any.
#[utoipa::path(get, path = "/api/bulk-imports/latest", tag = "bulk-imports", operation_id = "getLatestBulkImport", responses((status = 200, body = BatchOut), (status = 204), (status = 403)))]
pub async fn latest(actor: Actor, State(app): State<App>) -> Result<Response> {
    let mut tx = begin(actor, &app).await?;
    Ok(match store::latest(&mut tx).await? {
        Some(id) => Json(shown(&mut tx, id).await?).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Returns a batch of the user.
#[utoipa::path(get, path = "/api/bulk-imports/{id}", tag = "bulk-imports", operation_id = "getBulkImport", params(("id" = Uuid, Path)), responses((status = 200, body = BatchOut), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<Json<BatchOut>> {
    let mut tx = begin(actor, &app).await?;
    Ok(Json(shown(&mut tx, id).await?))
}

/// Reads a batch of the actor. Batches of others aren't found.
pub(crate) async fn shown(tx: &mut Tx, id: Uuid) -> Result<BatchOut> {
    let batch = store::batch(tx, id).await?.ok_or(Error::NotFound)?;
    let status = batch.status.parse::<BatchStatus>().map_err(Error::internal)?;
    let rows = store::items(tx, id).await?;
    let within_reach = match status {
        BatchStatus::COMPLETED | BatchStatus::CANCELLED => within_reach(tx, id).await?,
        BatchStatus::SETUP | BatchStatus::IN_PROGRESS => HashSet::new(),
    };
    let items = rows
        .into_iter()
        .map(|row| {
            Ok(ItemOut {
                id: row.id,
                file_name: row.file_name,
                status: row.status.parse().map_err(Error::internal)?,
                loan_id: row.loan_id,
                auto_rule_err: serde_json::from_value(row.rules).map_err(Error::internal)?,
                borrower_name: row.borrower_name,
                can_open: row.loan_id.is_some_and(|loan| within_reach.contains(&loan)),
            })
        })
        .collect::<Result<_>>()?;
    let officer = Member { role: LoanRole::ORIGINATOR, primary: true, membership: batch.officer_id };
    let others: Vec<Member> = serde_json::from_value(batch.team).map_err(Error::internal)?;
    let members: Vec<_> = [officer].into_iter().chain(others).collect();
    let mut names = store::names(tx, &members).await?;
    let members = members.into_iter().map(|member| MemberOut { name: names.remove(&member.membership), member });
    Ok(BatchOut {
        id,
        status,
        items,
        data: DataOut { other_users: TeamOut { members: members.collect() } },
        reset: batch.reset,
        created_at: batch.created_at,
        started_at: batch.started_at,
        finished_at: batch.finished_at,
    })
}

/// Loans of a batch that the actor can open.
async fn within_reach(tx: &mut Tx, id: Uuid) -> Result<HashSet<i64>> {
    let (reach, unit) = (tx.actor().loan_reach(), tx.actor().org_unit());
    let loans = store::places(tx, id).await?.into_iter();
    Ok(loans.filter(|loan| reach.covers(loan.org_unit == unit, loan.is_own)).map(|loan| loan.id).collect())
}
