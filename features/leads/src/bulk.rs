//! Changes owners or status of several leads. The answer contains the changes that undo it.

use crate::{
    edit::{self, open_lead},
    fields::{LeadOut, OwnerIn},
    status,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Error, Result, Tx, db::Date, extract::Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of leads per request.
const LEADS_MAX: usize = 100;

/// Changes by lead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadBulk)]
pub struct In {
    /// One to a hundred.
    changes: Vec<Change>,
}

/// Changes of one lead.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadBulkChange)]
pub struct Change {
    id: i64,
    /// The version that the author saw.
    version: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status_id: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lost_reason_id: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wake_on: Option<Date>,
    /// Replaces the primary owner. Additional owners stay.
    #[serde(default, rename = "PrimaryLeadUser", skip_serializing_if = "Option::is_none")]
    primary: Option<OwnerIn>,
    /// All owners.
    #[serde(default, rename = "LeadUsers", skip_serializing_if = "Option::is_none")]
    users: Option<Vec<OwnerIn>>,
}

/// Result of the change.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadBulkDone)]
pub struct Out {
    /// Number of changed leads.
    changed: usize,
    /// Changes that undo the request when sent as `changes`.
    undo: Vec<Change>,
}

/// Changes several leads, all or none.
#[utoipa::path(post, path = "/api/leads/bulk", tag = "leads", operation_id = "changeLeads", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn change(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    if !(1..=LEADS_MAX).contains(&body.changes.len()) {
        return Err(Error::field("changes", format!("must hold one to {LEADS_MAX} leads")));
    }
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let mut undo = Vec::new();
    for change in &body.changes {
        undo.push(apply(&mut tx, change).await?);
    }
    // Reverse the order, in case a lead was changed twice.
    undo.reverse();
    tx.commit().await?;
    Ok(Json(Out { changed: body.changes.len(), undo }))
}

/// Changes one lead. Returns the change that undoes it.
async fn apply(tx: &mut Tx, change: &Change) -> Result<Change> {
    let was = open_lead(tx, change.id, change.version).await?;
    let mut back = Change {
        id: was.id,
        version: 0,
        status_id: None,
        lost_reason_id: None,
        wake_on: None,
        primary: None,
        users: None,
    };
    let mut is = was.clone();
    if let Some(users) = change.users.clone().or_else(|| change.primary.as_ref().map(|owner| instead(&is, owner))) {
        is = edit::change(tx, is, edit::In { users: Some(users), ..edit::In::default() }).await?;
        back.users = Some(owners_of(&was));
    }
    if let Some(status_id) = change.status_id {
        let to = status::In { status_id, lost_reason_id: change.lost_reason_id, wake_on: change.wake_on };
        is = status::move_to(tx, is, &to).await?;
        back.status_id = Some(was.status.id);
        back.lost_reason_id = was.lost_reason.map(|reason| reason.id);
        back.wake_on = was.wake_on;
    }
    back.version = is.version;
    Ok(back)
}

fn owners_of(lead: &LeadOut) -> Vec<OwnerIn> {
    lead.users
        .iter()
        .map(|owner| OwnerIn { user: owner.user, org_unit: owner.org_unit, is_primary: owner.is_primary })
        .collect()
}

/// Owners after replacing the primary one.
fn instead(lead: &LeadOut, primary: &OwnerIn) -> Vec<OwnerIn> {
    let others = owners_of(lead).into_iter().filter(|owner| !owner.is_primary && owner.user != primary.user);
    std::iter::once(OwnerIn { is_primary: true, ..primary.clone() }).chain(others).collect()
}
