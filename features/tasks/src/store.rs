//! SQL for tasks.

pub(crate) mod comments;
pub(crate) mod templates;

use crate::{
    list::TaskStatus,
    record::{Facts, MadeByRule, Maker, RuleData},
};
use lending::{
    access::{Permission, Reach},
    calendar::BusinessCalendar,
    tasks::{CHAIN_MAX, DueRule, LoanDay, Repeat, Seat},
    team::Member,
    values::name_key,
};
use platform::{
    Error, Result, Tx,
    db::{Date, Timestamp},
    tenant::InCompany,
};
use serde_json::Value;
use sqlx::{FromRow, PgConnection};

/// Columns of the list.
pub(crate) const LIST_COLUMNS: &str = "r.id, r.title, r.due_on, r.due_key, r.loan_key, r.priority, r.status, r.assignee_id, \
    m.name as assignee_name, r.loan_id, l.loan_number, l.borrower_name, r.lead_id, d.name as lead_name, w.title as waits_for, \
    r.repeat_every is not null as is_repeated, r.due_days is not null as follows_loan, r.role, r.role_is_primary, r.done_at, r.updated_at, \
    r.version, (select count(*) from task_comment c where c.company_id = r.company_id and c.task_id = r.id and c.deleted_at is null) \
    as comment_count";

/// Joins for the list's columns.
pub(crate) const LIST_JOINS: &str = "left join member m on m.company_id = {company} and m.membership_id = r.assignee_id \
    left join loan_name l on l.company_id = {company} and l.loan_id = r.loan_id \
    left join lead_name d on d.company_id = {company} and d.lead_id = r.lead_id \
    left join task w on w.company_id = {company} and w.id = r.after_task_id and w.status = 'TODO'";

/// A task in the list.
#[derive(Debug, FromRow)]
pub struct ListRow {
    pub id: i64,
    pub title: String,
    pub due_on: Option<Date>,
    pub due_key: Date,
    pub loan_key: String,
    pub priority: String,
    pub status: String,
    pub assignee_id: Option<i64>,
    pub assignee_name: Option<String>,
    pub loan_id: Option<i64>,
    pub loan_number: Option<String>,
    pub borrower_name: Option<String>,
    pub lead_id: Option<i64>,
    pub lead_name: Option<String>,
    pub waits_for: Option<String>,
    pub is_repeated: bool,
    pub follows_loan: bool,
    pub role: Option<String>,
    pub role_is_primary: Option<bool>,
    pub done_at: Option<Timestamp>,
    pub updated_at: Timestamp,
    pub version: i32,
    pub comment_count: i64,
}

/// A task as stored.
pub(crate) struct Record {
    pub id: i64,
    pub org_unit_id: i64,
    pub facts: Facts,
    pub is_own: bool,
    pub assignee_name: Option<String>,
    pub loan_number: Option<String>,
    pub borrower_name: Option<String>,
    pub lead_name: Option<String>,
    pub after_task_title: Option<String>,
    pub waits: bool,
    pub branch_name: Option<String>,
    pub done_at: Option<Timestamp>,
    pub done_by: Option<String>,
    pub created_by: Option<String>,
    pub rule: Option<RuleData>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub version: i32,
}

