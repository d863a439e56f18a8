//! All SQL of the audit log.

use crate::{
    canonical::{Entry, Hash},
    filter::Filter,
};
use platform::{Result, db::Timestamp};
use sqlx::PgConnection;

pub(crate) mod checks;
pub(crate) mod records;
pub(crate) mod unusual;

/// How far the chain has come: the transaction and the entry. PostgreSQL's counter of transactions has 64 bits, of which a
/// cluster never uses the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub xid: i64,
    pub id: i64,
}

impl Place {
    /// Before every entry.
    pub const BEGINNING: Self = Self { xid: 0, id: 0 };
}

/// A place of the chain that is to be kept.
#[derive(Debug)]
pub(crate) struct Seal {
    pub position: i64,
    pub place: Place,
    pub hash: Hash,
}

/// The end of a chain.
#[derive(Debug)]
pub(crate) struct Last {
    pub position: i64,
    pub place: Place,
    pub hash: Hash,
    /// Its transaction is one that this cluster has not begun yet.
    pub is_ahead: bool,
}

/// Waits for nobody: false where another process seals this company now. The turn ends with the transaction.
pub(crate) async fn take_turn(connection: &mut PgConnection, company: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select pg_try_advisory_xact_lock(hashtext('keyturn audit'), ($1::bigint % 2147483647)::integer) as \"taken!\"",
        company
    )
    .fetch_one(connection)
    .await?)
}

/// The end of a company's chain.
pub(crate) async fn last(connection: &mut PgConnection, company: i64) -> Result<Option<Last>> {
    let found = sqlx::query!(
        "select position, audit_id, xid::text::bigint as \"xid!\", hash,
                xid >= pg_snapshot_xmax(pg_current_snapshot()) as \"is_ahead!\"
         from audit_seal
         where company_id = $1
         order by position desc
         limit 1",
        company
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|found| Last {
        position: found.position,
        place: Place { xid: found.xid, id: found.audit_id },
        hash: hash(&found.hash),
        is_ahead: found.is_ahead,
    }))
}

