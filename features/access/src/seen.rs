//! When each login, and each tab in which somebody acts for another, was last used: gathered here, written in batches, at
//! most once a minute for each.

use crate::store;
use platform::{Actor, App, Result};
use std::{
    collections::HashSet,
    mem,
    sync::{Mutex, PoisonError},
};
use uuid::Uuid;

/// What was used since the last writing.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Noted>);

#[derive(Default)]
struct Noted {
    logins: HashSet<Uuid>,
    /// Tabs in which somebody acts for another.
    acting: HashSet<Uuid>,
}

impl Seen {
    /// Notes that a person acted.
    pub fn note(&self, actor: &Actor) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.logins.insert(actor.login);
        if actor.acts_for_another() {
            noted.acting.insert(actor.session);
        }
    }

    /// Writes what was noted.
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
    /// Writes when logins were last used; the server calls it every few seconds and once more when it stops.
    ///
    /// # Errors
    /// The database's; what was not written is noted again by the next request.
    pub async fn write_last_seen(&self, app: &App) -> Result<()> {
        self.seen.write(app).await
    }
}
