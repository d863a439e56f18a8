//! Loans of somebody who leaves: counted, and given to others.
//!
//! The loan's primary officer is never missing: with another officer the loan moves to that officer's branch. Any other
//! slot of the team is given on, or stays empty.

use crate::{
    clocks, notify,
    store::hand_over::{self as store, Successor},
};
use lending::{access::Role, team::LoanRole};
use platform::{Error, Fields, Result, Tx};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;

/// What somebody has to do with loans that are under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenLoans {
    /// Loans whose primary officer they are.
    pub as_officer: i64,
    /// Other slots of teams, by role.
    pub as_team: BTreeMap<String, i64>,
}

impl OpenLoans {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_officer == 0 && self.as_team.is_empty()
    }
}

/// To whom loans are given, by membership.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Successors {
    /// The new primary officer.
    #[serde(rename = "LoanOfficerId")]
    pub officer: Option<i64>,
    /// The others by their role on the loan; a role that is not named stays empty.
    #[serde(rename = "otherUsers")]
    pub team: BTreeMap<LoanRole, i64>,
}

/// Open loans of memberships, taken together.
///
/// # Errors
/// The database's.
pub async fn open_loans(tx: &mut Tx, memberships: &[i64]) -> Result<OpenLoans> {
    store::open_loans(tx, memberships).await
}

/// Gives the open loans of memberships that end to their successors: each loan with its audit entry and event. `unit`: the
/// one unit from which a successor may come, for who administers no more.
///
/// # Errors
/// There are loans to give and no officer was named, or a successor is none of the company's, not active, or not what
/// the role asks for.
pub async fn hand_over(tx: &mut Tx, from: &[i64], to: &Successors, unit: Option<i64>) -> Result<OpenLoans> {
    let open = store::open_loans(tx, from).await?;
    let mut fields = Fields::default();
    let mut officer = None;
    match to.officer {
        Some(id) => officer = successor(tx, &mut fields, "LoanOfficerId", id, LoanRole::ORIGINATOR, from, unit).await?,
        None if open.as_officer > 0 => {
            return Err(Error::Conflict {
                code: "LWUSER10410",
                message: told(&open),
                details: Some(serde_json::json!({ "openLoans": open })),
            });
        }
        None => {}
    }
    let mut team = Vec::new();
    for (role, id) in &to.team {
        let path = format!("otherUsers/{role}");
        if let Some(found) = successor(tx, &mut fields, &path, *id, *role, from, unit).await? {
            team.push((*role, found.membership));
        }
    }
    fields.check()?;
    // Who gets loans is told once, in however many roles.
    let mut given: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    if open.as_officer > 0
        && let Some(officer) = officer
    {
        given.entry(officer.membership).or_default().extend(store::move_officer(tx, from, None, &officer).await?);
        // Their deadlines are counted in the days of another branch from now on.
        clocks::calendar_changed(tx).await?;
    }
    for role in LoanRole::ALL {
        if open.as_team.contains_key(role.as_str()) {
            let to = team.iter().find(|(given, _)| given == role).map(|(_, membership)| *membership);
            let moved = store::move_slot(tx, from, *role, to).await?;
            if let Some(to) = to {
                given.entry(to).or_default().extend(moved);
            }
        }
    }
    for (membership, loans) in given {
        notify::put_on_team(tx, membership, loans.into_iter().collect()).await?;
    }
    Ok(open)
}

/// An active loan officer of the company.
///
/// # Errors
/// Under `path`: there is none of this membership.
pub(crate) async fn successor_of(tx: &mut Tx, path: &str, membership: i64) -> Result<Successor> {
    let found = store::successor(tx, membership).await?;
    let is_fit = |found: &Successor| found.is_active && found.roles.iter().any(|role| role == Role::Originator.code());
    found.filter(is_fit).ok_or_else(|| Error::field(path, "Choose an active loan officer of your company"))
}

/// Why somebody can't leave yet.
fn told(open: &OpenLoans) -> String {
    match open.as_officer {
        1 => "1 open loan needs another loan officer first.".to_owned(),
        count => format!("{count} open loans need another loan officer first."),
    }
}

async fn successor(
    tx: &mut Tx,
    fields: &mut Fields,
    path: &str,
    membership: i64,
    role: LoanRole,
    from: &[i64],
    unit: Option<i64>,
) -> Result<Option<Successor>> {
    let found = store::successor(tx, membership).await?;
    let is_fit = |found: &Successor| {
        found.is_active
            && !from.contains(&found.membership)
            && unit.is_none_or(|unit| unit == found.org_unit)
            && Role::from_code(role.as_str()).is_some_and(|role| found.roles.iter().any(|code| code == role.code()))
    };
    match found.filter(is_fit) {
        Some(found) => Ok(Some(found)),
        None => {
            fields.add(path, "Choose an active user of your company with this role");
            Ok(None)
        }
    }
}
