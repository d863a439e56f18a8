//! The company's loan stages as a list that it keeps: named, ordered and retired by the company, each of a fixed kind.

use crate::{notify, store::stages as store};
use lending::stages::StageKind;
use platform::{Result, Tx};

/// A stage with how many loans stand at it.
#[derive(Clone, Debug)]
pub struct StageEntry {
    /// Its id.
    pub id: i64,
    /// What the company calls it.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Whether it is offered.
    pub is_active: bool,
    /// What `If-Match` names.
    pub version: i32,
    /// Loans that stand at it.
    pub loans: i64,
}

/// All stages in the company's order.
///
/// # Errors
/// The database's.
pub async fn entries(tx: &mut Tx) -> Result<Vec<StageEntry>> {
    store::entries(tx).await
}

/// Has everybody else who changes the list wait.
///
/// # Errors
/// The database's.
pub async fn hold(tx: &mut Tx) -> Result<()> {
    store::hold(tx).await
}

/// Adds a stage at the end.
///
/// # Errors
/// The database's.
pub async fn create(tx: &mut Tx, name: &str, kind: StageKind) -> Result<i64> {
    store::create(tx, name, kind).await
}

/// Renames a stage, retires it or brings it back. False where it has another version by now.
///
/// # Errors
/// The database's.
pub async fn update(tx: &mut Tx, id: i64, version: i32, name: &str, is_active: bool) -> Result<bool> {
    store::update(tx, id, version, name, is_active).await
}

/// Removes a stage at which no loan ever stood.
///
/// # Errors
/// The database's: one did.
pub async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    store::remove(tx, id).await
}

/// Numbers the stages in the order of their ids.
///
/// # Errors
/// The database's.
pub async fn order(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    store::order(tx, ids).await
}

/// Puts all loans of a stage at another of the same kind, each with its history, audit entry and event. They have been at
/// that kind since when they were before.
///
/// # Errors
/// The database's.
pub async fn move_loans(tx: &mut Tx, from: i64, to: i64) -> Result<()> {
    let moved = store::move_loans(tx, from, to).await?;
    notify::moved(tx, moved).await
}
