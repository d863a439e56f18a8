//! Plan and subscription, as far as a user record tells them.

use crate::store::Linked;

/// A plan and what became of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub is_pro: bool,
    /// NONE, TRIAL, ACTIVE, PAST_DUE, ADMIN_CANCELLED or USER_CANCELLED.
    pub subscription_state: &'static str,
}

/// Whose plan counts for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plans {
    /// Whether the company is billed at all.
    pub is_billed: bool,
    /// That of the unit.
    pub of_unit: Plan,
    /// That of the person: their own where they pay themselves, else the unit's (ORG-08).
    pub of_user: Plan,
}

/// The plans behind an active unit. Nobody is billed: there are no plans to be had.
pub(crate) fn plans(unit: &Linked) -> Plans {
    let none = Plan { is_pro: false, subscription_state: "NONE" };
    let own = none;
    let of_unit = none;
    Plans { is_billed: false, of_unit, of_user: if unit.license_payer == "SELF" { own } else { of_unit } }
}
