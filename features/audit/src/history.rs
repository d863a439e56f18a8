//! The history of one record from its audit entries, for the features that own the records. The caller checks the
//! reader's access.

use crate::store::{Row, records};
use lending::history::{ChangeSource, Difference, comparison};
use platform::{
    Error, Result, Tx,
    db::Timestamp,
    extract::{PAGE_ROWS, PAGE_ROWS_MAX},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which entries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordHistoryQuery {
    /// Only entries that changed this field or one within it.
    path: Option<String>,
    /// Rows of a page: 25, at most 100.
    limit: Option<u32>,
    /// `next` of the answer before.
    after: Option<i64>,
}

/// A page of a record's history.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordHistory)]
pub struct RecordHistory {
    rows: Vec<RecordHistoryEntry>,
    /// `after` for the next page, where there is one.
    next: Option<i64>,
}

/// One change of a record, with every field that it changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecordHistoryEntry)]
pub struct RecordHistoryEntry {
    id: i64,
    at: Timestamp,
    /// The action, such as `lead.edit`.
    action: String,
    /// The signed-in user, or the rule or API key.
    person: Option<String>,
    /// For whom that person acted, if for another.
    acting_for: Option<String>,
    source: ChangeSource,
    changes: Vec<Difference>,
}

/// Pages through the changes of a record, newest first.
///
/// # Errors
/// A wrong page size, or the database's.
pub async fn history_of(tx: &mut Tx, entity: &str, id: i64, query: RecordHistoryQuery) -> Result<RecordHistory> {
    let RecordHistoryQuery { path, limit, after } = query;
    let limit = limit.unwrap_or(PAGE_ROWS);
    if !(1..=PAGE_ROWS_MAX).contains(&limit) {
        return Err(Error::field("limit", format!("must be 1 to {PAGE_ROWS_MAX}")));
    }
    let (limit, company, id) = (limit as usize, tx.company(), id.to_string());
    let mut before = after.unwrap_or(i64::MAX);
    let mut rows = Vec::new();
    // Entries that left the field as it was are skipped, so pages are read until enough are found.
    loop {
        let entries = records::entries(tx, company, (entity, &id), before, limit as i64 + 1).await?;
        let is_last = entries.len() <= limit;
        before = entries.last().map_or(before, |entry| entry.id);
        rows.extend(entries.into_iter().filter_map(|entry| RecordHistoryEntry::of(entry, path.as_deref())));
        if rows.len() > limit {
            rows.truncate(limit);
            let next = rows.last().map(|entry| entry.id);
            return Ok(RecordHistory { rows, next });
        }
        if is_last {
            return Ok(RecordHistory { rows, next: None });
        }
    }
}

impl RecordHistoryEntry {
    /// The entry as a field saw it; `None` if it left the field as it was.
    fn of(row: Row, path: Option<&str>) -> Option<Self> {
        let (mut before, mut after) = (row.before.unwrap_or_default(), row.after.unwrap_or_default());
        // A rule notes its name beside the values that it changed.
        let rule = after["ruleData"]["ruleName"].as_str().map(str::to_owned);
        for value in [&mut before, &mut after].into_iter().filter_map(Value::as_object_mut) {
            if rule.is_some() {
                value.remove("ruleData");
                value.remove("version");
            }
        }
        let is_asked = |difference: &Difference| {
            path.is_none_or(|path| difference.path == path || difference.path.starts_with(&format!("{path}/")))
        };
        let label =
            |title: &str, label: &str| if label.is_empty() { title.to_owned() } else { format!("{title} › {label}") };
        let changes: Vec<Difference> = comparison(&before, &after)
            .into_iter()
            .flat_map(|section| {
                let title = section.title;
                section.differences.into_iter().map(move |one| Difference { label: label(&title, &one.label), ..one })
            })
            .filter(is_asked)
            .collect();
        if path.is_some() && changes.is_empty() {
            return None;
        }
        let source = match (&rule, row.api_key_id, row.logged_in_user_id) {
            (Some(_), ..) => ChangeSource::Rule,
            (_, Some(_), _) => ChangeSource::Api,
            (_, _, None) => ChangeSource::System,
            _ if row.action.ends_with(".import") => ChangeSource::Import,
            _ => ChangeSource::Form,
        };
        let acts_for_another = row.logged_in_user_id != row.active_user_id;
        Some(Self {
            id: row.id,
            at: row.at,
            action: row.action,
            person: rule.or(row.api_key_name).or(row.logged_in_name),
            acting_for: row.active_name.filter(|_| acts_for_another),
            source,
            changes,
        })
    }
}