/// Finds a task of the company, regardless of scope.
pub(crate) async fn record(tx: &mut Tx, id: i64) -> Result<Option<Record>> {
    let membership = tx.actor().membership();
    let row = sqlx::query!(
        "select t.org_unit_id, t.loan_id, t.lead_id, t.assignee_id, t.title, t.description, t.due_on as \"due_on: Date\",
                t.priority, t.status, t.done_at as \"done_at: Timestamp\", t.created_at as \"created_at: Timestamp\",
                t.updated_at as \"updated_at: Timestamp\", t.version, t.due_days, t.due_count, t.due_side, t.due_of, t.role,
                t.role_is_primary, t.repeat_every, t.repeat_unit, t.repeat_first as \"repeat_first: Date\", t.after_task_id,
                t.checklist, t.documents, t.template_id, a.title as \"after_task_title?\", coalesce(a.status = 'TODO', false) as \"waits!\",
                m.name as \"assignee_name?\",
                l.loan_number as \"loan_number?\", l.borrower_name as \"borrower_name?\", d.name as \"lead_name?\",
                u.display_name as \"branch_name?\", p.name as \"done_by?\", c.name as \"created_by?\",
                g.identifier as \"rule_identifier?\", g.name as \"rule_name?\",
                (t.assignee_id is not distinct from $3 or t.creator_id is not distinct from $3
                 or exists (select from loan_member o
                            where o.company_id = $1 and o.loan_id = t.loan_id and o.membership_id = $3)
                 or exists (select from lead_member o
                            where o.company_id = $1 and o.lead_id = t.lead_id and o.membership_id = $3)) as \"is_own!\"
         from task t
         left join member m on m.company_id = $1 and m.membership_id = t.assignee_id
         left join loan_name l on l.company_id = $1 and l.loan_id = t.loan_id
         left join lead_name d on d.company_id = $1 and d.lead_id = t.lead_id
         left join org_unit u on u.company_id = $1 and u.id = t.org_unit_id
         left join person p on p.user_id = t.done_by
         left join member c on c.company_id = $1 and c.membership_id = t.creator_id
         left join task a on a.company_id = $1 and a.id = t.after_task_id
         left join automation_rule g on g.company_id = $1 and g.id = t.rule_id
         where t.company_id = $1
           and t.id = $2
           and t.status <> 'REMOVED'",
        tx.company(),
        id,
        membership
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| Record {
        id,
        org_unit_id: row.org_unit_id,
        facts: Facts {
            title: row.title,
            description: row.description,
            due_date: row.due_on,
            assignee_id: row.assignee_id,
            loan_id: row.loan_id,
            lead_id: row.lead_id,
            priority: row.priority.parse().unwrap_or_default(),
            status: row.status.parse().unwrap_or(TaskStatus::TODO),
            due_rule: due_rule(row.due_days, row.due_count, row.due_side, row.due_of),
            seat: seat(row.role.as_deref(), row.role_is_primary),
            repeat: repeat(row.repeat_every, row.repeat_unit),
            repeat_first: row.repeat_first,
            after_task_id: row.after_task_id,
            checklist: serde_json::from_value(row.checklist).unwrap_or_default(),
            documents: serde_json::from_value(row.documents).unwrap_or_default(),
            template_id: row.template_id,
        },
        is_own: row.is_own,
        assignee_name: row.assignee_name,
        loan_number: row.loan_number,
        borrower_name: row.borrower_name,
        lead_name: row.lead_name,
        after_task_title: row.after_task_title,
        waits: row.waits,
        branch_name: row.branch_name,
        done_at: row.done_at,
        done_by: row.done_by,
        created_by: row.created_by,
        rule: row.rule_identifier.zip(row.rule_name).map(|(identifier, rule_name)| RuleData { identifier, rule_name }),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }))
}

/// Fields whose columns have other types.
struct Columns {
    days: Option<i16>,
    count: Option<&'static str>,
    side: Option<&'static str>,
    of: Option<&'static str>,
    role: Option<&'static str>,
    is_primary: Option<bool>,
    every: Option<i16>,
    unit: Option<&'static str>,
    checklist: Value,
    documents: Value,
}

impl Columns {
    fn of(facts: &Facts) -> Result<Self> {
        let Facts { due_rule, seat, repeat, checklist, documents, .. } = facts;
        Ok(Self {
            days: due_rule.map(|rule| i16::try_from(rule.days).unwrap_or(i16::MAX)),
            count: due_rule.map(|rule| rule.count.as_str()),
            side: due_rule.map(|rule| rule.side.as_str()),
            of: due_rule.map(|rule| rule.of.as_str()),
            role: seat.map(|seat| seat.role.as_str()),
            is_primary: seat.map(|seat| seat.primary),
            every: repeat.map(|repeat| i16::try_from(repeat.every).unwrap_or(i16::MAX)),
            unit: repeat.map(|repeat| repeat.unit.as_str()),
            checklist: serde_json::to_value(checklist).map_err(Error::internal)?,
            documents: serde_json::to_value(documents).map_err(Error::internal)?,
        })
    }
}

