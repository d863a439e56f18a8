//! Loans: made by hand or from a file, listed in the pipeline, opened, changed field by field, moved from stage to stage,
//! locked.
//!
//! A loan is its application, one document, and the row that lists read. The row is projected from the document in the
//! transaction that writes both. What would harm a person is sealed apart from them, and revealed one value at a time.

mod acts;
mod application;
mod bulk;
mod center;
mod clocks;
mod create;
mod fields;
mod from_file;
mod get;
mod hand_over;
mod invite;
mod list;
mod lock;
mod lookups;
mod make;
mod notify;
mod places;
mod reveal;
mod secrets;
mod stage;
pub mod stage_list;
mod stage_totals;
mod store;
mod team;

pub use bulk::{BulkLoan, insert_many, refresh_statistics};
pub use clocks::{Past, calendar_changed, record_past};
pub use get::find_within_reach;
pub use hand_over::{OpenLoans, Successors, hand_over, open_loans};
pub use list::{Narrow, PIPELINE, deadline_filter, officer_filter, scope_of, stage_filter, text_filters};
pub use lock::release_on_exit;
pub use make::{Begun, ClosedDates, Made, NewLoan, Schedule, make};
pub use places::places;
pub use stage::held_stage;
pub use stage_totals::BY_STAGE;
pub use store::create_default_stages;

use platform::{App, jobs::Work};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The jobs and letters of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    notify::work(work).job::<clocks::FollowCalendar>()
}

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(from_file::from_fnma))
        .routes(routes!(from_file::from_mismo))
        .routes(routes!(stage_totals::get))
        .routes(routes!(acts::change))
        .routes(routes!(acts::undo))
        .routes(routes!(get::get))
        .routes(routes!(team::check))
        .routes(routes!(center::get))
        .routes(routes!(application::get, application::patch))
        .routes(routes!(reveal::reveal))
        .routes(routes!(lock::lock, lock::unlock))
        .routes(routes!(stage::get))
        .routes(routes!(stage::put))
        .routes(routes!(clocks::get))
        .routes(routes!(clocks::record))
        .routes(routes!(clocks::retract))
        .routes(routes!(clocks::plan_closing))
        .routes(routes!(lookups::data))
        .routes(routes!(lookups::by_keys))
}
