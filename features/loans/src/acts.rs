//! Many loans at once: moved to a stage, given to another officer or processor. Whoever does it sees first how many change and
//! which are refused and why; for half an hour it can be taken back, also from the list of one's recent acts.

use crate::{
    change_team, clocks,
    fields::StageOut,
    get::within_reach,
    hand_over::successor_of,
    notify,
    stage::{self, Rules},
    store::{
        self, LoanRow,
        acts::{self, Outcome, Waiting},
        hand_over, presence, steps,
    },
    team::may_fill,
};
use axum::extract::State;
use lending::{
    access::Permission,
    stages::{StageKind, Step},
    team::{LoanRole, Member, Pair, Slot, SlotChange},
};
use platform::{
    Actor, App, Error, JobTx, OnBehalf, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
    jobs::{self, Job},
    tenant,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;

/// Most loans of an act.
pub(crate) const LOANS_MAX: usize = 5_000;
/// Most loans that are changed before the answer, and in one transaction; where there are more, a job goes on with them.
const AT_ONCE: usize = 100;
/// Most loans of which it is told why they stayed as they are.
const TOLD_MAX: usize = 100;

/// What is to be done, and to which loans.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LoanBulk)]
pub struct In {
    /// One to five thousand; of a preview a hundred at most.
    loans: Vec<Chosen>,
    /// The stage to which they go: one that asks for nothing.
    #[serde(default)]
    stage_id: Option<i64>,
    /// The membership of the officer who gets them.
    #[serde(default, rename = "LoanOfficerId")]
    officer: Option<i64>,
    /// The membership of the processor who gets them.
    #[serde(default, rename = "LoanProcessorId")]
    processor: Option<i64>,
    /// Only tells what would be done.
    #[serde(default)]
    preview: bool,
}

/// A loan as somebody chose it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChosenLoan)]
pub struct Chosen {
    pub(crate) id: i64,
    /// The version that was seen.
    pub(crate) version: i32,
}

/// What was done, would be, or is being done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanBulkDone)]
pub struct Out {
    /// How many loans change.
    changed: usize,
    /// Those that stay as they are, and why; a hundred at most.
    refused: Vec<RefusedLoan>,
    refused_count: usize,
    /// How many loans are still to be done: a job goes on with them.
    waiting: usize,
    /// By which it is asked for, and taken back; null for a preview, and where nothing changed.
    act_id: Option<i64>,
    /// Null while loans wait.
    undo_until: Option<Timestamp>,
    /// It is taken back, or was.
    is_undone: bool,
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
    /// Where the processor's slot was given to another: who stood there, and who stands there now.
    #[serde(default)]
    processor: Option<Handed>,
}

/// A slot that went from one to another.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Handed {
    from: Option<i64>,
    to: i64,
}

/// What is done to each of many loans.
struct Act {
    stage: Option<StageOut>,
    officer: Option<hand_over::Successor>,
    processor: Option<Member>,
}

impl Act {
    async fn read(tx: &mut Tx, to: acts::Target) -> Result<Self> {
        let acts::Target { stage, officer, processor } = to;
        if [stage, officer, processor].iter().flatten().count() != 1 {
            return Err(Error::field("stageId", "Choose a stage, an officer or a processor: one of them"));
        }
        if processor.is_some() && !may_fill(tx, Pair::Processor) {
            return Err(Error::Forbidden);
        }
        let stage = match stage {
            Some(id) => Some(stage_of(tx, id).await?),
            None => None,
        };
        let officer = match officer {
            Some(id) => Some(successor_of(tx, "LoanOfficerId", id).await?),
            None => None,
        };
        let processor = match processor {
            Some(id) => Some(processor_of(tx, id).await?),
            None => None,
        };
        Ok(Self { stage, officer, processor })
    }

    /// Tells whom it concerns.
    async fn tell(&self, tx: &mut Tx, loans: Vec<i64>) -> Result<()> {
        if self.stage.is_some() {
            return notify::moved(tx, loans).await;
        }
        let given = self.officer.iter().map(|officer| officer.membership);
        for membership in given.chain(self.processor.map(|processor| processor.membership)).collect::<BTreeSet<_>>() {
            notify::put_on_team(tx, membership, loans.clone()).await?;
        }
        Ok(())
    }
}

