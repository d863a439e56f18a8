//! What a company may alter of the table, for its own people (decision D8).

use super::{Cell, Permission, Role};
use std::fmt;

/// One cell as a company wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Override {
    /// The role.
    pub role: Role,
    /// The permission.
    pub permission: Permission,
    /// Whether the role may.
    pub allowed: bool,
}

/// Why a cell stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// It belongs to being signed in, to the provider, or to whom one pays.
    ForEverybody,
    /// A company that could take something from its company admins could lock itself out.
    CompanyAdmin,
    /// The provider's role is none of a company's.
    Provider,
    /// Only what the table leaves open can be given to a role that has not got it.
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

/// What the table leaves open: a company may give it or take it (marked `c` in the permission table).
const OPEN: [(Role, Permission); 2] =
    [(Role::Originator, Permission::LoanReview), (Role::Processor, Permission::LoanReview)];

impl Permission {
    /// Whether a company may as well give as take it.
    #[must_use]
    pub fn is_open(self, role: Role) -> bool {
        OPEN.contains(&(role, self))
    }
}

/// What nobody alters: the ground to stand on, and what the provider or the payer decides.
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
    /// Whether a company may have it so. A cell that the table leaves open goes both ways; any other can be narrowed,
    /// never widened, for no role but the company admin's, and unless everybody depends on it.
    ///
    /// # Errors
    /// The reason why not.
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
            // As the table has it: to say so alters nothing.
            (_, true) => Ok(()),
            (Role::CompanyAdmin, false) => Err(Fixed::CompanyAdmin),
            (_, false) => Ok(()),
        }
    }
}

/// Whether a role has a permission in a company that altered the table.
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
    fn what_the_table_leaves_open_goes_both_ways() {
        for allowed in [true, false] {
            assert_eq!(check(Role::Originator, Permission::LoanReview, allowed), Ok(()));
            assert_eq!(check(Role::Processor, Permission::LoanReview, allowed), Ok(()));
        }
        assert_eq!(check(Role::Assistant, Permission::LoanReview, true), Err(Fixed::Widens));
    }

    #[test]
    fn nothing_else_is_widened() {
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
    fn the_rest_is_narrowed_for_everybody_but_company_admins() {
        assert_eq!(check(Role::Assistant, Permission::LoanCreate, false), Ok(()));
        assert_eq!(check(Role::AssociateAdmin, Permission::UsersManage, false), Ok(()));
        assert_eq!(check(Role::CompanyAdmin, Permission::UsersManage, false), Err(Fixed::CompanyAdmin));
        assert_eq!(check(Role::Assistant, Permission::LoanView, false), Err(Fixed::ForEverybody));
        assert_eq!(check(Role::SuperAdmin, Permission::OrgAdmin, false), Err(Fixed::Provider));
    }

    #[test]
    fn an_override_counts_for_its_role_and_for_no_other() {
        let broker = OrgUnitType::BROKER;
        let narrowed = Override { role: Role::Assistant, permission: Permission::LoanCreate, allowed: false };
        let grants = |roles: &[Role]| Grants::new(roles.to_vec(), broker, broker).with_overrides([narrowed]);
        assert!(!grants(&[Role::Assistant]).may(Permission::LoanCreate));
        assert!(grants(&[Role::Originator]).may(Permission::LoanCreate));
        // Several roles: what one of them may.
        assert!(grants(&[Role::Assistant, Role::Originator]).may(Permission::LoanCreate));
        assert!(grants(&[Role::Assistant]).may(Permission::BulkImport));
    }

    #[test]
    fn a_row_that_widens_what_is_fixed_counts_for_nothing() {
        let broker = OrgUnitType::BROKER;
        let rows = [Permission::OrgAdmin, Permission::BillingManage, Permission::UsersManage]
            .map(|permission| Override { role: Role::Originator, permission, allowed: true });
        let grants = Grants::new(vec![Role::Originator], broker, broker).with_overrides(rows);
        assert!(rows.iter().all(|row| !grants.may(row.permission)));
    }

    #[test]
    fn saying_yes_to_what_is_allowed_widens_no_reach() {
        let said = Override { role: Role::BranchAdmin, permission: Permission::LeadView, allowed: true };
        let grants = Grants::new(vec![Role::BranchAdmin], OrgUnitType::BROKER, OrgUnitType::BROKER);
        assert_eq!(grants.clone().with_overrides([said]).reach(Permission::LeadView, true), Reach::Unit);
        assert_eq!(grants.reach(Permission::LeadView, true), Reach::Unit);
    }
}
