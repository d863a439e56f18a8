//! The users of a company, as its administrators see and manage them.

pub mod deactivation;
pub(crate) mod edit;
pub mod invitation;
pub(crate) mod list;
pub(crate) mod memberships;

pub use invitation::Invitation;

use crate::store::users::{self as store, MembershipRow, UserRow};
use axum::extract::State;
use billing::{Place, places};
use lending::{
    access::{Permission, Reach, Role},
    administration::{may_grant, may_manage},
};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A user who works in the company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedUser)]
pub struct User {
    id: i64,
    first_name: String,
    last_name: String,
    name: String,
    email: String,
    job_title: Option<String>,
    phone: Option<String>,
    nmls_id: Option<String>,
    profile_image: Option<String>,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED. For a user of another company, their state here.
    state: String,
    /// Home company of a contract processor. Null for the company's own users.
    home_company: Option<String>,
    memberships: Vec<Membership>,
    /// Who pays for the user, and their seat. Null if nothing is billed or the user's own company pays.
    billing: Option<Place>,
    /// Whether the caller may change this user.
    may_manage: bool,
    /// The user's version for `If-Match`.
    version: i32,
}

/// A user's membership in a unit of the company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedMembership)]
pub struct Membership {
    #[serde(rename = "WizeUserOrgUnitId")]
    id: i64,
    #[serde(rename = "WizeOrgUnitId")]
    org_unit_id: i64,
    display_name: String,
    is_head_quarter: bool,
    /// Role codes, primary role first.
    roles: Vec<String>,
    active: bool,
    /// The membership through which the user acts by default.
    is_default: bool,
    /// The membership's version for `If-Match`.
    version: i32,
}

/// A user with their memberships in the company, and what the actor may manage.
pub struct Managed {
    pub(crate) user: UserRow,
    pub(crate) memberships: Vec<MembershipRow>,
    /// Who pays for the user, if the company decides it.
    pub(crate) billing: Option<Place>,
}

/// Returns a user whom the caller may see. Users out of scope aren't found.
#[utoipa::path(get, path = "/api/users/{id}", tag = "people", operation_id = "getUser", params(("id" = i64, Path)), responses((status = 200, body = User), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let found = within_reach(&mut tx, id).await?;
    Ok(Json(found.into_out(&tx)))
}

/// The only unit whose users the actor manages, unless it is the whole company.
pub(crate) fn own_unit_only(tx: &Tx) -> Option<i64> {
    let actor = tx.actor();
    let reach = actor.access.grants.reach(Permission::UsersManage, false);
    (reach != Reach::Company).then(|| actor.org_unit())
}

/// Reads the current record for a response.
///
/// # Errors
///
/// [`Error::NotFound`] if the user isn't in the company or is out of scope.
pub async fn now(tx: &mut Tx, id: i64) -> Result<User> {
    Ok(within_reach(tx, id).await?.into_out(tx))
}

/// Checks that a unit is in the actor's scope.
///
/// # Errors
///
/// [`Error::NotFound`] if it isn't.
pub async fn unit_within_reach(tx: &mut Tx, unit: i64) -> Result<()> {
    let is_within = own_unit_only(tx).is_none_or(|own| own == unit);
    if is_within && store::is_unit(tx, unit).await? { Ok(()) } else { Err(Error::NotFound) }
}

/// Finds a user whom the actor may see.
///
/// # Errors
///
/// [`Error::NotFound`] if the user isn't in the company or is out of scope.
pub async fn within_reach(tx: &mut Tx, id: i64) -> Result<Managed> {
    let user = store::find(tx, id).await?.ok_or(Error::NotFound)?;
    let memberships = store::memberships(tx, &[id]).await?;
    if let Some(unit) = own_unit_only(tx)
        && !memberships.iter().any(|membership| membership.org_unit_id == unit)
    {
        return Err(Error::NotFound);
    }
    let billing = billed(tx, std::slice::from_ref(&user), &memberships).await?.remove(&id);
    Ok(Managed { user, memberships, billing })
}

/// Who pays for the company's own users, by their default unit.
pub(crate) async fn billed(
    tx: &mut Tx,
    users: &[UserRow],
    memberships: &[MembershipRow],
) -> Result<BTreeMap<i64, Place>> {
    let company = tx.company();
    let own = users.iter().filter(|user| user.home_company == company);
    let first = |user: &UserRow| memberships.iter().find(|one| one.user_id == user.id && one.active);
    let people: Vec<_> = own.filter_map(|user| Some((user.id, first(user)?.org_unit_id))).collect();
    places(tx, company, &people).await
}

