//! The provider's area: all companies, and the work that waits for all of them, for its super administrator.

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

/// Refuses whoever has no business here before a word of what they send is read.
async fn only_provider(request: Request, next: Next) -> Result<Response> {
    request.extensions().get::<Actor>().ok_or(Error::NotSignedIn)?.may(Permission::OrgAdmin)?;
    Ok(next.run(request).await)
}
