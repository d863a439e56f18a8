//! SQL for results that their owners haven't seen.

use crate::unseen::UnseenBatch;
use platform::{Error, Result, Tx};
use uuid::Uuid;

/// The batches of the user that are under way or have failures which the user hasn't seen.
pub(crate) async fn unseen(tx: &mut Tx) -> Result<Vec<UnseenBatch>> {
    let rows = sqlx::query!(
        "select b.id, b.status, b.org_unit_id, u.display_name as org_unit_name, n.files as \"files!\", n.failed as \"failed!\"
         from import_batch b
         join org_unit u on u.id = b.org_unit_id
         cross join lateral (
           select count(*) as files, count(*) filter (where i.status in ('INVALID', 'INVALID_ITEM', 'FAILED')) as failed
           from import_batch_item i
           where i.company_id = $1 and i.batch_id = b.id
         ) as n
         where b.company_id = $1
           and b.created_by = $2
           and (b.has_unseen_failures or b.status = 'IN_PROGRESS')
         order by b.id",
        tx.company(),
        tx.actor().user
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(UnseenBatch {
                id: row.id,
                status: row.status.parse().map_err(Error::internal)?,
                org_unit_id: row.org_unit_id,
                org_unit_name: row.org_unit_name,
                files: row.files,
                failed: row.failed,
            })
        })
        .collect()
}

pub(crate) async fn mark_seen(tx: &mut Tx, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update import_batch
         set has_unseen_failures = false
         where company_id = $1
           and id = $2
           and has_unseen_failures",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
