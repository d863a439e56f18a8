//! SQL for reports. Loans of a period are read through the filter index (`loan_facts`).

use crate::period::Within;
use platform::{Result, Tx, db::Date};

pub(crate) struct LineRow {
    pub line: String,
    pub count: i64,
    pub cents: i64,
}

/// Applications of the period by action. The stage's kind determines the action.
pub(crate) async fn by_line(tx: &mut Tx, within: &Within) -> Result<Vec<LineRow>> {
    let Within { unit, from, to } = within;
    Ok(sqlx::query_as!(
        LineRow,
        "select h.line as \"line!\", count(*) as \"count!\", coalesce(sum(h.amount_cents), 0)::bigint as \"cents!\"
         from (
           select 'RECEIVED' as line, l.amount_cents
           from loan l
           where l.company_id = $1
             and ($2::bigint is null or l.org_unit_id = $2)
             and l.application_on between $3 and $4
           union all
           select 'FUNDED', l.amount_cents
           from loan l
           where l.company_id = $1
             and ($2 is null or l.org_unit_id = $2)
             and l.funded_on between $3 and $4
           union all
           select case s.kind when 'ApprovedNotAccepted' then 'APPROVED_NOT_ACCEPTED'
                              when 'Denied' then 'DENIED'
                              when 'Withdrawn' then 'WITHDRAWN'
                              when 'Incomplete' then 'INCOMPLETE' end,
                  l.amount_cents
           from loan_stage s
           join loan l on l.company_id = $1 and l.stage_id = s.id
           where s.company_id = $1
             and s.kind in ('ApprovedNotAccepted', 'Denied', 'Withdrawn', 'Incomplete')
             and ($2 is null or l.org_unit_id = $2)
             and l.adverse_on between $3 and $4) h
         group by h.line",
        tx.company(),
        *unit,
        *from as Date,
        *to as Date
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(crate) struct StateRow {
    pub state_code: Option<String>,
    pub received: i64,
    pub received_cents: i64,
    pub funded: i64,
    pub funded_cents: i64,
}

/// Applications and funded loans of the period by the property's state.
pub(crate) async fn by_state(tx: &mut Tx, within: &Within) -> Result<Vec<StateRow>> {
    let Within { unit, from, to } = within;
    Ok(sqlx::query_as!(
        StateRow,
        "select l.state_code,
                count(*) filter (where l.application_on between $3 and $4) as \"received!\",
                coalesce(sum(l.amount_cents) filter (where l.application_on between $3 and $4), 0)::bigint as \"received_cents!\",
                count(*) filter (where l.funded_on between $3 and $4) as \"funded!\",
                coalesce(sum(l.amount_cents) filter (where l.funded_on between $3 and $4), 0)::bigint as \"funded_cents!\"
         from loan l
         where l.company_id = $1
           and ($2::bigint is null or l.org_unit_id = $2)
           and (l.application_on between $3 and $4 or l.funded_on between $3 and $4)
         group by l.state_code
         order by l.state_code nulls last",
        tx.company(),
        *unit,
        *from as Date,
        *to as Date
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(crate) struct MonthRow {
    pub month: Date,
    pub count: i64,
    pub cents: i64,
}

/// Loans funded in the period by month.
pub(crate) async fn by_month(tx: &mut Tx, within: &Within) -> Result<Vec<MonthRow>> {
    let Within { unit, from, to } = within;
    Ok(sqlx::query_as!(
        MonthRow,
        "select date_trunc('month', l.funded_on)::date as \"month!\", count(*) as \"count!\",
                coalesce(sum(l.amount_cents), 0)::bigint as \"cents!\"
         from loan l
         where l.company_id = $1
           and ($2::bigint is null or l.org_unit_id = $2)
           and l.funded_on between $3 and $4
         group by 1
         order by 1",
        tx.company(),
        *unit,
        *from as Date,
        *to as Date
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Deadlines of a report.
pub(crate) struct DeadlinesOf {
    pub from: Date,
    pub to: Date,
    /// Scope of loans: `OWN`, `UNIT` (the branch's and the user's own) or `COMPANY`.
    pub reach: &'static str,
    pub rules: Vec<String>,
}

/// Deadlines with one key.
pub(crate) struct DeadlineRow {
    pub key: Option<String>,
    pub name: Option<String>,
    pub met: i64,
    pub late: i64,
    pub missed: i64,
    pub open: i64,
}

/// Number of deadlines by outcome, grouped by `Rule`, `Officer` or `Branch`.
pub(crate) async fn deadlines(tx: &mut Tx, of: &DeadlinesOf, by: &str) -> Result<Vec<DeadlineRow>> {
    let (org_unit, membership) = (tx.actor().org_unit(), tx.actor().membership());
    Ok(sqlx::query_as!(
        DeadlineRow,
        "select g.key, coalesce(m.name, b.name) as name, g.met as \"met!\", g.late as \"late!\", g.missed as \"missed!\",
                g.open as \"open!\"
         from (
           select case $5::text when 'Rule' then d.rule when 'Officer' then d.officer_id::text else d.org_unit_id::text end as key,
                  count(*) filter (where d.outcome = 'Met') as met,
                  count(*) filter (where d.outcome = 'Late') as late,
                  count(*) filter (where d.outcome = 'Missed') as missed,
                  count(*) filter (where d.outcome = 'Open') as open
           from kept_deadline d
           where d.company_id = $1
             and d.due_on between $2 and $3
             and d.rule = any ($4::text[])
             and ($6::text = 'COMPANY'
                  or $6 = 'UNIT' and d.org_unit_id = $7
                  or exists (select
                             from loan_team_member t
                             where t.company_id = $1 and t.loan_id = d.loan_id and t.membership_id = $8))
           group by 1) g
         left join member m on $5 = 'Officer' and m.company_id = $1 and m.membership_id::text = g.key
         left join org_unit b on $5 = 'Branch' and b.company_id = $1 and b.id::text = g.key",
        tx.company(),
        of.from as Date,
        of.to as Date,
        &of.rules,
        by,
        of.reach,
        org_unit,
        membership
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Filter for listed deadlines.
pub(crate) struct Chosen<'a> {
    pub by: &'a str,
    pub key: Option<&'a str>,
    /// `Met`, `Late`, `Missed` or `Open`.
    pub outcome: &'a str,
    pub limit: i64,
    pub offset: i64,
}

/// A deadline of a loan.
pub(crate) struct ReportedDeadline {
    pub loan_id: i64,
    pub loan_number: String,
    pub borrower_name: String,
    pub officer_name: Option<String>,
    pub branch_name: String,
    pub rule: String,
    pub due_on: Date,
    pub met_on: Option<Date>,
}

/// Deadlines with one key and outcome, by day.
pub(crate) async fn reported_deadlines(
    tx: &mut Tx,
    of: &DeadlinesOf,
    chosen: &Chosen<'_>,
) -> Result<Vec<ReportedDeadline>> {
    let (org_unit, membership) = (tx.actor().org_unit(), tx.actor().membership());
    Ok(sqlx::query_as!(
        ReportedDeadline,
        "select d.loan_id as \"loan_id!\", d.loan_number as \"loan_number!\", d.borrower_name as \"borrower_name!\",
                m.name as \"officer_name?\", d.branch_name as \"branch_name!\", d.rule as \"rule!\", d.due_on as \"due_on!: Date\",
                d.met_on as \"met_on: Date\"
         from kept_deadline d
         left join member m on m.company_id = $1 and m.membership_id = d.officer_id
         where d.company_id = $1
           and d.due_on between $2 and $3
           and d.rule = any ($4::text[])
           and ($6::text = 'COMPANY'
                or $6 = 'UNIT' and d.org_unit_id = $7
                or exists (select
                           from loan_team_member t
                           where t.company_id = $1 and t.loan_id = d.loan_id and t.membership_id = $8))
           and case $5::text when 'Rule' then d.rule when 'Officer' then d.officer_id::text else d.org_unit_id::text end
               is not distinct from $9
           and d.outcome = $10
         order by d.due_on, d.loan_id, d.rule, d.subject_id
         limit $11
         offset $12",
        tx.company(),
        of.from as Date,
        of.to as Date,
        &of.rules,
        chosen.by,
        of.reach,
        org_unit,
        membership,
        chosen.key,
        chosen.outcome,
        chosen.limit,
        chosen.offset
    )
    .fetch_all(&mut **tx)
    .await?)
}
