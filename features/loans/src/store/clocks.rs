//! SQL on the clocks of a loan and what was done about them.

use crate::from_file::CLOSED;
use lending::{
    application::{LoanPurpose, PropertyUsage},
    calendar::BusinessCalendar,
    clocks::{Act, ActKind, Clock, ClockRule, ClockState, Count, CountedDay, DayCount},
    stages::StageKind,
};
use platform::{
    Error, Result, Tx,
    db::{Date, Timestamp},
    tenant::InCompany,
};
use serde_json::{Value, json};
use std::str::FromStr;

/// What the clocks of a loan follow from, beside its acts.
pub(crate) struct LoanFacts {
    pub calendar: BusinessCalendar,
    pub time_zone: String,
    pub received_on: Option<Date>,
    pub completed_on: Option<Date>,
    pub approved_on: Option<Date>,
    pub closing_on: Option<Date>,
    pub ended: Option<(StageKind, Date)>,
    pub purpose: Option<LoanPurpose>,
    pub usage: Option<PropertyUsage>,
    /// Closed before it came here: no clock runs.
    pub is_of_the_past: bool,
}

fn read<T: FromStr>(word: Option<String>) -> Result<Option<T>>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    word.map(|word| word.parse().map_err(Error::internal)).transpose()
}

/// The facts of one loan of the company.
pub(crate) async fn facts(tx: &mut impl InCompany, loan: i64) -> Result<LoanFacts> {
    let company = tx.company();
    let row = sqlx::query!(
        "select c.time_zone as \"time_zone!\", c.saturday_open as \"saturday_open!\", c.closed_weekdays as \"closed_weekdays!\", c.holidays as \"holidays!: Vec<Date>\",
                c.holiday_names as \"holiday_names!\", l.trid_on, l.closing_on, l.purpose, l.property_usage, l.import_type, s.kind,
                (l.stage_since at time zone c.time_zone)::date as \"stage_on!\",
                reached.completed_on, reached.approved_on
         from loan l
         join loan_stage s on s.company_id = $1 and s.id = l.stage_id
         join office_calendar c on c.company_id = $1 and c.org_unit_id = l.org_unit_id
         cross join lateral (
           select min((g.valid_from at time zone c.time_zone)::date) filter (where g.stage_rank >= $3) as completed_on,
                  min((g.valid_from at time zone c.time_zone)::date) filter (where g.stage_rank >= $4) as approved_on
           from loan_stage_change g
           where g.company_id = $1
             and g.loan_id = $2
             and g.stage_rank <= $5
         ) as reached
         where l.company_id = $1
           and l.id = $2",
        company,
        loan,
        StageKind::ApplicationTaken.rank(),
        StageKind::ApprovedWithConditions.rank(),
        StageKind::PostClosing.rank(),
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(Error::NotFound)?;
    let stage: StageKind = row.kind.parse().map_err(Error::internal)?;
    let holidays = row.holidays.into_iter().map(|day| *day).zip(row.holiday_names).collect();
    Ok(LoanFacts {
        calendar: BusinessCalendar { saturday_open: row.saturday_open, closed_weekdays: row.closed_weekdays, holidays },
        time_zone: row.time_zone,
        received_on: row.trid_on,
        completed_on: row.completed_on,
        approved_on: row.approved_on,
        closing_on: row.closing_on,
        ended: (!stage.is_open()).then_some((stage, row.stage_on)),
        purpose: read(row.purpose)?,
        usage: read(row.property_usage)?,
        is_of_the_past: row.import_type.as_deref() == Some(CLOSED),
    })
}

/// An act as its row tells it.
pub(crate) struct ActRow {
    pub id: i64,
    pub kind: String,
    pub happened_on: Date,
    pub manner: Option<String>,
    pub about_id: Option<i64>,
    pub restarts: bool,
    pub details: Value,
    pub note: Option<String>,
    pub recorded_by: Option<String>,
    pub recorded_at: Timestamp,
    pub retraction: Option<String>,
    pub retracted_by: Option<String>,
    pub retracted_at: Option<Timestamp>,
}

impl ActRow {
    /// The act as the rules know it.
    pub fn act(&self) -> Result<Act> {
        Ok(Act {
            id: self.id,
            kind: self.kind.parse().map_err(Error::internal)?,
            on: *self.happened_on,
            manner: read(self.manner.clone())?,
            of: self.about_id,
            restarts: self.restarts,
        })
    }
}

/// What was done on a loan, in the order of its days, what was taken back among it.
pub(crate) async fn acts(tx: &mut impl InCompany, loan: i64) -> Result<Vec<ActRow>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        ActRow,
        "select a.id, a.kind, a.happened_on, a.manner, a.about_id, a.restarts, a.details, a.note, p.name as recorded_by,
                a.recorded_at, r.reason as \"retraction?\", q.name as retracted_by, r.retracted_at as \"retracted_at?\"
         from clock_act a
         left join clock_act_retraction r on r.company_id = $1 and r.act_id = a.id
         left join person p on p.user_id = a.recorded_by
         left join person q on q.user_id = r.retracted_by
         where a.company_id = $1
           and a.loan_id = $2
         order by a.happened_on, a.id",
        company,
        loan
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// An act to be written.
pub(crate) struct NewAct<'a> {
    pub kind: ActKind,
    pub on: Date,
    pub manner: Option<&'a str>,
    pub about: Option<i64>,
    pub restarts: bool,
    pub details: Value,
    pub note: Option<&'a str>,
}

