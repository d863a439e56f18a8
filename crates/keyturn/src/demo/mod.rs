//! Demo data: the *cast*, a few companies and people shared by tests, documentation and evaluation, and the *crowd*,
//! any number of loans.

pub mod accounts;
mod billing;
pub mod cast;
mod company;
mod contacts;
pub mod crowd;
mod leads;
mod loans;
pub mod names;
mod settings;
mod tasks;
mod views;

use crate::{database, serve};
use platform::{App, config::Config};
use utoipa_axum::{router::OpenApiRouter, routes};

/// `keyturn demo`: creates the cast, and a crowd if requested.
///
/// # Errors
///
/// The crowd's company exists already.
pub async fn fill(config: Config, crowd: Option<crowd::Size>) -> anyhow::Result<()> {
    anyhow::ensure!(config.is_demo(), "the demo world is made in the demo profile only: set KEYTURN_PROFILE=demo");
    let database = database::open(&config).await?;
    // Use the jobs' connections, whose statements may take minutes.
    let (app, doors) = serve::build(config, database.jobs.clone()).await?;
    cast::ensure(&app, &doors).await?;
    if let Some(size) = crowd {
        crowd::make(&app, &size).await?;
    }
    database.close().await
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(company::create))
}
