//! The lock of a loan: an act, for what needs the whole of it (decision D3). It lapses 90 seconds after its last refresh.

use crate::{
    fields::{LockedBy, StageOut},
    get::within_reach,
    store,
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of a loan's lock.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LockState)]
pub struct Out {
    locked_by: Option<LockedBy>,
    read_only: bool,
    stage: StageOut,
}

/// Takes the lock, or refreshes it.
#[utoipa::path(post, path = "/api/loans/{id}/lock", tag = "loans", operation_id = "lockLoan", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 423)))]
pub async fn lock(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.stage_is_read_only() {
        return Err(Error::ReadOnly);
    }
    let had_it = loan.lock_session == Some(tx.actor().session);
    if !store::take_lock(&mut tx, id).await? {
        return Err(Error::ReadOnly);
    }
    if !had_it {
        tx.audit(Audit { action: "loan.lock", entity: "loan", entity_id: &id.to_string(), before: None, after: None })
            .await?;
        tx.event("loan.locked", id).await?;
    }
    let out = state(within_reach(&mut tx, id).await?.into_out(&tx));
    tx.commit().await?;
    Ok(Json(out))
}

/// Gives the lock back; whoever may reopen loans breaks another's.
#[utoipa::path(delete, path = "/api/loans/{id}/lock", tag = "loans", operation_id = "unlockLoan", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403)))]
pub async fn unlock(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let loan = within_reach(&mut tx, id).await?;
    if let Some(session) = loan.lock_session {
        let is_mine = session == tx.actor().session;
        if !is_mine {
            tx.actor().may(Permission::LoanReopen)?;
        }
        store::drop_lock(&mut tx, id).await?;
        let action = if is_mine { "loan.unlock" } else { "loan.breakLock" };
        tx.audit(Audit { action, entity: "loan", entity_id: &id.to_string(), before: None, after: None }).await?;
        tx.event("loan.unlocked", id).await?;
    }
    let out = state(within_reach(&mut tx, id).await?.into_out(&tx));
    tx.commit().await?;
    Ok(Json(out))
}

fn state(loan: crate::fields::LoanOut) -> Out {
    Out { locked_by: loan.locked_by, read_only: loan.read_only, stage: loan.stage }
}

/// Gives back the locks of a tab that says `x-loan-exit: true`, before its request is carried out (SESSION-09).
pub async fn release_on_exit(State(app): State<App>, request: Request, next: Next) -> Response {
    let leaves = request.headers().get("x-loan-exit").is_some_and(|value| value == "true");
    if leaves && let Some(actor) = request.extensions().get::<Actor>() {
        let released = async {
            let mut tx = actor.clone().begin(&app, Permission::Session).await?;
            store::drop_locks_of_session(&mut tx).await?;
            tx.commit().await
        };
        // The lock lapses by itself; the request does not fail for it.
        if let Err(error) = released.await {
            tracing::warn!(%error, "a tab's locks were not given back");
        }
    }
    next.run(request).await
}
