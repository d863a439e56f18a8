//! Charges invoices and applies what they buy.
//!
//! A process may die before each of three steps. First the open invoice is written. Then the provider is asked outside
//! of any transaction, with the invoice's key. Finally the result is written together with its consequences. A retry
//! for an open invoice gets the same result from the provider.

use crate::{
    party::{self, Party},
    provider::{Charge, Outcome, provider},
    store::{
        self, Subscription, Written,
        money::{self, Invoice},
        people, word,
    },
    subscription::{Out, describe},
};
use jiff::civil::Date;
use lending::{
    billing::{Payer, Period, Seats, State, anchor_of},
    values::Money,
};
use platform::{Actor, App, Error, Result, extract::Json, record::Audit};
use serde_json::Value;
use sqlx::PgConnection;

/// A payment, and the payer's confirmation from the bank.
#[derive(Clone, Copy)]
pub(crate) struct Payment<'a> {
    pub invoice: i64,
    pub confirmation: Option<&'a str>,
}

/// Asks the provider.
pub(crate) async fn ask(
    app: &App,
    invoice: &Invoice,
    is_payer_present: bool,
    confirmation: Option<&str>,
) -> Result<Outcome> {
    let charge = Charge {
        key: invoice.charge_key,
        token: &invoice.token,
        amount: Money::from_cents(invoice.amount_cents),
        is_payer_present,
        confirmation,
    };
    provider(app).charge(charge).await
}

/// Asks the provider for a user who waits for the result.
pub(crate) async fn by_payer(app: &App, actor: Actor, party: &Party, payment: Payment<'_>) -> Result<Json<Out>> {
    let permission = party::permission(party.payer);
    let mut tx = actor.clone().begin(app, permission).await?;
    let company = tx.company();
    let invoice = money::invoice(&mut tx, company, payment.invoice).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    let outcome = ask(app, &invoice, true, payment.confirmation).await?;

    let mut tx = actor.begin(app, permission).await?;
    let done = carry_out(&mut tx, company, invoice.id, &outcome, party.today).await?;
    if let Some(Done { subscription, action, before, after }) = done {
        let entity_id = subscription.to_string();
        tx.audit(Audit {
            action,
            entity: "subscription",
            entity_id: &entity_id,
            before: Some(before),
            after: Some(after),
        })
        .await?;
        tx.event("subscription.changed", subscription).await?;
    }
    let out = describe(&mut tx, party).await?;
    tx.commit().await?;
    match outcome {
        Outcome::Paid { .. } | Outcome::AwaitsPayer => Ok(Json(out)),
        Outcome::Declined { why } => Err(Error::field("paymentToken", why)),
        Outcome::Blocked => Err(Error::field("paymentToken", "The payment was refused. Please contact support.")),
    }
}

/// The changed subscription.
pub(crate) struct Done {
    pub subscription: i64,
    pub action: &'static str,
    pub before: Value,
    pub after: Value,
}

/// Writes the result of a payment and its consequences. `None` if another process already did.
pub(crate) async fn carry_out(
    connection: &mut PgConnection,
    company: i64,
    invoice: i64,
    outcome: &Outcome,
    today: Date,
) -> Result<Option<Done>> {
    store::lock(connection, company).await?;
    let invoice = money::invoice(connection, company, invoice).await?.ok_or(Error::NotFound)?;
    if invoice.state != "OPEN" {
        return Ok(None);
    }
    let id = invoice.subscription_id;
    let before = store::subscription_by_id(connection, company, id).await?;
    let action = match outcome {
        Outcome::AwaitsPayer => {
            money::await_payer(connection, company, invoice.id).await?;
            return Ok(None);
        }
        Outcome::Paid { reference } => {
            money::end_invoice(connection, company, invoice.id, "PAID", Some(reference), None).await?;
            money::make_default(connection, company, id, invoice.payment_method_id).await?;
            store::update(connection, company, id, &bought(&before, &invoice)?).await?;
            if let (Payer::SELF, Some(user)) = (before.payer, before.row.user_id) {
                people::set_self_payer(connection, company, user, true).await?;
            }
            "billing.pay"
        }
        Outcome::Declined { why } => {
            money::end_invoice(connection, company, invoice.id, "FAILED", None, Some(why)).await?;
            miss(connection, company, &before, &invoice, false).await?;
            "billing.payment-declined"
        }
        Outcome::Blocked => {
            let why = "The payment provider refused the payer.";
            money::end_invoice(connection, company, invoice.id, "FAILED", None, Some(why)).await?;
            miss(connection, company, &before, &invoice, true).await?;
            "billing.payer-blocked"
        }
    };
    tracing::info!(company, invoice = invoice.id, today = %today, action, "a payment has ended");
    crate::settle(connection, company).await?;
    let after = store::subscription_by_id(connection, company, id).await?;
    Ok(Some(Done { subscription: id, action, before: before.facts(), after: after.facts() }))
}

/// The subscription with what an invoice bought.
fn bought<'a>(before: &'a Subscription, invoice: &'a Invoice) -> Result<Written<'a>> {
    let period: Period = word(&invoice.period)?;
    let seats = |count: i32| u32::try_from(count).unwrap_or_default();
    let (starts_on, ends_on) = (*invoice.starts_on, *invoice.ends_on);
    let runs_on = before.terms.period_ends_on == Some(ends_on) && before.period == period;
    let (anchor_on, period_starts_on) = match (before.row.anchor_on, before.row.period_starts_on) {
        (Some(anchor), Some(start)) if runs_on => (anchor, start),
        (anchor, _) if invoice.purpose == "RENEW" => {
            (anchor_of(anchor.map(|day| *day), period, starts_on).into(), invoice.starts_on)
        }
        _ => (invoice.starts_on, invoice.starts_on),
    };
    Ok(Written {
        plan_id: &invoice.plan_id,
        period,
        seats: Seats { officers: seats(invoice.officer_seats), support: seats(invoice.support_seats) },
        state: State::ACTIVE,
        anchor_on: Some(anchor_on),
        period_starts_on: Some(period_starts_on),
        period_ends_on: Some(invoice.ends_on),
        period_cents: invoice.period_cents,
        past_due_on: None,
        tried_on: None,
        is_blocked: false,
        ..Written::of(before)
    })
}

/// Handles a failed payment. If it wasn't due, as for an upgrade, nothing changes unless the provider blocks the payer.
async fn miss(
    connection: &mut PgConnection,
    company: i64,
    before: &Subscription,
    invoice: &Invoice,
    is_blocked: bool,
) -> Result<()> {
    let serves = matches!(before.terms.state, State::TRIAL | State::ACTIVE | State::PAST_DUE);
    if !serves || !(is_blocked || invoice.purpose == "RENEW") {
        return Ok(());
    }
    let past_due_on = before.row.past_due_on.unwrap_or(invoice.starts_on);
    let written = Written {
        state: State::PAST_DUE,
        past_due_on: Some(past_due_on),
        is_blocked: is_blocked || before.row.is_blocked,
        ..Written::of(before)
    };
    store::update(connection, company, before.row.id, &written).await
}
