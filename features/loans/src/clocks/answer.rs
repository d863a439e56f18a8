//! The clocks of a loan as they are answered.

use super::follow::{Known, standing};
use crate::store::{self, clocks as rows};
use lending::{
    application::Application,
    clocks::{
        self, ActKind, Clock, ClockRule, ClockState, CountedDay, DayCount, Facts, earliest_closing, next_deadline,
    },
    trid::missing,
};
use platform::{
    Error, Result, Tx,
    db::{Date, Timestamp},
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The clocks of a loan with what they follow from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanClocks)]
pub struct Out {
    /// Today in the time zone of the loan's branch.
    today: Date,
    application: ApplicationOut,
    next_deadline_on: Option<Date>,
    closing_on: Option<Date>,
    /// The first day on which the loan may close by what was disclosed so far.
    earliest_closing: Option<EarliestOut>,
    clocks: Vec<ClockOut>,
    /// In the order of their days, what was taken back among them.
    acts: Vec<ActOut>,
}

/// The six items of an application (12 CFR 1026.2(a)(3)(ii)).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApplicationItems)]
struct ApplicationOut {
    /// The day on which the last of them arrived.
    received_on: Option<Date>,
    missing: Vec<MissingOut>,
}

/// An item that is missing.
#[derive(Serialize, ToSchema)]
#[schema(as = MissingItem)]
pub(crate) struct MissingOut {
    item: &'static str,
    label: &'static str,
    /// Whose, where it is one of a person who has a name.
    borrower: Option<String>,
}

/// A day, and why no earlier one.
#[derive(Serialize, ToSchema)]
#[schema(as = EarliestClosing)]
struct EarliestOut {
    on: Date,
    reason: &'static str,
}

/// A clock as it stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanClock)]
struct ClockOut {
    rule: ClockRule,
    label: &'static str,
    citation: &'static str,
    /// The page of the regulation.
    address: &'static str,
    day_count: DayCount,
    day_count_label: &'static str,
    /// Somebody has to act by its day; otherwise its day has to be waited for.
    is_deadline: bool,
    /// The act that started it, where a loan may have several by the rule.
    act_id: Option<i64>,
    started_on: Option<Date>,
    due_on: Option<Date>,
    /// Counted or skipped, one by one; none where all days count.
    days: Vec<CountedDay>,
    /// `Running`, `Met`, `Missed` or `NotDue`.
    state: &'static str,
    met_on: Option<Date>,
    /// The act that met it.
    met_by: Option<i64>,
    is_late: bool,
    /// Why nothing is due.
    reason: Option<String>,
}

/// Something that was done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClockAct)]
struct ActOut {
    id: i64,
    kind: ActKind,
    label: &'static str,
    on: Date,
    manner: Option<String>,
    about_id: Option<i64>,
    /// The day a disclosure counts as received.
    received_on: Option<Date>,
    /// Three days began anew with it.
    restarts: bool,
    details: Value,
    note: Option<String>,
    recorded_by: Option<String>,
    recorded_at: Timestamp,
    retraction: Option<RetractionOut>,
}

/// That an act was recorded in error.
#[derive(Serialize, ToSchema)]
#[schema(as = ClockActRetraction)]
struct RetractionOut {
    reason: String,
    by: Option<String>,
    at: Option<Timestamp>,
}

/// The clocks as they are answered.
pub(super) async fn shown(tx: &mut Tx, id: i64) -> Result<Out> {
    let clocks = rows::clocks(tx, id).await?;
    let acts = rows::acts(tx, id).await?;
    let known = Known { loan: rows::facts(tx, id).await?, acts: standing(&acts)?, recorded: acts.len() };
    let document = store::application(tx, id).await?.ok_or(Error::NotFound)?.document;
    let application: Application = serde_json::from_value(document).map_err(Error::internal)?;
    let facts = known.facts();
    Ok(Out {
        today: Date::today_in(&known.loan.time_zone),
        application: ApplicationOut { received_on: known.loan.received_on, missing: lacking(&application) },
        next_deadline_on: next_deadline(&clocks).map(Date),
        closing_on: known.loan.closing_on,
        earliest_closing: earliest_closing(&facts).map(|(on, reason)| EarliestOut { on: Date(on), reason }),
        clocks: clocks.into_iter().map(clock_out).collect(),
        acts: acts.into_iter().map(|act| act_out(act, &facts)).collect::<Result<_>>()?,
    })
}

pub(crate) fn lacking(application: &Application) -> Vec<MissingOut> {
    let name = |id| {
        let borrower = application.borrowers.iter().find(|borrower| Some(borrower.id) == id)?;
        let name = [&borrower.first_name, &borrower.last_name].into_iter().flatten().cloned().collect::<Vec<_>>();
        (!name.is_empty()).then(|| name.join(" "))
    };
    missing(application)
        .into_iter()
        .map(|lack| MissingOut { item: lack.item.as_str(), label: lack.item.label(), borrower: name(lack.borrower) })
        .collect()
}

fn clock_out(clock: Clock) -> ClockOut {
    let rule = clock.rule;
    let (is_late, state) = (clock.is_late(), rows::word(&clock.state));
    let (started_on, due_on, days) = match clock.count {
        Some(count) => (Some(Date(count.from)), Some(Date(count.on)), count.days),
        None => (None, None, Vec::new()),
    };
    let (met_on, met_by, reason) = match clock.state {
        ClockState::Met { on, act } => (Some(Date(on)), Some(act), None),
        ClockState::NotDue(why) => (None, None, Some(why)),
        ClockState::Running | ClockState::Missed => (None, None, None),
    };
    ClockOut {
        rule,
        label: rule.label(),
        citation: rule.citation(),
        address: rule.address(),
        day_count: rule.day_count(),
        day_count_label: rule.day_count().label(),
        is_deadline: rule.is_deadline(),
        act_id: clock.subject,
        started_on,
        due_on,
        days,
        state,
        met_on,
        met_by,
        is_late,
        reason,
    }
}

fn act_out(row: rows::ActRow, facts: &Facts<'_>) -> Result<ActOut> {
    let act = row.act()?;
    let is_shown = act.kind.is_disclosure() && row.retraction.is_none();
    Ok(ActOut {
        received_on: is_shown.then(|| Date(clocks::received_on(facts, &act))),
        id: row.id,
        kind: act.kind,
        label: act.kind.label(),
        on: row.happened_on,
        manner: row.manner,
        about_id: row.about_id,
        restarts: row.restarts,
        details: row.details,
        note: row.note,
        recorded_by: row.recorded_by,
        recorded_at: row.recorded_at,
        retraction: row.retraction.map(|reason| RetractionOut { reason, by: row.retracted_by, at: row.retracted_at }),
    })
}