pub(crate) fn due_rule(
    days: Option<i16>,
    count: Option<String>,
    side: Option<String>,
    of: Option<String>,
) -> Option<DueRule> {
    Some(DueRule {
        days: u16::try_from(days?).ok()?,
        count: count?.parse().ok()?,
        side: side?.parse().ok()?,
        of: of?.parse().ok()?,
    })
}

pub(crate) fn seat(role: Option<&str>, primary: Option<bool>) -> Option<Seat> {
    Some(Seat { role: role?.parse().ok()?, primary: primary? })
}

fn repeat(every: Option<i16>, unit: Option<String>) -> Option<Repeat> {
    Some(Repeat { every: u16::try_from(every?).ok()?, unit: unit?.parse().ok()? })
}

/// Data of a loan that its tasks follow.
pub(crate) struct Followed {
    pub days: Vec<(LoanDay, Date)>,
    pub calendar: BusinessCalendar,
    pub team: Vec<Member>,
    pub branch_admin: Option<i64>,
}

/// Business days of a branch, and its current day.
pub(crate) struct Calendar {
    pub days: BusinessCalendar,
    pub time_zone: String,
    pub today: jiff::civil::Date,
}

/// The calendar of a branch.
pub(crate) async fn calendar(tx: &mut impl InCompany, org_unit: i64) -> Result<Calendar> {
    let company = tx.company();
    let row = sqlx::query!(
        "select time_zone as \"time_zone!\", saturday_open as \"saturday_open!\", closed_weekdays as \"closed_weekdays!\",
                holidays as \"holidays!: Vec<Date>\", holiday_names as \"holiday_names!\"
         from office_calendar
         where company_id = $1
           and org_unit_id = $2",
        company,
        org_unit
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(Calendar {
        days: BusinessCalendar {
            saturday_open: row.saturday_open,
            closed_weekdays: row.closed_weekdays,
            holidays: row.holidays.into_iter().map(|day| *day).zip(row.holiday_names).collect(),
        },
        today: *Date::today_in(&row.time_zone),
        time_zone: row.time_zone,
    })
}

/// Dates of a loan, the calendar of its branch, and its team.
pub(crate) async fn followed(tx: &mut impl InCompany, loan: i64) -> Result<Option<Followed>> {
    let company = tx.company();
    let row = sqlx::query!(
        "select d.created_on as \"created_on: Date\", d.application_on as \"application_on: Date\",
                d.loan_estimate_on as \"loan_estimate_on: Date\", d.closing_disclosure_on as \"closing_disclosure_on: Date\",
                d.lock_expires_on as \"lock_expires_on: Date\", d.closing_on as \"closing_on: Date\",
                d.funded_on as \"funded_on: Date\", d.saturday_open as \"saturday_open!\",
                d.closed_weekdays as \"closed_weekdays!\", d.holidays as \"holidays!: Vec<Date>\",
                d.holiday_names as \"holiday_names!\",
                (select m.membership_id
                 from member m
                 where m.company_id = $1 and m.org_unit_id = d.org_unit_id and m.is_active and 'BRANCHADMIN' = any (m.roles)
                 order by m.membership_id
                 limit 1) as branch_admin
         from loan_day d
         where d.company_id = $1
           and d.loan_id = $2",
        company,
        loan
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let seats = sqlx::query!(
        "select s.role as \"role!\", s.is_primary as \"is_primary!\", s.membership_id as \"membership_id!\"
         from loan_seat s
         join member m on m.company_id = $1 and m.membership_id = s.membership_id and m.is_active
         where s.company_id = $1
           and s.loan_id = $2",
        company,
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    let days = [
        (LoanDay::CREATED, row.created_on),
        (LoanDay::APPLICATION, row.application_on),
        (LoanDay::LOAN_ESTIMATE, row.loan_estimate_on),
        (LoanDay::CLOSING_DISCLOSURE, row.closing_disclosure_on),
        (LoanDay::LOCK_EXPIRY, row.lock_expires_on),
        (LoanDay::CLOSING, row.closing_on),
        (LoanDay::FUNDING, row.funded_on),
    ];
    let team = seats.into_iter().filter_map(|row| {
        Some(Member { role: row.role.parse().ok()?, primary: row.is_primary, membership: row.membership_id })
    });
    Ok(Some(Followed {
        days: days.into_iter().filter_map(|(of, day)| Some((of, day?))).collect(),
        calendar: BusinessCalendar {
            saturday_open: row.saturday_open,
            closed_weekdays: row.closed_weekdays,
            holidays: row.holidays.into_iter().map(|day| *day).zip(row.holiday_names).collect(),
        },
        team: team.collect(),
        branch_admin: row.branch_admin,
    }))
}

/// An open task that follows its loan.
pub(crate) struct Following {
    pub id: i64,
    pub due_on: Option<Date>,
    pub assignee_id: Option<i64>,
    pub due_rule: Option<DueRule>,
    pub seat: Option<Seat>,
}

/// Open tasks that follow a loan. Locks them until the transaction ends.
pub(crate) async fn following(tx: &mut impl InCompany, loan: i64) -> Result<Vec<Following>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select id, due_on as \"due_on: Date\", assignee_id, due_days, due_count, due_side, due_of, role, role_is_primary
         from task
         where company_id = $1
           and loan_id = $2
           and status = 'TODO'
           and (due_days is not null or role is not null)
         order by id
         for update",
        company,
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Following {
            id: row.id,
            due_on: row.due_on,
            assignee_id: row.assignee_id,
            due_rule: due_rule(row.due_days, row.due_count, row.due_side, row.due_of),
            seat: seat(row.role.as_deref(), row.role_is_primary),
        })
        .collect())
}

