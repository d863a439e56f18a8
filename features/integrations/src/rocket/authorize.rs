//! Begins the authorization by sending the browser to the partner.

use super::{LENDER, NOT_SET_UP, redirect_uri};
use crate::store::lenders as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Origin, Result, extract::Json, limits};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

/// Lifetime of a pending authorization in minutes.
const MINUTES: i32 = 10;
/// Authorizations per user and hour.
const HOURLY_MAX: i32 = 30;

/// Where the browser should go.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RocketAuthorization)]
pub struct Out {
    authorization_url: String,
}

/// Begins connecting the active user's account at Rocket Pro (RFC 6749, section 4.1.1).
#[utoipa::path(post, path = "/api/lender-integrations/rocket/authorization", tag = "integrations", operation_id = "authorizeRocket", responses((status = 200, body = Out), (status = 403), (status = 409)))]
pub async fn authorize(actor: Actor, State(app): State<App>, origin: Origin) -> Result<Json<Out>> {
    actor.may(Permission::LenderIntegrationManage)?;
    if !app.config.stands_in_for_rocket() {
        return Err(Error::Conflict { code: "LWLENDER10409", message: NOT_SET_UP.to_owned(), details: None });
    }
    limits::take(&app.pool, "lender", &actor.user.to_string(), HOURLY_MAX, 60).await?;
    let state = identity::random_token().map_err(Error::internal)?;
    let mut tx = actor.begin(&app, Permission::LenderIntegrationManage).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    store::begin_authorization(&mut tx, company, user, LENDER, &identity::hash_token(&state), MINUTES).await?;
    tx.commit().await?;
    let at = app.config.rocket_authorize_url.clone().unwrap_or_else(|| format!("{}/sandbox/lender", origin.base()));
    let mut url = Url::parse(&at).map_err(Error::internal)?;
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &app.config.rocket_client_id)
        .append_pair("redirect_uri", &redirect_uri(&origin))
        .append_pair("state", &state);
    Ok(Json(Out { authorization_url: url.into() }))
}
