//! Possible duplicates in the whole company: pairs of borrowers or of leads, strongest first, until a user merges or
//! dismisses them (DUP-08, DUP-13).

use crate::{matching::RecordKind, reach::contact_reach, store::duplicates as store};
use axum::extract::State;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http::StatusCode;
use lending::access::{Permission, Reach};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json, ListQuery, Query},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// Filter for pairs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Pairs per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// `borrower` (default) or `lead`.
    #[serde(default = "borrowers")]
    kind: RecordKind,
    /// `Certain`, `Likely` or `Possible`. All if absent.
    strength: Option<String>,
    /// `next` of the previous answer.
    after: Option<String>,
}

const fn borrowers() -> RecordKind {
    RecordKind::Borrower
}

/// A page of pairs, with counts by strength.
#[derive(Serialize, ToSchema)]
#[schema(as = DuplicatePage)]
pub struct Out {
    rows: Vec<Pair>,
    /// By strength, at most 1,000 each.
    counts: Counts,
    next: Option<String>,
}

/// Number of pairs by strength.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = DuplicateCounts)]
pub struct Counts {
    pub certain: i64,
    pub likely: i64,
    pub possible: i64,
}

/// Two records that may be the same person.
#[derive(Serialize, ToSchema)]
#[schema(as = DuplicatePair)]
pub struct Pair {
    pub id: i64,
    /// `Certain`, `Likely` or `Possible`.
    pub strength: &'static str,
    /// Fields that agree: `[{field, equal}]`.
    #[schema(value_type = Vec<lending::matching::AgreedField>)]
    pub agreed: Value,
    pub one: Side,
    pub other: Side,
}

/// One record of a pair.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = DuplicateSide)]
pub struct Side {
    #[serde(rename = "id")]
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub cell_phone: Option<String>,
    #[serde(rename = "ownerName")]
    pub owner_name: Option<String>,
}

/// Strengths by rank.
pub(crate) const STRENGTHS: [&str; 3] = ["Possible", "Likely", "Certain"];

/// Lists pairs of borrowers or leads that may be one person, strongest first. Requires company-wide access.
#[utoipa::path(get, path = "/api/duplicates", tag = "borrowers", operation_id = "listDuplicates", params(In), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (limit, ..) = ListQuery { limit: query.limit, ..ListQuery::default() }.check()?;
    let strength = match query.strength.as_deref() {
        None => None,
        Some(name) => {
            let rank = STRENGTHS.iter().position(|known| *known == name);
            let rank = rank.ok_or_else(|| Error::field("strength", "must be Certain, Likely or Possible"))?;
            Some(i16::try_from(rank).unwrap_or(0))
        }
    };
    let after = query.after.as_deref().map(read_cursor).transpose()?;
    let mut tx = begin(actor, &app, query.kind).await?;
    let mut rows = store::pairs(&mut tx, query.kind, strength, after, i64::from(limit) + 1).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|(key, _)| cursor(*key));
    let counts = store::counts(&mut tx, query.kind).await?;
    Ok(Json(Out { rows: rows.into_iter().map(|(_, pair)| pair).collect(), counts, next }))
}

/// Dismisses a pair permanently: the records are different people.
#[utoipa::path(post, path = "/api/duplicates/{id}/dismissal", tag = "borrowers", operation_id = "dismissDuplicate", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn dismiss(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::App).await?;
    let kind = store::kind_of(&mut tx, id).await?;
    sees_all(&mut tx, kind.unwrap_or(RecordKind::Borrower)).await?;
    let kind = kind.ok_or(Error::NotFound)?;
    let (one, other) = store::dismiss(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let audit = Audit {
        action: if kind == RecordKind::Lead { "lead.not-duplicate" } else { "borrower.not-duplicate" },
        entity: kind.as_str(),
        entity_id: &one.to_string(),
        before: None,
        after: Some(json!({ "other": other })),
    };
    tx.audit(audit).await?;
    tx.event("duplicate.dismissed", id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins a transaction if the actor sees all of the company's records of a kind.
async fn begin(actor: Actor, app: &App, kind: RecordKind) -> Result<Tx> {
    let mut tx = actor.begin(app, Permission::App).await?;
    sees_all(&mut tx, kind).await?;
    Ok(tx)
}

async fn sees_all(tx: &mut Tx, kind: RecordKind) -> Result<()> {
    let actor = tx.actor();
    let reach = match kind {
        RecordKind::Lead => {
            actor.may(Permission::LeadCreate)?;
            actor.access.grants.reach(Permission::LeadView, actor.consolidated)
        }
        RecordKind::Borrower | RecordKind::Contact => {
            actor.may(Permission::ContactView)?;
            contact_reach(tx).await?
        }
    };
    if reach == Reach::Company { Ok(()) } else { Err(Error::Forbidden) }
}

/// Sort key of a pair: strength, score and id.
pub(crate) type Key = (i16, i32, i64);

fn cursor(key: Key) -> String {
    URL_SAFE_NO_PAD.encode(format!("{},{},{}", key.0, key.1, key.2))
}

fn read_cursor(text: &str) -> Result<Key> {
    let read = || {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let mut parts = text.split(',');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    read().ok_or_else(|| Error::field("after", "is not from an answer of this list"))
}
