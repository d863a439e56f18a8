//! Revokes API keys.

use super::sees_to_company;
use crate::store::keys as store;
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, Tx, extract::Id, record::Audit};
use serde_json::json;

/// Revokes a key: the user's own, or any of the company for users who manage them. Every process refuses it from the
/// next request on. Revoking it again has no effect.
#[utoipa::path(delete, path = "/api/api-keys/{id}", tag = "integrations", operation_id = "revokeApiKey", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn revoke(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::ApiKeysManage).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let key = store::one(&mut tx, company, id).await?.ok_or(Error::NotFound)?;
    let is_own = store::is_of(&mut tx, company, id, user).await?;
    if !is_own && !sees_to_company(tx.actor()) {
        return Err(Error::NotFound);
    }
    if store::revoke(&mut tx, company, id, user).await? {
        tx.audit(Audit {
            action: "api-key.revoke",
            entity: "api-key",
            entity_id: &id.to_string(),
            before: Some(json!({ "name": key.name, "prefix": key.prefix, "scopes": key.scopes })),
            after: None,
        })
        .await?;
        tx.event("api-key.revoked", id).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Revokes all keys of a user in all companies.
pub(crate) async fn all_of(tx: &mut Tx, user: i64) -> Result<usize> {
    let by = tx.actor().user;
    let revoked = store::revoke_all(tx, user, by).await?;
    for id in &revoked {
        let id = id.to_string();
        let audit = Audit { action: "api-key.revoke", entity: "api-key", entity_id: &id, before: None, after: None };
        tx.audit(audit).await?;
    }
    Ok(revoked.len())
}
