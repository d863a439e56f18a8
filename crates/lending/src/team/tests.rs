//! Test cases shared with the browser's implementation, and properties that hold for every team.

use super::*;
use crate::access::Reach;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Cases {
    own: Vec<Own>,
    prefill: Vec<Prefill>,
    doubled: Vec<Doubled>,
    shown: Vec<Shown>,
}

#[derive(Deserialize)]
struct Own {
    says: String,
    roles: Vec<String>,
    permissions: Vec<String>,
    slot: Option<String>,
}

#[derive(Deserialize)]
struct Prefill {
    says: String,
    officer: i64,
    entries: Vec<(LoanRole, bool, i64)>,
    filled: BTreeMap<String, i64>,
}

#[derive(Deserialize)]
struct Doubled {
    filled: BTreeMap<String, i64>,
    messages: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Shown {
    says: String,
    permissions: Vec<String>,
    slots: Vec<String>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../tests/fixtures/team-cases.json")).unwrap()
}

fn role_of(name: &str) -> Role {
    Role::ALL.iter().find(|(_, _, known)| *known == name).unwrap().0
}

fn slots() -> Vec<Slot> {
    Pair::ALL.iter().flat_map(|(pair, ..)| [false, true].map(|is_junior| Slot { pair: *pair, is_junior })).collect()
}

fn loan_role_of(slot: Slot) -> LoanRole {
    *LoanRole::ALL.iter().find(|role| Pair::of(**role) == slot.pair).unwrap()
}

/// TEAM-21, TEAM-22: the first matching slot. Processors match only if they can modify processor slots.
#[test]
fn the_creator_of_a_loan_gets_the_first_matching_slot() {
    for case in cases().own {
        let roles: Vec<_> = case.roles.iter().map(|name| role_of(name)).collect();
        let may = |permission: Permission| case.permissions.iter().any(|code| code == permission.code());
        let placed = own_role(&roles, may).map(|role| Slot::of(role, true).name().to_owned());
        assert_eq!(placed, case.slot, "{}", case.says);
    }
}

#[test]
fn a_default_team_fills_the_slots_of_its_roles() {
    for case in cases().prefill {
        let entries: Vec<_> = case
            .entries
            .iter()
            .map(|(role, primary, user)| Seat { role: *role, primary: *primary, user: *user })
            .collect();
        let filled: BTreeMap<_, _> = prefill(case.officer, &entries)
            .into_iter()
            .map(|(slot, at)| (slot.name().to_owned(), entries[at].user))
            .collect();
        assert_eq!(filled, case.filled, "{}", case.says);
    }
}

#[test]
fn one_user_in_both_slots_of_a_pair_gets_the_error_of_that_pair() {
    for case in cases().doubled {
        let team: Vec<_> = slots()
            .into_iter()
            .filter_map(|slot| {
                let user = *case.filled.get(slot.name())?;
                Some(Seat { role: loan_role_of(slot), primary: !slot.is_junior, user })
            })
            .collect();
        assert_eq!(team.len(), case.filled.len(), "every slot name of the case exists in the form");
        let messages: BTreeMap<_, _> = doubled(&team)
            .into_iter()
            .map(|pair| (Slot { pair, is_junior: true }.name().to_owned(), pair.twice().to_owned()))
            .collect();
        assert_eq!(messages, case.messages);
    }
}

#[test]
fn slots_are_shown_to_users_who_can_fill_them() {
    for case in cases().shown {
        let may = |permission: Permission| case.permissions.iter().any(|code| code == permission.code());
        let shown: Vec<_> =
            slots().into_iter().filter(|slot| slot.pair.permission().is_none_or(may)).map(Slot::name).collect();
        assert_eq!(shown, case.slots, "{}", case.says);
    }
}

/// TEAM-11: the first role decides.
#[test]
fn the_first_role_decides_who_is_a_contract_processor() {
    assert!(is_contract_processor(&[Role::ContractProcessor, Role::Assistant]));
    assert!(!is_contract_processor(&[Role::Assistant, Role::ContractProcessor]));
    assert!(!is_contract_processor(&[]));
}

#[test]
fn a_creator_who_could_not_open_the_loan_is_warned() {
    let maker = |reach, owns, is_owner, is_of_branch| {
        access_warning(Maker { reach, owns, is_owner, is_of_branch }).map(TeamWarning::as_str)
    };
    assert_eq!(maker(Reach::Own, true, true, false), None);
    assert_eq!(maker(Reach::Own, false, false, true), Some("NOT_IN_TEAM"));
    assert_eq!(maker(Reach::Own, false, true, false), Some("OTHER_BRANCH"));
    assert_eq!(maker(Reach::Unit, false, false, false), Some("OTHER_BRANCH"));
    assert_eq!(maker(Reach::Unit, false, false, true), None);
    assert_eq!(maker(Reach::Company, false, false, false), None);
    assert_eq!(
        TeamWarning::ALL.iter().map(|warning| warning.text()).collect::<Vec<_>>(),
        [
            "You will not have access to this loan as you are not on its team.",
            "You will not have access to this loan in the current branch as the Loan Officer belongs to another branch."
        ]
    );
}

/// Every subset of the fifteen roles with every subset of the two permissions: 131,072 creators.
#[test]
fn no_creator_gets_a_slot_beyond_their_roles_and_permissions() {
    for chosen in 0..1_u32 << Role::ALL.len() {
        let roles: Vec<_> =
            Role::ALL.iter().map(|(role, ..)| *role).filter(|role| chosen >> *role as u32 & 1 == 1).collect();
        for (reviews, administers) in [(false, false), (true, false), (false, true), (true, true)] {
            let may = |permission| match permission {
                Permission::LoanReview => reviews,
                Permission::LoanAdminTeamEdit => administers,
                _ => panic!("no slot asks for {permission}"),
            };
            let Some(place) = own_role(&roles, may) else {
                assert!(!roles.contains(&Role::Originator) && !roles.contains(&Role::Assistant));
                continue;
            };
            assert!(roles.iter().any(|role| role.code() == place.as_str()), "{place} of {roles:?}");
            assert!(Pair::of(place).permission().is_none_or(may), "{place} of {roles:?}");
            assert_eq!(
                place == LoanRole::ORIGINATOR,
                roles.contains(&Role::Originator),
                "a loan officer always gets the loan officer slot"
            );
        }
    }
}

/// 20,000 random default teams of up to 18 entries with few users, so that conflicts are frequent.
#[test]
fn a_default_team_fills_each_slot_once_and_no_pair_has_one_user_twice() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut roll = |sides: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % sides
    };
    for _ in 0..20_000 {
        let entries: Vec<_> = (0..roll(19))
            .map(|_| Seat {
                role: LoanRole::ALL[roll(LoanRole::ALL.len() as u64) as usize],
                primary: roll(2) == 0,
                user: roll(5) as i64,
            })
            .collect();
        let filled = prefill(0, &entries);
        let taken: BTreeSet<_> = filled.iter().map(|(slot, _)| *slot).collect();
        assert_eq!(taken.len(), filled.len(), "a slot is filled once: {entries:?}");
        let mut team = vec![Seat { role: LoanRole::ORIGINATOR, primary: true, user: 0 }];
        for (slot, at) in &filled {
            let entry = entries[*at];
            assert_eq!(Pair::of(entry.role), slot.pair, "each entry gets a slot of its role");
            assert!(entry.role == LoanRole::CONTRACTPROCESSOR || entry.primary != slot.is_junior);
            team.push(Seat { primary: !slot.is_junior, ..entry });
        }
        assert_eq!(doubled(&team), [], "{entries:?}");
        assert!(!taken.contains(&Slot::of(LoanRole::ORIGINATOR, true)), "the officer stays the officer");
    }
}

