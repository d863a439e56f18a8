//! Dry run of a rule: what it would have done in the past 90 days. Evaluates past events without changing anything.

use crate::{
    rule::{
        Action, Definition, TriggerKind, facts, found,
        hold::{Asking, HeldItem, Hold},
        log::Would,
        store::dry_run::{self as store, Dated, Event, Run, Which},
    },
    store::templates,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    rules::{LoanFacts, WatchedField},
};
use platform::{
    Actor, App, InCompany, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    jobs::{self, Job},
    tenant::JobTx,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use utoipa::ToSchema;

/// Number of days to look back.
pub(crate) const DAYS: i64 = 90;
/// Events per transaction.
pub(crate) const AT_ONCE: i64 = 2_000;
/// Maximum number of loans in the list.
const LISTED_MAX: usize = 100;

/// Result of a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleDryRun)]
pub struct Out {
    pub asked_at: Timestamp,
    /// Progress in percent.
    pub progress: i16,
    /// Number of events that would have triggered the rule.
    pub event_count: i64,
    /// Number of loans it would have affected, by their current data.
    pub loan_count: i64,
    /// Number of tasks it would have created.
    pub task_count: i64,
    /// The first hundred loans. Empty until it is finished.
    pub loans: Vec<LoanOut>,
    pub finished_at: Option<Timestamp>,
    /// Trigger fields without a change history, which triggered nothing here.
    pub left_out: Vec<WatchedField>,
}

/// A loan that the rule would have affected.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleDryRunLoan)]
pub struct LoanOut {
    #[serde(rename = "LoanId")]
    pub loan_id: i64,
    pub loan_number: String,
    pub borrower_name: String,
    /// Number of times.
    pub times: i64,
    /// What it would have done each time.
    pub would: Would,
}

/// The latest dry run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleDryRunAnswer)]
pub struct Answer {
    dry_run: Option<Out>,
}

/// The only branch whose rules the actor manages. `None` if they manage the company's.
fn kept_alone(tx: &Tx) -> Option<i64> {
    if tx.actor().may(Permission::SettingsManage).is_ok() { None } else { Some(tx.actor().org_unit()) }
}

/// Starts a dry run of the past 90 days as a job.
#[utoipa::path(post, path = "/api/automation-rules/{id}/dry-run", tag = "tasks", operation_id = "startRuleDryRun", params(("id" = i64, Path)), responses((status = 202, body = Answer), (status = 403), (status = 404)))]
pub async fn start(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<(StatusCode, Json<Answer>)> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let rule = found(&mut tx, id).await?;
    let only = kept_alone(&tx);
    let run = store::begin(&mut tx, id, &rule.says.definition(), only).await?;
    let which = Which { rule: id, only, run };
    let company = tx.company();
    jobs::enqueue(&mut tx, &DryRun { company, which }).await?;
    let dry_run = store::last(&mut tx, id, only).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(Answer { dry_run })))
}

/// Returns the progress and result of the latest dry run.
#[utoipa::path(get, path = "/api/automation-rules/{id}/dry-run", tag = "tasks", operation_id = "getRuleDryRun", params(("id" = i64, Path)), responses((status = 200, body = Answer), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Answer>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    found(&mut tx, id).await?;
    let only = kept_alone(&tx);
    let dry_run = store::last(&mut tx, id, only).await?;
    Ok(Json(Answer { dry_run }))
}

/// Runs the dry run. If interrupted, it starts over, because it only writes its progress.
#[derive(Debug, Serialize, Deserialize)]
pub struct DryRun {
    company: i64,
    #[serde(flatten)]
    which: Which,
}

impl Job for DryRun {
    const NAME: &'static str = "rule-dry-run";

    async fn run(self, app: &App) -> Result<()> {
        let mut tx = JobTx::begin(app, self.company, None).await?;
        let Some(run) = store::unfinished(&mut tx, self.which).await? else { return Ok(()) };
        let mut tally = Tally::of(&mut tx, self.which, run).await?;
        let last = store::last_event(&mut tx, tally.source).await?;
        tx.commit().await?;
        let (mut first, mut after) = (None, 0);
        loop {
            let mut tx = JobTx::begin(app, self.company, None).await?;
            let events = tally.events(&mut tx, after).await?;
            let Some(end) = events.last().map(|event| event.id) else {
                let loans = tally.listed(&mut tx).await?;
                store::finish(&mut tx, self.which, &tally.counts, &loans).await?;
                return tx.commit().await;
            };
            tally.take(&mut tx, &events).await?;
            let first = *first.get_or_insert(events[0].id);
            after = end;
            let progress = 99.min((after - first) * 100 / (last - first).max(1));
            if !store::advance(&mut tx, self.which, &tally.counts, progress).await? {
                return Ok(());
            }
            tx.commit().await?;
        }
    }
}

/// Source of past events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Stage changes.
    Steps,
    /// Field changes of applications.
    Fields,
    /// Loans with their dates.
    Loans,
}

impl Source {
    const fn of(kind: TriggerKind) -> Self {
        match kind {
            TriggerKind::CREATED | TriggerKind::STAGE_ENTERED => Self::Steps,
            TriggerKind::FIELD_CHANGED => Self::Fields,
            TriggerKind::DATE_REACHED | TriggerKind::UNCHANGED => Self::Loans,
        }
    }
}

/// Counters of a dry run.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub events: i64,
    pub loans: i64,
    pub tasks: i64,
}

/// What the rule would have done to a loan, and how often.
struct Found {
    is_touched: bool,
    times: i64,
}

