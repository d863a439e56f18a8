//! Other companies' systems that a person connects with their account: today Rocket Pro, as far as its authorization goes.

mod rocket;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of somebody who is signed in.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(rocket::post_authenticate))
}
