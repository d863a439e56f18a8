//! Which roles an administrator can grant and revoke, and which users that lets them manage.

use crate::access::{Grants, Role};

/// Rank of a role among the administrators' roles. An administrator can grant only lower ranks than their own, except
/// that company admins can appoint other company admins.
fn rank(role: Role) -> u8 {
    match role {
        Role::SuperAdmin => u8::MAX,
        Role::CompanyAdmin => 5,
        Role::AssociateAdmin => 4,
        Role::Administrator => 3,
        Role::BranchAdmin => 2,
        Role::LoanAdmin => 1,
        _ => 0,
    }
}

/// The highest rank that these grants can give or take away, or `None` if they can grant no role.
fn ceiling(grants: &Grants) -> Option<u8> {
    let of_role = |role: &Role| match role {
        Role::CompanyAdmin => Some(5),
        Role::AssociateAdmin | Role::Administrator => Some(3),
        Role::BranchAdmin => Some(1),
        _ => None,
    };
    grants.roles().iter().filter_map(of_role).max()
}

/// Whether these grants can give or take away a role. Company admins handle every role of a company, associate admins
/// and administrators the roles up to administrator, branch admins the roles below their own. The provider's role can't
/// be granted here.
#[must_use]
pub fn may_grant(grants: &Grants, role: Role) -> bool {
    ceiling(grants).is_some_and(|ceiling| rank(role) <= ceiling)
}

/// Whether these grants can manage a user with these roles: they must be able to grant every one of them.
#[must_use]
pub fn may_manage(grants: &Grants, roles: impl IntoIterator<Item = Role>) -> bool {
    ceiling(grants).is_some() && roles.into_iter().all(|role| may_grant(grants, role))
}

/// The roles that these grants can give to users of the same company. Contract processors come from a processing
/// company, so their role isn't included.
#[must_use]
pub fn grantable(grants: &Grants) -> Vec<Role> {
    Role::ALL
        .iter()
        .map(|(role, ..)| *role)
        .filter(|role| *role != Role::ContractProcessor && may_grant(grants, *role))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{OrgUnitType::BROKER, Role::*};

    fn grants(role: Role) -> Grants {
        Grants::new(vec![role], BROKER, BROKER)
    }

    #[test]
    fn no_administrator_grants_more_than_their_own_rights() {
        for (granter, highest) in [
            (CompanyAdmin, Some(CompanyAdmin)),
            (AssociateAdmin, Some(Administrator)),
            (Administrator, Some(Administrator)),
            (BranchAdmin, Some(LoanAdmin)),
            (LoanAdmin, None),
            (Originator, None),
            (LockDesk, None),
        ] {
            let given = grantable(&grants(granter));
            assert_eq!(given.iter().copied().max_by_key(|role| rank(*role)).filter(|role| rank(*role) > 0), highest);
            assert!(!given.contains(&SuperAdmin) && !given.contains(&ContractProcessor), "{granter:?}");
        }
        // Only a company admin makes company and associate admins.
        for (role, ..) in Role::ALL {
            let by = may_grant(&grants(role), AssociateAdmin) || may_grant(&grants(role), CompanyAdmin);
            assert_eq!(by, role == CompanyAdmin, "{role:?}");
        }
    }

    #[test]
    fn managing_a_user_requires_being_able_to_grant_all_their_roles() {
        assert!(may_manage(&grants(BranchAdmin), [Originator, LoanAdmin]));
        assert!(!may_manage(&grants(BranchAdmin), [Originator, BranchAdmin]));
        assert!(!may_manage(&grants(Administrator), [CompanyAdmin]));
        assert!(may_manage(&grants(AssociateAdmin), []));
        assert!(!may_manage(&grants(Originator), []));
        assert!(may_manage(&grants(CompanyAdmin), [CompanyAdmin, AssociateAdmin]));
        assert!(may_manage(&grants(BranchAdmin), [ContractProcessor]));
    }
}