/// Writes new due date and assignee of a task, and sends its event.
pub(crate) async fn put_followed(
    tx: &mut impl InCompany,
    id: i64,
    due_on: Option<Date>,
    assignee: Option<i64>,
) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "with written as (
           update task
           set due_on = $3, assignee_id = $4, updated_at = now(), version = version + 1,
               repeat_first = case when due_on is distinct from $3 and repeat_every is not null then $3 else repeat_first end
           where company_id = $1
             and id = $2
         )
         insert into event (company_id, kind, entity_id) values ($1, 'task.updated', $2)",
        company,
        id,
        due_on as Option<Date>,
        assignee
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Updates the company's open tasks that are due by business days.
pub(crate) async fn follow_by_calendar(tx: &mut Tx) -> Result<()> {
    sqlx::query!(
        "select follow_tasks($1, loan_id) is null as done
         from (select distinct loan_id from task where company_id = $1 and status = 'TODO' and due_count = 'BUSINESS') t",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}

/// Returns true if one task depends on another, directly or through others, or the chain is too long to check.
pub(crate) async fn waits_for(tx: &mut Tx, first: i64, task: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "with recursive chain as (
           select $2::bigint as id, 1 as length
           union all
           select t.after_task_id, c.length + 1
           from chain c
           join task t on t.company_id = $1 and t.id = c.id
           where t.after_task_id is not null
             and c.length <= $4
         )
         select coalesce(bool_or(id = $3 or length > $4), false) as \"waits!\" from chain",
        tx.company(),
        first,
        task,
        i32::try_from(CHAIN_MAX).unwrap_or(i32::MAX)
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Sends events for tasks that depend on this one, because their state changed.
pub(crate) async fn tell_waiting(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "insert into event (company_id, kind, entity_id)
         select $1, 'task.updated', id
         from task
         where company_id = $1
           and after_task_id = $2
           and status = 'TODO'",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(crate) async fn create(tx: &mut impl InCompany, org_unit: i64, facts: &Facts, maker: Maker) -> Result<i64> {
    let (company, user) = (tx.company(), tx.user());
    let (creator, rule, step) = match maker {
        Maker::Member(membership) => (Some(membership), None, None),
        Maker::Rule { rule, step } => (None, Some(rule), Some(step)),
    };
    let words = name_key(&facts.title);
    let follows = Columns::of(facts)?;
    let row = sqlx::query!(
        "with made as (
           insert into task (company_id, org_unit_id, loan_id, lead_id, assignee_id, title, description, due_on, priority, status,
                             done_at, done_by, creator_id, words, due_days, due_count, due_side, due_of, role, role_is_primary,
                             repeat_every, repeat_unit, repeat_first, after_task_id, checklist, documents, template_id, rule_id,
                             step_id)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text, case $10::text when 'DONE' then now() end,
                  case $10::text when 'DONE' then $11::bigint end, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                  $24, $25, $26, $27, $28
           returning id
         )
         select id, put_search_entry('task', $2, id, $13) is null as done from made",
        company,
        org_unit,
        facts.loan_id,
        facts.lead_id,
        facts.assignee_id,
        facts.title,
        facts.description,
        facts.due_date as Option<Date>,
        facts.priority.as_str(),
        facts.status.as_str(),
        user,
        creator,
        words,
        follows.days,
        follows.count,
        follows.side,
        follows.of,
        follows.role,
        follows.is_primary,
        follows.every,
        follows.unit,
        facts.repeat_first as Option<Date>,
        facts.after_task_id,
        follows.checklist,
        follows.documents,
        facts.template_id,
        rule,
        step
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.id)
}

/// Tasks that rules created together with a task.
pub(crate) async fn by_rules(tx: &mut Tx, task: i64) -> Result<Vec<MadeByRule>> {
    let rows = sqlx::query!(
        "select t.id, t.title, t.assignee_id, g.identifier, g.name
         from task o
         join task t on t.company_id = $1 and t.step_id = o.step_id and t.status <> 'REMOVED'
         join automation_rule g on g.company_id = $1 and g.id = t.rule_id
         where o.company_id = $1
           and o.id = $2
         order by t.id",
        tx.company(),
        task
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MadeByRule {
            id: row.id,
            title: row.title,
            assignee_id: row.assignee_id,
            rule_data: RuleData { identifier: row.identifier, rule_name: row.name },
        })
        .collect())
}

