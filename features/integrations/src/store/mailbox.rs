//! SQL for mailboxes.

use platform::{Result, db::Timestamp, seal::Sealed};
use sqlx::PgConnection;

/// A mailbox with its sealed tokens.
#[derive(Debug)]
pub(crate) struct Row {
    pub id: i64,
    pub user_id: i64,
    pub provider: String,
    pub address: String,
    pub tokens: Vec<u8>,
    pub sealed_with: i16,
    /// The access token must be renewed.
    pub is_over: bool,
    pub connected_at: Timestamp,
    pub lost_at: Option<Timestamp>,
}

pub(crate) async fn one(connection: &mut PgConnection, company: i64, user: i64) -> Result<Option<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "select id, user_id, provider, address, tokens, sealed_with, renew_at <= now() as \"is_over!\", connected_at,
                lost_at
         from mailbox
         where company_id = $1
           and user_id = $2",
        company,
        user
    )
    .fetch_optional(connection)
    .await?)
}

/// A new connection.
#[derive(Debug)]
pub(crate) struct Connected<'a> {
    pub provider: &'a str,
    pub address: &'a str,
    pub sealed: &'a Sealed,
    pub renew_at: Timestamp,
}

pub(crate) async fn put(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    connected: &Connected<'_>,
) -> Result<Row> {
    let Connected { provider, address, sealed, renew_at } = connected;
    Ok(sqlx::query_as!(
        Row,
        "insert into mailbox as m (company_id, user_id, provider, address, tokens, sealed_with, renew_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (company_id, user_id) do update
         set provider = excluded.provider, address = excluded.address, tokens = excluded.tokens,
             sealed_with = excluded.sealed_with, renew_at = excluded.renew_at, connected_at = now(), lost_at = null
         returning m.id, m.user_id, m.provider, m.address, m.tokens, m.sealed_with, m.renew_at <= now() as \"is_over!\",
                   m.connected_at, m.lost_at",
        company,
        user,
        provider,
        address,
        sealed.ciphertext,
        sealed.key_id,
        *renew_at as Timestamp
    )
    .fetch_one(connection)
    .await?)
}

/// Writes renewed tokens. Returns false if the mailbox changed since it was read.
pub(crate) async fn renew(
    connection: &mut PgConnection,
    company: i64,
    read: &Row,
    sealed: &Sealed,
    renew_at: Timestamp,
) -> Result<bool> {
    let changed = sqlx::query!(
        "update mailbox
         set tokens = $4, sealed_with = $5, renew_at = $6
         where company_id = $1
           and id = $2
           and tokens = $3
           and lost_at is null",
        company,
        read.id,
        read.tokens,
        sealed.ciphertext,
        sealed.key_id,
        renew_at as Timestamp
    )
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Records that the provider refuses access. Returns false if the mailbox changed since it was read.
pub(crate) async fn lose(connection: &mut PgConnection, company: i64, read: &Row) -> Result<bool> {
    let changed = sqlx::query!(
        "update mailbox
         set lost_at = now()
         where company_id = $1
           and id = $2
           and tokens = $3
           and lost_at is null",
        company,
        read.id,
        read.tokens
    )
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == 1)
}

pub(crate) async fn remove(connection: &mut PgConnection, company: i64, user: i64) -> Result<Option<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "delete from mailbox
         where company_id = $1
           and user_id = $2
         returning id, user_id, provider, address, tokens, sealed_with, renew_at <= now() as \"is_over!\", connected_at,
                   lost_at",
        company,
        user
    )
    .fetch_optional(connection)
    .await?)
}

/// A pending authorization to insert.
#[derive(Debug)]
pub(crate) struct NewAuthorization<'a> {
    pub state_hash: &'a [u8],
    pub provider: &'a str,
    pub redirect_uri: &'a str,
    pub sealed: &'a Sealed,
    pub minutes: i32,
}

pub(crate) async fn insert_authorization(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    new: &NewAuthorization<'_>,
) -> Result<()> {
    sqlx::query!(
        "insert into mailbox_authorization (company_id, state_hash, user_id, provider, redirect_uri, verifier, sealed_with,
                                            expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))",
        company,
        new.state_hash,
        user,
        new.provider,
        new.redirect_uri,
        new.sealed.ciphertext,
        new.sealed.key_id,
        new.minutes
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes expired authorizations of the company and the user's earlier ones, because each user has only one.
pub(crate) async fn forget_old_authorizations(connection: &mut PgConnection, company: i64, user: i64) -> Result<()> {
    sqlx::query!(
        "delete from mailbox_authorization
         where company_id = $1
           and (expires_at <= now() or user_id = $2)",
        company,
        user
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A pending authorization.
#[derive(Debug)]
pub(crate) struct Begun {
    pub provider: String,
    pub redirect_uri: String,
    pub verifier: Vec<u8>,
    pub sealed_with: i16,
}

/// Deletes and returns a user's pending authorization if it is valid.
pub(crate) async fn take_authorization(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    state_hash: &[u8],
) -> Result<Option<Begun>> {
    Ok(sqlx::query_as!(
        Begun,
        "delete from mailbox_authorization
         where company_id = $1
           and state_hash = $2
           and user_id = $3
           and expires_at > now()
         returning provider, redirect_uri, verifier, sealed_with",
        company,
        state_hash,
        user
    )
    .fetch_optional(connection)
    .await?)
}
