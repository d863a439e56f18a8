//! Cancels abandoned batches and deletes old ones.

use crate::store;
use platform::{App, GlobalTx, Result, tenant};

/// Cancels batches whose files are gone, and deletes batches that finished more than three months ago.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::sweep(&mut tx, company, app.config.import_kept_days).await?;
        tx.commit().await?;
    }
    Ok(())
}
