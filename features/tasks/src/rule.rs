//! Automation rules. When something happens to a loan that meets the conditions, a rule creates tasks from templates,
//! or holds the loan at its stage until requirements are met. Each change of a rule is a new version. Earlier events
//! are handled by the version at their time.

mod action;
pub(crate) mod branch;
pub(crate) mod dry_run;
mod facts;
pub(crate) mod hold;
pub(crate) mod log;
pub(crate) mod of_loan;
pub(crate) mod run;
pub(crate) mod store;
mod timed;
mod trigger;

pub use action::Action;
pub use timed::FindTimed;
pub use trigger::{Trigger, TriggerKind};

use crate::{
    kept::{json, written},
    store::templates,
    template::TemplateAbout,
};
use axum::extract::State;
use branch::{refuse_others, sees};
use http::StatusCode;
use lending::{
    access::Permission,
    filter::{Expression, Joined, Wrong},
    rules::{FIELDS, LoanFacts, Unmet, unmet},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Version;
use utoipa::ToSchema;

/// Entity name in audit log and events.
pub(crate) const ENTITY: &str = "automation-rule";
/// Maximum number of rules of a company, and of each branch.
const RULES_MAX: usize = 100;
const NAME_LENGTH_MAX: usize = 100;
/// Maximum number of templates in an action, and of stages in a trigger.
const CHOSEN_MAX: usize = 50;
const ACTIONS_MAX: usize = 10;

/// Conditions on loans, with the fields of the pipeline's filters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RuleConditions)]
pub struct Conditions {
    #[serde(rename = "match")]
    joined: Joined,
    conditions: Vec<Condition>,
}

/// A condition on a field of the loan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RuleCondition)]
struct Condition {
    field: String,
    operator: String,
    #[serde(default)]
    values: Vec<String>,
}

impl Conditions {
    /// The condition that a field has one of these values.
    #[must_use]
    pub fn is(field: &str, values: &[&str]) -> Self {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        Self {
            joined: Joined::All,
            conditions: vec![Condition { field: field.to_owned(), operator: "is".to_owned(), values }],
        }
    }

    /// Parses the conditions for a day.
    fn read(&self, today: Date) -> Result<Expression, Wrong> {
        let text = serde_json::to_string(self).unwrap_or_default();
        Expression::read(&text, &FIELDS, *today)
    }
}

/// The definition of a rule without its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Definition {
    pub trigger: Trigger,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    pub actions: Vec<Action>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_until: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub org_unit_id: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_locked: bool,
}

impl Definition {
    /// Returns true if the rule applies in a branch, which may have switched it off.
    pub fn is_followed_in(&self, org_unit: i64, is_off: bool) -> bool {
        self.org_unit_id.is_none_or(|own| own == org_unit) && (self.is_locked || !is_off)
    }

    /// Its actions on the loan itself, in order.
    pub fn acts(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(|action| action.is_act())
    }

    /// The first condition that a loan doesn't meet.
    pub fn unmet(&self, facts: &LoanFacts, today: Date) -> Result<Option<Unmet>> {
        let Some(conditions) = &self.conditions else { return Ok(None) };
        let expression =
            conditions.read(today).map_err(|wrong| Error::internal(std::io::Error::other(wrong.to_string())))?;
        Ok(unmet(&expression, facts))
    }
}

/// A rule's fields. A change sends all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AutomationRuleIn)]
pub struct In {
    pub rule_name: String,
    /// If false, the rule is kept but does nothing.
    pub is_active: bool,
    pub trigger: Trigger,
    /// Without conditions, the rule applies to every loan.
    #[serde(default)]
    pub conditions: Option<Conditions>,
    /// At least one.
    pub actions: Vec<Action>,
    /// Test mode: until this day, the rule only logs what it would do. Afterwards it waits to be switched on.
    #[serde(default)]
    pub test_until: Option<Date>,
    /// The branch that owns the rule and to whose loans it applies. Null for a company rule.
    #[serde(default)]
    pub org_unit_id: Option<i64>,
    /// Branches can't switch it off.
    #[serde(default)]
    pub is_locked: bool,
}

