//! SQL for merges of borrowers.

use crate::{
    merge::{Made, UNDO_DAYS},
    record::Facts,
    store,
};
use platform::{Error, Result, Tx, db::Timestamp};
use serde_json::Value;

/// A merge as stored.
pub(crate) struct Merge {
    pub id: i64,
    pub survivor_id: i64,
    pub before: Facts,
    pub after: Facts,
    pub can_be_undone: bool,
}

/// Locks records in the order of their ids until the transaction ends.
pub(crate) async fn lock(tx: &mut Tx, ids: &[i64]) -> Result<()> {
    sqlx::query_scalar!(
        "select id from borrower where company_id = $1 and id = any ($2) order by id for update",
        tx.company(),
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}

/// Merges records into the survivor, sets its values, and returns the merge's id.
pub(crate) async fn merge(
    tx: &mut Tx,
    survivor: i64,
    others: &[i64],
    before: &Facts,
    after: &Facts,
    reason: Option<&str>,
) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    let json = |facts: &Facts| serde_json::to_value(facts).map_err(Error::internal);
    let id = sqlx::query_scalar!(
        "insert into merge (company_id, kind, survivor_id, before, after, reason, made_by, gave_ssn, gave_birth, relatives)
         select $1::bigint, 'borrower', $2::bigint, $3::jsonb, $4::jsonb, $5::text, $6::bigint, ssn_key is null,
                birth_key is null,
                array(select relative_id from borrower_relative where company_id = $1 and borrower_id = $2)
         from borrower
         where company_id = $1
           and id = $2
         returning id",
        company,
        survivor,
        json(before)?,
        json(after)?,
        reason,
        user
    )
    .fetch_one(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into merge_part (company_id, merge_id, record_id, record, relatives, moved)
         select $1::bigint, $2::bigint, b.id, to_jsonb(b),
                coalesce((select jsonb_agg(to_jsonb(r))
                          from borrower_relative r
                          where r.company_id = $1 and (r.borrower_id = b.id or r.relative_id = b.id)), '[]'),
                move_borrower($1, b.id, $3)
         from borrower b
         where b.company_id = $1
           and b.id = any ($4)",
        company,
        id,
        survivor,
        others
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into borrower_relative (company_id, borrower_id, relative_id, relation)
         select distinct on (borrower_id, relative_id) $1::bigint, borrower_id, relative_id, relation
         from (select case when borrower_id = any ($3) then $2::bigint else borrower_id end as borrower_id,
                      case when relative_id = any ($3) then $2::bigint else relative_id end as relative_id, relation
               from borrower_relative
               where company_id = $1
                 and (borrower_id = any ($3) or relative_id = any ($3))) r
         where borrower_id <> relative_id
         on conflict do nothing",
        company,
        survivor,
        others
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from borrower_relative where company_id = $1 and (borrower_id = any ($2) or relative_id = any ($2))",
        company,
        others
    )
    .execute(&mut **tx)
    .await?;
    // Fill in the number and birth date, which users don't edit here.
    sqlx::query!(
        "update borrower s
         set ssn_key = n.ssn_key, ssn_key_version = n.ssn_key_version
         from (select ssn_key, ssn_key_version
               from borrower
               where company_id = $1 and id = any ($3) and ssn_key is not null
               order by updated_at desc
               limit 1) n
         where s.company_id = $1 and s.id = $2 and s.ssn_key is null",
        company,
        survivor,
        others
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update borrower s
         set birth_key = n.birth_key, birth_key_version = n.birth_key_version
         from (select birth_key, birth_key_version
               from borrower
               where company_id = $1 and id = any ($3) and birth_key is not null
               order by updated_at desc
               limit 1) n
         where s.company_id = $1 and s.id = $2 and s.birth_key is null",
        company,
        survivor,
        others
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with gone as (
           delete from borrower where company_id = $1 and id = any ($2) returning id
         )
         select count(remove_search_entry('borrower', id)) from gone",
        company,
        others
    )
    .fetch_one(&mut **tx)
    .await?;
    write(tx, survivor, after).await?;
    Ok(id)
}

/// Writes values into a locked record.
async fn write(tx: &mut Tx, id: i64, facts: &Facts) -> Result<()> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    store::update(tx, id, record.version, record.org_unit_id, facts).await?;
    Ok(())
}

/// Finds a merge of the company.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Option<Merge>> {
    let row = sqlx::query!(
        "select id, survivor_id, before, after,
                undone_at is null and made_at > now() - make_interval(days => $3) as \"can_be_undone!\"
         from merge
         where company_id = $1
           and id = $2
           and kind = 'borrower'",
        tx.company(),
        id,
        UNDO_DAYS
    )
    .fetch_optional(&mut **tx)
    .await?;
    let facts = |value: Value| serde_json::from_value(value).map_err(Error::internal);
    row.map(|row| {
        Ok(Merge {
            id: row.id,
            survivor_id: row.survivor_id,
            before: facts(row.before)?,
            after: facts(row.after)?,
            can_be_undone: row.can_be_undone,
        })
    })
    .transpose()
}

