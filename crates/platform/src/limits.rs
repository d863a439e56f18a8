//! Rate limits, counted over all processes.

use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

fn hash(subject: &str) -> Vec<u8> {
    Sha256::digest(subject).to_vec()
}

/// Refuses if the window already has `attempts_max` attempts.
///
/// # Errors
///
/// [`Error::TooMany`] with the seconds to wait.
pub async fn check(pool: &PgPool, bucket: &str, subject: &str, attempts_max: i32, window_minutes: i32) -> Result<()> {
    let wait = sqlx::query_scalar!(
        "select ceil(extract(epoch from window_start + make_interval(mins => $4) - now()))::bigint as \"seconds!\"
         from rate_limit
         where bucket = $1
           and subject_hash = $2
           and attempts >= $3
           and window_start > now() - make_interval(mins => $4)",
        bucket,
        hash(subject),
        attempts_max,
        window_minutes
    )
    .fetch_optional(pool)
    .await?;
    match wait {
        Some(seconds) => Err(Error::TooMany { retry_after_seconds: seconds.unsigned_abs() }),
        None => Ok(()),
    }
}

/// Records one attempt. Starts a new window if the last one is over.
pub async fn note(pool: &PgPool, bucket: &str, subject: &str, window_minutes: i32) -> Result<()> {
    sqlx::query!(
        "insert into rate_limit as r (bucket, subject_hash, window_start, attempts)
         values ($1, $2, now(), 1)
         on conflict (bucket, subject_hash) do update
         set attempts = case when r.window_start > now() - make_interval(mins => $3) then r.attempts + 1 else 1 end,
             window_start = case when r.window_start > now() - make_interval(mins => $3) then r.window_start else now() end",
        bucket,
        hash(subject),
        window_minutes
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Records one attempt and refuses it if there were too many. Uses one statement, so that concurrent attempts count
/// too.
///
/// # Errors
///
/// [`Error::TooMany`] with the seconds to wait.
pub async fn take(pool: &PgPool, bucket: &str, subject: &str, attempts_max: i32, window_minutes: i32) -> Result<()> {
    let taken = sqlx::query!(
        "insert into rate_limit as r (bucket, subject_hash, window_start, attempts)
         values ($1, $2, now(), 1)
         on conflict (bucket, subject_hash) do update
         set attempts = case when r.window_start > now() - make_interval(mins => $3) then r.attempts + 1 else 1 end,
             window_start = case when r.window_start > now() - make_interval(mins => $3) then r.window_start else now() end
         returning attempts,
                   ceil(extract(epoch from window_start + make_interval(mins => $3) - now()))::bigint as \"seconds!\"",
        bucket,
        hash(subject),
        window_minutes
    )
    .fetch_one(pool)
    .await?;
    match taken.attempts > attempts_max {
        true => Err(Error::TooMany { retry_after_seconds: taken.seconds.unsigned_abs() }),
        false => Ok(()),
    }
}

/// Takes back an attempt that [`take`] recorded and that shouldn't count.
pub async fn give_back(pool: &PgPool, bucket: &str, subject: &str) -> Result<()> {
    sqlx::query!(
        "update rate_limit set attempts = attempts - 1 where bucket = $1 and subject_hash = $2 and attempts > 0",
        bucket,
        hash(subject)
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Deletes the attempts of a subject.
pub async fn forget(pool: &PgPool, bucket: &str, subject: &str) -> Result<()> {
    sqlx::query!("delete from rate_limit where bucket = $1 and subject_hash = $2", bucket, hash(subject))
        .execute(pool)
        .await?;
    Ok(())
}

/// Deletes windows that ended long ago.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from rate_limit where window_start < now() - interval '1 day'").execute(pool).await?;
    Ok(())
}
