//! Decides who receives which event.

use lending::access::Permission;
use platform::{
    Actor,
    places::{Place, Places},
};
use std::collections::HashMap;

/// Recipients of events about a type of record.
#[derive(Clone, Copy)]
pub(crate) enum Audience {
    /// All users with the permission, anywhere in the company.
    Company(Permission),
    /// Users with the permission whose access scope includes the record.
    Within(Permission, Places),
}

/// Record types with live events, by the part of the event kind before the dot. Events of other types aren't delivered.
#[derive(Clone, Default)]
pub struct Subjects(HashMap<&'static str, Audience>);

impl Subjects {
    /// Adds a record type that belongs to the whole company, such as its lists.
    #[must_use]
    pub fn of_company(mut self, entity: &'static str, permission: Permission) -> Self {
        self.0.insert(entity, Audience::Company(permission));
        self
    }

    /// Adds a record type that belongs to a branch or names members.
    #[must_use]
    pub fn within_reach(mut self, entity: &'static str, permission: Permission, places: Places) -> Self {
        self.0.insert(entity, Audience::Within(permission, places));
        self
    }

    pub(crate) fn audience(&self, entity: &str) -> Option<Audience> {
        self.0.get(entity).copied()
    }
}

/// Whether a tab receives an event. The tab that caused the event never does.
pub(crate) fn hears(actor: &Actor, permission: Permission, place: Option<&Place>, caused_by: Option<&str>) -> bool {
    let grants = &actor.access.grants;
    let is_own = caused_by.is_some() && caused_by == actor.rtc_client_id.as_deref();
    if is_own || !grants.may(permission) {
        return false;
    }
    place.is_none_or(|place| {
        let is_of_unit = place.org_units.contains(&actor.org_unit());
        let names_them = place.memberships.contains(&actor.membership());
        grants.reach(permission, actor.consolidated).covers(is_of_unit, names_them)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lending::access::{Grants, OrgUnitType, Role};
    use platform::actor::Access;
    use std::sync::Arc;
    use uuid::Uuid;

    fn actor(role: Role, unit: OrgUnitType, consolidated: bool) -> Actor {
        let grants = Grants::new(vec![role], unit, OrgUnitType::BROKER);
        Actor {
            login: Uuid::nil(),
            session: Uuid::nil(),
            logged_in_user: 1,
            user: 1,
            consolidated,
            rtc_client_id: Some(Arc::from("tab")),
            origin: None,
            access: Arc::new(Access {
                membership: 7,
                company: 1,
                org_unit: 3,
                version: 1,
                grants,
                time_zone: Arc::from("UTC"),
            }),
        }
    }

    #[test]
    fn an_event_reaches_only_users_whose_scope_includes_the_record() {
        use OrgUnitType::{BRANCH, BROKER};
        let place = |unit, membership| Place { id: 1, org_units: vec![unit], memberships: vec![membership] };
        for (role, unit, consolidated, here, named, elsewhere) in [
            (Role::Originator, BRANCH, false, false, true, false),
            (Role::BranchAdmin, BRANCH, true, true, true, false),
            (Role::CompanyAdmin, BROKER, false, true, true, false),
            (Role::CompanyAdmin, BROKER, true, true, true, true),
            (Role::ContractProcessor, BRANCH, true, false, true, false),
        ] {
            let actor = actor(role, unit, consolidated);
            let told = |place: Place| hears(&actor, Permission::LoanView, Some(&place), None);
            let found = (told(place(3, 8)), told(place(4, 7)), told(place(4, 8)));
            assert_eq!(found, (here, named, elsewhere), "{role:?}, {consolidated}");
        }
    }

    #[test]
    fn no_tab_receives_hidden_records_or_its_own_changes() {
        let avery = actor(Role::Originator, OrgUnitType::BRANCH, false);
        assert!(hears(&avery, Permission::App, None, Some("another tab")));
        assert!(!hears(&avery, Permission::App, None, Some("tab")));
        assert!(!hears(&avery, Permission::SettingsManage, None, None));
    }
}
