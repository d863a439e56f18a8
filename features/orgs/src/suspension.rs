//! Suspends a branch that has no users or open loans, and reopens it.

use crate::{
    store::branches::{self, Load},
    unit::{Out, administered, out},
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde_json::json;

/// Suspends a branch that has no active users or open loans.
#[utoipa::path(post, path = "/api/org-units/{id}/suspension", tag = "orgs", operation_id = "suspendBranch", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn suspend(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    set(actor, app, id, true).await
}

/// Reopens a suspended branch.
#[utoipa::path(delete, path = "/api/org-units/{id}/suspension", tag = "orgs", operation_id = "reopenBranch", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn reopen(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    set(actor, app, id, false).await
}

async fn set(actor: Actor, app: App, id: i64, is_suspended: bool) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let unit = administered(&mut tx, id).await?;
    if id == tx.company() {
        return Err(refused("The headquarters can't be suspended.".to_owned(), None));
    }
    let (from, to) = if is_suspended { ("ACTIVE", "SUSPENDED") } else { ("SUSPENDED", "ACTIVE") };
    if unit.state == to {
        return Ok(Json(out(&tx, unit)?));
    }
    // Update first to take the lock. A concurrent change that adds a person or loan to the branch waits, or this waits
    // for it.
    branches::set_state(&mut tx, id, to).await?;
    if is_suspended {
        let load = branches::load(&mut tx, id).await?;
        if let Some(sentence) = load.sentence() {
            return Err(refused(sentence, Some(load)));
        }
    }
    let action = if is_suspended { "org-unit.suspend" } else { "org-unit.reopen" };
    let audit = Audit {
        action,
        entity: "org-unit",
        entity_id: &id.to_string(),
        before: Some(json!({ "state": from })),
        after: Some(json!({ "state": to })),
    };
    tx.audit(audit).await?;
    tx.event("org-unit.edited", id).await?;
    let company = tx.company();
    billing::settle(&mut tx, company).await?;
    let unit = administered(&mut tx, id).await?;
    let out = out(&tx, unit)?;
    tx.commit().await?;
    Ok(Json(out))
}

fn refused(message: String, load: Option<Load>) -> Error {
    let details = load.map(|load| json!({ "openLoans": load.open_loans, "people": load.people }));
    Error::Conflict { code: "LWORG10409", message, details }
}

impl Load {
    /// Why the branch can't be suspended. `None` if it can.
    fn sentence(&self) -> Option<String> {
        let count = |count: i64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let loans = count(self.open_loans, "open loan", "open loans");
        let people = count(self.people, "person", "people");
        let verb = if self.open_loans + self.people == 1 { "is" } else { "are" };
        let what = match (loans, people) {
            (None, None) => return None,
            (Some(loans), Some(people)) => format!("{loans} and {people}"),
            (loans, people) => loans.or(people)?,
        };
        Some(format!("{what} {verb} in this branch. Move them to another branch first."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_includes_the_count() {
        let told = |open_loans, people| Load { open_loans, people }.sentence();
        assert_eq!(told(0, 0), None);
        assert_eq!(told(1, 0).unwrap(), "1 open loan is in this branch. Move them to another branch first.");
        assert_eq!(told(0, 2).unwrap(), "2 people are in this branch. Move them to another branch first.");
        assert_eq!(
            told(3, 1).unwrap(),
            "3 open loans and 1 person are in this branch. Move them to another branch first."
        );
    }
}
