//! Org units and memberships of users, used to decide who may see them.

use futures::future::BoxFuture;
use platform::{Result, places::Place};
use sqlx::PgConnection;

/// Branches and memberships of each user in this company.
#[must_use]
pub fn places<'a>(connection: &'a mut PgConnection, company: i64, ids: &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>> {
    Box::pin(async move {
        let rows = sqlx::query!(
            "select user_id, array_agg(org_unit_id) as \"org_units!\", array_agg(id) as \"memberships!\"
             from membership
             where company_id = $1
               and user_id = any ($2)
             group by user_id",
            company,
            ids
        )
        .fetch_all(connection)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| Place { id: row.user_id, org_units: row.org_units, memberships: row.memberships })
            .collect())
    })
}
