//! The borrower directory of a company: one record per person, with loans, family and history.
//!
//! When a user types or imports a name, they see whether the company knows the person: with the loan if it is in their
//! scope, and otherwise only kind, owner and date.

pub mod compared;
pub mod directory;
mod duplicates;
mod family;
mod history;
mod import;
mod known;
mod leads;
mod list;
mod matches;
pub mod matching;
mod merge;
mod reach;
mod record;
pub mod rehash;
mod relatives;
mod store;
mod timeline;

pub use family::In as PickerQuery;
pub use known::{Known, Out as KnownPeople, Outside, known_people, work};
pub use lending::matching::Person;
pub use list::{BORROWERS, text_filters};
pub use matches::{Match, is_known_email, matches_of, person};
pub use reach::{Whose, contact_reach, contact_scope};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Upload route with large bodies.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(import::import))
}

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(matches::matches))
        .routes(routes!(known::find))
        .routes(routes!(known::ask))
        .routes(routes!(list::list, record::create))
        .routes(routes!(record::get, record::edit))
        .routes(routes!(history::get))
        .routes(routes!(timeline::get))
        .routes(routes!(relatives::put, relatives::remove))
        .routes(routes!(family::lookup))
        .routes(routes!(merge::preview))
        .routes(routes!(merge::merge))
        .routes(routes!(merge::undo))
        .routes(routes!(duplicates::list))
        .routes(routes!(duplicates::dismiss))
}
