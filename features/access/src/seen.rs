//! Records the last use of logins and impersonation tabs. Collects uses in memory and writes them in batches, at most
//! once a minute each.

use crate::store;
use platform::{Actor, App, Result};
use std::{
    collections::HashSet,
    mem,
    sync::{Mutex, PoisonError},
};
use uuid::Uuid;

/// Uses since the last write.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Noted>);

#[derive(Default)]
struct Noted {
    logins: HashSet<Uuid>,
    /// Tabs with impersonation.
    acting: HashSet<Uuid>,
}

impl Seen {
    /// Records that a user acted.
    pub fn note(&self, actor: &Actor) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.logins.insert(actor.login);
        if actor.acts_for_another() {
            noted.acting.insert(actor.session);
        }
    }

    /// Writes the recorded uses.
    pub async fn write(&self, app: &App) -> Result<()> {
        let Noted { logins, acting } = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if !logins.is_empty() {
            store::write_last_seen(&app.pool, &Vec::from_iter(logins)).await?;
        }
        if !acting.is_empty() {
            store::acting::write_last_seen(&app.pool, &Vec::from_iter(acting)).await?;
        }
        Ok(())
    }
}

impl crate::Doors {
    /// Writes the last use of logins. The server calls it every few seconds and once more at shutdown.
    ///
    /// # Errors
    ///
    /// The database can't be written. The next request records the use again.
    pub async fn write_last_seen(&self, app: &App) -> Result<()> {
        self.seen.write(app).await
    }
}
