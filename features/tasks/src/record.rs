//! Creates, reads, changes, completes and deletes a task.

use crate::{
    list::TaskStatus,
    store::{self, Record},
    template::TemplateAbout,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    tasks::{DueRule, LoanDay, REPEAT_EVERY_MAX, RULE_DAYS_MAX, Repeat, Seat},
    words,
};
use platform::{
    Actor, App, Error, Fields, InCompany, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json},
    record::{Audit, audit},
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

pub(crate) const TITLE_LENGTH_MAX: usize = 200;
/// Maximum number of checklist items.
pub(crate) const CHECKLIST_MAX: usize = 50;
pub(crate) const CHECKLIST_LENGTH_MAX: usize = 200;
pub(crate) const DESCRIPTION_LENGTH_MAX: usize = 4_000;

words! {
    /// Priority of a task.
    #[derive(Default)]
    pub enum TaskPriority {
        LOW,
        #[default]
        NORMAL,
        HIGH,
    }
}

/// A task's fields. In a change, absent fields stay; an empty date and an id of 0 mean none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaskIn)]
pub struct In {
    pub title: Option<String>,
    pub description: Option<String>,
    /// A day, `2026-11-30`.
    pub due_date: Option<String>,
    /// Membership of the assignee.
    pub assignee_id: Option<i64>,
    /// The loan of the task. A task has a loan or a lead, never both.
    #[serde(rename = "LoanId")]
    pub loan_id: Option<i64>,
    /// The lead of the task.
    #[serde(rename = "LeadId")]
    pub lead_id: Option<i64>,
    pub priority: Option<TaskPriority>,
    pub status: Option<TaskStatus>,
    /// Due date relative to a date of the loan, instead of a fixed one. A fixed due date removes it.
    pub due_rule: Option<DueRule>,
    /// Role on the loan's team, instead of a fixed assignee. A fixed assignee removes it.
    pub seat: Option<Seat>,
    /// How it repeats after completion. 0 means never.
    pub repeat: Option<Repeat>,
    /// The task that must be done first.
    pub after_task_id: Option<i64>,
    /// Replaces all checklist items.
    pub checklist: Option<Vec<Item>>,
}

/// A checklist item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaskChecklistItem)]
pub struct Item {
    pub text: String,
    pub done: bool,
}

/// A task.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Task)]
pub struct Out {
    id: i64,
    title: String,
    description: String,
    due_date: Option<Date>,
    priority: TaskPriority,
    status: TaskStatus,
    assignee_id: Option<i64>,
    assignee_name: Option<String>,
    #[serde(rename = "LoanId")]
    loan_id: Option<i64>,
    loan_number: Option<String>,
    borrower_name: Option<String>,
    #[serde(rename = "LeadId")]
    lead_id: Option<i64>,
    lead_name: Option<String>,
    due_rule: Option<DueRule>,
    seat: Option<Seat>,
    repeat: Option<Repeat>,
    after_task_id: Option<i64>,
    after_task_title: Option<String>,
    /// The task it depends on isn't done yet.
    waits: bool,
    checklist: Vec<Item>,
    /// Names of the documents that its template requests.
    documents: Vec<String>,
    branch_name: Option<String>,
    done_at: Option<Timestamp>,
    done_by: Option<String>,
    created_by: Option<String>,
    /// The rule that created it, if any.
    rule_data: Option<RuleData>,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// The version for `If-Match`.
    version: i32,
}

/// The editable fields.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    pub title: String,
    pub description: String,
    pub due_date: Option<Date>,
    pub assignee_id: Option<i64>,
    #[serde(rename = "LoanId")]
    pub loan_id: Option<i64>,
    #[serde(rename = "LeadId")]
    pub lead_id: Option<i64>,
    pub priority: TaskPriority,
    pub status: TaskStatus,
    pub due_rule: Option<DueRule>,
    pub seat: Option<Seat>,
    pub repeat: Option<Repeat>,
    /// Start date of the repetition.
    pub repeat_first: Option<Date>,
    pub after_task_id: Option<i64>,
    pub checklist: Vec<Item>,
    pub documents: Vec<String>,
    pub template_id: Option<i64>,
}

