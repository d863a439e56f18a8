//! All SQL on what was done to many loans at once.

use crate::acts::{Done, RecentAct};
use platform::{Error, InCompany, JobTx, Result, Tx, db::Timestamp};
use std::collections::BTreeMap;

/// To whom or where the loans of an act go.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub stage: Option<i64>,
    pub officer: Option<i64>,
    pub processor: Option<i64>,
}

/// A loan of an act that is to be changed, or set back.
pub(crate) struct Waiting {
    pub loan: i64,
    /// Which was seen when it was chosen.
    pub version: i32,
    /// What sets it back, and when it was changed.
    pub step: Option<Done>,
    pub changed_at: Option<Timestamp>,
}

/// What became of a loan of an act.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Changed,
    Refused,
    Restored,
    Kept,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            State::Changed => "CHANGED",
            State::Refused => "REFUSED",
            State::Restored => "RESTORED",
            State::Kept => "KEPT",
        }
    }
}

/// A loan of an act, and what became of it.
pub(crate) struct Outcome {
    pub loan: i64,
    pub state: State,
    pub step: Option<Done>,
    /// Why it stays as it is.
    pub reason: Option<String>,
}

/// Keeps what is asked for, and of which loans.
pub(crate) async fn keep(tx: &mut Tx, to: Target, loans: &BTreeMap<i64, i32>) -> Result<i64> {
    let (company, user) = (tx.company(), tx.actor().user);
    let ids: Vec<i64> = loans.keys().copied().collect();
    let versions: Vec<i32> = loans.values().copied().collect();
    Ok(sqlx::query_scalar!(
        "with act as (
           insert into loan_act (company_id, made_by, stage_id, officer_id, processor_id)
           values ($1, $2, $3, $4, $5)
           returning id
         ), loans as (
           insert into loan_act_loan (company_id, act_id, loan_id, version)
           select $1, act.id, l.id, l.version
           from act, unnest($6::bigint[], $7::integer[]) l (id, version)
         )
         select id from act",
        company,
        user,
        to.stage,
        to.officer,
        to.processor,
        &ids,
        &versions
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// What an act of who asks is; nobody else goes on with it before the transaction ends.
pub(crate) async fn hold(tx: &mut Tx, id: i64) -> Result<Target> {
    let user = tx.actor().user;
    sqlx::query_as!(
        Target,
        "select stage_id as stage, officer_id as officer, processor_id as processor
         from loan_act
         where company_id = $1
           and id = $2
           and made_by = $3
         for update",
        tx.company(),
        id,
        user
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(Error::NotFound)
}

/// Loans that are next, by their ids.
pub(crate) async fn waiting(tx: &mut Tx, act: i64, most: usize) -> Result<Vec<Waiting>> {
    let rows = sqlx::query!(
        "select loan_id, version, step, changed_at as \"changed_at: Timestamp\"
         from loan_act_loan
         where company_id = $1
           and act_id = $2
           and state in ('WAITING', 'RESTORING')
         order by loan_id
         limit $3",
        tx.company(),
        act,
        i64::try_from(most).map_err(Error::internal)?
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let step = row.step.map(serde_json::from_value).transpose().map_err(Error::internal)?;
            Ok(Waiting { loan: row.loan_id, version: row.version, step, changed_at: row.changed_at })
        })
        .collect()
}

/// How many loans wait.
pub(crate) async fn left(tx: &mut Tx, act: i64) -> Result<usize> {
    let left = sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from loan_act_loan
         where company_id = $1
           and act_id = $2
           and state in ('WAITING', 'RESTORING')",
        tx.company(),
        act
    )
    .fetch_one(&mut **tx)
    .await?;
    usize::try_from(left).map_err(Error::internal)
}

/// Notes what became of loans.
pub(crate) async fn put(tx: &mut Tx, act: i64, outcomes: &[Outcome]) -> Result<()> {
    let loans: Vec<i64> = outcomes.iter().map(|outcome| outcome.loan).collect();
    let states: Vec<&str> = outcomes.iter().map(|outcome| outcome.state.as_str()).collect();
    let steps: Vec<Option<serde_json::Value>> = outcomes
        .iter()
        .map(|outcome| outcome.step.map(serde_json::to_value).transpose().map_err(Error::internal))
        .collect::<Result<_>>()?;
    let reasons: Vec<Option<&str>> = outcomes.iter().map(|outcome| outcome.reason.as_deref()).collect();
    sqlx::query!(
        "update loan_act_loan l
         set state = o.state, step = o.step, reason = o.reason, changed_at = now()
         from unnest($3::bigint[], $4::text[], $5::jsonb[], $6::text[]) o (loan, state, step, reason)
         where l.company_id = $1
           and l.act_id = $2
           and l.loan_id = o.loan",
        tx.company(),
        act,
        &loans,
        &states as &[&str],
        &steps as &[Option<serde_json::Value>],
        &reasons as &[Option<&str>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// From now on it can be taken back.
pub(crate) async fn finish(tx: &mut Tx, act: i64) -> Result<()> {
    sqlx::query!("update loan_act set finished_at = now() where company_id = $1 and id = $2", tx.company(), act)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Loans that an act changed.
pub(crate) async fn changed(tx: &mut Tx, act: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select loan_id from loan_act_loan where company_id = $1 and act_id = $2 and state = 'CHANGED' order by loan_id",
        tx.company(),
        act
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Leaves as it is what waits.
pub(crate) async fn give_up(tx: &mut JobTx, act: i64, reason: &str) -> Result<()> {
    sqlx::query!(
        "with given_up as (
           update loan_act_loan
           set state = case state when 'WAITING' then 'REFUSED' else 'KEPT' end, reason = $3
           where company_id = $1 and act_id = $2 and state in ('WAITING', 'RESTORING')
         )
         update loan_act
         set finished_at = now()
         where company_id = $1 and id = $2 and finished_at is null",
        tx.company(),
        act,
        reason
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has an act of who asks taken back, once, and for half an hour after it was done; answers how many loans it changed.
pub(crate) async fn take_back(tx: &mut Tx, id: i64) -> Result<usize> {
    hold(tx, id).await?;
    let taken_back = sqlx::query_scalar!(
        "with act as (
           update loan_act
           set undone_at = now()
           where company_id = $1 and id = $2 and undone_at is null and finished_at > now() - interval '30 minutes'
           returning id
         ), loans as (
           update loan_act_loan l
           set state = 'RESTORING'
           from act
           where l.company_id = $1 and l.act_id = act.id and l.state = 'CHANGED'
           returning 1
         )
         select (select count(*) from loans) as \"count!\" from act",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    let count = taken_back.ok_or_else(|| Error::Conflict {
        code: "LWLOAN10413",
        message: "This is not done yet, was taken back already, or is more than 30 minutes old.".to_owned(),
        details: None,
    })?;
    usize::try_from(count).map_err(Error::internal)
}

/// How far an act is.
pub(crate) struct Told {
    pub changed: usize,
    pub refused: usize,
    pub waiting: usize,
    pub undo_until: Option<Timestamp>,
    pub is_undone: bool,
}

/// How far an act of who asks is, or its taking back.
pub(crate) async fn told(tx: &mut Tx, id: i64) -> Result<Option<Told>> {
    let user = tx.actor().user;
    let found = sqlx::query!(
        "select a.finished_at + interval '30 minutes' as \"undo_until: Timestamp\", a.undone_at is not null as \"is_undone!\",
                count(*) filter (where l.state = case when a.undone_at is null then 'CHANGED' else 'RESTORED' end) as \"changed!\",
                count(*) filter (where l.state = case when a.undone_at is null then 'REFUSED' else 'KEPT' end) as \"refused!\",
                count(*) filter (where l.state in ('WAITING', 'RESTORING')) as \"waiting!\"
         from loan_act a
         join loan_act_loan l on l.company_id = $1 and l.act_id = a.id
         where a.company_id = $1
           and a.id = $2
           and a.made_by = $3
         group by a.finished_at, a.undone_at",
        tx.company(),
        id,
        user
    )
    .fetch_optional(&mut **tx)
    .await?;
    let count = |number: i64| usize::try_from(number).map_err(Error::internal);
    found
        .map(|row| {
            Ok(Told {
                changed: count(row.changed)?,
                refused: count(row.refused)?,
                waiting: count(row.waiting)?,
                undo_until: row.undo_until,
                is_undone: row.is_undone,
            })
        })
        .transpose()
}

/// Loans that stay as they are, and why.
pub(crate) async fn refused(tx: &mut Tx, act: i64, most: usize) -> Result<Vec<(i64, String)>> {
    let rows = sqlx::query!(
        "select l.loan_id, l.reason as \"reason!\"
         from loan_act a
         join loan_act_loan l on l.company_id = $1 and l.act_id = a.id
         where a.company_id = $1
           and a.id = $2
           and l.state = case when a.undone_at is null then 'REFUSED' else 'KEPT' end
         order by l.loan_id
         limit $3",
        tx.company(),
        act,
        i64::try_from(most).map_err(Error::internal)?
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.loan_id, row.reason)).collect())
}

/// A change of a loan: what it was called in the log, and whose it was.
pub(crate) struct Change {
    pub action: String,
    pub by: Option<String>,
}

/// What was done to a loan after an instant, ten changes at most.
pub(crate) async fn changes_since(tx: &mut Tx, loan: i64, at: Timestamp) -> Result<Vec<Change>> {
    Ok(sqlx::query_as!(
        Change,
        "select e.action, p.name as \"by?\"
         from audit_entry e
         left join person p on p.user_id = e.active_user_id
         where e.company_id = $1
           and e.entity = 'loan'
           and e.entity_id = $2
           and e.at > $3
         order by e.id desc
         limit 10",
        tx.company(),
        loan.to_string(),
        at as Timestamp
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Acts of who asks within the last day, the newest first.
pub(crate) async fn recent(tx: &mut Tx) -> Result<Vec<RecentAct>> {
    let user = tx.actor().user;
    Ok(sqlx::query_as!(
        RecentAct,
        "select a.id, l.changed as \"changed!\", l.waiting as \"waiting!\", s.name as \"stage_name?\", o.name as officer_name,
                p.name as processor_name, a.made_at as \"made_at: Timestamp\",
                a.finished_at + interval '30 minutes' as \"undo_until: Timestamp\", a.undone_at as \"undone_at: Timestamp\"
         from loan_act a
         cross join lateral (
           select count(*) filter (where l.state in ('CHANGED', 'RESTORING', 'RESTORED', 'KEPT')) as changed,
                  count(*) filter (where l.state in ('WAITING', 'RESTORING')) as waiting
           from loan_act_loan l
           where l.company_id = $1 and l.act_id = a.id
         ) l
         left join loan_stage s on s.company_id = $1 and s.id = a.stage_id
         left join member o on o.company_id = $1 and o.membership_id = a.officer_id
         left join member p on p.company_id = $1 and p.membership_id = a.processor_id
         where a.company_id = $1
           and a.made_by = $2
           and a.made_at > now() - interval '1 day'
         order by a.made_at desc, a.id desc
         limit 20",
        tx.company(),
        user
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Forgets acts of the day before yesterday.
pub(crate) async fn sweep(tx: &mut JobTx) -> Result<()> {
    sqlx::query!("delete from loan_act where company_id = $1 and made_at < now() - interval '2 days'", tx.company())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
