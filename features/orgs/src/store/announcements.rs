//! SQL for announcements.

use crate::announcements::Row;
use platform::Result;
use sqlx::PgConnection;

pub(crate) async fn page(connection: &mut PgConnection, limit: i64, offset: i64) -> Result<Vec<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "select id, title, body, published_at
         from announcement
         where published_at <= now()
         order by published_at desc, id desc
         limit $1
         offset $2",
        limit,
        offset
    )
    .fetch_all(connection)
    .await?)
}

pub(crate) async fn count(connection: &mut PgConnection) -> Result<i64> {
    let count = sqlx::query_scalar!("select count(*) as \"count!\" from announcement where published_at <= now()");
    Ok(count.fetch_one(connection).await?)
}

pub(crate) async fn insert(connection: &mut PgConnection, title: &str, body: &str) -> Result<()> {
    sqlx::query!("insert into announcement (title, body) values ($1, $2)", title, body).execute(connection).await?;
    Ok(())
}
