//! The provider, its companies and their branches: names, hosts and branding.
//!
//! Also serves the data that a browser needs before sign-in: the branding of the host's company and the installation's
//! settings for the web.

mod announcements;
mod branches;
mod branding;
pub mod config;
mod defaults;
mod edit_unit;
mod history;
mod lead_lookups;
mod lists;
mod look;
mod owner;
mod places;
mod provider;
mod store;
mod suspension;
mod theme;
mod unit;

pub use announcements::announce;
pub use defaults::create_defaults;
pub use look::look;
pub use owner::set_owner;
pub use places::places;
pub use provider::host_name;
pub use store::images::sweep;
pub use store::{Named, NewBranch, NewCompany, create_branch, create_company, named, speaker};
pub use theme::{Theme, ThemeParams, theme_of};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes that need no token.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(theme::theme)).routes(routes!(config::config)).merge(branding::public_routes())
}

/// Routes for signed-in users.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(unit::get, edit_unit::edit))
        .routes(routes!(history::get))
        .routes(routes!(edit_unit::preview))
        .routes(routes!(branches::list, branches::create))
        .routes(routes!(suspension::suspend, suspension::reopen))
        .routes(routes!(lists::get, lists::create))
        .routes(routes!(lists::edit, lists::remove))
        .routes(routes!(lists::order))
        .routes(routes!(announcements::list))
        .routes(routes!(lead_lookups::sources))
        .routes(routes!(lead_lookups::providers))
        .merge(provider::routes())
        .merge(branding::routes())
        .routes(routes!(owner::company_admins))
        .routes(routes!(owner::put))
}
