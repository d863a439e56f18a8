//! Lists arrivals that wait for review.

use super::{people_of, store};
use crate::{check::duplicates, fields::OwnerOut};
use axum::extract::State;
use borrowers::{Known, Outside};
use lending::{access::Permission, intake::HoldReason};
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, ListQuery, Query, UuidId},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Counts are capped above this number.
const COUNT_MAX: i64 = 1_000;

/// Filter for arrivals.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Arrivals per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// `next` of the previous answer.
    after: Option<Uuid>,
    /// Returns only the count.
    #[serde(default, rename = "onlyCount")]
    only_count: bool,
}

/// A page of waiting arrivals.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadArrivalPage)]
pub struct Out {
    rows: Vec<HeldOut>,
    /// At most 1,000.
    count: i64,
    next: Option<Uuid>,
}

/// A waiting arrival.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadArrival)]
pub struct HeldOut {
    id: Uuid,
    reason: HoldReason,
    /// Name of the contact, if readable.
    name: String,
    /// `API`: sent by a program; `IMPORT`: a row of a file; `ADDRESS`: posted to an intake address.
    channel: String,
    /// Name of the API key, file or intake address.
    via: Option<String>,
    provider_name: Option<String>,
    /// The sender's id.
    external_id: Option<String>,
    owner_name: Option<String>,
    /// Faults by path.
    faults: BTreeMap<String, String>,
    /// Number of leads that may belong to the same person.
    duplicate_count: i32,
    received_at: Timestamp,
    /// It is deleted afterwards.
    kept_until: Timestamp,
}

/// A waiting arrival with its content.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadArrivalDetail)]
pub struct DetailOut {
    #[serde(flatten)]
    held: HeldOut,
    /// The original text.
    raw: String,
    /// The parsed lead. Null if the text isn't JSON.
    #[schema(value_type = Object)]
    lead: Value,
    /// The future owner.
    owner: Option<OwnerOut>,
    /// Leads in scope that may be the same person, strongest match first.
    duplicates: Vec<Known>,
    /// Records out of scope: kind, owner and date only (decision D29).
    outside: Vec<Outside>,
}

impl TryFrom<store::HeldRow> for HeldOut {
    type Error = Error;

    fn try_from(row: store::HeldRow) -> Result<Self> {
        let (reason, faults) = (row.reason()?, row.faults());
        let store::HeldRow {
            id,
            name,
            channel,
            via,
            provider_name,
            external_id,
            owner_name,
            duplicate_count,
            received_at,
            kept_until,
            ..
        } = row;
        Ok(Self {
            id,
            reason,
            name,
            channel,
            via,
            provider_name,
            external_id,
            owner_name,
            faults,
            duplicate_count,
            received_at,
            kept_until,
        })
    }
}

/// Lists waiting arrivals in the user's lead scope, newest first.
#[utoipa::path(get, path = "/api/lead-arrivals", tag = "leads", operation_id = "listLeadArrivals", params(In), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (limit, ..) = ListQuery { limit: query.limit, ..ListQuery::default() }.check()?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let count = store::held_count(&mut tx, COUNT_MAX).await?;
    if query.only_count {
        return Ok(Json(Out { rows: Vec::new(), count, next: None }));
    }
    let mut rows = store::held(&mut tx, None, query.after, i64::from(limit) + 1).await?;
    let is_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| is_more).map(|row| row.id);
    let rows = rows.into_iter().map(HeldOut::try_from).collect::<Result<_>>()?;
    Ok(Json(Out { rows, count, next }))
}

/// Returns a waiting arrival with its content and possible duplicates.
#[utoipa::path(get, path = "/api/lead-arrivals/{id}", tag = "leads", operation_id = "getLeadArrival", params(("id" = Uuid, Path)), responses((status = 200, body = DetailOut), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<Json<DetailOut>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let row = store::held(&mut tx, Some(id), None, 1).await?.into_iter().next().ok_or(Error::NotFound)?;
    let owner = owner_of(&row);
    let kept = store::kept(&app, &mut tx, id).await?.ok_or(Error::NotFound)?;
    let (duplicates, outside) = duplicates(&mut tx, &people_of(&kept.lead)).await?;
    tx.commit().await?;
    Ok(Json(DetailOut { held: row.try_into()?, raw: kept.raw, lead: kept.lead, owner, duplicates, outside }))
}

fn owner_of(row: &store::HeldRow) -> Option<OwnerOut> {
    Some(OwnerOut {
        user: row.owner_user?,
        org_unit: row.owner_unit?,
        membership: row.owner_id?,
        is_primary: true,
        name: row.owner_name.clone()?,
        branch_name: row.owner_branch.clone()?,
    })
}
