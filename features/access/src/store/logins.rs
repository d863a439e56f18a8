//! SQL for the logins of a user.

use platform::{Result, db::Timestamp};
use sqlx::PgConnection;
use uuid::Uuid;

/// An active login.
#[derive(Debug)]
pub(crate) struct Alive {
    pub id: Uuid,
    pub started_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub ends_at: Timestamp,
    pub user_agent: Option<String>,
    pub tabs: i64,
}

/// Logins of a user that haven't ended and aren't idle, last used first.
pub(crate) async fn alive(connection: &mut PgConnection, user: i64) -> Result<Vec<Alive>> {
    Ok(sqlx::query_as!(
        Alive,
        "select l.id, l.started_at, l.last_seen_at, l.ends_at, l.user_agent,
                (select count(*) from session s where s.login_id = l.id) as \"tabs!\"
         from login l
         join app_user u on u.id = l.user_id
         join org_unit c on c.id = u.home_company_id
         where l.user_id = $1
           and l.revoked_at is null
           and l.ends_at > now()
           and l.last_seen_at > now() - make_interval(mins => c.session_timeout_minutes + 1)
         order by l.last_seen_at desc, l.id
         limit 100",
        user
    )
    .fetch_all(connection)
    .await?)
}

/// Ends one login of a user. Returns false if it isn't theirs or has ended.
pub(crate) async fn revoke_own(connection: &mut PgConnection, user: i64, login: Uuid, reason: &str) -> Result<bool> {
    let ended = sqlx::query!(
        "update login
         set revoked_at = now(), ended_reason = $3
         where id = $2
           and user_id = $1
           and revoked_at is null
           and ends_at > now()",
        user,
        login,
        reason
    )
    .execute(connection)
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Ends all logins of a user but one. Returns their number.
pub(crate) async fn revoke_others(connection: &mut PgConnection, user: i64, kept: Uuid, reason: &str) -> Result<u64> {
    let ended = sqlx::query!(
        "update login set revoked_at = now(), ended_reason = $3 where user_id = $1 and id <> $2 and revoked_at is null",
        user,
        kept,
        reason
    )
    .execute(connection)
    .await?;
    Ok(ended.rows_affected())
}

/// Ends all logins of a user with their tabs and refresh tokens. Returns their number.
pub(crate) async fn revoke_all(connection: &mut PgConnection, user: i64, reason: &str) -> Result<u64> {
    let ended = sqlx::query!(
        "update login set revoked_at = now(), ended_reason = $2 where user_id = $1 and revoked_at is null",
        user,
        reason
    )
    .execute(connection)
    .await?;
    Ok(ended.rows_affected())
}

/// A login that was ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub id: Uuid,
    pub user: i64,
    pub home_company: i64,
}

/// Ends all logins of a browser, regardless of their user.
pub(crate) async fn revoke_of_device(
    connection: &mut PgConnection,
    device_hash: &[u8],
    reason: &str,
) -> Result<Vec<Ended>> {
    Ok(sqlx::query_as!(
        Ended,
        "update login l
         set revoked_at = now(), ended_reason = $2
         from app_user u
         where l.device_hash = $1
           and l.revoked_at is null
           and l.ends_at > now()
           and u.id = l.user_id
         returning l.id, l.user_id as user, u.home_company_id as home_company",
        device_hash,
        reason
    )
    .fetch_all(connection)
    .await?)
}

/// Records immediately that a login is used. Returns the seconds until it becomes idle or ends.
pub(crate) async fn touch(connection: &mut PgConnection, login: Uuid, company: i64) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "update login l
         set last_seen_at = now()
         from org_unit c
         where l.id = $1
           and c.id = $2
         returning least(c.session_timeout_minutes * 60, extract(epoch from l.ends_at - now()))::bigint as \"seconds!\"",
        login,
        company
    )
    .fetch_one(connection)
    .await?)
}
