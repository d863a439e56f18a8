//! Rules that hold a loan's way to a stage until fields are filled, tasks are done, and what they ask is confirmed.

use crate::{
    rule::{Action, Definition, facts, store},
    store::templates,
};
use lending::{
    rules::{LoanFacts, RequiredField},
    words,
};
use platform::{InCompany, Result};
use serde::Serialize;
use std::collections::BTreeSet;

words! {
    /// What is missing.
    #[allow(clippy::upper_case_acronyms)]
    pub enum HeldKind {
        /// A field of the loan is empty.
        FIELD,
        /// A task is not done.
        TASK,
        /// Nobody has confirmed it.
        CONFIRMATION,
    }
}

/// Something that keeps a loan from a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldItem {
    kind: HeldKind,
    /// The rule that asks for it, which a confirmation names.
    rule_id: i64,
    rule_name: String,
    /// Of `FIELD`.
    field: Option<RequiredField>,
    /// What it is called: the field, the task, or what has to be confirmed.
    text: String,
    /// Of `TASK`: of which it is made.
    template_id: Option<i64>,
    /// Where the loan has the task, and it is open.
    task_id: Option<i64>,
    task_version: Option<i32>,
}

impl HeldItem {
    pub(crate) fn in_words(&self) -> String {
        match self.kind {
            HeldKind::FIELD => format!("{} is missing", self.text),
            HeldKind::TASK => format!("“{}” is not done", self.text),
            HeldKind::CONFIRMATION => format!("“{}” is not confirmed", self.text),
        }
    }
}

/// What rules say of a loan's way to a stage.
#[derive(Debug, Default)]
pub struct Hold {
    /// What is missing; nothing where the loan may go.
    pub missing: Vec<HeldItem>,
    /// What was confirmed of all that had to be.
    pub confirmed: Vec<String>,
}

impl Hold {
    /// Why the loan stays where it is, in a sentence.
    #[must_use]
    pub fn reason(&self) -> String {
        let rules: BTreeSet<_> = self.missing.iter().map(|item| format!("“{}”", item.rule_name)).collect();
        let items: Vec<_> = self.missing.iter().map(HeldItem::in_words).collect();
        format!("Held by {}: {}.", rules.into_iter().collect::<Vec<_>>().join(", "), items.join(", "))
    }
}

/// What keeps a loan from a stage by the company's rules, when whoever moves it confirms what these rules ask.
pub async fn hold(tx: &mut impl InCompany, loan: i64, org_unit: i64, stage: i64, confirmed: &[i64]) -> Result<Hold> {
    let rules = store::holding(tx, stage, org_unit).await?;
    if rules.is_empty() {
        return Ok(Hold::default());
    }
    let Some((facts, today)) = facts::of_loan(tx, loan).await? else { return Ok(Hold::default()) };
    let mut hold = Hold::default();
    for rule in rules {
        if rule.definition.unmet(&facts, today)?.is_some() {
            continue;
        }
        hold.ask(tx, &Asking { id: rule.id, name: &rule.name, definition: &rule.definition }, loan, &facts, confirmed)
            .await?;
    }
    Ok(hold)
}

/// A rule that asks for something.
pub(crate) struct Asking<'a> {
    pub id: i64,
    pub name: &'a str,
    pub definition: &'a Definition,
}

impl Hold {
    /// What a rule misses on a loan.
    pub(crate) async fn ask(
        &mut self,
        tx: &mut impl InCompany,
        rule: &Asking<'_>,
        loan: i64,
        facts: &LoanFacts,
        confirmed: &[i64],
    ) -> Result<()> {
        let item = |kind, text: String| HeldItem {
            kind,
            rule_id: rule.id,
            rule_name: rule.name.to_owned(),
            field: None,
            text,
            template_id: None,
            task_id: None,
            task_version: None,
        };
        for action in &rule.definition.actions {
            let Action::Hold { fields, template_ids, confirmation } = action else { continue };
            let empty = fields.iter().filter(|field| !facts.has(**field));
            self.miss(
                empty.map(|field| HeldItem { field: Some(*field), ..item(HeldKind::FIELD, field.label().to_owned()) }),
            );
            let done = store::tasks_of(tx, loan, template_ids).await?;
            for template in templates::of(tx, template_ids).await? {
                let tasks = || done.iter().filter(|task| task.template_id == template.id);
                if tasks().any(|task| task.is_done) {
                    continue;
                }
                let open = tasks().next();
                self.miss([HeldItem {
                    template_id: Some(template.id),
                    task_id: open.map(|task| task.id),
                    task_version: open.map(|task| task.version),
                    ..item(HeldKind::TASK, open.map_or(template.says.title, |task| task.title.clone()))
                }]);
            }
            match confirmation {
                Some(text) if confirmed.contains(&rule.id) => self.confirmed.push(text.clone()),
                Some(text) => self.miss([item(HeldKind::CONFIRMATION, text.clone())]),
                None => {}
            }
        }
        Ok(())
    }

    /// Two rules that ask for the same are told once.
    fn miss(&mut self, items: impl IntoIterator<Item = HeldItem>) {
        for item in items {
            let is_same = |one: &HeldItem| (one.kind, one.field, &one.text) == (item.kind, item.field, &item.text);
            if item.kind == HeldKind::CONFIRMATION || !self.missing.iter().any(is_same) {
                self.missing.push(item);
            }
        }
    }
}
