//! When each login was last used: gathered here, written in batches, at most once a minute per login.

use crate::store;
use platform::{App, Result};
use std::{
    collections::HashSet,
    mem,
    sync::{Mutex, PoisonError},
};
use uuid::Uuid;

/// Logins that were used since the last writing.
#[derive(Default)]
pub(crate) struct Seen(Mutex<HashSet<Uuid>>);

impl Seen {
    /// Notes that a person acted.
    pub fn note(&self, login: Uuid) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(login);
    }

    /// Writes what was noted.
    pub async fn write(&self, app: &App) -> Result<()> {
        let logins: Vec<Uuid> =
            mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect();
        if logins.is_empty() {
            return Ok(());
        }
        store::write_last_seen(&app.pool, &logins).await
    }
}

impl crate::Doors {
    /// Writes when logins were last used; the server calls it every few seconds and once more when it stops.
    ///
    /// # Errors
    /// The database's; what was not written is noted again by the next request.
    pub async fn write_last_seen(&self, app: &App) -> Result<()> {
        self.seen.write(app).await
    }
}
