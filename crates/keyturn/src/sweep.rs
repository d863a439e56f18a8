//! What expires is removed, once an hour.

use platform::{App, Result, idempotency, limits};
use std::time::Duration;

/// How often.
pub(crate) const EVERY: Duration = Duration::from_secs(3600);

/// Removes sign-in requests, codes and logins that are over, loan files that were not used, keys of creating calls, and
/// windows of attempts.
pub async fn sweep(app: &App) -> Result<()> {
    access::sweep(&app.pool).await?;
    imports::sweep(app).await?;
    files::sweep(app).await?;
    idempotency::sweep(&app.pool).await?;
    limits::sweep(&app.pool).await
}
