//! Reports about a period. Totals of the current pipeline are in `GET /api/loans/stage-totals`.

mod call;
mod deadlines;
mod period;
mod revenue;
mod state;
mod store;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(call::report))
        .routes(routes!(state::report))
        .routes(routes!(revenue::report))
        .routes(routes!(deadlines::report))
        .routes(routes!(deadlines::list))
}
