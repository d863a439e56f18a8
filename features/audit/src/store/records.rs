//! All SQL on the entries of one record.

use super::Row;
use platform::Result;
use sqlx::PgConnection;

/// Entries of a record with ids below `before`, newest first.
pub(crate) async fn entries(
    connection: &mut PgConnection,
    company: i64,
    (entity, entity_id): (&str, &str),
    before: i64,
    limit: i64,
) -> Result<Vec<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "select e.id, e.at, e.logged_in_user_id, s.name as \"logged_in_name?\", e.active_user_id,
                a.name as \"active_name?\", e.api_key_id, k.name as \"api_key_name?\", e.action, e.entity, e.entity_id,
                e.before, e.after, host(e.address) as address
         from audit_entry e
         left join person s on s.user_id = e.logged_in_user_id
         left join person a on a.user_id = e.active_user_id
         left join api_key_name k on k.company_id = e.company_id and k.api_key_id = e.api_key_id
         where e.company_id = $1
           and e.entity = $2
           and e.entity_id = $3
           and e.id < $4
         order by e.id desc
         limit $5",
        company,
        entity,
        entity_id,
        before,
        limit
    )
    .fetch_all(connection)
    .await?)
}
