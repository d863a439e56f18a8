//! SQL on authorizations at lenders.

use crate::lenders::CompanyLender;
use platform::{Result, db::Timestamp};
use sqlx::PgConnection;

/// Since when a person has authorized Keyturn at a lender.
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

/// The lenders of the company's list that are offered, in its order.
pub(crate) async fn of_company(connection: &mut PgConnection, company: i64) -> Result<Vec<CompanyLender>> {
    Ok(sqlx::query_as!(
        CompanyLender,
        "select id as \"id!\", name as \"name!\" from list_choice where company_id = $1 and list = 'lender' order by position, id",
        company
    )
    .fetch_all(connection)
    .await?)
}
