//! Work that comes in crowds takes turns while people are about.

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

/// How long after their last request somebody counts as about.
const ABOUT: Duration = Duration::from_secs(10);
/// How often one process tells the others that people are about.
const TELL_EVERY: Duration = Duration::from_secs(3);
/// How long a turn waits at most until no request is under way.
const PATIENCE: Duration = Duration::from_millis(20);
/// The rest after a turn is this part of what it took.
const REST: f64 = 0.5;

/// Who is about, and whose turn it is. A clone is the same.
///
/// While nobody is about, turns are given at once, to as many as ask. While somebody is, there is one at a time, with a rest after
/// each, and none begins while a request is under way, unless requests never end. So that nothing is held meanwhile, a turn is taken
/// before a transaction is begun, and never two by one piece of work.
#[derive(Clone, Debug, Default)]
pub struct Turns(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Requests under way in this process.
    under_way: watch::Sender<usize>,
    /// When somebody asked this process last.
    here: LastTime,
    /// When another process told that somebody had asked it.
    elsewhere: LastTime,
    /// Held by whose turn it is; until when there is rest.
    rests_until: Arc<sync::Mutex<Option<Instant>>>,
}

/// A request of somebody who waits for it, until it is answered.
#[derive(Debug)]
#[must_use]
pub struct Asking(Turns);

/// A turn, until it is dropped.
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
    /// Somebody asks for something, and waits.
    pub fn asking(&self) -> Asking {
        self.0.here.is_now();
        self.0.under_way.send_modify(|under_way| *under_way += 1);
        Asking(self.clone())
    }

    /// Somebody has asked another process.
    pub fn asked_elsewhere(&self) {
        self.0.elsewhere.is_now();
    }

    /// Whether somebody has asked this process or another one within the last ten seconds.
    #[must_use]
    pub fn is_anybody_about(&self) -> bool {
        self.0.here.is_within(ABOUT) || self.0.elsewhere.is_within(ABOUT)
    }

    /// Waits until other processes have to be told that somebody is about here.
    pub async fn has_to_be_told(&self) {
        loop {
            tokio::time::sleep(TELL_EVERY).await;
            if self.0.here.is_within(TELL_EVERY) {
                return;
            }
        }
    }

    /// Waits for a turn.
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

/// Knows of each request while it is under way, but for those of the background.
pub async fn notice(State(app): State<App>, request: Request, next: Next) -> Response {
    let _asking = is_waited_for(request.headers()).then(|| app.turns.asking());
    next.run(request).await
}

/// When something happened last, if it did.
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

    /// Whether a turn is given before somebody runs out of patience twice.
    async fn is_given(turns: &Turns) -> bool {
        timeout(PATIENCE * 2, turns.take()).await.is_ok()
    }

    #[tokio::test]
    async fn while_nobody_is_about_turns_are_given_to_all() {
        let turns = Turns::default();
        let (_one, _other) = (turns.take().await, turns.take().await);
        assert!(!turns.is_anybody_about());
    }

    #[tokio::test]
    async fn while_somebody_is_about_there_is_one_turn_at_a_time_and_a_rest() {
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
    async fn a_turn_waits_for_requests_and_not_for_ever() {
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
    async fn whoever_asks_another_process_is_about() {
        let turns = Turns::default();
        turns.asked_elsewhere();
        let _one = turns.take().await;
        assert!(turns.is_anybody_about() && !is_given(&turns).await);
        // Or two processes would tell each other for ever.
        assert!(!turns.0.here.is_within(ABOUT));
    }
}