const fn member(role: LoanRole, primary: bool, membership: i64) -> Member {
    Member { role, primary, membership }
}

#[test]
fn a_change_affects_only_its_own_slot() {
    let officer = member(LoanRole::ORIGINATOR, true, 1);
    let assistant = member(LoanRole::ASSISTANT, true, 2);
    let processor = member(LoanRole::PROCESSOR, true, 3);
    let contractor = member(LoanRole::CONTRACTPROCESSOR, true, 4);
    let team = [officer, processor, assistant];
    let slot = |name| Slot::named(name).unwrap();
    let change_of = |name, from, to| SlotChange { slot: slot(name), from, to };
    // In-house and contract processors share a slot.
    let given = [change_of("loanProcessor", Some(3), Some(contractor)), change_of("juniorLOA", None, None)];
    assert_eq!(change(&team, &given), Ok(vec![officer, contractor, assistant]));
    let emptied = [change_of("loanOfficerAssistant", Some(2), None)];
    assert_eq!(change(&team, &emptied), Ok(vec![officer, processor]));
    let overtaken = [change_of("loanProcessor", Some(9), Some(contractor)), change_of("juniorLOA", Some(2), None)];
    assert_eq!(change(&team, &overtaken), Err(vec![slot("loanProcessor"), slot("juniorLOA")]));
    assert_eq!(Slot::named("loanProcessors"), None);
    for (_, primary, junior) in Pair::ALL {
        assert_eq!([slot(primary).name(), slot(junior).name()], [primary, junior]);
    }
}
