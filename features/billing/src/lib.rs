//! Billing: subscriptions of companies, branches and users, and their effects.
//!
//! A subscription has a payer, a plan, seats and a state. `lending::billing` has the rules; this feature connects them
//! to tables and the payment provider. An invoice is written before it is charged, so that a process may die at any
//! point. Restricted memberships are in `license_restriction`, which tenant transactions check (`platform::tenant`).

mod cancel;
mod change;
mod collect;
mod confirm;
mod day;
mod invoices;
mod order;
mod party;
mod payment_method;
mod places;
mod plans;
mod provider;
mod sandbox;
mod seed;
mod settle;
mod standing;
mod status;
mod store;
mod subscription;

pub use day::BillingDay;
pub use places::{Place, places};
pub use seed::{Seed, begin_trial, seed};
pub use settle::settle;
pub use standing::{Side, Standing, has_pro, standing};
pub use status::{Out as BillingStatus, status_of};
pub use store::people::set_self_payer;

use platform::{
    App,
    jobs::{Every, Work},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(status::status))
        .routes(routes!(plans::plans))
        .routes(routes!(subscription::subscription))
        .routes(routes!(invoices::invoices))
        .routes(routes!(change::subscribe))
        .routes(routes!(change::upgrade))
        .routes(routes!(confirm::confirm))
        .routes(routes!(cancel::cancel))
        .routes(routes!(payment_method::put))
        .routes(routes!(sandbox::create_card))
}

/// The jobs of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.every::<BillingDay>(Every::Hour { minute: 23 })
}
