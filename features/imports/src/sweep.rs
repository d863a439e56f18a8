//! Deletes parsed files that were never used.

use crate::store;
use platform::{App, GlobalTx, Result, tenant};

/// Deletes parsed files that didn't become a loan in time.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::delete_expired(&mut tx, company).await?;
        tx.commit().await?;
    }
    Ok(())
}
