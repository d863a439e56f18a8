//! The log as a file.

use crate::{csv_text, filter, store};
use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use jiff::tz::TimeZone;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, db::Timestamp, extract::Query, record::Audit};
use serde_json::json;
use std::{collections::VecDeque, sync::Arc};

/// Entries of one file.
const ENTRIES_MAX: usize = 50_000;
/// Entries that are read at a time.
const CHUNK: usize = 500;

/// Sends the entries that a filter lets through as comma-separated values, the newest first; the export itself goes on
/// record.
#[utoipa::path(get, path = "/api/audit/export", tag = "audit", operation_id = "exportAudit", params(filter::In), responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export(actor: Actor, State(app): State<App>, Query(query): Query<filter::In>) -> Result<Response> {
    let time_zone: Arc<str> = actor.access.time_zone.clone();
    let zone = TimeZone::get(&time_zone).unwrap_or(TimeZone::UTC);
    let asked = serde_json::to_value(&query).map_err(Error::internal)?;
    let filter = query.check(&time_zone)?;

    let mut tx = actor.clone().begin(&app, Permission::AuditView).await?;
    let company = tx.company();
    let keys = store::keys(&mut tx, company, &filter, None, ENTRIES_MAX as i64 + 1).await?;
    if keys.len() > ENTRIES_MAX {
        return Err(Error::field(
            "from",
            "More than 50,000 entries match, and a file holds no more. Please choose fewer days, or one person or action.",
        ));
    }
    let after = Some(json!({ "filter": asked, "entries": keys.len() }));
    tx.audit(Audit { action: "audit.export", entity: "audit", entity_id: "log", before: None, after }).await?;
    tx.commit().await?;

    let mut left: VecDeque<Vec<i64>> = keys.chunks(CHUNK).map(|keys| keys.iter().map(|key| key.id).collect()).collect();
    left.push_front(Vec::new());
    let name = format!("audit-log-{}.csv", Timestamp::now().to_zoned(zone.clone()).strftime("%Y-%m-%d"));
    let lines = stream::try_unfold((left, actor, app), move |(mut left, actor, app)| {
        let zone = zone.clone();
        async move {
            let Some(ids) = left.pop_front() else { return Ok::<_, Error>(None) };
            let text = match ids.is_empty() {
                true => csv_text::head()?,
                // Begun for each part: whoever loses the right meanwhile gets no more, and no connection waits for a slow reader.
                false => {
                    let mut tx = actor.clone().begin(&app, Permission::AuditView).await?;
                    csv_text::body(store::rows(&mut tx, company, &ids).await?, &zone)?
                }
            };
            Ok(Some((text, (left, actor, app))))
        }
    });
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}
