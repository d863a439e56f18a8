//! Many loans at once: moved to a stage, given to another officer. Whoever does it sees first how many change and which are
//! refused and why; for half an hour it can be taken back.

use crate::{
    fields::StageOut,
    get::within_reach,
    notify, stage,
    store::{self, LoanRow, acts, hand_over, steps},
};
use axum::extract::State;
use lending::{
    access::{Permission, Role},
    stages::{StageKind, Step},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Most loans of a request.
const LOANS_MAX: usize = 100;

/// What is to be done, and to which loans.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LoanBulk)]
pub struct In {
    /// One to a hundred.
    loans: Vec<Chosen>,
    /// The stage to which they go: one that asks for nothing.
    #[serde(default)]
    stage_id: Option<i64>,
    /// The membership of the officer who gets them.
    #[serde(default, rename = "LoanOfficerId")]
    officer: Option<i64>,
    /// Only tells what would be done.
    #[serde(default)]
    preview: bool,
}

/// A loan as somebody chose it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChosenLoan)]
pub struct Chosen {
    id: i64,
    /// The version that was seen.
    version: i32,
}

/// What was done, or would be.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanBulkDone)]
pub struct Out {
    /// How many loans change.
    changed: usize,
    /// Those that stay as they are, and why.
    refused: Vec<RefusedLoan>,
    /// By which it is taken back; null for a preview, and where nothing changed.
    act_id: Option<i64>,
    undo_until: Option<Timestamp>,
}

/// A loan that stays as it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedLoan {
    id: i64,
    loan_number: Option<String>,
    borrower_name: Option<String>,
    reason: String,
}

/// What takes back the change of one loan.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    id: i64,
    version: i32,
    stage: i64,
    officer: i64,
}

/// Changes many loans, each of them that can be; or tells what would be done.
#[utoipa::path(post, path = "/api/loans/bulk", tag = "loans", operation_id = "changeLoans", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn change(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    if !(1..=LOANS_MAX).contains(&body.loans.len()) {
        return Err(Error::field("loans", format!("must hold one to {LOANS_MAX} loans")));
    }
    if body.stage_id.is_none() && body.officer.is_none() {
        return Err(Error::field("stageId", "Choose a stage or an officer"));
    }
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let stage = match body.stage_id {
        Some(id) => Some(stage_of(&mut tx, id).await?),
        None => None,
    };
    let officer = match body.officer {
        Some(id) => Some(officer_of(&mut tx, id).await?),
        None => None,
    };
    let (mut done, mut refused) = (Vec::new(), Vec::new());
    // In one order everywhere, so that two of these never wait for each other.
    let chosen: BTreeMap<i64, i32> = body.loans.iter().map(|loan| (loan.id, loan.version)).collect();
    for (id, version) in chosen {
        match apply(&mut tx, id, version, stage.as_ref(), officer.as_ref()).await {
            Ok(one) => done.push(one),
            Err(error) => refused.push(refusal(&mut tx, id, error).await?),
        }
    }
    let changed = done.len();
    if body.preview || done.is_empty() {
        return Ok(Json(Out { changed, refused, act_id: None, undo_until: None }));
    }
    let ids: Vec<i64> = done.iter().map(|one| one.id).collect();
    match officer {
        Some(officer) => notify::put_on_team(&mut tx, officer.membership, ids).await?,
        None => notify::moved(&mut tx, ids).await?,
    }
    let act = acts::keep(&mut tx, &done).await?;
    tx.commit().await?;
    Ok(Json(Out { changed, refused, act_id: Some(act.id), undo_until: Some(act.undo_until) }))
}

/// Takes back what was done to many loans within the last half hour: whatever nobody changed since.
#[utoipa::path(post, path = "/api/loans/bulk/{id}/undo", tag = "loans", operation_id = "undoLoanBulk", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn undo(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let steps = acts::take_back(&mut tx, id).await?;
    let (mut changed, mut refused) = (0, Vec::new());
    for step in steps {
        match restore(&mut tx, step).await {
            Ok(()) => changed += 1,
            Err(error) => refused.push(refusal(&mut tx, step.id, error).await?),
        }
    }
    tx.commit().await?;
    Ok(Json(Out { changed, refused, act_id: None, undo_until: None }))
}

