//! What a process tells its tabs: events read once a company, handed to those who may hear of them.

use crate::{
    audience::{Audience, Subjects, hears},
    ringing::{CHANNEL, PEOPLE, companies_of, connections, pass_on_until, tell_of_people_until},
    store::{self, Row},
    told::{Cursor, Told},
};
use futures::StreamExt;
use platform::{Actor, App, GlobalTx, Result, places::Place};
use sqlx::{PgConnection, PgPool, postgres::PgListener};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::{Semaphore, mpsc, watch};
use uuid::Uuid;

/// Messages that wait for a tab that reads slowly. With more it is cut off, and asks for the rest when it comes back.
const WAITING_MAX: usize = 512;
/// Tabs of one login that follow in one process.
const TABS_MAX: usize = 20;
/// Tabs that follow in one process.
const ALL_MAX: usize = 20_000;
/// Sockets whose first message has not come yet.
const STRANGERS_MAX: usize = 256;
/// Events of one read.
pub(crate) const BATCH: i64 = 200;
/// How often everybody looks by themselves.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often a quiet tab is told that the server is there.
const HERE_EVERY: Duration = Duration::from_secs(25);
/// Companies that are read at once.
const AT_ONCE: usize = 3;

/// The tabs that follow in this process.
pub struct Hub {
    /// On connections of its own.
    pub(crate) app: App,
    pub(crate) strangers: Semaphore,
    subjects: Subjects,
    pool: PgPool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    companies: HashMap<i64, Company>,
    logins: HashMap<Uuid, usize>,
    last: u64,
    is_closed: bool,
}

/// A company somebody of whom follows here.
struct Company {
    read_to: Cursor,
    tabs: HashMap<u64, Tab>,
}

struct Tab {
    actor: Arc<Actor>,
    queue: mpsc::Sender<Waiting>,
}

/// What waits for a tab.
#[derive(Clone)]
pub(crate) enum Waiting {
    Event(Arc<Told>),
    Here(Cursor),
}

/// Why nobody more follows.
pub(crate) enum Refusal {
    TooMany,
    Stopping,
}

/// A tab that follows, until it is dropped.
pub(crate) struct Following {
    hub: Arc<Hub>,
    company: i64,
    login: Uuid,
    id: u64,
    pub queue: mpsc::Receiver<Waiting>,
}

impl Drop for Following {
    fn drop(&mut self) {
        let mut state = self.hub.state();
        if let Some(company) = state.companies.get_mut(&self.company) {
            company.tabs.remove(&self.id);
            if company.tabs.is_empty() {
                state.companies.remove(&self.company);
            }
        }
        if let Some(tabs) = state.logins.get_mut(&self.login) {
            *tabs -= 1;
            if *tabs == 0 {
                state.logins.remove(&self.login);
            }
        }
    }
}

impl Hub {
    /// One for this process.
    #[must_use]
    pub fn new(app: &App, subjects: Subjects) -> Arc<Self> {
        let pool = connections(app);
        Arc::new(Self {
            app: app.on(pool.clone()),
            strangers: Semaphore::new(STRANGERS_MAX),
            subjects,
            pool,
            state: Mutex::default(),
        })
    }

