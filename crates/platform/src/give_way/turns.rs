//! Throttles background jobs while users are active.

use crate::{app::App, background::is_waited_for};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{self, OwnedMutexGuard, watch},
    time::{Instant, sleep_until, timeout},
};

/// How long a user counts as active after their last request.
const ABOUT: Duration = Duration::from_secs(10);
/// How often a process reports to the others that users are active.
const TELL_EVERY: Duration = Duration::from_secs(3);
/// Maximum wait for requests to finish before a permit is given.
const PATIENCE: Duration = Duration::from_millis(20);
/// Pause after a permit, as a fraction of the time it was held.
const REST: f64 = 0.5;

/// Tracks user activity and issues permits to background jobs. Clones share state.
///
/// Without active users, every job gets a permit immediately. With active users, one job runs at a time, pauses after
/// each permit, and starts only when no request is running or [`PATIENCE`] has passed. Take a permit before beginning a
/// transaction, so that waiting holds no locks, and never take two for the same work.
#[derive(Clone, Debug, Default)]
pub struct Turns(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Requests in progress in this process.
    under_way: watch::Sender<usize>,
    /// Last user request to this process.
    here: LastTime,
    /// Last report of user activity from another process.
    elsewhere: LastTime,
    /// Locked while a permit is held. Holds the end of the pause.
    rests_until: Arc<sync::Mutex<Option<Instant>>>,
}

/// A user request in progress.
#[derive(Debug)]
#[must_use]
pub struct Asking(Turns);

/// A permit, valid until dropped.
#[derive(Debug)]
#[must_use]
pub struct Turn(#[expect(dead_code, reason = "what counts is when it is dropped")] Option<Alone>);

#[derive(Debug)]
struct Alone {
    rests_until: OwnedMutexGuard<Option<Instant>>,
    began: Instant,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.0.under_way.send_modify(|under_way| *under_way -= 1);
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        *self.rests_until = Some(Instant::now() + self.began.elapsed().mul_f64(REST));
    }
}

impl Turns {
    /// Records the start of a user request.
    pub fn asking(&self) -> Asking {
        self.0.here.is_now();
        self.0.under_way.send_modify(|under_way| *under_way += 1);
        Asking(self.clone())
    }

    /// Records user activity in another process.
    pub fn asked_elsewhere(&self) {
        self.0.elsewhere.is_now();
    }

    /// Returns true if this or another process had a user request in the last ten seconds.
    #[must_use]
    pub fn is_anybody_about(&self) -> bool {
        self.0.here.is_within(ABOUT) || self.0.elsewhere.is_within(ABOUT)
    }

    /// Waits until this process should report user activity to the others.
    pub async fn has_to_be_told(&self) {
        loop {
            tokio::time::sleep(TELL_EVERY).await;
            if self.0.here.is_within(TELL_EVERY) {
                return;
            }
        }
    }

    /// Waits for a permit.
    pub async fn take(&self) -> Turn {
        let rests_until = self.0.rests_until.clone().lock_owned().await;
        if !self.is_anybody_about() {
            return Turn(None);
        }
        if let Some(rested) = *rests_until {
            sleep_until(rested).await;
        }
        let mut under_way = self.0.under_way.subscribe();
        let _ = timeout(PATIENCE, under_way.wait_for(|under_way| *under_way == 0)).await;
        Turn(Some(Alone { rests_until, began: Instant::now() }))
    }
}

/// Middleware that tracks user requests in progress, ignoring background requests.
pub async fn notice(State(app): State<App>, request: Request, next: Next) -> Response {
    let _asking = is_waited_for(request.headers()).then(|| app.turns.asking());
    next.run(request).await
}

/// Time of the last event, if any.
#[derive(Debug, Default)]
struct LastTime(Mutex<Option<Instant>>);

impl LastTime {
    fn is_now(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_within(&self, time: Duration) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|last| last.elapsed() < time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if a permit is given within twice [`PATIENCE`].
    async fn is_given(turns: &Turns) -> bool {
        timeout(PATIENCE * 2, turns.take()).await.is_ok()
    }

    #[tokio::test]
    async fn all_jobs_run_while_users_are_idle() {
        let turns = Turns::default();
        let (_one, _other) = (turns.take().await, turns.take().await);
        assert!(!turns.is_anybody_about());
    }

    #[tokio::test]
    async fn jobs_run_one_at_a_time_with_pauses_while_users_are_active() {
        let turns = Turns::default();
        drop(turns.asking());
        let one = turns.take().await;
        let began = Instant::now();
        assert!(!is_given(&turns).await, "a second one waits");
        drop(one);
        let held = began.elapsed();
        let _other = turns.take().await;
        assert!(began.elapsed() >= held.mul_f64(1.0 + REST), "it came without a rest");
    }

    #[tokio::test]
    async fn a_job_waits_for_requests_for_a_limited_time() {
        let turns = Turns::default();
        let asking = turns.asking();
        let began = Instant::now();
        drop(turns.take().await);
        assert!(began.elapsed() >= PATIENCE, "it did not wait for the request");
        let waiting = tokio::spawn({
            let turns = turns.clone();
            async move { turns.take().await }
        });
        drop(asking);
        let _ = waiting.await.unwrap();
    }

    #[tokio::test]
    async fn requests_to_other_processes_count_as_activity() {
        let turns = Turns::default();
        turns.asked_elsewhere();
        let _one = turns.take().await;
        assert!(turns.is_anybody_about() && !is_given(&turns).await);
        // Otherwise two processes would report each other's activity forever.
        assert!(!turns.0.here.is_within(ABOUT));
    }
}