async fn stage_of(tx: &mut Tx, id: i64) -> Result<StageOut> {
    let stage = steps::active(tx).await?.into_iter().find(|stage| stage.id == id);
    stage.ok_or_else(|| Error::field("stageId", "Choose a stage of the list"))
}

async fn officer_of(tx: &mut Tx, id: i64) -> Result<hand_over::Successor> {
    let found = hand_over::successor(tx, id).await?;
    let is_fit = |found: &hand_over::Successor| {
        found.is_active && found.roles.iter().any(|role| role == Role::Originator.code())
    };
    found.filter(is_fit).ok_or_else(|| Error::field("LoanOfficerId", "Choose an active loan officer of your company"))
}

/// Changes one loan; answers what takes it back.
async fn apply(
    tx: &mut Tx,
    id: i64,
    version: i32,
    stage: Option<&StageOut>,
    officer: Option<&hand_over::Successor>,
) -> Result<Done> {
    store::lock_row(tx, id).await?;
    let was = within_reach(tx, id).await?;
    unchanged(&was, version)?;
    if let Some(stage) = stage {
        let to: StageKind = stage.kind.parse().map_err(Error::internal)?;
        if was.stage_kind()?.step_to(to) == Some(Step::Move) || was.stage_id == stage.id {
            go(tx, &was, stage.id).await?;
        } else {
            return Err(asks(&was, stage));
        }
    }
    if let Some(officer) = officer {
        give(tx, &was, officer).await?;
    }
    let is = store::loan(tx, id).await?.ok_or(Error::NotFound)?;
    if is.version == was.version {
        return Err(Error::Conflict { code: "LWLOAN10414", message: "It is so already.".to_owned(), details: None });
    }
    Ok(Done { id, version: is.version, stage: was.stage_id, officer: was.officer_id })
}

/// Sets one loan back, unless somebody changed it since.
async fn restore(tx: &mut Tx, step: Done) -> Result<()> {
    store::lock_row(tx, step.id).await?;
    let is = store::loan(tx, step.id).await?.ok_or(Error::NotFound)?;
    unchanged(&is, step.version)?;
    if is.stage_id != step.stage {
        go(tx, &is, step.stage).await?;
    }
    if is.officer_id != step.officer {
        let officer = officer_of(tx, step.officer).await?;
        give(tx, &is, &officer).await?;
    }
    Ok(())
}

async fn go(tx: &mut Tx, loan: &LoanRow, stage_id: i64) -> Result<()> {
    let to = stage::In {
        from: loan.stage_id,
        stage_id,
        funded_date: None,
        reason_id: None,
        reason: None,
        denial_reasons: Vec::new(),
    };
    stage::move_to(tx, loan, &to).await
}

async fn give(tx: &mut Tx, loan: &LoanRow, officer: &hand_over::Successor) -> Result<()> {
    if loan.is_read_only(tx) {
        return Err(Error::ReadOnly);
    }
    if loan.officer_id != officer.membership {
        hand_over::move_officer(tx, &[loan.officer_id], Some(&[loan.id]), officer).await?;
    }
    Ok(())
}

fn unchanged(loan: &LoanRow, version: i32) -> Result<()> {
    if loan.version == version {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "LWLOAN10415",
        message: "Somebody has changed this loan in the meantime.".to_owned(),
        details: None,
    })
}

fn asks(loan: &LoanRow, to: &StageOut) -> Error {
    Error::Conflict {
        code: "LWLOAN10416",
        message: match loan.stage_is_read_only() {
            true => format!("Loans at the stage {} are read-only.", loan.stage_name),
            false => format!("The way to {} asks for more. Open the loan to move it there.", to.name),
        },
        details: None,
    }
}

/// A refusal as it is told beside the others; what nobody foresaw ends all of it.
async fn refusal(tx: &mut Tx, id: i64, error: Error) -> Result<RefusedLoan> {
    let reason = match &error {
        Error::NotFound | Error::Forbidden | Error::ReadOnly | Error::Conflict { .. } | Error::Invalid { .. } => {
            error.to_string()
        }
        _ => return Err(error),
    };
    let seen = match within_reach(tx, id).await {
        Ok(loan) => Some(loan),
        Err(Error::NotFound) => None,
        Err(error) => return Err(error),
    };
    let (loan_number, borrower_name) = seen.map(|loan| (loan.loan_number, loan.borrower_name)).unzip();
    Ok(RefusedLoan { id, loan_number, borrower_name, reason })
}
