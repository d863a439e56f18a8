//! Imports leads from a file. The file is parsed and previewed, its columns are mapped, and a job processes the rows
//! through [`crate::intake::receive`]. An import can be undone for some days (LEADPAGE-15, DUP-16).

mod job;
pub(crate) mod mapping;
pub(crate) mod refused;
pub(crate) mod start;
mod store;
pub(crate) mod undo;
pub(crate) mod upload;

pub use job::ImportLeads;

use axum::extract::State;
use lending::{access::Permission, intake::LeadColumn, words};
use mapping::Mapping;
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Days within which an import can be undone.
const UNDO_DAYS: i64 = 7;

words! {
    /// State of an import.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ImportState {
        /// The file was parsed.
        READY,
        /// Its rows are being processed.
        RUNNING,
        /// All rows were processed.
        DONE,
        /// The import failed.
        FAILED,
        /// The import was undone.
        UNDONE,
    }
}

/// An import in responses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadImport)]
pub struct ImportOut {
    id: i64,
    file_name: String,
    state: ImportState,
    /// Column headers.
    head: Vec<String>,
    /// Guessed or remembered column mapping: content to column index, starting at 0.
    #[schema(value_type = BTreeMap<LeadColumn, usize>)]
    mapping: Mapping,
    row_count: i32,
    /// Number of processed rows.
    taken: i32,
    made: i32,
    linked: i32,
    skipped: i32,
    held: i32,
    refused: i32,
    /// Number of leads removed by the undo.
    removed: i32,
    /// Why the import failed.
    failure: Option<String>,
    created_by: Option<String>,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    /// Deadline for undoing it.
    undo_until: Option<Timestamp>,
}

/// The recent imports.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadImports)]
pub struct ImportsOut {
    rows: Vec<ImportOut>,
}

/// Lists the newest imports: the user's own, or the company's for users who see all leads.
#[utoipa::path(get, path = "/api/lead-imports", tag = "leads", operation_id = "listLeadImports", responses((status = 200, body = ImportsOut), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<ImportsOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let rows = store::newest(&mut tx).await?.into_iter().map(ImportOut::try_from).collect::<Result<_>>()?;
    Ok(Json(ImportsOut { rows }))
}

/// Returns the progress of an import.
#[utoipa::path(get, path = "/api/lead-imports/{id}", tag = "leads", operation_id = "getLeadImport", params(("id" = i64, Path)), responses((status = 200, body = ImportOut), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<ImportOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    Ok(Json(import(&mut tx, id).await?.try_into()?))
}

/// Finds an import in scope.
async fn import(tx: &mut Tx, id: i64) -> Result<store::ImportRow> {
    store::one(tx, id).await?.ok_or(Error::NotFound)
}

impl TryFrom<store::ImportRow> for ImportOut {
    type Error = Error;

    fn try_from(row: store::ImportRow) -> Result<Self> {
        let state: ImportState = row.state.parse().map_err(Error::internal)?;
        let mapping = match row.terms {
            Some(terms) => serde_json::from_value(terms.get("mapping").cloned().unwrap_or_default()),
            None => row.mapping.map_or_else(|| Ok(mapping::guessed(&row.head)), serde_json::from_value),
        };
        let undo_until = row.finished_at.filter(|_| state == ImportState::DONE);
        let undo_until =
            undo_until.and_then(|at| at.checked_add(jiff::SignedDuration::from_hours(UNDO_DAYS * 24)).ok());
        Ok(Self {
            id: row.id,
            file_name: row.file_name,
            state,
            head: row.head,
            mapping: mapping.map_err(Error::internal)?,
            row_count: row.row_count,
            taken: row.taken,
            made: row.made,
            linked: row.linked,
            skipped: row.skipped,
            held: row.held,
            refused: row.refused,
            removed: row.removed,
            failure: row.failure,
            created_by: row.created_by_name,
            created_at: row.created_at,
            finished_at: row.finished_at,
            undo_until: undo_until.map(Timestamp),
        })
    }
}
