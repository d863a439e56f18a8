//! SQL for logins, tabs, passwords, codes and refresh tokens. Submodules have the rest.

use crate::doors::Tab;
use platform::{Error, Result, db::Timestamp};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

pub(crate) mod acting;
pub(crate) mod attempts;
pub(crate) mod logins;
pub(crate) mod resets;
pub(crate) mod second_factor;
pub(crate) mod signing;
pub(crate) mod tokens;

pub(crate) async fn tab(pool: &PgPool, session: Uuid) -> Result<Option<Tab>> {
    let found = sqlx::query!(
        "select s.login_id, s.active_user_id, l.user_id
         from session s
         join login l on l.id = s.login_id
         where s.id = $1",
        session
    )
    .fetch_optional(pool)
    .await?;
    Ok(found.map(|found| Tab { login: found.login_id, signed_in: found.user_id, active: found.active_user_id }))
}

/// Opens a tab under a user's active login.
pub(crate) async fn open_session(pool: &PgPool, session: Uuid, login: Uuid, user: i64) -> Result<()> {
    let opened = sqlx::query!(
        "insert into session (id, login_id, active_user_id)
         select $1, l.id, l.user_id
         from login l
         where l.id = $2
           and l.user_id = $3
           and l.revoked_at is null
           and l.ends_at > now()",
        session,
        login,
        user
    )
    .execute(pool)
    .await?;
    if opened.rows_affected() == 1 { Ok(()) } else { Err(Error::SessionEnded) }
}

pub(crate) async fn write_last_seen(pool: &PgPool, logins: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "update login set last_seen_at = now() where id = any ($1) and last_seen_at < now() - interval '45 seconds'",
        logins
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Returns true if the host belongs to a company.
pub(crate) async fn is_known_host(pool: &PgPool, host: &str) -> Result<bool> {
    Ok(sqlx::query_scalar!("select exists (select from org_domain where host = $1) as \"known!\"", host)
        .fetch_one(pool)
        .await?)
}

/// Short name and hosts of a company.
pub(crate) async fn words_of_company(connection: &mut PgConnection, company: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select slug as \"word!\" from org_unit where company_id = $1 and slug is not null
         union
         select d.host from org_domain d join org_unit u on u.id = d.org_unit_id where u.company_id = $1",
        company
    )
    .fetch_all(connection)
    .await?)
}

/// A client's request at the authorization endpoint.
#[derive(Clone, Debug)]
pub(crate) struct AuthorizationRequest {
    pub client_id: String,
    pub redirect_uri: String,
    pub scope: String,
    pub state: String,
    pub nonce: Option<String>,
    pub code_challenge: String,
}

pub(crate) async fn keep_request(pool: &PgPool, id: Uuid, request: &AuthorizationRequest) -> Result<()> {
    sqlx::query!(
        "insert into oidc_request (id, client_id, redirect_uri, scope, state, nonce, code_challenge, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + interval '30 minutes')",
        id,
        request.client_id,
        request.redirect_uri,
        request.scope,
        request.state,
        request.nonce,
        request.code_challenge
    )
    .execute(pool)
    .await?;
    Ok(())
}

pub(crate) async fn request(connection: &mut PgConnection, id: Uuid) -> Result<Option<AuthorizationRequest>> {
    Ok(sqlx::query_as!(
        AuthorizationRequest,
        "select client_id, redirect_uri, scope, state, nonce, code_challenge
         from oidc_request
         where id = $1
           and expires_at > now()",
        id
    )
    .fetch_optional(connection)
    .await?)
}

/// Deletes a request, so that it leads to only one code.
pub(crate) async fn take_request(connection: &mut PgConnection, id: Uuid) -> Result<bool> {
    let taken = sqlx::query!("delete from oidc_request where id = $1", id).execute(connection).await?;
    Ok(taken.rows_affected() == 1)
}

/// A user's password.
#[derive(Debug)]
pub(crate) struct Credential {
    pub password_hash: Option<String>,
    /// Whole days since the password was set.
    pub age_days: Option<i32>,
}

/// The password of a user. Unknown addresses run the same query with user 0.
pub(crate) async fn credential(connection: &mut PgConnection, user: i64) -> Result<Credential> {
    let found = sqlx::query_as!(
        Credential,
        "select password_hash as \"password_hash?\",
                floor(extract(epoch from now() - changed_at) / 86400)::integer as age_days
         from credential
         where user_id = $1",
        user
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.unwrap_or(Credential { password_hash: None, age_days: None }))
}

