//! Begins the authorization by sending the browser to the provider.

use super::{
    provider::{self, Request},
    redirect_uri,
};
use crate::store::mailbox::{self as store, NewAuthorization};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Origin, Result, extract::Json, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Lifetime of a pending authorization in minutes.
const MINUTES: i32 = 10;
/// Authorizations per user and hour.
const HOURLY_MAX: i32 = 30;

/// The provider to use.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EmailAuthorizationIn)]
pub struct In {
    /// `sandbox`.
    provider: String,
}

/// Where the browser should go.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailAuthorization)]
pub struct Out {
    authorization_url: String,
}

/// The place that binds a sealed verifier.
pub(crate) fn place(company: i64, user: i64) -> String {
    format!("mailbox_authorization/{company}/{user}")
}

/// Begins connecting the user's mailbox.
#[utoipa::path(post, path = "/api/users/me/email-integration/authorization", tag = "integrations", operation_id = "authorizeEmail", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn authorize(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    actor.refuse_for_another()?;
    let provider = provider::by_code(&body.provider).ok_or_else(|| Error::field("provider", "is none that we know"))?;
    limits::take(&app.pool, "mailbox", &actor.user.to_string(), HOURLY_MAX, 60).await?;
    let (state, verifier) =
        (identity::random_token().map_err(Error::internal)?, identity::random_token().map_err(Error::internal)?);
    let challenge =
        identity::challenge_of(&verifier).ok_or_else(|| Error::internal(std::io::Error::other("no verifier")))?;
    let redirect_uri = redirect_uri(&origin);

    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let sealed = app.keys.seal(&place(company, user), verifier.as_bytes()).map_err(Error::internal)?;
    store::forget_old_authorizations(&mut tx, company, user).await?;
    let new = NewAuthorization {
        state_hash: &identity::hash_token(&state),
        provider: provider.code(),
        redirect_uri: &redirect_uri,
        sealed: &sealed,
        minutes: MINUTES,
    };
    store::insert_authorization(&mut tx, company, user, &new).await?;
    tx.commit().await?;
    let request = Request { base: &origin.base(), redirect_uri: &redirect_uri, state: &state, challenge: &challenge };
    Ok(Json(Out { authorization_url: provider.authorization_url(request)?.into() }))
}
