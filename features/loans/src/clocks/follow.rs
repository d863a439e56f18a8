//! The clocks follow whatever changes what they follow from.

use crate::{
    from_file::CLOSED,
    make::NewLoan,
    store::{
        self,
        clocks::{self as rows, LoanFacts},
        steps,
    },
};
use jiff::tz::TimeZone;
use lending::{
    application::Application,
    calendar::BusinessCalendar,
    clocks::{
        Act, ActKind, Clock, ClockRule, ClockState, DayCount, Facts, Manner, follow as followed, funding_refusal,
        next_deadline,
    },
    project::Projection,
    stages::StageKind,
    trid::missing,
};
use platform::{
    App, Error, Result, Tx,
    db::{Date, Timestamp},
    jobs::{self, Job},
    tenant::{InCompany, JobTx},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Computes the clocks of a loan anew and leaves them with its next deadline. Whoever changes what they follow from calls this in
/// the same transaction.
///
/// # Errors
/// The database's.
pub(crate) async fn follow(tx: &mut impl InCompany, loan: i64) -> Result<()> {
    let before = rows::clocks(tx, loan).await?;
    let known = Known::of(tx, loan).await?;
    let clocks = if known.loan.is_of_the_past { Vec::new() } else { followed(before, &known.facts()) };
    rows::put(tx, loan, &clocks, next_deadline(&clocks).map(Date)).await
}

/// The clocks of a loan that is made: nothing was done on it yet.
pub(crate) fn of_new(
    new: &NewLoan,
    projection: &Projection,
    calendar: &BusinessCalendar,
    zone: &TimeZone,
) -> Vec<Clock> {
    let Some(received_on) = new.dates.trid_on else { return Vec::new() };
    if new.import_type == Some(CLOSED) {
        return Vec::new();
    }
    let since = new.begun.map_or_else(Timestamp::now, |begun| begun.stage_since);
    let on = since.to_zoned(zone.clone()).date();
    let rank = new.stage.rank();
    let reached = |kind: StageKind| (kind.rank()..=StageKind::PostClosing.rank()).contains(&rank).then_some(on);
    let facts = Facts {
        calendar,
        received_on: Some(*received_on),
        completed_on: reached(StageKind::ApplicationTaken),
        approved_on: reached(StageKind::ApprovedWithConditions),
        closing_on: new.schedule.closing_on.map(|day| *day),
        ended: (!new.stage.is_open()).then_some((new.stage, on)),
        purpose: projection.purpose,
        usage: projection.property_usage,
        acts: &[],
    };
    followed(Vec::new(), &facts)
}

/// Lets the deadlines of a company follow its calendar, which this transaction changes: what was met stays (CLOCK-26), all else is
/// counted anew by a job.
///
/// # Errors
/// The database's.
pub async fn calendar_changed(tx: &mut Tx) -> Result<()> {
    let job = FollowCalendar { company: tx.company(), user: tx.actor().user };
    jobs::enqueue(tx, &job).await
}

/// Counts the running clocks of a company's loans anew, some loans at a time.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FollowCalendar {
    company: i64,
    user: i64,
}

/// The rules whose days are those of offices.
fn by_calendar() -> Vec<String> {
    let general = ClockRule::ALL.iter().filter(|rule| rule.day_count() == DayCount::General);
    general.map(ToString::to_string).collect()
}

/// A deadline that would move.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeadlineMove)]
pub struct Move {
    loan_id: i64,
    loan_number: String,
    borrower_name: String,
    /// The deadline's name.
    label: &'static str,
    from: Date,
    to: Date,
}

/// What a changed calendar would move.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeadlineMoves)]
pub struct Moves {
    /// How many deadlines.
    count: usize,
    /// Whether there are loans that were not looked at.
    is_more: bool,
    /// A hundred at most.
    rows: Vec<Move>,
}

/// Most loans that are looked at before a calendar is changed.
const LOOKED_AT_MAX: usize = 500;
/// Most deadlines that are listed of them.
const LISTED_MAX: usize = 100;

/// Which deadlines that are not met would move by a unit's calendar as this transaction has changed it; nothing is written.
///
/// # Errors
/// The database's.
pub async fn moved_by_calendar(tx: &mut Tx, unit: i64) -> Result<Moves> {
    let most = i64::try_from(LOOKED_AT_MAX + 1).unwrap_or(i64::MAX);
    let mut loans = rows::counted_by(tx, unit, &by_calendar(), most).await?;
    let is_more = loans.len() > LOOKED_AT_MAX;
    loans.truncate(LOOKED_AT_MAX);
    let (mut count, mut listed) = (0, Vec::new());
    for loan in loans {
        let before = rows::clocks(tx, loan.id).await?;
        let after = followed(before.clone(), &Known::of(tx, loan.id).await?.facts());
        for was in before.iter().filter(|clock| clock.state == ClockState::Running) {
            let is = after.iter().find(|clock| clock.rule == was.rule && clock.subject == was.subject);
            let (Some(from), Some(to)) = (was.due_on(), is.and_then(Clock::due_on)) else { continue };
            if from == to {
                continue;
            }
            count += 1;
            if listed.len() < LISTED_MAX {
                listed.push(Move {
                    loan_id: loan.id,
                    loan_number: loan.loan_number.clone(),
                    borrower_name: loan.borrower_name.clone(),
                    label: was.rule.label(),
                    from: Date(from),
                    to: Date(to),
                });
            }
        }
    }
    Ok(Moves { count, is_more, rows: listed })
}

