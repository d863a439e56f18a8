//! What the user record tells of billing: who pays for the unit and for the person, for which kind of plan, in which state.

use crate::{
    party,
    store::{self, Subscription, people},
};
use lending::billing::{Payer, State};
use platform::Result;
use sqlx::PgConnection;

/// One side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Who pays.
    pub payer: Payer,
    /// A pro plan that serves.
    pub is_pro: bool,
    /// The state of the subscription.
    pub state: State,
}

/// Both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the company is billed at all.
    pub is_enabled: bool,
    /// The unit's.
    pub unit: Side,
    /// The person's: their own where they pay alone, else the unit's.
    pub user: Side,
}

/// How a person in a unit stands. Within the company's transaction.
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
    // Where everybody pays alone, the unit has nothing.
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

/// Whether a pro plan serves a unit, or a person in it. Where nothing is billed, everything is open. Within the company's
/// transaction.
pub async fn has_pro(connection: &mut PgConnection, company: i64, unit: i64, user: Option<i64>) -> Result<bool> {
    let standing = standing(connection, company, unit, user.unwrap_or_default()).await?;
    let side = if user.is_some() { standing.user } else { standing.unit };
    Ok(side.is_pro || !standing.is_enabled)
}
