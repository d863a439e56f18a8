//! Views: how somebody looks at a list, kept under a name. A view holds what the list's address holds (filters, columns,
//! sort, grouping and layout), so that whoever opens it sees their own scope of it. It is private, shared with a branch, or
//! published to the company.
//!
//! The views that every list begins with are the web's own.

mod list;
mod record;
mod store;

pub use record::{In as NewView, make};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, record::create)).routes(routes!(record::edit, record::remove))
}
