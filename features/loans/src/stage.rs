//! A loan goes to another stage, and where it stood when, who moved it and why is kept for good.

use crate::{
    clocks,
    fields::{LoanOut, StageOut},
    get::within_reach,
    notify,
    store::{self, LoanRow, steps},
};
use axum::extract::State;
use lending::{
    access::Permission,
    stages::{DENIAL_REASONS, REASON_LENGTH_MAX, StageChange, StageFault, StageKind, Step},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::str::FromStr;
use utoipa::ToSchema;

/// Where a loan goes.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LoanStageChange)]
pub struct In {
    /// The stage at which whoever asks has seen it.
    pub(crate) from: i64,
    pub(crate) stage_id: i64,
    /// Of a loan that is funded.
    #[serde(default)]
    pub(crate) funded_date: Option<Date>,
    /// Of a withdrawn application: a reason of the company's list.
    #[serde(default)]
    pub(crate) reason_id: Option<i64>,
    /// Why, in one's own words.
    #[serde(default)]
    pub(crate) reason: Option<String>,
    /// Of a denied application: one to four codes of the HMDA register, 1 to 9.
    #[serde(default)]
    pub(crate) denial_reasons: Vec<i16>,
    /// The rules whose confirmation is given.
    #[serde(default)]
    pub(crate) confirmed: Vec<i64>,
}

/// Whether the company's rules are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// They may hold the loan where it is.
    Asked,
    /// It only goes back to where it was.
    Waived,
}

/// Where a loan stood, and where it can go.
#[derive(Serialize, ToSchema)]
#[schema(as = LoanStages)]
pub struct Out {
    /// The newest first.
    rows: Vec<HistoryOut>,
    /// In the company's order: where who asks can move it.
    offered: Vec<OfferedStage>,
}

/// A stage that a loan reached.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanStageEntry)]
pub struct HistoryOut {
    pub id: i64,
    pub stage: StageOut,
    pub at: Timestamp,
    /// When it left it; null while it stands there.
    pub until: Option<Timestamp>,
    pub by_name: Option<String>,
    /// The rule that moved it, where nobody did.
    pub rule_name: Option<String>,
    /// Of the company's list.
    pub reason_name: Option<String>,
    /// In somebody's own words.
    pub reason: Option<String>,
    /// Of a denied application, in words.
    pub denial_reasons: Vec<&'static str>,
}

/// A stage with what the way there asks for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferedStage {
    stage: StageOut,
    step: Step,
}

/// Where a loan stood when, and where it can go.
#[utoipa::path(get, path = "/api/loans/{id}/stages", tag = "loans", operation_id = "getLoanStages", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let loan = within_reach(&mut tx, id).await?;
    let rows = steps::history(&mut tx, id).await?;
    let offered = match tx.actor().may(Permission::LoanEdit) {
        Ok(()) if !loan.is_locked_by_another(&tx) => offered(&mut tx, &loan).await?,
        _ => Vec::new(),
    };
    Ok(Json(Out { rows, offered }))
}

/// Moves a loan to another stage.
#[utoipa::path(put, path = "/api/loans/{id}/stage", tag = "loans", operation_id = "moveLoan", params(("id" = i64, Path)), request_body = In, responses((status = 200, body = LoanOut), (status = 403), (status = 404), (status = 409), (status = 422), (status = 423)))]
pub async fn put(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<In>) -> Result<Json<LoanOut>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    // Locked first: whoever comes second sees what the first one did.
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    move_to(&mut tx, &loan, &body, Rules::Asked).await?;
    notify::moved(&mut tx, vec![id]).await?;
    let out = within_reach(&mut tx, id).await?.into_out(&tx);
    tx.commit().await?;
    Ok(Json(out))
}

/// What a loan within reach stands at; nobody moves it before the transaction ends.
///
/// # Errors
/// There is no such loan, or it lies out of reach.
pub async fn held_stage(tx: &mut Tx, id: i64) -> Result<StageKind> {
    store::lock_row(tx, id).await?;
    within_reach(tx, id).await?.stage_kind()
}

