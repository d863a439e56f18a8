//! State of a running server, passed to every handler.

use crate::{
    actor::Gate, bell::Bell, config::Config, files::Files, give_way::turns::Turns, keys::Keys, metrics::Metrics,
    traces::Traces,
};
use sqlx::PgPool;
use std::{
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The server's state. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Config,
    /// Connections for user requests.
    pub pool: PgPool,
    pub keys: Keys,
    pub files: Files,
    /// Reloads the rights of a membership after a change.
    pub gate: Arc<dyn Gate>,
    /// Notified after each commit.
    pub bell: Bell,
    pub metrics: Metrics,
    /// Records requests and jobs as spans.
    pub traces: Traces,
    /// Throttles background jobs while users are active.
    pub turns: Turns,
    /// Records whether a disk was full recently.
    pub room: Room,
}

/// How long `/api/ready` reports a full disk after the last request that failed because of it.
const ROOM_REMEMBERED: Duration = Duration::from_secs(30);

/// Time of the last request that failed because a disk was full.
#[derive(Clone, Debug, Default)]
pub struct Room(Arc<Mutex<Option<Instant>>>);

impl Room {
    /// Records that a disk is full.
    pub fn note_full(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Returns true if a disk was full in the last 30 seconds.
    #[must_use]
    pub fn was_full(&self) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|at| at.elapsed() < ROOM_REMEMBERED)
    }
}

impl App {
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// Returns the same state with another connection pool, for work that must not delay user requests.
    #[must_use]
    pub fn on(&self, pool: PgPool) -> Self {
        let Parts { config, pool: _, keys, files, gate, bell, metrics, traces, turns, room } = &**self;
        let (config, keys, files) = (config.clone(), keys.clone(), files.clone());
        let (gate, bell, metrics) = (gate.clone(), bell.clone(), metrics.clone());
        let (traces, turns, room) = (traces.clone(), turns.clone(), room.clone());
        Self::new(Parts { config, pool, keys, files, gate, bell, metrics, traces, turns, room })
    }
}

impl Deref for App {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}
