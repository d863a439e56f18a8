//! The clocks of a loan: what the law asks for by when, what was done about it, and the day of the next act.

use crate::{
    get::within_reach,
    store::{
        self,
        clocks::{self as rows, LoanFacts},
        steps,
    },
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    application::Application,
    clocks::{
        Act, ActKind, Circumstance, Clock, ClockRule, ClockState, CountedDay, DayCount, DisclosureChange, Facts,
        Manner, earliest_closing, follow as followed, funding_refusal, next_deadline, refusal,
    },
    trid::missing,
    values::Rate,
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    jobs::{self, Job},
    record::Audit,
    tenant::{InCompany, JobTx},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Longest note beside an act.
const NOTE_MAX: usize = 2_000;
/// Longest reason for which an act is taken back.
const REASON_MAX: usize = 500;
/// Most fees that a changed circumstance names, and the longest name.
const FEES_MAX: usize = 50;
const FEE_MAX: usize = 120;

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
struct MissingOut {
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
#[schema(as = LoanAct)]
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
#[schema(as = LoanActRetraction)]
struct RetractionOut {
    reason: String,
    by: Option<String>,
    at: Option<Timestamp>,
}

/// Something that was done, to be recorded.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLoanAct)]
pub struct In {
    kind: ActKind,
    /// The day in the time zone of the loan's branch; not in the future.
    on: Date,
    /// Of a disclosure or an intent: how it was given or said.
    #[serde(default)]
    manner: Option<Manner>,
    /// Of a receipt, the disclosure; of a revised Loan Estimate, the circumstance it answers.
    #[serde(default)]
    about_id: Option<i64>,
    #[serde(default)]
    note: Option<String>,
    /// Of a changed circumstance: which (12 CFR 1026.19(e)(3)(iv)).
    #[serde(default)]
    circumstance: Option<Circumstance>,
    /// Of a changed circumstance: the fees that it changes.
    #[serde(default)]
    fees: Vec<String>,
    /// Of a corrected Closing Disclosure: the annual percentage rate before.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    apr_before: Option<Rate>,
    /// And after.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    apr_after: Option<Rate>,
    /// The transaction is irregular (12 CFR 1026.22(a)(3)).
    #[serde(default)]
    is_irregular: bool,
    /// The loan product became another.
    #[serde(default)]
    product_changed: bool,
    /// A prepayment penalty was added.
    #[serde(default)]
    prepayment_penalty_added: bool,
}

/// Why an act is taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LoanActRetractionReason)]
pub struct RetractIn {
    reason: String,
}

/// Another day for the closing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ClosingDay)]
pub struct ClosingIn {
    /// The day that was seen.
    from: Option<Date>,
    closing_on: Option<Date>,
}

/// What the law asks for on a loan, by when, and why.
#[utoipa::path(get, path = "/api/loans/{id}/clocks", tag = "loans", operation_id = "getLoanClocks", params(("id" = i64, Path)), responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    within_reach(&mut tx, id).await?;
    Ok(Json(shown(&mut tx, id).await?))
}

/// Records what was done.
#[utoipa::path(post, path = "/api/loans/{id}/clock-acts", tag = "loans", operation_id = "recordLoanAct", params(("id" = i64, Path)), request_body = In,
    responses((status = 201, body = Out), (status = 404), (status = 409), (status = 422)))]
pub async fn record(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    store::lock_row(&mut tx, id).await?;
    within_reach(&mut tx, id).await?;
    let known = Known::of(&mut tx, id).await?;
    let note = check(&body, Date::today_in(&known.loan.time_zone))?;
    let change = DisclosureChange {
        apr: body.apr_before.zip(body.apr_after),
        is_irregular: body.is_irregular,
        product: body.product_changed,
        prepayment_penalty: body.prepayment_penalty_added,
    };
    let restarts = body.kind == ActKind::CorrectedClosingDisclosure && change.restarts();
    let act = Act { id: 0, kind: body.kind, on: *body.on, manner: body.manner, of: body.about_id, restarts };
    if let Some(message) = refusal(&known.facts(), &act) {
        return Err(Error::Conflict { code: "LWLOAN10414", message, details: None });
    }
    if let (ActKind::RevisedLoanEstimate, Some(about)) = (body.kind, body.about_id)
        && !known.acts.iter().any(|act| act.id == about && act.kind == ActKind::ChangedCircumstance)
    {
        return Err(Error::field("aboutId", "Choose a circumstance of this loan"));
    }
    let new = rows::NewAct {
        kind: body.kind,
        on: body.on,
        manner: body.manner.map(Manner::as_str),
        about: body.about_id,
        restarts,
        details: details(&body),
        note: note.as_deref(),
    };
    let recorded = rows::record(&mut tx, id, new).await?;
    let after = json!({ "act": recorded, "kind": body.kind, "on": body.on, "manner": body.manner, "note": note });
    note_change(&mut tx, "loan.act", id, None, Some(after)).await?;
    follow(&mut tx, id).await?;
    let out = shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Takes back what was recorded in error. It stays to be read.
#[utoipa::path(post, path = "/api/clock-acts/{id}/retract", tag = "loans", operation_id = "retractLoanAct", params(("id" = i64, Path)), request_body = RetractIn,
    responses((status = 200, body = Out), (status = 404), (status = 409), (status = 422)))]
