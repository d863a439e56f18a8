//! Undoes an import.

use super::{ImportOut, ImportState, UNDO_DAYS, store};
use axum::extract::State;
use borrowers::matching::{self, RecordKind};
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Id, Json},
    record::Audit,
};
use serde_json::json;

/// Undoes an import. Leads that have been worked since stay.
#[utoipa::path(post, path = "/api/lead-imports/{id}/undo", tag = "leads", operation_id = "undoLeadImport", params(("id" = i64, Path)), responses((status = 200, body = ImportOut), (status = 403), (status = 404), (status = 409)))]
pub async fn undo(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<ImportOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let company = tx.company();
    let import = ImportOut::try_from(super::import(&mut tx, id).await?)?;
    let is_late = import.undo_until.is_none_or(|until| *until < *Timestamp::now());
    if import.state != ImportState::DONE || is_late || !store::undo(&mut tx, id).await? {
        return Err(Error::Conflict {
            code: "LWLEAD10413",
            message: match import.state {
                ImportState::DONE => format!("An import can be taken back within {UNDO_DAYS} days."),
                ImportState::UNDONE => "This import was taken back already.".to_owned(),
                _ => "This import is not done yet.".to_owned(),
            },
            details: None,
        });
    }
    let gone = store::remove_leads(&mut tx, id).await?;
    matching::remove_all(&mut tx, company, RecordKind::Lead, &gone).await?;
    store::note_removed(&mut tx, id, gone.len()).await?;
    let audit = Audit {
        action: "lead-import.undo",
        entity: "lead-import",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "removed": gone.len() })),
    };
    tx.audit(audit).await?;
    let undone = super::import(&mut tx, id).await?.try_into()?;
    tx.commit().await?;
    Ok(Json(undone))
}