/// Entries beyond a place that can no longer be overtaken: every transaction before theirs has ended. One of a transaction
/// that this cluster has not begun yet was restored from another, and has ended there.
pub(crate) async fn waiting(
    connection: &mut PgConnection,
    company: i64,
    from: Place,
    limit: i64,
) -> Result<Vec<Entry>> {
    Ok(sqlx::query_as!(
        Entry,
        "select e.id, e.xid::text::bigint as \"xid!\", e.at, e.session_id, e.logged_in_user_id, e.active_user_id,
                e.membership_id, e.api_key_id, e.action, e.entity, e.entity_id, e.before::text, e.after::text,
                host(e.address) as address
         from audit_entry e
         where e.company_id = $1
           and (e.xid, e.id) > ($2::bigint::text::xid8, $3::bigint)
           and (e.xid < pg_snapshot_xmin(pg_current_snapshot()) or e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
           and not exists (
             select from audit_seal s where s.company_id = $1 and s.audit_id = e.id and s.audit_id > 0
           )
         order by e.xid, e.id
         limit $4",
        company,
        from.xid,
        from.id,
        limit
    )
    .fetch_all(connection)
    .await?)
}

pub(crate) async fn append(connection: &mut PgConnection, company: i64, seals: &[Seal]) -> Result<()> {
    let positions: Vec<i64> = seals.iter().map(|seal| seal.position).collect();
    let ids: Vec<i64> = seals.iter().map(|seal| seal.place.id).collect();
    let xids: Vec<i64> = seals.iter().map(|seal| seal.place.xid).collect();
    let hashes: Vec<Vec<u8>> = seals.iter().map(|seal| seal.hash.to_vec()).collect();
    sqlx::query!(
        "insert into audit_seal (company_id, position, audit_id, xid, hash)
         select $1, s.position, s.audit_id, s.xid::text::xid8, s.hash
         from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) as s (position, audit_id, xid, hash)",
        company,
        &positions,
        &ids,
        &xids,
        &hashes
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// What is read from now on in this transaction is one moment's.
pub(crate) async fn stand_still(connection: &mut PgConnection) -> Result<()> {
    sqlx::query!("set transaction isolation level repeatable read, read only").execute(connection).await?;
    Ok(())
}

/// A place of the chain as it is kept, with its entry as it is now.
#[derive(Debug)]
pub(crate) struct Link {
    pub position: i64,
    pub place: Place,
    pub hash: Hash,
    pub entry: Option<Entry>,
}

/// The chain beyond a position.
pub(crate) async fn links(connection: &mut PgConnection, company: i64, after: i64, limit: i64) -> Result<Vec<Link>> {
    let found = sqlx::query!(
        "select s.position, s.audit_id, s.xid::text::bigint as \"sealed_xid!\", s.hash,
                e.id as \"id?\", e.xid::text::bigint as xid, e.at as \"at?\", e.session_id, e.logged_in_user_id,
                e.active_user_id, e.membership_id, e.api_key_id, e.action as \"action?\", e.entity as \"entity?\",
                e.entity_id as \"entity_id?\", e.before::text, e.after::text, host(e.address) as address
         from (
           select position, audit_id, xid, hash
           from audit_seal
           where company_id = $1
             and position > $2
           order by position
           limit $3
         ) s
         left join audit_entry e on e.company_id = $1 and e.id = s.audit_id
         order by s.position",
        company,
        after,
        limit
    )
    .fetch_all(connection)
    .await?;
    let links = found.into_iter().map(|row| {
        let entry = match (row.id, row.xid, row.at, row.action, row.entity, row.entity_id) {
            (Some(id), Some(xid), Some(at), Some(action), Some(entity), Some(entity_id)) => Some(Entry {
                id,
                xid,
                at,
                session_id: row.session_id,
                logged_in_user_id: row.logged_in_user_id,
                active_user_id: row.active_user_id,
                membership_id: row.membership_id,
                api_key_id: row.api_key_id,
                action,
                entity,
                entity_id,
                before: row.before,
                after: row.after,
                address: row.address,
            }),
            _ => None,
        };
        let place = Place { xid: row.sealed_xid, id: row.audit_id };
        Link { position: row.position, place, hash: hash(&row.hash), entry }
    });
    Ok(links.collect())
}

/// What stands outside the chain.
#[derive(Debug)]
pub(crate) struct Unsealed {
    /// Entries beyond its end.
    pub waiting: i64,
    /// The first one before its end, which the sealer would not have passed over.
    pub inserted: Option<Named>,
}

/// What an entry is known by.
#[derive(Debug)]
pub(crate) struct Named {
    pub id: i64,
    pub at: Timestamp,
    pub action: String,
    pub entity: String,
    pub entity_id: String,
}

pub(crate) async fn unsealed(connection: &mut PgConnection, company: i64, end: Place) -> Result<Unsealed> {
    let waiting = sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from audit_entry e
         where e.company_id = $1
           and (e.xid, e.id) > ($2::bigint::text::xid8, $3::bigint)
           and not exists (
             select from audit_seal s where s.company_id = $1 and s.audit_id = e.id and s.audit_id > 0
           )",
        company,
        end.xid,
        end.id
    )
    .fetch_one(&mut *connection)
    .await?;
    let inserted = sqlx::query_as!(
        Named,
        "select e.id, e.at, e.action, e.entity, e.entity_id
         from audit_entry e
         where e.company_id = $1
           and (e.xid, e.id) <= ($2::bigint::text::xid8, $3::bigint)
           and not exists (
             select from audit_seal s where s.company_id = $1 and s.audit_id = e.id and s.audit_id > 0
           )
         order by e.xid, e.id
         limit 1",
        company,
        end.xid,
        end.id
    )
    .fetch_optional(connection)
    .await?;
    Ok(Unsealed { waiting, inserted })
}

/// A hash as it is kept; the table keeps its length.
fn hash(bytes: &[u8]) -> Hash {
    bytes.try_into().unwrap_or_default()
}

/// An entry's place in the list: the newest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub at: Timestamp,
    pub id: i64,
}

/// Most entries that one request reads to find those that a filter matches. A request with a rare field or address stays
/// fast in a log of any size: it answers how far it has searched.
const SCANNED_MAX: i64 = 20_000;

/// Entries that match, newest first, and how far the log was searched for them.
pub(crate) struct Matches {
    pub keys: Vec<Key>,
    /// The last entry that was looked at, if the search stopped before the end of the log.
    pub searched_to: Option<Key>,
}

/// At most `limit` entries that match a filter, beyond the edge of a page. The statement has one arm for each index that
/// begins with a criterion and ends in the order of the list. Other criteria are compared entry by entry.
pub(crate) async fn matches(
    connection: &mut PgConnection,
    company: i64,
    filter: &Filter,
    edge: Option<Key>,
    limit: i64,
) -> Result<Matches> {
    let edge = edge.unwrap_or(Key { at: filter.until, id: i64::MAX });
    let scanned_max = if filter.is_of_an_index() { limit } else { SCANNED_MAX.max(limit) };
    // The best index depends on the values: a user can have most entries of the log or few.
    sqlx::query!("select set_config('plan_cache_mode', 'force_custom_plan', true)").fetch_one(&mut *connection).await?;
    let rows = sqlx::query_file!(
        "src/store/matches.sql",
        company,
        filter.arm().as_str(),
        filter.from as _,
        filter.until as _,
        edge.at as _,
        edge.id,
        scanned_max,
        filter.entity,
        filter.entity_id,
        filter.address,
        filter.person,
        filter.acting_for,
        filter.action,
        filter.field,
        filter.branch,
        limit,
        &filter.actions as _
    )
    .fetch_all(connection)
    .await?;
    let mut matches = Matches { keys: Vec::new(), searched_to: None };
    for row in rows {
        let key = Key { at: row.at, id: row.id };
        match row.is_match {
            true => matches.keys.push(key),
            false => matches.searched_to = Some(key),
        }
    }
    if matches.keys.len() as i64 >= limit {
        matches.searched_to = None;
    }
    Ok(matches)
}

