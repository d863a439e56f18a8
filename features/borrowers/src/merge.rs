//! Merges records of one person: a preview by field, the merge, and its undo within thirty days (DUP-09 to DUP-12).

use crate::{
    directory,
    matching::{self, RecordKind},
    record::{Facts, In as Details, Out as Borrower, changed, out, within_reach},
    store::{Record, merges as store},
};
use axum::extract::State;
use lending::access::{Permission, Role};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json, Query},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use utoipa::{IntoParams, ToSchema};

/// Maximum number of records in a merge.
const RECORDS_MAX: usize = 5;
/// Days within which a merge can be undone.
pub(crate) const UNDO_DAYS: i32 = 30;
const REASON_LENGTH_MAX: usize = 500;

/// The records to preview.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewIn {
    /// Two to five ids, separated by commas.
    ids: String,
}

/// Records side by side, and the result of a merge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergePreview)]
pub struct Preview {
    records: Vec<Borrower>,
    /// Default survivor: the record with the most loans, otherwise the oldest.
    survivor_id: i64,
    /// Default values of the result: for each field the newest that isn't empty.
    values: Facts,
    /// The records have different taxpayer numbers or birth dates. Only a company admin can merge them, with a reason.
    needs_reason: bool,
    /// Whether the caller may give a reason.
    may_give_reason: bool,
}

/// A merge to perform.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewMerge)]
pub struct In {
    /// The record that remains.
    survivor_id: i64,
    /// All records including the survivor.
    ids: Vec<i64>,
    /// Values of the result. Absent fields get the newest value that isn't empty.
    #[serde(default)]
    values: Details,
    reason: Option<String>,
}

/// A completed merge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Merge)]
pub struct Out {
    id: i64,
    borrower: Borrower,
}

/// A merge on the survivor's page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergeOfBorrower)]
pub struct Made {
    pub id: i64,
    pub made_at: Timestamp,
    pub made_by: Option<String>,
    /// Names of the records that were merged into this one.
    pub names: Vec<String>,
    /// Deadline for undoing it. Null if it can no longer be undone.
    pub undo_until: Option<Timestamp>,
}

/// Previews the merge of two to five records.
#[utoipa::path(get, path = "/api/borrower-merges/preview", tag = "borrowers", operation_id = "previewBorrowerMerge", params(PreviewIn), responses((status = 200, body = Preview), (status = 404), (status = 422)))]
pub async fn preview(actor: Actor, State(app): State<App>, Query(query): Query<PreviewIn>) -> Result<Json<Preview>> {
    let ids: Option<Vec<i64>> = query.ids.split(',').map(|text| text.trim().parse().ok()).collect();
    let ids = ids_of(&ids.ok_or_else(|| Error::field("ids", "must be ids with commas between them"))?)?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let found = records(&mut tx, &ids).await?;
    let values = newest(&found);
    let needs_reason = are_different(&found);
    let mut records = Vec::new();
    for id in &ids {
        records.push(out(&mut tx, *id).await?);
    }
    let survivor = records.iter().max_by_key(|one| (one.loan_total(), std::cmp::Reverse(one.id())));
    let survivor_id = survivor.map_or(0, Borrower::id);
    Ok(Json(Preview { records, survivor_id, values, needs_reason, may_give_reason: is_company_admin(&tx) }))
}

/// Merges records. Everything linked to the others moves to the survivor.
#[utoipa::path(post, path = "/api/borrower-merges", tag = "borrowers", operation_id = "mergeBorrowers", request_body = In, responses((status = 200, body = Out), (status = 404), (status = 409), (status = 422)))]
pub async fn merge(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let ids = ids_of(&body.ids)?;
    let reason = body.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty()).map(str::to_owned);
    if reason.as_deref().is_some_and(|reason| reason.chars().count() > REASON_LENGTH_MAX) {
        return Err(Error::field("reason", format!("must have at most {REASON_LENGTH_MAX} characters")));
    }
    if !ids.contains(&body.survivor_id) {
        return Err(Error::field("survivorId", "Choose one of the records"));
    }
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    store::lock(&mut tx, &ids).await?;
    let found = records(&mut tx, &ids).await?;
    if are_different(&found) && !(is_company_admin(&tx) && reason.is_some()) {
        return Err(Error::Conflict {
            code: "LWBOR10409",
            message:
                "These records have different Social Security numbers or birth dates. A company admin can merge them \
                      and say why they are one person."
                    .to_owned(),
            details: None,
        });
    }
    let survivor = body.survivor_id;
    let others: Vec<i64> = ids.iter().copied().filter(|id| *id != survivor).collect();
    let before = found.iter().find(|(id, _)| *id == survivor).map(|(_, record)| record.facts.clone());
    let before = before.ok_or(Error::NotFound)?;
    let owner_id = before.owner_id;
    let after = Facts { owner_id, ..changed(&newest(&found), &body.values)? };
    let id = store::merge(&mut tx, survivor, &others, &before, &after, reason.as_deref()).await?;
    let company = tx.company();
    for other in &others {
        matching::remove(&mut tx, company, matching::Record { kind: RecordKind::Borrower, id: *other }).await?;
    }
    directory::register(&mut tx, &[survivor]).await?;
    let audit = Audit {
        action: "borrower.merge",
        entity: "borrower",
        entity_id: &survivor.to_string(),
        before: Some(json!({ "records": ids, "values": before })),
        after: Some(json!({ "merge": id, "values": after, "reason": reason })),
    };
    tx.audit(audit).await?;
    tx.event("borrower.merged", survivor).await?;
    let borrower = out(&mut tx, survivor).await?;
    tx.commit().await?;
    Ok(Json(Out { id, borrower }))
}

