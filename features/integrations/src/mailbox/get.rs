//! State of a user's mailbox.

use super::{MailboxOut, open, provider, seal};
use crate::store::mailbox as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, Tx, extract::Json, record::Audit};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// The active user's mailbox as stored, or none.
#[derive(Serialize, ToSchema)]
pub struct StoredMailbox {
    mailbox: Option<MailboxOut>,
}

/// The stored mailbox of the transaction's user. Returns `None` if the user may not have one, or if its access must be
/// renewed first, which takes a call to the provider.
pub async fn stored_mailbox(tx: &mut Tx) -> Result<Option<StoredMailbox>> {
    if !tx.actor().access.grants.may(Permission::ProfileEdit) {
        return Ok(None);
    }
    let (company, user) = (tx.company(), tx.actor().user);
    let row = store::one(tx, company, user).await?;
    let needs_renewal = row.as_ref().is_some_and(|row| row.lost_at.is_none() && row.is_over);
    Ok((!needs_renewal).then(|| StoredMailbox { mailbox: row.map(Into::into) }))
}

/// Returns the active user's mailbox. Renews expired access. If the provider refuses, the connection is lost.
#[utoipa::path(get, path = "/api/users/me/email-integration", tag = "integrations", operation_id = "getEmailIntegration", responses((status = 200, body = MailboxOut), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<MailboxOut>> {
    let mut tx = actor.clone().begin(&app, Permission::ProfileEdit).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let row = store::one(&mut tx, company, user).await?.ok_or(Error::NotFound)?;
    drop(tx);
    if row.lost_at.is_some() || !row.is_over {
        return Ok(Json(row.into()));
    }
    let provider = provider::by_code(&row.provider).ok_or(Error::NotFound)?;
    let renewed = match provider.renew(&app, &open(&app, company, &row)?).await {
        Ok(renewed) => renewed,
        // Provider unreachable: keep the last known status.
        Err(error) => {
            tracing::warn!(%error, provider = row.provider, "the access to a mailbox can't be renewed now");
            return Ok(Json(row.into()));
        }
    };
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    // If two requests renew concurrently, the slower one changes nothing.
    let changed = match renewed {
        Some((tokens, renew_at)) => {
            let sealed = seal(&app, company, user, &tokens)?;
            store::renew(&mut tx, company, &row, &sealed, renew_at).await?
        }
        None => store::lose(&mut tx, company, &row).await?,
    };
    let now = store::one(&mut tx, company, user).await?.ok_or(Error::NotFound)?;
    if changed && now.lost_at.is_some() {
        let entity_id = row.id.to_string();
        let before = Some(json!({ "provider": row.provider, "address": row.address }));
        let audit = Audit { action: "mailbox.lose", entity: "mailbox", entity_id: &entity_id, before, after: None };
        tx.audit(audit).await?;
        tx.event("mailbox.changed", row.id).await?;
    }
    tx.commit().await?;
    Ok(Json(now.into()))
}
