//! Relationships between labeled elements: who owns what, and which items belong together.

use super::{
    parties::read_name,
    reading::{Item, Reading},
    roles::{ROLE_TYPE, Role},
};
use mismo34::{Path, Relationship};
use uuid::Uuid;

/// The identifier that every HUD-approved agency has.
const AGENCY_NUMBER: Path = Path::of("ROLE", "PARTY_ROLE_IDENTIFIERS/PARTY_ROLE_IDENTIFIER/PartyRoleIdentifier");

fn is_joint(relationship: &Relationship<'_>) -> bool {
    relationship.role.contains("SharesJointCreditReportWith")
}

impl<'d> Reading<'d> {
    /// Applies every relationship, after all items are read.
    pub(super) fn relate(&mut self, roles: &[Role<'d>]) {
        self.items.sort_unstable_by_key(|(element, _)| *element);
        let document = self.document;
        for relationship in document.relationships() {
            self.follow(relationship, roles);
        }
        for role in roles {
            // A party without relationships can't be assigned as a lender or counselor.
            if matches!(role.kind(), Some("NotePayTo" | "HousingCounselingAgency")) && self.has_more(role.whole()) {
                let reason = "Nothing in the file belongs to this party. It was skipped.";
                self.about_element(role.whole(), "PartyRoleType", reason);
                self.mark_all(role.whole());
            }
        }
    }

    fn item(&self, element: u32) -> Option<Item> {
        let at = self.items.binary_search_by_key(&element, |(element, _)| *element).ok()?;
        Some(self.items[at].1)
    }

    fn follow(&mut self, relationship: &Relationship<'_>, roles: &[Role<'d>]) {
        let (Some(from), to) = (self.item(relationship.from), self.item(relationship.to)) else { return };
        match (from, to) {
            (Item::Borrower(one), Some(Item::Borrower(other))) if one == other || !is_joint(relationship) => {}
            (Item::Borrower(one), Some(Item::Borrower(other))) => {
                let other = self.application.borrowers[other].id;
                self.application.borrowers[one].joint_with.get_or_insert(other);
            }
            (_, Some(Item::Borrower(at))) => {
                let owner = self.application.borrowers[at].id;
                if let Some(owners) = self.owners(from)
                    && !owners.contains(&owner)
                {
                    owners.push(owner);
                }
            }
            (Item::OwnedProperty(property), Some(Item::Liability(liability)))
            | (Item::Liability(liability), Some(Item::OwnedProperty(property))) => {
                let property = self.application.owned_properties[property].id;
                self.application.liabilities[liability].owned_property.get_or_insert(property);
            }
            (Item::Income(borrower, income), Some(Item::Employment(employer, employment))) if borrower == employer => {
                let borrower = &mut self.application.borrowers[borrower];
                let employment = borrower.employments[employment].id;
                borrower.incomes[income].employment.get_or_insert(employment);
            }
            (Item::OtherLoan(at), None) => {
                if let Some(name) = self.party_of(roles, relationship.to, None) {
                    self.application.other_loans[at].creditor.get_or_insert(name);
                }
            }
            (Item::Counseling(borrower, at), None) => {
                if let Some(agency) = self.party_of(roles, relationship.to, Some(&AGENCY_NUMBER)) {
                    self.application.borrowers[borrower].counseling[at].agency.get_or_insert(agency);
                }
            }
            _ => {}
        }
    }

    fn owners(&mut self, item: Item) -> Option<&mut Vec<Uuid>> {
        let application = &mut self.application;
        match item {
            Item::Asset(at) => Some(&mut application.assets[at].owners),
            Item::OwnedProperty(at) => Some(&mut application.owned_properties[at].owners),
            Item::Liability(at) => Some(&mut application.liabilities[at].owners),
            Item::Expense(at) => Some(&mut application.expenses[at].owners),
            _ => None,
        }
    }

    /// The name of the party in a role, or its identifier.
    fn party_of(&mut self, roles: &[Role<'d>], role: u32, number: Option<&Path>) -> Option<String> {
        let at = roles.binary_search_by_key(&role, |role| role.role.number()).ok()?;
        let Role { party, role, .. } = roles[at];
        let number: Option<String> = number.and_then(|number| self.value(role, number));
        let name = read_name(self, party);
        self.mark_at(role, &ROLE_TYPE);
        name.or(number)
    }
}