/// Finds a user whom the actor may change.
///
/// # Errors
///
/// [`Error::NotFound`], or [`Error::Forbidden`] if the user has higher roles or works outside the actor's branch.
pub async fn managed(tx: &mut Tx, id: i64) -> Result<Managed> {
    let found = within_reach(tx, id).await?;
    if found.is_managed_by(tx) { Ok(found) } else { Err(Error::Forbidden) }
}

impl Managed {
    #[must_use]
    pub fn id(&self) -> i64 {
        self.user.id
    }

    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.user.state
    }

    /// Returns true if this is the user's home company.
    #[must_use]
    pub fn is_of(&self, company: i64) -> bool {
        self.user.home_company == company
    }

    pub(crate) fn membership(&self, id: i64) -> Option<&MembershipRow> {
        self.memberships.iter().find(|membership| membership.id == id)
    }

    /// Returns true if the actor could grant all of the user's roles and has all their units in scope.
    pub(crate) fn is_managed_by(&self, tx: &Tx) -> bool {
        let active = || self.memberships.iter().filter(|membership| membership.active);
        let unit = own_unit_only(tx);
        active().all(|membership| may_give_all(tx, &membership.roles))
            && active().all(|membership| unit.is_none_or(|unit| unit == membership.org_unit_id))
    }

    /// Converts to a response. Branch admins only see memberships in their own branch.
    pub fn into_out(self, tx: &Tx) -> User {
        let may_manage = self.is_managed_by(tx);
        let unit = own_unit_only(tx);
        let Managed { user, memberships, billing } = self;
        let is_own = user.home_company == tx.company();
        // A user of another company is active here while one of their memberships is.
        let has_left = !is_own && !memberships.iter().any(|membership| membership.active);
        User {
            id: user.id,
            name: format!("{} {}", user.first_name, user.last_name).trim().to_owned(),
            first_name: user.first_name,
            last_name: user.last_name,
            email: user.email,
            phone: user.phone,
            job_title: user.job_title,
            nmls_id: user.nmls_id,
            profile_image: user.profile_image,
            state: if has_left { "DEACTIVATED".to_owned() } else { user.state },
            home_company: (!is_own).then_some(user.home_company_name),
            memberships: memberships
                .into_iter()
                .filter(|membership| unit.is_none_or(|unit| unit == membership.org_unit_id))
                .map(Membership::of)
                .collect(),
            billing,
            may_manage,
            version: user.version,
        }
    }
}

impl Membership {
    fn of(row: MembershipRow) -> Self {
        let MembershipRow {
            id,
            user_id: _,
            org_unit_id,
            display_name,
            is_head_quarter,
            active,
            is_default,
            version,
            roles,
        } = row;
        Membership { id, org_unit_id, display_name, is_head_quarter, roles, active, is_default, version }
    }
}

/// Validates role codes: known, without duplicates, and grantable by the actor.
pub(crate) fn roles_given(tx: &Tx, codes: &[String], is_own: bool, had: &[String]) -> Result<Vec<String>> {
    let wrong = |message: &str| Error::field("roles", message);
    let mut roles: Vec<String> = Vec::new();
    for code in codes {
        let role = Role::from_code(code).ok_or_else(|| wrong(&format!("{code} is no role")))?;
        if role == Role::SuperAdmin {
            return Err(wrong("Super admins belong to the provider"));
        }
        if is_own == (role == Role::ContractProcessor) {
            return Err(wrong(match is_own {
                true => "Contract processors come from a processing company under contract",
                false => "A user of a processing company can only be a contract processor",
            }));
        }
        if !roles.contains(code) {
            roles.push(code.clone());
        }
    }
    if roles.is_empty() {
        return Err(wrong("Choose at least one role"));
    }
    // Roles that stay need no permission. Roles that are added or removed must be grantable by the actor.
    let changed =
        roles.iter().filter(|code| !had.contains(code)).chain(had.iter().filter(|code| !roles.contains(code)));
    for code in changed {
        if Role::from_code(code).is_some_and(|role| !may_grant(&tx.actor().access.grants, role)) {
            return Err(Error::Forbidden);
        }
    }
    Ok(roles)
}

/// Returns true if the actor may grant, and therefore remove, all of these roles.
pub(crate) fn may_give_all(tx: &Tx, roles: &[String]) -> bool {
    may_manage(&tx.actor().access.grants, roles.iter().filter_map(|code| Role::from_code(code)))
}

/// Refuses a change that would leave the company without a company admin.
pub(crate) async fn keep_a_company_admin(tx: &mut Tx, memberships: &[i64]) -> Result<()> {
    if store::other_company_admins(tx, memberships).await? > 0 {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "LWUSER10411",
        message: "This is the last company admin. Make another user a company admin first.".to_owned(),
        details: None,
    })
}

/// Returns true if the roles include company admin.
pub(crate) fn has_company_admin(roles: &[String]) -> bool {
    roles.iter().any(|code| code == Role::CompanyAdmin.code())
}
