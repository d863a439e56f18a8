//! The history of a loan's fields: each change with person, time and source, and the way back to an earlier value.

mod past;

pub use past::{__path_as_of, __path_compare, as_of, compare};

use crate::{
    application::{self, Cause},
    get::within_reach,
    store::{
        self,
        history::{FieldChange, FieldChanges},
    },
};
use axum::extract::State;
use lending::{
    access::Permission,
    history::{ChangeSource, is_sealed, label_of, parts_of, refusal_to_restore, value_at, value_within},
    patch::Change,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json, PAGE_ROWS, PAGE_ROWS_MAX, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Longest path of a field.
const PATH_LENGTH_MAX: usize = 400;

/// Which changes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Only this field, or the fields of this part of the application.
    path: Option<String>,
    /// Rows of a page: 25, at most 100.
    limit: Option<u32>,
    /// `next` of the answer before.
    after: Option<i64>,
}

/// A page of the history.
#[derive(Serialize, ToSchema)]
#[schema(as = FieldHistory)]
pub struct FieldHistory {
    rows: Vec<FieldHistoryEntry>,
    /// `after` for the next page, where there is one.
    next: Option<i64>,
    /// The field's value now. Only with `path`.
    current: Option<Value>,
    /// How the loan was created. Only on the last page.
    created: Option<CreatedOut>,
}

/// The beginning of the history.
#[derive(Serialize, ToSchema)]
#[schema(as = FieldHistoryBeginning)]
pub struct CreatedOut {
    at: Timestamp,
    person: Option<String>,
    source: ChangeSource,
    /// The field's first value. Only with `path`.
    value: Option<Value>,
}

/// A change of a field.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FieldHistoryEntry)]
pub struct FieldHistoryEntry {
    id: i64,
    /// The changed field: the requested one, or one within it.
    path: String,
    label: String,
    /// Of a sealed value the last four digits at most.
    before: Value,
    after: Value,
    at: Timestamp,
    /// The signed-in user, or the rule or API key.
    person: Option<String>,
    /// For whom that person acted, if for another.
    acting_for: Option<String>,
    source: ChangeSource,
    /// The moment whose value was restored by this change.
    restored_from: Option<Timestamp>,
    /// Whether the value after this change can be restored.
    can_restore: bool,
}

/// Pages through the changes of a loan's fields, newest first.
#[utoipa::path(get, path = "/api/loans/{id}/history", tag = "loans", operation_id = "getLoanHistory", params(("id" = i64, Path), HistoryQuery),
    responses((status = 200, body = FieldHistory), (status = 404), (status = 422)))]
