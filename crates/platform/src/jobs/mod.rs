//! Work that is done after the answer: kept in PostgreSQL in the transaction that causes it, done by whichever process is
//! free, at least once.
//!
//! ```ignore
//! #[derive(Serialize, Deserialize)]
//! struct CloseIdleLogins { company: i64 }
//!
//! impl Job for CloseIdleLogins {
//!     const NAME: &'static str = "close-idle-logins";
//!     async fn run(self, app: &App) -> Result<()> { ... }
//! }
//!
//! jobs::enqueue(&mut tx, &CloseIdleLogins { company }).await?;    // never runs when `tx` is rolled back
//! work.job::<CloseIdleLogins>();                                   // in the feature's `work` function
//! work.every::<CloseEverything>(Every::Hour { minute: 5 });        // once in the whole installation
//! ```
//!
//! A payload holds ids and no secrets: it is stored in clear and logged. A job that is about a company carries its id and,
//! where a person caused it, theirs, and opens its own transaction. Every job may run twice (its process was killed after
//! the work and before that was noted), so its effect is keyed by what it is about.
//!
//! The queue is graphile_worker's, in a schema of its own that the owner makes and the program's role only uses. Rows are
//! added without its NOTIFY, which takes a lock on the whole database at commit (design: storage); processes look twice a
//! second.

pub mod overview;
mod queue;
mod strikes;
mod worker;

pub use queue::{SCHEMA, is_migrated, migrate, sweep};
pub use worker::{run_due, run_until};

use crate::{
    app::App,
    db::Timestamp,
    error::{Error, Result},
    mail::{self, Look, Mail},
};
use futures::future::BoxFuture;
use graphile_worker::{Crontab, CrontabFill, CrontabTimer, JobDefinition};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::PgConnection;
use std::{collections::HashMap, future::Future};

/// Something to be done later.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What it is called in the queue. Stays for ever: jobs of the version before are still to be done.
    const NAME: &'static str;

    /// How often it is tried before it is left lying. With the queue's back-off (e^n seconds, six hours at most) ten tries
    /// take nine hours.
    const TRIES_MAX: i16 = 10;

    /// Of what is due, the least is begun first. What comes in crowds has more, so that mail does not wait behind it.
    const PRIORITY: i16 = 0;

    /// Does it. May be called again after it was done.
    ///
    /// # Errors
    /// It is tried again later; the error's sentence is kept with the job.
    fn run(self, app: &App) -> impl Future<Output = Result<()>> + Send;

    /// It is set aside, for its process died while it ran, again and again: whoever waits for it is told here. It is not to run
    /// again, and its row in the queue is not to be touched.
    ///
    /// # Errors
    /// It is set aside all the same.
    fn set_aside(self, _app: &App) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Tells a job's kind that one of it is set aside.
type SetAside = for<'a> fn(&'a App, Value) -> BoxFuture<'a, Result<()>>;

fn set_aside<J: Job>(app: &App, payload: Value) -> BoxFuture<'_, Result<()>> {
    Box::pin(async move { serde_json::from_value::<J>(payload).map_err(Error::internal)?.set_aside(app).await })
}

/// Adds a job to the caller's transaction: it runs once that is committed, and never when it is rolled back.
///
/// # Errors
/// The database's.
pub async fn enqueue<J: Job>(transaction: &mut PgConnection, job: &J) -> Result<()> {
    add(transaction, Kind::of::<J>(), job, None).await
}

/// Adds a job that runs at a time, or soon after.
///
/// # Errors
/// The database's.
pub async fn enqueue_at<J: Job>(transaction: &mut PgConnection, job: &J, at: Timestamp) -> Result<()> {
    add(transaction, Kind::of::<J>(), job, Some(at)).await
}

/// What the queue has to know of a kind of job.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub name: &'static str,
    pub tries_max: i16,
    pub priority: i16,
}

impl Kind {
    fn of<J: Job>() -> Self {
        Self { name: J::NAME, tries_max: J::TRIES_MAX, priority: J::PRIORITY }
    }
}

