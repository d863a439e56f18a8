//! Notifies the other processes about commits.

use platform::App;
use sqlx::{PgPool, postgres::PgPoolOptions};
use std::{collections::BTreeSet, time::Duration};
use tokio::sync::watch;

/// Channel for events.
pub(crate) const CHANNEL: &str = "keyturn_event";
/// Channel on which a process reports that users are active.
pub(crate) const PEOPLE: &str = "keyturn_people";
/// Minimum pause between two NOTIFYs, because each briefly takes a database-wide lock.
const REST: Duration = Duration::from_millis(20);
/// Maximum number of companies in a payload, which is limited to 8,000 bytes. If there are more, the payload means all
/// companies.
const COMPANIES_MAX: usize = 300;

/// A separate connection pool for events, so that streaming never delays requests: one connection listens, one
/// notifies, and the others read.
pub(crate) fn connections(app: &App) -> PgPool {
    let options = (*app.pool.connect_options()).clone().application_name("keyturn events");
    PgPoolOptions::new()
        .max_connections(6)
        .min_connections(0)
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .connect_lazy_with(options)
}

/// Forwards this process's signals to other processes until stopped. If one is lost, the listeners still find the
/// events, because they also poll every second.
pub async fn pass_on_until(app: App, pool: PgPool, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let companies = tokio::select! {
            companies = app.bell.heard() => companies,
            _ = stopped.changed() => return,
        };
        if let Err(error) = sqlx::query!("select pg_notify($1, $2)", CHANNEL, payload(&companies)).execute(&pool).await
        {
            tracing::debug!(%error, "other processes were not told; they look by themselves");
        }
        tokio::time::sleep(REST).await;
    }
}

/// Reports to the other processes that users are active in this one, until stopped.
pub(crate) async fn tell_of_people_until(app: App, pool: PgPool, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        tokio::select! {
            () = app.turns.has_to_be_told() => {},
            _ = stopped.changed() => return,
        }
        if let Err(error) = sqlx::query!("select pg_notify($1, '')", PEOPLE).execute(&pool).await {
            tracing::debug!(%error, "other processes were not notified that users are active");
        }
    }
}

fn payload(companies: &BTreeSet<i64>) -> String {
    match companies.len() {
        0..=COMPANIES_MAX => companies.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
        _ => String::new(),
    }
}

/// Parses a payload. `None` means all companies.
pub(crate) fn companies_of(payload: &str) -> Option<BTreeSet<i64>> {
    let companies: Option<BTreeSet<i64>> = payload.split(',').map(|company| company.parse().ok()).collect();
    companies.filter(|companies| !companies.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payload_lists_companies_while_they_fit() {
        let some = BTreeSet::from([3, 17]);
        assert_eq!(payload(&some), "3,17");
        assert_eq!(companies_of("3,17"), Some(some));
        let many: BTreeSet<i64> = (0..301).map(|n| i64::MAX - n).collect();
        assert_eq!(companies_of(&payload(&many)), None);
        let most: BTreeSet<i64> = (0..300).map(|n| i64::MAX - n).collect();
        assert!(payload(&most).len() < 8_000);
        assert_eq!(companies_of("3,x"), None);
    }
}
