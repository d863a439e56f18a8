//! The log as a file: comma-separated values, or a workbook.

use crate::{csv_text, filter, store, xlsx};
use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use jiff::tz::TimeZone;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, Tx, db::Timestamp, extract::Query, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::VecDeque, sync::Arc};
use utoipa::{IntoParams, ToSchema};

/// Entries of one file.
const ENTRIES_MAX: usize = 50_000;
/// Entries that are read at a time.
const CHUNK: usize = 500;

/// The kind of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub enum Format {
    /// Comma-separated values.
    #[default]
    Csv,
    /// A workbook.
    Xlsx,
}

/// Which file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// `csv` if it is left out.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Sends the entries that a filter lets through as a file, newest first, with the filters at its head. The export itself is
/// an entry of the log.
#[utoipa::path(get, path = "/api/audit/export", tag = "audit", operation_id = "exportAudit", params(FormatQuery, filter::In), responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export(
    actor: Actor,
    State(app): State<App>,
    Query(FormatQuery { format }): Query<FormatQuery>,
    Query(query): Query<filter::In>,
) -> Result<Response> {
    let time_zone: Arc<str> = actor.access.time_zone.clone();
    let zone = TimeZone::get(&time_zone).unwrap_or(TimeZone::UTC);
    let asked = serde_json::to_value(&query).map_err(Error::internal)?;
    let filter = query.check(&time_zone)?;

    let mut tx = actor.clone().begin(&app, Permission::AuditView).await?;
    let filter = filter.within_reach(&tx);
    let ids = ids(&mut tx, &filter).await?;
    let by = store::name_of(&mut tx, actor.user).await?;
    let after = Some(json!({ "filter": asked, "entries": ids.len(), "format": format }));
    tx.audit(Audit { action: "audit.export", entity: "audit", entity_id: "log", before: None, after }).await?;
    tx.commit().await?;

    let now = Timestamp::now().to_zoned(zone.clone());
    let facts = vec![
        ("Audit log", time_zone.to_string()),
        ("Exported", now.strftime("%Y-%m-%d %H:%M:%S %:z").to_string()),
        ("Exported by", by),
        ("Filters", described(&asked)),
        ("Entries", ids.len().to_string()),
    ];
    let name = format!("audit-log-{}", now.strftime("%Y-%m-%d"));
    match format {
        Format::Csv => Ok(csv_file(name, facts, ids, (actor, app, zone))),
        Format::Xlsx => xlsx_file(name, facts, ids, (actor, app, zone)).await,
    }
}

/// The ids of all entries that a filter lets through, newest first.
async fn ids(tx: &mut Tx, filter: &filter::Filter) -> Result<Vec<i64>> {
    let company = tx.company();
    let (mut ids, mut edge) = (Vec::new(), None);
    loop {
        let left = ENTRIES_MAX - ids.len() + 1;
        let found = store::matches(tx, company, filter, edge, left as i64).await?;
        ids.extend(found.keys.iter().map(|key| key.id));
        if ids.len() > ENTRIES_MAX {
            return Err(Error::field(
                "from",
                "More than 50,000 entries match, and a file holds no more. Please choose fewer days, or one person or action.",
            ));
        }
        match found.searched_to {
            Some(_) => edge = found.searched_to,
            None => return Ok(ids),
        }
    }
}

/// The filters as text.
fn described(asked: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let filters = asked.as_object().into_iter().flatten().map(|(name, value)| format!("{name} = {}", text(value)));
    let filters: Vec<_> = filters.collect();
    if filters.is_empty() { "None".to_owned() } else { filters.join("; ") }
}

/// Who exports, from where the entries are read, and in which time zone they are written.
type Reader = (Actor, App, TimeZone);

fn csv_file(name: String, facts: Vec<(&'static str, String)>, ids: Vec<i64>, reader: Reader) -> Response {
    let mut left: VecDeque<Vec<i64>> = ids.chunks(CHUNK).map(<[i64]>::to_vec).collect();
    left.push_front(Vec::new());
    let lines = stream::try_unfold((left, reader), move |(mut left, reader)| {
        let facts = facts.clone();
        async move {
            let Some(ids) = left.pop_front() else { return Ok::<_, Error>(None) };
            let text = match ids.is_empty() {
                true => csv_text::head(&facts)?,
                false => csv_text::body(rows(&reader, &ids).await?, &reader.2)?,
            };
            Ok(Some((text, (left, reader))))
        }
    });
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")),
    ];
    (headers, Body::from_stream(lines)).into_response()
}

async fn xlsx_file(
    name: String,
    facts: Vec<(&'static str, String)>,
    ids: Vec<i64>,
    reader: Reader,
) -> Result<Response> {
    let mut cells = Vec::with_capacity(ids.len());
    for ids in ids.chunks(CHUNK) {
        cells.extend(rows(&reader, ids).await?.into_iter().map(|row| csv_text::cells(row, &reader.2)));
    }
    let bytes =
        tokio::task::spawn_blocking(move || xlsx::workbook(&facts, &cells)).await.map_err(Error::internal)??;
    let headers = [
        (CONTENT_TYPE, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.xlsx\"")),
    ];
    Ok((headers, bytes).into_response())
}

/// Entries of a part of the file. Each part uses a new transaction, so a reader who loses the permission gets no more, and
/// a slow reader holds no connection.
async fn rows((actor, app, _): &Reader, ids: &[i64]) -> Result<Vec<store::Row>> {
    let mut tx = actor.clone().begin(app, Permission::AuditView).await?;
    let company = tx.company();
    store::rows(&mut tx, company, ids).await
}