pub async fn retract(
    actor: Actor,
    State(app): State<App>,
    Id(act): Id,
    Json(body): Json<RetractIn>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let id = rows::loan_of(&mut tx, act).await?;
    store::lock_row(&mut tx, id).await?;
    within_reach(&mut tx, id).await?;
    let mut fields = Fields::default();
    let reason = fields.required("reason", &body.reason, "Say why it is taken back");
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > REASON_MAX) {
        fields.add("reason", format!("must have at most {REASON_MAX} characters"));
    }
    fields.check()?;
    let acts = rows::acts(&mut tx, id).await?;
    let was = acts.iter().find(|known| known.id == act).ok_or(Error::NotFound)?;
    let depends = |other: &&rows::ActRow| other.about_id == Some(act) && other.retraction.is_none();
    if let Some(other) = acts.iter().find(depends) {
        let label = other.act()?.kind.label();
        let message =
            format!("“{label}” of {} follows from it. Take that back first.", other.happened_on.strftime("%m/%d/%Y"));
        return Err(Error::Conflict { code: "LWLOAN10414", message, details: None });
    }
    let before = json!({ "act": act, "kind": was.kind, "on": was.happened_on });
    let reason = reason.unwrap_or_default();
    if rows::retract(&mut tx, act, &reason).await? {
        note_change(&mut tx, "loan.act-retract", id, Some(before), Some(json!({ "reason": reason }))).await?;
        follow(&mut tx, id).await?;
    }
    let out = shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Plans the closing for another day.
#[utoipa::path(put, path = "/api/loans/{id}/closing-date", tag = "loans", operation_id = "planClosing", params(("id" = i64, Path)), request_body = ClosingIn,
    responses((status = 200, body = Out), (status = 404), (status = 409), (status = 422), (status = 423)))]
