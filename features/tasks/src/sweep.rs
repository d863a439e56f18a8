//! Deletes removed tasks after their last event was delivered.

use crate::store;
use platform::{App, GlobalTx, Result, tenant};

/// Deletes tasks that were removed more than a week ago.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::delete_removed(&mut tx, company).await?;
        tx.commit().await?;
    }
    Ok(())
}
