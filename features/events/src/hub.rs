//! Distributes events to the tabs of this process. Events are read once per company and sent to the tabs that may
//! receive them.

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

/// Maximum number of queued messages per tab. A slower tab is disconnected and catches up after reconnecting.
const WAITING_MAX: usize = 512;
/// Maximum number of tabs per login and process.
const TABS_MAX: usize = 20;
/// Maximum number of tabs per process.
const ALL_MAX: usize = 20_000;
/// Maximum number of sockets that haven't sent their first message yet.
const STRANGERS_MAX: usize = 256;
/// Maximum number of events per read.
pub(crate) const BATCH: i64 = 200;
/// Polling interval for all companies, in case a notification is lost.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Interval of keep-alive messages to idle tabs.
const HERE_EVERY: Duration = Duration::from_secs(25);
/// Maximum number of companies that are read concurrently.
const AT_ONCE: usize = 3;

/// The tabs connected to this process.
pub struct Hub {
    /// Uses a separate connection pool.
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

/// A company with at least one connected tab.
struct Company {
    read_to: Cursor,
    tabs: HashMap<u64, Tab>,
}

struct Tab {
    actor: Arc<Actor>,
    queue: mpsc::Sender<Waiting>,
}

/// A queued message for a tab.
#[derive(Clone)]
pub(crate) enum Waiting {
    Event(Arc<Told>),
    Here(Cursor),
}

/// Why a new tab is rejected.
pub(crate) enum Refusal {
    TooMany,
    Stopping,
}

/// A connected tab. Dropping it disconnects the tab.
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
    /// Creates the hub of this process.
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

    /// Number of tabs connected to this process.
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

    /// Registers a tab. Its queue receives every event after `end`.
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

    /// Reads and distributes events until stopped. Then it disconnects every tab.
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
            // Dropping the queues closes the sockets.
            state.companies.clear();
        }
        let _ = tokio::join!(passing, telling);
        // The listener holds a connection, and closing the pool would wait for it.
        drop(listener);
        self.pool.close().await;
    }

    async fn listen(&self) -> Option<PgListener> {
        let mut listener = PgListener::connect_with(&self.pool).await.ok()?;
        listener.listen_all([CHANNEL, PEOPLE]).await.ok()?;
        Some(listener)
    }

    /// The companies of the next NOTIFY. `None` means that all companies must be checked.
    async fn heard(&self, listener: &mut Option<PgListener>) -> Option<BTreeSet<i64>> {
        let Some(connected) = listener else { return std::future::pending().await };
        loop {
            match connected.recv().await {
                Ok(notification) if notification.channel() == PEOPLE => self.app.turns.asked_elsewhere(),
                Ok(notification) => return companies_of(notification.payload()),
                Err(error) => {
                    tracing::debug!(%error, "reconnecting the listener");
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

    /// Reads a company's new events and sends them to its tabs.
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
            // The tabs may have changed in the meantime.
            let Some(of_company) = state.companies.get_mut(&company).filter(|company| company.read_to == from) else {
                return Ok(());
            };
            of_company.read_to = to;
            for one in told.into_iter().map(Arc::new) {
                // Disconnect a tab that reads too slowly by dropping its queue.
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

    /// Adds the recipients to events. Events without possible recipients are dropped.
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