/// Changes many loans, each of them that can be; or tells what would be done. Up to a hundred are changed before the answer.
#[utoipa::path(post, path = "/api/loans/bulk", tag = "loans", operation_id = "changeLoans", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn change(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let most = if body.preview { AT_ONCE } else { LOANS_MAX };
    if !(1..=most).contains(&body.loans.len()) {
        return Err(Error::field("loans", format!("must hold one to {most} loans")));
    }
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    let to = acts::Target { stage: body.stage_id, officer: body.officer, processor: body.processor };
    let act = Act::read(&mut tx, to).await?;
    let chosen: BTreeMap<i64, i32> = body.loans.iter().map(|loan| (loan.id, loan.version)).collect();
    if body.preview {
        let waiting = chosen.into_iter().map(|(loan, version)| Waiting { loan, version, step: None, changed_at: None });
        let outcomes = act_on(&mut tx, &act, waiting.collect()).await?;
        return Ok(Json(Out::of_outcomes(&mut tx, &outcomes).await?));
    }
    let id = acts::keep(&mut tx, to, &chosen).await?;
    if chosen.len() > AT_ONCE {
        go_on_later(&mut tx, id).await?;
    } else {
        go_on(&mut tx, id).await?;
    }
    let out = Out::of_act(&mut tx, id).await?;
    if out.changed == 0 && out.waiting == 0 {
        return Ok(Json(Out { act_id: None, undo_until: None, ..out }));
    }
    tx.commit().await?;
    Ok(Json(out))
}

/// How far an act of who asks is, or its taking back.
#[utoipa::path(get, path = "/api/loans/bulk/{id}", tag = "loans", operation_id = "getLoanAct", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    Ok(Json(Out::of_act(&mut tx, id).await?))
}

/// Takes back what was done to many loans within the last half hour: whatever nobody changed since. Up to a hundred are set back
/// before the answer.
#[utoipa::path(post, path = "/api/loans/bulk/{id}/undo", tag = "loans", operation_id = "undoLoanBulk", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn undo(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    if acts::take_back(&mut tx, id).await? > AT_ONCE {
        go_on_later(&mut tx, id).await?;
    } else {
        go_on(&mut tx, id).await?;
    }
    let out = Out::of_act(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

impl Out {
    /// How far an act of who asks is.
    async fn of_act(tx: &mut Tx, id: i64) -> Result<Self> {
        let told = acts::told(tx, id).await?.ok_or(Error::NotFound)?;
        let refused = acts::refused(tx, id, TOLD_MAX).await?;
        Ok(Self {
            changed: told.changed,
            refused: named(tx, refused).await?,
            refused_count: told.refused,
            waiting: told.waiting,
            act_id: Some(id),
            undo_until: told.undo_until,
            is_undone: told.is_undone,
        })
    }

    /// What was found of loans, all of which are told of.
    async fn of_outcomes(tx: &mut Tx, outcomes: &[Outcome]) -> Result<Self> {
        let refused = outcomes.iter().filter_map(|outcome| Some((outcome.loan, outcome.reason.clone()?))).collect();
        let refused = named(tx, refused).await?;
        Ok(Self {
            changed: outcomes.len() - refused.len(),
            refused_count: refused.len(),
            refused,
            waiting: 0,
            act_id: None,
            undo_until: None,
            is_undone: false,
        })
    }
}

/// Loans that stay as they are, those within reach with what they are called.
async fn named(tx: &mut Tx, refused: Vec<(i64, String)>) -> Result<Vec<RefusedLoan>> {
    let mut out = Vec::with_capacity(refused.len());
    for (id, reason) in refused {
        let seen = match within_reach(tx, id).await {
            Ok(loan) => Some(loan),
            Err(Error::NotFound) => None,
            Err(error) => return Err(error),
        };
        let (loan_number, borrower_name) = seen.map(|loan| (loan.loan_number, loan.borrower_name)).unzip();
        out.push(RefusedLoan { id, loan_number, borrower_name, reason });
    }
    Ok(out)
}

/// Goes on with an act on many loans, or with its taking back, in the name of whoever asked for it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ActOnLoans {
    who: OnBehalf,
    act: i64,
}

