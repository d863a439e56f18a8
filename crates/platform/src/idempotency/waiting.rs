//! Lets equal requests of one process wait for each other without a database connection.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// One lock per call in progress.
#[derive(Default)]
pub(super) struct Waiting(Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>);

/// The right to wait for a call's lock. Dropping the last one removes the lock.
pub(super) struct Turn<'a> {
    waiting: &'a Waiting,
    name: String,
    lock: Arc<tokio::sync::Mutex<()>>,
}

impl Waiting {
    pub(super) fn turn(&self, name: String) -> Turn<'_> {
        let lock = self.locks().entry(name.clone()).or_default().clone();
        Turn { waiting: self, name, lock }
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<String, Arc<tokio::sync::Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    pub(super) async fn lock(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.lock.lock().await
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut locks = self.waiting.locks();
        // The map's reference and this one.
        if Arc::strong_count(&self.lock) <= 2 {
            locks.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn equal_calls_wait_for_each_other_and_leave_nothing_behind() {
        let waiting = Waiting::default();
        {
            let (first, second, other) = (waiting.turn("a".into()), waiting.turn("a".into()), waiting.turn("b".into()));
            let held = first.lock().await;
            assert!(futures::poll!(Box::pin(second.lock())).is_pending());
            assert!(futures::poll!(Box::pin(other.lock())).is_ready());
            drop(held);
            assert!(futures::poll!(Box::pin(second.lock())).is_ready());
        }
        assert!(waiting.locks().is_empty());
    }
}