/// Moves a loan whose row is locked, with history, audit entry and event; one that stands there already stays as it is.
pub(crate) async fn move_to(tx: &mut Tx, loan: &LoanRow, to: &In, rules: Rules) -> Result<()> {
    if loan.is_locked_by_another(tx) {
        return Err(Error::ReadOnly);
    }
    if loan.stage_id != to.from {
        return Err(overtaken(tx, loan).await?);
    }
    if to.stage_id == loan.stage_id {
        return Ok(());
    }
    let stages = steps::active(tx).await?;
    let stage = stages
        .iter()
        .find(|stage| stage.id == to.stage_id)
        .ok_or_else(|| Error::field("stageId", "Choose a stage of the list"))?;
    let reason = to.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    let today = steps::today(tx, loan.org_unit_id).await?;
    let change = StageChange {
        from: loan.stage_kind()?,
        to: kind_of(stage)?,
        may_reopen: tx.actor().may(Permission::LoanReopen).is_ok(),
        funded_on: to.funded_date.map(|day| *day),
        applied_on: loan.application_on.map(|day| *day),
        today: *today,
        reason,
        is_listed: to.reason_id.is_some(),
        denial_reasons: &to.denial_reasons,
    };
    if let Some(fault) = change.fault() {
        return Err(refusal(tx, loan, stage, fault).await?);
    }
    if change.from.step_to(change.to) == Some(Step::Reopen) {
        let before = before(tx, loan, &stages).await?;
        if before.is_some_and(|before| before.id != stage.id) {
            return Err(refusal(tx, loan, stage, StageFault::NoWay).await?);
        }
    }
    let reason_name = match to.reason_id {
        Some(id) => Some(
            steps::withdrawal_reason(tx, id)
                .await?
                .ok_or_else(|| Error::field("reasonId", "Choose a reason of the list"))?,
        ),
        None => None,
    };
    let funded_on = match change.to {
        to if to.is_open() => None,
        _ => to.funded_date.or(loan.funded_on),
    };
    let adverse_on = match change.to {
        to if to.is_open() => None,
        to if to.is_adverse() && change.from.is_open() => Some(today),
        _ => loan.adverse_on,
    };
    if change.to == StageKind::Funded
        && let Some(on) = funded_on
    {
        clocks::may_fund(tx, loan.id, on).await?;
    }
    let confirmed = match rules {
        Rules::Asked => may_enter(tx, loan, stage, &to.confirmed).await?,
        Rules::Waived => Vec::new(),
    };
    steps::write(
        tx,
        &steps::Written {
            loan: loan.id,
            stage: stage.id,
            kind: change.to,
            funded_on,
            adverse_on,
            reason_id: to.reason_id,
            reason,
            denial_reasons: &to.denial_reasons,
        },
    )
    .await?;
    if change.to.is_read_only() {
        store::drop_lock(tx, loan.id).await?;
    }
    let audit = Audit {
        action: "loan.stage",
        entity: "loan",
        entity_id: &loan.id.to_string(),
        before: Some(json!({ "stage": loan.stage_name, "fundedOn": loan.funded_on, "adverseOn": loan.adverse_on })),
        after: Some(json!({
            "stage": stage.name, "fundedOn": funded_on, "adverseOn": adverse_on, "reason": reason_name,
            "text": reason, "denialReasons": denial_names(&to.denial_reasons), "confirmed": confirmed,
        })),
    };
    tx.audit(audit).await?;
    tx.event("loan.moved", loan.id).await?;
    clocks::follow_moved(tx, loan).await
}

/// What was confirmed for a stage that a loan may enter by the company's rules.
async fn may_enter(tx: &mut Tx, loan: &LoanRow, stage: &StageOut, confirmed: &[i64]) -> Result<Vec<String>> {
    let hold = tasks::hold(tx, loan.id, loan.org_unit_id, stage.id, confirmed).await?;
    if hold.missing.is_empty() {
        return Ok(hold.confirmed);
    }
    Err(Error::Conflict {
        code: "LWLOAN10418",
        message: hold.reason(),
        details: Some(json!({ "stage": stage, "items": hold.missing })),
    })
}

