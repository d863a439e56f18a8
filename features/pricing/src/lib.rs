//! Pricing: lookup lists for loan scenarios.

mod lookups;

pub use lookups::{Out as PricingLookups, pricing_lookups};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(lookups::lookups))
}
