//! Available plans and their current price for a payer.

use crate::{
    order::{QuoteOut, SeatCounts, quote_for, usual_seats},
    party::{self, Party},
    provider::provider,
    store::{self, money},
    subscription::MethodOut,
};
use axum::extract::State;
use lending::{
    billing::{Payer, Period, Seats, State as SubscriptionState},
    values::Money,
};
use platform::{
    Actor, App, Error, Result,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The payer, and the number of seats.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// `COMPANY`, `BRANCH` or `SELF`.
    payer: Payer,
    /// Seats for loan officers. Defaults to the number needed.
    officers: Option<u32>,
    /// Seats for all other users. Defaults to the number needed.
    support: Option<u32>,
}

/// The plans, smallest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Plans)]
pub struct Out {
    rows: Vec<PlanOut>,
    /// Seats that the prices are for.
    seats: SeatCounts,
    /// Seats that the payer's users need.
    needed: SeatCounts,
    /// Current plan, period and state.
    plan_id: Option<String>,
    period: Option<Period>,
    state: SubscriptionState,
    /// The current card.
    payment_method: Option<MethodOut>,
    /// Provider of the card form: `sandbox`.
    provider: &'static str,
}

/// A plan with its prices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Plan)]
pub struct PlanOut {
    id: String,
    name: String,
    is_pro: bool,
    month: Offer,
    year: Offer,
}

/// A plan for a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanOffer)]
pub struct Offer {
    /// Price of a seat for a loan officer.
    officer_seat: Money,
    /// Price of a seat for any other user.
    support_seat: Money,
    quote: QuoteOut,
}

/// Lists plans and prices for a payer whom the user manages.
#[utoipa::path(get, path = "/api/billing/plans", tag = "billing", operation_id = "listPlans", params(In), responses((status = 200, body = Out), (status = 409)))]
pub async fn plans(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, party::permission(query.payer)).await?;
    let party = Party::of(&mut tx, query.payer).await?;
    let present = party.subscription(&mut tx).await?;
    let needed = usual_seats(&mut tx, &party, None).await?;
    let usual = usual_seats(&mut tx, &party, present.as_ref()).await?;
    let seats = match party.payer {
        Payer::SELF => usual,
        _ => Seats {
            officers: query.officers.unwrap_or(usual.officers),
            support: query.support.unwrap_or(usual.support),
        },
    };
    if seats.officers > 10_000 || seats.support > 10_000 {
        return Err(Error::field("officers", "must be at most 10000"));
    }
    let plans = store::plans(&mut tx).await?;
    let method = match &present {
        Some(found) => {
            let company = tx.company();
            money::default_method(&mut tx, company, found.row.id).await?
        }
        None => None,
    };
    let rows = plans.into_iter().map(|plan| {
        let quote = |period| quote_for(&plan, period, seats, present.as_ref(), party.today).0.into();
        PlanOut {
            month: Offer {
                officer_seat: plan.prices.officer_month,
                support_seat: plan.prices.support_month,
                quote: quote(Period::MONTH),
            },
            year: Offer {
                officer_seat: plan.prices.officer_year,
                support_seat: plan.prices.support_year,
                quote: quote(Period::YEAR),
            },
            id: plan.id,
            name: plan.name,
            is_pro: plan.is_pro,
        }
    });
    Ok(Json(Out {
        rows: rows.collect(),
        seats: seats.into(),
        needed: needed.into(),
        plan_id: present.as_ref().map(|found| found.row.plan_id.clone()),
        period: present.as_ref().map(|found| found.period),
        state: present.as_ref().map_or(SubscriptionState::NONE, |found| found.terms.state),
        payment_method: method.map(MethodOut::from),
        provider: provider(&app).name(),
    }))
}
