//! Commands for the operator of an installation that affect all companies: integrated lenders and announcements.

use crate::database;
use anyhow::Context;
use integrations::IntegratedLender;
use platform::{GlobalTx, config::Config};
use std::path::Path;

/// `keyturn lenders`: replaces the integrated lenders with those of a file.
///
/// # Errors
///
/// The file is unreadable or contains an invalid lender.
#[allow(clippy::print_stdout, reason = "a command prints what it did")]
pub async fn integrate_lenders(config: &Config, file: &Path) -> anyhow::Result<()> {
    let text = std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let lenders: Vec<IntegratedLender> = serde_json::from_slice(&text).with_context(|| {
        format!("{} is no list of {{name, displayName, href, imgSrc, class, style}}", file.display())
    })?;
    let database = database::open_beside(config).await?;
    let mut tx = GlobalTx::begin(&database.pool).await?;
    integrations::integrate_lenders(&mut tx, &lenders).await?;
    tx.commit().await?;
    println!("{} lenders are integrated.", lenders.len());
    database.close().await
}

/// `keyturn announce`: publishes an announcement to all users.
///
/// # Errors
///
/// A text is empty or too long.
#[allow(clippy::print_stdout, reason = "a command prints what it did")]
pub async fn announce(config: &Config, title: &str, body: &str) -> anyhow::Result<()> {
    let database = database::open_beside(config).await?;
    let mut tx = GlobalTx::begin(&database.pool).await?;
    orgs::announce(&mut tx, title, body).await?;
    tx.commit().await?;
    println!("It is announced.");
    database.close().await
}