impl In {
    pub(crate) fn definition(&self) -> Definition {
        let Self { trigger, conditions, actions, test_until, org_unit_id, is_locked, .. } = self.clone();
        Definition { trigger, conditions, actions, test_until, org_unit_id, is_locked }
    }

    pub(crate) fn of(rule_name: String, is_active: bool, definition: Definition) -> Self {
        let Definition { trigger, conditions, actions, test_until, org_unit_id, is_locked } = definition;
        Self { rule_name, is_active, trigger, conditions, actions, test_until, org_unit_id, is_locked }
    }
}

/// A rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AutomationRule)]
pub struct Out {
    pub id: i64,
    pub identifier: String,
    #[serde(flatten)]
    pub says: In,
    pub updated_at: Timestamp,
    /// Number of tasks it has created.
    pub task_count: i64,
    /// Name of its branch.
    pub org_unit_name: Option<String>,
    /// The branches that have switched it off.
    pub off_org_unit_ids: Vec<i64>,
    /// The version for `If-Match`.
    pub version: i32,
}

/// The rules of a company.
#[derive(Serialize, ToSchema)]
#[schema(as = AutomationRules)]
pub struct ListOut {
    rows: Vec<Out>,
}

/// Lists the rules of the company and of the user's branch by name.
#[utoipa::path(get, path = "/api/automation-rules", tag = "tasks", operation_id = "listAutomationRules", responses((status = 200, body = ListOut), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<ListOut>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let mut rows = store::all(&mut tx).await?;
    rows.retain(|rule| sees(&tx, &rule.says));
    Ok(Json(ListOut { rows }))
}

/// Adds a rule.
#[utoipa::path(post, path = "/api/automation-rules", tag = "tasks", operation_id = "createAutomationRule", request_body = In, responses((status = 201, body = Out), (status = 403), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let out = make(&mut tx, body).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Adds a rule in a transaction.
pub async fn make(tx: &mut Tx, body: In) -> Result<Out> {
    let others = store::all(tx).await?;
    let says = checked(tx, body, &others, None).await?;
    refuse_others(tx, &says)?;
    if others.iter().filter(|one| one.says.org_unit_id == says.org_unit_id).count() >= RULES_MAX {
        let owner = if says.org_unit_id.is_some() { "branch" } else { "company" };
        return Err(Error::field("ruleName", format!("A {owner} has at most {RULES_MAX} rules of its own")));
    }
    let id = store::create(tx, &says).await.map_err(taken)?;
    written(tx, ENTITY, "automation-rule.create", id, None, Some(json(&says)?)).await?;
    found(tx, id).await
}

