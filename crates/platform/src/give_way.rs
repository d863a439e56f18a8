//! Runs background work at low priority. Its threads and PostgreSQL processes get idle processor time, and bulk work
//! passes through [`turns`] while users are active.

use anyhow::Context;
use std::{future::Future, thread};
use tokio::{runtime, sync::oneshot};

pub mod turns;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub(crate) use linux::let_process_give_way;
#[cfg(target_os = "linux")]
use linux::let_thread_give_way;

/// Runs a future on its own low-priority threads. The receiver resolves when it has finished.
///
/// # Errors
///
/// The system can't create a thread.
pub fn beside<W: Future + Send + 'static>(work: W) -> anyhow::Result<oneshot::Receiver<()>> {
    let runtime = runtime::Builder::new_multi_thread()
        .thread_name("jobs")
        .on_thread_start(let_thread_give_way)
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

/// Only Linux has a priority per thread.
#[cfg(not(target_os = "linux"))]
fn let_thread_give_way() {}

/// Process priority is only implemented for Linux.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn let_process_give_way(_process: i32) {}
