//! Company branding: titles, color and logos, edited by company administrators and the provider.

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

/// Logos are public.
pub(crate) fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(serve::serve))
}

/// Branding of any company, for the provider.
pub(crate) fn provider_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(edit::get, edit::put)).routes(routes!(upload::upload))
}

/// Branding of the user's company.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(edit::get_of_company, edit::put_of_company))
        .routes(routes!(upload::upload_of_company))
}
