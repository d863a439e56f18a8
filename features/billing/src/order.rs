//! Orders of a plan, and their price.

use crate::{
    party::{Party, conflict},
    settle::Roster,
    store::{self, Owner, Plan, Subscription},
};
use lending::{
    access::Role,
    billing::{Change, Payer, Period, Quote, Seats, Service, State, price, quote},
    values::Money,
};
use platform::{Error, Fields, Result, Tx, db::Date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of seats of a kind.
const SEATS_MAX: u32 = 10_000;

/// Seats by kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatCounts)]
pub struct SeatCounts {
    /// Seats for loan officers.
    #[serde(rename = "LO")]
    pub officers: u32,
    /// Seats for all other users.
    #[serde(rename = "SUPPORT")]
    pub support: u32,
}

impl From<Seats> for SeatCounts {
    fn from(seats: Seats) -> Self {
        Self { officers: seats.officers, support: seats.support }
    }
}

/// An order: plan, period, seats, payer and card.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BillingOrder)]
pub struct In {
    /// `STANDARD` or `PRO`.
    pub plan_id: String,
    pub period: Period,
    pub payer: Payer,
    /// Defaults to the number of users who need a seat, and at least the current number.
    pub seats: Option<SeatCounts>,
    /// Token of a card from the payment provider's form. Defaults to the current card.
    pub payment_token: Option<String>,
}

/// Price of a change. Amounts are decimals.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillingQuote)]
pub struct QuoteOut {
    /// Price of the new plan for the period.
    subtotal: Money,
    /// Credit for days that are already paid.
    credit: Money,
    due_now: Money,
    starts_on: Date,
    ends_on: Date,
    next_on: Date,
    next_amount: Money,
}

impl From<Quote> for QuoteOut {
    fn from(quote: Quote) -> Self {
        let Quote { subtotal, credit, due_now, starts_on, ends_on, next_on, next_amount } = quote;
        Self {
            subtotal,
            credit,
            due_now,
            starts_on: starts_on.into(),
            ends_on: ends_on.into(),
            next_on: next_on.into(),
            next_amount,
        }
    }
}

/// A validated order.
pub(crate) struct Order {
    pub plan: Plan,
    pub period: Period,
    pub seats: Seats,
    pub quote: Quote,
    pub period_amount: Money,
}

/// Seats that a payer's users need, and at least the current number.
pub(crate) async fn usual_seats(tx: &mut Tx, party: &Party, present: Option<&Subscription>) -> Result<Seats> {
    let company = tx.company();
    let needed = match party.owner {
        Owner::Person(_) => return Ok(own_seat(tx)),
        owner => Roster::read(tx, company).await?.needed(owner),
    };
    let bought =
        present.filter(|found| found.terms.state == State::ACTIVE).map_or(Seats::default(), |found| found.seats);
    Ok(Seats { officers: needed.officers.max(bought.officers), support: needed.support.max(bought.support) })
}

/// The one seat of a user who pays for themselves.
fn own_seat(tx: &Tx) -> Seats {
    match tx.actor().access.grants.roles().contains(&Role::Originator) {
        true => Seats { officers: 1, support: 0 },
        false => Seats { officers: 0, support: 1 },
    }
}

/// Price of a plan for a payer on a day.
pub(crate) fn quote_for(
    plan: &Plan,
    period: Period,
    seats: Seats,
    present: Option<&Subscription>,
    today: jiff::civil::Date,
) -> (Quote, Money) {
    let amount = price(&plan.prices, period, seats);
    let trial = present.filter(|found| found.terms.state == State::TRIAL).and_then(|found| found.terms.trial_ends_on);
    let running = present
        .filter(|found| matches!(found.terms.service(today), Service::Paid | Service::Ending { .. }))
        .and_then(Subscription::running);
    (quote(Change { period, amount }, trial, running, today), amount)
}

impl In {
    /// Validates everything that doesn't depend on the current subscription.
    pub(crate) async fn read(&self, tx: &mut Tx, party: &Party, present: Option<&Subscription>) -> Result<Order> {
        let mut fields = Fields::default();
        let plans = store::plans(tx).await?;
        let plan = plans.into_iter().find(|plan| plan.id == self.plan_id);
        if plan.is_none() {
            fields.add("planId", "Unknown plan.");
        }
        let seats = match self.seats {
            None => usual_seats(tx, party, present).await?,
            Some(_) if party.payer == Payer::SELF => own_seat(tx),
            Some(SeatCounts { officers, support }) => {
                for (name, count) in [("seats/LO", officers), ("seats/SUPPORT", support)] {
                    if count > SEATS_MAX {
                        fields.add(name, format!("must be at most {SEATS_MAX}"));
                    }
                }
                Seats { officers, support }
            }
        };
        if seats == Seats::default() {
            fields.add("seats", "must be at least one");
        }
        let token_max = 200;
        if self.payment_token.as_ref().is_some_and(|token| token.len() > token_max) {
            fields.add("paymentToken", "is too long");
        }
        fields.check()?;
        let plan = plan.ok_or(Error::NotFound)?;
        let (quote, period_amount) = quote_for(&plan, self.period, seats, present, party.today);
        Ok(Order { plan, period: self.period, seats, quote, period_amount })
    }
}

impl Order {
    /// Returns true if the order includes at least the current plan, period and seats.
    pub(crate) fn covers(&self, present: &Subscription) -> bool {
        self.plan.rank >= present.row.rank && self.period >= present.period && self.seats.cover(present.seats)
    }

    /// Refuses an order that reduces anything. A smaller plan can be chosen when the period ends. During a trial, any
    /// plan can be chosen with a card.
    pub(crate) fn check_upgrade(&self, present: &Subscription) -> Result<()> {
        if present.terms.state == State::TRIAL {
            return Ok(());
        }
        if !self.covers(present) {
            let sentence =
                "This is less than the present plan. Cancel it, and choose another one when its period is over.";
            return Err(conflict("LWBILL10407", sentence));
        }
        let is_more = self.plan.rank > present.row.rank || self.period > present.period || self.seats != present.seats;
        if !is_more {
            return Err(conflict("LWBILL10408", "This is the present plan already."));
        }
        Ok(())
    }
}