pub async fn get(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<FieldHistory>> {
    let HistoryQuery { path, limit, after } = query;
    let limit = limit.unwrap_or(PAGE_ROWS);
    if !(1..=PAGE_ROWS_MAX).contains(&limit) {
        return Err(Error::field("limit", format!("must be 1 to {PAGE_ROWS_MAX}")));
    }
    if path.as_ref().is_some_and(|path| path.is_empty() || path.len() > PATH_LENGTH_MAX) {
        return Err(Error::field("path", format!("must have 1 to {PATH_LENGTH_MAX} characters")));
    }
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let loan = within_reach(&mut tx, id).await?;
    let document = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?.document;
    let (mut changes, next) = page(&mut tx, id, path.as_deref(), after.unwrap_or(i64::MAX), limit as usize).await?;
    let current = path.as_deref().map(|path| shown_at(&document, path));
    let created = match next {
        Some(_) => None,
        None => {
            let first = match &path {
                Some(path) => Some(first_value(&mut tx, id, &document, path, loan.created_at).await?),
                None => None,
            };
            let source = if loan.import_type.is_some() || loan.source_file_id.is_some() {
                ChangeSource::Import
            } else {
                ChangeSource::Form
            };
            Some(CreatedOut { at: loan.created_at, person: loan.created_by.clone(), source, value: first })
        }
    };
    let may_edit = tx.actor().may(Permission::LoanEdit).is_ok() && !loan.is_read_only(&tx);
    let rows = changes.drain(..).map(|change| FieldHistoryEntry::of(change, &document, may_edit)).collect();
    Ok(Json(FieldHistory { rows, next, current, created }))
}

/// The value of a field as the document shows it.
fn shown_at(document: &Value, path: &str) -> Value {
    match is_sealed(path) {
        true => value_at(document, &format!("{path}LastFour")),
        false => value_at(document, path),
    }
}

/// The value of a field when the loan was created.
async fn first_value(tx: &mut Tx, loan: i64, document: &Value, path: &str, created_at: Timestamp) -> Result<Value> {
    let changes = store::history::changes_since(tx, loan, created_at).await?;
    let mut first = document.clone();
    lending::history::undo(&mut first, &changes);
    Ok(shown_at(&first, path))
}

/// A page of changes with the id that the next one begins below. Changes of a part of the document that left the field as
/// it was are skipped, so pages are read until enough are found.
async fn page(
    tx: &mut Tx,
    loan: i64,
    path: Option<&str>,
    mut before: i64,
    limit: usize,
) -> Result<(Vec<FieldChange>, Option<i64>)> {
    let paths: Vec<String> = path.map(|path| [parts_of(path), vec![path.to_owned()]].concat()).unwrap_or_default();
    let rows = limit as i64 + 1;
    let mut found = Vec::new();
    loop {
        let asked = FieldChanges { loan, path, paths: &paths, before, limit: rows };
        let changes = store::history::changes(tx, &asked).await?;
        let is_last = (changes.len() as i64) < rows;
        before = changes.last().map_or(before, |change| change.id);
        found.extend(changes.into_iter().filter_map(|change| narrowed(change, path)));
        if found.len() > limit {
            found.truncate(limit);
            let next = found.last().map(|change| change.id);
            return Ok((found, next));
        }
        if is_last {
            return Ok((found, None));
        }
    }
}

/// A change as a field saw it; `None` if it left the field as it was.
fn narrowed(change: FieldChange, path: Option<&str>) -> Option<FieldChange> {
    let Some(path) = path.filter(|path| path.len() > change.path.len() || *path == change.path) else {
        return Some(change);
    };
    let before = value_within(&change.before, &change.path, path)?;
    let after = value_within(&change.after, &change.path, path)?;
    (before != after || path == change.path).then(|| FieldChange { path: path.to_owned(), before, after, ..change })
}

impl FieldHistoryEntry {
    fn of(change: FieldChange, document: &Value, may_edit: bool) -> Self {
        let acts_for_another = change.signed_in_id != change.acting_id;
        let source = match (&change.source, change.rule_id, change.api_key_id) {
            (_, Some(_), _) => ChangeSource::Rule,
            (_, _, Some(_)) => ChangeSource::Api,
            (Some(source), ..) if source == "Portal" => ChangeSource::Portal,
            (Some(_), ..) => ChangeSource::Import,
            (None, ..) => ChangeSource::Form,
        };
        let person = match source {
            ChangeSource::Rule => change.rule_name,
            ChangeSource::Api => change.api_key_name,
            _ => change.signed_in_name,
        };
        Self {
            id: change.id,
            label: label_of(document, &change.path),
            can_restore: may_edit && refusal_to_restore(&change.path).is_none(),
            path: change.path,
            before: change.before,
            after: change.after,
            at: change.changed_at,
            person,
            acting_for: change.acting_name.filter(|_| acts_for_another),
            source,
            restored_from: change.restored_from,
        }
    }
}

/// Which value of an entry to restore.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RestoreField)]
pub struct RestoreIn {
    /// The field: that of the entry, or one within it.
    path: String,
    /// The value that its author saw, as in a change of the application.
    #[serde(default)]
    from: Value,
    /// The value after the entry's change, or the one before it.
    #[serde(default)]
    side: EntrySide,
}

/// A side of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum EntrySide {
    /// The value before the change.
    Before,
    /// The value after it.
    #[default]
    After,
}

/// Sets a field to the value that it had after, or before, a change of the history. The history lists it as a change, with the
/// moment of the restored value.
#[utoipa::path(post, path = "/api/loans/{id}/history/{entry}/restore", tag = "loans", operation_id = "restoreLoanField",
    params(("id" = i64, Path), ("entry" = i64, Path)), request_body = RestoreIn,
    responses((status = 200, body = application::Out), (status = 404), (status = 409), (status = 422), (status = 423)))]
pub async fn restore(
    actor: Actor,
    State(app): State<App>,
    axum::extract::Path((id, entry)): axum::extract::Path<(i64, i64)>,
    Json(body): Json<RestoreIn>,
) -> Result<Json<application::Out>> {
    let RestoreIn { path, from, side } = body;
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.is_read_only(&tx) {
        return Err(Error::ReadOnly);
    }
    let change = store::history::change(&mut tx, id, entry).await?.ok_or(Error::NotFound)?;
    if let Some(reason) = refusal_to_restore(&path) {
        return Err(Error::field("path", reason));
    }
    let (value, restored_from) = match side {
        EntrySide::After => (&change.after, change.changed_at),
        EntrySide::Before => (&change.before, change.before_since.unwrap_or(loan.created_at)),
    };
    let to = value_within(value, &change.path, &path)
        .ok_or_else(|| Error::field("path", "This entry changed another field."))?;
    let cause = Cause { restored_from: Some(restored_from), ..Cause::default() };
    let out = application::change(&app, &mut tx, &loan, &[Change { path, from, to }], cause).await?;
    tx.commit().await?;
    Ok(Json(out))
}
