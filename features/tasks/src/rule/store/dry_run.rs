//! SQL for dry runs of rules.

use crate::rule::{
    Definition, Trigger, TriggerKind,
    dry_run::{AT_ONCE, Counts, DAYS, LoanOut, Out, Source},
};
use lending::{rules::WatchedField, stages::StageKind, tasks::LoanDay};
use platform::{
    Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Starts a dry run for the company's or a branch's loans, replacing the previous one. Returns its number.
pub(crate) async fn begin(tx: &mut Tx, rule: i64, definition: &Definition, only: Option<i64>) -> Result<i32> {
    let definition = serde_json::to_value(definition).map_err(Error::internal)?;
    Ok(sqlx::query_scalar!(
        "insert into automation_dry_run as r (company_id, rule_id, asked_by, org_unit_id, definition)
         values ($1, $2, $3, $4, $5)
         on conflict (company_id, rule_id, org_unit_id) do update
         set run = r.run + 1, asked_by = $3, asked_at = now(), definition = $5, progress = 0, event_count = 0, loan_count = 0,
             task_count = 0, loans = '[]', finished_at = null
         returning run",
        tx.company(),
        rule,
        tx.actor().user,
        only,
        definition
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// The latest dry run of a rule for the company's or a branch's loans.
pub(crate) async fn last(tx: &mut Tx, rule: i64, only: Option<i64>) -> Result<Option<Out>> {
    let row = sqlx::query!(
        "select asked_at as \"asked_at: Timestamp\", progress, event_count, loan_count, task_count, loans,
                finished_at as \"finished_at: Timestamp\", definition
         from automation_dry_run
         where company_id = $1
           and rule_id = $2
           and org_unit_id is not distinct from $3",
        tx.company(),
        rule,
        only
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let definition: Definition = serde_json::from_value(row.definition).map_err(Error::internal)?;
    Ok(Some(Out {
        asked_at: row.asked_at,
        progress: row.progress,
        event_count: row.event_count,
        loan_count: row.loan_count,
        task_count: row.task_count,
        loans: serde_json::from_value(row.loans).map_err(Error::internal)?,
        finished_at: row.finished_at,
        left_out: definition.trigger.fields.into_iter().filter(|field| field.paths().is_empty()).collect(),
    }))
}

/// Identifies a dry run: the rule, the company's or a branch's loans, and its number.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Which {
    pub rule: i64,
    pub only: Option<i64>,
    pub run: i32,
}

/// A running dry run.
pub(crate) struct Run {
    pub definition: Definition,
    pub since: Timestamp,
}

/// Finds a dry run unless it is finished or was replaced.
pub(crate) async fn unfinished(tx: &mut impl InCompany, which: Which) -> Result<Option<Run>> {
    let (company, days) = (tx.company(), i32::try_from(DAYS).unwrap_or(i32::MAX));
    let row = sqlx::query!(
        "select definition, asked_at - make_interval(days => $5) as \"since!: Timestamp\"
         from automation_dry_run
         where company_id = $1
           and rule_id = $2
           and org_unit_id is not distinct from $3
           and run = $4
           and finished_at is null",
        company,
        which.rule,
        which.only,
        which.run,
        days
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let definition = serde_json::from_value(row.definition).map_err(Error::internal)?;
    Ok(Some(Run { definition, since: row.since }))
}

/// Branches that have switched a rule off.
pub(crate) async fn off(tx: &mut impl InCompany, rule: i64) -> Result<HashSet<i64>> {
    let company = tx.company();
    let ids = sqlx::query_scalar!(
        "select org_unit_id from automation_rule_off where company_id = $1 and rule_id = $2",
        company,
        rule
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(ids.into_iter().collect())
}

/// Id of the last event, for computing the progress.
pub(crate) async fn last_event(tx: &mut impl InCompany, source: Source) -> Result<i64> {
    let company = tx.company();
    let last = match source {
        Source::Steps => {
            sqlx::query_scalar!("select max(id) from loan_stage_entry where company_id = $1", company)
                .fetch_one(&mut **tx)
                .await?
        }
        Source::Fields => {
            sqlx::query_scalar!("select max(id) from loan_field_entry where company_id = $1", company)
                .fetch_one(&mut **tx)
                .await?
        }
        Source::Loans => {
            sqlx::query_scalar!("select max(loan_id) from loan_name where company_id = $1", company)
                .fetch_one(&mut **tx)
                .await?
        }
    };
    Ok(last.unwrap_or_default())
}

/// An event of a loan.
pub(crate) struct Event {
    pub id: i64,
    pub loan: i64,
    /// For field changes: fields with the same time changed together.
    pub at: Option<Timestamp>,
}

/// Stage changes that match a trigger.
pub(crate) async fn steps(
    tx: &mut impl InCompany,
    trigger: &Trigger,
    since: Timestamp,
    after: i64,
) -> Result<Vec<Event>> {
    let company = tx.company();
    let open: Vec<String> =
        StageKind::ALL.iter().filter(|kind| kind.is_open()).map(|kind| kind.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        "select id as \"id!\", loan_id as \"loan!\"
         from loan_stage_entry
         where company_id = $1
           and id > $2
           and recorded_at >= $3
           and case when $4 then is_first and kind = any ($5) else stage_id = any ($6) and not is_rehoused end
         order by id
         limit $7",
        company,
        after,
        since as Timestamp,
        trigger.kind == TriggerKind::CREATED,
        &open,
        &trigger.stage_ids,
        AT_ONCE
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| Event { id: row.id, loan: row.loan, at: None }).collect())
}

/// Field changes that match a trigger.
pub(crate) async fn changes(
    tx: &mut impl InCompany,
    fields: &[WatchedField],
    since: Timestamp,
    after: i64,
) -> Result<Vec<Event>> {
    let company = tx.company();
    let paths: Vec<String> = fields.iter().flat_map(|field| field.paths()).map(|path| (*path).to_owned()).collect();
    let rows = sqlx::query!(
        "select id as \"id!\", loan_id as \"loan!\", changed_at as \"at: Timestamp\"
         from loan_field_entry
         where company_id = $1
           and id > $2
           and changed_at >= $3
           and path = any ($4)
         order by id
         limit $5",
        company,
        after,
        since as Timestamp,
        &paths,
        AT_ONCE
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| Event { id: row.id, loan: row.loan, at: row.at }).collect())
}

/// Range of loan dates in a branch.
pub(crate) struct Dated {
    pub branch: i64,
    pub first: Date,
    pub end: Date,
}

/// Loans with a date that matches a trigger.
pub(crate) async fn with_day(tx: &mut impl InCompany, of: LoanDay, dated: &[Dated], after: i64) -> Result<Vec<Event>> {
    let company = tx.company();
    let branches: Vec<i64> = dated.iter().map(|one| one.branch).collect();
    let firsts: Vec<Date> = dated.iter().map(|one| one.first).collect();
    let ends: Vec<Date> = dated.iter().map(|one| one.end).collect();
    let rows = sqlx::query_scalar!(
        "select d.loan_id as \"loan!\"
         from (select loan_id, org_unit_id, day_of_loan(l, $3) as day_on
               from loan_day l
               where company_id = $1
                 and loan_id > $2) d
         join unnest($4::bigint[], $5::date[], $6::date[]) as b (org_unit_id, first_on, end_on) using (org_unit_id)
         where d.day_on >= b.first_on
           and d.day_on < b.end_on
         order by d.loan_id
         limit $7",
        company,
        after,
        of.as_str(),
        &branches,
        &firsts as &[Date],
        &ends as &[Date],
        AT_ONCE
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|loan| Event { id: loan, loan, at: None }).collect())
}

/// Loans that have been unchanged for the trigger's hours, since a time.
pub(crate) async fn at_rest(tx: &mut impl InCompany, hours: u16, since: Timestamp, after: i64) -> Result<Vec<Event>> {
    let company = tx.company();
    let rows = sqlx::query_scalar!(
        "select loan_id as \"loan!\"
         from loan_day
         where company_id = $1
           and loan_id > $2
           and stage_rank < $5
           and updated_at > $3::timestamptz - make_interval(hours => $4)
           and updated_at <= now() - make_interval(hours => $4)
         order by loan_id
         limit $6",
        company,
        after,
        since as Timestamp,
        i32::from(hours),
        StageKind::Funded.rank(),
        AT_ONCE
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|loan| Event { id: loan, loan, at: None }).collect())
}

/// Number and borrowers of loans.
pub(crate) async fn names(tx: &mut impl InCompany, loans: &[i64]) -> Result<BTreeMap<i64, (String, String)>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select loan_id as \"id!\", loan_number as \"number!\", borrower_name as \"name!\"
         from loan_name
         where company_id = $1
           and loan_id = any ($2)",
        company,
        loans
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, (row.number, row.name))).collect())
}

