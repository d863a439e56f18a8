//! Billing data of the user record: who pays for unit and user, the kind of plan, and its state.

use crate::{
    party,
    store::{self, Subscription, people},
};
use lending::billing::{Payer, State};
use platform::Result;
use sqlx::PgConnection;

/// Billing of a unit or user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub payer: Payer,
    /// Has an active pro plan.
    pub is_pro: bool,
    /// State of the subscription.
    pub state: State,
}

/// Billing of a unit and a user in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the company is billed.
    pub is_enabled: bool,
    pub unit: Side,
    /// The user's own subscription if they pay for themselves, otherwise the unit's.
    pub user: Side,
}

/// Billing of a user in a unit. Runs in the company's transaction.
pub async fn standing(connection: &mut PgConnection, company: i64, unit: i64, user: i64) -> Result<Standing> {
    let found = people::company(connection, company).await?;
    let today = store::today(&found.time_zone);
    let side = |payer, subscription: Option<Subscription>| Side {
        payer,
        is_pro: subscription
            .as_ref()
            .is_some_and(|found| found.row.is_pro && !found.terms.service(today).is_restricted()),
        state: subscription.map_or(State::NONE, |found| found.terms.state),
    };
    let unit_payer = found.payer(unit);
    // If users pay for themselves, the unit has no subscription.
    let of_unit = match unit_payer {
        Payer::SELF => None,
        payer => store::subscription(connection, company, party::owner(payer, company, unit, user)).await?,
    };
    let unit_side = side(unit_payer, of_unit);
    let pays_alone = unit_payer == Payer::SELF || people::pays_alone(connection, company, user).await?;
    let user_side = match pays_alone {
        true => side(Payer::SELF, store::subscription(connection, company, store::Owner::Person(user)).await?),
        false => unit_side,
    };
    Ok(Standing { is_enabled: found.is_enabled, unit: unit_side, user: user_side })
}

/// Returns true if a unit, or a user in it, has a pro plan. Always true without billing. Runs in the company's
/// transaction.
pub async fn has_pro(connection: &mut PgConnection, company: i64, unit: i64, user: Option<i64>) -> Result<bool> {
    let standing = standing(connection, company, unit, user.unwrap_or_default()).await?;
    let side = if user.is_some() { standing.user } else { standing.unit };
    Ok(side.is_pro || !standing.is_enabled)
}
