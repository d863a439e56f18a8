//! Roles of the parties in a deal.

use super::reading::Element;
use mismo34::{Document, Path, name, path};

/// Type of a role, such as `LoanOriginator`.
pub(super) const ROLE_TYPE: Path = Path::of("ROLE", "ROLE_DETAIL/PartyRoleType");

/// A party's role.
#[derive(Clone, Copy)]
pub(super) struct Role<'d> {
    pub party: Element<'d>,
    pub role: Element<'d>,
    /// Whether the party has no other role.
    pub is_only: bool,
}

/// Every role in file order.
pub(super) fn all<'d>(document: &'d Document<'d>) -> Vec<Role<'d>> {
    let mut all = Vec::new();
    for party in document.deal().every(&path!("DEAL", "PARTIES/PARTY")) {
        let roles = party.every(&path!("PARTY", "ROLES/ROLE"));
        let is_only = roles.len() == 1;
        all.extend(roles.into_iter().map(|role| Role { party, role, is_only }));
    }
    all
}

/// The borrowers without duplicates, in file order, but with the one marked as primary first.
pub(super) fn borrowers<'d>(roles: &[Role<'d>]) -> Vec<Role<'d>> {
    let mut borrowers: Vec<_> = roles.iter().copied().filter(Role::is_borrower).collect();
    borrowers.dedup_by_key(|role| role.party.number());
    if borrowers.iter().filter(|role| role.is_primary()).count() == 1 {
        borrowers.sort_by_key(|role| !role.is_primary());
    }
    borrowers
}

impl<'d> Role<'d> {
    /// Type of the role, such as `LoanOriginator`.
    pub(super) fn kind(&self) -> Option<&'d str> {
        self.role.value(&ROLE_TYPE)
    }

    /// Whether this is a borrower's role. A role without a type counts as one if it contains borrower data.
    pub(super) fn is_borrower(&self) -> bool {
        match self.kind() {
            Some(kind) => kind == "Borrower",
            None => self.role.child(name!("BORROWER")).is_some(),
        }
    }

    pub(super) fn has_last_name(&self) -> bool {
        self.party.value(&path!("PARTY", "INDIVIDUAL/NAME/LastName")).is_some()
    }

    /// The element to report if the role can't be stored: the whole party, unless it has other roles.
    pub(super) fn whole(&self) -> Element<'d> {
        if self.is_only { self.party } else { self.role }
    }

    fn is_primary(&self) -> bool {
        let classification = path!("ROLE", "BORROWER/BORROWER_DETAIL/BorrowerClassificationType");
        self.role.value(&classification) == Some("Primary")
    }
}
