//! The provider's area: all companies, for its super administrator.

mod change;
pub(crate) mod company;
mod create;
mod domains;
mod host;
pub(crate) mod list;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(company::get, change::change))
        .routes(routes!(domains::get, domains::put))
}
