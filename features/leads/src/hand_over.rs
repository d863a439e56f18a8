//! Counts and reassigns the leads of a user who leaves.
//!
//! A lead always has a primary owner. A new primary owner moves it to their branch. If the leaving user is an
//! additional owner, the other owners stay.

use crate::{
    edit,
    owners::KnownOwner,
    store::{self, hand_over as sql},
};
use lending::{access::Role, leads::can_own};
use platform::{Error, Result, Tx};
use serde::Serialize;
use utoipa::ToSchema;

/// Number of a user's open leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenLeads {
    /// Leads with this user as primary owner.
    pub as_owner: i64,
    /// Leads with this user as additional owner.
    pub as_additional: i64,
}

impl OpenLeads {
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// Open leads of memberships, combined.
pub async fn open_leads(tx: &mut Tx, memberships: &[i64]) -> Result<OpenLeads> {
    let leads = sql::open_leads(tx, memberships).await?;
    let as_owner = leads.iter().filter(|lead| lead.is_primary).count() as i64;
    Ok(OpenLeads { as_owner, as_additional: leads.len() as i64 - as_owner })
}

/// Reassigns the open leads of ending memberships, with an audit entry and event for each. `unit` limits the new owner
/// to one unit, for actors who administer only that one.
///
/// # Errors
///
/// There are open leads and no new owner, or one who can't own leads here.
pub async fn hand_over(tx: &mut Tx, from: &[i64], to: Option<i64>, unit: Option<i64>) -> Result<OpenLeads> {
    let open = open_leads(tx, from).await?;
    let successor = match to {
        Some(to) => Some(successor(tx, to, from, unit).await?),
        None if open.as_owner > 0 => {
            return Err(Error::Conflict {
                code: "LWUSER10410",
                message: told(open),
                details: Some(serde_json::json!({ "openLeads": open })),
            });
        }
        None => None,
    };
    for lead in sql::open_leads(tx, from).await? {
        let row = store::lead(tx, lead.id).await?.ok_or(Error::NotFound)?;
        let was = store::out(tx, row).await?;
        let mut owners = was.known_owners();
        owners.retain(|owner| !from.contains(&owner.membership));
        if let Some(to) = successor.as_ref().filter(|_| lead.is_primary) {
            owners.retain(|owner| owner.user != to.user);
            owners.insert(0, to.clone());
        }
        edit::give(tx, was, owners).await?;
    }
    Ok(open)
}

/// Validates the new owner: an active member who can own leads.
async fn successor(tx: &mut Tx, membership: i64, from: &[i64], unit: Option<i64>) -> Result<KnownOwner> {
    let found = sql::member(tx, membership).await?.filter(|member| {
        let roles: Vec<_> = member.roles.iter().filter_map(|code| Role::from_code(code)).collect();
        member.is_active
            && can_own(&roles)
            && !from.contains(&membership)
            && unit.is_none_or(|unit| unit == member.org_unit)
    });
    let member = found.ok_or_else(|| Error::field("LeadOwnerId", "Choose an active lead owner of this company"))?;
    let sql::Member { user, org_unit, name, .. } = member;
    Ok(KnownOwner { membership, user, org_unit, name })
}

/// Message why a user can't leave yet.
fn told(open: OpenLeads) -> String {
    match open.as_owner {
        1 => "1 open lead needs another owner first.".to_owned(),
        count => format!("{count} open leads need another owner first."),
    }
}
