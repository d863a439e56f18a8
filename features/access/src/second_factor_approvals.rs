//! Second factor resets that wait for a company administrator (decision D30).

use crate::{
    letters::{self, Notice},
    store::{
        attempts, logins,
        resets::{self, Waiting},
        second_factor as factors,
    },
    throttle::account_hash,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
    record::Audit,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Waiting requests.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactorResets)]
pub struct Out {
    rows: Vec<Waiting>,
}

/// Lists requests to reset a second factor, longest waiting first. Includes only users that the caller may manage.
#[utoipa::path(get, path = "/api/second-factor-resets", tag = "people", operation_id = "listSecondFactorResets", responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    Ok(Json(Out { rows: waiting(&mut tx).await? }))
}

async fn waiting(tx: &mut Tx) -> Result<Vec<Waiting>> {
    let mut rows = Vec::new();
    for row in resets::waiting(tx).await? {
        match people::users::managed(tx, row.user_id).await {
            Ok(_) if row.user_id != tx.actor().user => rows.push(row),
            Ok(_) | Err(Error::NotFound | Error::Forbidden) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(rows)
}

/// Approves a reset: removes authenticator and recovery codes, and ends all logins.
#[utoipa::path(post, path = "/api/second-factor-resets/{id}/approval", tag = "people", operation_id = "approveSecondFactorReset", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn approve(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    decide(actor, app, id, true).await
}

/// Refuses a reset. The second factor stays.
#[utoipa::path(post, path = "/api/second-factor-resets/{id}/refusal", tag = "people", operation_id = "refuseSecondFactorReset", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn refuse(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    decide(actor, app, id, false).await
}

async fn decide(actor: Actor, app: App, id: i64, is_approved: bool) -> Result<Json<Out>> {
    actor.refuse_for_another()?;
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let user = resets::user_of(&mut tx, id).await?.ok_or(Error::NotFound)?;
    people::users::managed(&mut tx, user).await?;
    if user == tx.actor().user {
        return Err(Error::Forbidden);
    }
    if !resets::decide(&mut tx, id, is_approved).await? {
        return Err(Error::Conflict {
            code: "LWAUTH10416",
            message: "This request was decided already.".to_owned(),
            details: None,
        });
    }
    let person = people::person_by_id(&mut tx, user).await?.ok_or(Error::NotFound)?;
    let (mut action, mut after) = ("second-factor.reset-refuse", None);
    if is_approved {
        factors::remove(&mut tx, user).await?;
        let ended = logins::revoke_all(&mut tx, user, "second factor reset").await?;
        attempts::lift_codes(&mut tx, &account_hash(&app, &person.email)).await?;
        letters::notify(&mut tx, &person, Notice::SecondFactorReset).await?;
        (action, after) = ("second-factor.reset-approve", Some(json!({ "loginsEnded": ended })));
    }
    let entity_id = user.to_string();
    tx.audit(Audit { action, entity: "user", entity_id: &entity_id, before: None, after }).await?;
    let rows = waiting(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(Out { rows }))
}
