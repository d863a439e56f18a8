//! Work that nobody waits for gives way to people: the threads that do it, and the processes of PostgreSQL that answer it, run when
//! nothing else wants the processor.

use anyhow::Context;
use std::{future::Future, thread};
use tokio::{runtime, sync::oneshot};

/// How far: of 0 to 19, as `nice` counts. Each step is a tenth less; at 10 a person's request has nine tenths of a processor that
/// both want, and is woken first.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Does something on threads of its own that give way. The answer comes when it is done.
///
/// # Errors
/// The system gives no thread.
pub fn beside<W: Future + Send + 'static>(work: W) -> anyhow::Result<oneshot::Receiver<()>> {
    let runtime = runtime::Builder::new_multi_thread()
        .thread_name("jobs")
        .on_thread_start(|| let_give_way(None))
        .enable_all()
        .build()
        .context("there are no threads for jobs")?;
    let (done, is_done) = oneshot::channel();
    thread::Builder::new()
        .name("jobs".to_owned())
        .spawn(move || {
            runtime.block_on(work);
            let _ = done.send(());
        })
        .context("there is no thread for jobs")?;
    Ok(is_done)
}

/// Lets a process of this machine give way, or the thread that asks. Where the system doesn't allow it, nothing is lost but that.
#[cfg(target_os = "linux")]
pub(crate) fn let_give_way(process: Option<i32>) {
    let process = process.and_then(rustix::process::Pid::from_raw);
    if let Err(error) = rustix::process::setpriority_process(process, NICENESS) {
        tracing::debug!(%error, "a job's work does not give way to people's");
    }
}

/// Elsewhere a thread has no priority of its own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn let_give_way(_process: Option<i32>) {}
