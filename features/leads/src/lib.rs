//! Leads: people who want a loan, before there is one. A lead has up to three owners, is worked in the list and on its
//! page, and is converted to a loan.
//!
//! A lead belongs to the branch of its primary owner. Its timeline has all activities. Its status history is stored
//! separately and never overwritten.

mod activities;
mod bulk;
mod check;
mod config;
mod consent;
mod convert;
mod create;
pub mod crowd;
mod edit;
mod fields;
mod get;
mod hand_over;
mod history;
mod import;
mod intake;
mod known;
mod list;
mod make;
mod merge;
mod notes;
mod of_loan;
mod owners;
mod places;
mod reach;
mod returns;
mod status;
mod store;
mod timeline;
mod wake;

pub use consent::NewConsent;
pub use hand_over::{OpenLeads, hand_over, open_leads};
pub use import::ImportLeads;
pub use intake::sweep;
pub use list::{LEADS, owner_filter, referrer_filter, source_filter, status_filter, typed, unworked_filter};
pub use make::{NewContact, NewLead, NewNote, OwnerRef, make};
pub use places::places;
pub use status::move_to_kind;
pub use wake::{WakeLeads, wake};

use axum::extract::DefaultBodyLimit;
use platform::{
    App,
    jobs::{Every, Work},
    note,
    reseal::SealedTable,
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Tables of this feature that hold sealed values.
pub const SEALED: [SealedTable; 1] = [SealedTable {
    table: "lead_arrival",
    key: "key_id",
    value: "raw",
    place: "lead_arrival",
    place_id: "id",
    is_tenant: true,
}];

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(routes_with_notes())
        .routes(routes!(config::get))
        .routes(routes!(check::check))
        .routes(routes!(get::get, edit::edit))
        .routes(routes!(status::change))
        .routes(routes!(bulk::change))
        .routes(routes!(convert::convert))
        .routes(routes!(returns::take_back))
        .routes(routes!(of_loan::get))
        .routes(routes!(activities::add))
        .routes(routes!(history::get))
        .routes(routes!(timeline::get))
        .routes(routes!(known::get))
        .routes(routes!(consent::add))
        .routes(routes!(merge::preview))
        .routes(routes!(merge::merge))
        .routes(routes!(merge::undo))
        .routes(routes!(intake::review::list))
        .routes(routes!(intake::review::get, intake::decisions::drop_it))
        .routes(routes!(intake::decisions::take_in))
        .routes(routes!(intake::decisions::link))
        .routes(routes!(intake::settings::get, intake::settings::change))
        .routes(routes!(intake::addresses::list, intake::addresses::create))
        .routes(routes!(intake::addresses::remove))
        .routes(routes!(intake::addresses::test))
        .routes(routes!(import::list, import::upload::read))
        .routes(routes!(import::get))
        .routes(routes!(import::start::start))
        .routes(routes!(import::undo::undo))
        .routes(routes!(import::refused::get))
}

/// Route that needs no token, because the secret of an intake address is the permission.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(intake::forms::post))
}

/// Routes with larger bodies, because notes have pictures.
fn routes_with_notes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(activities::add_note))
        .layer(DefaultBodyLimit::max(note::REQUEST_BYTES_MAX))
}

/// The jobs of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.every::<WakeLeads>(Every::Hour { minute: 0 }).job::<ImportLeads>()
}
