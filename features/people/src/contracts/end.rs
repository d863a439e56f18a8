//! Ends a contract and the memberships that depend on it, in one transaction.

use super::{Contract, now};
use crate::store::{contracts as store, users};
use axum::extract::State;
use lending::access::Permission;
use loans::{Successors, hand_over};
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde_json::json;

/// Ends a contract. Deactivates its memberships and removes its people from the teams of open loans. Their next request
/// here is refused.
#[utoipa::path(delete, path = "/api/processor-contracts/{id}", tag = "people", operation_id = "endProcessorContract", params(("id" = i64, Path)), responses((status = 200, body = Contract), (status = 403), (status = 404)))]
pub async fn end(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Contract>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let company = store::lock(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if !store::end(&mut tx, id).await? {
        return Ok(Json(now(&mut tx, id).await?));
    }
    let places = store::places(&mut tx, company).await?;
    let memberships: Vec<i64> = places.iter().map(|(membership, _)| *membership).collect();
    let left = hand_over(&mut tx, &memberships, &Successors::default(), None).await?;
    store::switch_off(&mut tx, &memberships).await?;
    for (_, user) in &places {
        // If this membership was their default, choose another one.
        users::set_default(&mut tx, *user, None).await?;
        tx.event("user.edited", *user).await?;
    }
    let audit = Audit {
        action: "processor-contract.end",
        entity: "processor-contract",
        entity_id: &id.to_string(),
        before: Some(json!({ "active": true })),
        after: Some(json!({ "active": false, "memberships": memberships, "left": left })),
    };
    tx.audit(audit).await?;
    tx.event("processor-contract.ended", id).await?;
    let own = tx.company();
    billing::settle(&mut tx, own).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}
