//! A company's look as its administrators, and the provider's, make it: titles, color, logos.

mod edit;
mod picture;
mod raster;
mod serve;
mod upload;
mod vector;
mod weight;

pub(crate) use edit::{Look, Out};

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Logos are shown to everybody.
pub(crate) fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(serve::serve))
}

/// Every company's, for the provider.
pub(crate) fn provider_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(edit::get, edit::put)).routes(routes!(upload::upload))
}

/// One's own company's.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(edit::get_of_company, edit::put_of_company))
        .routes(routes!(upload::upload_of_company))
}