async fn go_on_later(tx: &mut Tx, act: i64) -> Result<()> {
    let who = tx.actor().on_behalf();
    jobs::enqueue(tx, &ActOnLoans { who, act }).await
}

impl Job for ActOnLoans {
    const NAME: &'static str = "act-on-loans";

    async fn run(self, app: &App) -> Result<()> {
        match self.who.begin(app, Permission::LoanEdit).await {
            Ok(mut tx) => {
                match go_on(&mut tx, self.act).await {
                    Ok(0) => {}
                    Ok(_) => jobs::enqueue(&mut tx, &self).await?,
                    Err(error) if is_refusal(&error) => {
                        drop(tx);
                        return self.give_up(app, &error.to_string()).await;
                    }
                    Err(error) => return Err(error),
                }
                tx.commit().await
            }
            Err(error @ (Error::Forbidden | Error::Restricted(_))) => self.give_up(app, &error.to_string()).await,
            Err(error) => Err(error),
        }
    }

    async fn set_aside(self, app: &App) -> Result<()> {
        self.give_up(app, "This could not be done. Please try again.").await
    }
}

impl ActOnLoans {
    /// What waits stays as it is.
    async fn give_up(&self, app: &App, reason: &str) -> Result<()> {
        let mut tx = JobTx::begin(app, self.who.company(), Some(self.who.user())).await?;
        acts::give_up(&mut tx, self.act, reason).await?;
        tx.commit().await
    }
}

/// Forgets acts of which nobody is told any more.
///
/// # Errors
/// The database's.
pub async fn sweep(app: &App) -> Result<()> {
    for company in tenant::companies(&app.pool).await? {
        let mut tx = JobTx::begin(app, company, None).await?;
        acts::sweep(&mut tx).await?;
        presence::sweep(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Does to some more loans of an act what was asked for, or takes it back; answers how many wait after them. Of two at a time the
/// second one waits.
async fn go_on(tx: &mut Tx, id: i64) -> Result<usize> {
    let to = acts::hold(tx, id).await?;
    let waiting = acts::waiting(tx, id, AT_ONCE).await?;
    let is_undone = waiting.first().is_some_and(|waiting| waiting.step.is_some());
    let outcomes = match is_undone {
        true => take_back(tx, waiting).await?,
        false => {
            let act = Act::read(tx, to).await?;
            act_on(tx, &act, waiting).await?
        }
    };
    acts::put(tx, id, &outcomes).await?;
    let left = acts::left(tx, id).await?;
    if left == 0 && !is_undone {
        acts::finish(tx, id).await?;
        let changed = acts::changed(tx, id).await?;
        Act::read(tx, to).await?.tell(tx, changed).await?;
    }
    Ok(left)
}

/// Does to loans what was asked for, in the order of their ids, so that two of these never wait for each other.
async fn act_on(tx: &mut Tx, act: &Act, waiting: Vec<Waiting>) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(waiting.len());
    for Waiting { loan, version, .. } in waiting {
        outcomes.push(match apply(tx, loan, version, act).await {
            Ok(step) => Outcome { loan, state: acts::State::Changed, step: Some(step), reason: None },
            Err(error) if is_refusal(&error) => {
                Outcome { loan, state: acts::State::Refused, step: None, reason: Some(error.to_string()) }
            }
            Err(error) => return Err(error),
        });
    }
    Ok(outcomes)
}

/// Sets loans back as they were.
async fn take_back(tx: &mut Tx, waiting: Vec<Waiting>) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(waiting.len());
    for Waiting { loan, step, changed_at, .. } in waiting {
        let (Some(step), Some(changed_at)) = (step, changed_at) else { continue };
        outcomes.push(match restore(tx, step, changed_at).await {
            Ok(()) => Outcome { loan, state: acts::State::Restored, step: Some(step), reason: None },
            Err(error) if is_refusal(&error) => {
                Outcome { loan, state: acts::State::Kept, step: Some(step), reason: Some(error.to_string()) }
            }
            Err(error) => return Err(error),
        });
    }
    Ok(outcomes)
}

/// Whether it is told beside the others; what nobody foresaw ends all of it.
fn is_refusal(error: &Error) -> bool {
    matches!(
        error,
        Error::NotFound | Error::Forbidden | Error::ReadOnly | Error::Conflict { .. } | Error::Invalid { .. }
    )
}

/// What somebody did to many loans.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanAct)]
pub struct RecentAct {
    pub(crate) id: i64,
    /// How many loans it changed.
    pub(crate) changed: i64,
    /// How many loans are still to be done, or to be set back.
    pub(crate) waiting: i64,
    /// The stage to which they went.
    pub(crate) stage_name: Option<String>,
    /// The officer who got them.
    pub(crate) officer_name: Option<String>,
    /// The processor who got them.
    pub(crate) processor_name: Option<String>,
    pub(crate) made_at: Timestamp,
    /// Until when it can be taken back; null while loans wait.
    pub(crate) undo_until: Option<Timestamp>,
    pub(crate) undone_at: Option<Timestamp>,
}

/// One's own acts of the last day, the newest first; twenty at most.
#[utoipa::path(get, path = "/api/loans/bulk", tag = "loans", operation_id = "listLoanActs", responses((status = 200, body = Vec<RecentAct>), (status = 403)))]
pub async fn recent(actor: Actor, State(app): State<App>) -> Result<Json<Vec<RecentAct>>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    Ok(Json(acts::recent(&mut tx).await?))
}