pub(crate) async fn add(
    transaction: &mut PgConnection,
    Kind { name, tries_max, priority }: Kind,
    payload: &impl Serialize,
    at: Option<Timestamp>,
) -> Result<()> {
    let payload = serde_json::to_value(payload).map_err(Error::internal)?;
    // Not checked when compiled: the queue's own migrations make these tables. The name is there from the first start of
    // a process that knows the job; the second statement is for the time before.
    for _ in 0..2 {
        let added = sqlx::query(
            "insert into jobs._private_jobs (task_id, payload, run_at, max_attempts, priority)
             select id, $2::json, coalesce($3, now()), $4, $5
             from jobs._private_tasks
             where identifier = $1",
        )
        .bind(name)
        .bind(&payload)
        .bind(at)
        .bind(tries_max)
        .bind(priority)
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 1 {
            return Ok(());
        }
        sqlx::query("insert into jobs._private_tasks (identifier) values ($1) on conflict do nothing")
            .bind(name)
            .execute(&mut *transaction)
            .await?;
    }
    Err(Error::internal(anyhow::anyhow!("the job {name} was not taken")))
}

/// When something is done over and over. Times are UTC.
#[derive(Clone, Copy, Debug)]
pub enum Every {
    /// Each hour.
    Hour {
        /// Minutes after it.
        minute: u32,
    },
    /// Each day.
    Day {
        /// The hour.
        hour: u32,
        /// The minute.
        minute: u32,
    },
}

/// Finds out how a company looks, for its mail.
pub type FindLook = for<'a> fn(&'a App, i64) -> BoxFuture<'a, Result<Look>>;

/// Everything that this program can do later: its jobs, its times, its kinds of mail.
#[derive(Clone)]
pub struct Work {
    jobs: Vec<JobDefinition>,
    set_aside: HashMap<&'static str, SetAside>,
    times: Vec<Crontab>,
    letters: HashMap<&'static str, mail::Write>,
    look: FindLook,
}

impl Work {
    /// Nothing yet but the sending of mail, in looks that `look` finds.
    #[must_use]
    pub fn new(look: FindLook) -> Self {
        let nothing =
            Self { jobs: Vec::new(), set_aside: HashMap::new(), times: Vec::new(), letters: HashMap::new(), look };
        nothing.defined(worker::definition_of_sending())
    }

    fn defined(mut self, job: JobDefinition) -> Self {
        self.jobs.push(job);
        self
    }

    /// Adds a job.
    #[must_use]
    pub fn job<J: Job>(mut self) -> Self {
        self.set_aside.insert(J::NAME, set_aside::<J>);
        self.defined(worker::definition::<J>())
    }

    /// Adds a job that is done at its time, once in the whole installation, however many processes there are. One that fell
    /// into an hour in which no process ran is made up for.
    #[must_use]
    pub fn every<J: Job>(mut self, when: Every) -> Self {
        let timer = match when {
            Every::Hour { minute } => CrontabTimer::hourly_at(minute),
            Every::Day { hour, minute } => CrontabTimer::daily_at(hour, minute),
        };
        // Constants of the program: a minute beyond 59 shows at the first start.
        #[allow(clippy::expect_used)]
        let mut time = Crontab::new(timer.expect("a minute and an hour of the clock"), J::NAME);
        time.options.fill = Some(CrontabFill::hours(1));
        time.options.max = u16::try_from(J::TRIES_MAX).ok();
        // Where the last one is still waiting, a second one would have nothing to do.
        time.options.job_key = Some(J::NAME.to_owned());
        // Without a payload null arrives, which no struct is read from.
        time.payload = Some(serde_json::json!({}));
        self.times.push(time);
        self.job::<J>()
    }

    /// Adds a kind of mail.
    #[must_use]
    pub fn mail<M: Mail>(mut self) -> Self {
        self.letters.insert(M::KIND, mail::write::<M>);
        self
    }

    /// A job will not run any more: whoever waits for it is told.
    async fn tell_set_aside(&self, app: &App, name: &str, payload: Value) {
        let Some(set_aside) = self.set_aside.get(name) else { return };
        if let Err(error) = set_aside(app, payload).await {
            tracing::error!(%error, name, "nobody could be told that a job is set aside");
        }
    }

    pub(crate) fn writer(&self, kind: &str) -> Option<mail::Write> {
        self.letters.get(kind).copied()
    }

    pub(crate) async fn look(&self, app: &App, company: i64) -> Result<Look> {
        (self.look)(app, company).await
    }
}
