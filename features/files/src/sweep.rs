//! Deletes unused uploads and orphaned bytes.

use crate::store;
use futures::TryStreamExt;
use jiff::Timestamp;
use platform::{App, GlobalTx, Result, tenant};
use std::{collections::BTreeMap, time::Duration};
use uuid::Uuid;

/// Younger objects may belong to an upload in progress.
const UNDER_WAY: Duration = Duration::from_hours(1);

/// Deletes expired files with their bytes, and bytes without a file.
///
/// # Errors
///
/// The database or the store fails. Earlier deletions stay.
pub async fn sweep(app: &App) -> Result<()> {
    store::delete_used_addresses(&app.pool).await?;
    for company in tenant::companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        let expired = store::delete_expired(&mut tx, company).await?;
        tx.commit().await?;
        remove(app, company, &expired).await?;
    }
    let broken_off = app.files.remove_broken_off(UNDER_WAY)?;
    if broken_off > 0 {
        tracing::warn!(count = broken_off, "uploads that were broken off were removed");
    }
    remove_bytes_without_file(app).await
}

async fn remove_bytes_without_file(app: &App) -> Result<()> {
    let settled = Timestamp::now() - UNDER_WAY;
    let mut objects: BTreeMap<i64, Vec<Uuid>> = BTreeMap::new();
    let mut found = std::pin::pin!(app.files.list());
    while let Some((company, id, at)) = found.try_next().await? {
        if at < settled {
            objects.entry(company).or_default().push(id);
        }
    }
    for (company, ids) in objects {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        let orphans = store::without_row(&mut tx, company, &ids).await?;
        drop(tx);
        if !orphans.is_empty() {
            tracing::warn!(company, count = orphans.len(), "files without a record were removed");
        }
        remove(app, company, &orphans).await?;
    }
    Ok(())
}

async fn remove(app: &App, company: i64, ids: &[Uuid]) -> Result<()> {
    for id in ids {
        app.files.remove(company, *id).await?;
    }
    Ok(())
}