/// The rule that created a task.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskRuleData)]
pub struct RuleData {
    pub identifier: String,
    pub rule_name: String,
}

/// Creator of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Maker {
    /// A user, by membership.
    Member(i64),
    /// A rule, for a step of the loan.
    Rule { rule: i64, step: i64 },
}

/// A task created by a rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskByRule)]
pub struct MadeByRule {
    pub id: i64,
    pub title: String,
    pub assignee_id: Option<i64>,
    pub rule_data: RuleData,
}

/// Tasks that rules created together.
#[derive(Serialize, ToSchema)]
#[schema(as = TasksByRules)]
pub struct ByRulesOut {
    rows: Vec<MadeByRule>,
}

/// Subject of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    Loan(i64),
    Lead(i64),
}

impl About {
    pub fn kind(self) -> TemplateAbout {
        match self {
            About::Loan(_) => TemplateAbout::LOAN,
            About::Lead(_) => TemplateAbout::LEAD,
        }
    }

    pub fn loan(self) -> Option<i64> {
        if let About::Loan(id) = self { Some(id) } else { None }
    }

    pub fn lead(self) -> Option<i64> {
        if let About::Lead(id) = self { Some(id) } else { None }
    }
}

/// Creates a task.
#[utoipa::path(post, path = "/api/tasks", tag = "tasks", operation_id = "createTask", request_body = In,
    responses((status = 201, body = Out), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let id = make(&mut tx, body).await?;
    let made = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Creates a task in a transaction.
pub async fn make(tx: &mut Tx, body: In) -> Result<i64> {
    let body = In { title: Some(body.title.unwrap_or_default()), ..body };
    let own_unit = tx.actor().org_unit();
    let (facts, org_unit) = changed(tx, 0, &Facts::default(), own_unit, body).await?;
    let maker = Maker::Member(tx.actor().membership());
    write_new(tx, org_unit, &facts, maker).await
}

/// Creates a task about a lead for its owner, who chose the date.
pub async fn remind_owner(
    tx: &mut impl InCompany,
    org_unit: i64,
    lead: i64,
    owner: i64,
    title: &str,
    due: Date,
) -> Result<i64> {
    let facts = Facts {
        title: title.chars().take(TITLE_LENGTH_MAX).collect(),
        due_date: Some(due),
        assignee_id: Some(owner),
        lead_id: Some(lead),
        ..Facts::default()
    };
    write_new(tx, org_unit, &facts, Maker::Member(owner)).await
}

/// Inserts a task with its audit entry and event.
pub(crate) async fn write_new(tx: &mut impl InCompany, org_unit: i64, facts: &Facts, maker: Maker) -> Result<i64> {
    let id = store::create(tx, org_unit, facts, maker).await?;
    let act = if matches!(maker, Maker::Rule { .. }) { Act::Follow } else { Act::Create };
    record(tx, id, act, None, Some(serde_json::to_value(facts).map_err(Error::internal)?)).await?;
    Ok(id)
}

/// Returns a task in the user's scope.
#[utoipa::path(get, path = "/api/tasks/{id}", tag = "tasks", operation_id = "getTask", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    Ok(Json(within_reach(&mut tx, id).await?.into()))
}

/// Lists the tasks that rules created together with a task, each with its rule.
#[utoipa::path(get, path = "/api/tasks/{id}/automation", tag = "tasks", operation_id = "listTasksByRules", params(("id" = i64, Path)), responses((status = 200, body = ByRulesOut), (status = 404)))]
pub async fn by_rules(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<ByRulesOut>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    within_reach(&mut tx, id).await?;
    Ok(Json(ByRulesOut { rows: store::by_rules(&mut tx, id).await? }))
}

