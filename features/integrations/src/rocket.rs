//! Completes the authorization at Rocket Pro after the browser returned with a code.

pub(crate) mod authorize;

use crate::store::lenders as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Fields, Origin, Result, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Parameters from the partner (CALLBACK-06).
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PostAuthenticateIn)]
pub struct In {
    code: String,
    /// URL on this host to which the partner returned.
    callback_url: String,
    /// The state that the authorization started with.
    state: Option<String>,
}

/// Whether the partner accepted the code.
#[derive(Serialize, ToSchema)]
#[schema(as = PostAuthenticated)]
pub struct Out {
    success: bool,
    /// Why the partner refused.
    message: Option<&'static str>,
}

/// The lender's code in tables.
const LENDER: &str = "rocket";
/// Maximum length of code and state.
const TEXT_MAX: usize = 2_000;
/// The code that the simulator refuses.
const DENIED: &str = "denied";
const NOT_SET_UP: &str = "Rocket Pro is not set up in this installation.";

/// The page to which the partner returns.
fn redirect_uri(origin: &Origin) -> String {
    format!("{}/partner/rocket/auth/callback", origin.base())
}

/// Exchanges an authorization code at the partner.
#[utoipa::path(post, path = "/api/lender-integrations/rocket/post-authenticate", tag = "integrations", operation_id = "postAuthenticateRocket", request_body = In, responses((status = 200, body = Out)))]
pub async fn post_authenticate(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    actor.may(Permission::LenderIntegrationManage)?;
    let mut fields = Fields::default();
    let code = fields.required("code", &body.code, "is missing").unwrap_or_default();
    let state = body.state.unwrap_or_default();
    for (name, text) in [("code", &code), ("state", &state)] {
        if text.len() > TEXT_MAX {
            fields.add(name, "is too long");
        }
    }
    // The partner compares it with the URL of the authorization request. A different one would belong to another
    // application.
    let callback_url = redirect_uri(&origin);
    if body.callback_url != callback_url {
        fields.add("callbackUrl", format!("must be {callback_url}"));
    }
    fields.check()?;
    let refused = |message| Ok(Json(Out { success: false, message: Some(message) }));
    // Delete the pending authorization first, so that it can be used only once.
    let mut tx = actor.clone().begin(&app, Permission::LenderIntegrationManage).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let is_begun = store::take_authorization(&mut tx, company, user, LENDER, &identity::hash_token(&state)).await?;
    tx.commit().await?;
    if !app.config.stands_in_for_rocket() {
        return refused(NOT_SET_UP);
    }
    if !is_begun {
        return refused("This connection was not begun here, or took too long. Please connect again.");
    }
    if code == DENIED {
        return refused("Rocket Pro did not accept the authorization.");
    }
    let mut tx = actor.begin(&app, Permission::LenderIntegrationManage).await?;
    store::put(&mut tx, company, user, LENDER).await?;
    let entity_id = user.to_string();
    let audit = Audit { action: "rocket.authorize", entity: "user", entity_id: &entity_id, before: None, after: None };
    tx.audit(audit).await?;
    tx.commit().await?;
    Ok(Json(Out { success: true, message: None }))
}