pub async fn plan_closing(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<ClosingIn>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.is_read_only(&tx) {
        return Err(Error::ReadOnly);
    }
    if !rows::set_closing(&mut tx, id, body.from, body.closing_on).await? {
        return Err(Error::Conflict {
            code: "LWLOAN10409",
            message: "Somebody else has planned the closing for another day in the meantime.".to_owned(),
            details: None,
        });
    }
    let (before, after) = (json!({ "closingOn": body.from }), json!({ "closingOn": body.closing_on }));
    note_change(&mut tx, "loan.closing", id, Some(before), Some(after)).await?;
    follow(&mut tx, id).await?;
    let out = shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Computes the clocks of a loan anew and leaves them with its next deadline. Whoever changes what they follow from calls this in
/// the same transaction.
///
/// # Errors
/// The database's.
pub async fn follow(tx: &mut impl InCompany, loan: i64) -> Result<()> {
    let before = rows::clocks(tx, loan).await?;
    let known = Known::of(tx, loan).await?;
    let clocks = if known.loan.is_of_the_past { Vec::new() } else { followed(before, &known.facts()) };
    rows::put(tx, loan, &clocks, next_deadline(&clocks).map(Date)).await
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

/// Loans that are followed in one transaction.
const FOLLOWED_AT_ONCE: i64 = 100;

impl Job for FollowCalendar {
    const NAME: &'static str = "follow-calendar";

    async fn run(self, app: &App) -> Result<()> {
        let general = ClockRule::ALL.iter().filter(|rule| rule.day_count() == DayCount::General);
        let rules: Vec<String> = general.map(ToString::to_string).collect();
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
/// of them; the day follows the one that the application tells.
pub(crate) async fn application_changed(
    tx: &mut Tx,
    loan: &store::LoanRow,
    before: &Application,
    after: &Application,
) -> Result<()> {
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
    if received.is_some() || loan.trid_on.is_some() { follow(tx, loan.id).await } else { Ok(()) }
}

/// Lets the clocks follow a loan that has moved to another stage.
pub(crate) async fn stage_changed(tx: &mut Tx, loan: &store::LoanRow) -> Result<()> {
    if loan.trid_on.is_some() { follow(tx, loan.id).await } else { Ok(()) }
}

/// Whether a loan may be funded on a day.
///
/// # Errors
/// The borrower may still rescind (12 CFR 1026.23(c)).
pub(crate) async fn may_fund(tx: &mut Tx, loan: i64, on: Date) -> Result<()> {
    match funding_refusal(&rows::clocks(tx, loan).await?, *on) {
        Some(message) => Err(Error::Conflict { code: "LWLOAN10414", message, details: None }),
        None => Ok(()),
    }
}

/// What a loan's clocks follow from.
struct Known {
    loan: rows::LoanFacts,
    /// Those that were not taken back.
    acts: Vec<Act>,
}

impl Known {
    async fn of(tx: &mut impl InCompany, loan: i64) -> Result<Self> {
        let facts = rows::facts(tx, loan).await?;
        let acts = rows::acts(tx, loan).await?;
        Ok(Self { loan: facts, acts: standing(&acts)? })
    }

    fn facts(&self) -> Facts<'_> {
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

fn standing(acts: &[rows::ActRow]) -> Result<Vec<Act>> {
    acts.iter().filter(|act| act.retraction.is_none()).map(rows::ActRow::act).collect()
}

/// What is wrong with an act as it was sent; its note where nothing is.
fn check(body: &In, today: Date) -> Result<Option<String>> {
    let mut fields = Fields::default();
    if body.on > today {
        fields.add("on", "Choose a day that is not in the future");
    }
    match (body.kind.has_manner(), body.manner) {
        (true, None) => fields.add("manner", "Say how"),
        (false, Some(_)) => fields.add("manner", "must be left out"),
        _ => {}
    }
    if body.kind == ActKind::Receipt && body.about_id.is_none() {
        fields.add("aboutId", "Say which disclosure was received");
    }
    if body.kind == ActKind::ChangedCircumstance {
        if body.circumstance.is_none() {
            fields.add("circumstance", "Choose what changed");
        }
        if body.fees.iter().all(|fee| fee.trim().is_empty()) {
            fields.add("fees", "Name the fees that change");
        }
    }
    if body.fees.len() > FEES_MAX || body.fees.iter().any(|fee| fee.chars().count() > FEE_MAX) {
        fields.add("fees", format!("must be at most {FEES_MAX} names of at most {FEE_MAX} characters"));
    }
    if body.apr_before.is_some() != body.apr_after.is_some() {
        fields.add("aprAfter", "Give the rate before and after");
    }
    let note = body.note.as_deref().map(str::trim).filter(|note| !note.is_empty());
    if note.is_some_and(|note| note.chars().count() > NOTE_MAX) {
        fields.add("note", format!("must have at most {NOTE_MAX} characters"));
    }
    fields.check()?;
    Ok(note.map(str::to_owned))
}

/// What the kind of an act tells beside its day.
fn details(body: &In) -> Value {
    match body.kind {
        ActKind::ChangedCircumstance => json!({ "circumstance": body.circumstance, "fees": body.fees }),
        ActKind::CorrectedClosingDisclosure => json!({
            "aprBefore": body.apr_before,
            "aprAfter": body.apr_after,
            "isIrregular": body.is_irregular,
            "productChanged": body.product_changed,
            "prepaymentPenaltyAdded": body.prepayment_penalty_added,
        }),
        _ => json!({}),
    }
}

async fn note_change(
    tx: &mut Tx,
    action: &'static str,
    loan: i64,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity: "loan", entity_id: &loan.to_string(), before, after }).await?;
    tx.event("loan.changed", loan).await
}

/// The clocks as they are answered.
async fn shown(tx: &mut Tx, id: i64) -> Result<Out> {
    let clocks = rows::clocks(tx, id).await?;
    let acts = rows::acts(tx, id).await?;
    let known = Known { loan: rows::facts(tx, id).await?, acts: standing(&acts)? };
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

fn lacking(application: &Application) -> Vec<MissingOut> {
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
        received_on: is_shown.then(|| Date(lending::clocks::received_on(facts, &act))),
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
