//! Triggers of rules: a loan is created, enters a stage, has a field changed, reaches a date, or stays unchanged for
//! some hours.

use crate::rule::CHOSEN_MAX;
use lending::{
    rules::{HOURS_MAX, WatchedField},
    tasks::{DueRule, LoanDay, RULE_DAYS_MAX},
    words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words! {
    /// Kind of a trigger.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum TriggerKind {
        /// The loan was created.
        CREATED,
        /// The loan entered one of the trigger's stages.
        STAGE_ENTERED,
        /// One of the trigger's fields changed.
        FIELD_CHANGED,
        /// The trigger's date was reached in the time zone of the loan's branch.
        DATE_REACHED,
        /// An active loan has been unchanged for the trigger's hours.
        UNCHANGED,
    }
}

/// A trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RuleTrigger)]
pub struct Trigger {
    #[schema(inline)]
    pub kind: TriggerKind,
    /// For `STAGE_ENTERED`: stages of the company's list.
    #[serde(default)]
    pub stage_ids: Vec<i64>,
    /// For `FIELD_CHANGED`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<WatchedField>,
    /// For `DATE_REACHED`: a date relative to one of the loan's. It triggers once for each value of that date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<DueRule>,
    /// For `UNCHANGED`: 1 to 4,380.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u16>,
}

impl Trigger {
    /// A trigger with only a kind and stages.
    #[must_use]
    pub fn of(kind: TriggerKind, stage_ids: Vec<i64>) -> Self {
        Self { kind, stage_ids, fields: Vec::new(), day: None, hours: None }
    }

    /// Validates the trigger and removes duplicates and fields of other kinds.
    pub(super) fn tidied(self, stages: &[i64]) -> Result<Self, String> {
        let kind = self.kind;
        let only = Self::of(kind, Vec::new());
        match kind {
            TriggerKind::CREATED => Ok(only),
            TriggerKind::STAGE_ENTERED => {
                let chosen = self.stage_ids;
                if chosen.is_empty() || chosen.len() > CHOSEN_MAX || chosen.iter().any(|id| !stages.contains(id)) {
                    return Err("Choose stages of the list".to_owned());
                }
                Ok(Self { stage_ids: chosen, ..only })
            }
            TriggerKind::FIELD_CHANGED => {
                let mut fields = self.fields;
                fields.sort_unstable();
                fields.dedup();
                if fields.is_empty() {
                    return Err("Choose fields".to_owned());
                }
                Ok(Self { fields, ..only })
            }
            TriggerKind::DATE_REACHED => match self.day {
                Some(day) if day.of == LoanDay::START => Err("Choose a day of the loan".to_owned()),
                Some(day) if day.days > RULE_DAYS_MAX => Err(format!("At most {RULE_DAYS_MAX} days")),
                Some(day) => Ok(Self { day: Some(day), ..only }),
                None => Err("Choose a day of the loan".to_owned()),
            },
            TriggerKind::UNCHANGED => match self.hours {
                Some(hours) if (1..=HOURS_MAX).contains(&hours) => Ok(Self { hours: Some(hours), ..only }),
                _ => Err(format!("Choose one to {HOURS_MAX} hours")),
            },
        }
    }
}
