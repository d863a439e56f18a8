//! Global search: finds loans, leads, borrowers, business contacts and tasks by name, number, phone or email address,
//! limited to records that the user can see.

mod search;
mod store;

pub use store::{FIND, OCCURRING, OWN};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(search::search))
}
