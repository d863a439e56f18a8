//! What expires is removed, once an hour.

use platform::{
    App, Result, idempotency,
    jobs::{self, Job},
    limits, mail,
};
use serde::{Deserialize, Serialize};

/// The sweep as a job: once an hour in the whole installation.
#[derive(Serialize, Deserialize)]
pub struct Sweep {}

impl Job for Sweep {
    const NAME: &'static str = "sweep";

    async fn run(self, app: &App) -> Result<()> {
        sweep(app).await
    }
}

/// Makes the next signing key when it is time. Removes sign-in requests, codes and logins that are over, loan files that
/// were not used, batches of them that nobody goes on with, leads that wait for too long, tasks that were removed last week, what was done to many loans at once, logos that no look names, keys of creating calls, events of last week, windows of attempts, mail that left
/// long ago, and jobs that lie about.
pub async fn sweep(app: &App) -> Result<()> {
    access::rotate_signing_keys(app).await?;
    access::sweep(&app.pool).await?;
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
