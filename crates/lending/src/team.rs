//! The loan team: eight pairs of slots, each with a primary and a junior slot.
//!
//! The browser applies the same rules before it calls the server. Both are tested against
//! `tests/fixtures/team-cases.json`. Source: specification L sections 3 to 6, decisions D16 and C21.

use crate::{
    access::{Permission, Role},
    leads::{Maker, OwnerWarning, access_warning as lead_warning},
    words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// Roles on a loan (specification L section 3, TEAM-03).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LoanRole {
        ORIGINATOR, PROCESSOR, CONTRACTPROCESSOR, ASSISTANT, DISCLOSURE_DESK, PAYROLL, CLOSER, LOCK_DESK, FUNDER,
    }
}

/// A team member in a request. Unknown keys are ignored, so that a client can send back a search result as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TeamMemberIn)]
pub struct Member {
    /// Role on the loan.
    #[serde(rename = "LoanRole")]
    pub role: LoanRole,
    /// True for the role's first slot, false for the junior one.
    pub primary: bool,
    /// Id of the user's membership.
    #[serde(rename = "WizeUserOrgUnitId")]
    pub membership: i64,
}

/// Two slots of one role, in the order of the form. In-house and contract processors share a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pair {
    /// Loan officers.
    LoanOfficer,
    /// Processors, including contract processors.
    Processor,
    /// Loan officer assistants.
    Assistant,
    /// Sends disclosures.
    DisclosureDesk,
    /// Wires the funds.
    Funder,
    /// Pays commissions.
    Payroll,
    /// Locks rates.
    LockDesk,
    /// Prepares the closing.
    Closer,
}

impl Pair {
    /// Every pair, with the names of its primary and junior slots in the form (specification L section 3).
    pub const ALL: [(Pair, &'static str, &'static str); 8] = [
        (Pair::LoanOfficer, "loanOfficer", "juniorLoanOfficer"),
        (Pair::Processor, "loanProcessor", "juniorLoanProcessor"),
        (Pair::Assistant, "loanOfficerAssistant", "juniorLOA"),
        (Pair::DisclosureDesk, "DisclosureDesk", "juniorDisclosureDesk"),
        (Pair::Funder, "Funder", "juniorFunder"),
        (Pair::Payroll, "Payroll", "juniorPayroll"),
        (Pair::LockDesk, "LockDesk", "juniorLockDesk"),
        (Pair::Closer, "Closer", "juniorCloser"),
    ];

    /// The pair that a role belongs to.
    #[must_use]
    pub const fn of(role: LoanRole) -> Pair {
        match role {
            LoanRole::ORIGINATOR => Pair::LoanOfficer,
            LoanRole::PROCESSOR | LoanRole::CONTRACTPROCESSOR => Pair::Processor,
            LoanRole::ASSISTANT => Pair::Assistant,
            LoanRole::DISCLOSURE_DESK => Pair::DisclosureDesk,
            LoanRole::PAYROLL => Pair::Payroll,
            LoanRole::CLOSER => Pair::Closer,
            LoanRole::LOCK_DESK => Pair::LockDesk,
            LoanRole::FUNDER => Pair::Funder,
        }
    }

    /// Permission required to see and fill these slots, or `None` if everyone can (TEAM-33 to -35).
    #[must_use]
    pub const fn permission(self) -> Option<Permission> {
        match self {
            Pair::LoanOfficer | Pair::Assistant => None,
            Pair::Processor => Some(Permission::LoanReview),
            Pair::DisclosureDesk | Pair::Funder | Pair::Payroll | Pair::LockDesk | Pair::Closer => {
                Some(Permission::LoanAdminTeamEdit)
            }
        }
    }

    /// Error message if one user is in both slots (TEAM-25 to -32).
    #[must_use]
    pub const fn twice(self) -> &'static str {
        match self {
            Pair::LoanOfficer => "Additional LO can't be same as Loan Officer",
            Pair::Processor => "Additional Processor can't be same as Processor",
            Pair::Assistant => "Additional LOA can't be same as LOA",
            Pair::DisclosureDesk => "Additional Disclosure Desk can't be same as Disclosure Desk",
            Pair::Funder => "Additional Funder can't be same as Funder",
            Pair::Payroll => "Additional Payroll can't be same as Payroll",
            Pair::LockDesk => "Additional Lock Desk can't be same as Lock Desk",
            Pair::Closer => "Additional Closer can't be same as Closer",
        }
    }
}

/// A slot on the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The pair it belongs to.
    pub pair: Pair,
    /// Whether it is the junior slot.
    pub is_junior: bool,
}

impl Slot {
    /// The slot of a role.
    #[must_use]
    pub const fn of(role: LoanRole, primary: bool) -> Slot {
        Slot { pair: Pair::of(role), is_junior: !primary }
    }

    /// Name of the slot in the form.
    #[must_use]
    pub fn name(self) -> &'static str {
        let (_, primary, junior) = Pair::ALL[self.pair as usize];
        if self.is_junior { junior } else { primary }
    }

    /// The slot with this name in the form.
    #[must_use]
    pub fn named(name: &str) -> Option<Slot> {
        Pair::ALL.into_iter().find_map(|(pair, primary, junior)| match name {
            name if name == primary => Some(Slot { pair, is_junior: false }),
            name if name == junior => Some(Slot { pair, is_junior: true }),
            _ => None,
        })
    }

    const fn beside(self) -> Slot {
        Slot { pair: self.pair, is_junior: !self.is_junior }
    }
}

