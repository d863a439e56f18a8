//! Reports committed changes to the task that notifies other processes.
//!
//! Transactions don't call NOTIFY themselves, because it takes a database-wide lock at commit. They report the company
//! after the commit; repeated reports are merged per company.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::Notify;

/// Companies with committed changes. Cheap to clone; all clones share one set.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Rung>);

#[derive(Debug, Default)]
struct Rung {
    companies: Mutex<BTreeSet<i64>>,
    woken: Notify,
}

impl Bell {
    /// Reports a change in a company.
    pub fn ring(&self, company: i64) {
        self.0.companies.lock().unwrap_or_else(PoisonError::into_inner).insert(company);
        self.0.woken.notify_one();
    }

    /// Waits for at least one report and takes all reported companies.
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
