//! Lowers thread and process priority on Linux.

use rustix::process::{Pid, setpriority_process};
use std::{io::ErrorKind, time::Duration};
use tokio::time::sleep;

/// Gives jobs about a tenth of a contended processor. At 19, the lowest priority, jobs starved.
const NICENESS: i32 = 10;
/// Linux accepts ten changes of group niceness per second, system-wide.
const GROUP_WAIT: Duration = Duration::from_millis(110);
const GROUP_TRIES: usize = 30;

/// Lowers the priority of the current thread. If that fails, the thread keeps its normal priority.
pub(super) fn let_thread_give_way() {
    if let Err(error) = setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "a thread for jobs does not give way to people's");
    }
}

/// Lowers the priority of a PostgreSQL process on this machine. The process has its own session. If Linux groups
/// processes by session (`sched(7)`, autogroups), niceness only applies within the session, so this also lowers the
/// group's.
pub(crate) async fn let_process_give_way(process: i32) {
    if let Err(error) = setpriority_process(Pid::from_raw(process), NICENESS) {
        tracing::debug!(%error, "a process of PostgreSQL does not give way to people's");
    }
    for _ in 0..GROUP_TRIES {
        let written = tokio::fs::write(format!("/proc/{process}/autogroup"), NICENESS.to_string()).await;
        let is_busy = written.is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        if !is_busy {
            return;
        }
        sleep(GROUP_WAIT).await;
    }
}
