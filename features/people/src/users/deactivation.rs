//! Deactivates users and reassigns their open loans and leads in the same transaction, and reactivates users.

use super::{Managed, has_company_admin, keep_a_company_admin, managed, own_unit_only};
use crate::store::users as store;
use axum::extract::State;
use leads::{OpenLeads, open_leads};
use lending::{access::Permission, team::LoanRole};
use loans::{OpenLoans, Successors, open_loans};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Open work that must be reassigned before a user leaves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenWork)]
pub struct OpenWork {
    open_loans: OpenLoans,
    open_leads: OpenLeads,
}

/// New owners of the work, by membership.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = WorkSuccessors)]
pub struct GivenTo {
    /// The new primary officer of their loans.
    #[serde(rename = "LoanOfficerId")]
    officer: Option<i64>,
    /// The others by their role on a loan. Roles that are absent stay empty.
    #[serde(rename = "otherUsers")]
    team: BTreeMap<LoanRole, i64>,
    /// The new primary owner of their leads.
    #[serde(rename = "LeadOwnerId")]
    lead_owner: Option<i64>,
}

/// Returns a user's open work in the company.
#[utoipa::path(get, path = "/api/users/{id}/open-work", tag = "people", operation_id = "getOpenWork", params(("id" = i64, Path)), responses((status = 200, body = OpenWork), (status = 403), (status = 404)))]
pub async fn open_work(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<OpenWork>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let found = managed(&mut tx, id).await?;
    Ok(Json(work_of(&mut tx, &found.active()).await?))
}

/// Open work of memberships, combined.
pub(super) async fn work_of(tx: &mut Tx, memberships: &[i64]) -> Result<OpenWork> {
    Ok(OpenWork { open_loans: open_loans(tx, memberships).await?, open_leads: open_leads(tx, memberships).await? })
}

/// Reassigns all open work of a user in the company. Add new kinds of an officer's work here.
async fn hand_over_all(tx: &mut Tx, memberships: &[i64], to: &GivenTo) -> Result<OpenWork> {
    let unit = own_unit_only(tx);
    let of_loans = Successors { officer: to.officer, team: to.team.clone() };
    Ok(OpenWork {
        open_loans: loans::hand_over(tx, memberships, &of_loans, unit).await?,
        open_leads: leads::hand_over(tx, memberships, to.lead_owner, unit).await?,
    })
}

impl OpenWork {
    /// Returns true if there is no open work.
    pub(super) fn is_empty(&self) -> bool {
        self.open_loans.is_empty() && self.open_leads.is_empty()
    }
}

/// Deactivates an account after reassigning its work. The caller's transaction also ends the logins. Returns the
/// previous state and the reassigned work.
///
/// # Errors
///
/// The user is out of scope, of another company, the actor, or the last company admin, or open work has no new owner.
pub async fn deactivate(tx: &mut Tx, id: i64, to: &GivenTo) -> Result<(Managed, OpenWork)> {
    let found = of_company(tx, id).await?;
    if id == tx.actor().user {
        return Err(refused("You can't deactivate yourself."));
    }
    if found.state() == "DEACTIVATED" {
        return Err(refused("This person is deactivated already."));
    }
    let is_admin = found.memberships.iter().any(|one| one.active && has_company_admin(&one.roles));
    let memberships = found.active();
    if is_admin {
        keep_a_company_admin(tx, &memberships).await?;
    }
    let given = hand_over_all(tx, &memberships, to).await?;
    store::switch_off(tx, id).await?;
    let company = tx.company();
    billing::settle(tx, company).await?;
    Ok((found, given))
}

/// Reactivates an account in its earlier state, and returns that state. A user who was only invited gets a new
/// invitation.
///
/// # Errors
///
/// The user is out of scope or of another company.
pub async fn reactivate(tx: &mut Tx, id: i64) -> Result<String> {
    let found = of_company(tx, id).await?;
    if found.state() != "DEACTIVATED" {
        return Err(refused("This person is not deactivated."));
    }
    let state = store::switch_on(tx, id).await?;
    let company = tx.company();
    billing::settle(tx, company).await?;
    Ok(state)
}

/// Finds a user whose account belongs to the company.
async fn of_company(tx: &mut Tx, id: i64) -> Result<Managed> {
    let found = managed(tx, id).await?;
    if found.is_of(tx.company()) { Ok(found) } else { Err(Error::Forbidden) }
}

fn refused(message: &str) -> Error {
    Error::Conflict { code: "LWUSER10409", message: message.to_owned(), details: None }
}

impl Managed {
    /// Ids of active memberships.
    fn active(&self) -> Vec<i64> {
        self.memberships.iter().filter(|one| one.active).map(|one| one.id).collect()
    }
}
