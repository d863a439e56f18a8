//! A payer's subscription, as shown to the users who manage it.

use crate::{
    order::SeatCounts,
    party::{self, Party},
    settle::Roster,
    store::{
        Owner, Subscription,
        money::{self, Method},
        people,
    },
};
use axum::extract::State;
use lending::{
    billing::{Payer, Period, RESUME_DAYS, SeatKind, Service, State as SubscriptionState, days_after},
    values::Money,
};
use platform::{
    Actor, App, Result, Tx,
    db::Date,
    extract::{Json, Query},
    version::{IfMatch, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The payer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// `COMPANY`, `BRANCH` or `SELF`.
    payer: Payer,
}

/// A subscription. Without one, `state` is `NONE` and the rest is empty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct Out {
    /// The version for `If-Match`; 0 if there is no subscription.
    version: i32,
    payer: Payer,
    state: SubscriptionState,
    /// Its users are restricted.
    restricted: bool,
    plan_id: Option<String>,
    plan_name: Option<String>,
    is_pro: bool,
    period: Option<Period>,
    /// Paid seats. In a trial, as many as users need.
    seats: SeatCounts,
    /// Used seats.
    used: SeatCounts,
    /// Number of loan officers on support seats.
    officers_on_support_seats: u32,
    /// Users without a seat, the first twenty by name.
    unseated: Vec<String>,
    trial_ends_on: Option<Date>,
    period_ends_on: Option<Date>,
    past_due_on: Option<Date>,
    cancelled_on: Option<Date>,
    cancel_reason: Option<String>,
    /// The last day on which a cancelled plan can be resumed.
    resumable_until: Option<Date>,
    /// Date and amount of the next payment.
    next_on: Option<Date>,
    next_amount: Option<Money>,
    payment_method: Option<MethodOut>,
    /// The payer's bank requires a confirmation. Continue with `POST /api/billing/confirm`.
    awaits_payer: bool,
}

/// Display data of a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethod)]
pub struct MethodOut {
    brand: String,
    last_four: String,
    expires_on: Date,
}

impl From<Method> for MethodOut {
    fn from(method: Method) -> Self {
        let Method { id: _, brand, last_four, expires_on } = method;
        Self { brand, last_four, expires_on }
    }
}

/// Returns the subscription of a payer whom the user manages.
#[utoipa::path(get, path = "/api/billing/subscription", tag = "billing", operation_id = "getSubscription", params(In), responses((status = 200, body = Out), (status = 409)))]
pub async fn subscription(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, party::permission(query.payer)).await?;
    let party = Party::of(&mut tx, query.payer).await?;
    Ok(Json(describe(&mut tx, &party).await?))
}

fn version_of(subscription: Option<&Subscription>) -> i32 {
    subscription.map_or(0, |found| found.row.version)
}

/// Refuses a change if the subscription has changed since it was displayed.
///
/// # Errors
///
/// A conflict with the current subscription.
pub(crate) async fn as_shown(
    tx: &mut Tx,
    party: &Party,
    subscription: Option<&Subscription>,
    IfMatch(shown): IfMatch,
) -> Result<()> {
    if version_of(subscription) == shown {
        return Ok(());
    }
    let now = describe(tx, party).await?;
    let id = subscription.map(|found| found.row.id.to_string()).unwrap_or_default();
    Err(stale(tx, "subscription", &id, &now).await?)
}

/// Reads a payer's subscription for a response.
pub(crate) async fn describe(tx: &mut Tx, party: &Party) -> Result<Out> {
    let company = tx.company();
    let nothing = SeatCounts { officers: 0, support: 0 };
    let found = party.subscription(tx).await?;
    let version = version_of(found.as_ref());
    let awaits_payer = match &found {
        Some(found) => money::open_invoice(tx, company, found.row.id).await?.is_some_and(|(_, awaits)| awaits),
        None => false,
    };
    let Some(found) = found.filter(|found| found.terms.state != SubscriptionState::NONE) else {
        return Ok(Out {
            version,
            payer: party.payer,
            state: SubscriptionState::NONE,
            restricted: true,
            plan_id: None,
            plan_name: None,
            is_pro: false,
            period: None,
            seats: nothing,
            used: nothing,
            officers_on_support_seats: 0,
            unseated: Vec::new(),
            trial_ends_on: None,
            period_ends_on: None,
            past_due_on: None,
            cancelled_on: None,
            cancel_reason: None,
            resumable_until: None,
            next_on: None,
            next_amount: None,
            payment_method: None,
            awaits_payer,
        });
    };
    let seats = people::seats(tx, company).await?;
    let roster = Roster::read(tx, company).await?;
    let needs = match party.owner {
        Owner::Unit(_) => roster.needs(party.owner, &seats),
        Owner::Person(_) => Vec::new(),
    };
    let unseated: Vec<i64> = needs.iter().filter(|need| need.has.is_none()).map(|need| need.user).collect();
    let used = |kind| {
        let count = needs.iter().filter(|need| need.has == Some(kind)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    let misplaced = needs.iter().filter(|need| need.is_officer && need.has == Some(SeatKind::SUPPORT)).count();
    let service = found.terms.service(party.today);
    let is_cancelled = matches!(service, Service::Ending { .. } | Service::Ended);
    let next_on = match found.terms.state {
        SubscriptionState::TRIAL => found.terms.trial_ends_on.map(|day| days_after(day, 1)),
        SubscriptionState::ACTIVE => found.terms.period_ends_on.map(|day| days_after(day, 1)),
        _ => None,
    };
    let method = money::default_method(tx, company, found.row.id).await?;
    let has_to_pay = method.is_some() && next_on.is_some();
    Ok(Out {
        version,
        payer: party.payer,
        state: found.terms.state,
        restricted: service.is_restricted(),
        is_pro: found.row.is_pro,
        period: Some(found.period),
        seats: crate::settle::seats_of(&found, &needs).into(),
        used: match party.owner {
            Owner::Unit(_) => SeatCounts { officers: used(SeatKind::LO), support: used(SeatKind::SUPPORT) },
            Owner::Person(_) => found.seats.into(),
        },
        officers_on_support_seats: u32::try_from(misplaced).unwrap_or(u32::MAX),
        unseated: people::names(tx, &unseated).await?,
        trial_ends_on: found.row.trial_ends_on.filter(|_| found.terms.state == SubscriptionState::TRIAL),
        period_ends_on: found.row.period_ends_on,
        past_due_on: found.row.past_due_on,
        cancelled_on: found.row.cancelled_on,
        cancel_reason: found.row.cancel_reason.clone(),
        resumable_until: found
            .terms
            .period_ends_on
            .filter(|_| is_cancelled)
            .map(|day| days_after(day, RESUME_DAYS).into()),
        next_on: next_on.filter(|_| has_to_pay).map(Date::from),
        next_amount: has_to_pay.then(|| Money::from_cents(found.row.period_cents)),
        payment_method: method.map(MethodOut::from),
        awaits_payer,
        plan_id: Some(found.row.plan_id),
        plan_name: Some(found.row.plan_name),
    })
}
