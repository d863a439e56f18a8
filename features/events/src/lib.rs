//! Live events: pages show other users' changes without a reload.
//!
//! A change writes an event with ids in its own transaction (`Tx::event`). After the commit the process signals its own
//! tabs (`platform::bell`) and other processes by NOTIFY, at most every 20 ms. Each process reads, company by company,
//! the events that no concurrent transaction can still precede, and sends them to the tabs connected to
//! `/rtc/api/socket`. Each tab receives only events that its membership can see at that time. A reconnecting tab sends
//! the last cursor it received and catches up. If it missed too many events, or they are no longer stored, it receives
//! `missed` and reloads its data.

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

/// Routes of this feature. They need the [`Hub`] and the authentication caches as an `Extension` of the router.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow::follow))
}
