//! Deletes arrivals after thirty days.

use super::store;
use platform::{App, GlobalTx, Result, tenant};

/// Drops arrivals that have waited for thirty days.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::forget(&mut tx, company).await?;
        tx.commit().await?;
    }
    Ok(())
}