/// Slots for the creator of a loan, by the creator's roles. The first match wins.
const PLACES: [(Role, LoanRole); 8] = [
    (Role::Originator, LoanRole::ORIGINATOR),
    (Role::Assistant, LoanRole::ASSISTANT),
    (Role::Processor, LoanRole::PROCESSOR),
    (Role::DisclosureDesk, LoanRole::DISCLOSURE_DESK),
    (Role::Funder, LoanRole::FUNDER),
    (Role::LockDesk, LoanRole::LOCK_DESK),
    (Role::Payroll, LoanRole::PAYROLL),
    (Role::Closer, LoanRole::CLOSER),
];

/// The slot that the creator of a loan gets by default (TEAM-21, TEAM-22).
#[must_use]
pub fn own_role(roles: &[Role], may: impl Fn(Permission) -> bool) -> Option<LoanRole> {
    PLACES
        .into_iter()
        .find(|(role, place)| roles.contains(role) && Pair::of(*place).permission().is_none_or(&may))
        .map(|(_, place)| place)
}

/// Whether a user is shown as a contract processor. Their first role decides (TEAM-11).
#[must_use]
pub fn is_contract_processor(roles: &[Role]) -> bool {
    roles.first() == Some(&Role::ContractProcessor)
}

/// A user in a role. Users are compared by user id, because one user can have several memberships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Role on the loan.
    pub role: LoanRole,
    /// `true` for the role's primary slot.
    pub primary: bool,
    /// User id.
    pub user: i64,
}

/// Assigns the entries of an officer's default team to slots (TEAM-18, decision C21). Each entry gets the slot of its
/// role. A contract processor gets the first free processor slot. No user gets both slots of a pair, and the officer's
/// own slot is never reassigned.
#[must_use]
pub fn prefill(officer: i64, entries: &[Seat]) -> Vec<(Slot, usize)> {
    let mut filled: Vec<(Slot, usize)> = Vec::new();
    let (under_contract, own): (Vec<_>, Vec<_>) =
        (0..entries.len()).partition(|at| entries[*at].role == LoanRole::CONTRACTPROCESSOR);
    for at in own.into_iter().chain(under_contract) {
        let Seat { role, primary, user } = entries[at];
        let wanted = if role == LoanRole::CONTRACTPROCESSOR {
            [Slot::of(role, true), Slot::of(role, false)].to_vec()
        } else {
            vec![Slot::of(role, primary)]
        };
        let in_slot = |slot: Slot| filled.iter().find(|(taken, _)| *taken == slot).map(|(_, at)| entries[*at].user);
        let is_officer = |slot: Slot| slot.pair == Pair::LoanOfficer && (user == officer || !slot.is_junior);
        let free = wanted
            .into_iter()
            .find(|slot| in_slot(*slot).is_none() && in_slot(slot.beside()) != Some(user) && !is_officer(*slot));
        filled.extend(free.map(|slot| (slot, at)));
    }
    filled.sort();
    filled
}

/// A requested change of one slot, with the member that its author saw there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotChange {
    /// The slot to change.
    pub slot: Slot,
    /// The membership that the author saw in the slot, or `None` if it was empty.
    pub from: Option<i64>,
    /// The new member, or `None` to empty the slot.
    pub to: Option<Member>,
}

impl SlotChange {
    /// Whether the change puts a different membership into the slot.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.to.map(|to| to.membership) != self.from
    }
}

/// Applies changes to a team and returns it in the order of the form. All other slots keep their members.
///
/// # Errors
/// The slots whose member changed since the author saw them.
pub fn change(team: &[Member], changes: &[SlotChange]) -> Result<Vec<Member>, Vec<Slot>> {
    let slot_of = |member: &Member| Slot::of(member.role, member.primary);
    let stands_there = |slot| team.iter().find(|member| slot_of(member) == slot).map(|member| member.membership);
    let overtaken: Vec<Slot> =
        changes.iter().filter(|change| stands_there(change.slot) != change.from).map(|change| change.slot).collect();
    if !overtaken.is_empty() {
        return Err(overtaken);
    }
    let made: Vec<_> = changes.iter().filter(|change| change.differs()).collect();
    let stays = |member: &&Member| made.iter().all(|change| change.slot != slot_of(member));
    let mut changed: Vec<Member> = team.iter().filter(stays).copied().collect();
    changed.extend(made.iter().filter_map(|change| change.to));
    changed.sort_by_key(slot_of);
    Ok(changed)
}

/// Pairs in which one user has both slots (TEAM-24).
#[must_use]
pub fn doubled(team: &[Seat]) -> Vec<Pair> {
    Pair::ALL
        .iter()
        .map(|(pair, ..)| *pair)
        .filter(|pair| {
            let of = |primary: bool| {
                team.iter().find(|seat| Pair::of(seat.role) == *pair && seat.primary == primary).map(|seat| seat.user)
            };
            of(true).is_some() && of(true) == of(false)
        })
        .collect()
}

words! {
    /// Why the creator of a loan could not open it (LOAN-46, decision D16).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum TeamWarning { NOT_IN_TEAM, OTHER_BRANCH }
}

impl TeamWarning {
    /// The warning's text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            TeamWarning::NOT_IN_TEAM => "You will not have access to this loan as you are not on its team.",
            TeamWarning::OTHER_BRANCH => {
                "You will not have access to this loan in the current branch as the Loan Officer belongs to another branch."
            }
        }
    }
}

/// Warns the creator of a loan who could not open it. The rule for leads applies, with the team in place of the owners.
#[must_use]
pub fn access_warning(maker: Maker) -> Option<TeamWarning> {
    match lead_warning(maker)? {
        OwnerWarning::NOT_AN_OWNER => Some(TeamWarning::NOT_IN_TEAM),
        OwnerWarning::OTHER_BRANCH => Some(TeamWarning::OTHER_BRANCH),
        OwnerWarning::NOT_LICENSED => None,
    }
}

#[cfg(test)]
mod tests;
