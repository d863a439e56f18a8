//! Subscribes to a plan and upgrades it.

use crate::{
    collect::{self, Payment},
    order::{In, Order},
    party::{self, Party, conflict},
    provider::{Card, provider},
    store::{
        self, Subscription, Written,
        money::{self, NewInvoice},
        people,
    },
    subscription::{Out, describe},
};
use axum::extract::State;
use lending::{
    billing::{Payer, Service, State as SubscriptionState},
    values::Money,
};
use platform::{Actor, App, Error, Result, Tx, extract::Json, limits, record::Audit};

/// Payment attempts per user within [`WINDOW_MINUTES`]: enough for typos, too few for testing stolen cards.
const PAYMENTS_MAX: i32 = 20;
const WINDOW_MINUTES: i32 = 60;

/// Refuses further payment attempts above the limit.
pub(crate) async fn limit(app: &App, actor: &Actor) -> Result<()> {
    limits::take(&app.pool, "billing-payment", &actor.logged_in_user.to_string(), PAYMENTS_MAX, WINDOW_MINUTES).await
}

/// Reads the card of a token. An error refers to the form's field.
pub(crate) async fn card(app: &App, token: Option<&str>) -> Result<Option<Card>> {
    let Some(token) = token.map(str::trim).filter(|token| !token.is_empty()) else { return Ok(None) };
    match provider(app).take_card(token).await? {
        Ok(card) => Ok(Some(card)),
        Err(why) => Err(Error::field("paymentToken", why)),
    }
}

/// Subscribes to a plan, or resumes a cancelled one.
#[utoipa::path(post, path = "/api/billing/subscribe", tag = "billing", operation_id = "subscribe", request_body = In, responses((status = 200, body = Out), (status = 409), (status = 422)))]
pub async fn subscribe(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    carry_out(actor, app, body, Kind::Subscribe).await
}

/// Upgrades to a higher plan, a longer period or more seats. The price is prorated by days.
#[utoipa::path(post, path = "/api/billing/upgrade", tag = "billing", operation_id = "upgrade", request_body = In, responses((status = 200, body = Out), (status = 409), (status = 422)))]
pub async fn upgrade(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    carry_out(actor, app, body, Kind::Upgrade).await
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Subscribe,
    Upgrade,
}

async fn carry_out(actor: Actor, app: App, body: In, kind: Kind) -> Result<Json<Out>> {
    let permission = party::permission(body.payer);
    actor.may(permission)?;
    limit(&app, &actor).await?;
    let card = card(&app, body.payment_token.as_deref()).await?;

    let mut tx = actor.clone().begin(&app, permission).await?;
    let party = Party::of(&mut tx, body.payer).await?;
    let company = tx.company();
    store::lock(&mut tx, company).await?;
    let present = party.subscription(&mut tx).await?;
    check_state(kind, present.as_ref(), &party)?;
    let order = body.read(&mut tx, &party, present.as_ref()).await?;
    match (&present, kind) {
        (Some(present), Kind::Upgrade) => order.check_upgrade(present)?,
        (Some(present), Kind::Subscribe) => check_resumed(&order, present, &party)?,
        (None, _) => {}
    }
    let (id, method) = prepare(&app, &mut tx, &party, present.as_ref(), &order, card).await?;
    if order.quote.due_now == Money::ZERO {
        without_payment(&mut tx, &party, id, &order, method).await?;
        let out = describe(&mut tx, &party).await?;
        tx.commit().await?;
        return Ok(Json(out));
    }
    let quote = order.quote;
    let invoice = NewInvoice {
        subscription: id,
        purpose: if kind == Kind::Upgrade { "UPGRADE" } else { "SUBSCRIBE" },
        method,
        plan_id: &order.plan.id,
        period: order.period,
        seats: order.seats,
        starts_on: quote.starts_on.into(),
        ends_on: quote.ends_on.into(),
        subtotal: quote.subtotal,
        credit: quote.credit,
        amount: quote.due_now,
        period_amount: order.period_amount,
        issued_on: party.today.into(),
    };
    let invoice = money::add_invoice(&mut tx, company, &invoice).await?;
    tx.commit().await?;
    collect::by_payer(&app, actor, &party, Payment { invoice, confirmation: None }).await
}

