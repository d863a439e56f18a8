//! SQL for second factor resets that wait for an administrator.

use platform::{Result, Tx, db::Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A waiting reset.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactorReset)]
pub struct Waiting {
    pub id: i64,
    #[serde(rename = "WizeUserId")]
    pub user_id: i64,
    pub name: String,
    pub email: String,
    pub requested_at: Timestamp,
}

/// Maximum number of resets in a list.
const WAITING_MAX: i64 = 100;

pub(crate) async fn waiting(tx: &mut Tx) -> Result<Vec<Waiting>> {
    Ok(sqlx::query_as!(
        Waiting,
        "select r.id, r.user_id, u.first_name || ' ' || u.last_name as \"name!\", u.email, r.requested_at
         from second_factor_reset r
         join app_user u on u.id = r.user_id
         where r.company_id = $1
           and r.decided_at is null
           and u.state = 'ACTIVE'
         order by r.requested_at, r.id
         limit $2",
        tx.company(),
        WAITING_MAX
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The user of a reset.
pub(crate) async fn user_of(tx: &mut Tx, id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select user_id from second_factor_reset where company_id = $1 and id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Decides a reset. Returns false if it was decided already.
pub(crate) async fn decide(tx: &mut Tx, id: i64, is_approved: bool) -> Result<bool> {
    let decided = sqlx::query!(
        "update second_factor_reset
         set decided_at = now(), decided_by_user_id = $3, is_approved = $4
         where company_id = $1
           and id = $2
           and decided_at is null",
        tx.company(),
        id,
        tx.actor().logged_in_user,
        is_approved
    )
    .execute(&mut **tx)
    .await?;
    Ok(decided.rows_affected() == 1)
}
