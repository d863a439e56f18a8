//! All SQL on live events.

use crate::told::Cursor;
use platform::{GlobalTx, Result, tenant::companies};
use sqlx::{PgConnection, PgPool};

/// Days for which events are stored.
const KEPT_DAYS: i32 = 7;

/// An event that no concurrent transaction can still precede.
pub(crate) struct Row {
    pub cursor: Cursor,
    pub kind: String,
    pub entity_id: i64,
    pub actor: Option<i64>,
    pub actor_org_unit: Option<i64>,
    pub caused_by: Option<String>,
}

/// The current end of the readable events. Every later event will be after it.
pub(crate) async fn end(connection: &mut PgConnection) -> Result<Cursor> {
    let xid = sqlx::query_scalar!("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as \"xid!\"")
        .fetch_one(connection)
        .await?;
    Ok(Cursor { xid, id: 0 })
}

/// A company's events after a cursor, in delivery order.
pub(crate) async fn behind(
    connection: &mut PgConnection,
    company: i64,
    cursor: Cursor,
    limit: i64,
) -> Result<Vec<Row>> {
    let rows = sqlx::query!(
        "select id, xid::text::bigint as \"xid!\", kind, entity_id, actor_user_id, rtc_client_id,
                (select m.org_unit_id
                 from member m
                 where m.company_id = $1 and m.membership_id = e.actor_membership_id) as \"actor_org_unit?\"
         from event e
         where company_id = $1
           and (xid, id) > ($2::bigint::text::xid8, $3::bigint)
           and xid < pg_snapshot_xmin(pg_current_snapshot())
         order by xid, id
         limit $4",
        company,
        cursor.xid,
        cursor.id,
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Row {
            cursor: Cursor { xid: row.xid, id: row.id },
            kind: row.kind,
            entity_id: row.entity_id,
            actor: row.actor_user_id,
            actor_org_unit: row.actor_org_unit,
            caused_by: row.rtc_client_id,
        })
        .collect())
}

/// Whether all events after a cursor are certainly still stored, and the cursor is from this database cluster. That is
/// the case if an event at or before the cursor still exists.
pub(crate) async fn is_complete_from(connection: &mut PgConnection, company: i64, cursor: Cursor) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select $2::bigint::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot())
                and exists (select
                            from event
                            where company_id = $1
                              and (xid, id) <= ($2::bigint::text::xid8, $3::bigint)) as \"complete!\"",
        company,
        cursor.xid,
        cursor.id
    )
    .fetch_one(connection)
    .await?)
}

/// The cursor before the first event of the last seconds.
pub(crate) async fn seconds_ago(connection: &mut PgConnection, company: i64, seconds: u32) -> Result<Option<Cursor>> {
    let found = sqlx::query!(
        "with recent as materialized (
           select xid, id
           from event
           where company_id = $1
             and at > now() - make_interval(secs => $2)
         )
         select xid::text::bigint as \"xid!\", id
         from recent
         order by xid, id
         limit 1",
        company,
        f64::from(seconds)
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|found| Cursor { xid: found.xid, id: found.id - 1 }))
}

/// Deletes events that are past their retention period.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    for company in companies(pool).await? {
        let mut tx = GlobalTx::begin(pool).await?;
        tx.enter(company).await?;
        sqlx::query!(
            "delete from event where company_id = $1 and at < now() - make_interval(days => $2)",
            company,
            KEPT_DAYS
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
    Ok(())
}