/// Checks that the current state allows to subscribe or upgrade.
fn check_state(kind: Kind, present: Option<&Subscription>, party: &Party) -> Result<()> {
    let state = present.map_or(SubscriptionState::NONE, |present| present.terms.state);
    let service = present.map(|present| present.terms.service(party.today));
    match (state, kind) {
        _ if service == Some(Service::Blocked) => {
            Err(conflict("LWBILL10410", "Your license is invalid. Please contact support."))
        }
        (SubscriptionState::PAST_DUE, _) => {
            Err(conflict("LWBILL10411", "A payment is missing. Update the payment method first."))
        }
        (SubscriptionState::TRIAL | SubscriptionState::ACTIVE, Kind::Subscribe) => {
            Err(conflict("LWBILL10412", "There is a plan already. Upgrade it instead."))
        }
        (SubscriptionState::TRIAL | SubscriptionState::ACTIVE, Kind::Upgrade) => Ok(()),
        (_, Kind::Upgrade) => Err(conflict("LWBILL10413", "Choose a plan before you upgrade.")),
        (_, Kind::Subscribe) => Ok(()),
    }
}

/// A cancelled plan can only be resumed with the same or a larger order while its paid period runs.
fn check_resumed(order: &Order, present: &Subscription, party: &Party) -> Result<()> {
    match present.terms.service(party.today) {
        Service::Ending { .. } if !order.covers(present) => {
            let sentence = "Your paid period hasn't ended. Resume your plan, or choose a smaller one when it ends.";
            Err(conflict("LWBILL10407", sentence))
        }
        _ => Ok(()),
    }
}

/// Creates or finds the subscription and the card of an order.
async fn prepare(
    app: &App,
    tx: &mut Tx,
    party: &Party,
    present: Option<&Subscription>,
    order: &Order,
    card: Option<Card>,
) -> Result<(i64, i64)> {
    let company = tx.company();
    let id = match present {
        Some(present) => present.row.id,
        None => store::insert(tx, company, &nothing_yet(party, order)).await?,
    };
    match money::open_invoice(tx, company, id).await? {
        Some((_, false)) => {
            return Err(conflict("LWBILL10414", "A payment is under way. Please wait a moment and look again."));
        }
        // The payer chose another card instead of confirming with the bank.
        Some((open, true)) => money::end_invoice(tx, company, open, "VOID", None, None).await?,
        None => {}
    }
    let method = match card {
        Some(card) => money::add_method(tx, company, id, provider(app).name(), &card).await?,
        None => match money::default_method(tx, company, id).await? {
            Some(method) => method.id,
            None => return Err(Error::field("paymentToken", "A card is needed.")),
        },
    };
    Ok((id, method))
}

fn nothing_yet<'a>(party: &Party, order: &'a Order) -> Written<'a> {
    Written {
        payer: party.payer,
        owner: party.owner,
        plan_id: &order.plan.id,
        period: order.period,
        seats: order.seats,
        state: SubscriptionState::NONE,
        trial_ends_on: None,
        anchor_on: None,
        period_starts_on: None,
        period_ends_on: None,
        period_cents: 0,
        past_due_on: None,
        tried_on: None,
        is_blocked: false,
        cancelled_on: None,
        cancelled_by: None,
        cancel_reason: None,
    }
}

/// Chooses a plan during a trial, or resumes a cancelled subscription that is still paid for. Nothing is due.
async fn without_payment(tx: &mut Tx, party: &Party, id: i64, order: &Order, method: i64) -> Result<()> {
    let company = tx.company();
    let before = store::subscription_by_id(tx, company, id).await?;
    let state = match before.terms.state {
        SubscriptionState::TRIAL => SubscriptionState::TRIAL,
        // A cancelled trial has no paid period.
        _ if before.terms.period_ends_on == before.terms.trial_ends_on => SubscriptionState::TRIAL,
        _ => SubscriptionState::ACTIVE,
    };
    let written = Written {
        plan_id: &order.plan.id,
        period: order.period,
        seats: order.seats,
        state,
        period_cents: order.period_amount.cents(),
        ..Written::of(&before)
    };
    store::update(tx, company, id, &written).await?;
    money::make_default(tx, company, id, method).await?;
    if party.payer == Payer::SELF {
        let user = tx.actor().user;
        people::set_self_payer(tx, company, user, true).await?;
    }
    let after = store::subscription_by_id(tx, company, id).await?;
    tx.audit(Audit {
        action: "billing.change",
        entity: "subscription",
        entity_id: &id.to_string(),
        before: Some(before.facts()),
        after: Some(after.facts()),
    })
    .await?;
    tx.event("subscription.changed", id).await?;
    crate::settle(tx, company).await
}
