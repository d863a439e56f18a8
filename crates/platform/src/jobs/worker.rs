//! Runs jobs in one process.

use super::{Job, SCHEMA, Work, strikes::Strikes};
use crate::{
    app::App,
    error::Error,
    mail::{SendMail, Sender},
};
use futures::future::BoxFuture;
use graphile_worker::{
    AfterJobRun, BeforeJobRun, IntoTaskHandlerResult, JobDefinition, JobRecovery, LocalQueueConfig, RefetchDelayConfig,
    TaskHandler, WorkerContext, WorkerOptions, WorkerRecoveryConfig,
};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// How often a process polls for new jobs.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Grace period for running jobs at shutdown. Afterwards they are handed back.
const GRACE: Duration = Duration::from_secs(20);
/// Delay before restarting the worker after it failed, for example because the database went away.
const START_AGAIN: Duration = Duration::from_secs(1);
/// Jobs that a process prefetches per worker slot. A dead process's jobs wait until recovery.
const TAKEN_AHEAD: usize = 8;

/// Context of every job.
#[derive(Clone)]
struct Bench {
    app: App,
    work: Arc<Work>,
    sender: Arc<Sender>,
}

impl fmt::Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bench")
    }
}

impl Bench {
    /// Runs a job and records its metrics.
    async fn timed(&self, kind: &'static str, job: impl Future<Output = crate::Result<()>>) -> Result<(), String> {
        let began = Instant::now();
        let result = job.await;
        let took = began.elapsed();
        self.app.metrics.job_ended(kind, result.is_ok(), took);
        self.app.traces.job_ended(kind, result.is_ok(), took);
        told(result)
    }
}

/// Adapts a [`Job`] to the queue's library.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
struct Task<J: Job>(J);

impl<J: Job> TaskHandler for Task<J> {
    const IDENTIFIER: &'static str = J::NAME;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let bench = bench(&context)?;
        bench.timed(J::NAME, self.0.run(&bench.app)).await
    }
}

/// The mail-sending job, which needs more context than other jobs.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Sending(SendMail);

impl TaskHandler for Sending {
    const IDENTIFIER: &'static str = SendMail::NAME;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let bench = bench(&context)?;
        bench.timed(SendMail::NAME, self.0.run(&bench.app, &bench.work, &bench.sender)).await
    }
}

pub(super) fn definition<J: Job>() -> JobDefinition {
    Task::<J>::definition()
}

pub(super) fn definition_of_sending() -> JobDefinition {
    Sending::definition()
}

fn bench(context: &WorkerContext) -> Result<&Bench, String> {
    context.get_ext::<Bench>().ok_or_else(|| "the worker was put together without its bench".to_owned())
}

/// Converts an error to the message stored with the job. Only the log gets the cause.
fn told(result: crate::Result<()>) -> Result<(), String> {
    result.map_err(|error| {
        match &error {
            Error::Internal(cause) | Error::Unavailable(cause) => {
                tracing::warn!(cause = format!("{cause:#}"), "a job failed");
            }
            _ => {}
        }
        error.to_string()
    })
}

/// Runs jobs until stopped, then waits for the running ones.
///
/// `app` has the jobs' own connections, so that a long job never delays a user. If the database goes away, the worker
/// retries.
pub async fn run_until(app: App, work: Work, mut stopped: watch::Receiver<bool>) {
    let bench = match bench_of(app, work) {
        Ok(bench) => bench,
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "no jobs are done: mail can't be sent with these settings");
            return;
        }
    };
    while !*stopped.borrow() {
        let signal = until(stopped.clone());
        let ended = match options(&bench, signal).init().await {
            Ok(worker) => worker.run().await.map_err(anyhow::Error::from),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = ended {
            tracing::warn!(error = format!("{error:#}"), "the worker is started again");
            let _ = tokio::time::timeout(START_AGAIN, stopped.changed()).await;
        }
    }
}

/// Runs all due jobs, including those they enqueue, and returns. For tests.
///
/// # Errors
///
/// A database error. A failing job isn't an error; it waits for its next attempt.
pub async fn run_due(app: App, work: Work) -> anyhow::Result<()> {
    let bench = bench_of(app, work)?;
    let known: Vec<&str> = bench.work.jobs.iter().map(JobDefinition::identifier).collect();
    loop {
        plain_options(&bench).init().await?.run_once().await?;
        let has_more: bool = sqlx::query_scalar(
            "select exists (
               select
               from jobs._private_jobs j
               join jobs._private_tasks t on t.id = j.task_id
               where j.is_available and j.run_at <= now() and t.identifier = any($1)
             )",
        )
        .bind(&known)
        .fetch_one(&bench.app.pool)
        .await?;
        if !has_more {
            return Ok(());
        }
    }
}

fn bench_of(app: App, work: Work) -> anyhow::Result<Bench> {
    let sender = Arc::new(Sender::of(&app.config)?);
    Ok(Bench { app, work: Arc::new(work), sender })
}

fn until(mut stopped: watch::Receiver<bool>) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    })
}

/// Worker options that every mode shares.
fn plain_options(bench: &Bench) -> WorkerOptions {
    let strikes = Strikes::new(bench.app.clone(), bench.work.clone());
    let (before, after, found) = (strikes.clone(), strikes.clone(), strikes);
    WorkerOptions::default()
        .schema(SCHEMA)
        .pg_pool(bench.app.pool.clone())
        .concurrency(bench.app.config.jobs_at_once.into())
        .listen_os_shutdown_signals(false)
        .add_extension(bench.clone())
        .on(BeforeJobRun, move |run| before.clone().before(run.job, run.worker_id))
        .on(AfterJobRun, move |run| after.clone().after(run.job))
        .on(JobRecovery, move |run| found.clone().found(run.job, run.reason))
        .define_jobs(bench.work.jobs.clone())
}

fn options(bench: &Bench, stop: BoxFuture<'static, ()>) -> WorkerOptions {
    let config = &bench.app.config;
    // A process that is paused beyond the threshold loses its jobs while alive, so the heartbeat is much more frequent.
    let missed_after = Duration::from_secs(config.job_recovery_seconds.into());
    let recovery = WorkerRecoveryConfig::default()
        .enabled(true)
        .heartbeat_interval(missed_after / 6)
        .sweep_interval(missed_after / 6)
        .sweep_threshold(missed_after)
        .recovery_delay(Duration::ZERO);
    // Without this, the local queue polls again immediately when it finds nothing.
    let rest = RefetchDelayConfig::default().with_duration(LOOK_EVERY).with_threshold(0);
    let taken_ahead = usize::from(config.jobs_at_once) * TAKEN_AHEAD;
    plain_options(bench)
        .poll_interval(LOOK_EVERY)
        .use_notification_delivery(false)
        // Without a local queue, each slot takes one job per poll, which is only a few per second.
        .local_queue(LocalQueueConfig::default().with_size(taken_ahead).with_refetch_delay(rest))
        .complete_job_batch_delay(Duration::from_millis(5))
        .worker_recovery(recovery)
        .shutdown_signal(stop)
        .shutdown_grace_period(GRACE)
        .shutdown_interrupted_job_retry_delay(Duration::ZERO)
        .with_crons(bench.work.times.clone())
}