/// Updates a task if its version matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, org_unit: i64, facts: &Facts) -> Result<bool> {
    let words = name_key(&facts.title);
    let follows = Columns::of(facts)?;
    let updated = sqlx::query!(
        "with written as (
           update task
           set org_unit_id = $4, loan_id = $5, lead_id = $6, assignee_id = $7, title = $8, description = $9, due_on = $10,
               priority = $11, status = $12::text,
               done_at = case when $12::text = 'DONE' then coalesce(done_at, now()) end,
               done_by = case when $12::text = 'DONE' then coalesce(done_by, $13::bigint) end, words = $14, due_days = $15,
               due_count = $16, due_side = $17, due_of = $18, role = $19, role_is_primary = $20, repeat_every = $21,
               repeat_unit = $22, repeat_first = $23, after_task_id = $24, checklist = $25, updated_at = now(),
               version = version + 1
           where company_id = $1
             and id = $2
             and version = $3
             and status <> 'REMOVED'
           returning id
         )
         select put_search_entry('task', $4, id, $14) is null as done from written",
        tx.company(),
        id,
        version,
        org_unit,
        facts.loan_id,
        facts.lead_id,
        facts.assignee_id,
        facts.title,
        facts.description,
        facts.due_date as Option<Date>,
        facts.priority.as_str(),
        facts.status.as_str(),
        tx.actor().user,
        words,
        follows.days,
        follows.count,
        follows.side,
        follows.of,
        follows.role,
        follows.is_primary,
        follows.every,
        follows.unit,
        facts.repeat_first as Option<Date>,
        facts.after_task_id,
        follows.checklist
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(updated.is_some())
}

