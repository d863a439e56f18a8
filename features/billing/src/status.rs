//! The signed-in user's billing status. The shell reads it at startup and after a 402.

use crate::{
    party,
    settle::Roster,
    store::{self, Owner, Subscription, people},
};
use axum::extract::State;
use lending::{
    access::Permission,
    billing::{Banner as Told, BannerKey, BannerMode, Payer, SeatKind, State as SubscriptionState, Viewer, banner},
};
use platform::{Actor, App, Result, Tx, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// The specification's billing status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillingStatus)]
pub struct Out {
    /// Creating and importing loans, searching and quoting are refused.
    restricted: bool,
    plan: Option<PlanOut>,
    subscription_state: SubscriptionState,
    banner: Option<BannerOut>,
}

/// The plan that covers the user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillingStatusPlan)]
pub struct PlanOut {
    id: String,
    name: String,
    is_pro: bool,
}

/// The billing banner, with the specification's keys (BANNER-02).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillingBanner)]
pub struct BannerOut {
    key: BannerKey,
    status_code: SubscriptionState,
    days: Option<i32>,
    text: String,
    /// Billing page, if the user manages billing.
    billing_link: Option<&'static str>,
    pending_license_msg: Option<String>,
    banner_mode: BannerMode,
}

impl From<Told> for BannerOut {
    fn from(told: Told) -> Self {
        let Told { key, status, days, text, billing_link, pending_license, mode } = told;
        Self {
            key,
            status_code: status,
            days,
            text,
            billing_link,
            pending_license_msg: pending_license,
            banner_mode: mode,
        }
    }
}

/// Returns whether the user is restricted, their plan, and the banner.
#[utoipa::path(get, path = "/api/billing/status", tag = "billing", operation_id = "getBillingStatus", responses((status = 200, body = Out)))]
pub async fn status(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(status_of(&mut tx).await?))
}

/// Reads the billing status of the transaction's user.
pub async fn status_of(tx: &mut Tx) -> Result<Out> {
    let id = tx.company();
    let company = people::company(tx, id).await?;
    if !company.is_enabled || !tx.actor().access.grants.may(Permission::App) {
        return Ok(Out { restricted: false, plan: None, subscription_state: SubscriptionState::NONE, banner: None });
    }
    let today = store::today(&company.time_zone);
    let (payer, owner) = party::own(tx, &company).await?;
    let subscription = store::subscription(tx, id, owner).await?;
    let membership = tx.actor().membership();
    let restricted = people::is_restricted(tx, id, membership).await?;
    let viewer = viewer(tx, payer, owner, subscription.as_ref(), restricted).await?;
    let terms = subscription.as_ref().map(|subscription| &subscription.terms);
    Ok(Out {
        restricted,
        banner: banner(terms, today, &viewer).map(BannerOut::from),
        subscription_state: terms.map_or(SubscriptionState::NONE, |terms| terms.state),
        plan: subscription.map(|found| PlanOut {
            id: found.row.plan_id,
            name: found.row.plan_name,
            is_pro: found.row.is_pro,
        }),
    })
}

/// Counts seats for users who manage them.
async fn viewer(
    tx: &mut Tx,
    payer: Payer,
    owner: Owner,
    subscription: Option<&Subscription>,
    restricted: bool,
) -> Result<Viewer> {
    let id = tx.company();
    let manages = party::manages(&tx.actor().access.grants, payer);
    let serves = subscription.is_some_and(|found| {
        let today = store::today(&tx.actor().access.time_zone);
        !found.terms.service(today).is_restricted()
    });
    let mut viewer =
        Viewer { payer, manages, is_seated: !(restricted && serves), unseated: 0, officers_on_support_seats: 0 };
    if let (true, Owner::Unit(_), Some(_)) = (manages, owner, subscription) {
        let roster = Roster::read(tx, id).await?;
        let seats = people::seats(tx, id).await?;
        let needs = roster.needs(owner, &seats);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        viewer.unseated = count(needs.iter().filter(|need| need.has.is_none()).count());
        viewer.officers_on_support_seats =
            count(needs.iter().filter(|need| need.is_officer && need.has == Some(SeatKind::SUPPORT)).count());
    }
    Ok(viewer)
}
