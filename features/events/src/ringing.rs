//! Telling the other processes that something was committed.

use platform::App;
use sqlx::{PgPool, postgres::PgPoolOptions};
use std::{collections::BTreeSet, time::Duration};
use tokio::sync::watch;

/// The channel of NOTIFY.
pub(crate) const CHANNEL: &str = "keyturn_event";
/// The channel on which a process tells the others that people are about.
pub(crate) const PEOPLE: &str = "keyturn_people";
/// The rest between two NOTIFYs: each takes a lock of the whole database for a moment.
const REST: Duration = Duration::from_millis(20);
/// A payload has less than 8,000 bytes; more companies than fit are all of them.
const COMPANIES_MAX: usize = 300;

/// Connections of the stream alone, so that following keeps no request waiting: one listens, one tells, the others read.
pub(crate) fn connections(app: &App) -> PgPool {
    let options = (*app.pool.connect_options()).clone().application_name("keyturn events");
    PgPoolOptions::new()
        .max_connections(6)
        .min_connections(0)
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .connect_lazy_with(options)
}

/// Passes on what rings in this process, until told to stop. What is lost on the way is found by those who listen, since
/// they also look each second.
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

/// Tells the other processes that people are about in this one, until told to stop.
pub(crate) async fn tell_of_people_until(app: App, pool: PgPool, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        tokio::select! {
            () = app.turns.has_to_be_told() => {},
            _ = stopped.changed() => return,
        }
        if let Err(error) = sqlx::query!("select pg_notify($1, '')", PEOPLE).execute(&pool).await {
            tracing::debug!(%error, "other processes were not told that people are about");
        }
    }
}

fn payload(companies: &BTreeSet<i64>) -> String {
    match companies.len() {
        0..=COMPANIES_MAX => companies.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
        _ => String::new(),
    }
}

/// The companies of a payload; none where all are meant.
pub(crate) fn companies_of(payload: &str) -> Option<BTreeSet<i64>> {
    let companies: Option<BTreeSet<i64>> = payload.split(',').map(|company| company.parse().ok()).collect();
    companies.filter(|companies| !companies.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payload_names_companies_while_they_fit() {
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
