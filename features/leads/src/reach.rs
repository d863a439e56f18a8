//! How far somebody sees leads.

use crate::store;
use lending::access::{Permission, Reach};
use platform::{Actor, Error, Result, Tx};

/// How far somebody sees leads.
pub(crate) fn reach_of(actor: &Actor) -> Reach {
    actor.access.grants.reach(Permission::LeadView, actor.consolidated)
}

/// The lead, unless it lies out of reach: then it is as if it never was.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<store::LeadRow> {
    let lead = store::lead(tx, id).await?.ok_or(Error::NotFound)?;
    let actor = tx.actor();
    let is_of_unit = lead.org_unit_id == actor.org_unit();
    if reach_of(actor).covers(is_of_unit, lead.is_own) { Ok(lead) } else { Err(Error::NotFound) }
}
