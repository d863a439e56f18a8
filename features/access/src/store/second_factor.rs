//! SQL for authenticators, recovery codes, and tickets of sign-ins that wait for a code.

use platform::{Result, db::Timestamp, seal::Sealed};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// A user's authenticator with its sealed secret.
#[derive(Debug)]
pub(crate) struct Kept {
    pub secret: Sealed,
    pub recovery_salt: Vec<u8>,
}

pub(crate) async fn second_factor(connection: &mut PgConnection, user: i64) -> Result<Option<Kept>> {
    let found = sqlx::query!("select secret, sealed_with, recovery_salt from second_factor where user_id = $1", user)
        .fetch_optional(connection)
        .await?;
    Ok(found.map(|found| Kept {
        secret: Sealed { key_id: found.sealed_with, ciphertext: found.secret },
        recovery_salt: found.recovery_salt,
    }))
}

/// Enrolls an authenticator whose first code was correct. Returns false if the user has one already.
pub(crate) async fn enroll(
    connection: &mut PgConnection,
    user: i64,
    secret: &Sealed,
    step: i64,
    recovery_salt: &[u8],
) -> Result<bool> {
    let enrolled = sqlx::query!(
        "insert into second_factor (user_id, secret, sealed_with, last_step, recovery_salt)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id) do nothing",
        user,
        secret.ciphertext,
        secret.key_id,
        step,
        recovery_salt
    )
    .execute(connection)
    .await?;
    Ok(enrolled.rows_affected() == 1)
}

/// Removes authenticator and recovery codes. Returns false if there are none.
pub(crate) async fn remove(connection: &mut PgConnection, user: i64) -> Result<bool> {
    let removed = sqlx::query!("delete from second_factor where user_id = $1", user).execute(connection).await?;
    Ok(removed.rows_affected() == 1)
}

/// Uses a time step. Of concurrent requests with the same code, one succeeds, and earlier steps become invalid.
pub(crate) async fn take_step(connection: &mut PgConnection, user: i64, step: i64) -> Result<bool> {
    let taken =
        sqlx::query!("update second_factor set last_step = $2 where user_id = $1 and last_step < $2", user, step)
            .execute(connection)
            .await?;
    Ok(taken.rows_affected() == 1)
}

/// Uses a recovery code.
pub(crate) async fn take_recovery_code(connection: &mut PgConnection, user: i64, code_hash: &[u8]) -> Result<bool> {
    let taken = sqlx::query!(
        "update recovery_code set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null",
        user,
        code_hash
    )
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Replaces all recovery codes of a user.
pub(crate) async fn put_recovery_codes(
    connection: &mut PgConnection,
    user: i64,
    salt: &[u8],
    code_hashes: &[Vec<u8>],
) -> Result<()> {
    sqlx::query!("update second_factor set recovery_salt = $2 where user_id = $1", user, salt)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from recovery_code where user_id = $1", user).execute(&mut *connection).await?;
    sqlx::query!(
        "insert into recovery_code (user_id, code_hash) select $1, code_hash from unnest($2::bytea[]) as code_hash",
        user,
        code_hashes
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores a ticket: the user who must enter a code, and the request.
pub(crate) async fn keep_ticket(
    connection: &mut PgConnection,
    ticket_hash: &[u8],
    request: Uuid,
    user: i64,
    enrolling: Option<&Sealed>,
) -> Result<()> {
    sqlx::query!(
        "insert into sign_in_ticket (ticket_hash, request_id, user_id, secret, sealed_with, expires_at)
         values ($1, $2, $3, $4, $5, now() + interval '10 minutes')",
        ticket_hash,
        request,
        user,
        enrolling.map(|sealed| sealed.ciphertext.as_slice()),
        enrolling.map(|sealed| sealed.key_id)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A ticket after using up one attempt.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub request_id: Uuid,
    pub user_id: i64,
    /// Secret of the authenticator being enrolled.
    pub enrolling: Option<Sealed>,
}

/// Uses up one attempt of a ticket. `None` if it has expired, has no attempts left, or its request is gone.
pub(crate) async fn try_ticket(pool: &PgPool, ticket_hash: &[u8]) -> Result<Option<Ticket>> {
    let found = sqlx::query!(
        "update sign_in_ticket
         set attempts_left = attempts_left - 1
         where ticket_hash = $1
           and attempts_left > 0
           and expires_at > now()
         returning request_id, user_id, secret, sealed_with",
        ticket_hash
    )
    .fetch_optional(pool)
    .await?;
    Ok(found.map(|found| Ticket {
        request_id: found.request_id,
        user_id: found.user_id,
        enrolling: found.secret.zip(found.sealed_with).map(|(ciphertext, key_id)| Sealed { key_id, ciphertext }),
    }))
}

/// Deletes expired tickets.
pub(crate) async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from sign_in_ticket where expires_at < now()").execute(pool).await?;
    Ok(())
}

/// State of a user's second factor.
#[derive(Debug)]
pub(crate) struct State {
    pub enrolled_at: Timestamp,
    pub recovery_codes_left: i64,
}

pub(crate) async fn state(connection: &mut PgConnection, user: i64) -> Result<Option<State>> {
    Ok(sqlx::query_as!(
        State,
        "select f.enrolled_at,
                (select count(*) from recovery_code r where r.user_id = f.user_id and r.used_at is null)
                  as \"recovery_codes_left!\"
         from second_factor f
         where f.user_id = $1",
        user
    )
    .fetch_optional(connection)
    .await?)
}
