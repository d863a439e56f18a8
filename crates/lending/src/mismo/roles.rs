//! Who plays which part in the deal.

use super::reading::Element;
use mismo34::{Document, Path, name, path};

/// Which part somebody plays, such as `LoanOriginator`.
pub(super) const ROLE_TYPE: Path = Path::of("ROLE", "ROLE_DETAIL/PartyRoleType");

/// A part that somebody plays.
#[derive(Clone, Copy)]
pub(super) struct Role<'d> {
    pub party: Element<'d>,
    pub role: Element<'d>,
    /// Whether the party plays no other part.
    pub is_only: bool,
}

/// Every part that somebody plays, in the order of the file.
pub(super) fn all<'d>(document: &'d Document<'d>) -> Vec<Role<'d>> {
    let mut all = Vec::new();
    for party in document.deal().every(&path!("DEAL", "PARTIES/PARTY")) {
        let roles = party.every(&path!("PARTY", "ROLES/ROLE"));
        let is_only = roles.len() == 1;
        all.extend(roles.into_iter().map(|role| Role { party, role, is_only }));
    }
    all
}

/// The borrowers, each once, in the order of the file, but the one first that it calls primary.
pub(super) fn borrowers<'d>(roles: &[Role<'d>]) -> Vec<Role<'d>> {
    let mut borrowers: Vec<_> = roles.iter().copied().filter(Role::is_borrower).collect();
    borrowers.dedup_by_key(|role| role.party.number());
    if borrowers.iter().filter(|role| role.is_primary()).count() == 1 {
        borrowers.sort_by_key(|role| !role.is_primary());
    }
    borrowers
}

impl<'d> Role<'d> {
    /// Which part it is, such as `LoanOriginator`.
    pub(super) fn kind(&self) -> Option<&'d str> {
        self.role.value(&ROLE_TYPE)
    }

    /// Whether it is that of a borrower; one without a kind is, if the file tells of it what only borrowers have.
    pub(super) fn is_borrower(&self) -> bool {
        match self.kind() {
            Some(kind) => kind == "Borrower",
            None => self.role.child(name!("BORROWER")).is_some(),
        }
    }

    pub(super) fn has_last_name(&self) -> bool {
        self.party.value(&path!("PARTY", "INDIVIDUAL/NAME/LastName")).is_some()
    }

    /// What there is no place for if the part has none: the party, unless it plays others.
    pub(super) fn whole(&self) -> Element<'d> {
        if self.is_only { self.party } else { self.role }
    }

    fn is_primary(&self) -> bool {
        let classification = path!("ROLE", "BORROWER/BORROWER_DETAIL/BorrowerClassificationType");
        self.role.value(&classification) == Some("Primary")
    }
}
