//! Access scope for leads.

use crate::store;
use lending::access::{Permission, Reach};
use platform::{Actor, Error, Result, Tx};
use serde_json::json;

/// The actor's scope for leads.
pub(crate) fn reach_of(actor: &Actor) -> Reach {
    actor.access.grants.reach(Permission::LeadView, actor.consolidated)
}

/// Result of looking up a lead.
pub(crate) enum Sought {
    /// Found.
    Here(Box<store::LeadRow>),
    /// It was merged into this lead.
    PartOf(i64),
}

/// Finds the lead, or the one in scope into which it was merged.
pub(crate) async fn seek(tx: &mut Tx, id: i64) -> Result<Sought> {
    if let Some(lead) = store::lead(tx, id).await?.filter(|lead| covers(tx, lead)) {
        return Ok(Sought::Here(Box::new(lead)));
    }
    let kept = store::merges::kept_of(tx, id).await?.ok_or(Error::NotFound)?;
    match store::lead(tx, kept).await? {
        Some(lead) if covers(tx, &lead) => Ok(Sought::PartOf(kept)),
        _ => Err(Error::NotFound),
    }
}

fn covers(tx: &Tx, lead: &store::LeadRow) -> bool {
    let actor = tx.actor();
    reach_of(actor).covers(lead.org_unit_id == actor.org_unit(), lead.is_own)
}

/// Finds a lead. Returns `NotFound` if it is out of scope.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<store::LeadRow> {
    match seek(tx, id).await? {
        Sought::Here(lead) => Ok(*lead),
        Sought::PartOf(kept) => Err(Error::Conflict {
            code: "LWLEAD10415",
            message: format!("This lead was joined into lead #{kept}."),
            details: Some(json!({ "leadId": kept })),
        }),
    }
}
