//! A user's choice of optional emails.

use crate::store::notifications as store;
use axum::extract::State;
use lending::{access::Permission, notifications::Notification};
use platform::{Actor, App, Fields, Result, Tx, extract::Json, record::Audit};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A kind of email, and whether the user gets it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationChoice)]
pub struct Out {
    /// `LOAN_TEAM`
    kind: &'static str,
    /// When it is sent: 'I am put on a loan’s team'.
    title: &'static str,
    help: &'static str,
    is_on: bool,
}

/// Returns all kinds with the user's choices. Each is on by default.
#[utoipa::path(get, path = "/api/users/me/notifications", tag = "people", operation_id = "getMyNotifications", responses((status = 200, body = [Out])))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Vec<Out>>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(now(&mut tx).await?))
}

/// Switches kinds on or off; absent ones stay.
#[utoipa::path(patch, path = "/api/users/me/notifications", tag = "people", operation_id = "changeMyNotifications", request_body = BTreeMap<String, bool>, responses((status = 200, body = [Out]), (status = 422)))]
pub async fn set(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<BTreeMap<String, bool>>,
) -> Result<Json<Vec<Out>>> {
    let mut fields = Fields::default();
    let unknown = body.keys().filter(|code| Notification::from_code(code).is_none()).take(10);
    unknown.for_each(|code| fields.add(code.clone(), "Unknown notification"));
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let off = store::off(&mut tx).await?;
    let changed: Vec<(&str, bool)> = body
        .iter()
        .map(|(code, is_on)| (code.as_str(), *is_on))
        .filter(|(code, is_on)| off.iter().any(|off| off == code) == *is_on)
        .collect();
    if changed.is_empty() {
        return Ok(Json(now(&mut tx).await?));
    }
    for (code, is_on) in &changed {
        store::set(&mut tx, code, *is_on).await?;
    }
    let user = tx.actor().user;
    let told = |flip: bool| -> Value {
        changed.iter().map(|(code, is_on)| ((*code).to_owned(), Value::Bool(*is_on != flip))).collect()
    };
    tx.audit(Audit {
        action: "user.notifications",
        entity: "user",
        entity_id: &user.to_string(),
        before: Some(told(true)),
        after: Some(told(false)),
    })
    .await?;
    tx.event("user.edited", user).await?;
    let out = now(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn now(tx: &mut Tx) -> Result<Vec<Out>> {
    let off = store::off(tx).await?;
    Ok(Notification::all()
        .map(|kind| Out {
            kind: kind.code(),
            title: kind.title(),
            help: kind.help(),
            is_on: !off.iter().any(|off| off == kind.code()),
        })
        .collect())
}
