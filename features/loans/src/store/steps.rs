//! All SQL on a loan's steps from stage to stage.

use super::stage_out;
use crate::{
    fields::StageOut,
    lookups::ReasonOut,
    stage::{HistoryOut, denial_names},
};
use lending::stages::StageKind;
use platform::{
    Error, Result, Tx,
    db::{Date, Timestamp},
    tenant::InCompany,
};
use tasks::RuleAct;

/// The stages that are offered, in the company's order.
pub(crate) async fn active(tx: &mut Tx) -> Result<Vec<StageOut>> {
    let rows = sqlx::query!(
        "select id, name, kind
         from loan_stage
         where company_id = $1
           and is_active
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| stage_out(row.id, row.name, row.kind)).collect())
}

/// Where a loan stood, the newest first.
pub(crate) async fn history(tx: &mut Tx, loan: i64) -> Result<Vec<HistoryOut>> {
    let rows = sqlx::query!(
        "select c.id, c.stage_id, s.name as stage_name, s.kind as stage_kind, c.valid_from as \"at: Timestamp\",
                lead(c.valid_from) over (order by c.id) as \"until: Timestamp\", p.name as \"by_name?\",
                g.name as \"rule_name?\", r.name as \"reason_name?\", c.reason, coalesce(c.denial_reasons, '{}') as \"denial_reasons!\"
         from loan_stage_change c
         join loan_stage s on s.company_id = $1 and s.id = c.stage_id
         left join person p on p.user_id = c.changed_by
         left join withdrawal_reason r on r.company_id = $1 and r.id = c.reason_id
         left join rule_name g on g.company_id = $1 and g.rule_id = c.rule_id
         where c.company_id = $1
           and c.loan_id = $2
         order by c.id desc",
        tx.company(),
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| HistoryOut {
            id: row.id,
            stage: stage_out(row.stage_id, row.stage_name, row.stage_kind),
            at: row.at,
            until: row.until,
            by_name: row.by_name,
            rule_name: row.rule_name,
            reason_name: row.reason_name,
            reason: row.reason,
            denial_reasons: denial_names(&row.denial_reasons),
        })
        .collect())
}

/// The last stage at which a loan stood of those that come before a rank: its id and kind.
pub(crate) async fn last_before(tx: &mut Tx, loan: i64, rank: i16) -> Result<Option<(i64, String)>> {
    let row = sqlx::query!(
        "select s.id, s.kind
         from loan_stage_change c
         join loan_stage s on s.company_id = $1 and s.id = c.stage_id
         where c.company_id = $1
           and c.loan_id = $2
           and c.stage_rank < $3
         order by c.id desc
         limit 1",
        tx.company(),
        loan,
        rank
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| (row.id, row.kind)))
}

