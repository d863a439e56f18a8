//! SQL for API keys.

use platform::{Result, db::Timestamp};
use sqlx::{PgConnection, PgPool};

/// An active key.
#[derive(Debug)]
pub(crate) struct Alive {
    pub id: i64,
    pub company_id: i64,
    pub membership_id: Option<i64>,
    pub user_id: Option<i64>,
    pub scopes: Vec<String>,
    /// Its use was recorded within the last minute.
    pub is_use_noted: bool,
}

/// Finds an active key by its secret's hash, before a company is known.
pub(crate) async fn alive(pool: &PgPool, hash: &[u8; 32]) -> Result<Option<Alive>> {
    Ok(sqlx::query_as!(
        Alive,
        "select k.id, k.company_id, k.membership_id, m.user_id as \"user_id?\", k.scopes,
                coalesce(k.last_used_at > now() - interval '1 minute', false) as \"is_use_noted!\"
         from api_key k
         left join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
         where k.secret_hash = $1
           and k.revoked_at is null
           and k.expires_at > now()",
        &hash[..]
    )
    .fetch_optional(pool)
    .await?)
}

pub(crate) async fn note_use(pool: &PgPool, id: i64) -> Result<()> {
    sqlx::query!("update api_key set last_used_at = now() where id = $1", id).execute(pool).await?;
    Ok(())
}

/// A key as displayed.
#[derive(Debug)]
pub(crate) struct Row {
    pub id: i64,
    pub name: String,
    pub prefix: String,
    pub membership_id: Option<i64>,
    pub person: Option<String>,
    pub scopes: Vec<String>,
    pub created_at: Timestamp,
    pub created_by: String,
    pub expires_at: Timestamp,
    pub is_over: bool,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

/// Finds a key of a company.
pub(crate) async fn one(connection: &mut PgConnection, company: i64, id: i64) -> Result<Option<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "select k.id, k.name, k.prefix, k.membership_id, m.name as \"person?\", k.scopes, k.created_at,
                p.name as \"created_by!\", k.expires_at, k.expires_at <= now() as \"is_over!\", k.last_used_at,
                k.revoked_at
         from api_key k
         join person p on p.user_id = k.created_by
         left join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
         where k.company_id = $1
           and k.id = $2",
        company,
        id
    )
    .fetch_optional(connection)
    .await?)
}

/// Keys of a company or of a user, and their total number.
pub(crate) async fn page(
    connection: &mut PgConnection,
    company: i64,
    user: Option<i64>,
    text: Option<&str>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Row>, i64)> {
    let rows = sqlx::query_as!(
        Row,
        "select k.id, k.name, k.prefix, k.membership_id, m.name as \"person?\", k.scopes, k.created_at,
                p.name as \"created_by!\", k.expires_at, k.expires_at <= now() as \"is_over!\", k.last_used_at,
                k.revoked_at
         from api_key k
         join person p on p.user_id = k.created_by
         left join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
         where k.company_id = $1
           and ($2::bigint is null or m.user_id = $2)
           and ($3::text is null or strpos(lower(k.name), lower($3)) > 0)
         order by (k.revoked_at is null and k.expires_at > now()) desc, k.id desc
         limit $4
         offset $5",
        company,
        user,
        text,
        limit,
        offset
    )
    .fetch_all(&mut *connection)
    .await?;
    let count = sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from api_key k
         left join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
         where k.company_id = $1
           and ($2::bigint is null or m.user_id = $2)
           and ($3::text is null or strpos(lower(k.name), lower($3)) > 0)",
        company,
        user,
        text
    )
    .fetch_one(connection)
    .await?;
    Ok((rows, count))
}

/// Serializes key creation in a company until the transaction ends, because keys are counted.
pub(crate) async fn lock(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('keyturn api keys', $1)) is null as \"locked!\"",
        company
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// Number of active keys of the company itself.
pub(crate) async fn living_of_company(connection: &mut PgConnection, company: i64) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from api_key
         where company_id = $1
           and membership_id is null
           and revoked_at is null
           and expires_at > now()",
        company
    )
    .fetch_one(connection)
    .await?)
}

/// Number of active keys of a user in a company.
pub(crate) async fn living_of_person(connection: &mut PgConnection, company: i64, user: i64) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from api_key k
         join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
         where k.company_id = $1
           and m.user_id = $2
           and k.revoked_at is null
           and k.expires_at > now()",
        company,
        user
    )
    .fetch_one(connection)
    .await?)
}

/// A key to insert.
#[derive(Debug)]
pub(crate) struct New<'a> {
    pub membership: Option<i64>,
    pub name: &'a str,
    pub prefix: &'a str,
    pub hash: &'a [u8; 32],
    pub scopes: &'a [String],
    pub days: i32,
}

pub(crate) async fn insert(connection: &mut PgConnection, company: i64, user: i64, new: &New<'_>) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into api_key (company_id, membership_id, name, prefix, secret_hash, scopes, created_by, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8))
         returning id",
        company,
        new.membership,
        new.name,
        new.prefix,
        &new.hash[..],
        new.scopes,
        user,
        new.days
    )
    .fetch_one(connection)
    .await?)
}

/// Returns true if a key belongs to a user.
pub(crate) async fn is_of(connection: &mut PgConnection, company: i64, id: i64, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (
           select
           from api_key k
           join member m on m.company_id = k.company_id and m.membership_id = k.membership_id
           where k.company_id = $1
             and k.id = $2
             and m.user_id = $3
         ) as \"is_own!\"",
        company,
        id,
        user
    )
    .fetch_one(connection)
    .await?)
}

/// Revokes a key. Returns false if it was revoked before.
pub(crate) async fn revoke(connection: &mut PgConnection, company: i64, id: i64, user: i64) -> Result<bool> {
    let revoked = sqlx::query!(
        "update api_key
         set revoked_at = now(), revoked_by = $3
         where company_id = $1
           and id = $2
           and revoked_at is null",
        company,
        id,
        user
    )
    .execute(connection)
    .await?;
    Ok(revoked.rows_affected() == 1)
}

pub(crate) async fn company_name(connection: &mut PgConnection, company: i64) -> Result<String> {
    Ok(sqlx::query_scalar!("select display_name from org_unit where id = $1", company).fetch_one(connection).await?)
}

/// Revokes all keys of a user in all companies. Returns their ids.
pub(crate) async fn revoke_all(connection: &mut PgConnection, user: i64, by: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "update api_key
         set revoked_at = now(), revoked_by = $2
         where membership_id in (select membership_id from member where user_id = $1)
           and revoked_at is null
         returning id",
        user,
        by
    )
    .fetch_all(connection)
    .await?)
}
