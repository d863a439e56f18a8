//! All SQL on the history of a loan's fields.

use crate::fields::StageOut;
use lending::history::PastChange;
use platform::{InCompany, Result, Tx, db::Timestamp};
use serde_json::Value;

/// A change of a field.
#[derive(Debug)]
pub(crate) struct FieldChange {
    pub id: i64,
    pub path: String,
    pub before: Value,
    pub after: Value,
    pub changed_at: Timestamp,
    pub restored_from: Option<Timestamp>,
    pub source: Option<String>,
    pub signed_in_id: Option<i64>,
    pub signed_in_name: Option<String>,
    pub acting_id: Option<i64>,
    pub acting_name: Option<String>,
    pub api_key_id: Option<i64>,
    pub api_key_name: Option<String>,
    pub rule_id: Option<i64>,
    pub rule_name: Option<String>,
}

/// Which changes of a loan to read.
pub(crate) struct FieldChanges<'a> {
    pub loan: i64,
    /// Only this field with the parts that contain it and the fields within it; all fields if `None`.
    pub path: Option<&'a str>,
    /// `path` with the paths of the parts that contain it.
    pub paths: &'a [String],
    /// Ids below this one.
    pub before: i64,
    pub limit: i64,
}

/// Changes of a loan's fields, newest first.
pub(crate) async fn changes(tx: &mut Tx, asked: &FieldChanges<'_>) -> Result<Vec<FieldChange>> {
    Ok(sqlx::query_as!(
        FieldChange,
        "select f.id, f.path, coalesce(f.before, 'null') as \"before!\", coalesce(f.after, 'null') as \"after!\", f.changed_at,
                f.restored_from, f.source, coalesce(f.logged_in_user_id, f.changed_by) as signed_in_id,
                s.name as \"signed_in_name?\", f.changed_by as acting_id, p.name as \"acting_name?\", f.api_key_id,
                k.name as \"api_key_name?\", f.rule_id, g.name as \"rule_name?\"
         from field_change f
         left join person s on s.user_id = coalesce(f.logged_in_user_id, f.changed_by)
         left join person p on p.user_id = f.changed_by
         left join api_key_name k on k.company_id = $1 and k.api_key_id = f.api_key_id
         left join rule_name g on g.company_id = $1 and g.rule_id = f.rule_id
         where f.company_id = $1
           and f.loan_id = $2
           and f.id < $3
           and ($4::text is null or f.path = any ($5) or starts_with(f.path, $4 || '/'))
         order by f.id desc
         limit $6",
        tx.company(),
        asked.loan,
        asked.before,
        asked.path,
        asked.paths,
        asked.limit
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// One change of a loan's field.
#[derive(Debug)]
pub(crate) struct ChangeToRestore {
    pub path: String,
    pub before: Value,
    pub after: Value,
    pub changed_at: Timestamp,
    /// When the value before it was written; `None` for the value that the loan was created with.
    pub before_since: Option<Timestamp>,
}

pub(crate) async fn change(tx: &mut Tx, loan: i64, id: i64) -> Result<Option<ChangeToRestore>> {
    Ok(sqlx::query_as!(
        ChangeToRestore,
        "select f.path, coalesce(f.before, 'null') as \"before!\", coalesce(f.after, 'null') as \"after!\", f.changed_at,
                (select max(e.changed_at)
                 from field_change e
                 where e.company_id = $1 and e.loan_id = $2 and e.path = f.path and e.id < f.id) as before_since
         from field_change f
         where f.company_id = $1
           and f.loan_id = $2
           and f.id = $3",
        tx.company(),
        loan,
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Changes after the last one that was made by a moment, newest first. Transactions that waited for the loan's lock began
/// earlier than they wrote, so the order of ids decides.
pub(crate) async fn changes_since(tx: &mut Tx, loan: i64, at: Timestamp) -> Result<Vec<PastChange>> {
    let rows = sqlx::query!(
        "select path, coalesce(before, 'null') as \"before!\", position
         from field_change
         where company_id = $1
           and loan_id = $2
           and id > coalesce((select max(id) from field_change where company_id = $1 and loan_id = $2 and changed_at <= $3), 0)
         order by id desc",
        tx.company(),
        loan,
        at as _
    )
    .fetch_all(&mut **tx)
    .await?;
    let change = |path, before, position: Option<i32>| PastChange {
        path,
        before,
        position: position.and_then(|position| usize::try_from(position).ok()),
    };
    Ok(rows.into_iter().map(|row| change(row.path, row.before, row.position)).collect())
}

/// The stage at which a loan was at a moment.
pub(crate) async fn stage_at(tx: &mut Tx, loan: i64, at: Timestamp) -> Result<Option<StageOut>> {
    let row = sqlx::query!(
        "select s.id, s.name, s.kind
         from loan_stage_change c
         join loan_stage s on s.company_id = $1 and s.id = c.stage_id
         where c.company_id = $1
           and c.loan_id = $2
           and c.valid_from <= $3
         order by c.id desc
         limit 1",
        tx.company(),
        loan,
        at as _
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| super::stage_out(row.id, row.name, row.kind)))
}

/// The last change of a field.
#[derive(Debug)]
pub(crate) struct LastChange {
    pub path: String,
    pub changed_by: Option<String>,
    pub changed_at: Timestamp,
}

pub(crate) async fn last_changes(tx: &mut impl InCompany, id: i64, paths: &[String]) -> Result<Vec<LastChange>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        LastChange,
        "select distinct on (f.path) f.path, coalesce(p.name, 'The rule ' || g.name) as changed_by, f.changed_at
         from field_change f
         left join person p on p.user_id = f.changed_by
         left join rule_name g on g.company_id = $1 and g.rule_id = f.rule_id
         where f.company_id = $1
           and f.loan_id = $2
           and f.path = any ($3)
         order by f.path, f.id desc",
        company,
        id,
        paths
    )
    .fetch_all(&mut **tx)
    .await?)
}
