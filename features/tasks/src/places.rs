//! Org units and memberships of tasks, used to decide who receives their live events.

use futures::future::BoxFuture;
use platform::{Result, places::Place};
use sqlx::PgConnection;

/// A task belongs to its branch. It names its assignee, creator, and the people on its loan or lead.
#[must_use]
pub fn places<'a>(connection: &'a mut PgConnection, company: i64, ids: &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>> {
    Box::pin(async move {
        let rows = sqlx::query!(
            "select t.id, t.org_unit_id,
                    array(select t.creator_id where t.creator_id is not null
                          union
                          select t.assignee_id where t.assignee_id is not null
                          union
                          select m.membership_id from loan_member m where m.company_id = $1 and m.loan_id = t.loan_id
                          union
                          select m.membership_id from lead_member m where m.company_id = $1 and m.lead_id = t.lead_id) as \"memberships!\"
             from task t
             where t.company_id = $1
               and t.id = any ($2)",
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