/// Changes a task, including completing and reopening it.
#[utoipa::path(patch, path = "/api/tasks/{id}", tag = "tasks", operation_id = "editTask", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let was = within_reach(&mut tx, id).await?;
    let entity_id = id.to_string();
    let (mut is, org_unit) = changed(&mut tx, id, &was.facts, was.org_unit_id, body).await?;
    if version != was.version {
        return Err(stale(&mut tx, "task", &entity_id, &Out::from(was)).await?);
    }
    let is_done_now = (was.facts.status, is.status) == (TaskStatus::TODO, TaskStatus::DONE);
    if is_done_now && was.waits {
        let first = was.after_task_title.clone().unwrap_or_default();
        return Err(Error::Conflict {
            code: "LWTASK10409",
            message: format!("This task waits until \"{first}\" is done."),
            details: None,
        });
    }
    let next = if is_done_now { next_of(&tx, &is) } else { None };
    if next.is_some() {
        // Completing it again must not repeat it twice.
        (is.repeat, is.repeat_first) = (None, None);
    }
    let Some((before, after)) = changes(&was.facts, &is)? else { return Ok(Json(was.into())) };
    if !store::update(&mut tx, id, version, org_unit, &is).await? {
        let now = within_reach(&mut tx, id).await?;
        return Err(stale(&mut tx, "task", &entity_id, &Out::from(now)).await?);
    }
    record(&mut tx, id, Act::Edit, Some(before), Some(after)).await?;
    if was.facts.status != is.status {
        store::tell_waiting(&mut tx, id).await?;
    }
    if let Some(next) = next {
        let maker = Maker::Member(tx.actor().membership());
        write_new(&mut tx, org_unit, &next, maker).await?;
    }
    // Read without the scope check, because reassigning may move the task out of scope.
    let out = store::record(&mut tx, id).await?.ok_or(Error::NotFound)?;
    tx.commit().await?;
    Ok(Json(out.into()))
}

/// Deletes a task.
#[utoipa::path(delete, path = "/api/tasks/{id}", tag = "tasks", operation_id = "removeTask", params(("id" = i64, Path)), responses((status = 204), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let was = within_reach(&mut tx, id).await?;
    store::tell_waiting(&mut tx, id).await?;
    store::remove(&mut tx, id).await?;
    record(&mut tx, id, Act::Remove, Some(serde_json::to_value(&was.facts).map_err(Error::internal)?), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds a task. Returns `NotFound` if it is out of scope.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<Record> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    if sees(tx, &record) { Ok(record) } else { Err(Error::NotFound) }
}

fn sees(tx: &Tx, record: &Record) -> bool {
    store::covers(tx, Permission::TaskView, record.org_unit_id, record.is_own)
}

