//! All SQL on views.

use crate::{list::List, record::Facts};
use platform::{Error, Result, Tx, db::Timestamp};
use sqlx::types::Json;
use std::collections::BTreeMap;

/// A stored view.
pub(crate) struct Record {
    pub id: i64,
    pub facts: Facts,
    pub owner_name: Option<String>,
    pub is_own: bool,
    pub updated_at: Timestamp,
    pub version: i32,
}

struct Row {
    id: i64,
    list: String,
    name: String,
    sharing: String,
    content: Json<BTreeMap<String, String>>,
    owner_name: Option<String>,
    is_own: bool,
    updated_at: Timestamp,
    version: i32,
}

impl TryFrom<Row> for Record {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let facts = Facts {
            list: row.list.parse().map_err(Error::internal)?,
            name: row.name,
            sharing: row.sharing.parse().map_err(Error::internal)?,
            content: row.content.0,
        };
        let Row { id, owner_name, is_own, updated_at, version, .. } = row;
        Ok(Self { id, facts, owner_name, is_own, updated_at, version })
    }
}

/// The views of a list that the active membership can see: its own, those of its branch, and those of the company.
pub(crate) async fn seen(tx: &mut Tx, list: List) -> Result<Vec<Record>> {
    let rows = sqlx::query_as!(
        Row,
        "select v.id, v.list, v.name, v.sharing, v.content as \"content: _\", m.name as \"owner_name?\",
                v.owner_id = $2 as \"is_own!\", v.updated_at, v.version
         from saved_view v
         left join member m on m.company_id = $1 and m.membership_id = v.owner_id
         where v.company_id = $1
           and v.list = $3
           and (v.owner_id = $2 or v.sharing = 'COMPANY' or v.org_unit_id = $4)
         order by lower(v.name), v.id
         limit 500",
        tx.company(),
        tx.actor().membership(),
        list.as_str(),
        tx.actor().org_unit()
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter().map(Record::try_from).collect()
}

/// A view that the active membership can see.
pub(crate) async fn record(tx: &mut Tx, id: i64) -> Result<Option<Record>> {
    let row = sqlx::query_as!(
        Row,
        "select v.id, v.list, v.name, v.sharing, v.content as \"content: _\", m.name as \"owner_name?\",
                v.owner_id = $2 as \"is_own!\", v.updated_at, v.version
         from saved_view v
         left join member m on m.company_id = $1 and m.membership_id = v.owner_id
         where v.company_id = $1
           and v.id = $3
           and (v.owner_id = $2 or v.sharing = 'COMPANY' or v.org_unit_id = $4)",
        tx.company(),
        tx.actor().membership(),
        id,
        tx.actor().org_unit()
    )
    .fetch_optional(&mut **tx)
    .await?;
    row.map(Record::try_from).transpose()
}

/// Number of views that the user has of a list.
pub(crate) async fn count(tx: &mut Tx, list: List) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\" from saved_view where company_id = $1 and owner_id = $2 and list = $3",
        tx.company(),
        tx.actor().membership(),
        list.as_str()
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Creates a view. Returns `None` if the owner already has one with that name.
pub(crate) async fn create(tx: &mut Tx, facts: &Facts) -> Result<Option<i64>> {
    let Facts { list, name, sharing, content } = facts;
    Ok(sqlx::query_scalar!(
        "insert into saved_view (company_id, list, owner_id, name, sharing, org_unit_id, content)
         values ($1, $2, $3, $4, $5, case when $5 = 'BRANCH' then $6::bigint end, $7)
         on conflict (company_id, owner_id, list, lower(name)) do nothing
         returning id",
        tx.company(),
        list.as_str(),
        tx.actor().membership(),
        name,
        sharing.as_str(),
        tx.actor().org_unit(),
        Json(content) as _
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Updates a view if it still has this version. A view shared with a branch stays with that branch.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, facts: &Facts) -> Result<bool> {
    let Facts { name, sharing, content, .. } = facts;
    let updated = sqlx::query!(
        "update saved_view
         set name = $4, sharing = $5, org_unit_id = case when $5 = 'BRANCH' then coalesce(org_unit_id, $6) end, content = $7,
             updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        tx.company(),
        id,
        version,
        name,
        sharing.as_str(),
        tx.actor().org_unit(),
        Json(content) as _
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Removes a view.
pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("delete from saved_view where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
