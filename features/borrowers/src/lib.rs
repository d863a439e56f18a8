//! The people who borrow, over all loans of a company.
//!
//! Whoever types or imports somebody's name is shown whether the company knows them already: with their loan where it
//! lies within reach, and otherwise no more than that there is one, whose and since when.

mod matches;
mod store;

pub use lending::matching::Person;
pub use matches::{Match, Outside, is_known_email, matches_of, person};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(matches::matches))
}
