//! SQL for company lists.

use lending::{lists::ListName, stages::StageKind};
use loans::stage_list;
use platform::{Error, Result, Tx};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

/// An entry of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListEntry)]
pub struct Row {
    pub id: i64,
    pub name: String,
    /// Code of the kind. Null in lists without kinds.
    pub kind: Option<String>,
    /// Whether the entry is offered. False once retired.
    pub is_active: bool,
    /// Number of loans at this stage. Null in other lists.
    pub loans: Option<i64>,
    /// Minutes of office hours after which a lead with this status counts as unworked. Null for the kind's default, and
    /// in other lists.
    pub target_minutes: Option<i32>,
    /// The version for `If-Match`.
    pub version: i32,
}

impl Row {
    fn of_stage(stage: stage_list::StageEntry) -> Self {
        let stage_list::StageEntry { id, name, kind, is_active, version, loans } = stage;
        Self { id, name, kind: Some(kind), is_active, loans: Some(loans), target_minutes: None, version }
    }
}

/// Entries of a list in its order.
pub(crate) async fn entries(tx: &mut Tx, list: ListName) -> Result<Vec<Row>> {
    if list == ListName::LoanStages {
        return Ok(stage_list::entries(tx).await?.into_iter().map(Row::of_stage).collect());
    }
    Ok(sqlx::query_as!(
        Row,
        "select id, name, kind, is_active, null::bigint as loans, target_minutes, version
         from list_entry
         where company_id = $1
           and list = $2
         order by position, id",
        tx.company(),
        list.entity()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Locks the list against concurrent changes, so that checks of the whole list stay valid.
pub(crate) async fn hold(tx: &mut Tx, list: ListName) -> Result<()> {
    if list == ListName::LoanStages {
        return stage_list::hold(tx).await;
    }
    sqlx::query_scalar!(
        "select id from list_entry where company_id = $1 and list = $2 order by id for update",
        tx.company(),
        list.entity()
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn create(tx: &mut Tx, list: ListName, name: &str, kind: Option<&str>) -> Result<i64> {
    if list == ListName::LoanStages {
        let kind: StageKind = kind.unwrap_or_default().parse().map_err(Error::internal)?;
        return stage_list::create(tx, name, kind).await;
    }
    Ok(sqlx::query_scalar!(
        "insert into list_entry (company_id, list, name, kind, position)
         select $1, $2, $3, $4, coalesce(max(position), 0) + 1
         from list_entry
         where company_id = $1
           and list = $2
         returning id",
        tx.company(),
        list.entity(),
        name,
        kind
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Writes an entry if its version matches.
pub(crate) async fn update(tx: &mut Tx, list: ListName, version: i32, entry: &Row) -> Result<bool> {
    if list == ListName::LoanStages {
        return stage_list::update(tx, entry.id, version, &entry.name, entry.is_active).await;
    }
    let updated = sqlx::query!(
        "update list_entry
         set name = $5, kind = $6, is_active = $7, target_minutes = $8, version = version + 1
         where company_id = $1
           and list = $2
           and id = $3
           and version = $4",
        tx.company(),
        list.entity(),
        entry.id,
        version,
        entry.name,
        entry.kind,
        entry.is_active,
        entry.target_minutes
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Deletes an entry unless something refers to it.
pub(crate) async fn remove(tx: &mut Tx, list: ListName, id: i64) -> Result<()> {
    if list == ListName::LoanStages {
        return stage_list::remove(tx, id).await;
    }
    sqlx::query!(
        "delete from list_entry where company_id = $1 and list = $2 and id = $3",
        tx.company(),
        list.entity(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Writes the order of the entries.
pub(crate) async fn order(tx: &mut Tx, list: ListName, ids: &[i64]) -> Result<()> {
    if list == ListName::LoanStages {
        return stage_list::order(tx, ids).await;
    }
    sqlx::query!(
        "update list_entry e
         set position = given.position
         from unnest($3::bigint[]) with ordinality as given(id, position)
         where e.company_id = $1
           and e.list = $2
           and e.id = given.id",
        tx.company(),
        list.entity(),
        ids
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Creates the default lists of a company that was entered.
pub async fn create_default_lists(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!(
        "select give_default_lists($1) is null as done, give_lead_lists($1) is null as done_for_leads,
                give_loan_lists($1) is null as done_for_loans,
                give_default_contact_categories($1) is null as done_for_contacts",
        company
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}
