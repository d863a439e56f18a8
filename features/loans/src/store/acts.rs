//! All SQL on what was done to many loans at once.

use crate::acts::Done;
use platform::{Error, Result, Tx, db::Timestamp};

/// What was kept of it.
pub(crate) struct Act {
    pub id: i64,
    pub undo_until: Timestamp,
}

/// Keeps what takes it back.
pub(crate) async fn keep(tx: &mut Tx, done: &[Done]) -> Result<Act> {
    let steps = serde_json::to_value(done).map_err(Error::internal)?;
    let user = tx.actor().user;
    Ok(sqlx::query_as!(
        Act,
        "insert into loan_act (company_id, steps, made_by)
         values ($1, $2, $3)
         returning id, made_at + interval '30 minutes' as \"undo_until!: Timestamp\"",
        tx.company(),
        steps,
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// What takes back an act of who asks: once, and for half an hour.
pub(crate) async fn take_back(tx: &mut Tx, id: i64) -> Result<Vec<Done>> {
    let user = tx.actor().user;
    let found = sqlx::query!(
        "select steps, undone_at is null and made_at > now() - interval '30 minutes' as \"is_open!\"
         from loan_act
         where company_id = $1
           and id = $2
           and made_by = $3
         for update",
        tx.company(),
        id,
        user
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(Error::NotFound)?;
    if !found.is_open {
        return Err(Error::Conflict {
            code: "LWLOAN10413",
            message: "This was taken back already, or is more than 30 minutes old.".to_owned(),
            details: None,
        });
    }
    sqlx::query!("update loan_act set undone_at = now() where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    serde_json::from_value(found.steps).map_err(Error::internal)
}
