//! Completes the authorization after the browser returned with a code.

use super::{MailboxOut, authorize, provider, redirect_uri, seal};
use crate::store::mailbox::{self as store, Connected};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Fields, Origin, Result, extract::Json, record::Audit, seal::Sealed};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Maximum length of code and state.
const TEXT_MAX: usize = 2_000;

/// Parameters from the provider.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EmailIntegrationIn)]
pub struct In {
    provider: String,
    code: String,
    /// The state that the authorization started with.
    state: String,
}

/// Connects a mailbox and replaces an earlier one.
#[utoipa::path(post, path = "/api/users/me/email-integration", tag = "integrations", operation_id = "connectEmail", request_body = In, responses((status = 200, body = MailboxOut), (status = 403), (status = 409), (status = 422)))]
pub async fn connect(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<Json<MailboxOut>> {
    actor.refuse_for_another()?;
    let mut fields = Fields::default();
    let code = fields.required("code", &body.code, "is missing").unwrap_or_default();
    let state = fields.required("state", &body.state, "is missing").unwrap_or_default();
    for (name, text) in [("code", &code), ("state", &state)] {
        if text.len() > TEXT_MAX {
            fields.add(name, "is too long");
        }
    }
    fields.check()?;

    // Delete the pending authorization first, so that it can be used only once.
    let mut tx = actor.clone().begin(&app, Permission::ProfileEdit).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let begun = store::take_authorization(&mut tx, company, user, &identity::hash_token(&state)).await?;
    tx.commit().await?;
    let not_begun =
        || conflict("LWMAIL10409", "This connection was not begun here, or took too long. Please connect again.");
    let begun = begun.filter(|begun| begun.provider == body.provider && begun.redirect_uri == redirect_uri(&origin));
    let begun = begun.ok_or_else(not_begun)?;
    let provider = provider::by_code(&begun.provider).ok_or_else(not_begun)?;
    let sealed = Sealed { key_id: begun.sealed_with, ciphertext: begun.verifier };
    let verifier = app.keys.open(&authorize::place(company, user), &sealed).map_err(Error::internal)?;
    let verifier = std::str::from_utf8(&verifier).map_err(Error::internal)?;
    let grant = match provider.exchange(&app, &code, verifier, &begun.redirect_uri).await? {
        Ok(grant) => grant,
        Err(why) => return Err(conflict("LWMAIL10410", why)),
    };

    let sealed = seal(&app, company, user, &grant.tokens)?;
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let before = store::one(&mut tx, company, user).await?;
    let connected =
        Connected { provider: provider.code(), address: &grant.address, sealed: &sealed, renew_at: grant.renew_at };
    let row = store::put(&mut tx, company, user, &connected).await?;
    let id = row.id;
    tx.audit(Audit {
        action: "mailbox.connect",
        entity: "mailbox",
        entity_id: &id.to_string(),
        before: before.map(|before| json!({ "provider": before.provider, "address": before.address })),
        after: Some(json!({ "provider": row.provider, "address": row.address })),
    })
    .await?;
    tx.event("mailbox.changed", id).await?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

fn conflict(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.to_owned(), details: None }
}
