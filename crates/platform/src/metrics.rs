//! Prometheus metrics.
//!
//! Labels are route templates, methods, statuses, and names of jobs and pools. They never identify a person, company or
//! record. Gauges of pools, the queue and connected tabs are updated when the metrics are read.

use crate::jobs::overview::KindCount;
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use sqlx::PgPool;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Content type of the text format.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Histogram buckets of requests and jobs, in seconds.
const SECONDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ended {
    kind: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindAndState {
    kind: String,
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Connections {
    pool: &'static str,
    state: &'static str,
}

type Times<Labels> = Family<Labels, Histogram, fn() -> Histogram>;

fn times() -> Histogram {
    Histogram::new(SECONDS)
}

/// Metrics of one process. Cheap to clone.
#[derive(Clone)]
pub struct Metrics(Arc<Counters>);

struct Counters {
    registry: Registry,
    requests: Family<Answered, Counter>,
    request_times: Times<Route>,
    jobs_done: Family<Ended, Counter>,
    job_times: Times<Kind>,
    events_told: Counter,
    seen: Seen,
    /// Serializes readers, because gauges are updated while reading.
    reading: Mutex<()>,
}

/// Gauges that are updated when metrics are read.
#[derive(Default)]
struct Seen {
    connections: Family<Connections, Gauge>,
    jobs: Family<KindAndState, Gauge>,
    oldest: Family<Kind, Gauge>,
    tabs: Gauge,
    people: Gauge,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("keyturn");
        let requests = Family::default();
        registry.register("requests", "Requests answered, by route and status", requests.clone());
        let request_times = Times::new_with_constructor(times as fn() -> Histogram);
        registry.register_with_unit("request", "Time until the answer began", Unit::Seconds, request_times.clone());
        let jobs_done = Family::default();
        registry.register("jobs_done", "Jobs done, or failed once more", jobs_done.clone());
        let job_times = Times::new_with_constructor(times as fn() -> Histogram);
        registry.register_with_unit("job", "Time that a job took", Unit::Seconds, job_times.clone());
        let events_told = Counter::default();
        registry.register("events_told", "Live events put into the queue of a tab", events_told.clone());
        let seen = Seen::default();
        registry.register("pool_connections", "Connections to the database", seen.connections.clone());
        registry.register("jobs", "Jobs in the queue, of all processes", seen.jobs.clone());
        let oldest = seen.oldest.clone();
        registry.register_with_unit("job_oldest", "How long the oldest job waits", Unit::Seconds, oldest);
        registry.register("tabs", "Tabs that follow live events", seen.tabs.clone());
        let about = "1 while people are about, here or elsewhere, so that crowds of jobs take turns";
        registry.register("people_about", about, seen.people.clone());
        let reading = Mutex::default();
        Self(Arc::new(Counters { registry, requests, request_times, jobs_done, job_times, events_told, seen, reading }))
    }
}

/// Current values for the gauges.
#[derive(Debug, Clone, Copy)]
pub struct Now<'a> {
    /// Connection pools with their names.
    pub pools: &'a [(&'static str, &'a PgPool)],
    pub jobs: &'a [KindCount],
    /// Number of connected tabs.
    pub tabs: usize,
    /// Users are active, so jobs are throttled.
    pub is_anybody_about: bool,
}

impl Metrics {
    /// Records an answered request; `route` is the route template.
    pub fn answered(&self, method: &http::Method, route: &str, status: http::StatusCode, time: Duration) {
        let (method, route) = (known(method), route.to_owned());
        let answered = Answered { method, route: route.clone(), status: status.as_u16() };
        self.0.requests.get_or_create(&answered).inc();
        self.0.request_times.get_or_create(&Route { method, route }).observe(time.as_secs_f64());
    }

    /// Records a finished job.
    pub fn job_ended(&self, kind: &'static str, is_done: bool, time: Duration) {
        let outcome = if is_done { "done" } else { "failed" };
        self.0.jobs_done.get_or_create(&Ended { kind, outcome }).inc();
        self.0.job_times.get_or_create(&Kind { kind: kind.to_owned() }).observe(time.as_secs_f64());
    }

