//! Changes that a company can make to the permission table for its own users (decision D8).

use super::{Cell, Permission, Role};
use std::fmt;

/// A company's setting for one cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Override {
    /// The role.
    pub role: Role,
    /// The permission.
    pub permission: Permission,
    /// Whether the role has the permission.
    pub allowed: bool,
}

/// Why a company can't change a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The permission is part of being signed in, or is controlled by the provider or the payer.
    ForEverybody,
    /// Removing a permission from company admins could lock the company out.
    CompanyAdmin,
    /// The provider's role doesn't belong to the company.
    Provider,
    /// The change would add a permission that the table doesn't leave open for this role.
    Widens,
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fixed::ForEverybody => "This permission is the same in every company.",
            Fixed::CompanyAdmin => {
                "Company admins keep all their permissions, so that a company can't lock itself out."
            }
            Fixed::Provider => "Super admins belong to the provider.",
            Fixed::Widens => "This permission can be taken from this role, not given to it.",
        })
    }
}

/// Cells that companies can both grant and revoke (marked `c` in the permission table).
const OPEN: [(Role, Permission); 2] =
    [(Role::Originator, Permission::LoanReview), (Role::Processor, Permission::LoanReview)];

impl Permission {
    /// Whether a company can both grant and revoke this permission for the role.
    #[must_use]
    pub fn is_open(self, role: Role) -> bool {
        OPEN.contains(&(role, self))
    }
}

/// Permissions that no company can change: the basics of a session, and those controlled by the provider or the payer.
const SAME_EVERYWHERE: [Permission; 9] = [
    Permission::Session,
    Permission::ProfileEdit,
    Permission::App,
    Permission::LoanView,
    Permission::PeopleSearch,
    Permission::OrgAdmin,
    Permission::BillingManage,
    Permission::UpgradeOwnPlan,
    Permission::RolePermissionsManage,
];

impl Override {
    /// Whether a company can make this change. Open cells can be granted and revoked, and other cells only revoked.
    /// Company admins' cells and permissions that everyone needs can't be changed.
    ///
    /// # Errors
    /// Why the change isn't allowed.
    pub fn check(self) -> Result<(), Fixed> {
        let Override { role, permission, allowed } = self;
        if role == Role::SuperAdmin {
            return Err(Fixed::Provider);
        }
        if SAME_EVERYWHERE.contains(&permission) {
            return Err(Fixed::ForEverybody);
        }
        if permission.is_open(role) {
            return Ok(());
        }
        if permission.cell(role) == Cell::No {
            return Err(Fixed::Widens);
        }
        match (role, allowed) {
            // Granting a permission that the table already grants changes nothing.
            (_, true) => Ok(()),
            (Role::CompanyAdmin, false) => Err(Fixed::CompanyAdmin),
            (_, false) => Ok(()),
        }
    }
}

/// Whether a role has a permission, given the company's overrides.
#[must_use]
pub fn is_allowed(role: Role, permission: Permission, overrides: &[Override]) -> bool {
    let altered = overrides.iter().find(|one| one.role == role && one.permission == permission && one.check().is_ok());
    altered.map_or_else(|| permission.is_of(role), |one| one.allowed)
}

#[cfg(test)]
mod tests {
    use super::super::{Grants, OrgUnitType, Reach};
    use super::*;

    fn check(role: Role, permission: Permission, allowed: bool) -> Result<(), Fixed> {
        Override { role, permission, allowed }.check()
    }

    #[test]
    fn open_cells_can_be_granted_and_revoked() {
        for allowed in [true, false] {
            assert_eq!(check(Role::Originator, Permission::LoanReview, allowed), Ok(()));
            assert_eq!(check(Role::Processor, Permission::LoanReview, allowed), Ok(()));
        }
        assert_eq!(check(Role::Assistant, Permission::LoanReview, true), Err(Fixed::Widens));
    }

    #[test]
    fn no_other_cell_can_be_granted() {
        for (role, ..) in Role::ALL {
            for permission in Permission::all() {
                let widens = permission.cell(role) == Cell::No && !OPEN.contains(&(role, permission));
                assert!(!widens || check(role, permission, true).is_err(), "{permission} for {role:?}");
            }
        }
        assert_eq!(check(Role::Originator, Permission::OrgAdmin, true), Err(Fixed::ForEverybody));
        assert_eq!(check(Role::BranchAdmin, Permission::BillingManage, true), Err(Fixed::ForEverybody));
        assert_eq!(check(Role::LoanAdmin, Permission::UsersManage, true), Err(Fixed::Widens));
    }

    #[test]
    fn other_cells_can_be_revoked_except_for_company_admins() {
        assert_eq!(check(Role::Assistant, Permission::LoanCreate, false), Ok(()));
        assert_eq!(check(Role::AssociateAdmin, Permission::UsersManage, false), Ok(()));
        assert_eq!(check(Role::CompanyAdmin, Permission::UsersManage, false), Err(Fixed::CompanyAdmin));
        assert_eq!(check(Role::Assistant, Permission::LoanView, false), Err(Fixed::ForEverybody));
        assert_eq!(check(Role::SuperAdmin, Permission::OrgAdmin, false), Err(Fixed::Provider));
    }

    #[test]
    fn an_override_applies_only_to_its_role() {
        let broker = OrgUnitType::BROKER;
        let narrowed = Override { role: Role::Assistant, permission: Permission::LoanCreate, allowed: false };
        let grants = |roles: &[Role]| Grants::new(roles.to_vec(), broker, broker).with_overrides([narrowed]);
        assert!(!grants(&[Role::Assistant]).may(Permission::LoanCreate));
        assert!(grants(&[Role::Originator]).may(Permission::LoanCreate));
        // A user with several roles has the permissions of all of them.
        assert!(grants(&[Role::Assistant, Role::Originator]).may(Permission::LoanCreate));
        assert!(grants(&[Role::Assistant]).may(Permission::BulkImport));
    }

    #[test]
    fn a_stored_override_that_grants_a_fixed_cell_is_ignored() {
        let broker = OrgUnitType::BROKER;
        let rows = [Permission::OrgAdmin, Permission::BillingManage, Permission::UsersManage]
            .map(|permission| Override { role: Role::Originator, permission, allowed: true });
        let grants = Grants::new(vec![Role::Originator], broker, broker).with_overrides(rows);
        assert!(rows.iter().all(|row| !grants.may(row.permission)));
    }

    #[test]
    fn granting_an_existing_permission_does_not_widen_its_scope() {
        let said = Override { role: Role::BranchAdmin, permission: Permission::LeadView, allowed: true };
        let grants = Grants::new(vec![Role::BranchAdmin], OrgUnitType::BROKER, OrgUnitType::BROKER);
        assert_eq!(grants.clone().with_overrides([said]).reach(Permission::LeadView, true), Reach::Unit);
        assert_eq!(grants.reach(Permission::LeadView, true), Reach::Unit);
    }
}
