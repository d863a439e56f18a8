//! SQL for sign-ins at an external provider.

use super::SignedIn;
use platform::Result;
use sqlx::PgConnection;
use uuid::Uuid;

/// A user's data for sign-in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    pub id: i64,
    pub home_company: i64,
    pub is_active: bool,
}

pub(super) async fn login(connection: &mut PgConnection, hash: &[u8]) -> Result<Option<SignedIn>> {
    Ok(sqlx::query_as!(SignedIn, "select id as login, user_id as \"user\" from login where issuer_hash = $1", hash)
        .fetch_optional(connection)
        .await?)
}

/// Opens the login for an external sign-in. It ends as long after that sign-in as any login. Returns whether this call
/// created it.
pub(super) async fn open_login(
    connection: &mut PgConnection,
    id: Uuid,
    user: i64,
    hash: &[u8],
    signed_in_at: i64,
    hours: u16,
    user_agent: Option<&str>,
) -> Result<bool> {
    let opened = sqlx::query!(
        "insert into login (id, user_id, issuer_hash, ends_at, user_agent)
         values ($1, $2, $3, least(to_timestamp($4::bigint), now()) + make_interval(hours => $5), $6)
         on conflict (issuer_hash) do nothing",
        id,
        user,
        hash,
        signed_in_at,
        i32::from(hours),
        user_agent
    )
    .execute(connection)
    .await?;
    Ok(opened.rows_affected() == 1)
}

pub(super) async fn person_of_subject(
    connection: &mut PgConnection,
    issuer: &str,
    subject: &str,
) -> Result<Option<Person>> {
    Ok(sqlx::query_as!(
        Person,
        "select u.id, u.home_company_id as home_company, u.state = 'ACTIVE' as \"is_active!\"
         from external_subject s
         join app_user u on u.id = s.user_id
         where s.issuer = $1
           and s.subject = $2",
        issuer,
        subject
    )
    .fetch_optional(connection)
    .await?)
}

/// Links a subject to a user. Returns false if either is linked already.
pub(super) async fn link(connection: &mut PgConnection, issuer: &str, subject: &str, user: i64) -> Result<bool> {
    let linked = sqlx::query!(
        "insert into external_subject (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing",
        issuer,
        subject,
        user
    )
    .execute(connection)
    .await?;
    Ok(linked.rows_affected() == 1)
}
