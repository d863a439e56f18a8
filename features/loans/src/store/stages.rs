//! All SQL on the stages that a company keeps.

use crate::stage_list::StageEntry;
use lending::stages::StageKind;
use platform::{Result, Tx};

pub(crate) async fn entries(tx: &mut Tx) -> Result<Vec<StageEntry>> {
    Ok(sqlx::query_as!(
        StageEntry,
        "select s.id, s.name, s.kind, s.is_active, s.version,
                (select count(*) from loan l where l.company_id = $1 and l.stage_id = s.id) as \"loans!\"
         from loan_stage s
         where s.company_id = $1
         order by s.position, s.id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(crate) async fn hold(tx: &mut Tx) -> Result<()> {
    sqlx::query_scalar!("select id from loan_stage where company_id = $1 order by id for no key update", tx.company())
        .fetch_all(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn create(tx: &mut Tx, name: &str, kind: StageKind) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into loan_stage (company_id, name, kind, rank, position)
         select $1, $2, $3, $4, coalesce(max(position), 0) + 1
         from loan_stage
         where company_id = $1
         returning id",
        tx.company(),
        name,
        kind.as_str(),
        kind.rank()
    )
    .fetch_one(&mut **tx)
    .await?)
}

pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, name: &str, is_active: bool) -> Result<bool> {
    let updated = sqlx::query!(
        "update loan_stage
         set name = $4, is_active = $5, version = version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        tx.company(),
        id,
        version,
        name,
        is_active
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("delete from loan_stage where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn order(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    sqlx::query!(
        "update loan_stage s
         set position = given.position
         from unnest($2::bigint[]) with ordinality as given(id, position)
         where s.company_id = $1
           and s.id = given.id",
        tx.company(),
        ids
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts every loan of a stage at another; answers which.
pub(crate) async fn move_loans(tx: &mut Tx, from: i64, to: i64) -> Result<Vec<i64>> {
    let user = tx.actor().user;
    Ok(sqlx::query_scalar!(
        "with moved as (
           update loan l
           set stage_id = $3, version = l.version + 1
           where l.company_id = $1
             and l.stage_id = $2
           returning l.id, l.stage_rank
         ), history as (
           insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, changed_by)
           select $1, id, $3, stage_rank, $4
           from moved
         ), entries as (
           insert into audit_entry (company_id, action, entity, entity_id, before, after)
           select $1, 'loan.stage', 'loan', id::text, jsonb_build_object('stage', $2::bigint),
                  jsonb_build_object('stage', $3::bigint)
           from moved
         )
         insert into event (company_id, kind, entity_id)
         select $1, 'loan.edited', id
         from moved
         returning entity_id",
        tx.company(),
        from,
        to,
        user
    )
    .fetch_all(&mut **tx)
    .await?)
}