/// Stores a new password's hash.
pub(crate) async fn set_password(connection: &mut PgConnection, user: i64, hash: &str) -> Result<()> {
    sqlx::query!(
        "insert into credential (user_id, password_hash)
         values ($1, $2)
         on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()",
        user,
        hash
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces a hash if it is still the one that was checked.
pub(crate) async fn renew_hash(connection: &mut PgConnection, user: i64, old: &str, new: &str) -> Result<()> {
    sqlx::query!("update credential set password_hash = $3 where user_id = $1 and password_hash = $2", user, old, new)
        .execute(connection)
        .await?;
    Ok(())
}

/// A new login.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewLogin<'a> {
    pub id: Uuid,
    pub user: i64,
    /// Maximum lifetime.
    pub hours: u16,
    pub user_agent: Option<&'a str>,
    /// Hash of the device cookie, if any.
    pub device_hash: Option<&'a [u8]>,
}

pub(crate) async fn open_login(connection: &mut PgConnection, login: NewLogin<'_>) -> Result<()> {
    let NewLogin { id, user, hours, user_agent, device_hash } = login;
    sqlx::query!(
        "insert into login (id, user_id, ends_at, user_agent, device_hash)
         values ($1, $2, now() + make_interval(hours => $3), $4, $5)",
        id,
        user,
        i32::from(hours),
        user_agent,
        device_hash
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends a login with its tabs and refresh tokens. Returns its user if it was active.
pub(crate) async fn revoke_login(connection: &mut PgConnection, id: Uuid, reason: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "update login
         set revoked_at = now(), ended_reason = $2
         where id = $1
           and revoked_at is null
         returning user_id",
        id,
        reason
    )
    .fetch_optional(connection)
    .await?)
}

pub(crate) async fn keep_code(
    connection: &mut PgConnection,
    code_hash: &[u8],
    request: &AuthorizationRequest,
    login: Uuid,
) -> Result<()> {
    sqlx::query!(
        "insert into oidc_code (code_hash, client_id, redirect_uri, scope, nonce, code_challenge, login_id, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 minute')",
        code_hash,
        request.client_id,
        request.redirect_uri,
        request.scope,
        request.nonce,
        request.code_challenge,
        login
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// An authorization code that was just used.
#[derive(Debug)]
pub(crate) struct TakenCode {
    pub client_id: String,
    pub redirect_uri: String,
    pub scope: String,
    pub nonce: Option<String>,
    pub code_challenge: String,
    pub login_id: Uuid,
    /// It was used before.
    pub was_used: bool,
    pub is_expired: bool,
}

/// Uses a code. Of two concurrent requests, one finds it unused.
pub(crate) async fn take_code(connection: &mut PgConnection, code_hash: &[u8]) -> Result<Option<TakenCode>> {
    Ok(sqlx::query_as!(
        TakenCode,
        "with found as (
           select code_hash, used_at is not null as was_used from oidc_code where code_hash = $1 for update
         )
         update oidc_code c
         set used_at = coalesce(c.used_at, now())
         from found
         where c.code_hash = found.code_hash
         returning c.client_id, c.redirect_uri, c.scope, c.nonce, c.code_challenge, c.login_id,
                   found.was_used as \"was_used!\", c.expires_at <= now() as \"is_expired!\"",
        code_hash
    )
    .fetch_optional(connection)
    .await?)
}

/// The user of a login that is active and not idle.
#[derive(Debug)]
pub(crate) struct Subject {
    pub login_id: Uuid,
    pub user_id: i64,
    pub name: String,
    pub email: String,
    pub company_name: String,
    pub started_at: Timestamp,
}

pub(crate) async fn subject(connection: &mut PgConnection, login: Uuid) -> Result<Option<Subject>> {
    Ok(sqlx::query_as!(
        Subject,
        "select l.id as login_id, u.id as user_id, u.first_name || ' ' || u.last_name as \"name!\", u.email,
                c.display_name as company_name, l.started_at
         from login l
         join app_user u on u.id = l.user_id
         join org_unit c on c.id = u.home_company_id
         where l.id = $1
           and l.revoked_at is null
           and l.ends_at > now()
           and l.last_seen_at > now() - make_interval(mins => c.session_timeout_minutes + 1)
           and u.state = 'ACTIVE'
           and c.state = 'ACTIVE'",
        login
    )
    .fetch_optional(connection)
    .await?)
}

pub(crate) async fn keep_refresh(
    connection: &mut PgConnection,
    token_hash: &[u8],
    login: Uuid,
    client_id: &str,
    scope: &str,
) -> Result<()> {
    sqlx::query!(
        "insert into oidc_refresh (token_hash, login_id, client_id, scope)
         values ($1, $2, $3, $4)
         on conflict (token_hash) do nothing",
        token_hash,
        login,
        client_id,
        scope
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A refresh token that was just used.
#[derive(Debug)]
pub(crate) struct TakenRefresh {
    pub login_id: Uuid,
    pub client_id: String,
    pub scope: String,
    /// It was used before the grace period.
    pub was_replayed: bool,
}

/// Uses a refresh token. A grace period of ten seconds covers two tabs and lost answers.
pub(crate) async fn take_refresh(connection: &mut PgConnection, token_hash: &[u8]) -> Result<Option<TakenRefresh>> {
    Ok(sqlx::query_as!(
        TakenRefresh,
        "update oidc_refresh
         set used_at = coalesce(used_at, now())
         where token_hash = $1
         returning login_id, client_id, scope,
                   used_at < now() - interval '10 seconds' as \"was_replayed!\"",
        token_hash
    )
    .fetch_optional(connection)
    .await?)
}

/// Deletes expired requests and codes, and logins that ended a month ago.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from oidc_request where expires_at < now()").execute(pool).await?;
    sqlx::query!("delete from oidc_code where expires_at < now() - interval '1 hour'").execute(pool).await?;
    attempts::sweep(pool).await?;
    second_factor::sweep(pool).await?;
    tokens::sweep(pool).await?;
    sqlx::query!("delete from login where ends_at < now() - interval '30 days'").execute(pool).await?;
    Ok(())
}
