//! All SQL on the links that people are sent.

use crate::links::Purpose;
use platform::Result;
use sqlx::{PgConnection, PgPool};

/// A token as it is now.
#[derive(Debug)]
pub(crate) struct Token {
    pub user_id: i64,
    pub purpose: String,
    pub is_used: bool,
    pub is_expired: bool,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    pub user_state: String,
}

/// Keeps the hash of what a mail brings, and ends what earlier mails for the same purpose brought. Written again for the
/// same mail, it changes nothing.
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

/// Takes a token: of two who follow the same link, one does.
pub(crate) async fn take(connection: &mut PgConnection, token_hash: &[u8]) -> Result<bool> {
    let taken = sqlx::query!(
        "update account_token set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()",
        token_hash
    )
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Ends what mails for a purpose brought to a person.
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

/// What a person has to sign in with, and where.
#[derive(Debug)]
pub(crate) struct Account {
    pub state: String,
    pub has_password: bool,
    /// The host is no company's, or one of the person's own.
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

/// Whether the person's company wants to approve the reset of a second factor.
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

/// Asks the company's administrators to approve. The transaction has entered the company.
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

/// Removes tokens that ended a month ago: until then a link tells why it is not good any more.
pub(crate) async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!("delete from account_token where expires_at < now() - interval '30 days'").execute(pool).await?;
    Ok(())
}
