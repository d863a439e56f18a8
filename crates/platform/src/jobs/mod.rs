//! Background jobs. A transaction enqueues a job in PostgreSQL, and any free process runs it at least once.
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
//! A payload holds ids and no secrets, because it is stored in clear and logged. A job for a company carries its id and, if
//! a user caused it, the user's. It opens its own transaction. Every job must be idempotent: it runs twice if its process
//! dies after the work and before recording success.
//!
//! The queue is graphile_worker's, in its own schema. The owner creates the schema; the program's role only uses it. Rows are
//! added without NOTIFY, which takes a database-wide lock at commit (design: storage). Processes poll twice a second.

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

/// A unit of background work.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name in the queue. Never change it: jobs of the previous version are still queued.
    const NAME: &'static str;

    /// Maximum number of attempts. With the queue's backoff (e^n seconds, at most six hours), ten attempts take nine
    /// hours.
    const TRIES_MAX: i16 = 10;

    /// Lower values run first. Bulk jobs use higher values so that mail doesn't wait behind them.
    const PRIORITY: i16 = 0;

    /// Runs the job. May be called again after it succeeded.
    ///
    /// # Errors
    ///
    /// The queue retries the job later and stores the error's message.
    fn run(self, app: &App) -> impl Future<Output = Result<()>> + Send;

    /// Called when the job is set aside because its process died repeatedly. Use it to inform users who wait. The job
    /// won't run again; don't touch its row in the queue.
    ///
    /// # Errors
    ///
    /// The job is set aside anyway.
    fn set_aside(self, _app: &App) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Calls [`Job::set_aside`] of a kind of job.
type SetAside = for<'a> fn(&'a App, Value) -> BoxFuture<'a, Result<()>>;

fn set_aside<J: Job>(app: &App, payload: Value) -> BoxFuture<'_, Result<()>> {
    Box::pin(async move { serde_json::from_value::<J>(payload).map_err(Error::internal)?.set_aside(app).await })
}

/// Adds a job to the caller's transaction. It runs after the commit, and never if the transaction is rolled back.
pub async fn enqueue<J: Job>(transaction: &mut PgConnection, job: &J) -> Result<()> {
    add(transaction, Kind::of::<J>(), job, None).await
}

/// Adds a job that runs at a given time or soon after.
pub async fn enqueue_at<J: Job>(transaction: &mut PgConnection, job: &J, at: Timestamp) -> Result<()> {
    add(transaction, Kind::of::<J>(), job, Some(at)).await
}

/// The queue's settings of a kind of job.
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
    // Not checked at compile time, because the queue's own migrations create these tables. Workers register the task
    // name at startup; the second statement covers an earlier enqueue.
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

/// Schedule of a recurring job, in UTC.
#[derive(Clone, Copy, Debug)]
pub enum Every {
    Hour {
        /// Minutes past the hour.
        minute: u32,
    },
    Day {
        hour: u32,
        minute: u32,
    },
}

/// Finds a company's branding for its mail.
pub type FindLook = for<'a> fn(&'a App, i64) -> BoxFuture<'a, Result<Look>>;

/// All background work of the program: jobs, schedules and mail kinds.
#[derive(Clone)]
pub struct Work {
    jobs: Vec<JobDefinition>,
    set_aside: HashMap<&'static str, SetAside>,
    times: Vec<Crontab>,
    letters: HashMap<&'static str, mail::Write>,
    look: FindLook,
}

impl Work {
    /// Starts with sending mail only. `look` finds a company's branding.
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

    /// Registers a job.
    #[must_use]
    pub fn job<J: Job>(mut self) -> Self {
        self.set_aside.insert(J::NAME, set_aside::<J>);
        self.defined(worker::definition::<J>())
    }

    /// Schedules a job. It runs once per time in the whole installation. A run that was missed within the last hour,
    /// because no process was up, is made up for.
    #[must_use]
    pub fn every<J: Job>(mut self, when: Every) -> Self {
        let timer = match when {
            Every::Hour { minute } => CrontabTimer::hourly_at(minute),
            Every::Day { hour, minute } => CrontabTimer::daily_at(hour, minute),
        };
        // The arguments are constants. A minute above 59 fails at the first start.
        #[allow(clippy::expect_used)]
        let mut time = Crontab::new(timer.expect("a minute and an hour of the clock"), J::NAME);
        time.options.fill = Some(CrontabFill::hours(1));
        time.options.max = u16::try_from(J::TRIES_MAX).ok();
        // If the last run is still queued, a second one would have nothing to do.
        time.options.job_key = Some(J::NAME.to_owned());
        // Without a payload, the job would get null, which no struct deserializes from.
        time.payload = Some(serde_json::json!({}));
        self.times.push(time);
        self.job::<J>()
    }

    /// Registers a kind of mail.
    #[must_use]
    pub fn mail<M: Mail>(mut self) -> Self {
        self.letters.insert(M::KIND, mail::write::<M>);
        self
    }

    /// Informs users who wait for a job that was set aside.
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
