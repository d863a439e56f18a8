//! Rules follow what happens to loans: tasks are made (`tasks::follow_rules`), and what a rule does to a loan itself is done here, on the
//! ways that people take: it is moved, a field of its application is set, its team is told.

use crate::{
    application, clocks, notify,
    store::{self, steps},
};
use lending::{rules::SettableField, stages::Step};
use platform::{
    App, Error, Result,
    jobs::Job,
    record::{Audit, audit, event},
    tenant::JobTx,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tasks::{RuleAct, RuleAction};

/// Has the company's rules follow what has happened to a loan. The tables that say so cause it by triggers, whichever statement writes
/// them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RunRules {
    company: i64,
    step: i64,
}

impl Job for RunRules {
    const NAME: &'static str = "run-rules";

    async fn run(self, app: &App) -> Result<()> {
        // Nobody acts but the company itself, by the rule that each entry names (decision 0016).
        let mut tx = JobTx::begin(app, self.company, None).await?;
        for act in tasks::follow_rules(&mut tx, self.step).await? {
            store::act_by_rule(&mut tx, act.rule, &act.after).await?;
            let refusal = match &act.action {
                RuleAction::ChangeStage { stage_id } => go(&mut tx, &act, *stage_id).await?,
                RuleAction::SetField { field, value } => set(app, &mut tx, &act, *field, value).await?,
                RuleAction::Notify { roles, message } => notify::by_rule(&mut tx, &act, roles, message).await?,
                RuleAction::CreateTasks { .. } | RuleAction::Hold { .. } => continue,
            };
            act.note(&mut tx, refusal.as_deref()).await?;
        }
        tx.commit().await
    }
}

/// Moves a loan where nothing is asked for on the way, and no rule holds it; answers why it stays otherwise.
async fn go(tx: &mut JobTx, act: &RuleAct, stage: i64) -> Result<Option<String>> {
    let Some(way) = steps::way(tx, act.loan, stage).await? else { return Ok(None) };
    if way.from_id == stage {
        return Ok(None);
    }
    if let Some(name) = way.locked_by {
        return Ok(Some(worked_on_by(&name)));
    }
    if !way.is_offered || way.from.step_to(way.to) != Some(Step::Move) {
        return Ok(Some(format!("A loan at {} can't go to {} by itself.", way.from_name, way.to_name)));
    }
    let hold = tasks::hold(tx, act.loan, way.org_unit, stage, &[]).await?;
    if !hold.missing.is_empty() {
        return Ok(Some(hold.reason()));
    }
    steps::write_by_rule(tx, act, stage, way.to).await?;
    let mut after = act.named();
    after["stage"] = way.to_name.into();
    let entry = Audit {
        action: "loan.stage",
        entity: "loan",
        entity_id: &act.loan.to_string(),
        before: Some(json!({ "stage": way.from_name })),
        after: Some(after),
    };
    audit(tx, entry).await?;
    event(tx, "loan.moved", act.loan).await?;
    clocks::follow(tx, act.loan).await?;
    Ok(None)
}

/// Sets a field of a loan's application, unless that is closed, or somebody works on it: then it says so.
async fn set(app: &App, tx: &mut JobTx, act: &RuleAct, field: SettableField, value: &str) -> Result<Option<String>> {
    store::lock_row(tx, act.loan).await?;
    let loan = store::loan_as(tx, act.loan, None).await?.ok_or(Error::NotFound)?;
    if let Some(name) = &loan.lock_name {
        return Ok(Some(worked_on_by(name)));
    }
    if loan.stage_is_read_only() {
        return Ok(Some(format!("A loan at {} can't be changed.", loan.stage_name)));
    }
    match application::set(app, tx, &loan, field.path(), field.value(value), act.named()).await {
        Ok(()) => Ok(None),
        Err(Error::Invalid { message, .. }) => Ok(Some(message)),
        Err(error) => Err(error),
    }
}

fn worked_on_by(name: &str) -> String {
    format!("{name} is working on the loan.")
}
