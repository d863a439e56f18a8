//! How a company looks in its mail.

use crate::store;
use platform::{App, Error, Result, mail::Look};

/// The look of a company.
///
/// # Errors
/// There is no such company, or the database's.
pub async fn look(app: &App, company: i64) -> Result<Look> {
    store::look(&app.pool, company).await?.ok_or(Error::NotFound)
}