/// Applies the changes, or returns the invalid fields. Also returns the task's new branch.
async fn changed(tx: &mut Tx, id: i64, was: &Facts, org_unit: i64, body: In) -> Result<(Facts, i64)> {
    let mut fields = Fields::default();
    let mut is = was.clone();
    if let Some(text) = body.title {
        is.title = fields.required("title", &text, "Title is required").unwrap_or_default();
        if is.title.chars().count() > TITLE_LENGTH_MAX {
            fields.add("title", format!("A title has at most {TITLE_LENGTH_MAX} characters"));
        }
    }
    if let Some(text) = body.description {
        is.description = text.trim().to_owned();
        if is.description.chars().count() > DESCRIPTION_LENGTH_MAX {
            fields.add("description", format!("A description has at most {DESCRIPTION_LENGTH_MAX} characters"));
        }
    }
    if let Some(text) = body.due_date {
        is.due_rule = None;
        is.due_date = match text.trim() {
            "" => None,
            day => fields.take("dueDate", lending::days::read(day)).map(Date),
        };
    }
    is.priority = body.priority.unwrap_or(is.priority);
    is.status = body.status.unwrap_or(is.status);
    let given = |id: Option<i64>, was: Option<i64>| id.map_or(was, |id| Some(id).filter(|id| *id != 0));
    is.assignee_id = given(body.assignee_id, was.assignee_id);
    if body.assignee_id.is_some() {
        is.seat = None;
    }
    is.loan_id = given(body.loan_id, was.loan_id);
    is.lead_id = given(body.lead_id, was.lead_id);
    let mut unit = None;
    if let Some(assignee) = is.assignee_id.filter(|_| is.assignee_id != was.assignee_id) {
        unit = store::unit_of_member(tx, assignee).await?;
        if unit.is_none() {
            fields.add("assigneeId", "Choose an active person of this company");
        }
    }
    if let Some(loan) = is.loan_id.filter(|_| is.loan_id != was.loan_id) {
        unit = store::loan_within_reach(tx, loan).await?;
        if unit.is_none() {
            fields.add("LoanId", "Choose a loan that you can open");
        }
    }
    if let Some(lead) = is.lead_id.filter(|_| is.lead_id != was.lead_id) {
        unit = store::lead_within_reach(tx, lead).await?;
        if unit.is_none() {
            fields.add("LeadId", "Choose a lead that you can open");
        }
    }
    if is.loan_id.is_some() && is.lead_id.is_some() {
        fields.add("LeadId", "A task is about a loan or a lead, not both");
    }
    is.due_rule = body.due_rule.or(is.due_rule);
    is.seat = body.seat.or(is.seat);
    if is.loan_id.is_none() && was.loan_id.is_some() {
        (is.due_rule, is.seat) = (body.due_rule, body.seat);
    }
    follow(tx, &mut fields, &mut is).await?;
    is.after_task_id = given(body.after_task_id, was.after_task_id);
    if let Some(first) = is.after_task_id.filter(|_| is.after_task_id != was.after_task_id) {
        match store::record(tx, first).await?.filter(|first| sees(tx, first)) {
            None => fields.add("afterTaskId", "Choose a task that you can open"),
            Some(_) if store::waits_for(tx, first, id).await? => {
                fields.add("afterTaskId", "That task waits for this one");
            }
            Some(_) => {}
        }
    }
    if let Some(repeat) = body.repeat {
        is.repeat = Some(repeat).filter(|repeat| repeat.every > 0);
    }
    if is.repeat.is_some_and(|repeat| repeat.every > REPEAT_EVERY_MAX) {
        fields.add("repeat", format!("must be at most {REPEAT_EVERY_MAX}"));
    }
    if is.repeat.is_some() && is.due_date.is_none() && is.due_rule.is_none() {
        fields.add("repeat", "A task that comes again needs a day");
    }
    let begins_anew = (is.repeat, is.due_date) != (was.repeat, was.due_date) || was.repeat_first.is_none();
    if begins_anew {
        is.repeat_first = is.due_date;
    }
    is.repeat_first = is.repeat_first.filter(|_| is.repeat.is_some());
    if let Some(items) = body.checklist {
        is.checklist = checklist(&mut fields, items);
    }
    fields.check()?;
    // The loan or lead determines the branch, otherwise the assignee.
    let is_about = is.loan_id.is_some() || is.lead_id.is_some();
    let is_about_the_same = (is.loan_id, is.lead_id) == (was.loan_id, was.lead_id);
    let org_unit = if is_about && is_about_the_same { org_unit } else { unit.unwrap_or(org_unit) };
    Ok((is, org_unit))
}

/// Computes due date and assignee of a task that follows its loan.
async fn follow(tx: &mut Tx, fields: &mut Fields, is: &mut Facts) -> Result<()> {
    if is.due_rule.is_none() && is.seat.is_none() {
        return Ok(());
    }
    if is.due_rule.is_some_and(|rule| rule.days > RULE_DAYS_MAX) {
        fields.add("dueRule", format!("must be at most {RULE_DAYS_MAX} days"));
    }
    if let Some(rule) = is.due_rule.filter(|rule| rule.of == LoanDay::START) {
        let calendar = store::calendar(tx, tx.actor().org_unit()).await?;
        is.due_date = Some(Date(rule.due_on(calendar.today, &calendar.days)));
        is.due_rule = None;
        if is.seat.is_none() {
            return Ok(());
        }
    }
    let Some(loan) = is.loan_id else {
        fields.add(if is.due_rule.is_some() { "dueRule" } else { "seat" }, "Choose the loan that it follows");
        return Ok(());
    };
    // Done tasks don't change.
    if is.status == TaskStatus::DONE {
        return Ok(());
    }
    if let Some(followed) = store::followed(tx, loan).await? {
        if let Some(rule) = is.due_rule {
            is.due_date = followed.due_on(rule);
        }
        if let Some(seat) = is.seat {
            is.assignee_id = followed.assignee(seat);
        }
    }
    Ok(())
}

