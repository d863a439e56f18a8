//! Work that nobody waits for gives way to people: the threads that do it, and the processes of PostgreSQL that answer it, run when
//! nothing else wants the processor; and while people are about, what comes in crowds takes [`turns`].

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

/// Does something on threads of its own that give way. The answer comes when it is done.
///
/// # Errors
/// The system gives no thread.
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

/// Elsewhere a thread has no priority of its own.
#[cfg(not(target_os = "linux"))]
fn let_thread_give_way() {}

/// Elsewhere processes stay as they are.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn let_process_give_way(_process: i32) {}
