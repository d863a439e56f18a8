//! Sets up a batch.

use crate::{BatchOut, add::not_open, batch, begin, store};
use axum::extract::State;
use http::StatusCode;
use lending::{team::Member, words};
use loans::OtherUsers;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Json, UuidId},
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

words! {
    /// Type of a batch.
    #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
    pub enum BatchType {
        /// MISMO 3.4 loan files.
        MISMO_IMPORT,
    }
}

/// A new batch with the team of its loans.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBulkImport)]
pub struct In {
    #[allow(dead_code, reason = "there is one type; any other is refused when this is read")]
    import_type: BatchType,
    data: DataIn,
}

/// The team of all loans.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBulkImportData)]
pub struct DataIn {
    /// The officer's membership, `WizeUserOrgUnitId`.
    #[serde(rename = "LoanOfficerId")]
    loan_officer_id: i64,
    #[serde(default)]
    other_users: OtherUsers,
}

impl DataIn {
    /// Validates the other team members.
    async fn team(&self, tx: &mut Tx) -> Result<Vec<Member>> {
        let officer = self.loan_officer_id;
        let team = loans::team_of(tx, officer, &self.other_users).await?;
        if !store::is_officer(tx, officer).await? {
            return Err(Error::field("data/LoanOfficerId", "Choose an active loan officer"));
        }
        Ok(team)
    }
}

/// Changes the team of a batch that is being set up.
#[utoipa::path(put, path = "/api/bulk-imports/{id}/team", tag = "bulk-imports", operation_id = "setBulkImportTeam", params(("id" = Uuid, Path)), request_body = DataIn, responses((status = 200, body = BatchOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn set_team(
    actor: Actor,
    State(app): State<App>,
    UuidId(id): UuidId,
    Json(body): Json<DataIn>,
) -> Result<Json<BatchOut>> {
    let mut tx = begin(actor, &app).await?;
    let was = store::batch(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let team = body.team(&mut tx).await?;
    if !store::set_team(&mut tx, id, body.loan_officer_id, &json!(team)).await? {
        return Err(not_open(&was.status));
    }
    let before = Some(json!({ "officer": was.officer_id, "team": was.team }));
    let after = Some(json!({ "officer": body.loan_officer_id, "team": team }));
    tx.audit(Audit { action: "bulk-import.team", entity: "bulk-import", entity_id: &id.to_string(), before, after })
        .await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

/// Sets up a batch. Cancels an earlier one that was never started.
#[utoipa::path(post, path = "/api/bulk-imports", tag = "bulk-imports", operation_id = "createBulkImport", request_body = In, responses((status = 201, body = BatchOut), (status = 403), (status = 409), (status = 422)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<BatchOut>)> {
    let mut tx = begin(actor, &app).await?;
    let officer = body.data.loan_officer_id;
    let team = body.data.team(&mut tx).await?;
    let id = Uuid::now_v7();
    set_up(&mut tx, id, officer, &json!(team)).await?;
    let after = Some(json!({ "officer": officer, "team": team }));
    tx.audit(Audit {
        action: "bulk-import.create",
        entity: "bulk-import",
        entity_id: &id.to_string(),
        before: None,
        after,
    })
    .await?;
    let batch = batch::shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(batch)))
}

/// Inserts a batch in place of an earlier one.
pub(crate) async fn set_up(tx: &mut Tx, id: Uuid, officer: i64, team: &serde_json::Value) -> Result<()> {
    store::make_room(tx).await?;
    match store::insert(tx, id, officer, team).await {
        Err(error) if error.as_database_error().and_then(|error| error.constraint()) == Some("import_batch_open") => {
            Err(under_way())
        }
        inserted => Ok(inserted?),
    }
}

/// Error if another batch is in progress.
pub(crate) fn under_way() -> Error {
    Error::Conflict {
        code: "LWBULK10409",
        message: "You cannot add more loans when import is in progress".to_owned(),
        details: None,
    }
}
