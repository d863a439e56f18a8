//! Subscriptions created without a purchase: the trial of a new company, and demo data.

use crate::{
    provider::Card,
    store::{self, Owner, Written, money, people},
};
use lending::billing::{Payer, Period, Prices, Seats, State, TRIAL_DAYS, days_after, price};
use platform::{Error, Result, db::Date};
use sqlx::PgConnection;

/// A subscription to create.
#[derive(Clone, Copy, Debug)]
pub struct Seed<'a> {
    pub payer: Payer,
    /// The company or branch, or the user if they pay for themselves.
    pub owner: i64,
    /// `STANDARD` or `PRO`.
    pub plan_id: &'a str,
    pub period: Period,
    pub state: State,
    /// Days from today: left of a trial, until the last paid day, or since a missed payment was due.
    pub days: i32,
    /// Has a card on file.
    pub has_card: bool,
    /// Fewer seats than users need.
    pub seats: Option<Seats>,
}

/// Enables billing for a company and starts a trial of the largest plan.
pub async fn begin_trial(connection: &mut PgConnection, company: i64) -> Result<()> {
    let plan = store::plans(connection).await?.pop().ok_or(Error::NotFound)?;
    let trial = Seed {
        payer: Payer::COMPANY,
        owner: company,
        plan_id: &plan.id,
        period: Period::MONTH,
        state: State::TRIAL,
        days: TRIAL_DAYS,
        has_card: false,
        seats: None,
    };
    seed(connection, company, &trial).await
}

/// Creates a subscription in the company's transaction.
pub async fn seed(connection: &mut PgConnection, company: i64, seed: &Seed<'_>) -> Result<()> {
    sqlx::query!("update org_unit set is_billing_enabled = true where id = $1", company)
        .execute(&mut *connection)
        .await?;
    let owner = match seed.payer {
        Payer::COMPANY | Payer::BRANCH => Owner::Unit(seed.owner),
        Payer::SELF => Owner::Person(seed.owner),
    };
    if seed.state == State::NONE {
        return crate::settle(connection, company).await;
    }
    let found = people::company(connection, company).await?;
    let today = store::today(&found.time_zone);
    let plans = store::plans(connection).await?;
    let plan = plans.iter().find(|plan| plan.id == seed.plan_id).ok_or(Error::NotFound)?;
    let needed = match owner {
        Owner::Unit(_) => crate::settle::Roster::read(connection, company).await?.needed(owner),
        Owner::Person(_) => Seats { officers: 1, support: 0 },
    };
    let seats = seed.seats.unwrap_or(needed);
    let written = terms(seed, owner, &plan.prices, seats, today);
    let id = store::insert(connection, company, &written).await?;
    if seed.has_card {
        let card = Card {
            token: "sandbox_pays_4242_203012".to_owned(),
            brand: "Visa".to_owned(),
            last_four: "4242".to_owned(),
            expires_on: Date(jiff::civil::date(2030, 12, 31)),
        };
        let method = money::add_method(connection, company, id, "sandbox", &card).await?;
        money::make_default(connection, company, id, method).await?;
    }
    crate::settle(connection, company).await
}

fn terms<'a>(seed: &Seed<'a>, owner: Owner, prices: &Prices, seats: Seats, today: jiff::civil::Date) -> Written<'a> {
    let last = days_after(today, seed.days);
    // The start of a period that ends on this day.
    let first = |last: jiff::civil::Date| {
        let days = if seed.period == Period::YEAR { 364 } else { 29 };
        days_after(last, -days)
    };
    let base = Written {
        payer: seed.payer,
        owner,
        plan_id: seed.plan_id,
        period: seed.period,
        seats,
        state: seed.state,
        trial_ends_on: None,
        anchor_on: None,
        period_starts_on: None,
        period_ends_on: None,
        period_cents: price(prices, seed.period, seats).cents(),
        past_due_on: None,
        tried_on: None,
        is_blocked: false,
        cancelled_on: None,
        cancelled_by: None,
        cancel_reason: None,
    };
    let paid_to = |last: jiff::civil::Date| Written {
        anchor_on: Some(first(last).into()),
        period_starts_on: Some(first(last).into()),
        period_ends_on: Some(last.into()),
        ..base.clone()
    };
    match seed.state {
        State::NONE => base,
        State::TRIAL => Written { trial_ends_on: Some(days_after(today, seed.days - 1).into()), ..base },
        State::ACTIVE => paid_to(last),
        State::PAST_DUE => {
            let since = days_after(today, -seed.days);
            Written { past_due_on: Some(since.into()), ..paid_to(days_after(since, -1)) }
        }
        State::ADMIN_CANCELLED | State::USER_CANCELLED => {
            Written { cancelled_on: Some(today.into()), cancel_reason: Some("No longer needed."), ..paid_to(last) }
        }
    }
}
