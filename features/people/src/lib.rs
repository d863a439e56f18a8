//! Users, their memberships and roles, and the rights that follow.
//!
//! A user exists once in the installation, with a home company and a membership for each unit they work in. Other
//! features read rights through this one. Their SQL may join the views `member` and `person`, but no table of this
//! feature.

mod across;
mod config;
mod contexts;
mod contracts;
mod header_tabs;
mod licenses;
mod me;
mod notifications;
mod officers;
mod own_profile;
mod permissions;
mod photo;
mod places;
mod portals;
mod role_permissions;
mod search;
mod store;
mod teams;
pub mod users;

pub use contexts::{Out as Context, contexts_of};
pub use me::{Out as Me, me_of as me};
pub use permissions::{Out as Permissions, permissions_of};
pub use places::places;
pub use portals::portal_url_of;
pub use store::{
    NewPerson, Person, access_of, activate, create_invited, create_person, default_membership, home_company,
    is_of_provider, person_by_email, person_by_id,
};

use axum::extract::DefaultBodyLimit;
use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes that need no token. A photo's URL is unguessable.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(photo::get))
}

/// Routes for signed-in users.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me::me, own_profile::change))
        .merge(photo_routes())
        .routes(routes!(config::get, config::set))
        .routes(routes!(notifications::get, notifications::set))
        .routes(routes!(portals::get, portals::change))
        .routes(routes!(header_tabs::get))
        .routes(routes!(header_tabs::set))
        .routes(routes!(permissions::permissions))
        .routes(routes!(contexts::contexts))
        .routes(routes!(role_permissions::get, role_permissions::set))
        .routes(routes!(search::search))
        .routes(routes!(search::search_flat))
        .routes(routes!(officers::list))
        .routes(routes!(across::search))
        .routes(routes!(across::of_company))
        .routes(routes!(users::list::list))
        .routes(routes!(users::get, users::edit::edit))
        .routes(routes!(users::memberships::create))
        .routes(routes!(users::memberships::edit))
        .routes(routes!(users::deactivation::open_work))
        .routes(routes!(licenses::list, licenses::change::create))
        .routes(routes!(licenses::change::edit, licenses::change::remove))
        .routes(routes!(licenses::of_user::list))
        .routes(routes!(licenses::matrix::get))
        .routes(routes!(licenses::own::list, licenses::own::create))
        .routes(routes!(licenses::own::edit, licenses::own::remove))
        .routes(routes!(contracts::list, contracts::engage))
        .routes(routes!(contracts::end::end))
        .routes(routes!(contracts::processors::add))
        .routes(routes!(teams::list))
        .routes(routes!(teams::get, teams::set))
}

/// Routes that accept larger bodies.
fn photo_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(photo::put, photo::remove))
        .layer(DefaultBodyLimit::max(photo::UPLOAD_BYTES_MAX))
}