fn kind_of(stage: &StageOut) -> Result<StageKind> {
    StageKind::from_str(&stage.kind).map_err(Error::internal)
}

/// The names of codes of the HMDA register.
pub(crate) fn denial_names(codes: &[i16]) -> Vec<&'static str> {
    DENIAL_REASONS.iter().filter(|(code, _)| codes.contains(code)).map(|(_, name)| *name).collect()
}

/// Where a loan can go by who asks, in the company's order.
async fn offered(tx: &mut Tx, loan: &LoanRow) -> Result<Vec<OfferedStage>> {
    let stages = steps::active(tx).await?;
    let from = loan.stage_kind()?;
    let before = before(tx, loan, &stages).await?.map(|stage| stage.id);
    let may_reopen = tx.actor().may(Permission::LoanReopen).is_ok();
    let mut offered = Vec::new();
    for stage in stages.into_iter().filter(|stage| stage.id != loan.stage_id) {
        let Some(step) = from.step_to(kind_of(&stage)?) else { continue };
        let is_open_to = step != Step::Reopen || (may_reopen && before.is_none_or(|before| before == stage.id));
        if is_open_to {
            offered.push(OfferedStage { stage, step });
        }
    }
    Ok(offered)
}

/// The stage to which a loan is reopened: the last one at which it stood of those that come before, or one of the same
/// kind where that was retired.
async fn before<'a>(tx: &mut Tx, loan: &LoanRow, stages: &'a [StageOut]) -> Result<Option<&'a StageOut>> {
    let rank = loan.stage_kind()?.rank();
    let Some((id, kind)) = steps::last_before(tx, loan.id, rank).await? else { return Ok(None) };
    let same = stages.iter().find(|stage| stage.id == id);
    Ok(same.or_else(|| stages.iter().find(|stage| stage.kind == kind)))
}

/// Somebody else was faster: who, when and where to.
async fn overtaken(tx: &mut Tx, loan: &LoanRow) -> Result<Error> {
    let last = steps::history(tx, loan.id).await?.into_iter().next();
    let (by, at) = last.map(|last| (last.by_name, last.at)).unzip();
    let by = by.flatten();
    let who = by.as_deref().unwrap_or("Somebody else");
    Ok(Error::Conflict {
        code: "LWLOAN10411",
        message: format!("{who} has moved this loan to {} in the meantime.", loan.stage_name),
        details: Some(json!({ "stage": loan.stage(), "changedBy": by, "changedAt": at })),
    })
}

async fn refusal(tx: &mut Tx, loan: &LoanRow, to: &StageOut, fault: StageFault) -> Result<Error> {
    Ok(match fault {
        StageFault::NoWay => Error::Conflict {
            code: "LWLOAN10412",
            message: format!("A loan at {} can't go to {}.", loan.stage_name, to.name),
            details: Some(json!({ "allowed": offered(tx, loan).await? })),
        },
        StageFault::MayNotReopen => Error::Forbidden,
        StageFault::NoFundedDay => Error::field("fundedDate", "Enter the day on which the loan was funded"),
        StageFault::FundedDayToCome => Error::field("fundedDate", "Choose today or a day before"),
        StageFault::FundedBeforeApplication => Error::field("fundedDate", "Choose a day after the application"),
        StageFault::FundedDayWithoutFunding => Error::field("fundedDate", "Only a loan that is funded has this day"),
        StageFault::NoReason => Error::field("reason", "Say why"),
        StageFault::ReasonTooLong => {
            Error::field("reason", format!("must have at most {REASON_LENGTH_MAX} characters"))
        }
        StageFault::ListedWithoutWithdrawal => {
            Error::field("reasonId", "Only a withdrawn application has a reason of this list")
        }
        StageFault::DenialReasons => Error::field("denialReasons", "Choose one to four reasons"),
        StageFault::NoOtherReason => Error::field("reason", "Describe the other reason"),
        StageFault::DenialReasonsWithoutDenial => {
            Error::field("denialReasons", "Only a denied application has reasons for a denial")
        }
    })
}
