//! Signs in through our own form, for tests of the rest of the application (AUTH-17). Only enabled by the strategy
//! `custom-login`, which production refuses.

use crate::{
    credentials::{self, Outcome},
    device::Device,
    doors::Doors,
    provider::{grant, grant::Tokens, second_factor::not_right, step},
    second_factor,
    store::{self, NewLogin, second_factor as factors},
    throttle::{self, Begun, Kind},
};
use axum::{Extension, extract::State};
use http::HeaderMap;
use people::Person;
use platform::{App, Error, GlobalTx, Network, Origin, Result, config::AuthStrategy, extract::Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Credentials.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CustomLoginIn)]
pub struct In {
    email: String,
    #[schema(value_type = String)]
    password: Zeroizing<String>,
    /// Authenticator code or recovery code, if requested.
    #[schema(value_type = Option<String>)]
    mfa_code: Option<Zeroizing<String>>,
}

/// Tokens, or a request for a code.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = CustomLogin)]
pub enum Out {
    /// Signed in.
    Tokens(Tokens),
    /// Send the same request again with `mfaCode`.
    #[serde(rename_all = "camelCase")]
    CodeIsNeeded {
        /// `true`.
        mfa_required: bool,
    },
}

/// Duration of a block (decision D30).
const BLOCK_SECONDS: u64 = 15 * 60;

/// Signs in with address, password and, if the user has enrolled an authenticator, its code.
#[utoipa::path(post, path = "/api/auth/login", tag = "access", operation_id = "customLogin", request_body = In, responses((status = 200, body = Out)))]
pub async fn custom_login(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    network: Network,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    if app.config.auth_strategy != AuthStrategy::CustomLogin {
        return Err(Error::NotFound);
    }
    let device = Device::of(&headers, &origin);
    let person = match credentials::check(&app, &body.email, body.password, network, &device).await? {
        Outcome::Right { person, .. } => person,
        Outcome::Blocked => return Err(Error::TooMany { retry_after_seconds: BLOCK_SECONDS }),
    };
    let kept = factors::second_factor(&mut *app.pool.acquire().await?, person.id).await?;
    match (kept, &body.mfa_code) {
        (Some(kept), Some(code)) => take(&app, &person, kept, code, network).await?,
        (Some(_), None) => return Ok(Json(Out::CodeIsNeeded { mfa_required: true })),
        (None, _) => {}
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let login = Uuid::new_v4();
    let user_agent = step::user_agent(&headers);
    let hours = app.config.login_hours;
    let new = NewLogin { id: login, user: person.id, hours, user_agent: user_agent.as_deref(), device_hash: None };
    store::open_login(&mut tx, new).await?;
    let refresh = identity::random_token().map_err(Error::internal)?;
    let hash = identity::hash_token(&refresh);
    store::keep_refresh(&mut tx, &hash, login, &app.config.auth_client_id, grant::SCOPES).await?;
    let subject = store::subject(&mut tx, login).await?.ok_or(Error::Forbidden)?;
    let tokens = grant::tokens(&app, &doors, &origin, &subject, grant::SCOPES, None, Some(refresh))?;
    tx.audit_for(person.home_company, person.id, "login.begin", "login", &login.to_string()).await?;
    tx.commit().await?;
    Ok(Json(Out::Tokens(tokens)))
}

/// Checks a code and counts the attempt.
async fn take(app: &App, person: &Person, kept: factors::Kept, code: &str, network: Network) -> Result<()> {
    let attempt = match throttle::begin(app, Kind::Code, &person.email, network, None).await? {
        Begun::Go(attempt) => attempt,
        Begun::Blocked => return Err(Error::TooMany { retry_after_seconds: BLOCK_SECONDS }),
    };
    let read = second_factor::read(app, person.id, kept, code).await?;
    let mut tx = GlobalTx::begin(&app.pool).await?;
    if second_factor::take(&mut tx, person.id, &read).await?.is_none() {
        drop(tx);
        credentials::fail(app, attempt, Some(person), network, credentials::CODE).await?;
        return Err(not_right());
    }
    tx.commit().await?;
    attempt.succeeded(app).await
}
