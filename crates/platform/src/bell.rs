//! That a change was committed, told to whoever passes it on to other processes.
//!
//! A transaction tells nobody itself: NOTIFY within one takes a lock of the whole database at its commit. It rings after
//! the commit; what rang in the meantime is one entry a company.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::Notify;

/// Rung by transactions that have been committed. Cheap to clone; all clones are one bell.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Rung>);

#[derive(Debug, Default)]
struct Rung {
    companies: Mutex<BTreeSet<i64>>,
    woken: Notify,
}

impl Bell {
    /// Something of this company may have changed.
    pub fn ring(&self, company: i64) {
        self.0.companies.lock().unwrap_or_else(PoisonError::into_inner).insert(company);
        self.0.woken.notify_one();
    }

    /// Waits until it rings, and takes the companies that it rang for.
    pub async fn heard(&self) -> BTreeSet<i64> {
        loop {
            let companies = std::mem::take(&mut *self.0.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !companies.is_empty() {
                return companies;
            }
            self.0.woken.notified().await;
        }
    }
}
