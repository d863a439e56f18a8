//! SQL for email preferences.

use platform::{Result, Tx};

/// Kinds that the active user has switched off in this company.
pub(crate) async fn off(tx: &mut Tx) -> Result<Vec<String>> {
    let user = tx.actor().user;
    Ok(sqlx::query_scalar!(
        "select kind from notification_choice where company_id = $1 and user_id = $2 and not is_on",
        tx.company(),
        user
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(crate) async fn set(tx: &mut Tx, kind: &str, is_on: bool) -> Result<()> {
    let user = tx.actor().user;
    sqlx::query!(
        "insert into notification_choice (company_id, user_id, kind, is_on)
         values ($1, $2, $3, $4)
         on conflict (company_id, user_id, kind) do update set is_on = excluded.is_on",
        tx.company(),
        user,
        kind,
        is_on
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