/// The day in a branch.
pub(crate) async fn today(tx: &mut impl InCompany, org_unit: i64) -> Result<Date> {
    let company = tx.company();
    let zone = sqlx::query_scalar!(
        "select time_zone as \"time_zone!\" from office_calendar where company_id = $1 and org_unit_id = $2",
        company,
        org_unit
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(Date::today_in(&zone))
}

/// Today in the branch of a loan officer; UTC's day if there is no such officer.
pub(crate) async fn today_of_officer(tx: &mut impl InCompany, officer: i64) -> Result<Date> {
    let company = tx.company();
    let zone = sqlx::query_scalar!(
        "select c.time_zone as \"time_zone!\"
         from member m
         join office_calendar c on c.company_id = $1 and c.org_unit_id = m.org_unit_id
         where m.company_id = $1
           and m.membership_id = $2",
        company,
        officer
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(Date::today_in(&zone.unwrap_or_default()))
}

/// Why applications are withdrawn, as far as it is offered, in the company's order.
pub(crate) async fn withdrawal_reasons(tx: &mut Tx) -> Result<Vec<ReasonOut>> {
    Ok(sqlx::query_as!(
        ReasonOut,
        "select id as \"id!\", name as \"name!\"
         from list_choice
         where company_id = $1
           and list = 'withdrawal-reason'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The name of a reason that is offered.
pub(crate) async fn withdrawal_reason(tx: &mut Tx, id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "select name from withdrawal_reason where company_id = $1 and id = $2 and is_active",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// A step to be written.
pub(crate) struct Written<'a> {
    pub loan: i64,
    pub stage: i64,
    pub kind: StageKind,
    pub funded_on: Option<Date>,
    pub adverse_on: Option<Date>,
    pub reason_id: Option<i64>,
    pub reason: Option<&'a str>,
    pub denial_reasons: &'a [i16],
}

/// Moves a loan whose row is locked. It was locked after the transaction began, so that the present instant is taken and
/// not that of the beginning: steps follow each other in time.
pub(crate) async fn write(tx: &mut Tx, step: &Written<'_>) -> Result<()> {
    let (user, denial_reasons) = (tx.actor().user, Some(step.denial_reasons).filter(|codes| !codes.is_empty()));
    sqlx::query!(
        "with moved as (
           update loan
           set stage_id = $3, stage_rank = $4, stage_since = clock_timestamp(), funded_on = $5, adverse_on = $6,
               updated_at = clock_timestamp(), version = version + 1
           where company_id = $1
             and id = $2
           returning id, stage_since
         )
         insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, valid_from, recorded_at, changed_by, reason_id,
                                        reason, denial_reasons)
         select $1, id, $3, $4, stage_since, stage_since, $7, $8, $9, $10
         from moved",
        tx.company(),
        step.loan,
        step.stage,
        step.kind.rank(),
        step.funded_on as Option<Date>,
        step.adverse_on as Option<Date>,
        user,
        step.reason_id,
        step.reason,
        denial_reasons
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A loan's way to a stage, as a rule would take it.
pub(crate) struct Way {
    pub org_unit: i64,
    pub from_id: i64,
    pub from: StageKind,
    pub from_name: String,
    pub to: StageKind,
    pub to_name: String,
    /// The company offers the stage.
    pub is_offered: bool,
    /// Who works on the loan, and keeps others from it.
    pub locked_by: Option<String>,
}

/// The way of a loan to a stage; nobody moves the loan before the transaction ends.
pub(crate) async fn way(tx: &mut impl InCompany, loan: i64, stage: i64) -> Result<Option<Way>> {
    let company = tx.company();
    let row = sqlx::query!(
        "select l.org_unit_id, l.stage_id, f.kind as from_kind, f.name as from_name, t.kind as to_kind, t.name as to_name, t.is_active,
                (select m.name
                 from loan_lock k
                 join member m on m.company_id = $1 and m.membership_id = k.membership_id
                 where k.company_id = $1 and k.loan_id = l.id and k.refreshed_at > now() - interval '90 seconds') as locked_by
         from loan l
         join loan_stage f on f.company_id = $1 and f.id = l.stage_id
         join loan_stage t on t.company_id = $1 and t.id = $3
         where l.company_id = $1
           and l.id = $2
         for update of l",
        company,
        loan,
        stage
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Way {
        org_unit: row.org_unit_id,
        from_id: row.stage_id,
        from: row.from_kind.parse().map_err(Error::internal)?,
        from_name: row.from_name,
        to: row.to_kind.parse().map_err(Error::internal)?,
        to_name: row.to_name,
        is_offered: row.is_active,
        locked_by: row.locked_by,
    }))
}

/// Moves a loan whose row is held, in the name of a rule.
pub(crate) async fn write_by_rule(tx: &mut impl InCompany, act: &RuleAct, stage: i64, kind: StageKind) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "with moved as (
           update loan
           set stage_id = $3, stage_rank = $4, stage_since = clock_timestamp(), updated_at = clock_timestamp(), version = version + 1
           where company_id = $1
             and id = $2
           returning id, stage_since
         )
         insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, valid_from, recorded_at, rule_id, after_rules)
         select $1, id, $3, $4, stage_since, stage_since, $5, $6
         from moved",
        company,
        act.loan,
        stage,
        kind.rank(),
        act.rule,
        &act.after
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