/// Loans that are followed in one transaction.
const FOLLOWED_AT_ONCE: i64 = 100;

impl Job for FollowCalendar {
    const NAME: &'static str = "follow-calendar";

    async fn run(self, app: &App) -> Result<()> {
        let rules = by_calendar();
        let mut after = 0;
        loop {
            let mut tx = JobTx::begin(app, self.company, Some(self.user)).await?;
            let loans = rows::running(&mut tx, &rules, after, FOLLOWED_AT_ONCE).await?;
            for loan in &loans {
                follow(&mut tx, *loan).await?;
            }
            tx.commit().await?;
            let Some(last) = loans.last() else { return Ok(()) };
            after = *last;
        }
    }
}

/// Something that was done before the loan came here.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// What.
    pub kind: ActKind,
    /// When.
    pub on: Date,
    /// In which manner, where it has one.
    pub manner: Option<Manner>,
}

/// Writes down what was done before a loan came here, as it is told.
///
/// # Errors
/// The database's.
pub async fn record_past(tx: &mut Tx, loan: i64, past: &[Past]) -> Result<()> {
    for Past { kind, on, manner } in past {
        let manner = manner.map(Manner::as_str);
        let new =
            rows::NewAct { kind: *kind, on: *on, manner, about: None, restarts: false, details: json!({}), note: None };
        rows::record(tx, loan, new).await?;
    }
    follow(tx, loan).await
}

/// The day on which the last of the six items arrived, where they are all there: the day the application says it was received, as
/// long as that is not in the future.
pub(crate) fn received_on(application: &Application, today: Date) -> Option<Date> {
    if !missing(application).is_empty() {
        return None;
    }
    Some(application.loan.application_received_on.map(Date).filter(|on| *on <= today).unwrap_or(today))
}

/// Lets the clocks follow a changed application. Once the six items were there the application has been received, whatever becomes
/// of them; the day follows the one that the application tells. Returns the day if this change sets it.
pub(crate) async fn application_changed(
    tx: &mut impl InCompany,
    loan: &store::LoanRow,
    before: &Application,
    after: &Application,
) -> Result<Option<Date>> {
    let today = steps::today(tx, loan.org_unit_id).await?;
    let told = after.loan.application_received_on.map(Date).filter(|on| *on <= today);
    let is_told_anew = before.loan.application_received_on != after.loan.application_received_on;
    let received = match loan.trid_on {
        None => received_on(after, today),
        Some(_) if is_told_anew => told,
        Some(_) => None,
    };
    if let Some(on) = received {
        rows::set_received(tx, loan.id, on).await?;
    }
    if received.is_some() || loan.trid_on.is_some() {
        follow(tx, loan.id).await?;
    }
    Ok(received)
}

/// Lets the clocks follow a loan that has moved to another stage or to another branch, whose days they are counted in.
pub(crate) async fn follow_moved(tx: &mut Tx, loan: &store::LoanRow) -> Result<()> {
    if loan.trid_on.is_some() { follow(tx, loan.id).await } else { Ok(()) }
}

/// Whether a loan may be funded on a day.
///
/// # Errors
/// The borrower may still rescind (12 CFR 1026.23(c)).
pub(crate) async fn may_fund(tx: &mut Tx, loan: i64, on: Date) -> Result<()> {
    match funding_refusal(&rows::clocks(tx, loan).await?, *on) {
        Some(message) => Err(Error::Conflict { code: "LWLOAN10417", message, details: None }),
        None => Ok(()),
    }
}

/// What a loan's clocks follow from.
pub(super) struct Known {
    pub(super) loan: LoanFacts,
    /// Those that were not taken back.
    pub(super) acts: Vec<Act>,
    /// How many were recorded, what was taken back among them.
    pub(super) recorded: usize,
}

impl Known {
    pub(super) async fn of(tx: &mut impl InCompany, loan: i64) -> Result<Self> {
        let facts = rows::facts(tx, loan).await?;
        let acts = rows::acts(tx, loan).await?;
        Ok(Self { loan: facts, acts: standing(&acts)?, recorded: acts.len() })
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        let LoanFacts { calendar, received_on, completed_on, approved_on, closing_on, ended, purpose, usage, .. } =
            &self.loan;
        let day = |on: &Option<Date>| on.map(|on| *on);
        Facts {
            calendar,
            received_on: day(received_on),
            completed_on: day(completed_on),
            approved_on: day(approved_on),
            closing_on: day(closing_on),
            ended: ended.map(|(kind, on)| (kind, *on)),
            purpose: *purpose,
            usage: *usage,
            acts: &self.acts,
        }
    }
}

pub(super) fn standing(acts: &[rows::ActRow]) -> Result<Vec<Act>> {
    acts.iter().filter(|act| act.retraction.is_none()).map(rows::ActRow::act).collect()
}
