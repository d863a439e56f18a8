//! The thread that looks after PostgreSQL: brings it up, brings it up again when it dies, stops it when told.
//!
//! It is a thread and not a task, for a task ends with its runtime, and tests have a runtime each.

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

/// How often a server that is coming up is asked whether it is ready.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How often, between two attempts, a server that somebody else left coming up is asked whether it is ready.
const LOOK_DOWN_EVERY: Duration = Duration::from_millis(100);
/// How often an adopted server, whose end nobody tells us, is asked whether it lives.
const ASK_ADOPTED_EVERY: Duration = Duration::from_millis(500);
/// The shortest and the longest wait before the next attempt.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(10));
/// So many attempts follow each other at the shortest wait, some two seconds of them: a server that was killed leaves
/// processes behind, which hold its folder for some moments.
const QUICK_ATTEMPTS: u32 = 20;
/// A server that lived this long may be started again at once.
const LIVED_WELL: Duration = Duration::from_secs(60);
/// How long a server that is alive may recover after a crash, at the first start.
const RECOVERY_MAX: Duration = Duration::from_secs(15 * 60);
/// The ways to stop, each with the time that it gets: PostgreSQL's fast and immediate shutdown, and the kernel's.
const STOPS: [(&str, Duration); 3] =
    [("INT", Duration::from_secs(30)), ("QUIT", Duration::from_secs(10)), ("KILL", Duration::from_secs(5))];

/// Where a started server is found.
#[derive(Debug)]
pub(crate) struct Started {
    pub socket_dir: PathBuf,
    pub data: PathBuf,
}

enum Message {
    /// The server with this number, counted from the first start, has ended.
    Ended(u32, std::io::Result<ExitStatus>),
    Stop(oneshot::Sender<Result<(), Error>>),
    /// The cluster was dropped.
    Released,
}

/// What the cluster holds of its supervisor.
#[derive(Debug)]
pub(crate) struct Handle(Sender<Message>);

impl Handle {
    /// Stops the server; an error when the supervisor is gone.
    pub async fn stop(self) -> Result<Result<(), Error>, oneshot::error::RecvError> {
        let (done, stopped) = oneshot::channel();
        // A closed channel shows in what comes back.
        let _ = self.0.send(Message::Stop(done));
        stopped.await
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // The supervisor that was told to stop no longer listens.
        let _ = self.0.send(Message::Released);
    }
}

/// Starts the thread, which says on `ready` how the start went.
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
    /// Accepts connections; `child` when we started it, adopted otherwise.
    Up { since: Instant, child: bool },
    /// Started by us, not ready yet.
    Coming,
    /// Not running; to be started at that time.
    Down { until: Instant },
}

struct Supervisor {
    postmaster: Postmaster,
    watcher: Option<Watcher>,
    messages: Receiver<Message>,
    to_self: Sender<Message>,
    state: State,
    /// The number of starts, and the process of the last one while it lives.
    starts: u32,
    child: Option<u32>,
    /// The attempts that have failed since a server lived well.
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
                    // The folder is free before the caller goes on.
                    drop(self);
                    let _ = done.send(stopped);
                    return;
                }
                Ok(Message::Released) => return self.release(),
                Ok(Message::Ended(number, status)) if number == self.starts => self.ended(status),
                Ok(Message::Ended(..)) | Err(RecvTimeoutError::Timeout) => {}
                // We hold a sender ourselves.
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look();
            let patience = if self.child.is_some() { RECOVERY_MAX } else { self.postmaster.options.start_max };
            if ready.is_some() && !matches!(self.state, State::Up { .. }) && began.elapsed() > patience {
                let _ = self.stop();
                let (log, tail) = (self.postmaster.place.log(), self.postmaster.log_tail());
                // The folder is free before the caller goes on.
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

    /// Until when nothing needs to be looked at.
    fn wait(&self) -> Duration {
        match self.state {
            State::Up { child: true, .. } => Duration::MAX,
            State::Up { child: false, .. } => ASK_ADOPTED_EVERY,
            State::Coming => LOOK_EVERY,
            State::Down { until } => until.saturating_duration_since(Instant::now()).min(LOOK_DOWN_EVERY),
        }
    }

    /// One step towards a server that accepts connections.
    fn look(&mut self) {
        match self.state {
            State::Up { child: true, .. } => {}
            State::Up { child: false, since } => {
                if !self.postmaster.accepts() {
                    tracing::warn!("PostgreSQL has ended, it is started again");
                    self.went_down(since);
                }
            }
            State::Coming => {
                if self.postmaster.accepts() {
                    tracing::info!("PostgreSQL accepts connections");
                    self.state = State::Up { since: Instant::now(), child: true };
                }
            }
            // One that answers was still coming up when the attempt before met it.
            State::Down { until } => {
                if !self.adopt() && Instant::now() >= until {
                    self.bring_up();
                }
            }
        }
    }

    /// Takes over a server that runs without us; whether there is one.
    fn adopt(&mut self) -> bool {
        let runs = self.postmaster.accepts();
        if runs {
            tracing::info!("adopting the PostgreSQL that runs in {}", self.postmaster.place.folder.display());
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

    /// The server that we started has ended.
    fn ended(&mut self, status: std::io::Result<ExitStatus>) {
        self.child = None;
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        match self.state {
            State::Up { child: true, since } => {
                tracing::warn!("PostgreSQL has ended ({how}), it is started again");
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

    /// Waits before the next attempt.
    fn rest(&mut self) {
        let pause = pause_after(self.failures);
        if pause == PAUSE.1 {
            tracing::error!("PostgreSQL does not stay up. Its log ends with:\n{}", self.postmaster.log_tail());
        }
        self.state = State::Down { until: Instant::now() + pause };
        self.failures += 1;
    }

    /// Nobody listens any more.
    fn release(mut self) {
        if self.postmaster.options.stop_with_parent
            && let Err(error) = self.stop()
        {
            tracing::error!("{error}");
        }
    }

    /// Stops the server, whichever state it is in, and leaves nothing behind that was to go.
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
                // Our own child is gone when we are told so.
                if self.child != Some(pid) && !is_alive(pid)? {
                    return Ok(());
                }
            }
        }
        Err(Error::NotStopped(pid))
    }
}

/// How long to wait after so many failures before: each time for longer, once the quick attempts have failed.
fn pause_after(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(QUICK_ATTEMPTS).min(16);
    (PAUSE.0 * 2_u32.pow(doublings)).min(PAUSE.1)
}

/// Reaps the server, and says so: a thread that sleeps until then.
fn wait_for(mut child: Child, number: u32, to: Sender<Message>) {
    thread::spawn(move || {
        // Nobody listens any more when the cluster was released.
        let _ = to.send(Message::Ended(number, child.wait()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_come_up_is_tried_quickly_at_first_and_seldom_later() {
        let quick: Duration = (0..QUICK_ATTEMPTS).map(pause_after).sum();
        assert_eq!(quick, Duration::from_secs(1), "an attempt itself takes about as long as its pause");
        assert_eq!(pause_after(QUICK_ATTEMPTS + 3), Duration::from_millis(400));
        assert_eq!(pause_after(u32::MAX), PAUSE.1);
    }
}
