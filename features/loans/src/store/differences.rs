//! All SQL on what a loan's file says otherwise than was known.

use crate::differences::Later;
use lending::patch::Made;
use platform::{Result, Tx, db::Timestamp};
use serde_json::Value;
use uuid::Uuid;

/// A difference that was left for later.
#[derive(Debug)]
pub(crate) struct Left {
    pub id: i64,
    pub loan_id: i64,
    pub borrower_item: Uuid,
    pub path: String,
    pub of_file: Value,
    pub of_keyturn: Value,
    pub left_by: Option<String>,
    pub left_at: Timestamp,
}

/// What of a loan's application was changed below a path, and when last.
pub(crate) async fn changes(tx: &mut Tx, loan: i64, below: &str) -> Result<Vec<(String, Timestamp)>> {
    let rows = sqlx::query!(
        "select substr(path, length($3) + 1) as \"path!\", max(changed_at) as \"at!: Timestamp\"
         from field_change
         where company_id = $1
           and loan_id = $2
           and starts_with(path, $3)
         group by path",
        tx.company(),
        loan,
        below
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.path, row.at)).collect())
}

/// Notes on a new loan's fields what its file said.
pub(crate) async fn changed(tx: &mut Tx, loan: i64, made: &[Made]) -> Result<()> {
    let paths: Vec<_> = made.iter().map(|change| change.path.clone()).collect();
    let before: Vec<_> = made.iter().map(|change| change.before.clone()).collect();
    let after: Vec<_> = made.iter().map(|change| change.after.clone()).collect();
    sqlx::query!(
        "insert into field_change (company_id, loan_id, path, before, after, changed_by, source)
         select $1, $2, c.path, c.before, c.after, $3, 'Import'
         from unnest($4::text[], $5::jsonb[], $6::jsonb[]) as c(path, before, after)",
        tx.company(),
        loan,
        tx.actor().user,
        &paths,
        &before,
        &after
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Leaves differences of a loan for later.
pub(crate) async fn leave(tx: &mut Tx, loan: i64, later: &[Later]) -> Result<()> {
    let items: Vec<_> = later.iter().map(|one| one.borrower).collect();
    let paths: Vec<_> = later.iter().map(|one| one.field.to_string()).collect();
    let of_file: Vec<_> = later.iter().map(|one| one.file.clone()).collect();
    let of_keyturn: Vec<_> = later.iter().map(|one| one.keyturn.clone()).collect();
    sqlx::query!(
        "insert into left_difference (company_id, loan_id, borrower_item, path, of_file, of_keyturn, left_by)
         select $1, $2, l.borrower_item, l.path, l.of_file, l.of_keyturn, $3
         from unnest($4::uuid[], $5::text[], $6::jsonb[], $7::jsonb[]) as l(borrower_item, path, of_file, of_keyturn)",
        tx.company(),
        loan,
        tx.actor().user,
        &items,
        &paths,
        &of_file,
        &of_keyturn
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A loan's differences that were left for later, in the order of the form.
pub(crate) async fn left(tx: &mut Tx, loan: i64) -> Result<Vec<Left>> {
    Ok(sqlx::query_as!(
        Left,
        "select d.id, d.loan_id, d.borrower_item, d.path, d.of_file, d.of_keyturn, p.name as \"left_by?\",
                d.left_at as \"left_at: Timestamp\"
         from left_difference d
         left join person p on p.user_id = d.left_by
         where d.company_id = $1
           and d.loan_id = $2
         order by d.id",
        tx.company(),
        loan
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// One of them.
pub(crate) async fn left_one(tx: &mut Tx, id: i64) -> Result<Option<Left>> {
    Ok(sqlx::query_as!(
        Left,
        "select d.id, d.loan_id, d.borrower_item, d.path, d.of_file, d.of_keyturn, p.name as \"left_by?\",
                d.left_at as \"left_at: Timestamp\"
         from left_difference d
         left join person p on p.user_id = d.left_by
         where d.company_id = $1
           and d.id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Takes away one that was decided; false where somebody else was faster.
pub(crate) async fn settle(tx: &mut Tx, id: i64) -> Result<bool> {
    let settled = sqlx::query!("delete from left_difference where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    Ok(settled.rows_affected() == 1)
}
