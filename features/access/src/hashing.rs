//! Threads for hashing passwords: few, low priority, with a bounded queue.
//!
//! A hash uses a core for a while and 19 MiB. Two hundred concurrent sign-ins must neither starve other requests nor
//! wait forever, so requests beyond the queue are told to retry.

use platform::{Error, Result};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// Maximum queue length. At about 25 ms each, the wait is a few seconds.
const WAITING_MAX: usize = 256;
/// Niceness of the threads, relative to those that answer requests.
const NICENESS: i32 = 10;

static HASHERS: LazyLock<SyncSender<Job>> = LazyLock::new(start);

/// Starts half as many threads as there are cores, at least one.
fn start() -> SyncSender<Job> {
    let (sender, receiver) = sync_channel(WAITING_MAX);
    let receiver = Arc::new(Mutex::new(receiver));
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1);
    for number in 0..threads {
        let receiver = Arc::clone(&receiver);
        let started = thread::Builder::new().name(format!("hashing-{number}")).spawn(move || work(&receiver));
        if let Err(error) = started {
            tracing::error!(%error, "a thread for hashing can't be started");
        }
    }
    sender
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    // On Linux this affects only the calling thread; elsewhere it would affect the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "the priority of hashing stays as it is");
    }
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("hashing panicked");
        }
    }
}

/// Runs work on a hashing thread. Skips work whose caller has given up.
///
/// # Errors
///
/// [`Error::Unavailable`] (503 with Retry-After) if the queue is full.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (done, is_done) = oneshot::channel();
    let job = Box::new(move || {
        if !done.is_closed() {
            drop(done.send(work()));
        }
    });
    HASHERS.try_send(job).map_err(|_| Error::Unavailable(anyhow::anyhow!("too many passwords wait to be hashed")))?;
    is_done.await.map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use futures::FutureExt;

    #[tokio::test]
    async fn a_full_queue_asks_clients_to_retry() {
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().unwrap();
        let threads = thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1);
        let tried = WAITING_MAX + threads + 50;
        let mut waiting: Vec<_> = (0..tried)
            .map(|_| {
                let gate = Arc::clone(&gate);
                run(move || drop(gate.lock())).boxed()
            })
            .collect();
        let answers = waiting.iter_mut().filter_map(|job| job.now_or_never());
        let refused: Vec<_> = answers.map(|answer| answer.unwrap_err().into_response()).collect();
        assert!((50..=50 + threads).contains(&refused.len()), "{} of {tried} were refused", refused.len());
        for response in refused {
            assert_eq!(response.status(), http::StatusCode::SERVICE_UNAVAILABLE);
            assert!(response.headers().contains_key(http::header::RETRY_AFTER));
        }
        drop((waiting, closed));
        // Cancelled work is skipped, so there is room again immediately.
        while run(|| ()).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
}