/// Writes the progress of a dry run. Returns false if it was replaced.
pub(crate) async fn advance(tx: &mut impl InCompany, which: Which, counts: &Counts, progress: i64) -> Result<bool> {
    let company = tx.company();
    let done = sqlx::query!(
        "update automation_dry_run
         set event_count = $5, loan_count = $6, task_count = $7, progress = $8
         where company_id = $1
           and rule_id = $2
           and org_unit_id is not distinct from $3
           and run = $4",
        company,
        which.rule,
        which.only,
        which.run,
        counts.events,
        counts.loans,
        counts.tasks,
        i16::try_from(progress).unwrap_or_default()
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Writes the result of a dry run.
pub(crate) async fn finish(tx: &mut impl InCompany, which: Which, counts: &Counts, loans: &[LoanOut]) -> Result<()> {
    let company = tx.company();
    let loans = serde_json::to_value(loans).map_err(Error::internal)?;
    sqlx::query!(
        "update automation_dry_run
         set event_count = $5, loan_count = $6, task_count = $7, progress = 100, loans = $8, finished_at = now()
         where company_id = $1
           and rule_id = $2
           and org_unit_id is not distinct from $3
           and run = $4",
        company,
        which.rule,
        which.only,
        which.run,
        counts.events,
        counts.loans,
        counts.tasks,
        loans
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
