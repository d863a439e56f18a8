//! What a running server holds, handed to every handler.

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

/// The server's state; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What [`App`] holds.
pub struct Parts {
    /// Settings in force.
    pub config: Config,
    /// Connections for people's requests.
    pub pool: PgPool,
    /// Keys of this installation.
    pub keys: Keys,
    /// The file store.
    pub files: Files,
    /// Reads the rights of a membership anew when they have changed.
    pub gate: Arc<dyn Gate>,
    /// Rung after each commit.
    pub bell: Bell,
    /// What is counted.
    pub metrics: Metrics,
    /// Where requests and jobs are told as spans.
    pub traces: Traces,
    /// Whose turn it is while people are about.
    pub turns: Turns,
    /// Whether a disk was full lately.
    pub room: Room,
}

/// How long `/api/ready` reports a full disk after the last request that failed for it.
const ROOM_REMEMBERED: Duration = Duration::from_secs(30);

/// When a request last failed because a disk was full.
#[derive(Clone, Debug, Default)]
pub struct Room(Arc<Mutex<Option<Instant>>>);

impl Room {
    /// Notes that a disk is full.
    pub fn note_full(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a disk was full in the last 30 seconds.
    #[must_use]
    pub fn was_full(&self) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|at| at.elapsed() < ROOM_REMEMBERED)
    }
}

impl App {
    /// Puts the parts together.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The same with other connections, for work that must not keep people's requests waiting.
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
