//! The supervisor thread: starts PostgreSQL, restarts it when it dies, and stops it on request.
//!
//! It is a thread and not a task, because tasks end with their runtime and each test has its own runtime.

use std::{
    path::PathBuf,
    process::{Child, ExitStatus},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::{
    error::Error,
    options::Options,
    postmaster::{Postmaster, is_alive, signal},
    watcher::Watcher,
};

/// How often to check whether a starting server is ready.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How often to check, between attempts, whether a server started by another program is ready.
const LOOK_DOWN_EVERY: Duration = Duration::from_millis(100);
/// How often to check whether an adopted server is alive. We aren't notified when it ends.
const ASK_ADOPTED_EVERY: Duration = Duration::from_millis(500);
/// The shortest and the longest pause between attempts.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(10));
/// Number of attempts with the shortest pause, about two seconds in total. A killed server leaves child processes that
/// use its folder for a moment.
const QUICK_ATTEMPTS: u32 = 20;
/// A server that ran this long is restarted immediately.
const LIVED_WELL: Duration = Duration::from_secs(60);
/// How long the first start can take while the server recovers from a crash.
const RECOVERY_MAX: Duration = Duration::from_secs(15 * 60);
/// Signals to stop the server and how long to wait for each: PostgreSQL's fast and immediate shutdown, and kill.
const STOPS: [(&str, Duration); 3] =
    [("INT", Duration::from_secs(30)), ("QUIT", Duration::from_secs(10)), ("KILL", Duration::from_secs(5))];

/// Location of a started server.
#[derive(Debug)]
pub(crate) struct Started {
    pub socket_dir: PathBuf,
    pub data: PathBuf,
}

enum Message {
    /// A server has ended. The number counts its starts.
    Ended(u32, std::io::Result<ExitStatus>),
    Stop(oneshot::Sender<Result<(), Error>>),
    /// The [`Cluster`](crate::Cluster) was dropped.
    Released,
}

/// The cluster's handle to its supervisor.
#[derive(Debug)]
pub(crate) struct Handle(Sender<Message>);

impl Handle {
    /// Stops the server. Returns an error if the supervisor is gone.
    pub async fn stop(self) -> Result<Result<(), Error>, oneshot::error::RecvError> {
        let (done, stopped) = oneshot::channel();
        // If the channel is closed, awaiting the response fails.
        let _ = self.0.send(Message::Stop(done));
        stopped.await
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // A supervisor that was already stopped no longer receives.
        let _ = self.0.send(Message::Released);
    }
}

/// Starts the thread, which reports on `ready` how the start went.
pub(crate) fn spawn(options: Options, ready: oneshot::Sender<Result<Started, Error>>) -> Handle {
    let (sender, messages) = mpsc::channel();
    let to_self = sender.clone();
    thread::spawn(move || match Supervisor::new(options, messages, to_self) {
        Ok(supervisor) => supervisor.run(ready),
        Err(error) => {
            let _ = ready.send(Err(error));
        }
    });
    Handle(sender)
}

enum State {
    /// Accepts connections. `child` is true if we started it and false if it was adopted.
    Up { since: Instant, child: bool },
    /// Started by us, but not ready yet.
    Coming,
    /// Not running. Will be started at that time.
    Down { until: Instant },
}

struct Supervisor {
    postmaster: Postmaster,
    watcher: Option<Watcher>,
    messages: Receiver<Message>,
    to_self: Sender<Message>,
    state: State,
    /// The number of starts, and the process id of the last one while it runs.
    starts: u32,
    child: Option<u32>,
    /// Failed attempts since a server last ran long enough.
    failures: u32,
}

impl Supervisor {
    fn new(options: Options, messages: Receiver<Message>, to_self: Sender<Message>) -> Result<Self, Error> {
        let postmaster = Postmaster::prepare(options)?;
        let Options { stop_with_parent, remove_on_stop, .. } = postmaster.options;
        let watcher = stop_with_parent.then(|| Watcher::start(&postmaster.place, remove_on_stop)).transpose()?;
        let state = State::Down { until: Instant::now() };
        Ok(Self { postmaster, watcher, messages, to_self, state, starts: 0, child: None, failures: 0 })
    }

    fn run(mut self, ready: oneshot::Sender<Result<Started, Error>>) {
        let began = Instant::now();
        let mut ready = Some(ready);
        self.adopt();
        loop {
            if matches!(self.state, State::Up { .. })
                && let Some(ready) = ready.take()
                && ready.send(Ok(self.started())).is_err()
            {
                return self.release();
            }
            match self.messages.recv_timeout(self.wait()) {
                Ok(Message::Stop(done)) => {
                    let stopped = self.stop();
                    // Release the folder before the caller continues.
                    drop(self);
                    let _ = done.send(stopped);
                    return;
                }
                Ok(Message::Released) => return self.release(),
                Ok(Message::Ended(number, status)) if number == self.starts => self.ended(status),
                Ok(Message::Ended(..)) | Err(RecvTimeoutError::Timeout) => {}
                // Can't happen: the supervisor holds a sender itself.
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look();
            let patience = if self.child.is_some() { RECOVERY_MAX } else { self.postmaster.options.start_max };
            if ready.is_some() && !matches!(self.state, State::Up { .. }) && began.elapsed() > patience {
                let _ = self.stop();
                let (log, tail) = (self.postmaster.place.log(), self.postmaster.log_tail());
                // Release the folder before the caller continues.
                drop(self);
                if let Some(ready) = ready.take() {
                    let _ = ready.send(Err(Error::NotReady { after: began.elapsed(), log, tail }));
                }
                return;
            }
        }
    }

    fn started(&self) -> Started {
        Started { socket_dir: self.postmaster.place.socket_dir.clone(), data: self.postmaster.place.data() }
    }

    /// How long until the next check.
    fn wait(&self) -> Duration {
        match self.state {
            State::Up { child: true, .. } => Duration::MAX,
            State::Up { child: false, .. } => ASK_ADOPTED_EVERY,
            State::Coming => LOOK_EVERY,
            State::Down { until } => until.saturating_duration_since(Instant::now()).min(LOOK_DOWN_EVERY),
        }
    }

    /// One step toward a server that accepts connections.
    fn look(&mut self) {
        match self.state {
            State::Up { child: true, .. } => {}
            State::Up { child: false, since } => {
                if !self.postmaster.accepts() {
                    tracing::warn!("PostgreSQL has ended; restarting it");
                    self.went_down(since);
                }
            }
            State::Coming => {
                if self.postmaster.accepts() {
                    tracing::info!("PostgreSQL accepts connections");
                    self.state = State::Up { since: Instant::now(), child: true };
                }
            }
            // If it responds now, another program was starting it when our last attempt failed.
            State::Down { until } => {
                if !self.adopt() && Instant::now() >= until {
                    self.bring_up();
                }
            }
        }
    }

    /// Adopts a server that is already running. Returns whether there was one.
    fn adopt(&mut self) -> bool {
        let runs = self.postmaster.accepts();
        if runs {
            tracing::info!("adopting the PostgreSQL server running in {}", self.postmaster.place.folder.display());
            self.state = State::Up { since: Instant::now(), child: false };
        }
        runs
    }

    fn bring_up(&mut self) {
        match self.postmaster.start() {
            Ok(child) => {
                self.starts += 1;
                self.child = Some(child.id());
                self.state = State::Coming;
                wait_for(child, self.starts, self.to_self.clone());
            }
            Err(error) => {
                tracing::error!("PostgreSQL could not be started: {error}");
                self.rest();
            }
        }
    }

    /// Handles the end of a server that we started.
    fn ended(&mut self, status: std::io::Result<ExitStatus>) {
        self.child = None;
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        match self.state {
            State::Up { child: true, since } => {
                tracing::warn!("PostgreSQL has ended ({how}); restarting it");
                self.went_down(since);
            }
            State::Coming => {
                tracing::debug!("an attempt to start PostgreSQL ended ({how})");
                self.rest();
            }
            _ => {}
        }
    }

    fn went_down(&mut self, up_since: Instant) {
        if up_since.elapsed() >= LIVED_WELL {
            self.failures = 0;
        }
        self.rest();
    }

    /// Schedules the next attempt.
    fn rest(&mut self) {
        let pause = pause_after(self.failures);
        if pause == PAUSE.1 {
            tracing::error!("PostgreSQL keeps failing. Its log ends with:\n{}", self.postmaster.log_tail());
        }
        self.state = State::Down { until: Instant::now() + pause };
        self.failures += 1;
    }

    /// Ends the supervision after the handle was dropped.
    fn release(mut self) {
        if self.postmaster.options.stop_with_parent
            && let Err(error) = self.stop()
        {
            tracing::error!("{error}");
        }
    }

    /// Stops the server in any state, and deletes temporary folders.
    fn stop(&mut self) -> Result<(), Error> {
        if let Some(pid) = self.child.or_else(|| self.postmaster.running()) {
            self.stop_process(pid)?;
        }
        self.state = State::Down { until: Instant::now() };
        if let Some(watcher) = self.watcher.take() {
            watcher.dismiss()?;
        }
        if self.postmaster.options.remove_on_stop {
            self.postmaster.place.remove()?;
        }
        Ok(())
    }

    fn stop_process(&mut self, pid: u32) -> Result<(), Error> {
        for (name, patience) in STOPS {
            let told = Instant::now();
            signal(pid, name)?;
            while told.elapsed() < patience {
                match self.messages.recv_timeout(LOOK_EVERY) {
                    Ok(Message::Ended(number, _)) if number == self.starts => self.child = None,
                    _ => {}
                }
                // For our own child, an `Ended` message says when it is gone.
                if self.child != Some(pid) && !is_alive(pid)? {
                    return Ok(());
                }
            }
        }
        Err(Error::NotStopped(pid))
    }
}

/// The pause after this number of failures. It doubles once the quick attempts have failed.
fn pause_after(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(QUICK_ATTEMPTS).min(16);
    (PAUSE.0 * 2_u32.pow(doublings)).min(PAUSE.1)
}

/// Waits for the server's end in a thread and reports it.
fn wait_for(mut child: Child, number: u32, to: Sender<Message>) {
    thread::spawn(move || {
        // Sending fails if the cluster was released.
        let _ = to.send(Message::Ended(number, child.wait()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_server_is_retried_quickly_at_first_and_rarely_later() {
        let quick: Duration = (0..QUICK_ATTEMPTS).map(pause_after).sum();
        assert_eq!(quick, Duration::from_secs(1), "an attempt takes about as long as its pause");
        assert_eq!(pause_after(QUICK_ATTEMPTS + 3), Duration::from_millis(400));
        assert_eq!(pause_after(u32::MAX), PAUSE.1);
    }
}
