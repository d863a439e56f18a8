//! Giving way as Linux lets a program ask for it.

use rustix::process::{Pid, setpriority_process};
use std::{io::ErrorKind, time::Duration};
use tokio::time::sleep;

/// As `nice` counts: a tenth of a processor that people want. At 19, the least there is, jobs stood still while they had all of it.
const NICENESS: i32 = 10;
/// Linux changes the niceness of groups ten times a second, whoever asks.
const GROUP_WAIT: Duration = Duration::from_millis(110);
const GROUP_TRIES: usize = 30;

/// Lets the thread that asks give way. Where the system doesn't allow it, nothing is lost but that.
pub(super) fn let_thread_give_way() {
    if let Err(error) = setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "a thread for jobs does not give way to people's");
    }
}

/// Lets a process of PostgreSQL on this machine give way. It has a session of its own, and where Linux groups processes by session
/// (`sched(7)`, autogroups), niceness counts among those of one session only: there its group gives way.
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
