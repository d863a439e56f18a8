//! Tokens for an email address, for tests and evaluation. Demo profile only (decision D31).

use crate::{
    doors::Doors,
    provider::{grant, grant::Tokens},
    store::{self, NewLogin},
};
use axum::{Extension, extract::State};
use platform::{Actor, App, Error, GlobalTx, Origin, Result, config::Config, extract::Json};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

/// The account to sign in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProgrammaticLoginIn)]
pub struct In {
    /// Address of a demo account.
    email: String,
}

/// Creates an actor with its own login and tab, for demo data and measurements.
///
/// # Errors
///
/// No active account has this address.
pub async fn actor_of(app: &App, doors: &Doors, email: &str) -> Result<Actor> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let person =
        people::person_by_email(&mut tx, email).await?.filter(|person| person.is_active).ok_or(Error::NotFound)?;
    let (login, session) = (Uuid::new_v4(), Uuid::new_v4());
    store::open_login(&mut tx, new(&app.config, login, person.id, "keyturn demo")).await?;
    tx.commit().await?;
    store::open_session(&app.pool, session, login, person.id).await?;
    let access = doors.access(&app.pool, person.id, None).await?;
    Ok(Actor {
        login,
        session,
        logged_in_user: person.id,
        user: person.id,
        consolidated: false,
        rtc_client_id: None,
        origin: None,
        access,
    })
}

/// Signs in without a password.
#[utoipa::path(post, path = "/api/auth/programmatic-login", tag = "access", operation_id = "programmaticLogin", request_body = In, responses((status = 200, body = Tokens)))]
pub async fn programmatic_login(
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<Json<Tokens>> {
    if !app.config.is_demo() || !origin.is_loopback() {
        return Err(Error::NotFound);
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let person = people::person_by_email(&mut tx, &body.email).await?.filter(|person| person.is_active);
    let person = person.ok_or_else(|| Error::field("email", "is nobody's in this installation"))?;
    let login = Uuid::new_v4();
    store::open_login(&mut tx, new(&app.config, login, person.id, "programmatic login")).await?;
    let scope = grant::SCOPES;
    let refresh = identity::random_token().map_err(Error::internal)?;
    store::keep_refresh(&mut tx, &identity::hash_token(&refresh), login, &app.config.auth_client_id, scope).await?;
    let subject = store::subject(&mut tx, login).await?.ok_or(Error::Forbidden)?;
    let tokens = grant::tokens(&app, &doors, &origin, &subject, scope, None, Some(refresh))?;
    tx.commit().await?;
    Ok(Json(tokens))
}

fn new<'a>(config: &Config, id: Uuid, user: i64, what: &'a str) -> NewLogin<'a> {
    NewLogin { id, user, hours: config.login_hours, user_agent: Some(what), device_hash: None }
}
