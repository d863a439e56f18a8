//! Relations between borrowers, such as spouse, child or employer. Each is stored in both directions.

use crate::{
    record::{Out, answer, within_reach},
    store,
};
use axum::extract::{Path, State};
use lending::{access::Permission, words};
use platform::{Actor, App, Error, Result, Tx, extract::Json, record::Audit};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

words! {
    /// Relation of a person to the borrower.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Relation { SPOUSE, PARTNER, PARENT, CHILD, SIBLING, EMPLOYER, EMPLOYEE, OTHER }
}

impl Relation {
    /// The inverse relation.
    fn back(self) -> Relation {
        match self {
            Relation::PARENT => Relation::CHILD,
            Relation::CHILD => Relation::PARENT,
            Relation::EMPLOYER => Relation::EMPLOYEE,
            Relation::EMPLOYEE => Relation::EMPLOYER,
            same => same,
        }
    }
}

/// The relation to the borrower.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RelativeIn)]
pub struct In {
    relation: Relation,
}

/// Sets the relation between two borrowers in both directions.
#[utoipa::path(put, path = "/api/borrowers/{id}/relatives/{relative}", tag = "borrowers", operation_id = "putRelative", params(("id" = i64, Path), ("relative" = i64, Path)), request_body = In, responses((status = 200, body = Out), (status = 404), (status = 422)))]
pub async fn put(
    actor: Actor,
    State(app): State<App>,
    Path((id, relative)): Path<(String, String)>,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let (mut tx, id, relative) = begin(actor, &app, &id, &relative).await?;
    if id == relative {
        return Err(Error::field("relative", "Choose another person"));
    }
    store::put_relative(&mut tx, id, relative, body.relation.as_str(), body.relation.back().as_str()).await?;
    let after = json!({ "relative": relative, "relation": body.relation });
    record(&mut tx, id, "borrower.relate", None, Some(after)).await?;
    let out = answer(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Removes the relation between two borrowers.
#[utoipa::path(delete, path = "/api/borrowers/{id}/relatives/{relative}", tag = "borrowers", operation_id = "removeRelative", params(("id" = i64, Path), ("relative" = i64, Path)), responses((status = 200, body = Out), (status = 404)))]
pub async fn remove(
    actor: Actor,
    State(app): State<App>,
    Path((id, relative)): Path<(String, String)>,
) -> Result<Json<Out>> {
    let (mut tx, id, relative) = begin(actor, &app, &id, &relative).await?;
    if !store::remove_relative(&mut tx, id, relative).await? {
        return Err(Error::NotFound);
    }
    record(&mut tx, id, "borrower.unrelate", Some(json!({ "relative": relative })), None).await?;
    let out = answer(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Begins a transaction if both records are in scope.
async fn begin(actor: Actor, app: &App, id: &str, relative: &str) -> Result<(Tx, i64, i64)> {
    let number = |text: &str| text.parse::<i64>().map_err(|_| Error::NotFound);
    let mut tx = actor.begin(app, Permission::ContactView).await?;
    let (id, relative) = (number(id)?, number(relative)?);
    within_reach(&mut tx, id).await?;
    within_reach(&mut tx, relative).await?;
    Ok((tx, id, relative))
}

async fn record(
    tx: &mut Tx,
    id: i64,
    action: &'static str,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "borrower", entity_id: &id.to_string(), before, after }).await?;
    tx.event("borrower.edited", id).await
}
