//! A job that kills its process is set aside.
//!
//! Recovery gives the attempt back, so such a job would run for ever, and take every process with it. A dead process held
//! innocent jobs as well, so being held is not enough for a strike: a job that was once found on a dead process is a
//! suspect, suspects run one at a time in each process, and the one that was running takes the strike. A job that never
//! met a crash costs no query for it.
//!
//! Processes that are killed again and again, whatever they do, would strike an innocent job three times now and then. So
//! one that has a strike is left to a process that has lived for a while: who dies with it then has hardly died of
//! anything else.

use super::Work;
use crate::app::App;
use graphile_worker::{FailureReason, HookResult, Job, JobRecoveryResult};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A job during which so many processes died is set aside.
const STRIKES_MAX: i64 = 3;
/// How long a process has lived that runs a job with a strike; longer than those that something else kills at once.
const SETTLED_AFTER: Duration = Duration::from_secs(2);
/// What recovery writes into the job's last error.
const RECOVERED: &str = "Job recovered after worker interruption";
/// What a job is told that has to wait for such a process: its next try is three seconds later.
const WAITS: &str = "It was running when processes died, and waits for one that has lived for a while";

/// What one process knows of its suspects.
#[derive(Clone)]
pub(super) struct Strikes {
    app: App,
    work: Arc<Work>,
    one_at_a_time: Arc<Semaphore>,
    running: Arc<Mutex<HashMap<i64, OwnedSemaphorePermit>>>,
    since: Instant,
}

impl Strikes {
    pub(super) fn new(app: App, work: Arc<Work>) -> Self {
        Self { app, work, one_at_a_time: Arc::new(Semaphore::new(1)), running: Arc::default(), since: Instant::now() }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<i64, OwnedSemaphorePermit>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many processes died while a job ran alone.
    async fn strikes(&self, job: i64) -> sqlx::Result<i64> {
        sqlx::query_scalar!("select count(*) as \"died!\" from job_crash where job_id = $1", job)
            .fetch_one(&self.app.pool)
            .await
    }

    /// A job waits for some seconds, and that was no try of it.
    async fn waits(&self, job: &Job) -> HookResult {
        let given_back =
            sqlx::query("update jobs._private_jobs set attempts = greatest(attempts - 1, 1) where id = $1")
                .bind(job.id())
                .execute(&self.app.pool)
                .await;
        if let Err(error) = given_back {
            tracing::warn!(%error, job = job.id(), "a job waits, and its try could not be given back");
        }
        HookResult::Fail(WAITS.to_owned())
    }

    /// Before a job runs: a suspect waits for its turn, and is put down as running.
    pub(super) async fn before(self, job: Arc<Job>, worker: String) -> HookResult {
        let is_suspect = |error: &str| error.contains(RECOVERED) || error.contains(WAITS);
        if !job.last_error().as_deref().is_some_and(is_suspect) {
            return HookResult::Continue;
        }
        if self.since.elapsed() < SETTLED_AFTER && self.strikes(*job.id()).await.is_ok_and(|died| died > 0) {
            return self.waits(&job).await;
        }
        let Ok(turn) = self.one_at_a_time.clone().acquire_owned().await else { return HookResult::Continue };
        let noted = sqlx::query!(
            "insert into job_crash (job_id, worker_id, name) values ($1, $2, $3) on conflict do nothing",
            job.id(),
            worker,
            job.task_identifier()
        )
        .execute(&self.app.pool)
        .await;
        if let Err(error) = noted {
            tracing::warn!(%error, job = job.id(), "a suspect waits, since it could not be put down");
            return self.waits(&job).await;
        }
        self.running().insert(*job.id(), turn);
        HookResult::Continue
    }

    /// After a job has run, well or badly: its process lives, so it is no suspect any more.
    pub(super) async fn after(self, job: Arc<Job>) -> HookResult {
        if self.running().remove(job.id()).is_some()
            && let Err(error) =
                sqlx::query!("delete from job_crash where job_id = $1", job.id()).execute(&self.app.pool).await
        {
            tracing::warn!(%error, job = job.id(), "a job lived, and its strikes could not be taken back");
        }
        HookResult::Continue
    }

    /// A job was found on a process that is gone. The sweep holds its row meanwhile: it must not be touched here.
    pub(super) async fn found(self, job: Arc<Job>, reason: FailureReason) -> JobRecoveryResult {
        // Handed back by a process that stopped as it should.
        if reason != FailureReason::WorkerCrashed {
            return JobRecoveryResult::Default;
        }
        match self.strikes(*job.id()).await {
            // The death that made it a suspect has no row.
            Ok(died) if died + 1 >= STRIKES_MAX => {
                let (id, name) = (job.id(), job.task_identifier());
                tracing::error!(job = id, name, "a job is set aside: {STRIKES_MAX} processes died while it ran");
                self.work.tell_set_aside(&self.app, name, job.payload().clone()).await;
                // Never fetched again and still listed: `jobs.reschedule_jobs` revives it.
                JobRecoveryResult::Reschedule { run_at: chrono::Utc::now(), attempts: Some(i16::MAX) }
            }
            Ok(_) => JobRecoveryResult::Default,
            // Better an attempt that counts than one that is given back for ever.
            Err(_) => JobRecoveryResult::FailWithBackoff,
        }
    }
}