async fn stage_of(tx: &mut Tx, id: i64) -> Result<StageOut> {
    let stage = steps::active(tx).await?.into_iter().find(|stage| stage.id == id);
    stage.ok_or_else(|| Error::field("stageId", "Choose a stage of the list"))
}

/// A processor of the company, as what they work on loans.
async fn processor_of(tx: &mut Tx, membership: i64) -> Result<Member> {
    let found = hand_over::successor(tx, membership).await?.filter(|found| found.is_active);
    let role = [LoanRole::PROCESSOR, LoanRole::CONTRACTPROCESSOR]
        .into_iter()
        .find(|role| found.iter().any(|found| found.roles.iter().any(|code| code == role.as_str())))
        .ok_or_else(|| Error::field("LoanProcessorId", "Choose an active processor"))?;
    Ok(Member { role, primary: true, membership })
}

/// Changes one loan; answers what takes it back.
async fn apply(tx: &mut Tx, id: i64, version: i32, act: &Act) -> Result<Done> {
    store::lock_row(tx, id).await?;
    let was = within_reach(tx, id).await?;
    unchanged(&was, version)?;
    if let Some(stage) = &act.stage {
        let to: StageKind = stage.kind.parse().map_err(Error::internal)?;
        if was.stage_kind()?.step_to(to) == Some(Step::Move) || was.stage_id == stage.id {
            go(tx, &was, stage.id, Rules::Asked).await?;
        } else {
            return Err(asks(&was, stage));
        }
    }
    let mut handed = None;
    if let Some(to) = act.processor {
        let from = processor_on(&was);
        set_processor(tx, &was, from, Some(to)).await?;
        handed = Some(Handed { from, to: to.membership });
    }
    if let Some(officer) = &act.officer {
        give(tx, &was, officer).await?;
    }
    let is = store::loan(tx, id).await?.ok_or(Error::NotFound)?;
    if is.version == was.version {
        return Err(Error::Conflict { code: "LWLOAN10414", message: "It is so already.".to_owned(), details: None });
    }
    Ok(Done { id, version: is.version, stage: was.stage_id, officer: was.officer_id, processor: handed })
}

