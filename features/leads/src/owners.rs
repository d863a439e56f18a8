//! Looks up owners of a lead and creates warnings about them.

use crate::{reach::reach_of, store};
use lending::{
    access::Role,
    leads::{Maker, OwnerWarning, access_warning, can_own},
};
use platform::{Fields, InCompany, Result, Tx, db::Date};
use serde::{Deserialize, Serialize};

/// A valid owner with branch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KnownOwner {
    pub membership: i64,
    pub user: i64,
    pub org_unit: i64,
    pub name: String,
}

/// Looks up owners in order. Adds errors for invalid ones.
pub(crate) async fn known_owners(
    tx: &mut impl InCompany,
    fields: &mut Fields,
    named: &[crate::make::OwnerRef],
) -> Result<Vec<KnownOwner>> {
    let found = store::people(tx, named).await?;
    let mut known = Vec::new();
    for (owner, row) in named.iter().zip(found) {
        let roles: Vec<_> = row.roles.unwrap_or_default().iter().filter_map(|code| Role::from_code(code)).collect();
        match (row.membership, row.name) {
            (Some(membership), Some(name)) if row.is_active == Some(true) && can_own(&roles) => {
                known.push(KnownOwner { membership, user: owner.user, org_unit: owner.org_unit, name });
            }
            _ => fields.add(format!("LeadUsers/{}", owner.at), "Choose an active lead owner of this company"),
        }
    }
    Ok(known)
}

/// Why the actor couldn't open a lead with these owners.
pub(crate) fn access_warning_of(tx: &Tx, owners: &[KnownOwner]) -> Option<OwnerWarning> {
    let actor = tx.actor();
    access_warning(Maker {
        reach: reach_of(actor),
        owns: owners.iter().any(|owner| owner.membership == actor.membership()),
        is_owner: owners.iter().any(|owner| owner.user == actor.user),
        is_of_branch: owners.first()?.org_unit == actor.org_unit(),
    })
}

/// Warns if the primary owner isn't licensed in the state, or in their branch's state if none is given (decision D17).
pub(crate) async fn license_warning(
    tx: &mut Tx,
    primary: &KnownOwner,
    state: Option<&str>,
) -> Result<Option<OwnerWarning>> {
    let branch = store::calendar(tx, primary.org_unit).await?;
    let today = Date::today_in(&branch.time_zone);
    let Some(state) = state.map(str::to_owned).or(branch.state_code) else { return Ok(None) };
    let is_licensed = store::is_licensed(tx, primary.user, &state, today).await?;
    Ok((!is_licensed).then_some(OwnerWarning::NOT_LICENSED))
}
