//! SQL for merged leads.

use crate::merge::{Made, Origin, UNDO_DAYS};
use platform::{Error, Result, Tx, db::Timestamp};
use serde_json::Value;

/// Locks leads in the order of their ids until the transaction ends.
pub(crate) async fn lock(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    sqlx::query_scalar!(
        "select id from lead where company_id = $1 and id = any ($2) order by id for update",
        tx.company(),
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}

/// The lead and all leads merged into it.
pub(crate) async fn parts(tx: &mut Tx, lead: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select $2::bigint as \"id!\"
         union
         select part_id from lead_part where company_id = $1 and lead_id = $2",
        tx.company(),
        lead
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The lead into which one was merged.
pub(crate) async fn kept_of(tx: &mut Tx, lead: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select lead_id as \"id!\" from lead_part where company_id = $1 and part_id = $2 order by merge_id desc limit 1",
        tx.company(),
        lead
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Status data of a lead, for [`put_standing`].
pub(crate) async fn standing(tx: &mut Tx, lead: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        "select jsonb_build_object('status_id', status_id, 'status_rank', status_rank, 'status_since', status_since,
                                   'lost_reason_id', lost_reason_id, 'wake_on', wake_on, 'late_at', late_at) as \"standing!\"
         from lead
         where company_id = $1
           and id = $2",
        tx.company(),
        lead
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Sets the status data of a lead and adds it to the history.
pub(crate) async fn put_standing(tx: &mut Tx, lead: i64, standing: &Value) -> Result<()> {
    sqlx::query!(
        "with moved as (
           update lead l
           set status_id = s.status_id, status_rank = s.status_rank, status_since = s.status_since,
               lost_reason_id = s.lost_reason_id, wake_on = s.wake_on, late_at = s.late_at
           from jsonb_populate_record(null::lead, $3) s
           where l.company_id = $1
             and l.id = $2
           returning l.id, l.status_id, l.status_rank, l.lost_reason_id, l.wake_on
         )
         insert into lead_status_change (company_id, lead_id, status_id, status_rank, lost_reason_id, wake_on, changed_by)
         select $1, id, status_id, status_rank, lost_reason_id, wake_on, $4
         from moved",
        tx.company(),
        lead,
        standing,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Time of the first contact with a lead.
pub(crate) async fn first_contact(tx: &mut Tx, lead: i64) -> Result<Option<Timestamp>> {
    Ok(sqlx::query_scalar!(
        "select min(happened_at) as \"at: Timestamp\"
         from lead_activity
         where company_id = $1
           and lead_id = $2
           and is_outgoing
           and kind <> 'WOKEN'",
        tx.company(),
        lead
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// A merge to insert.
pub(crate) struct NewMerge<'a> {
    pub kept: i64,
    pub others: &'a [i64],
    pub before: &'a Value,
    pub after: &'a Value,
    pub origins: &'a [Origin],
}

/// Merges leads into the kept one and returns the merge's id.
pub(crate) async fn merge(tx: &mut Tx, new: &NewMerge<'_>) -> Result<i64> {
    let NewMerge { kept, others, before, after, origins } = *new;
    let (company, user) = (tx.company(), tx.actor().user);
    let id = sqlx::query_scalar!(
        "insert into lead_merge (company_id, kept_id, lead_ids, before, after, origins, made_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        company,
        kept,
        others,
        before,
        after,
        serde_json::to_value(origins).map_err(Error::internal)?,
        user
    )
    .fetch_one(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into lead_merge_part (company_id, merge_id, lead_id)
         select $1::bigint, $2::bigint, id
         from (select unnest($3::bigint[]) as id
               union
               select part_id from lead_part where company_id = $1 and lead_id = any ($3)) as parts",
        company,
        id,
        others
    )
    .execute(&mut **tx)
    .await?;
    set_merged(tx, others, Some(kept)).await?;
    sqlx::query!("select count(remove_search_entry('lead', id)) from unnest($1::bigint[]) as id", others)
        .fetch_one(&mut **tx)
        .await?;
    Ok(id)
}

/// Hides merged leads, or restores them.
pub(crate) async fn set_merged(tx: &mut Tx, leads: &[i64], into: Option<i64>) -> Result<()> {
    sqlx::query!("select set_leads_merged($1, $2) is null as \"done!\"", leads, into).fetch_one(&mut **tx).await?;
    Ok(())
}

/// A merge as stored.
pub(crate) struct Merge {
    pub id: i64,
    pub kept_id: i64,
    pub lead_ids: Vec<i64>,
    pub before: Value,
    pub after: Value,
    pub is_undone: bool,
    pub is_old: bool,
    /// A later merge builds on it.
    pub is_covered: bool,
}

/// Finds a merge of the company.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Option<Merge>> {
    Ok(sqlx::query_as!(
        Merge,
        "select id, kept_id, lead_ids, before, after, undone_at is not null as \"is_undone!\",
                made_at <= now() - make_interval(days => $3) as \"is_old!\",
                exists (select
                        from lead_merge n
                        where n.company_id = $1
                          and n.kept_id = m.kept_id
                          and n.id > m.id
                          and n.undone_at is null) as \"is_covered!\"
         from lead_merge m
         where company_id = $1
           and id = $2",
        tx.company(),
        id,
        UNDO_DAYS
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Marks a merge as undone.
pub(crate) async fn undo(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "update lead_merge set undone_at = now(), undone_by = $3 where company_id = $1 and id = $2",
        tx.company(),
        id,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Merges into a lead, newest first, and the origins of all its parts.
pub(crate) async fn of_kept(tx: &mut Tx, lead: i64) -> Result<(Vec<Made>, Vec<Origin>)> {
    let rows = sqlx::query!(
        "select m.id, m.lead_ids, m.origins, m.made_at as \"made_at: Timestamp\", w.name as \"made_by?\",
                case when m.made_at > now() - make_interval(days => $3)
                     then m.made_at + make_interval(days => $3) end as \"undo_until: Timestamp\"
         from lead_merge m
         left join person w on w.user_id = m.made_by
         where m.company_id = $1
           and m.kept_id = $2
           and m.undone_at is null
         order by m.id desc
         limit 20",
        tx.company(),
        lead,
        UNDO_DAYS
    )
    .fetch_all(&mut **tx)
    .await?;
    let origins = match rows.first() {
        Some(newest) => serde_json::from_value(newest.origins.clone()).map_err(Error::internal)?,
        None => Vec::new(),
    };
    let made = rows.into_iter().enumerate().map(|(at, row)| Made {
        id: row.id,
        made_at: row.made_at,
        made_by: row.made_by,
        lead_ids: row.lead_ids,
        undo_until: row.undo_until.filter(|_| at == 0),
    });
    Ok((made.collect(), origins))
}
