//! What expires is removed, once an hour.

use platform::{App, Result, limits};
use std::time::Duration;

/// How often.
pub(crate) const EVERY: Duration = Duration::from_secs(3600);

/// Removes sign-in requests, codes and logins that are over, and windows of attempts.
pub(crate) async fn sweep(app: &App) -> Result<()> {
    access::sweep(&app.pool).await?;
    limits::sweep(&app.pool).await
}
