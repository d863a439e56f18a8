//! Runs rules for loan events, each once.

use crate::{
    record::{self, About, Maker},
    rule::{
        Action, facts,
        hold::{Asking, HeldItem, Hold},
        log::Would,
        store::{self, Run},
    },
    store::templates,
    template,
};
use lending::rules::circle;
use platform::{
    InCompany, Result,
    record::{Audit, audit, event},
};
use serde_json::{Value, json};

/// Event after rules were evaluated for a loan.
const TOLD: &str = "loan.automation";

/// An action of a rule on the loan itself.
#[derive(Clone, Debug)]
pub struct RuleAct {
    /// The event that triggered it.
    pub step: i64,
    pub rule: i64,
    pub identifier: String,
    pub rule_name: String,
    pub version: i32,
    /// Scheme and host that the rule's author used.
    pub origin: Option<String>,
    pub loan: i64,
    pub action: Action,
    /// The chain of rules that led here, including this one.
    pub after: Vec<i64>,
}

impl RuleAct {
    /// The rule and its version for the audit log.
    #[must_use]
    pub fn named(&self) -> Value {
        json!({
            "ruleData": { "identifier": self.identifier, "ruleName": self.rule_name }, "version": self.version,
        })
    }

    /// Records that the action was done, or why not.
    pub async fn note(&self, tx: &mut impl InCompany, refusal: Option<&str>) -> Result<()> {
        match refusal {
            Some(refusal) => store::note_refusal(tx, self.step, self.rule, refusal).await,
            None => store::note_act(tx, self.step, self.rule, &self.action).await,
        }
    }
}

/// Runs the rules for an event of a loan: creates their tasks, and returns their actions on the loan itself. The
/// effects of a rule and the record of its run are one transaction, so repeating the job has no effect.
pub async fn follow_rules(tx: &mut impl InCompany, step: i64) -> Result<Vec<RuleAct>> {
    let mut acts = Vec::new();
    let Some(step) = store::step(tx, step).await? else { return Ok(acts) };
    let rules = store::rules_of(tx, &step).await?;
    if rules.is_empty() {
        return Ok(acts);
    }
    if let Some(circle) = circle(&step.after) {
        let names = store::names(tx, circle).await?;
        let entry = Audit {
            action: "automation-rule.circle",
            entity: "loan",
            entity_id: &step.loan.to_string(),
            before: None,
            after: Some(json!({ "rules": names, "steps": step.after.len() })),
        };
        if store::note_stop(tx, &step, &rules, &names).await? {
            audit(tx, entry).await?;
            event(tx, TOLD, step.loan).await?;
        }
        return Ok(acts);
    }
    // Use the rule as of the event, and the loan's current data.
    let Some((loan, today)) = facts::of_loan(tx, step.loan).await? else { return Ok(acts) };
    let (mut first, mut is_noted) = (None, false);
    for rule in rules {
        let tried = rule.definition.test_until;
        if tried.is_some_and(|until| today > until) {
            continue;
        }
        if let Some(unmet) = rule.definition.unmet(&loan, today)? {
            let run = Run { unmet: Some(&unmet), would: tried.map(|_| Would::default()), ..Run::default() };
            is_noted |= store::note_run(tx, &step, &rule, run).await?;
            continue;
        }
        let mut made = Vec::new();
        for action in &rule.definition.actions {
            // Holds were checked before the step.
            let Action::CreateTasks { template_ids } = action else { continue };
            let chosen = templates::of(tx, template_ids).await?;
            made.extend(template::facts_of(tx, &chosen, About::Loan(step.loan), step.org_unit).await?);
        }
        let count = i16::try_from(made.len()).unwrap_or(i16::MAX);
        if tried.is_some() {
            let mut hold = Hold::default();
            let asking = Asking { id: rule.id, name: &rule.name, definition: &rule.definition };
            hold.ask(tx, &asking, step.loan, &loan, &[]).await?;
            let would = Would {
                tasks: made.into_iter().map(|facts| facts.title).collect(),
                held: hold.missing.iter().map(HeldItem::in_words).collect(),
                acts: rule.definition.acts().cloned().collect(),
            };
            store::note_run(tx, &step, &rule, Run { would: Some(would), ..Run::default() }).await?;
            continue;
        }
        if !store::note_run(tx, &step, &rule, Run { tasks: count, ..Run::default() }).await? {
            continue;
        }
        is_noted = true;
        acts.extend(rule.definition.acts().map(|action| RuleAct {
            step: step.id,
            rule: rule.id,
            identifier: rule.identifier.clone(),
            rule_name: rule.name.clone(),
            version: rule.version,
            origin: rule.origin.clone(),
            loan: step.loan,
            action: action.clone(),
            after: step.after.iter().copied().chain([rule.id]).collect(),
        }));
        if made.is_empty() {
            continue;
        }
        for facts in made {
            let maker = Maker::Rule { rule: rule.id, step: step.id };
            let id = record::write_new(tx, step.org_unit, &facts, maker).await?;
            first.get_or_insert(id);
        }
        let entry = Audit {
            action: "automation-rule.run",
            entity: "loan",
            entity_id: &step.loan.to_string(),
            before: None,
            after: Some(json!({
                "ruleData": { "identifier": rule.identifier, "ruleName": rule.name }, "version": rule.version, "tasks": count,
            })),
        };
        audit(tx, entry).await?;
    }
    if is_noted {
        event(tx, TOLD, step.loan).await?;
    }
    if let Some(task) = first {
        store::tell(tx, task, step.by).await?;
    }
    Ok(acts)
}
