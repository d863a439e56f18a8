//! Bulk import of loan files. A batch accepts files, one by one or as an archive, with one team for all. Once started,
//! it runs in the background. Each file becomes one loan or fails with a reason.

mod add;
mod batch;
mod cancel;
mod create;
mod failed;
mod job;
mod reading;
mod remove;
mod retry;
mod start;
mod store;
mod sweep;
mod unseen;

pub use batch::{BatchOut, ItemOut};
pub use sweep::sweep;

use lending::access::Permission;
use platform::{Actor, App, Result, Tx, jobs::Work};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The jobs of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.job::<job::ImportFiles>()
}

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(batch::latest))
        .routes(routes!(create::create))
        .routes(routes!(batch::get))
        .routes(routes!(create::set_team))
        .routes(routes!(remove::remove))
        .routes(routes!(start::start))
        .routes(routes!(cancel::cancel))
        .routes(routes!(retry::retry))
        .routes(routes!(failed::get))
        .routes(routes!(unseen::unseen))
        .routes(routes!(unseen::mark_seen))
}

/// Route that unpacks archives and may take long.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add::add))
}

/// Begins a transaction for a user who may import loans in bulk.
async fn begin(actor: Actor, app: &App) -> Result<Tx> {
    let tx = actor.begin(app, Permission::BulkImport).await?;
    tx.actor().may(Permission::LoanCreate)?;
    Ok(tx)
}