    /// Records a live event sent to this many tabs.
    pub fn event_told(&self, tabs: u64) {
        self.0.events_told.inc_by(tabs);
    }

    /// Returns all metrics as text, with gauges from `now`.
    #[must_use]
    pub fn text(&self, now: &Now<'_>) -> String {
        let Now { pools, jobs, tabs, is_anybody_about } = *now;
        let _one_at_a_time = self.0.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let Seen { connections, jobs: queue, oldest, tabs: following, people } = &self.0.seen;
        for (pool, connected) in pools {
            let idle = connected.num_idle();
            let used = (connected.size() as usize).saturating_sub(idle);
            for (state, count) in [("idle", idle), ("used", used)] {
                set(&connections.get_or_create(&Connections { pool, state }), count);
            }
        }
        for count in jobs {
            let KindCount { kind, due, running, later, retrying, failed, oldest_due_at, last_at: _ } = count;
            let states =
                [("waiting", due), ("running", running), ("later", later), ("retrying", retrying), ("failed", failed)];
            for (state, count) in states {
                queue.get_or_create(&KindAndState { kind: kind.clone(), state }).set(*count);
            }
            let waits = oldest_due_at.map_or(0, |since| jiff::Timestamp::now().duration_since(*since).as_secs());
            oldest.get_or_create(&Kind { kind: kind.clone() }).set(waits.max(0));
        }
        set(following, tabs);
        people.set(is_anybody_about.into());
        let mut out = String::new();
        // Writing into a string never fails.
        let _ = text::encode(&mut out, &self.0.registry);
        out
    }
}

fn set(gauge: &Gauge, count: usize) {
    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
}

/// Maps unknown methods to `other`, because clients could otherwise create labels.
pub(crate) fn known(method: &http::Method) -> &'static str {
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method.as_str())
        .unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{Method, StatusCode};

    #[tokio::test]
    async fn counters_are_exported_by_route_and_status() {
        let metrics = Metrics::default();
        for (status, ms) in [(StatusCode::OK, 3), (StatusCode::OK, 30), (StatusCode::NOT_FOUND, 1)] {
            metrics.answered(&Method::GET, "/api/loans/{id}", status, Duration::from_millis(ms));
        }
        metrics.answered(&Method::from_bytes(b"MAYA").unwrap(), "(web)", StatusCode::OK, Duration::ZERO);
        metrics.job_ended("send-mail", false, Duration::from_secs(1));
        metrics.event_told(3);
        let pool = PgPool::connect_lazy("postgres://nobody@localhost/nothing").unwrap();
        let waiting = KindCount {
            kind: "send-mail".to_owned(),
            due: 4,
            running: 0,
            later: 0,
            retrying: 0,
            failed: 2,
            oldest_due_at: Some((jiff::Timestamp::now() - jiff::SignedDuration::from_mins(2)).into()),
            last_at: None,
        };
        let (pools, jobs) = ([("people", &pool)], [waiting]);
        let text = metrics.text(&Now { pools: &pools, jobs: &jobs, tabs: 7, is_anybody_about: true });
        for line in [
            "keyturn_requests_total{method=\"GET\",route=\"/api/loans/{id}\",status=\"200\"} 2",
            "keyturn_requests_total{method=\"GET\",route=\"/api/loans/{id}\",status=\"404\"} 1",
            "keyturn_requests_total{method=\"other\",route=\"(web)\",status=\"200\"} 1",
            "keyturn_request_seconds_bucket{le=\"0.005\",method=\"GET\",route=\"/api/loans/{id}\"} 2",
            "keyturn_request_seconds_count{method=\"GET\",route=\"/api/loans/{id}\"} 3",
            "keyturn_jobs_done_total{kind=\"send-mail\",outcome=\"failed\"} 1",
            "keyturn_pool_connections{pool=\"people\",state=\"used\"} 0",
            "keyturn_jobs{kind=\"send-mail\",state=\"waiting\"} 4",
            "keyturn_jobs{kind=\"send-mail\",state=\"failed\"} 2",
            "keyturn_job_oldest_seconds{kind=\"send-mail\"} 120",
            "keyturn_events_told_total 3",
            "keyturn_tabs 7",
            "keyturn_people_about 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
    }
}