/// Restores the records of a merge with their links. Returns their ids.
pub(crate) async fn undo(tx: &mut Tx, merge: &Merge, restored: &Facts) -> Result<Vec<i64>> {
    let company = tx.company();
    let ids = sqlx::query_scalar!(
        "with given_back as (
           insert into borrower
           select r.*
           from merge_part p
           cross join lateral jsonb_populate_record(null::borrower, p.record) r
           where p.company_id = $1
             and p.merge_id = $2
           returning id, org_unit_id, words
         )
         select id as \"id!\" from given_back where put_search_entry('borrower', org_unit_id, id, words) is null
         union
         select id from given_back",
        company,
        merge.id
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "select count(move_borrower_back($1, moved, $3, record_id)) from merge_part where company_id = $1 and merge_id = $2",
        company,
        merge.id,
        merge.survivor_id
    )
    .fetch_one(&mut **tx)
    .await?;
    // Remove the survivor's relations that came from the others.
    sqlx::query!(
        "with of_others as (
           select (r.value ->> 'borrower_id')::bigint as id
           from merge_part p
           cross join lateral jsonb_array_elements(p.relatives) r
           where p.company_id = $1 and p.merge_id = $2
           union
           select (r.value ->> 'relative_id')::bigint
           from merge_part p
           cross join lateral jsonb_array_elements(p.relatives) r
           where p.company_id = $1 and p.merge_id = $2
         )
         delete from borrower_relative r
         using merge m
         where m.company_id = $1
           and m.id = $2
           and r.company_id = $1
           and ((r.borrower_id = m.survivor_id and r.relative_id <> all (m.relatives)
                 and r.relative_id in (select id from of_others))
                or (r.relative_id = m.survivor_id and r.borrower_id <> all (m.relatives)
                    and r.borrower_id in (select id from of_others)))",
        company,
        merge.id
    )
    .execute(&mut **tx)
    .await?;
    // Restore relations between records that both exist.
    sqlx::query!(
        "insert into borrower_relative
         select r.*
         from merge_part p
         cross join lateral jsonb_populate_recordset(null::borrower_relative, p.relatives) r
         where p.company_id = $1
           and p.merge_id = $2
           and exists (select from borrower b where b.company_id = $1 and b.id = r.borrower_id)
           and exists (select from borrower b where b.company_id = $1 and b.id = r.relative_id)
         on conflict do nothing",
        company,
        merge.id
    )
    .execute(&mut **tx)
    .await?;
    // Remove the number and birth date that came from the others.
    sqlx::query!(
        "update borrower s
         set ssn_key = case when m.gave_ssn and s.ssn_key in (select ssn_key from borrower where company_id = $1 and id = any ($3))
                            then null else s.ssn_key end,
             ssn_key_version = case when m.gave_ssn and s.ssn_key in (select ssn_key from borrower where company_id = $1 and id = any ($3))
                                    then null else s.ssn_key_version end,
             birth_key = case when m.gave_birth and s.birth_key in (select birth_key from borrower where company_id = $1 and id = any ($3))
                              then null else s.birth_key end,
             birth_key_version = case when m.gave_birth and s.birth_key in (select birth_key from borrower where company_id = $1 and id = any ($3))
                                      then null else s.birth_key_version end
         from merge m
         where m.company_id = $1
           and m.id = $4
           and s.company_id = $1
           and s.id = $2",
        company,
        merge.survivor_id,
        &ids,
        merge.id
    )
    .execute(&mut **tx)
    .await?;
    write(tx, merge.survivor_id, restored).await?;
    sqlx::query!(
        "update merge set undone_at = now(), undone_by = $3 where company_id = $1 and id = $2",
        company,
        merge.id,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(ids)
}

/// The record that a merged one became part of, by the latest effective merge.
pub(crate) async fn survivor_of(tx: &mut Tx, id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select m.survivor_id
         from merge_part p
         join merge m on m.company_id = $1 and m.id = p.merge_id
         where p.company_id = $1
           and p.record_id = $2
           and m.kind = 'borrower'
           and m.undone_at is null
         order by m.id desc
         limit 1",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Merges that a record survived, newest first.
pub(crate) async fn of_survivor(tx: &mut Tx, id: i64) -> Result<Vec<Made>> {
    Ok(sqlx::query_as!(
        Made,
        "select m.id, m.made_at as \"made_at: Timestamp\", w.name as made_by,
                array(select btrim(concat_ws(' ', p.record ->> 'first_name', p.record ->> 'last_name'))
                      from merge_part p
                      where p.company_id = $1 and p.merge_id = m.id
                      order by p.record_id) as \"names!\",
                case when m.made_at > now() - make_interval(days => $3)
                     then m.made_at + make_interval(days => $3) end as \"undo_until: Timestamp\"
         from merge m
         left join person w on w.user_id = m.made_by
         where m.company_id = $1
           and m.kind = 'borrower'
           and m.survivor_id = $2
           and m.undone_at is null
         order by m.id desc
         limit 20",
        tx.company(),
        id,
        UNDO_DAYS
    )
    .fetch_all(&mut **tx)
    .await?)
}
