//! Disconnects a mailbox.

use super::{open, provider};
use crate::store::mailbox as store;
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, record::Audit};
use serde_json::json;

/// Disconnects the user's mailbox and revokes the access at the provider.
#[utoipa::path(delete, path = "/api/users/me/email-integration", tag = "integrations", operation_id = "disconnectEmail", responses((status = 204), (status = 403), (status = 404)))]
pub async fn disconnect(actor: Actor, State(app): State<App>) -> Result<StatusCode> {
    actor.refuse_for_another()?;
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let row = store::remove(&mut tx, company, user).await?.ok_or(Error::NotFound)?;
    tx.audit(Audit {
        action: "mailbox.disconnect",
        entity: "mailbox",
        entity_id: &row.id.to_string(),
        before: Some(json!({ "provider": row.provider, "address": row.address })),
        after: None,
    })
    .await?;
    tx.event("mailbox.changed", row.id).await?;
    tx.commit().await?;
    // It is disconnected here in any case. Without the revocation, the access expires at the provider.
    if let (Some(provider), Ok(tokens)) = (provider::by_code(&row.provider), open(&app, company, &row))
        && let Err(error) = provider.revoke(&app, &tokens).await
    {
        tracing::warn!(%error, provider = row.provider, "a mail provider was not told that its access was given back");
    }
    Ok(StatusCode::NO_CONTENT)
}
