//! The job queue's status for administrators: counts, failures and retries.
//!
//! SQL isn't checked at compile time, because the queue's own migrations create these tables.

use crate::{db::Timestamp, error::Result};
use sqlx::{FromRow, PgConnection};

pub const FAILURES_MAX: i64 = 100;
/// Maximum number of jobs per retry.
const RETRIED_MAX: i64 = 10_000;

/// Number of jobs of a kind by state. Each job counts once.
#[derive(Clone, Debug, FromRow)]
pub struct KindCount {
    pub kind: String,
    /// Waiting for a free worker.
    pub due: i64,
    pub running: i64,
    /// Scheduled for later, never failed.
    pub later: i64,
    /// Failed and scheduled for another attempt.
    pub retrying: i64,
    /// Failed for the last time, or set aside.
    pub failed: i64,
    /// When the longest-waiting job was due.
    pub oldest_due_at: Option<Timestamp>,
    /// Last run, for scheduled jobs.
    pub last_at: Option<Timestamp>,
}

/// A failed job.
#[derive(Clone, Debug, FromRow)]
pub struct Failure {
    /// Id in the queue.
    pub id: i64,
    pub kind: String,
    /// The company that the job belongs to, if any.
    pub company: Option<i64>,
    /// Attempts so far; [`i16::MAX`] if the job was set aside.
    pub attempts: i16,
    /// Maximum number of attempts.
    pub attempts_max: i16,
    /// Message of the last failure. `None` after a panic or a killed process.
    pub error: Option<String>,
    /// Time of the last failure.
    pub failed_at: Timestamp,
    /// Time of the next attempt, if there is one.
    pub next_at: Option<Timestamp>,
}

/// Counts all known kinds of jobs, ordered by name.
pub async fn kinds(connection: &mut PgConnection) -> Result<Vec<KindCount>> {
    Ok(sqlx::query_as(
        "select t.identifier as kind,
                count(*) filter (where j.is_available and j.run_at <= now()) as due,
                count(*) filter (where j.locked_at is not null) as running,
                count(*) filter (where j.is_available and j.run_at > now() and j.last_error is null) as later,
                count(*) filter (where j.is_available and j.run_at > now() and j.last_error is not null) as retrying,
                count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as failed,
                min(j.run_at) filter (where j.is_available and j.run_at <= now()) as oldest_due_at,
                max(c.last_execution) as last_at
         from jobs._private_tasks t
         left join jobs._private_jobs j on j.task_id = t.id
         left join jobs._private_known_crontabs c on c.identifier = t.identifier
         group by t.identifier
         order by t.identifier",
    )
    .fetch_all(connection)
    .await?)
}

/// Returns failed jobs that aren't running, newest failure first. Reads one more than [`FAILURES_MAX`] to show that
/// there are more.
pub async fn failures(connection: &mut PgConnection) -> Result<Vec<Failure>> {
    let mut failures: Vec<Failure> = sqlx::query_as(
        "select j.id, t.identifier as kind,
                case when j.payload ->> 'company' ~ '^[0-9]{1,18}$' then (j.payload ->> 'company')::bigint end as company,
                j.attempts, j.max_attempts as attempts_max, j.last_error as error, j.updated_at as failed_at,
                case when j.is_available then j.run_at end as next_at
         from jobs._private_jobs j
         join jobs._private_tasks t on t.id = j.task_id
         where j.locked_at is null
           and (j.last_error is not null or j.attempts >= j.max_attempts)
         order by j.updated_at desc, j.id desc
         limit $1",
    )
    .bind(FAILURES_MAX + 1)
    .fetch_all(connection)
    .await?;
    for failure in &mut failures {
        failure.error = failure.error.as_deref().and_then(sentence);
    }
    Ok(failures)
}

/// Extracts the job's error message. The queue stores it as JSON inside the debug text of an error.
fn sentence(kept: &str) -> Option<String> {
    let quoted = kept.strip_prefix("TaskError(")?.strip_suffix(')')?;
    let json: String = serde_json::from_str(quoted).ok()?;
    Some(serde_json::from_str(&json).unwrap_or(json))
}

/// The failed jobs to retry.
#[derive(Clone, Debug)]
pub enum Retry {
    Job(i64),
    /// All jobs of a kind.
    Kind(String),
}

/// Retries failed jobs immediately with all attempts. Returns their number and kind. Keeps crash counts, so a job that
/// was set aside can kill at most one more process.
pub async fn retry(connection: &mut PgConnection, which: &Retry) -> Result<(usize, Option<String>)> {
    let (condition, value) = match which {
        Retry::Job(id) => ("j.id = $1::text::bigint", id.to_string()),
        Retry::Kind(kind) => ("t.identifier = $1", kind.clone()),
    };
    let statement = format!(
        "with failed as (
           select j.id, t.identifier
           from jobs._private_jobs j
           join jobs._private_tasks t on t.id = j.task_id
           where j.locked_at is null
             and (j.last_error is not null or j.attempts >= j.max_attempts)
             and {condition}
           order by j.id
           limit {RETRIED_MAX}
           for update of j skip locked
         )
         update jobs._private_jobs j
         set attempts = 0, run_at = now(), updated_at = now()
         from failed
         where j.id = failed.id
         returning failed.identifier"
    );
    let kinds: Vec<String> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).bind(value).fetch_all(connection).await?;
    Ok((kinds.len(), kinds.into_iter().next()))
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn failures_show_only_their_message() {
        let kept = |error: &str| format!("TaskError({:?})", serde_json::to_string(error).unwrap());
        for said in ["Something went wrong.", "421 4.3.2 \"busy\" \\ again", ""] {
            assert_eq!(sentence(&kept(said)).as_deref(), Some(said));
        }
        assert_eq!(sentence("TaskError(\"plain\")").as_deref(), Some("plain"));
        for other in ["TaskPanic(\"maya@example.com\")", "Job recovered after worker interruption", "TaskError(", ""] {
            assert_eq!(sentence(other), None, "{other}");
        }
    }
}
