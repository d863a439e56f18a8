//! Background jobs of all companies: counts, failures and retries.

use crate::store;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::Json,
    jobs::overview::{self, FAILURES_MAX, Failure, KindCount, Retry},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Message for a job that was interrupted.
const BROKEN_OFF: &str = "It was broken off while it ran.";
/// Message for a job that kills its process.
const SET_ASIDE: &str = "Three processes died while it ran, so it isn't retried automatically.";

/// The job queue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Jobs)]
pub struct Out {
    /// All kinds of jobs, by name.
    kinds: Vec<Kind>,
    /// Failed jobs, newest failure first.
    failures: Vec<FailedJob>,
    /// There are more failures than these.
    failures_are_capped: bool,
}

/// Number of jobs of a kind by state. Each job counts once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JobKind)]
pub struct Kind {
    kind: String,
    /// Waiting for a free worker.
    waiting: i64,
    /// Taken by a process.
    running: i64,
    /// Not yet due.
    later: i64,
    /// Failed and scheduled for another attempt.
    retrying: i64,
    /// Failed for the last time, or set aside.
    failed: i64,
    /// When the longest-waiting job was due.
    oldest_due_at: Option<Timestamp>,
    /// Last run, for scheduled jobs.
    last_at: Option<Timestamp>,
}

/// A failed job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FailedJob)]
pub struct FailedJob {
    id: i64,
    kind: String,
    /// RETRYING (scheduled for another attempt), FAILED (for the last time), or SET_ASIDE (its process died three times
    /// while it ran).
    state: &'static str,
    /// The company that the job belongs to, if any.
    company_id: Option<i64>,
    company_name: Option<String>,
    /// Number of attempts. Null if the job was set aside.
    attempts: Option<i16>,
    attempts_max: i16,
    /// Reason of the failure, without personal data.
    error: String,
    failed_at: Timestamp,
    /// Time of the next attempt.
    next_at: Option<Timestamp>,
}

/// The jobs to retry: one, or all of a kind.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = JobRetry)]
pub struct In {
    id: Option<i64>,
    kind: Option<String>,
}

/// Number of jobs to retry.
#[derive(Serialize, ToSchema)]
#[schema(as = JobsRetried)]
pub struct Retried {
    count: usize,
}

/// Returns the state of the job queue.
#[utoipa::path(get, path = "/api/org-admin/jobs", tag = "orgs", operation_id = "getJobs", responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let kinds = overview::kinds(&mut tx).await?;
    let mut failures = overview::failures(&mut tx).await?;
    tx.commit().await?;
    let failures_are_capped = i64::try_from(failures.len()).is_ok_and(|count| count > FAILURES_MAX);
    failures.truncate(FAILURES_MAX.unsigned_abs() as usize);
    let names: HashMap<i64, String> = match failures.is_empty() {
        true => HashMap::new(),
        false => store::named(&app.pool).await?.into_iter().map(|company| (company.id, company.name)).collect(),
    };
    let kinds = kinds.into_iter().map(Kind::from).collect();
    let failures = failures.into_iter().map(|failure| FailedJob::of(failure, &names)).collect();
    Ok(Json(Out { kinds, failures, failures_are_capped }))
}

/// Retries failed jobs.
#[utoipa::path(post, path = "/api/org-admin/job-retries", tag = "orgs", operation_id = "retryJobs", request_body = In, responses((status = 200, body = Retried), (status = 404)))]
pub async fn retry(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Retried>> {
    let which = match (body.id, body.kind) {
        (Some(id), None) => Retry::Job(id),
        (None, Some(kind)) => Retry::Kind(kind),
        _ => return Err(Error::field("id", "Name either a job or a kind of jobs")),
    };
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let (count, kind) = overview::retry(&mut tx, &which).await?;
    let entity_id = match (&which, count) {
        (Retry::Job(_), 0) => return Err(Error::NotFound),
        (Retry::Job(id), _) => id.to_string(),
        (Retry::Kind(kind), _) => kind.clone(),
    };
    if count > 0 {
        let after = Some(json!({ "kind": kind, "count": count }));
        tx.audit(Audit { action: "job.retry", entity: "job", entity_id: &entity_id, before: None, after }).await?;
    }
    tx.commit().await?;
    Ok(Json(Retried { count }))
}

impl From<KindCount> for Kind {
    fn from(count: KindCount) -> Self {
        let KindCount { kind, due, running, later, retrying, failed, oldest_due_at, last_at } = count;
        Self { kind, waiting: due, running, later, retrying, failed, oldest_due_at, last_at }
    }
}

impl FailedJob {
    fn of(failure: Failure, names: &HashMap<i64, String>) -> Self {
        let Failure { id, kind, company, attempts, attempts_max, error, failed_at, next_at } = failure;
        let is_set_aside = attempts == i16::MAX;
        let state = match next_at {
            _ if is_set_aside => "SET_ASIDE",
            Some(_) => "RETRYING",
            None => "FAILED",
        };
        let error = match error {
            _ if is_set_aside => SET_ASIDE.to_owned(),
            error => error.unwrap_or_else(|| BROKEN_OFF.to_owned()),
        };
        let company_name = company.and_then(|id| names.get(&id).cloned());
        let attempts = (!is_set_aside).then_some(attempts);
        Self { id, kind, state, company_id: company, company_name, attempts, attempts_max, error, failed_at, next_at }
    }
}
