//! Who runs the company: which roles an administrator gives and takes, and whom that lets them manage.

use crate::access::{Grants, Role};

/// How high a role stands among those who administer. Nobody gives or takes what stands as high as their own, but the
/// company's own administrators among themselves.
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

/// The highest rank that somebody gives and takes; nothing for who gives none.
fn ceiling(grants: &Grants) -> Option<u8> {
    let of_role = |role: &Role| match role {
        Role::CompanyAdmin => Some(5),
        Role::AssociateAdmin | Role::Administrator => Some(3),
        Role::BranchAdmin => Some(1),
        _ => None,
    };
    grants.roles().iter().filter_map(of_role).max()
}

/// Whether somebody may give a role to another, or take it: company admins every role of a company, associate admins and
/// administrators those up to an administrator, branch admins those below their own. The provider's role is nobody's to
/// give.
#[must_use]
pub fn may_grant(grants: &Grants, role: Role) -> bool {
    ceiling(grants).is_some_and(|ceiling| rank(role) <= ceiling)
}

/// Whether somebody may manage a person with these roles: whoever could give all of them.
#[must_use]
pub fn may_manage(grants: &Grants, roles: impl IntoIterator<Item = Role>) -> bool {
    ceiling(grants).is_some() && roles.into_iter().all(|role| may_grant(grants, role))
}

/// The roles that somebody may give to people of their own company. Contract processors come from a processing company.
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
    fn nobody_raises_anybody_above_their_own_rights() {
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
    fn one_manages_those_whose_every_role_one_could_give() {
        assert!(may_manage(&grants(BranchAdmin), [Originator, LoanAdmin]));
        assert!(!may_manage(&grants(BranchAdmin), [Originator, BranchAdmin]));
        assert!(!may_manage(&grants(Administrator), [CompanyAdmin]));
        assert!(may_manage(&grants(AssociateAdmin), []));
        assert!(!may_manage(&grants(Originator), []));
        assert!(may_manage(&grants(CompanyAdmin), [CompanyAdmin, AssociateAdmin]));
        assert!(may_manage(&grants(BranchAdmin), [ContractProcessor]));
    }
}
