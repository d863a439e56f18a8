//! Imports borrowers from a spreadsheet. Each row creates or updates a record (BULK-24).

use crate::{
    directory::{self, Told},
    record::{self, Owner, changed, given, name, within_reach},
    store,
};
use axum::extract::{Multipart, State, multipart::MultipartRejection};
use http::StatusCode;
use lending::{
    access::Permission,
    values::{Email, Phone},
};
use platform::{Actor, App, Error, Fields, Result, Tx, extract::Json, limits, record::Audit, version::changes};
use serde::Serialize;
use serde_json::json;
use sheets::{Row, Sheet};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

/// Limits concurrent parsing, because each parse uses a core.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// Maximum number of rows below the header.
const ROWS_MAX: usize = 1_000;
/// Imports per user and hour.
const HOURLY_MAX: i32 = 60;
/// Names of the columns.
const COLUMNS: [&str; 4] = ["First Name", "Last Name", "Email", "Cell Phone"];

/// The form.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the form; the parts are read as they come")]
#[schema(as = BorrowersImportIn)]
pub struct In {
    /// The spreadsheet, .xlsx: First Name, Last Name, Email, Cell Phone.
    #[schema(format = Binary, content_media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")]
    files: String,
}

/// Result of the import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BorrowersImport)]
pub struct Out {
    /// Number of rows that created a record.
    created: usize,
    /// Number of rows that updated an existing record.
    updated: usize,
    /// Rows that couldn't be imported.
    failed: Vec<FailedRow>,
}

/// A row that couldn't be imported.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FailedBorrowerRow)]
pub struct FailedRow {
    /// Row number in the spreadsheet.
    row: u32,
    message: String,
}

/// Imports borrowers from a spreadsheet. Updates records that match with certainty, and creates the others.
#[utoipa::path(post, path = "/api/bulk-imports/borrowers", tag = "borrowers", operation_id = "importBorrowers",
    request_body(content = In, content_type = "multipart/form-data"), responses((status = 200, body = Out), (status = 403), (status = 413), (status = 422), (status = 429)))]