struct Tally {
    which: Which,
    run: Run,
    source: Source,
    off: HashSet<i64>,
    /// Titles of the templates.
    titles: Vec<String>,
    /// For date triggers: the range of loan dates in each branch.
    dated: Vec<Dated>,
    /// `None` for loans that the requester doesn't manage.
    loans: HashMap<i64, Option<Found>>,
    /// Details of the first loans.
    listed: Vec<(i64, Would)>,
    /// The last change seen, because fields that change together are one event.
    seen: Option<(i64, Timestamp)>,
    counts: Counts,
}

impl Tally {
    async fn of(tx: &mut JobTx, which: Which, run: Run) -> Result<Self> {
        let definition = &run.definition;
        let ids: Vec<i64> = definition
            .actions
            .iter()
            .filter(|action| matches!(action, Action::CreateTasks { .. }))
            .flat_map(Action::template_ids)
            .copied()
            .collect();
        let titles = templates::of(tx, &ids).await?.into_iter().map(|template| template.says.title).collect();
        let mut dated = Vec::new();
        if let Some(day) = definition.trigger.day {
            for branch in crate::rule::store::timed::branches(tx).await? {
                let calendar = crate::store::calendar(tx, branch).await?;
                let from = calendar.today.saturating_sub(jiff::Span::new().days(DAYS));
                let (first, end) = day.days_due_within(from, calendar.today, &calendar.days);
                dated.push(Dated { branch, first: Date(first), end: Date(end) });
            }
        }
        Ok(Self {
            which,
            source: Source::of(definition.trigger.kind),
            off: store::off(tx, which.rule).await?,
            titles,
            dated,
            run,
            loans: HashMap::new(),
            listed: Vec::new(),
            seen: None,
            counts: Counts::default(),
        })
    }

    /// The next events that would have triggered the rule.
    async fn events(&self, tx: &mut JobTx, after: i64) -> Result<Vec<Event>> {
        let Run { definition, since, .. } = &self.run;
        let trigger = &definition.trigger;
        match (self.source, trigger.day) {
            (Source::Steps, _) => store::steps(tx, trigger, *since, after).await,
            (Source::Fields, _) => store::changes(tx, &trigger.fields, *since, after).await,
            (Source::Loans, Some(day)) => store::with_day(tx, day.of, &self.dated, after).await,
            (Source::Loans, None) => store::at_rest(tx, trigger.hours.unwrap_or_default(), *since, after).await,
        }
    }

    async fn take(&mut self, tx: &mut JobTx, events: &[Event]) -> Result<()> {
        let new: Vec<i64> =
            events.iter().map(|event| event.loan).filter(|loan| !self.loans.contains_key(loan)).collect();
        for (loan, facts, today) in facts::of_loans(tx, &new).await? {
            if self.which.only.is_some() && self.which.only != facts.number("branch") {
                self.loans.insert(loan, None);
                continue;
            }
            let would = self.would(tx, loan, &facts, today).await?;
            self.loans.insert(loan, Some(Found { is_touched: would.is_some(), times: 0 }));
            if let (Some(would), true) = (would, self.listed.len() < LISTED_MAX) {
                self.listed.push((loan, would));
            }
        }
        for event in events {
            if event.at.is_some() && self.seen == event.at.map(|at| (event.loan, at)) {
                continue;
            }
            self.seen = event.at.map(|at| (event.loan, at));
            let Some(Some(found)) = self.loans.get_mut(&event.loan) else { continue };
            self.counts.events += 1;
            if !found.is_touched {
                continue;
            }
            found.times += 1;
            self.counts.loans += i64::from(found.times == 1);
            self.counts.tasks += i64::try_from(self.titles.len()).unwrap_or(i64::MAX);
        }
        Ok(())
    }

    /// What the rule would do to a loan with its current data.
    async fn would(&self, tx: &mut JobTx, loan: i64, facts: &LoanFacts, today: Date) -> Result<Option<Would>> {
        let definition: &Definition = &self.run.definition;
        let branch = facts.number("branch").unwrap_or_default();
        let is_followed = definition.is_followed_in(branch, self.off.contains(&branch));
        if !is_followed || definition.unmet(facts, today)?.is_some() {
            return Ok(None);
        }
        let mut hold = Hold::default();
        hold.ask(tx, &Asking { id: self.which.rule, name: "", definition }, loan, facts, &[]).await?;
        let would = Would {
            tasks: self.titles.clone(),
            held: hold.missing.iter().map(HeldItem::in_words).collect(),
            acts: definition.acts().cloned().collect(),
        };
        let is_nothing = would.tasks.is_empty() && would.held.is_empty() && would.acts.is_empty();
        Ok((!is_nothing).then_some(would))
    }

    async fn listed(&mut self, tx: &mut impl InCompany) -> Result<Vec<LoanOut>> {
        let listed = std::mem::take(&mut self.listed);
        let ids: Vec<i64> = listed.iter().map(|(loan, _)| *loan).collect();
        let mut names: BTreeMap<i64, (String, String)> = store::names(tx, &ids).await?;
        let mut shown = Vec::new();
        for (loan_id, would) in listed {
            let times = self.loans.get(&loan_id).and_then(Option::as_ref).map_or(0, |found| found.times);
            if let Some((loan_number, borrower_name)) = names.remove(&loan_id) {
                shown.push(LoanOut { loan_id, loan_number, borrower_name, times, would });
            }
        }
        Ok(shown)
    }
}
