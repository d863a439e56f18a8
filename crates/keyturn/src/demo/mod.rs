//! The demo world: the *cast*, a few companies and people that tests, documentation and a newcomer share.

pub mod cast;
mod company;

use crate::{database, serve};
use platform::{App, config::Config};
use utoipa_axum::{router::OpenApiRouter, routes};

/// `keyturn demo`: the cast in an installation of one's own.
///
/// # Errors
/// The database can't be used, or holds companies already.
pub async fn fill(config: Config) -> anyhow::Result<()> {
    anyhow::ensure!(config.is_demo(), "the demo world is made in the demo profile only: set KEYTURN_PROFILE=demo");
    let database = database::open(&config).await?;
    let (app, _) = serve::build(config, database.pool.clone()).await?;
    cast::ensure(&app).await?;
    app.pool.close().await;
    if let Some(cluster) = database.cluster {
        cluster.stop().await?;
    }
    Ok(())
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(company::create))
}
