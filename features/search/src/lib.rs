//! The search of everything: loans, leads, borrowers, business contacts and tasks by name, number, phone or e-mail address, as
//! far as whoever searches sees them.

mod search;
mod store;

pub use store::{FIND, OCCURRING, OWN};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(search::search))
}
