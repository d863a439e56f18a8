//! Org units and owners of leads, used to decide who receives their live events.

use futures::future::BoxFuture;
use platform::{Result, places::Place};
use sqlx::PgConnection;

/// Branch and owners of each lead.
#[must_use]
pub fn places<'a>(connection: &'a mut PgConnection, company: i64, ids: &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>> {
    Box::pin(async move {
        let rows = sqlx::query!(
            "select l.id, l.org_unit_id,
                    array(select u.membership_id
                          from lead_user u
                          where u.company_id = $1 and u.lead_id = l.id) as \"memberships!\"
             from lead l
             where l.company_id = $1
               and l.id = any ($2)",
            company,
            ids
        )
        .fetch_all(connection)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| Place { id: row.id, org_units: vec![row.org_unit_id], memberships: row.memberships })
            .collect())
    })
}
