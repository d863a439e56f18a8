//! The clocks of a loan: what the law asks for by when, what was done about it, and the day of the next act.

mod answer;
mod follow;

pub(crate) use follow::{FollowCalendar, application_changed, follow, follow_moved, may_fund, of_new, received_on};
pub use follow::{Moves, Past, calendar_changed, moved_by_calendar, record_past};

use crate::{
    get::within_reach,
    store::{self, clocks as rows},
};
pub(crate) use answer::{MissingOut, lacking};
use answer::{Out, shown};
use axum::extract::State;
use follow::Known;
use http::StatusCode;
use lending::{
    access::Permission,
    clocks::{Act, ActKind, Circumstance, DisclosureChange, Manner, refusal},
    values::Rate,
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Date,
    extract::{Id, Json},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Most acts of a loan, what was taken back among them.
const ACTS_MAX: usize = 500;
/// Longest note beside an act.
const NOTE_MAX: usize = 2_000;
/// Longest reason for which an act is taken back.
const REASON_MAX: usize = 500;
/// Most fees that a changed circumstance names, and the longest name.
const FEES_MAX: usize = 50;
const FEE_MAX: usize = 120;

/// Something that was done, to be recorded.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewClockAct)]
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
#[schema(as = ClockActRetractionReason)]
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
#[utoipa::path(post, path = "/api/loans/{id}/clock-acts", tag = "loans", operation_id = "recordClockAct", params(("id" = i64, Path)), request_body = In,
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
    if known.recorded >= ACTS_MAX {
        return Err(impossible(format!("At most {ACTS_MAX} acts are recorded on a loan.")));
    }
    let change = DisclosureChange {
        apr: body.apr_before.zip(body.apr_after),
        is_irregular: body.is_irregular,
        product: body.product_changed,
        prepayment_penalty: body.prepayment_penalty_added,
    };
    let restarts = body.kind == ActKind::CorrectedClosingDisclosure && change.restarts();
    let act = Act { id: 0, kind: body.kind, on: *body.on, manner: body.manner, of: body.about_id, restarts };
    if let Some(message) = refusal(&known.facts(), &act) {
        return Err(impossible(message));
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
#[utoipa::path(post, path = "/api/clock-acts/{id}/retract", tag = "loans", operation_id = "retractClockAct", params(("id" = i64, Path)), request_body = RetractIn,
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
        return Err(impossible(message));
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
            message: "Someone else has set another closing date.".to_owned(),
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

/// What can't have happened so.
fn impossible(message: String) -> Error {
    Error::Conflict { code: "LWLOAN10417", message, details: None }
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
