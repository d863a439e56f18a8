//! Exports the failed rows of an import with reasons, for correction.

use super::store;
use crate::intake::Kept;
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, extract::Id};

/// Byte order mark that marks the file as UTF-8 for spreadsheets.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the failed rows as CSV, with row number and reason.
#[utoipa::path(get, path = "/api/lead-imports/{id}/refused", tag = "leads", operation_id = "getRefusedLeads", params(("id" = i64, Path)), responses((status = 200, content_type = "text/csv", body = String), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Response> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let import = super::import(&mut tx, id).await?;
    let rows = store::refused(&app, &mut tx, id).await?;
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(MARK.to_vec());
    let head = ["Row", "Reason"].into_iter().map(str::to_owned).chain(import.head.iter().map(|name| harmless(name)));
    writer.write_record(head).map_err(Error::internal)?;
    for (number, faults, kept) in rows {
        let reason = faults.into_values().collect::<Vec<_>>().join("; ");
        let cells: Vec<(String, String)> = match &kept {
            Some(Kept { raw, .. }) => serde_json::from_str(raw).map_err(Error::internal)?,
            None => Vec::new(),
        };
        let mut line = vec![number.to_string(), harmless(&reason)];
        line.extend(cells.iter().map(|(_, cell)| harmless(cell)));
        line.resize(import.head.len() + 2, String::new());
        writer.write_record(line).map_err(Error::internal)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::internal(error.into_error()))?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"refused-leads.csv\""),
    ];
    Ok((headers, bytes).into_response())
}

/// Escapes a text so that spreadsheets don't run it as a formula (OWASP, CSV injection).
fn harmless(text: &str) -> String {
    const BEGINS_FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(BEGINS_FORMULA) { format!("'{text}") } else { text.to_owned() }
}
