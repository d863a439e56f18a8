//! The audit log: who did what, when, and what was before and after. It is searched and exported by those who answer for
//! a company, and sealed, so that nobody alters it unnoticed.
//!
//! Entries are plain rows that each change writes in its own transaction; nothing in it waits for another. The *sealer*
//! follows them: it takes the entries that can no longer be overtaken, in the order of their transactions, and gives each
//! a place in its company's chain, with a hash that takes in the one before, under a key that the database does not know.
//! Each hour, and when a process starts, the newest hashes go to the log and the file store, so that the end of a chain
//! can't be cut off either.
//! `keyturn audit verify` walks the chains.

mod canonical;
mod csv_text;
mod export;
mod filter;
mod heads;
mod history;
mod list;
mod lookups;
mod seal;
mod store;
mod unusual;
mod verification;
mod verify;
mod xlsx;

pub use heads::NoteHeads;
pub use history::{RecordHistory, RecordHistoryQuery, history_of};
pub use seal::{seal, seal_until};
pub use unusual::{count_opening, count_reveal, sweep};
pub use verification::{VerifyAudit, VerifyAudits};
pub use verify::{Fault, Finding, verify};

use platform::{
    App,
    jobs::{Every, Work},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(export::export))
        .routes(routes!(lookups::lookups))
        .routes(routes!(verification::get, verification::start))
}

/// The jobs of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    unusual::work(work)
        .every::<NoteHeads>(Every::Hour { minute: 40 })
        .every::<VerifyAudits>(Every::Day { hour: 4, minute: 10 })
        .job::<VerifyAudit>()
}