    /// How many tabs follow in this process.
    #[must_use]
    pub fn following(&self) -> usize {
        self.state().logins.values().sum()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a tab follow; everything behind `end` reaches its queue.
    pub(crate) fn follow(self: &Arc<Self>, actor: &Arc<Actor>, end: Cursor) -> Result<Following, Refusal> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Refusal::Stopping);
        }
        let all: usize = state.logins.values().sum();
        let of_login = state.logins.entry(actor.login).or_default();
        if *of_login >= TABS_MAX || all >= ALL_MAX {
            return Err(Refusal::TooMany);
        }
        *of_login += 1;
        state.last += 1;
        let id = state.last;
        let (sender, queue) = mpsc::channel(WAITING_MAX);
        let company = actor.company();
        let of_company =
            state.companies.entry(company).or_insert_with(|| Company { read_to: end, tabs: HashMap::new() });
        of_company.tabs.insert(id, Tab { actor: actor.clone(), queue: sender });
        drop(state);
        Ok(Following { hub: self.clone(), company, login: actor.login, id, queue })
    }

    /// Reads and tells until told to stop; then every tab is sent away.
    pub async fn run_until(self: Arc<Self>, mut stopped: watch::Receiver<bool>) {
        let hub = &*self;
        let (app, pool) = (&self.app, &self.pool);
        let passing = tokio::spawn(pass_on_until(app.clone(), pool.clone(), stopped.clone()));
        let telling = tokio::spawn(tell_of_people_until(app.clone(), pool.clone(), stopped.clone()));
        let mut listener: Option<PgListener> = None;
        let mut said_here = Instant::now();
        while !*stopped.borrow() {
            if listener.is_none() {
                listener = self.listen().await;
            }
            let rung = tokio::select! {
                rung = self.heard(&mut listener) => rung,
                () = tokio::time::sleep(LOOK_EVERY) => None,
                _ = stopped.changed() => break,
            };
            let companies: BTreeSet<i64> = {
                let state = self.state();
                let followed = state.companies.keys().copied();
                followed.filter(|company| rung.as_ref().is_none_or(|rung| rung.contains(company))).collect()
            };
            futures::stream::iter(companies)
                .for_each_concurrent(AT_ONCE, |company| async move {
                    if let Err(error) = hub.tell(company).await {
                        tracing::warn!(%error, "live events were not read; they are read again");
                    }
                })
                .await;
            if said_here.elapsed() >= HERE_EVERY {
                said_here = Instant::now();
                self.say_here();
            }
        }
        {
            let mut state = self.state();
            state.is_closed = true;
            // Their queues end, and with them their sockets.
            state.companies.clear();
        }
        let _ = tokio::join!(passing, telling);
        // It holds a connection, for which closing would wait.
        drop(listener);
        self.pool.close().await;
    }

    async fn listen(&self) -> Option<PgListener> {
        let mut listener = PgListener::connect_with(&self.pool).await.ok()?;
        listener.listen_all([CHANNEL, PEOPLE]).await.ok()?;
        Some(listener)
    }

    /// The companies of the next NOTIFY; none where all of them should be looked at.
    async fn heard(&self, listener: &mut Option<PgListener>) -> Option<BTreeSet<i64>> {
        let Some(connected) = listener else { return std::future::pending().await };
        loop {
            match connected.recv().await {
                Ok(notification) if notification.channel() == PEOPLE => self.app.turns.asked_elsewhere(),
                Ok(notification) => return companies_of(notification.payload()),
                Err(error) => {
                    tracing::debug!(%error, "listening is begun anew");
                    *listener = None;
                    return None;
                }
            }
        }
    }

    fn say_here(&self) {
        for company in self.state().companies.values_mut() {
            let here = Waiting::Here(company.read_to);
            company.tabs.retain(|_, tab| tab.queue.try_send(here.clone()).is_ok());
        }
    }

    /// Reads what a company's tabs have not been told, and tells them.
    async fn tell(&self, company: i64) -> Result<()> {
        loop {
            let Some(from) = self.state().companies.get(&company).map(|company| company.read_to) else {
                return Ok(());
            };
            let mut tx = GlobalTx::begin(&self.pool).await?;
            tx.enter(company).await?;
            let rows = store::behind(&mut tx, company, from, BATCH).await?;
            let Some(to) = rows.last().map(|row| row.cursor) else { return Ok(()) };
            let is_full = rows.len() as i64 == BATCH;
            let told = self.told(&mut tx, company, rows).await?;
            drop(tx);
            let mut state = self.state();
            // All may have left meanwhile, and others come.
            let Some(of_company) = state.companies.get_mut(&company).filter(|company| company.read_to == from) else {
                return Ok(());
            };
            of_company.read_to = to;
            for one in told.into_iter().map(Arc::new) {
                // Who reads too slowly is let go: the queue ends.
                let mut told = 0;
                of_company.tabs.retain(|_, tab| {
                    let hears = one.is_for(&tab.actor);
                    let is_told = hears && tab.queue.try_send(Waiting::Event(one.clone())).is_ok();
                    told += u64::from(is_told);
                    is_told || !hears
                });
                self.app.metrics.event_told(told);
            }
            if !is_full {
                return Ok(());
            }
        }
    }

    /// Rows with who may hear of them; those that nobody may are left out.
    pub(crate) async fn told(&self, connection: &mut PgConnection, company: i64, rows: Vec<Row>) -> Result<Vec<Told>> {
        let mut places: HashMap<(&str, i64), Place> = HashMap::new();
        let entity_of = |row: &Row| row.kind.split_once('.').map_or("", |(entity, _)| entity).to_owned();
        let mut ids: HashMap<String, BTreeSet<i64>> = HashMap::new();
        for row in &rows {
            ids.entry(entity_of(row)).or_default().insert(row.entity_id);
        }
        for (entity, ids) in &ids {
            if let Some(Audience::Within(_, find)) = self.subjects.audience(entity) {
                let ids: Vec<i64> = ids.iter().copied().collect();
                let found = find(connection, company, &ids).await?;
                places.extend(found.into_iter().map(|place| ((entity.as_str(), place.id), place)));
            }
        }
        let told = rows.into_iter().filter_map(|row| {
            let entity = entity_of(&row);
            let (permission, place) = match self.subjects.audience(&entity)? {
                Audience::Company(permission) => (permission, None),
                Audience::Within(permission, _) => {
                    (permission, Some(places.get(&(entity.as_str(), row.entity_id))?.clone()))
                }
            };
            let Row { cursor, kind, entity_id, actor, actor_org_unit, caused_by } = row;
            Some(Told { cursor, kind, id: entity_id, actor, actor_org_unit, caused_by, permission, place })
        });
        Ok(told.collect())
    }
}

impl Told {
    pub fn is_for(&self, actor: &Actor) -> bool {
        hears(actor, self.permission, self.place.as_ref(), self.caused_by.as_deref())
    }
}
