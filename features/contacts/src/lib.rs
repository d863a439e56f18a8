//! Business contacts such as agents, title companies and insurers, with employer and category.

mod companies;
mod history;
mod list;
mod lookup;
mod record;
mod store;

pub use companies::make_named as make_company;
pub use list::{CONTACTS, CategoryOut as Category, category_filter, company_filter, text_filters};
pub use record::{In as NewContact, make};
pub use store::categories;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, record::create))
        .routes(routes!(record::get, record::edit, record::remove))
        .routes(routes!(history::get))
        .routes(routes!(companies::list, companies::create))
        .routes(routes!(companies::edit))
        .routes(routes!(companies::categories))
        .routes(routes!(lookup::lookup))
}
