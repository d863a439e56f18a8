//! Scheduled changes of subscriptions: trials end, periods renew, failed payments are retried.

use crate::{
    collect::{self, Done},
    provider::Outcome,
    store::{
        self, Subscription, Written,
        money::{self, NewInvoice},
        people,
    },
};
use jiff::civil::Date;
use lending::{
    billing::{State, anchor_of, days_after, next_start},
    values::Money,
};
use platform::{App, GlobalTx, Result, jobs::Job, record::Audit, tenant};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

/// Runs every hour and processes companies whose calendar day has ended, once per day and subscription. First finishes
/// payments that a dead process left open.
#[derive(Serialize, Deserialize)]
pub struct BillingDay {}

impl Job for BillingDay {
    const NAME: &'static str = "billing-day";

    async fn run(self, app: &App) -> Result<()> {
        let mut last = Ok(());
        for company in tenant::companies(&app.pool).await? {
            // A failure in one company must not affect the others.
            if let Err(error) = day_of(app, company).await {
                tracing::warn!(%error, company, "a company's billing day was not ended");
                last = Err(error);
            }
        }
        last
    }
}

/// The billing day of one company.
async fn day_of(app: &App, company: i64) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    let found = people::company(&mut tx, company).await?;
    if !found.is_enabled {
        return Ok(());
    }
    let today = store::today(&found.time_zone);
    let forgotten = money::forgotten_invoices(&mut tx, company).await?;
    tx.commit().await?;
    for (invoice, awaits_payer) in forgotten {
        end_forgotten(app, company, invoice, awaits_payer, today).await?;
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    store::lock(&mut tx, company).await?;
    let mut due = Vec::new();
    for subscription in store::subscriptions(&mut tx, company).await? {
        let is_tried = subscription.row.tried_on.is_some_and(|day| *day >= today);
        if subscription.terms.is_payment_due(today) && !is_tried {
            due.extend(ask_for(&mut tx, company, &subscription, today).await?);
        }
    }
    // A grace period can end without a payment.
    crate::settle(&mut tx, company).await?;
    tx.commit().await?;
    for invoice in due {
        end(app, company, invoice, today).await?;
    }
    Ok(())
}

/// Writes the invoice of the next period. Without a card, the payment fails immediately.
async fn ask_for(tx: &mut GlobalTx, company: i64, found: &Subscription, today: Date) -> Result<Option<i64>> {
    let id = found.row.id;
    let tried = Written { tried_on: Some(today.into()), ..Written::of(found) };
    if let Some(method) = money::default_method(tx, company, id).await? {
        store::update(tx, company, id, &tried).await?;
        return match money::open_invoice(tx, company, id).await? {
            Some(_) => Ok(None),
            None => Ok(Some(renewal(tx, company, found, method.id, today).await?)),
        };
    }
    let since = found.row.past_due_on.unwrap_or_else(|| found.terms.next_period_starts_on(today).into());
    let missing = Written { state: State::PAST_DUE, past_due_on: Some(since), ..tried };
    store::update(tx, company, id, &missing).await?;
    let after = store::subscription_by_id(tx, company, id).await?;
    if found.terms.state != State::PAST_DUE {
        let (before, after) = (found.facts(), after.facts());
        note(tx, company, Done { subscription: id, action: "billing.payment-missing", before, after }).await?;
    }
    Ok(None)
}

/// Creates the invoice of the next period.
pub(crate) async fn renewal(
    connection: &mut PgConnection,
    company: i64,
    found: &Subscription,
    method: i64,
    today: Date,
) -> Result<i64> {
    let starts_on = found.terms.next_period_starts_on(today);
    let anchor = anchor_of(found.row.anchor_on.map(|day| *day), found.period, starts_on);
    let ends_on = days_after(next_start(anchor, found.period, starts_on), -1);
    let plans = store::plans(connection).await?;
    // A plan that is no longer offered continues at its price.
    let amount = plans
        .iter()
        .find(|plan| plan.id == found.row.plan_id)
        .map_or(Money::from_cents(found.row.period_cents), |plan| {
            lending::billing::price(&plan.prices, found.period, found.seats)
        });
    let invoice = NewInvoice {
        subscription: found.row.id,
        purpose: "RENEW",
        method,
        plan_id: &found.row.plan_id,
        period: found.period,
        seats: found.seats,
        starts_on: starts_on.into(),
        ends_on: ends_on.into(),
        subtotal: amount,
        credit: Money::ZERO,
        amount,
        period_amount: amount,
        issued_on: today.into(),
    };
    money::add_invoice(connection, company, &invoice).await
}

async fn end_forgotten(app: &App, company: i64, invoice: i64, awaits_payer: bool, today: Date) -> Result<()> {
    if !awaits_payer {
        return end(app, company, invoice, today).await;
    }
    let outcome = Outcome::Declined { why: "The payment was not confirmed." };
    write(app, company, invoice, &outcome, today).await
}

/// Asks the provider and writes the result.
async fn end(app: &App, company: i64, invoice: i64, today: Date) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    let Some(open) = money::invoice(&mut tx, company, invoice).await? else { return Ok(()) };
    tx.commit().await?;
    let outcome = collect::ask(app, &open, false, None).await?;
    write(app, company, invoice, &outcome, today).await
}

async fn write(app: &App, company: i64, invoice: i64, outcome: &Outcome, today: Date) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    if let Some(done) = collect::carry_out(&mut tx, company, invoice, outcome, today).await? {
        note(&mut tx, company, done).await?;
    }
    tx.commit().await
}

async fn note(tx: &mut GlobalTx, company: i64, done: Done) -> Result<()> {
    let Done { subscription, action, before, after } = done;
    let entity_id = subscription.to_string();
    tx.audit(
        company,
        Audit { action, entity: "subscription", entity_id: &entity_id, before: Some(before), after: Some(after) },
    )
    .await?;
    tx.event(company, "subscription.changed", subscription).await
}
