//! Deletes expired data every hour.

use platform::{
    App, Result, idempotency,
    jobs::{self, Job},
    limits, mail,
};
use serde::{Deserialize, Serialize};

/// The sweep as a job, once per hour in the whole installation.
#[derive(Serialize, Deserialize)]
pub struct Sweep {}

impl Job for Sweep {
    const NAME: &'static str = "sweep";

    async fn run(self, app: &App) -> Result<()> {
        sweep(app).await
    }
}

/// Rotates signing keys when due and deletes expired data of every feature, such as logins, unused loan files,
/// abandoned batches, deleted tasks, orphaned logos, idempotency keys, events, rate limits, sent mail and dead jobs.
pub async fn sweep(app: &App) -> Result<()> {
    access::rotate_signing_keys(app).await?;
    access::sweep(&app.pool).await?;
    audit::sweep(app).await?;
    imports::sweep(app).await?;
    bulk_imports::sweep(app).await?;
    leads::sweep(app).await?;
    tasks::sweep(app).await?;
    loans::sweep(app).await?;
    files::sweep(app).await?;
    orgs::sweep(&app.pool).await?;
    idempotency::sweep(&app.pool).await?;
    events::sweep(&app.pool).await?;
    limits::sweep(&app.pool).await?;
    mail::sweep(app).await?;
    jobs::sweep(&app.pool).await
}