pub async fn import(
    actor: Actor,
    State(app): State<App>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Out>> {
    actor.may(Permission::ContactView)?;
    limits::take(&app.pool, "borrowers imports", &actor.user.to_string(), HOURLY_MAX, 60).await?;
    let bytes = file_of(form).await?;
    let _permit = AT_ONCE.acquire().await.map_err(Error::internal)?;
    let read = tokio::task::spawn_blocking(move || sheets::read(&bytes)).await.map_err(Error::internal)?;
    let sheet = read.map_err(|sheets::Refused(message)| refused(message))?;
    let columns = columns_of(&sheet)?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let mut out = Out { created: 0, updated: 0, failed: Vec::new() };
    for row in &sheet.rows {
        match take(&mut tx, row, columns).await {
            Ok(Taken::Created) => out.created += 1,
            Ok(Taken::Updated) => out.updated += 1,
            Err(Error::Invalid { fields, message }) => {
                let message = fields.into_values().next().unwrap_or(message);
                out.failed.push(FailedRow { row: row.number, message });
            }
            Err(error) => return Err(error),
        }
    }
    let after = Some(json!({ "created": out.created, "updated": out.updated, "failed": out.failed.len() }));
    tx.audit(Audit { action: "borrower.import", entity: "borrower-import", entity_id: "", before: None, after })
        .await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Reads the part `files`, which must be an .xlsx file.
async fn file_of(form: Result<Multipart, MultipartRejection>) -> Result<Vec<u8>> {
    let mut form = form.map_err(|_| Error::UnsupportedType("Send the file as multipart/form-data.".to_owned()))?;
    let broken = |_| Error::Malformed("The upload was cut off. Please try again.".to_owned());
    while let Some(mut part) = form.next_field().await.map_err(broken)? {
        if part.name() != Some("files") {
            continue;
        }
        let is_sheet = part.file_name().is_some_and(|name| name.to_lowercase().ends_with(".xlsx"));
        let mut bytes = Vec::new();
        while let Some(chunk) = part.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > sheets::BYTES_MAX {
                return Err(Error::TooLarge("The file is too large.".to_owned()));
            }
            bytes.extend_from_slice(&chunk);
        }
        return match (is_sheet, bytes.starts_with(b"PK")) {
            (true, true) => Ok(bytes),
            (true, false) => Err(refused(NOT_AS_NAMED.to_owned())),
            (false, _) => Err(refused(NO_SHEET.to_owned())),
        };
    }
    Err(Error::field("files", "Choose a file"))
}

const NO_SHEET: &str = "Choose an Excel file (.xlsx).";
const NOT_AS_NAMED: &str =
    "This file is named .xlsx but isn't an Excel workbook. Save it as an Excel workbook (.xlsx) and choose it again.";

fn refused(message: String) -> Error {
    Error::Refused { status: StatusCode::UNPROCESSABLE_ENTITY, code: "LWBOR10422", message }
}

/// Index of each column.
fn columns_of(sheet: &Sheet) -> Result<[Option<usize>; 4]> {
    let at = |name: &str| sheet.head.iter().position(|head| head.eq_ignore_ascii_case(name));
    let columns = COLUMNS.map(at);
    if columns[0].is_none() || columns[1].is_none() {
        return Err(refused(format!("The first row has to name the columns: {}.", COLUMNS.join(", "))));
    }
    if sheet.rows.len() > ROWS_MAX {
        return Err(refused(format!("At most {ROWS_MAX} borrowers are taken at once.")));
    }
    Ok(columns)
}

enum Taken {
    Created,
    Updated,
}

/// Creates or updates the record of a row.
async fn take(tx: &mut Tx, row: &Row, columns: [Option<usize>; 4]) -> Result<Taken> {
    let mut fields = Fields::default();
    if let Some(fault) = &row.fault {
        fields.add("", fault.clone());
    }
    let [first_name, last_name, email, phone] =
        columns.map(|column| given(column.and_then(|column| row.cells.get(column)).map(String::as_str)));
    let told = Told {
        first_name: name(&mut fields, "First Name", first_name, "First Name is required"),
        last_name: name(&mut fields, "Last Name", last_name, "Last Name is required"),
        email: email.and_then(|text| fields.take("Email", text.parse::<Email>())),
        phone: phone.and_then(|text| fields.take("Cell Phone", text.parse::<Phone>())),
        ..Told::default()
    };
    fields.check()?;
    // Uses the same rule as for a loan's borrower (decision D28).
    let people = std::slice::from_ref(&told);
    let known = directory::known(tx, people).await?;
    match directory::link(people, &known).first().copied().flatten() {
        Some(known) => update(tx, known, &told).await,
        None => create(tx, &told).await,
    }
}

async fn create(tx: &mut Tx, told: &Told) -> Result<Taken> {
    let owner = Owner { membership: tx.actor().membership(), org_unit: tx.actor().org_unit() };
    let id = store::create(tx, owner, told).await?;
    directory::register_new(tx, owner.org_unit, owner.membership, &[(id, told)]).await?;
    let after = Some(json!({ "FirstName": told.first_name, "LastName": told.last_name }));
    note(tx, "borrower.create", "borrower.created", id, None, after).await?;
    Ok(Taken::Created)
}

async fn update(tx: &mut Tx, id: i64, told: &Told) -> Result<Taken> {
    let was = match within_reach(tx, id).await {
        Err(Error::NotFound) => return Err(Error::field("Last Name", "This person is known already")),
        was => was?,
    };
    let says = record::In::of_row(told);
    let is = changed(&was.facts, &says)?;
    let Some((before, after)) = changes(&was.facts, &is)? else { return Ok(Taken::Updated) };
    if !store::update(tx, id, was.version, was.org_unit_id, &is).await? {
        return Err(Error::field("Last Name", "This person was changed in the meantime"));
    }
    directory::register(tx, &[id]).await?;
    note(tx, "borrower.edit", "borrower.edited", id, Some(before), Some(after)).await?;
    Ok(Taken::Updated)
}

async fn note(
    tx: &mut Tx,
    action: &'static str,
    event: &str,
    id: i64,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "borrower", entity_id: &id.to_string(), before, after }).await?;
    tx.event(event, id).await
}