/// Sets one loan back, unless somebody changed it since, or it lies out of reach and would not come back into it.
async fn restore(tx: &mut Tx, step: Done, made_at: Timestamp) -> Result<()> {
    store::lock_row(tx, step.id).await?;
    let is = store::loan(tx, step.id).await?.ok_or(Error::NotFound)?;
    if is.version != step.version {
        within_reach(tx, step.id).await?;
        return Err(changed_since(tx, step.id, made_at).await?);
    }
    let officer = hand_over::successor(tx, step.officer).await?;
    let actor = tx.actor();
    let comes_back = officer.is_some_and(|officer| {
        actor.loan_reach().covers(officer.org_unit == actor.org_unit(), officer.membership == actor.membership())
    });
    if !comes_back {
        within_reach(tx, step.id).await?;
    }
    if is.stage_id != step.stage {
        go(tx, &is, step.stage, Rules::Waived).await?;
    }
    if let Some(Handed { from, to }) = step.processor {
        let before = match from {
            Some(membership) => Some(processor_of(tx, membership).await?),
            None => None,
        };
        set_processor(tx, &is, Some(to), before).await?;
    }
    if is.officer_id != step.officer {
        let officer = successor_of(tx, "LoanOfficerId", step.officer).await?;
        give(tx, &is, &officer).await?;
    }
    Ok(())
}

/// Who stands in the processor's slot.
fn processor_on(loan: &LoanRow) -> Option<i64> {
    let processors = Slot { pair: Pair::Processor, is_junior: false };
    let members = loan.members();
    members.iter().find(|member| Slot::of(member.role, member.primary) == processors).map(|member| member.membership)
}

async fn set_processor(tx: &mut Tx, loan: &LoanRow, from: Option<i64>, to: Option<Member>) -> Result<()> {
    let change = SlotChange { slot: Slot { pair: Pair::Processor, is_junior: false }, from, to };
    change_team::make(tx, loan, &[change]).await?;
    Ok(())
}

/// Somebody has changed a loan since an act: who, and what of it.
async fn changed_since(tx: &mut Tx, loan: i64, made_at: Timestamp) -> Result<Error> {
    let mut told: Vec<String> = Vec::new();
    for change in acts::changes_since(tx, loan, made_at).await? {
        let what = match change.action.as_str() {
            "loan.stage" => "the stage",
            "loan.change" => "the application",
            "loan.reassign" | "loan.team-change" => "the team",
            _ => "the loan",
        };
        let line = format!("{} changed {what}", change.by.as_deref().unwrap_or("Somebody"));
        if !told.contains(&line) {
            told.push(line);
        }
    }
    let message = match told.is_empty() {
        true => "Someone has changed this loan.".to_owned(),
        false => format!("{}.", told.join(", ")),
    };
    Ok(Error::Conflict { code: "LWLOAN10415", message, details: None })
}

async fn go(tx: &mut Tx, loan: &LoanRow, stage_id: i64, rules: Rules) -> Result<()> {
    let to = stage::In {
        from: loan.stage_id,
        stage_id,
        funded_date: None,
        reason_id: None,
        reason: None,
        denial_reasons: Vec::new(),
        confirmed: Vec::new(),
    };
    stage::move_to(tx, loan, &to, rules).await
}

async fn give(tx: &mut Tx, loan: &LoanRow, officer: &hand_over::Successor) -> Result<()> {
    if loan.is_read_only(tx) {
        return Err(Error::ReadOnly);
    }
    if loan.officer_id != officer.membership {
        hand_over::move_officer(tx, &[loan.officer_id], Some(&[loan.id]), officer).await?;
        clocks::follow_moved(tx, loan).await?;
    }
    Ok(())
}

fn unchanged(loan: &LoanRow, version: i32) -> Result<()> {
    if loan.version == version {
        return Ok(());
    }
    Err(Error::Conflict { code: "LWLOAN10415", message: "Someone has changed this loan.".to_owned(), details: None })
}

fn asks(loan: &LoanRow, to: &StageOut) -> Error {
    Error::Conflict {
        code: "LWLOAN10416",
        message: match loan.stage_is_read_only() {
            true => format!("{} loans are read-only.", loan.stage_name),
            false => format!("The way to {} asks for more. Open the loan to move it there.", to.name),
        },
        details: None,
    }
}