/// Deletes a task's content. Its id is kept until all clients have received the event.
pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "with removed as (
           update task
           set status = 'REMOVED', done_at = null, done_by = null, description = '', checklist = '[]', after_task_id = null,
               updated_at = now(), version = version + 1
           where company_id = $1
             and id = $2
             and status <> 'REMOVED'
           returning id
         ), waiting as (
           update task
           set after_task_id = null
           where company_id = $1
             and after_task_id = $2
         ), silenced as (
           delete from task_comment
           where company_id = $1
             and task_id = $2
         )
         select remove_search_entry('task', id) is null as done from removed",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes tasks that were removed more than a week ago, which is as long as events are kept.
pub(crate) async fn delete_removed(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!(
        "delete from task where company_id = $1 and status = 'REMOVED' and updated_at < now() - interval '8 days'",
        company
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Number of the actor's open tasks due by a day, and of all open ones. Counts up to a thousand.
pub(crate) async fn todo_count(tx: &mut Tx, today: Date) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        "select (select count(*)
                 from (select from task
                       where company_id = $1 and assignee_id = $2 and status = 'TODO' and due_key <= $3
                       limit 1000) due) as \"due!\",
                (select count(*)
                 from (select from task where company_id = $1 and assignee_id = $2 and status = 'TODO' limit 1000) open) as \"open!\"",
        tx.company(),
        tx.actor().membership(),
        today as Date
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok((row.due, row.open))
}

/// Branch of a loan that the actor may see.
pub(crate) async fn loan_within_reach(tx: &mut Tx, id: i64) -> Result<Option<i64>> {
    let found = sqlx::query!(
        "select l.org_unit_id as \"org_unit_id!\",
                exists (select from loan_member m
                        where m.company_id = $1 and m.loan_id = l.loan_id and m.membership_id = $3) as \"is_own!\"
         from loan_name l
         where l.company_id = $1
           and l.loan_id = $2",
        tx.company(),
        id,
        tx.actor().membership()
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found
        .filter(|found| covers(tx, Permission::LoanView, found.org_unit_id, found.is_own))
        .map(|found| found.org_unit_id))
}

/// Branch of a lead that the actor may see.
pub(crate) async fn lead_within_reach(tx: &mut Tx, id: i64) -> Result<Option<i64>> {
    let found = sqlx::query!(
        "select l.org_unit_id as \"org_unit_id!\",
                exists (select from lead_member m
                        where m.company_id = $1 and m.lead_id = l.lead_id and m.membership_id = $3) as \"is_own!\"
         from lead_name l
         where l.company_id = $1
           and l.lead_id = $2",
        tx.company(),
        id,
        tx.actor().membership()
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found
        .filter(|found| covers(tx, Permission::LeadView, found.org_unit_id, found.is_own))
        .map(|found| found.org_unit_id))
}

/// Returns true if a record of a branch, or the actor's own, is in scope.
pub(crate) fn covers(tx: &Tx, permission: Permission, org_unit: i64, is_own: bool) -> bool {
    let actor = tx.actor();
    let grants = &actor.access.grants;
    let reach: Reach = grants.reach(permission, actor.consolidated);
    grants.may(permission) && reach.covers(org_unit == actor.org_unit(), is_own)
}

/// Branch of an active member.
pub(crate) async fn unit_of_member(tx: &mut Tx, membership: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select org_unit_id as \"org_unit!\" from member where company_id = $1 and membership_id = $2 and is_active",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}
