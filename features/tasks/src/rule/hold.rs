//! Rules that keep a loan from entering a stage until fields are filled, tasks are done, and confirmations are given.

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
    /// Kind of a missing requirement.
    #[allow(clippy::upper_case_acronyms)]
    pub enum HeldKind {
        /// A field of the loan is empty.
        FIELD,
        /// A task isn't done.
        TASK,
        /// A confirmation is missing.
        CONFIRMATION,
    }
}

/// A missing requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldItem {
    kind: HeldKind,
    /// The rule with the requirement. A confirmation refers to it.
    rule_id: i64,
    rule_name: String,
    /// For `FIELD`.
    field: Option<RequiredField>,
    /// Name of the field or task, or the text to confirm.
    text: String,
    /// For `TASK`: its template.
    template_id: Option<i64>,
    /// The open task, if the loan has it.
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

/// Result of checking the rules for a stage.
#[derive(Debug, Default)]
pub struct Hold {
    /// Missing requirements. Empty if the loan may enter the stage.
    pub missing: Vec<HeldItem>,
    /// Confirmations that were given.
    pub confirmed: Vec<String>,
}

impl Hold {
    /// Why the loan can't move, as a sentence.
    #[must_use]
    pub fn reason(&self) -> String {
        let rules: BTreeSet<_> = self.missing.iter().map(|item| format!("“{}”", item.rule_name)).collect();
        let items: Vec<_> = self.missing.iter().map(HeldItem::in_words).collect();
        format!("Held by {}: {}.", rules.into_iter().collect::<Vec<_>>().join(", "), items.join(", "))
    }
}

/// Checks the rules for entering a stage, given the confirmations of the user who moves the loan.
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

/// A rule with requirements.
pub(crate) struct Asking<'a> {
    pub id: i64,
    pub name: &'a str,
    pub definition: &'a Definition,
}

impl Hold {
    /// Collects the missing requirements of a rule.
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

    /// Lists equal requirements of two rules once.
    fn miss(&mut self, items: impl IntoIterator<Item = HeldItem>) {
        for item in items {
            let is_same = |one: &HeldItem| (one.kind, one.field, &one.text) == (item.kind, item.field, &item.text);
            if item.kind == HeldKind::CONFIRMATION || !self.missing.iter().any(is_same) {
                self.missing.push(item);
            }
        }
    }
}
