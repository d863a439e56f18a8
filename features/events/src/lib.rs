//! Live events: what was changed elsewhere shows without a reload.
//!
//! A change writes an event of ids in its own transaction (`Tx::event`). After the commit the process rings
//! (`platform::bell`), and tells the others by NOTIFY, at most once in 20 ms. Each process reads, company by company, what
//! can no longer be overtaken, and hands it to the tabs that follow at `/rtc/api/socket`, each only what its membership may
//! see now. A tab says what it has seen last and is told the rest; what is too much, or no longer kept, it is told as
//! `missed`, and reads its pages anew.

mod audience;
mod follow;
mod hello;
mod hub;
mod ringing;
mod store;
mod told;

pub use audience::Subjects;
pub use hub::Hub;
pub use ringing::pass_on_until;
pub use store::sweep;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this feature. They look for the [`Hub`] and the doors in an `Extension` of the router.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow::follow))
}
