//! People beside the loan officer.

use crate::store;
use lending::team::LoanRole;
use platform::{Result, Tx};

/// Gives a loan further people of its team: role, whether in the primary slot, and membership. A slot that is taken stays.
///
/// # Errors
/// The database's.
pub async fn add_team(tx: &mut Tx, loan: i64, seats: &[(LoanRole, bool, i64)]) -> Result<()> {
    if seats.is_empty() {
        return Ok(());
    }
    store::add_team(tx, loan, seats).await
}
