//! Sets a job aside if it kills its process.
//!
//! Recovery gives back the attempt, so such a job would run forever and kill every process. A dead process also held
//! innocent jobs, so being held doesn't count as a strike. A job that was once found on a dead process is a suspect.
//! Each process runs suspects one at a time, and the running one takes the strike. A job that never met a crash costs
//! no extra query.
//!
//! Processes that are killed for unrelated reasons would occasionally strike an innocent job three times. A job with a
//! strike therefore only runs in a process that has been up for a while, whose death is probably the job's fault.

use super::Work;
use crate::app::App;
use graphile_worker::{FailureReason, HookResult, Job, JobRecoveryResult};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Number of process deaths after which a job is set aside.
const STRIKES_MAX: i64 = 3;
/// Minimum uptime of a process that runs a job with a strike.
const SETTLED_AFTER: Duration = Duration::from_secs(2);
/// Message that recovery writes into a job's last error.
const RECOVERED: &str = "Job recovered after worker interruption";
/// Message for a job that waits for an older process. Its next attempt is three seconds later.
const WAITS: &str = "It was running when processes died, and waits for one that has lived for a while";

/// The suspects of one process.
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

    /// Number of processes that died while this suspect ran.
    async fn strikes(&self, job: i64) -> sqlx::Result<i64> {
        sqlx::query_scalar!("select count(*) as \"died!\" from job_crash where job_id = $1", job)
            .fetch_one(&self.app.pool)
            .await
    }

    /// Postpones a job by some seconds without using up an attempt.
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

    /// Runs before a job. A suspect waits until it can run alone, and is recorded as running.
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

    /// Runs after a job, whether it succeeded or failed. The process survived, so the job is no longer a suspect.
    pub(super) async fn after(self, job: Arc<Job>) -> HookResult {
        if self.running().remove(job.id()).is_some()
            && let Err(error) =
                sqlx::query!("delete from job_crash where job_id = $1", job.id()).execute(&self.app.pool).await
        {
            tracing::warn!(%error, job = job.id(), "a job lived, and its strikes could not be taken back");
        }
        HookResult::Continue
    }

    /// Handles a job found on a dead process. The sweep holds a lock on its row, so don't touch it here.
    pub(super) async fn found(self, job: Arc<Job>, reason: FailureReason) -> JobRecoveryResult {
        // A process that shut down normally handed it back.
        if reason != FailureReason::WorkerCrashed {
            return JobRecoveryResult::Default;
        }
        match self.strikes(*job.id()).await {
            // The death that made it a suspect has no row.
            Ok(died) if died + 1 >= STRIKES_MAX => {
                let (id, name) = (job.id(), job.task_identifier());
                tracing::error!(job = id, name, "a job is set aside: {STRIKES_MAX} processes died while it ran");
                self.work.tell_set_aside(&self.app, name, job.payload().clone()).await;
                // Never fetched again but still listed. `jobs.reschedule_jobs` revives it.
                JobRecoveryResult::Reschedule { run_at: chrono::Utc::now(), attempts: Some(i16::MAX) }
            }
            Ok(_) => JobRecoveryResult::Default,
            // Use up an attempt, so that the job can't be retried forever.
            Err(_) => JobRecoveryResult::FailWithBackoff,
        }
    }
}
