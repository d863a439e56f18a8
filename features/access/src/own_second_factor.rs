//! The user's own second factor: its state, and new recovery codes.

use crate::{
    credentials,
    device::Device,
    letters::{self, Notice},
    second_factor,
    store::second_factor as store,
    throttle::{self, Begun, Kind},
};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use lending::access::Permission;
use platform::{Actor, App, Error, Network, Origin, Result, db::Timestamp, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// The user's second factor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnSecondFactor)]
pub struct Out {
    is_enrolled: bool,
    enrolled_at: Option<Timestamp>,
    /// Number of unused recovery codes.
    recovery_codes_left: i64,
    /// Every user must have a second factor.
    is_required: bool,
}

/// Returns whether an authenticator is enrolled, and how many recovery codes are left.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "access", operation_id = "getSecondFactor", responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let user = tx.actor().logged_in_user;
    let state = store::state(&mut tx, user).await?;
    tx.commit().await?;
    Ok(Json(Out {
        is_enrolled: state.is_some(),
        enrolled_at: state.as_ref().map(|state| state.enrolled_at),
        recovery_codes_left: state.map_or(0, |state| state.recovery_codes_left),
        is_required: app.config.needs_second_factor(),
    }))
}

/// A current code of the authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewRecoveryCodesIn)]
pub struct In {
    #[schema(value_type = String)]
    code: Zeroizing<String>,
}

/// The new codes, shown once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct Codes {
    /// Ten codes, each valid once.
    recovery_codes: Vec<String>,
}

/// Creates ten new recovery codes and invalidates the old ones.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "access", operation_id = "createRecoveryCodes", request_body = In, responses((status = 201, body = Codes)))]
pub async fn new_recovery_codes(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    network: Network,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Codes>)> {
    actor.refuse_for_another()?;
    let mut tx = actor.clone().begin(&app, Permission::Session).await?;
    let person = people::person_by_id(&mut tx, actor.user).await?.ok_or(Error::Forbidden)?;
    let kept = store::second_factor(&mut tx, person.id).await?;
    let device = Device::of(&headers, &origin);
    let device = device.known_to(&mut tx, person.id).await?;
    tx.commit().await?;
    let kept = kept.ok_or_else(|| Error::Conflict {
        code: "LWAUTH10409",
        message: "No authenticator is enrolled.".to_owned(),
        details: None,
    })?;
    let attempt = match throttle::begin(&app, Kind::Code, &person.email, network, device).await? {
        Begun::Go(attempt) => attempt,
        Begun::Blocked => return Err(Error::TooMany { retry_after_seconds: 15 * 60 }),
    };
    let step = second_factor::step_of(&app, person.id, &kept.secret, &body.code)?;
    let codes = match step {
        Some(_) => Some(second_factor::new_recovery_codes().await?),
        None => None,
    };
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let taken = match step {
        Some(step) => store::take_step(&mut tx, person.id, step).await?,
        None => false,
    };
    let Some(codes) = codes.filter(|_| taken) else {
        drop(tx);
        credentials::fail(&app, attempt, Some(&person), network, credentials::CODE).await?;
        return Err(Error::field("code", "The code is not right."));
    };
    store::put_recovery_codes(&mut tx, person.id, &codes.salt, &codes.hashes).await?;
    let entity_id = person.id.to_string();
    tx.audit(Audit {
        action: "second-factor.recovery-codes",
        entity: "user",
        entity_id: &entity_id,
        before: None,
        after: None,
    })
    .await?;
    letters::notify(&mut tx, &person, Notice::RecoveryCodesRenewed).await?;
    tx.commit().await?;
    attempt.succeeded(&app).await?;
    Ok((StatusCode::CREATED, Json(Codes { recovery_codes: codes.shown })))
}
