//! A job that kills its process is set aside.
//!
//! Recovery gives the attempt back, so such a job would run for ever, and take every process with it. A dead process held
//! innocent jobs as well, so being held is not enough for a strike: a job that was once found on a dead process is a
//! suspect, suspects run one at a time in each process, and the one that was running takes the strike. A job that never
//! met a crash costs no query for it.

use super::Work;
use crate::app::App;
use graphile_worker::{FailureReason, HookResult, Job, JobRecoveryResult};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A job during which so many processes died is set aside, where its kind doesn't say otherwise.
pub(super) const DEATHS_MAX: i64 = 3;
/// What recovery writes into the job's last error.
const RECOVERED: &str = "Job recovered after worker interruption";

/// What one process knows of its suspects.
#[derive(Clone)]
pub(super) struct Strikes {
    app: App,
    work: Arc<Work>,
    one_at_a_time: Arc<Semaphore>,
    running: Arc<Mutex<HashMap<i64, OwnedSemaphorePermit>>>,
}

impl Strikes {
    pub(super) fn new(app: App, work: Arc<Work>) -> Self {
        Self { app, work, one_at_a_time: Arc::new(Semaphore::new(1)), running: Arc::default() }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<i64, OwnedSemaphorePermit>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Before a job runs: a suspect waits for its turn, and is put down as running.
    pub(super) async fn before(self, job: Arc<Job>, worker: String) -> HookResult {
        if job.last_error().as_deref() != Some(RECOVERED) {
            return HookResult::Continue;
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
            return HookResult::Fail(error.to_string());
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
        let died = sqlx::query_scalar!("select count(*) as \"died!\" from job_crash where job_id = $1", job.id())
            .fetch_one(&self.app.pool)
            .await;
        match died {
            // The death that made it a suspect has no row.
            Ok(died) if died + 1 >= self.work.deaths_max(job.task_identifier()) => {
                let (id, name) = (job.id(), job.task_identifier());
                tracing::error!(job = id, name, deaths = died + 1, "a job is set aside: processes died while it ran");
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