/// An entry as it is shown.
#[derive(Debug)]
pub(crate) struct Row {
    pub id: i64,
    pub at: Timestamp,
    pub logged_in_user_id: Option<i64>,
    pub logged_in_name: Option<String>,
    pub active_user_id: Option<i64>,
    pub active_name: Option<String>,
    pub api_key_id: Option<i64>,
    pub api_key_name: Option<String>,
    pub action: String,
    pub entity: String,
    pub entity_id: String,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
    pub address: Option<String>,
}

/// Entries by their ids, in the order of the list.
pub(crate) async fn rows(connection: &mut PgConnection, company: i64, ids: &[i64]) -> Result<Vec<Row>> {
    Ok(sqlx::query_as!(
        Row,
        "select e.id, e.at, e.logged_in_user_id, s.name as \"logged_in_name?\", e.active_user_id,
                a.name as \"active_name?\", e.api_key_id, k.name as \"api_key_name?\", e.action, e.entity, e.entity_id,
                e.before, e.after, host(e.address) as address
         from unnest($2::bigint[]) as wanted(id)
         join audit_entry e on e.company_id = $1 and e.id = wanted.id
         left join person s on s.user_id = e.logged_in_user_id
         left join person a on a.user_id = e.active_user_id
         left join api_key_name k on k.company_id = e.company_id and k.api_key_id = e.api_key_id
         order by e.at desc, e.id desc",
        company,
        ids
    )
    .fetch_all(connection)
    .await?)
}

/// A user's name.
pub(crate) async fn name_of(connection: &mut PgConnection, user: i64) -> Result<String> {
    let name = sqlx::query_scalar!("select name as \"name!\" from person where user_id = $1", user)
        .fetch_optional(connection)
        .await?;
    Ok(name.unwrap_or_default())
}

/// What there is in the log, each once. Each value is found by one look into an index, the next one after the last.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub actions: Vec<String>,
    pub entities: Vec<String>,
    pub people: Vec<(i64, String)>,
}

pub(crate) async fn known(connection: &mut PgConnection, company: i64, limit: i64) -> Result<Known> {
    let actions = sqlx::query_scalar!(
        "with recursive found as (
           (select action from audit_entry where company_id = $1 order by action limit 1)
           union all
           select (
             select e.action
             from audit_entry e
             where e.company_id = $1
               and e.action > f.action
             order by e.action
             limit 1
           )
           from found f
           where f.action is not null
         )
         select action as \"action!\" from found where action is not null limit $2",
        company,
        limit
    )
    .fetch_all(&mut *connection)
    .await?;
    let entities = sqlx::query_scalar!(
        "with recursive found as (
           (select entity from audit_entry where company_id = $1 order by entity limit 1)
           union all
           select (
             select e.entity
             from audit_entry e
             where e.company_id = $1
               and e.entity > f.entity
             order by e.entity
             limit 1
           )
           from found f
           where f.entity is not null
         )
         select entity as \"entity!\" from found where entity is not null limit $2",
        company,
        limit
    )
    .fetch_all(&mut *connection)
    .await?;
    let people = sqlx::query!(
        "with recursive acting as (
           (select active_user_id as id
            from audit_entry
            where company_id = $1
              and active_user_id > 0
            order by active_user_id
            limit 1)
           union all
           select (
             select e.active_user_id
             from audit_entry e
             where e.company_id = $1
               and e.active_user_id > f.id
             order by e.active_user_id
             limit 1
           )
           from acting f
           where f.id is not null
         ), signed_in as (
           (select logged_in_user_id as id
            from audit_entry
            where company_id = $1
              and logged_in_user_id <> active_user_id
              and logged_in_user_id > 0
            order by logged_in_user_id
            limit 1)
           union all
           select (
             select e.logged_in_user_id
             from audit_entry e
             where e.company_id = $1
               and e.logged_in_user_id <> e.active_user_id
               and e.logged_in_user_id > f.id
             order by e.logged_in_user_id
             limit 1
           )
           from signed_in f
           where f.id is not null
         )
         select p.user_id, p.name as \"name!\"
         from person p
         where p.user_id in (select id from acting union select id from signed_in)
         order by p.name, p.user_id
         limit $2",
        company,
        limit
    )
    .fetch_all(connection)
    .await?;
    let people = people.into_iter().filter_map(|row| Some((row.user_id?, row.name))).collect();
    Ok(Known { actions, entities, people })
}
