//! SQL for the links in emails.

use crate::links::Purpose;
use platform::Result;
use sqlx::{PgConnection, PgPool};

/// A token with its current state.
#[derive(Debug)]
pub(crate) struct Token {
    pub user_id: i64,
    pub purpose: String,
    pub is_used: bool,
    pub is_expired: bool,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    pub user_state: String,
}

/// Stores the hash of a mail's token and expires earlier ones for the same purpose. Repeating it for the same mail
/// changes nothing.
pub(crate) async fn keep(
    connection: &mut PgConnection,
    token_hash: &[u8],
    user: i64,
    purpose: Purpose,
    minutes: i32,
) -> Result<()> {
    sqlx::query!(
        "with earlier as (
           update account_token
           set expires_at = least(expires_at, now())
           where user_id = $2
             and purpose = $3
             and used_at is null
             and token_hash <> $1
         )
         insert into account_token (token_hash, user_id, purpose, expires_at)
         values ($1, $2, $3, now() + make_interval(mins => $4))
         on conflict (token_hash) do nothing",
        token_hash,
        user,
        purpose.code(),
        minutes
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) async fn find(connection: &mut PgConnection, token_hash: &[u8]) -> Result<Option<Token>> {
    Ok(sqlx::query_as!(
        Token,
        "select t.user_id, t.purpose, t.used_at is not null as \"is_used!\", t.expires_at <= now() as \"is_expired!\",
                u.state as user_state
         from account_token t
         join app_user u on u.id = t.user_id
         where t.token_hash = $1",
        token_hash
    )
    .fetch_optional(connection)
    .await?)
}

/// Uses a token. Of two concurrent requests, one succeeds.
pub(crate) async fn take(connection: &mut PgConnection, token_hash: &[u8]) -> Result<bool> {
    let taken = sqlx::query!(
        "update account_token set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()",
        token_hash
    )
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Expires a user's tokens for a purpose.
pub(crate) async fn end(connection: &mut PgConnection, user: i64, purpose: Purpose) -> Result<()> {
    sqlx::query!(
        "update account_token
         set expires_at = least(expires_at, now())
         where user_id = $1
           and purpose = $2
           and used_at is null",
        user,
        purpose.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// How and where a user signs in.
#[derive(Debug)]
pub(crate) struct Account {
    pub state: String,
    pub has_password: bool,
    /// The host belongs to no company, or to one of the user's.
    pub is_of_host: bool,
}

pub(crate) async fn account(connection: &mut PgConnection, user: i64, host: &str) -> Result<Option<Account>> {
    Ok(sqlx::query_as!(
        Account,
        "select u.state,
                exists (select from credential c where c.user_id = u.id) as \"has_password!\",
                not exists (
                  select
                  from org_domain d
                  join org_unit h on h.id = d.org_unit_id
                  where d.host = $2
                    and h.company_id <> u.home_company_id
                    and not exists (
                      select from membership m where m.user_id = u.id and m.company_id = h.company_id and m.active
                    )
                ) as \"is_of_host!\"
         from app_user u
         where u.id = $1",
        user,
        host
    )
    .fetch_optional(connection)
    .await?)
}

/// Returns true if the user's company must approve the reset of a second factor.
pub(crate) async fn needs_approval(connection: &mut PgConnection, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select c.second_factor_reset_needs_approval
         from app_user u
         join org_unit c on c.id = u.home_company_id
         where u.id = $1",
        user
    )
    .fetch_one(connection)
    .await?)
}

/// Requests approval from the company's administrators. The transaction has entered the company.
pub(crate) async fn ask_for_approval(connection: &mut PgConnection, company: i64, user: i64) -> Result<()> {
    sqlx::query!(
        "insert into second_factor_reset (company_id, user_id)
         values ($1, $2)
         on conflict (company_id, user_id) where decided_at is null do nothing",
        company,
        user
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes tokens a month after they expire. Until then, a link can explain why it is invalid.
pub(crate) async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from account_token where expires_at < now() - interval '30 days'").execute(pool).await?;
    Ok(())
}
