//! Lists and ends a user's logins.

use crate::store::logins as store;
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, UuidId},
    record::Audit,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// The user's logins.
#[derive(Serialize, ToSchema)]
#[schema(as = LoginList)]
pub struct Out {
    rows: Vec<Login>,
}

/// An active login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Login)]
pub struct Login {
    id: Uuid,
    started_at: Timestamp,
    /// Precise to the minute.
    last_seen_at: Timestamp,
    /// When it ends, even if active.
    ends_at: Timestamp,
    /// Browser and operating system, such as `Chrome on Windows`.
    device: String,
    /// The login of this request.
    is_current: bool,
    /// Number of tabs opened under it.
    tabs: i64,
}

/// Lists the user's logins, last used first.
#[utoipa::path(get, path = "/api/auth/logins", tag = "access", operation_id = "listLogins", responses((status = 200, body = Out)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let (user, current) = (tx.actor().logged_in_user, tx.actor().login);
    let alive = store::alive(&mut tx, user).await?;
    tx.commit().await?;
    let rows = alive
        .into_iter()
        .map(|login| Login {
            id: login.id,
            started_at: login.started_at,
            last_seen_at: login.last_seen_at,
            ends_at: login.ends_at,
            device: device(login.user_agent.as_deref().unwrap_or_default()),
            is_current: login.id == current,
            tabs: login.tabs,
        })
        .collect();
    Ok(Json(Out { rows }))
}

/// Ends one login with its tabs and refresh tokens.
#[utoipa::path(delete, path = "/api/auth/logins/{id}", tag = "access", operation_id = "endLogin", params(("id" = Uuid, Path)), responses((status = 204)))]
pub async fn end_one(actor: Actor, State(app): State<App>, UuidId(login): UuidId) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let user = tx.actor().logged_in_user;
    if !store::revoke_own(&mut tx, user, login, "ended by its owner").await? {
        return Err(Error::NotFound);
    }
    let entity_id = login.to_string();
    tx.audit(Audit { action: "login.end", entity: "login", entity_id: &entity_id, before: None, after: None }).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all logins of the user, including this one.
#[utoipa::path(delete, path = "/api/auth/logins", tag = "access", operation_id = "endAllLogins", responses((status = 204)))]
pub async fn end_all(actor: Actor, State(app): State<App>) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let user = tx.actor().logged_in_user;
    let ended = store::revoke_all(&mut tx, user, "signed out everywhere").await?;
    let (entity_id, after) = (user.to_string(), Some(json!({ "logins": ended })));
    tx.audit(Audit { action: "login.end-all", entity: "user", entity_id: &entity_id, before: None, after }).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Browser and operating system of a `User-Agent`. Browsers also name those they derive from, so the order matters.
fn device(user_agent: &str) -> String {
    const BROWSERS: [(&str, &str); 10] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Chromium/", "Chromium"),
        ("Version/", "Safari"),
        ("Mozilla/", "A browser"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    ];
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => "Another program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn a_device_is_named_in_words() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Mac"),
            ("curl/8.5.0", "Another program"),
            ("", "Another program"),
        ] {
            assert_eq!(device(user_agent), words);
        }
    }
}
