//! SQL for bulk imports.

mod unseen;

pub(crate) use unseen::{mark_seen, unseen};

use lending::{bulk_import::ItemStatus, team::Member};
use platform::{Error, GlobalTx, InCompany, JobTx, Result, Tx, db::Timestamp};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};
use uuid::Uuid;

/// Days after which results are deleted.
const REMEMBERED_DAYS: i32 = 90;

/// A batch.
pub(crate) struct BatchRow {
    pub status: String,
    pub officer_id: i64,
    pub team: Value,
    pub reset: bool,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// Finds a batch of the actor.
pub(crate) async fn batch(tx: &mut Tx, id: Uuid) -> Result<Option<BatchRow>> {
    Ok(sqlx::query_as!(
        BatchRow,
        "select status, officer_id, team, reset, created_at, started_at as \"started_at: Timestamp\",
                finished_at as \"finished_at: Timestamp\"
         from import_batch
         where company_id = $1
           and id = $2
           and created_by = $3",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// The actor's latest batch in the active org unit.
pub(crate) async fn latest(tx: &mut Tx) -> Result<Option<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select id
         from import_batch
         where company_id = $1
           and created_by = $2
           and org_unit_id = $3
         order by id desc
         limit 1",
        tx.company(),
        tx.actor().user,
        tx.actor().org_unit()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// A file of a batch.
pub(crate) struct ItemRow {
    pub id: Uuid,
    pub file_name: String,
    pub status: String,
    pub loan_id: Option<i64>,
    pub rules: Value,
    pub borrower_name: Option<String>,
}

pub(crate) async fn items(tx: &mut Tx, batch: Uuid) -> Result<Vec<ItemRow>> {
    Ok(sqlx::query_as!(
        ItemRow,
        "select id, file_name, status, loan_id, rules, borrower_name
         from import_batch_item
         where company_id = $1
           and batch_id = $2
         order by position",
        tx.company(),
        batch
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Org unit of a loan.
pub(crate) struct Place {
    pub id: i64,
    pub org_unit: i64,
    /// The active membership is on the loan.
    pub is_own: bool,
}

/// Org units of the loans of a batch.
pub(crate) async fn places(tx: &mut Tx, batch: Uuid) -> Result<Vec<Place>> {
    Ok(sqlx::query_as!(
        Place,
        "select l.loan_id as \"id!\", l.org_unit_id as \"org_unit!\",
                exists (select
                        from loan_member t
                        where t.company_id = $1 and t.loan_id = l.loan_id and t.membership_id = $3) as \"is_own!\"
         from import_batch_item i
         join loan_of_file l on l.company_id = $1 and l.file_id = i.file_id
         where i.company_id = $1
           and i.batch_id = $2
           and i.loan_id = l.loan_id",
        tx.company(),
        batch,
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Names of team members by membership.
pub(crate) async fn names(tx: &mut Tx, team: &[Member]) -> Result<HashMap<i64, String>> {
    let ids: Vec<_> = team.iter().map(|member| member.membership).collect();
    let rows = sqlx::query!(
        "select membership_id as \"id!\", name as \"name!\" from member where company_id = $1 and membership_id = any ($2)",
        tx.company(),
        &ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// Changes the team of a batch that is being set up. Returns false otherwise.
pub(crate) async fn set_team(tx: &mut Tx, id: Uuid, officer: i64, team: &Value) -> Result<bool> {
    let changed = sqlx::query!(
        "update import_batch
         set officer_id = $4, team = $5
         where company_id = $1 and id = $2 and created_by = $3 and status = 'SETUP'",
        tx.company(),
        id,
        tx.actor().user,
        officer,
        team
    )
    .execute(&mut **tx)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Returns true if a membership is an active officer's.
pub(crate) async fn is_officer(tx: &mut Tx, membership: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (
           select
           from member
           where company_id = $1 and membership_id = $2 and is_active and 'ORIGINATOR' = any (roles)
         ) as \"is!\"",
        tx.company(),
        membership
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Cancels the actor's unstarted batch in this org unit and hides earlier ones.
pub(crate) async fn make_room(tx: &mut Tx) -> Result<()> {
    let (company, user, unit) = (tx.company(), tx.actor().user, tx.actor().org_unit());
    sqlx::query!(
        "with given_up as (
           update import_batch
           set status = 'CANCELLED', reset = true, finished_at = now()
           where company_id = $1 and created_by = $2 and org_unit_id = $3 and status = 'SETUP'
           returning id
         ), items as (
           update import_batch_item i
           set status = 'CANCELLED'
           from given_up g
           where i.company_id = $1 and i.batch_id = g.id and i.status = 'PENDING'
         )
         update import_batch
         set reset = true
         where company_id = $1 and created_by = $2 and org_unit_id = $3 and status in ('COMPLETED', 'CANCELLED') and not reset",
        company,
        user,
        unit
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn insert(tx: &mut Tx, id: Uuid, officer: i64, team: &Value) -> sqlx::Result<()> {
    let actor = tx.actor().clone();
    sqlx::query!(
        "insert into import_batch (company_id, id, org_unit_id, created_by, membership_id, officer_id, team, origin)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        actor.company(),
        id,
        actor.org_unit(),
        actor.user,
        actor.membership(),
        officer,
        team,
        actor.origin.as_deref()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// State and number of files of a batch.
pub(crate) struct Filling {
    pub status: String,
    pub items: i64,
    /// Position of the last file.
    pub last: i32,
}

/// Finds a batch of the actor for adding files.
pub(crate) async fn open_for_files(tx: &mut Tx, id: Uuid) -> Result<Option<Filling>> {
    Ok(sqlx::query_as!(
        Filling,
        "select b.status, n.items as \"items!\", n.last as \"last!\"
         from import_batch b
         cross join lateral (
           select count(*) as items, coalesce(max(i.position), 0) as last
           from import_batch_item i
           where i.company_id = $1 and i.batch_id = b.id
         ) as n
         where b.company_id = $1
           and b.id = $2
           and b.created_by = $3",
        tx.company(),
        id,
        tx.actor().user
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Like [`open_for_files`], and locks the batch.
pub(crate) async fn lock_for_files(tx: &mut Tx, id: Uuid) -> Result<Option<Filling>> {
    sqlx::query!("select id from import_batch where company_id = $1 and id = $2 for update", tx.company(), id)
        .fetch_optional(&mut **tx)
        .await?;
    open_for_files(tx, id).await
}

/// Which contents the batch's files already have, with the name of the first file.
pub(crate) async fn of_contents(tx: &mut Tx, batch: Uuid, keys: &[Vec<u8>]) -> Result<Vec<(Vec<u8>, String)>> {
    let rows = sqlx::query!(
        "select distinct on (content_key) content_key as \"content_key!\", file_name
         from import_batch_item
         where company_id = $1
           and batch_id = $2
           and content_key = any ($3)
         order by content_key, position",
        tx.company(),
        batch,
        keys
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.content_key, row.file_name)).collect())
}

/// Which contents already became loans.
pub(crate) async fn made_before(tx: &mut Tx, keys: &[Vec<u8>]) -> Result<HashSet<Vec<u8>>> {
    let found = sqlx::query_scalar!(
        "select distinct c.content_key
         from file_content c
         join loan_of_file l on l.company_id = $1 and l.file_id = c.file_id
         where c.company_id = $1
           and c.content_key = any ($2)",
        tx.company(),
        keys
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(found.into_iter().collect())
}

/// A file to add to a batch.
pub(crate) struct NewItem<'a> {
    pub file: Uuid,
    pub name: &'a str,
    pub status: ItemStatus,
    pub content_key: &'a [u8],
    pub borrower_name: Option<&'a str>,
    pub rules: Value,
}

pub(crate) async fn insert_items(tx: &mut Tx, batch: Uuid, last: i32, items: &[NewItem<'_>]) -> Result<()> {
    let ids: Vec<_> = items.iter().map(|_| Uuid::now_v7()).collect();
    let files: Vec<_> = items.iter().map(|item| item.file).collect();
    let names: Vec<_> = items.iter().map(|item| item.name.to_owned()).collect();
    let statuses: Vec<_> = items.iter().map(|item| item.status.as_str().to_owned()).collect();
    let keys: Vec<_> = items.iter().map(|item| item.content_key.to_vec()).collect();
    let borrowers: Vec<_> = items.iter().map(|item| item.borrower_name.map(str::to_owned)).collect();
    let rules: Vec<_> = items.iter().map(|item| item.rules.clone()).collect();
    sqlx::query!(
        "insert into import_batch_item (company_id, batch_id, id, position, file_id, file_name, status, content_key,
                                        borrower_name, rules)
         select $1, $2, n.id, $3::integer + n.place::integer, n.file_id, n.file_name, n.status, n.content_key, n.borrower_name, n.rules
         from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::bytea[], $9::text[], $10::jsonb[])
              with ordinality as n(id, file_id, file_name, status, content_key, borrower_name, rules, place)",
        tx.company(),
        batch,
        last,
        &ids,
        &files,
        &names,
        &statuses,
        &keys,
        &borrowers as &[Option<String>],
        &rules
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Removes a file from a batch and returns its name.
pub(crate) async fn remove_item(tx: &mut Tx, batch: Uuid, item: Uuid) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "delete from import_batch_item where company_id = $1 and batch_id = $2 and id = $3 returning file_name",
        tx.company(),
        batch,
        item
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Starts a batch that is being set up. Returns false otherwise.
pub(crate) async fn start(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let begun = sqlx::query!(
        "update import_batch
         set status = 'IN_PROGRESS', started_at = now()
         where company_id = $1 and id = $2 and status = 'SETUP'",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(begun.rows_affected() == 1)
}

/// The waiting files of a batch, in order.
pub(crate) async fn waiting(tx: &mut Tx, batch: Uuid) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select id
         from import_batch_item
         where company_id = $1
           and batch_id = $2
           and status = 'PENDING'
         order by position",
        tx.company(),
        batch
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Cancels a batch and its waiting files. Returns false if it has finished. The web discards a batch that was never
/// started.
pub(crate) async fn cancel(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let company = tx.company();
    let cancelled = sqlx::query!(
        "update import_batch
         set status = 'CANCELLED', reset = started_at is null, finished_at = now()
         where company_id = $1 and id = $2 and status in ('SETUP', 'IN_PROGRESS')",
        company,
        id
    )
    .execute(&mut **tx)
    .await?;
    // Waits for files whose loan is being written. They stay done.
    sqlx::query!(
        "update import_batch_item
         set status = 'CANCELLED'
         where company_id = $1 and batch_id = $2 and status in ('PENDING', 'PROCESSING')",
        company,
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(cancelled.rows_affected() == 1)
}

/// Copies the failed and cancelled files into another batch. Returns their number.
pub(crate) async fn take_over_failed(tx: &mut Tx, from: Uuid, to: Uuid) -> Result<usize> {
    let company = tx.company();
    let failed = sqlx::query!(
        "select id, file_id as \"file_id!\", file_name, content_key, borrower_name
         from import_batch_item
         where company_id = $1
           and batch_id = $2
           and status in ('FAILED', 'CANCELLED')
           and file_id is not null
         order by position",
        company,
        from
    )
    .fetch_all(&mut **tx)
    .await?;
    let keys: Vec<_> = failed.iter().map(|row| row.content_key.clone().unwrap_or_default()).collect();
    let items: Vec<_> = failed
        .iter()
        .zip(&keys)
        .map(|(row, key)| NewItem {
            file: row.file_id,
            name: &row.file_name,
            status: ItemStatus::PENDING,
            content_key: key,
            borrower_name: row.borrower_name.as_deref(),
            rules: Value::Array(Vec::new()),
        })
        .collect();
    insert_items(tx, to, 0, &items).await?;
    Ok(items.len())
}

/// The failed files of a batch that are still stored.
pub(crate) async fn failed_files(tx: &mut Tx, batch: Uuid) -> Result<Vec<(Uuid, String)>> {
    let rows = sqlx::query!(
        "select file_id as \"file_id!\", file_name
         from import_batch_item
         where company_id = $1
           and batch_id = $2
           and status in ('INVALID', 'INVALID_ITEM', 'FAILED', 'CANCELLED')
           and file_id is not null
         order by position",
        tx.company(),
        batch
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.file_id, row.file_name)).collect())
}

/// Data shared by all loans of a batch.
pub(crate) struct Terms {
    pub officer: i64,
    pub team: Vec<Member>,
    /// The user who started it is still active.
    pub may_go_on: bool,
}

/// Reads the shared data of a batch in progress.
pub(crate) async fn terms(tx: &mut JobTx, batch: Uuid) -> Result<Option<Terms>> {
    let company = tx.company();
    let found = sqlx::query!(
        "select b.officer_id, b.team, coalesce(m.is_active, false) as \"may_go_on!\"
         from import_batch b
         left join member m on m.company_id = $1 and m.membership_id = b.membership_id
         where b.company_id = $1
           and b.id = $2
           and b.status = 'IN_PROGRESS'",
        company,
        batch
    )
    .fetch_optional(&mut **tx)
    .await?;
    found
        .map(|row| {
            let team = serde_json::from_value(row.team).map_err(Error::internal)?;
            Ok(Terms { officer: row.officer_id, team, may_go_on: row.may_go_on })
        })
        .transpose()
}

/// A claimed file.
pub(crate) struct Claimed {
    pub id: Uuid,
    pub file_id: Option<Uuid>,
    /// Number of attempts, including this one.
    pub tries: i16,
}

/// Claims files, including those claimed before.
pub(crate) async fn claim(tx: &mut JobTx, items: &[Uuid]) -> Result<Vec<Claimed>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Claimed,
        "update import_batch_item
         set status = 'PROCESSING', tries = least(tries, 1000) + 1
         where company_id = $1
           and id = any ($2)
           and status in ('PENDING', 'PROCESSING')
         returning id, file_id, tries",
        company,
        items
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Locks documents, so that no concurrent import creates loans from them.
pub(crate) async fn hold_contents(tx: &mut JobTx, keys: &[Vec<u8>]) -> Result<()> {
    // Lock in a consistent order.
    let names: BTreeSet<i64> =
        keys.iter().filter_map(|key| Some(i64::from_be_bytes(key.first_chunk::<8>().copied()?))).collect();
    let names: Vec<_> = names.into_iter().collect();
    sqlx::query!("select pg_advisory_xact_lock(name) is null as \"held!\" from unnest($1::bigint[]) as name", &names)
        .fetch_all(&mut **tx)
        .await?;
    Ok(())
}

/// A file that isn't processed yet.
pub(crate) struct Held {
    pub id: Uuid,
    /// The same document already became a loan.
    pub is_made: bool,
}

/// Returns the files that aren't processed yet, and locks them.
pub(crate) async fn hold(tx: &mut JobTx, items: &[Uuid]) -> Result<Vec<Held>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Held,
        "select i.id,
                exists (select
                        from file_content c
                        cross join lateral (
                          select from loan_of_file l where l.company_id = $1 and l.file_id = c.file_id offset 0) as l
                        where c.company_id = $1 and c.content_key = i.content_key) as \"is_made!\"
         from import_batch_item i
         where i.company_id = $1
           and i.id = any ($2)
           and i.status = 'PROCESSING'
         order by i.id
         for update of i",
        company,
        items
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Result of a file.
pub(crate) struct Outcome {
    pub item: Uuid,
    pub status: ItemStatus,
    pub loan: Option<i64>,
    pub rules: Value,
}

/// Writes the results of files.
pub(crate) async fn put(tx: &mut JobTx, outcomes: &[Outcome]) -> Result<()> {
    let company = tx.company();
    let items: Vec<_> = outcomes.iter().map(|one| one.item).collect();
    let statuses: Vec<_> = outcomes.iter().map(|one| one.status.as_str().to_owned()).collect();
    let loans: Vec<_> = outcomes.iter().map(|one| one.loan).collect();
    let rules: Vec<_> = outcomes.iter().map(|one| one.rules.clone()).collect();
    sqlx::query!(
        "update import_batch_item i
         set status = o.status, loan_id = o.loan_id, rules = o.rules
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::jsonb[]) as o(id, status, loan_id, rules)
         where i.company_id = $1
           and i.id = o.id
           and i.status = 'PROCESSING'",
        company,
        &items,
        &statuses,
        &loans as &[Option<i64>],
        &rules
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A completed batch.
pub(crate) struct Completed {
    pub origin: Option<String>,
    /// All members of its team.
    pub members: BTreeSet<i64>,
    pub loans: Vec<i64>,
    pub files: i64,
}

/// Completes a batch in progress if every file is processed.
pub(crate) async fn complete(tx: &mut impl InCompany, batch: Uuid) -> Result<Option<Completed>> {
    let company = tx.company();
    let done = sqlx::query!(
        "update import_batch b
         set status = 'COMPLETED', finished_at = now(),
             has_unseen_failures = exists (
               select
               from import_batch_item i
               where i.company_id = $1 and i.batch_id = $2 and i.status in ('INVALID', 'INVALID_ITEM', 'FAILED')
             )
         where b.company_id = $1
           and b.id = $2
           and b.status = 'IN_PROGRESS'
           -- Looked for from the end: jobs begin with the first.
           and (
             select i.position
             from import_batch_item i
             where i.company_id = $1 and i.batch_id = $2 and i.status in ('PENDING', 'PROCESSING')
             order by i.position desc
             limit 1
           ) is null
         returning b.origin, b.officer_id, b.team,
                   array(select i.loan_id
                         from import_batch_item i
                         where i.company_id = $1 and i.batch_id = $2 and i.loan_id is not null
                         order by i.position) as \"loans!\",
                   (select count(*) from import_batch_item i where i.company_id = $1 and i.batch_id = $2) as \"files!\"",
        company,
        batch
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = done else { return Ok(None) };
    let team: Vec<Member> = serde_json::from_value(row.team).map_err(Error::internal)?;
    let members = team.iter().map(|member| member.membership).chain([row.officer_id]).collect();
    Ok(Some(Completed { origin: row.origin, members, loans: row.loans, files: row.files }))
}

/// Cancels batches whose files were deleted by the sweep, and deletes old finished batches.
pub(crate) async fn sweep(tx: &mut GlobalTx, company: i64, kept_days: u16) -> Result<()> {
    sqlx::query!(
        "with given_up as (
           update import_batch
           set status = 'CANCELLED', reset = true, finished_at = now()
           where company_id = $1 and status = 'SETUP' and created_at < now() - make_interval(days => $2)
           returning id
         )
         update import_batch_item i
         set status = 'CANCELLED'
         from given_up g
         where i.company_id = $1 and i.batch_id = g.id and i.status = 'PENDING'",
        company,
        i32::from(kept_days)
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from import_batch where company_id = $1 and finished_at < now() - make_interval(days => $2)",
        company,
        REMEMBERED_DAYS
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
