//! A company's branding in its mail.

use crate::store;
use platform::{App, Error, Result, mail::Look};

/// Returns a company's branding for mail.
///
/// # Errors
///
/// The company doesn't exist.
pub async fn look(app: &App, company: i64) -> Result<Look> {
    store::look(&app.pool, company).await?.ok_or(Error::NotFound)
}