/// Undoes a merge. Restores the records with their links; later changes stay with the survivor.
#[utoipa::path(post, path = "/api/borrower-merges/{id}/undo", tag = "borrowers", operation_id = "undoBorrowerMerge", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 404), (status = 409)))]
pub async fn undo(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let merge = store::find(&mut tx, id).await?.ok_or(Error::NotFound)?;
    // If the survivor was itself merged into another record, that merge must be undone first.
    let survivor = within_reach(&mut tx, merge.survivor_id).await?;
    store::lock(&mut tx, &[merge.survivor_id]).await?;
    if !merge.can_be_undone {
        return Err(Error::Conflict {
            code: "LWBOR10410",
            message: format!(
                "This merge can be undone no more: it was undone before, or is older than {UNDO_DAYS} days."
            ),
            details: None,
        });
    }
    let restored = restored(&survivor.facts, &merge.before, &merge.after);
    let records = store::undo(&mut tx, &merge, &restored).await?;
    let survivor_id = merge.survivor_id;
    directory::register(&mut tx, &[records.as_slice(), &[survivor_id]].concat()).await?;
    let audit = Audit {
        action: "borrower.unmerge",
        entity: "borrower",
        entity_id: &survivor_id.to_string(),
        before: Some(json!({ "merge": id, "values": survivor.facts })),
        after: Some(json!({ "records": records, "values": restored })),
    };
    tx.audit(audit).await?;
    tx.event("borrower.unmerged", survivor_id).await?;
    let borrower = out(&mut tx, survivor_id).await?;
    tx.commit().await?;
    Ok(Json(Out { id, borrower }))
}

/// Validates two to five different ids.
fn ids_of(ids: &[i64]) -> Result<Vec<i64>> {
    let ids: BTreeSet<i64> = ids.iter().copied().collect();
    match ids.len() {
        2..=RECORDS_MAX => Ok(ids.into_iter().collect()),
        _ => Err(Error::field("ids", format!("Choose two to {RECORDS_MAX} different records"))),
    }
}

/// Reads the records, all of which must be in scope.
async fn records(tx: &mut Tx, ids: &[i64]) -> Result<Vec<(i64, Record)>> {
    let mut found = Vec::new();
    for id in ids {
        found.push((*id, within_reach(tx, *id).await?));
    }
    Ok(found)
}

/// For each field, the newest value that isn't empty.
fn newest(records: &[(i64, Record)]) -> Facts {
    let mut sorted: Vec<&Record> = records.iter().map(|(_, record)| record).collect();
    sorted.sort_by_key(|record| std::cmp::Reverse(record.updated_at));
    let text = |get: fn(&Facts) -> &String| {
        sorted.iter().map(|record| get(&record.facts)).find(|text| !text.is_empty()).cloned().unwrap_or_default()
    };
    let value = |get: fn(&Facts) -> &Option<String>| sorted.iter().find_map(|record| get(&record.facts).clone());
    let address = sorted.iter().map(|record| &record.facts.address).find(|address| address.columns() != [None; 5]);
    Facts {
        first_name: text(|facts| &facts.first_name),
        last_name: text(|facts| &facts.last_name),
        email: value(|facts| &facts.email),
        cell_phone: value(|facts| &facts.cell_phone),
        address: address.cloned().unwrap_or_default(),
        owner_id: sorted.first().map_or(0, |record| record.facts.owner_id),
    }
}

/// Values of the survivor after an undo: the previous ones, except for later changes.
fn restored(now: &Facts, before: &Facts, after: &Facts) -> Facts {
    fn back<T: Clone + PartialEq>(now: &T, before: &T, after: &T) -> T {
        if now == after { before.clone() } else { now.clone() }
    }
    Facts {
        first_name: back(&now.first_name, &before.first_name, &after.first_name),
        last_name: back(&now.last_name, &before.last_name, &after.last_name),
        email: back(&now.email, &before.email, &after.email),
        cell_phone: back(&now.cell_phone, &before.cell_phone, &after.cell_phone),
        address: back(&now.address, &before.address, &after.address),
        owner_id: now.owner_id,
    }
}

/// Returns true if the records have different taxpayer numbers or birth dates.
fn are_different(records: &[(i64, Record)]) -> bool {
    let differ = |get: fn(&Record) -> &Option<Vec<u8>>| {
        records.iter().filter_map(|(_, record)| get(record).as_ref()).collect::<BTreeSet<_>>().len() > 1
    };
    differ(|record| &record.ssn_key) || differ(|record| &record.birth_key)
}

fn is_company_admin(tx: &Tx) -> bool {
    let grants = &tx.actor().access.grants;
    grants.at_headquarters() && grants.roles().contains(&Role::CompanyAdmin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(last_name: &str, email: Option<&str>) -> Facts {
        Facts {
            first_name: "Maya".to_owned(),
            last_name: last_name.to_owned(),
            email: email.map(str::to_owned),
            cell_phone: None,
            address: Default::default(),
            owner_id: 1,
        }
    }

    #[test]
    fn undoing_a_merge_keeps_later_changes() {
        let (before, after) = (facts("Ortiz", None), facts("Ortiz-Diaz", Some("maya@example.com")));
        let is = |now: &Facts| {
            let restored = restored(now, &before, &after);
            (restored.last_name, restored.email)
        };
        assert_eq!(is(&after), ("Ortiz".to_owned(), None));
        let married = facts("Hale", Some("maya@example.com"));
        assert_eq!(is(&married), ("Hale".to_owned(), None));
    }
}
