//! Loans: made by hand or from a file, listed in the pipeline, opened, changed field by field, moved from stage to stage,
//! locked.
//!
//! A loan is its application, one document, and the row that lists read. The row is projected from the document in the
//! transaction that writes both. What would harm a person is sealed apart from them, and revealed one value at a time.

mod acts;
mod application;
mod assessment;
mod bulk;
mod center;
mod change_team;
mod clocks;
mod create;
mod demographics;
mod differences;
mod fields;
mod filter;
mod from_file;
mod get;
mod hand_over;
mod history;
mod invite;
mod lender;
mod list;
mod lock;
mod lookups;
mod make;
mod matching;
mod notify;
mod places;
mod presence;
mod print;
mod rate_alerts;
mod rehash;
mod retention;
mod reveal;
mod rules;
mod secrets;
mod stage;
pub mod stage_list;
mod stage_totals;
mod store;
mod team;

pub use acts::sweep;
pub use bulk::{BulkLoan, insert_many, refresh_statistics};
pub use clocks::{Moves, Past, calendar_changed, moved_by_calendar, record_past};
pub use differences::Decided;
pub use fields::OtherUsers;
pub use filter::{check_filter, composed_filter, met};
pub use get::find_within_reach;
pub use hand_over::{OpenLoans, Successors, hand_over, open_loans};
pub use lender::give_lender;
pub use list::{Narrow, PIPELINE, deadline_filter, officer_filter, scope_of, stage_filter, text_filters};
pub use lock::release_on_exit;
pub use lookups::{KeyedOut as KeyedLookups, Out as Lookups, entered_lookups};
pub use make::{Begun, ClosedDates, NewLoan, Schedule, make, make_all};
pub use notify::tell_of_team;
pub use places::places;
pub use rehash::{RehashNumbers, count_under_key};
pub use stage::held_stage;
pub use stage_totals::BY_STAGE;
pub use store::create_default_stages;
pub use team::{team_of, with_default_team};

use platform::{App, jobs::Work, reseal::SealedTable};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Tables of this feature that hold sealed values.
pub const SEALED: [SealedTable; 1] = [SealedTable {
    table: "loan_secret",
    key: "key_id",
    value: "ciphertext",
    place: "loan_secret",
    place_id: "loan_id",
    is_tenant: true,
}];

/// The jobs and letters of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    notify::work(work)
        .job::<clocks::FollowCalendar>()
        .job::<acts::ActOnLoans>()
        .job::<rules::RunRules>()
        .job::<RehashNumbers>()
}

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(from_file::from_fnma))
        .routes(routes!(from_file::from_mismo))
        .routes(routes!(stage_totals::get))
        .routes(routes!(rate_alerts::get))
        .routes(routes!(matching::get))
        .routes(routes!(acts::change, acts::recent))
        .routes(routes!(acts::get))
        .routes(routes!(acts::undo))
        .routes(routes!(get::get))
        .routes(routes!(team::check))
        .routes(routes!(change_team::patch))
        .routes(routes!(center::get))
        .routes(routes!(differences::compare))
        .routes(routes!(differences::settle::settle))
        .routes(routes!(lender::put))
        .routes(routes!(application::get, application::patch))
        .routes(routes!(reveal::reveal))
        .routes(routes!(print::form_1003))
        .routes(routes!(demographics::get))
        .routes(routes!(presence::put))
        .routes(routes!(history::get))
        .routes(routes!(retention::get))
        .routes(routes!(retention::set_hold))
        .routes(routes!(retention::lift_hold))
        .routes(routes!(retention::due))
        .routes(routes!(retention::certificates, retention::dispose))
        .routes(routes!(history::restore))
        .routes(routes!(history::as_of))
        .routes(routes!(history::compare))
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
