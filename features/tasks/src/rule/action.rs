//! Actions of rules: create tasks, set a field, notify people, move a loan, or hold it at its stage.

use crate::rule::{Trigger, TriggerKind};
use lending::{
    rules::{RequiredField, SettableField},
    team::LoanRole,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum length of a confirmation or message.
const SENTENCE_LENGTH_MAX: usize = 200;

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
#[schema(as = RuleAction)]
pub enum Action {
    /// Creates tasks.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "RuleMakesTasks")]
    CreateTasks {
        /// Task templates for loans.
        template_ids: Vec<i64>,
    },
    /// Keeps the loan from entering the stage until all requirements are met.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "RuleHolds")]
    Hold {
        /// Fields that must be filled.
        #[serde(default)]
        fields: Vec<RequiredField>,
        /// Templates of which a task must be done.
        #[serde(default)]
        template_ids: Vec<i64>,
        /// Text that the user who moves the loan must confirm.
        #[serde(default)]
        confirmation: Option<String>,
    },
    /// Moves the loan to another stage, unless a requirement blocks the way.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "RuleMovesLoans")]
    ChangeStage {
        /// A stage of the company's list.
        stage_id: i64,
    },
    /// Sets a field of the application, overwriting its value.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "RuleSetsField")]
    SetField {
        field: SettableField,
        /// In the syntax of conditions: `Investment`, `360`.
        value: String,
    },
    /// Emails people on the loan's team, unless they have switched off such emails.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "RuleTells")]
    Notify {
        /// Recipients by role on the loan.
        roles: Vec<LoanRole>,
        /// The message.
        message: String,
    },
}

impl Action {
    pub(super) fn template_ids(&self) -> &[i64] {
        match self {
            Action::CreateTasks { template_ids } | Action::Hold { template_ids, .. } => template_ids,
            Action::ChangeStage { .. } | Action::SetField { .. } | Action::Notify { .. } => &[],
        }
    }

    /// Returns true for actions on the loan itself, which run after tasks are created.
    pub(super) fn is_act(&self) -> bool {
        !matches!(self, Action::CreateTasks { .. } | Action::Hold { .. })
    }

    /// Removes duplicates and an empty confirmation.
    pub(super) fn tidied(self) -> Self {
        match self {
            Action::Hold { mut fields, template_ids, confirmation } => {
                fields.sort_unstable();
                fields.dedup();
                let confirmation = confirmation.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
                Action::Hold { fields, template_ids, confirmation }
            }
            Action::SetField { field, value } => Action::SetField { field, value: value.trim().to_owned() },
            Action::Notify { mut roles, message } => {
                roles.sort_unstable();
                roles.dedup();
                Action::Notify { roles, message: message.trim().to_owned() }
            }
            action => action,
        }
    }

    /// Validates the action.
    pub(super) fn check(&self, trigger: &Trigger, stages: &[i64], is_known: bool) -> Result<(), String> {
        match self {
            _ if !is_known => Err("Choose templates of tasks for loans".to_owned()),
            Action::CreateTasks { template_ids } if template_ids.is_empty() => {
                Err("Choose templates of tasks for loans".to_owned())
            }
            Action::ChangeStage { stage_id } if !stages.contains(stage_id) || trigger.stage_ids.contains(stage_id) => {
                Err("Choose another stage of the list".to_owned())
            }
            Action::SetField { field, value } if !field.takes(value) => Err("Choose a value of the field".to_owned()),
            Action::Notify { roles, .. } if roles.is_empty() => Err("Choose recipients".to_owned()),
            Action::Notify { message, .. } if message.is_empty() => Err("Enter a message".to_owned()),
            Action::Notify { message, .. } if message.chars().count() > SENTENCE_LENGTH_MAX => {
                Err(format!("A message has at most {SENTENCE_LENGTH_MAX} characters"))
            }
            Action::Hold { .. } if trigger.kind != TriggerKind::STAGE_ENTERED => {
                Err("Only the way to a stage can be held".to_owned())
            }
            Action::Hold { fields, template_ids, confirmation: None }
                if fields.is_empty() && template_ids.is_empty() =>
            {
                Err("Choose required fields, tasks or a confirmation".to_owned())
            }
            Action::Hold { confirmation: Some(text), .. } if text.chars().count() > SENTENCE_LENGTH_MAX => {
                Err(format!("What is confirmed has at most {SENTENCE_LENGTH_MAX} characters"))
            }
            _ => Ok(()),
        }
    }
}
