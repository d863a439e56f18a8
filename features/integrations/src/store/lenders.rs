//! SQL for authorizations at lenders.

use crate::{integrated, lenders::CompanyLender};
use platform::{Result, db::Timestamp};
use sqlx::PgConnection;

/// When a user connected a lender.
pub(crate) async fn connected_at(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    lender: &str,
) -> Result<Option<Timestamp>> {
    Ok(sqlx::query_scalar!(
        "select connected_at
         from lender_connection
         where company_id = $1
           and user_id = $2
           and lender = $3",
        company,
        user,
        lender
    )
    .fetch_optional(connection)
    .await?)
}

pub(crate) async fn put(connection: &mut PgConnection, company: i64, user: i64, lender: &str) -> Result<()> {
    sqlx::query!(
        "insert into lender_connection (company_id, user_id, lender)
         values ($1, $2, $3)
         on conflict (company_id, user_id, lender) do update set connected_at = now()",
        company,
        user,
        lender
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Active lenders on the company's list, in its order.
pub(crate) async fn of_company(connection: &mut PgConnection, company: i64) -> Result<Vec<CompanyLender>> {
    Ok(sqlx::query_as!(
        CompanyLender,
        "select id as \"id!\", name as \"name!\" from list_choice where company_id = $1 and list = 'lender' order by position, id",
        company
    )
    .fetch_all(connection)
    .await?)
}

/// Integrated lenders whose names contain a lowercase text, in the provider's order.
pub(crate) async fn integrated(connection: &mut PgConnection, text: &str) -> Result<Vec<integrated::Row>> {
    Ok(sqlx::query_as!(
        integrated::Row,
        "select name, display_name, href, img_src, class, style
         from integrated_lender
         where strpos(lower(display_name), $1) > 0
            or strpos(name, $1) > 0
         order by position, name",
        text
    )
    .fetch_all(connection)
    .await?)
}

/// Stores a pending authorization. Replaces the user's earlier one and deletes expired ones.
pub(crate) async fn begin_authorization(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    lender: &str,
    state_hash: &[u8],
    minutes: i32,
) -> Result<()> {
    sqlx::query!(
        "with past as (
           delete from lender_authorization
           where company_id = $1
             and (expires_at <= now() or user_id = $3)
         )
         insert into lender_authorization (company_id, state_hash, user_id, lender, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(mins => $5))",
        company,
        state_hash,
        user,
        lender,
        minutes
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a pending authorization. Returns true if it existed and was valid.
pub(crate) async fn take_authorization(
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    lender: &str,
    state_hash: &[u8],
) -> Result<bool> {
    let taken = sqlx::query!(
        "delete from lender_authorization
         where company_id = $1
           and state_hash = $2
           and user_id = $3
           and lender = $4
           and expires_at > now()",
        company,
        state_hash,
        user,
        lender
    )
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Replaces all integrated lenders.
pub(crate) async fn replace_integrated(connection: &mut PgConnection, lenders: &[integrated::Row]) -> Result<()> {
    sqlx::query!("delete from integrated_lender").execute(&mut *connection).await?;
    for (position, lender) in (1..).zip(lenders) {
        let integrated::Row { name, display_name, href, img_src, class, style } = lender;
        sqlx::query!(
            "insert into integrated_lender (name, display_name, href, img_src, class, style, position)
             values ($1, $2, $3, $4, $5, $6, $7)",
            name,
            display_name,
            href,
            img_src,
            class.as_deref(),
            style.as_deref(),
            position
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
