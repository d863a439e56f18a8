//! Payer and seat of users, for the users page.

use crate::store::people;
use lending::billing::{Payer, SeatKind};
use platform::Result;
use serde::Serialize;
use sqlx::PgConnection;
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;

/// Payer and seat of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BillingPlace)]
pub struct Place {
    /// COMPANY, BRANCH or SELF.
    pub payer: Payer,
    /// LO or SUPPORT. Null without a seat. Users who pay for themselves need none.
    pub seat: Option<SeatKind>,
}

/// Payers and seats of users by their default unit. Empty if the company isn't billed.
pub async fn places(
    connection: &mut PgConnection,
    company: i64,
    people: &[(i64, i64)],
) -> Result<BTreeMap<i64, Place>> {
    let found = people::company(connection, company).await?;
    if !found.is_enabled {
        return Ok(BTreeMap::new());
    }
    let users: Vec<i64> = people.iter().map(|(user, _)| *user).collect();
    let alone: BTreeSet<i64> = people::self_payers(connection, company, &users).await?.into_iter().collect();
    let seats = people::seats_of(connection, company, &users).await?;
    Ok(people
        .iter()
        .map(|(user, unit)| {
            let payer = if alone.contains(user) { Payer::SELF } else { found.payer(*unit) };
            (*user, Place { payer, seat: seats.get(user).copied() })
        })
        .collect())
}