/// Writes an act; answers its id.
pub(crate) async fn record(tx: &mut Tx, loan: i64, new: NewAct<'_>) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    Ok(sqlx::query_scalar!(
        "insert into clock_act (company_id, loan_id, kind, happened_on, manner, about_id, restarts, details, note, recorded_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         returning id",
        company,
        loan,
        new.kind.as_str(),
        new.on as Date,
        new.manner,
        new.about,
        new.restarts,
        new.details,
        new.note,
        user
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Takes an act back; false where that was done before.
pub(crate) async fn retract(tx: &mut Tx, act: i64, reason: &str) -> Result<bool> {
    let (company, user) = (tx.company(), tx.actor().user);
    let done = sqlx::query!(
        "insert into clock_act_retraction (company_id, act_id, reason, retracted_by)
         values ($1, $2, $3, $4)
         on conflict do nothing",
        company,
        act,
        reason,
        user
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The clocks of a loan as they were left.
pub(crate) async fn clocks(tx: &mut impl InCompany, loan: i64) -> Result<Vec<Clock>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select rule, subject_id, started_on as \"started_on: Date\", due_on as \"due_on: Date\", days, state,
                met_on as \"met_on: Date\", met_by, reason
         from loan_clock
         where company_id = $1
           and loan_id = $2",
        company,
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut clocks = Vec::new();
    for row in rows {
        let rule: ClockRule = row.rule.parse().map_err(Error::internal)?;
        let days: Vec<CountedDay> = serde_json::from_value(row.days).map_err(Error::internal)?;
        let state = match (row.state.as_str(), row.met_on, row.met_by) {
            ("Met", Some(on), Some(act)) => ClockState::Met { on: *on, act },
            ("Missed", ..) => ClockState::Missed,
            ("NotDue", ..) => ClockState::NotDue(row.reason.unwrap_or_default()),
            _ => ClockState::Running,
        };
        clocks.push(Clock {
            rule,
            subject: (row.subject_id != 0).then_some(row.subject_id),
            count: row.started_on.zip(row.due_on).map(|(from, on)| Count { from: *from, on: *on, days }),
            state,
        });
    }
    clocks.sort_by_key(|clock| (clock.rule, clock.subject));
    Ok(clocks)
}

/// Leaves the clocks of a loan as they are now, and its next deadline.
pub(crate) async fn put(
    tx: &mut impl InCompany,
    loan: i64,
    clocks: &[Clock],
    next_deadline: Option<Date>,
) -> Result<()> {
    let company = tx.company();
    let rules: Vec<String> = clocks.iter().map(|clock| clock.rule.to_string()).collect();
    let subjects: Vec<i64> = clocks.iter().map(|clock| clock.subject.unwrap_or_default()).collect();
    let starts: Vec<Option<Date>> =
        clocks.iter().map(|clock| clock.count.as_ref().map(|count| Date(count.from))).collect();
    let dues: Vec<Option<Date>> = clocks.iter().map(|clock| clock.due_on().map(Date)).collect();
    let days: Vec<Value> = clocks.iter().map(days).collect();
    let states: Vec<String> = clocks.iter().map(|clock| word(&clock.state).to_owned()).collect();
    let met = |clock: &Clock| match clock.state {
        ClockState::Met { on, act } => Some((Date(on), act)),
        _ => None,
    };
    let met_on: Vec<Option<Date>> = clocks.iter().map(|clock| met(clock).map(|(on, _)| on)).collect();
    let met_by: Vec<Option<i64>> = clocks.iter().map(|clock| met(clock).map(|(_, act)| act)).collect();
    let reasons: Vec<Option<String>> = clocks.iter().map(|clock| reason(&clock.state).map(str::to_owned)).collect();
    sqlx::query!(
        "with told as (
           select *
           from unnest($3::text[], $4::bigint[], $5::date[], $6::date[], $7::jsonb[], $8::text[], $9::date[], $10::bigint[],
                       $11::text[]) as t(rule, subject_id, started_on, due_on, days, state, met_on, met_by, reason)
         ), gone as (
           delete from loan_clock c
           where c.company_id = $1
             and c.loan_id = $2
             and not exists (select from told t where t.rule = c.rule and t.subject_id = c.subject_id)
         ), deadline as (
           update loan
           set next_deadline_on = $12
           where company_id = $1
             and id = $2
             and next_deadline_on is distinct from $12
         )
         insert into loan_clock as c (company_id, loan_id, rule, subject_id, started_on, due_on, days, state, met_on, met_by, reason)
         select $1, $2, t.rule, t.subject_id, t.started_on, t.due_on, t.days, t.state, t.met_on, t.met_by, t.reason
         from told t
         on conflict (company_id, loan_id, rule, subject_id) do update
         set started_on = excluded.started_on, due_on = excluded.due_on, days = excluded.days, state = excluded.state,
             met_on = excluded.met_on, met_by = excluded.met_by, reason = excluded.reason
         where (c.started_on, c.due_on, c.days, c.state, c.met_on, c.met_by, c.reason)
               is distinct from (excluded.started_on, excluded.due_on, excluded.days, excluded.state, excluded.met_on,
                                 excluded.met_by, excluded.reason)",
        company,
        loan,
        &rules,
        &subjects,
        &starts as &[Option<Date>],
        &dues as &[Option<Date>],
        &days,
        &states,
        &met_on as &[Option<Date>],
        &met_by as &[Option<i64>],
        &reasons as &[Option<String>],
        next_deadline as Option<Date>
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The days of a count as they are kept; consecutive ones explain themselves.
pub(super) fn days(clock: &Clock) -> Value {
    match &clock.count {
        Some(count) if clock.rule.day_count() != DayCount::Consecutive => json!(count.days),
        _ => json!([]),
    }
}

/// Why a clock is not due.
pub(super) fn reason(state: &ClockState) -> Option<&str> {
    match state {
        ClockState::NotDue(why) => Some(why),
        _ => None,
    }
}

/// The word of a state.
pub(crate) const fn word(state: &ClockState) -> &'static str {
    match state {
        ClockState::Running => "Running",
        ClockState::Met { .. } => "Met",
        ClockState::Missed => "Missed",
        ClockState::NotDue(_) => "NotDue",
    }
}

/// Writes the day on which the last of the six items of an application arrived. It is the application date unless the
/// application states one.
pub(crate) async fn set_received(tx: &mut impl InCompany, loan: i64, on: Date) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "update loan
         set trid_on = $3, trid_at = now(), application_on = coalesce(application_on, $3)
         where company_id = $1
           and id = $2",
        company,
        loan,
        on as Date
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Writes the day for which a loan's closing is planned, where it is still the one that was seen.
pub(crate) async fn set_closing(tx: &mut Tx, loan: i64, from: Option<Date>, to: Option<Date>) -> Result<bool> {
    let done = sqlx::query!(
        "update loan
         set closing_on = $4, updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and closing_on is not distinct from $3",
        tx.company(),
        loan,
        from as Option<Date>,
        to as Option<Date>
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The loan on which an act was recorded.
pub(crate) async fn loan_of(tx: &mut Tx, act: i64) -> Result<i64> {
    sqlx::query_scalar!("select loan_id from clock_act where company_id = $1 and id = $2", tx.company(), act)
        .fetch_optional(&mut **tx)
        .await?
        .ok_or(Error::NotFound)
}

/// The next loans behind an id of which a clock runs by one of some rules; nobody changes them before the transaction ends.
pub(crate) async fn running(tx: &mut impl InCompany, rules: &[String], after: i64, most: i64) -> Result<Vec<i64>> {
    let company = tx.company();
    Ok(sqlx::query_scalar!(
        "select l.id
         from loan l
         where l.company_id = $1
           and l.id > $2
           and l.id in (select c.loan_id
                        from loan_clock c
                        where c.company_id = $1
                          and c.rule = any ($3)
                          and c.state = 'Running')
         order by l.id
         limit $4
         for update",
        company,
        after,
        rules,
        most
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A loan of which a clock runs.
pub(crate) struct RunningLoan {
    pub id: i64,
    pub loan_number: String,
    pub borrower_name: String,
}

/// Loans on which a unit's calendar counts and of which a clock runs by one of some rules.
pub(crate) async fn counted_by(tx: &mut Tx, unit: i64, rules: &[String], most: i64) -> Result<Vec<RunningLoan>> {
    Ok(sqlx::query_as!(
        RunningLoan,
        "select l.id, l.loan_number, l.borrower_name
         from loan l
         where l.company_id = $1
           and l.org_unit_id in (select k.org_unit_id
                                 from office_calendar k
                                 where k.company_id = $1
                                   and (k.calendar_id = $2 or k.org_unit_id = $2))
           and l.id in (select c.loan_id
                        from loan_clock c
                        where c.company_id = $1
                          and c.rule = any ($3)
                          and c.state = 'Running')
         order by l.id
         limit $4",
        tx.company(),
        unit,
        rules,
        most
    )
    .fetch_all(&mut **tx)
    .await?)
}
