//! Saved views of lists. A view stores the settings in a list's URL (filters, columns, sort order, grouping and
//! layout), so each user sees their own data in it. It is private, shared with a branch, or published to the company.
//!
//! The web defines the built-in views of each list.

mod list;
mod record;
mod store;

pub use record::{In as NewView, make};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, record::create)).routes(routes!(record::edit, record::remove))
}
