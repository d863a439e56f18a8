//! Batches that nobody goes on with are given up, and those of long ago forgotten.

use crate::store;
use platform::{App, GlobalTx, Result, tenant};

/// Gives up batches whose files are gone, and forgets batches that were over three months ago.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::sweep(&mut tx, company, app.config.import_kept_days).await?;
        tx.commit().await?;
    }
    Ok(())
}
