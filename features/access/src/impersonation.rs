//! Impersonation: the provider's super administrator acts for another user in a separate tab (ORG-19, decisions D23,
//! D32).
//!
//! The user of a tab never changes. Beginning opens another tab, and ending opens yet another. The message that begins
//! each transaction checks whether the tab may still act.

use crate::{doors::Doors, doors::Tab, store, store::acting};
use axum::{Extension, extract::State, response::IntoResponse};
use http::HeaderName;
use lending::access::Permission;
use people::Me;
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

/// Begins impersonating a user, in the tab that the answer's `X-Session-Id` header names.
#[utoipa::path(post, path = "/api/org-admin/users/{id}/impersonate", tag = "access", operation_id = "impersonateUser", params(("id" = i64, Path)), responses((status = 200, body = Me)))]
pub async fn begin(
    actor: Actor,
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
    Id(id): Id,
) -> Result<impl IntoResponse> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let person = people::person_by_id(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if people::is_of_provider(&mut tx, person.id).await? {
        return Err(refused("Nobody acts for one of the provider's own people."));
    }
    if !person.is_active {
        return Err(refused("This person's account or company is not active."));
    }
    let access = match doors.access(&app.pool, person.id, None).await {
        Ok(access) if access.grants.may(Permission::Session) => access,
        Ok(_) | Err(Error::Forbidden) => return Err(refused("This person has no role, and so nothing to act with.")),
        Err(error) => return Err(error),
    };
    let (session, login) = (Uuid::new_v4(), tx.actor().login);
    acting::open(&mut tx, session, login, person.id).await?;
    let entity_id = person.id.to_string();
    let after = Some(json!({ "session": session }));
    let audit = Audit { action: "impersonation.begin", entity: "user", entity_id: &entity_id, before: None, after };
    tx.audit_across(person.home_company, audit, None).await?;
    let acting = Actor { session, user: person.id, consolidated: false, access, ..tx.actor().clone() };
    tx.commit().await?;
    doors.remember_tab(session, tab_of(&acting));
    answer(&app, acting).await
}

/// Ends impersonation. The answer's `X-Session-Id` header names a tab for the administrator's own account.
#[utoipa::path(delete, path = "/api/org-admin/impersonation", tag = "access", operation_id = "endImpersonation", responses((status = 200, body = Me)))]
pub async fn end(
    actor: Actor,
    State(app): State<App>,
    Extension(doors): Extension<Arc<Doors>>,
) -> Result<impl IntoResponse> {
    if !actor.acts_for_another() {
        return answer(&app, actor).await;
    }
    let (session, user) = (Uuid::new_v4(), actor.logged_in_user);
    store::open_session(&app.pool, session, actor.login, user).await?;
    let access = doors.access(&app.pool, user, None).await?;
    let oneself = Actor { session, user, consolidated: false, access, ..actor.clone() };
    doors.remember_tab(session, tab_of(&oneself));
    let mut tx = oneself.clone().begin(&app, Permission::Session).await?;
    if let Some(ended) = acting::end(&mut tx, actor.session).await? {
        let entity_id = ended.user.to_string();
        let before = Some(json!({ "session": actor.session }));
        let audit = Audit { action: "impersonation.end", entity: "user", entity_id: &entity_id, before, after: None };
        match tx.actor().may(Permission::OrgAdmin) {
            Ok(()) => tx.audit_across(ended.home_company, audit, None).await?,
            // Users who have lost the role can still end impersonation.
            Err(_) => tx.audit(audit).await?,
        }
    }
    tx.commit().await?;
    answer(&app, oneself).await
}

fn tab_of(actor: &Actor) -> Tab {
    Tab { login: actor.login, signed_in: actor.logged_in_user, active: actor.user }
}

/// Returns the signed-in and the impersonated user in the new tab.
async fn answer(app: &App, actor: Actor) -> Result<impl IntoResponse + use<>> {
    let session = actor.session.to_string();
    let mut tx = actor.begin(app, Permission::Session).await?;
    let me = people::me(&mut tx).await?;
    tx.commit().await?;
    Ok(([(HeaderName::from_static("x-session-id"), session)], Json(me)))
}

fn refused(message: &str) -> Error {
    Error::Conflict { code: "LWPERM10409", message: message.to_owned(), details: None }
}
