//! Parses a file of leads for preview.

use super::{ImportOut, store};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, extract::Json, limits, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

/// Limits concurrent parsing, because each parse uses a core.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// Number of rows in the preview.
const SHOWN: usize = 10;
/// Files per user and hour.
const HOURLY_MAX: i32 = 120;

/// The uploaded file.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadImportIn)]
pub struct In {
    file_id: Uuid,
}

/// A parsed import with its first rows.
#[derive(Serialize, ToSchema)]
#[schema(as = NewLeadImport)]
pub struct Out {
    #[serde(flatten)]
    import: ImportOut,
    /// The first ten rows.
    sample: Vec<SampleRow>,
}

/// A row of the file.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadImportRow)]
pub struct SampleRow {
    /// Row number in the file.
    number: u32,
    cells: Vec<String>,
}

/// Parses a CSV or XLSX file of leads. The mapping is remembered from the last file with the same headers, or guessed.
#[utoipa::path(post, path = "/api/lead-imports", tag = "leads", operation_id = "readLeadImport", request_body = In, responses((status = 201, body = Out), (status = 403), (status = 404), (status = 422), (status = 429)))]
pub async fn read(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    actor.may(Permission::LeadCreate)?;
    limits::take(&app.pool, "lead imports", &actor.user.to_string(), HOURLY_MAX, 60).await?;
    let mut tx = actor.clone().begin(&app, Permission::LeadCreate).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    // Only the user who uploaded a file can import it.
    let file = files::file(&mut tx, body.file_id).await?.filter(|file| file.uploaded_by == user);
    let file = file.ok_or(Error::NotFound)?;
    drop(tx);
    let sheet = match read_file(&app, company, file.id).await? {
        Ok(sheet) => sheet,
        Err(sheets::Refused(message)) => {
            files::discard(&app, company, file.id).await?;
            return Err(Error::Refused { status: StatusCode::UNPROCESSABLE_ENTITY, code: "LWLEAD10422", message });
        }
    };
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let id = store::insert(&mut tx, &file, &sheet.head, &head_hash(&sheet.head), sheet.rows.len()).await?;
    let audit = Audit {
        action: "lead-import.read",
        entity: "lead-import",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "file": file.name, "rows": sheet.rows.len() })),
    };
    tx.audit(audit).await?;
    let import = super::import(&mut tx, id).await?.try_into()?;
    tx.commit().await?;
    let sample = sheet.rows.into_iter().take(SHOWN);
    let sample = sample.map(|sheets::Row { number, cells, .. }| SampleRow { number, cells }).collect();
    Ok((StatusCode::CREATED, Json(Out { import, sample })))
}

/// Parses a stored file on a blocking thread.
pub(super) async fn read_file(app: &App, company: i64, id: Uuid) -> Result<Result<sheets::Sheet, sheets::Refused>> {
    let bytes = app.files.get(&app.keys, company, id).await?;
    let _permit = AT_ONCE.acquire().await.map_err(Error::internal)?;
    tokio::task::spawn_blocking(move || sheets::read(&bytes)).await.map_err(Error::internal)
}

/// Key for remembering a mapping: the lowercase column headers.
pub(super) fn head_hash(head: &[String]) -> Vec<u8> {
    let mut hash = Sha256::new();
    for name in head {
        hash.update(name.to_lowercase());
        hash.update([0]);
    }
    hash.finalize().to_vec()
}
