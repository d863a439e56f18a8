//! Administration of all companies and background jobs, for the provider's super administrator.

mod change;
pub(crate) mod company;
mod create;
mod domains;
mod host;
mod jobs;
pub(crate) mod list;

pub use host::host_name;

use crate::branding;
use axum::{
    extract::Request,
    middleware::{self, Next},
    response::Response,
};
use lending::access::Permission;
use platform::{Actor, App, Error, Result};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(company::get, change::change))
        .routes(routes!(domains::get, domains::put))
        .routes(routes!(jobs::get))
        .routes(routes!(jobs::retry))
        .merge(branding::provider_routes())
        .layer(middleware::from_fn(only_provider))
}

/// Middleware that refuses other users before their request body is parsed.
async fn only_provider(request: Request, next: Next) -> Result<Response> {
    request.extensions().get::<Actor>().ok_or(Error::NotSignedIn)?.may(Permission::OrgAdmin)?;
    Ok(next.run(request).await)
}