/// Validates checklist items and drops empty ones.
fn checklist(fields: &mut Fields, items: Vec<Item>) -> Vec<Item> {
    let items: Vec<Item> = items
        .into_iter()
        .map(|item| Item { text: item.text.trim().to_owned(), ..item })
        .filter(|item| !item.text.is_empty())
        .collect();
    let is_too_long = items.iter().any(|item| item.text.chars().count() > CHECKLIST_LENGTH_MAX);
    if items.len() > CHECKLIST_MAX || is_too_long {
        fields.add(
            "checklist",
            format!("A checklist has at most {CHECKLIST_MAX} entries of at most {CHECKLIST_LENGTH_MAX} characters"),
        );
    }
    items
}

/// Validates a list of texts and drops empty ones.
pub(crate) fn texts(fields: &mut Fields, path: &str, texts: Vec<String>, length_max: usize) -> Vec<String> {
    let texts: Vec<_> = texts.iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    if texts.len() > CHECKLIST_MAX || texts.iter().any(|text| text.chars().count() > length_max) {
        fields.add(path, format!("There are at most {CHECKLIST_MAX} entries of at most {length_max} characters"));
    }
    texts
}

/// The next occurrence of a repeating task that was just completed.
fn next_of(tx: &Tx, done: &Facts) -> Option<Facts> {
    let today = Date::today_in(&tx.actor().access.time_zone);
    let (repeat, first, due) = (done.repeat?, done.repeat_first?, done.due_date?);
    let next = repeat.after(*first, *due.max(today))?;
    Some(Facts {
        due_date: Some(Date(next)),
        status: TaskStatus::TODO,
        due_rule: None,
        after_task_id: None,
        checklist: done.checklist.iter().map(|item| Item { done: false, ..item.clone() }).collect(),
        ..done.clone()
    })
}

/// A change of a task.
#[derive(Clone, Copy)]
enum Act {
    Create,
    /// By a rule, which sends one event for all its tasks.
    Follow,
    Edit,
    Remove,
}

async fn record(tx: &mut impl InCompany, id: i64, act: Act, before: Option<Value>, after: Option<Value>) -> Result<()> {
    let (action, event) = match act {
        Act::Create => ("task.create", "task.created"),
        Act::Follow => ("task.create", "task.updated"),
        Act::Edit => ("task.edit", "task.updated"),
        Act::Remove => ("task.remove", "task.deleted"),
    };
    audit(tx, Audit { action, entity: "task", entity_id: &id.to_string(), before, after }).await?;
    platform::record::event(tx, event, id).await
}

impl From<Record> for Out {
    fn from(record: Record) -> Self {
        let facts = record.facts;
        Out {
            id: record.id,
            title: facts.title,
            description: facts.description,
            due_date: facts.due_date,
            priority: facts.priority,
            status: facts.status,
            assignee_id: facts.assignee_id,
            assignee_name: record.assignee_name,
            loan_id: facts.loan_id,
            loan_number: record.loan_number,
            borrower_name: record.borrower_name,
            lead_id: facts.lead_id,
            lead_name: record.lead_name,
            due_rule: facts.due_rule,
            seat: facts.seat,
            repeat: facts.repeat,
            after_task_id: facts.after_task_id,
            after_task_title: record.after_task_title,
            waits: record.waits,
            checklist: facts.checklist,
            documents: facts.documents,
            branch_name: record.branch_name,
            done_at: record.done_at,
            done_by: record.done_by,
            created_by: record.created_by,
            rule_data: record.rule,
            created_at: record.created_at,
            updated_at: record.updated_at,
            version: record.version,
        }
    }
}