/// Changes a rule. Earlier events are still handled by the old version.
#[utoipa::path(patch, path = "/api/automation-rules/{id}", tag = "tasks", operation_id = "editAutomationRule", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let others = store::all(&mut tx).await?;
    let was = others.iter().find(|one| one.id == id && sees(&tx, &one.says)).cloned().ok_or(Error::NotFound)?;
    refuse_others(&tx, &was.says)?;
    let is = checked(&mut tx, body, &others, Some(id)).await?;
    refuse_others(&tx, &is)?;
    if version != was.version {
        return Err(stale(&mut tx, ENTITY, &id.to_string(), &was).await?);
    }
    let Some((before, after)) = changes(&was.says, &is)? else { return Ok(Json(was)) };
    if !store::update(&mut tx, id, version, &is, false).await.map_err(taken)? {
        return Err(Error::NotFound);
    }
    written(&mut tx, ENTITY, "automation-rule.edit", id, Some(before), Some(after)).await?;
    let out = found(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Deletes a rule. Its tasks stay and still name it.
#[utoipa::path(delete, path = "/api/automation-rules/{id}", tag = "tasks", operation_id = "removeAutomationRule", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let was = found(&mut tx, id).await?;
    refuse_others(&tx, &was.says)?;
    let off = In { is_active: false, ..was.says.clone() };
    if !store::update(&mut tx, id, was.version, &off, true).await? {
        return Err(Error::NotFound);
    }
    written(&mut tx, ENTITY, "automation-rule.remove", id, Some(json(&was.says)?), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Version history of a rule.
#[derive(Serialize, ToSchema)]
#[schema(as = AutomationRuleVersions)]
pub struct VersionsOut {
    /// Newest first.
    rows: Vec<VersionOut>,
}

/// A version of a rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AutomationRuleVersion)]
pub struct VersionOut {
    version: i32,
    changed_by: Option<String>,
    changed_at: Timestamp,
    /// Changed values in the previous version. Null for the first version.
    before: Option<Value>,
    /// Changed values in this version. All values for the first version.
    after: Value,
}

/// Lists the versions of a rule with their changes.
#[utoipa::path(get, path = "/api/automation-rules/{id}/versions", tag = "tasks", operation_id = "listAutomationRuleVersions", params(("id" = i64, Path)), responses((status = 200, body = VersionsOut), (status = 403), (status = 404)))]
pub async fn versions(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<VersionsOut>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    found(&mut tx, id).await?;
    let versions = store::versions(&mut tx, id).await?;
    let mut rows = Vec::new();
    let mut last: Option<In> = None;
    for Version { version, says, changed_by, changed_at } in versions {
        let (before, after) = match &last {
            None => (None, json(&says)?),
            Some(last) => match changes(last, &says)? {
                Some((before, after)) => (Some(before), after),
                None => continue,
            },
        };
        rows.push(VersionOut { version, changed_by, changed_at, before, after });
        last = Some(says);
    }
    rows.reverse();
    Ok(Json(VersionsOut { rows }))
}

async fn found(tx: &mut Tx, id: i64) -> Result<Out> {
    let found = store::all(tx).await?.into_iter().find(|one| one.id == id);
    found.filter(|one| sees(tx, &one.says)).ok_or(Error::NotFound)
}

/// The validated definition, or the field errors.
async fn checked(tx: &mut Tx, body: In, others: &[Out], own: Option<i64>) -> Result<In> {
    let mut fields = Fields::default();
    let name = fields.required("ruleName", &body.rule_name, "Name is required").unwrap_or_default();
    if name.chars().count() > NAME_LENGTH_MAX {
        fields.add("ruleName", format!("A name has at most {NAME_LENGTH_MAX} characters"));
    }
    let is_same = |one: &&Out| one.says.rule_name.to_lowercase() == name.to_lowercase();
    if others.iter().find(is_same).is_some_and(|same| Some(same.id) != own) {
        fields.add("ruleName", NAME_TAKEN);
    }
    let stages = store::stages(tx).await?;
    let trigger = body.trigger.clone().tidied(&stages).unwrap_or_else(|message| {
        fields.add("trigger", message);
        body.trigger.clone()
    });
    let conditions = body.conditions.clone().filter(|conditions| !conditions.conditions.is_empty());
    let wrong = conditions.as_ref().and_then(|conditions| conditions.read(Date(jiff::civil::date(2026, 1, 1))).err());
    if let Some(wrong) = wrong {
        fields.add(format!("conditions{}", wrong.path), wrong.message);
    }
    let ids: Vec<i64> = body.actions.iter().flat_map(Action::template_ids).copied().collect();
    let known = templates::of(tx, &ids).await?;
    let is_known = |id: &i64| known.iter().any(|one| one.id == *id && one.says.about == TemplateAbout::LOAN);
    let is_known = ids.len() <= CHOSEN_MAX && ids.iter().all(is_known);
    let actions: Vec<Action> = body.actions.iter().cloned().map(Action::tidied).collect();
    if !(1..=ACTIONS_MAX).contains(&actions.len()) {
        fields.add("actions", format!("Choose one to {ACTIONS_MAX} things to do"));
    }
    for (index, action) in actions.iter().enumerate() {
        if let Err(message) = action.check(&trigger, &stages, is_known) {
            fields.add(format!("actions[{index}]"), message);
        }
    }
    if let Some(branch) = body.org_unit_id
        && !store::is_branch(tx, branch).await?
    {
        fields.add("orgUnitId", "Choose a branch of the company");
    }
    fields.check()?;
    // Only company rules can be locked.
    let is_locked = body.is_locked && body.org_unit_id.is_none();
    Ok(In { rule_name: name, trigger, conditions, actions, is_locked, ..body })
}

const NAME_TAKEN: &str = "There is a rule with this name";

/// Handles a name that a concurrent request took.
fn taken(error: Error) -> Error {
    if error.violates("automation_rule_name") { Error::field("ruleName", NAME_TAKEN) } else { error }
}
