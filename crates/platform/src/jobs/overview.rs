//! The queue as its administrator sees it: how much waits and since when, what failed and why, and another try.
//!
//! Not checked when compiled: the queue's own migrations make these tables.

use crate::{db::Timestamp, error::Result};
use sqlx::{FromRow, PgConnection};

/// Most failures that are shown.
pub const FAILURES_MAX: i64 = 100;
/// Most jobs that one act lets try again.
const RETRIED_MAX: i64 = 10_000;

/// How the jobs of a kind stand. Each job counts once.
#[derive(Clone, Debug, FromRow)]
pub struct KindCount {
    /// The job's name.
    pub kind: String,
    /// Wait for a free place.
    pub due: i64,
    /// Taken by a process.
    pub running: i64,
    /// Not yet due, and never failed.
    pub later: i64,
    /// Failed, and are tried again by themselves.
    pub retrying: i64,
    /// Failed for the last time, or were set aside.
    pub failed: i64,
    /// When the one that waits longest was due.
    pub oldest_due_at: Option<Timestamp>,
    /// When it was last put down, where that happens by the clock.
    pub last_at: Option<Timestamp>,
}

/// A job that failed.
#[derive(Clone, Debug, FromRow)]
pub struct Failure {
    /// Its id in the queue.
    pub id: i64,
    /// The job's name.
    pub kind: String,
    /// Whom it is done for, where that is one company.
    pub company: Option<i64>,
    /// How often it was tried; [`i16::MAX`] where it was set aside.
    pub attempts: i16,
    /// How often it is tried by itself.
    pub attempts_max: i16,
    /// The sentence of its last failure; none where it was broken off: by a panic, or with its process.
    pub error: Option<String>,
    /// When that was.
    pub failed_at: Timestamp,
    /// When it is tried again by itself; none where it is not.
    pub next_at: Option<Timestamp>,
}

/// Every kind that any process has known, by name.
///
/// # Errors
/// The database's.
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

/// The jobs that failed and do not run now, the newest failure first; one more than [`FAILURES_MAX`] where there are more.
///
/// # Errors
/// The database's.
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

/// The sentence that a job failed with. The queue's library keeps it as the debug text of an error that holds it as JSON.
fn sentence(kept: &str) -> Option<String> {
    let quoted = kept.strip_prefix("TaskError(")?.strip_suffix(')')?;
    let json: String = serde_json::from_str(quoted).ok()?;
    Some(serde_json::from_str(&json).unwrap_or(json))
}

/// Which of the jobs that failed are tried again.
#[derive(Clone, Debug)]
pub enum Retry {
    /// One.
    Job(i64),
    /// All of a kind.
    Kind(String),
}

/// Lets jobs that failed begin anew, at once, with all their tries; answers how many and of which kind. One that was set aside
/// takes one more process with it at most: what is known of the deaths that it caused stays.
///
/// # Errors
/// The database's.
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
    fn the_sentence_of_a_failure_is_told_and_nothing_else_of_it() {
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
