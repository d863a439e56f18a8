//! What was read and not used is removed.

use crate::store;
use platform::{App, GlobalTx, Result, tenant};

/// Removes parsed files that no loan was made of in time.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        store::delete_expired(&mut tx, company).await?;
        tx.commit().await?;
    }
    Ok(())
}
