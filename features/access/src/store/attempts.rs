//! SQL for failed sign-ins and known devices.

use platform::Result;
use sqlx::{PgConnection, PgPool};

/// Key of a counter: an account, by a keyed hash of its address or id, and the place that attempts come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<'a> {
    pub account_hash: &'a [u8],
    pub kind: &'a str,
    pub place_hash: &'a [u8],
}

/// State of the counter after recording an attempt.
#[derive(Debug)]
pub(crate) struct Noted {
    pub is_blocked: bool,
    /// Number of attempts, including this one and those in progress.
    pub attempts: i32,
}

/// Records an attempt. Starts a new window if the last one is over. While blocked, doesn't count.
pub(crate) async fn note(pool: &PgPool, counted: Counted<'_>, window_minutes: i32) -> Result<Noted> {
    Ok(sqlx::query_as!(
        Noted,
        "insert into sign_in_attempt as a (account_hash, kind, place_hash, attempts)
         values ($1, $2, $3, 1)
         on conflict (account_hash, kind, place_hash) do update
         set attempts = case when a.blocked_until > now() then a.attempts
                             when a.window_start > now() - make_interval(mins => $4) then a.attempts + 1
                             else 1 end,
             failures = case when a.blocked_until > now() or a.window_start > now() - make_interval(mins => $4)
                             then a.failures else 0 end,
             window_start = case when a.blocked_until > now() or a.window_start > now() - make_interval(mins => $4)
                                 then a.window_start else now() end,
             blocked_until = case when a.blocked_until > now() then a.blocked_until end
         returning blocked_until is not null as \"is_blocked!\", attempts",
        counted.account_hash,
        counted.kind,
        counted.place_hash,
        window_minutes
    )
    .fetch_one(pool)
    .await?)
}

/// Records a guess within the last 60 minutes. If there were too many, records nothing and returns the seconds to wait.
pub(crate) async fn note_guess(pool: &PgPool, counted: Counted<'_>, guesses_max: i32) -> Result<Option<u64>> {
    let row = sqlx::query!(
        "insert into sign_in_attempt as a (account_hash, kind, place_hash, attempts, guessed_at)
         values ($1, $2, $3, 1, array[clock_timestamp()])
         on conflict (account_hash, kind, place_hash) do update
         set guessed_at = array(select at from unnest(a.guessed_at) as at where at > now() - interval '1 hour' order by at)
                          || case when (select count(*) from unnest(a.guessed_at) as at where at > now() - interval '1 hour') < $4
                                  then array[clock_timestamp()] else '{}'::timestamptz[] end,
             attempts = (select count(*) from unnest(a.guessed_at) as at where at > now() - interval '1 hour')::integer + 1,
             window_start = now()
         returning attempts,
                   ceil(extract(epoch from guessed_at[1] + interval '1 hour' - now()))::bigint as \"seconds!\"",
        counted.account_hash,
        counted.kind,
        counted.place_hash,
        i64::from(guesses_max)
    )
    .fetch_one(pool)
    .await?;
    Ok((row.attempts > guesses_max).then_some(row.seconds.unsigned_abs()))
}

/// Takes back the newest guess, because it was correct.
pub(crate) async fn give_back_guess(pool: &PgPool, counted: Counted<'_>) -> Result<()> {
    sqlx::query!(
        "update sign_in_attempt
         set guessed_at = trim_array(guessed_at, 1)
         where account_hash = $1
           and kind = $2
           and place_hash = $3
           and cardinality(guessed_at) > 0",
        counted.account_hash,
        counted.kind,
        counted.place_hash
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Counts a failure. Returns true if it blocks the account.
pub(crate) async fn fail(
    connection: &mut PgConnection,
    counted: Counted<'_>,
    failures_max: i32,
    block_minutes: i32,
) -> Result<bool> {
    let blocks = sqlx::query_scalar!(
        "update sign_in_attempt
         set failures = failures + 1,
             blocked_until = case when failures + 1 >= $4 then now() + make_interval(mins => $5) end
         where account_hash = $1
           and kind = $2
           and place_hash = $3
         returning failures = $4 as \"blocks!\"",
        counted.account_hash,
        counted.kind,
        counted.place_hash,
        failures_max,
        block_minutes
    )
    .fetch_optional(connection)
    .await?;
    Ok(blocks.unwrap_or(false))
}

/// Deletes a counter after a successful attempt.
pub(crate) async fn forget(pool: &PgPool, counted: Counted<'_>) -> Result<()> {
    sqlx::query!(
        "delete from sign_in_attempt where account_hash = $1 and kind = $2 and place_hash = $3",
        counted.account_hash,
        counted.kind,
        counted.place_hash
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Returns true if a user has signed in on this device.
pub(crate) async fn is_known_device(connection: &mut PgConnection, user: i64, device_hash: &[u8]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from known_device where user_id = $1 and device_hash = $2) as \"known!\"",
        user,
        device_hash
    )
    .fetch_one(connection)
    .await?)
}

/// Returns true if the cookie is one that we issued to any user.
pub(crate) async fn is_device(connection: &mut PgConnection, device_hash: &[u8]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from known_device where device_hash = $1) as \"known!\"",
        device_hash
    )
    .fetch_one(connection)
    .await?)
}

pub(crate) async fn remember_device(connection: &mut PgConnection, user: i64, device_hash: &[u8]) -> Result<()> {
    sqlx::query!(
        "insert into known_device (user_id, device_hash)
         values ($1, $2)
         on conflict (user_id, device_hash) do update set last_seen_at = now()",
        user,
        device_hash
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes windows that ended long ago, and devices whose cookie has expired.
pub(crate) async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from sign_in_attempt where window_start < now() - interval '1 day'").execute(pool).await?;
    sqlx::query!("delete from known_device where last_seen_at < now() - interval '400 days'").execute(pool).await?;
    Ok(())
}

/// Lifts all blocks of an account.
pub(crate) async fn lift(connection: &mut PgConnection, account_hash: &[u8]) -> Result<()> {
    sqlx::query!("delete from sign_in_attempt where account_hash = $1", account_hash).execute(connection).await?;
    Ok(())
}

/// Lifts the block from wrong second factor codes.
pub(crate) async fn lift_codes(connection: &mut PgConnection, account_hash: &[u8]) -> Result<()> {
    sqlx::query!("delete from sign_in_attempt where account_hash = $1 and kind = 'CODE'", account_hash)
        .execute(connection)
        .await?;
    Ok(())
}
