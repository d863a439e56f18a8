//! SQL for impersonation tabs.

use platform::Result;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Opens an impersonation tab under a login.
pub(crate) async fn open(connection: &mut PgConnection, session: Uuid, login: Uuid, user: i64) -> Result<()> {
    sqlx::query!(
        "insert into session (id, login_id, active_user_id, acting_since, acting_seen_at) values ($1, $2, $3, now(), now())",
        session,
        login,
        user
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The impersonated user.
#[derive(Debug)]
pub(crate) struct Ended {
    pub user: i64,
    pub home_company: i64,
}

/// Ends impersonation in a tab. `None` if there was none or it has ended.
pub(crate) async fn end(connection: &mut PgConnection, session: Uuid) -> Result<Option<Ended>> {
    Ok(sqlx::query_as!(
        Ended,
        "update session s
         set acting_ended_at = now()
         from app_user u
         where s.id = $1
           and s.acting_since is not null
           and s.acting_ended_at is null
           and u.id = s.active_user_id
         returning u.id as user, u.home_company_id as home_company",
        session
    )
    .fetch_optional(connection)
    .await?)
}

/// Writes the last use of impersonation tabs. Tabs that were idle for too long stay ended.
pub(crate) async fn write_last_seen(pool: &PgPool, sessions: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update session
         set acting_seen_at = now()
         where id = any ($1)
           and acting_ended_at is null
           and acting_seen_at between now() - interval '61 minutes' and now() - interval '45 seconds'",
        sessions
    )
    .execute(pool)
    .await?;
    Ok(())
}
