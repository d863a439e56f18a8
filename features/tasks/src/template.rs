//! Task templates of a company, for loans and leads.

use crate::{
    kept::{json, written},
    record::{self, About, Facts, Item, Out as Task, TaskPriority},
    rule::store as rule_store,
    store::{self, templates},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    tags::{self, TAGS},
    tasks::{DueRule, LoanDay, RULE_DAYS_MAX, Seat},
    words,
};
use platform::{
    Actor, App, Error, Fields, Result,
    db::Timestamp,
    extract::{Id, Json},
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Entity name in audit log and events.
const ENTITY: &str = "task-template";
/// Maximum number of templates of a company.
const TEMPLATES_MAX: usize = 200;
/// Maximum number of tasks created at once.
const AT_ONCE_MAX: usize = 50;
/// Maximum length of a document's name.
const DOCUMENT_LENGTH_MAX: usize = 100;

words! {
    /// Subject of the template's tasks.
    #[allow(clippy::upper_case_acronyms)]
    pub enum TemplateAbout { LOAN, LEAD }
}

/// A template's fields. A change sends all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaskTemplateIn)]
pub struct In {
    #[schema(inline)]
    pub about: TemplateAbout,
    /// With tags such as `{borrower.firstName}`.
    pub title: String,
    /// With tags.
    #[serde(default)]
    pub text: String,
    /// Due date. Without it, tasks have none. `START` is the day on which the task is created.
    #[serde(default)]
    pub due_rule: Option<DueRule>,
    #[serde(default)]
    pub priority: TaskPriority,
    /// Role on the loan's team that gets the task. A lead's task goes to its first owner.
    #[serde(default)]
    pub seat: Option<Seat>,
    #[serde(default)]
    pub checklist: Vec<String>,
    /// Names of requested documents.
    #[serde(default)]
    pub documents: Vec<String>,
}

/// A template.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskTemplate)]
pub struct Out {
    pub id: i64,
    #[serde(flatten)]
    pub says: In,
    pub updated_at: Timestamp,
    /// The version for `If-Match`.
    pub version: i32,
}

/// The templates of a company, and the available tags.
#[derive(Serialize, ToSchema)]
#[schema(as = TaskTemplates)]
pub struct ListOut {
    /// In the company's order.
    rows: Vec<Out>,
    tags: Vec<TagOut>,
}

/// A tag with its value for the sample loan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextTag)]
pub struct TagOut {
    name: &'static str,
    label: &'static str,
    sample: &'static str,
    /// Not available for leads.
    is_of_loan: bool,
}

/// Lists the task templates in the company's order.
#[utoipa::path(get, path = "/api/task-templates", tag = "tasks", operation_id = "listTaskTemplates", responses((status = 200, body = ListOut)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<ListOut>> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let rows = templates::all(&mut tx).await?;
    let tags = TAGS.iter().map(|tag| TagOut {
        name: tag.name,
        label: tag.label,
        sample: tag.sample,
        is_of_loan: tag.is_of_loan,
    });
    Ok(Json(ListOut { rows, tags: tags.collect() }))
}

/// Adds a template.
#[utoipa::path(post, path = "/api/task-templates", tag = "tasks", operation_id = "createTaskTemplate", request_body = In, responses((status = 201, body = Out), (status = 403), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let others = templates::all(&mut tx).await?;
    if others.len() >= TEMPLATES_MAX {
        return Err(Error::field("title", format!("A company has at most {TEMPLATES_MAX} templates")));
    }
    let says = checked(body, &others, None)?;
    let out = templates::create(&mut tx, &says).await.map_err(taken)?;
    written(&mut tx, ENTITY, "task-template.create", out.id, None, Some(json(&says)?)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Changes a template. Existing tasks stay unchanged.
#[utoipa::path(patch, path = "/api/task-templates/{id}", tag = "tasks", operation_id = "editTaskTemplate", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let others = templates::all(&mut tx).await?;
    let was = others.iter().find(|one| one.id == id).cloned().ok_or(Error::NotFound)?;
    let is = checked(body, &others, Some(id))?;
    if version != was.version {
        return Err(stale(&mut tx, ENTITY, &id.to_string(), &was).await?);
    }
    let Some((before, after)) = changes(&was.says, &is)? else { return Ok(Json(was)) };
    let out = templates::update(&mut tx, id, version, &is).await.map_err(taken)?.ok_or(Error::NotFound)?;
    written(&mut tx, ENTITY, "task-template.edit", id, Some(before), Some(after)).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Deletes a template. Existing tasks stay.
#[utoipa::path(delete, path = "/api/task-templates/{id}", tag = "tasks", operation_id = "removeTaskTemplate", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let was = templates::of(&mut tx, &[id]).await?.pop().ok_or(Error::NotFound)?;
    if let Some(rule) = rule_store::of_template(&mut tx, id).await? {
        return Err(Error::Conflict {
            code: "LWTASK10410",
            message: format!("The rule \"{rule}\" makes this task. Change the rule first."),
            details: None,
        });
    }
    templates::remove(&mut tx, id).await?;
    written(&mut tx, ENTITY, "task-template.remove", id, Some(json(&was.says)?), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Templates to apply, and the loan or lead.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TasksFromTemplates)]
pub struct ApplyIn {
    template_ids: Vec<i64>,
    #[serde(rename = "LoanId")]
    loan_id: Option<i64>,
    #[serde(rename = "LeadId")]
    lead_id: Option<i64>,
}

/// The created tasks.
#[derive(Serialize, ToSchema)]
#[schema(as = MadeTasks)]
pub struct ApplyOut {
    rows: Vec<Task>,
}

/// Creates tasks from templates, for a loan or lead in scope.
#[utoipa::path(post, path = "/api/tasks/from-templates", tag = "tasks", operation_id = "createTasksFromTemplates", request_body = ApplyIn, responses((status = 201, body = ApplyOut), (status = 422)))]
pub async fn apply(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<ApplyIn>,
) -> Result<(StatusCode, Json<ApplyOut>)> {
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let mut fields = Fields::default();
    let (about, org_unit) = match (body.loan_id, body.lead_id) {
        (Some(loan), None) => (Some(About::Loan(loan)), store::loan_within_reach(&mut tx, loan).await?),
        (None, Some(lead)) => (Some(About::Lead(lead)), store::lead_within_reach(&mut tx, lead).await?),
        _ => (None, None),
    };
    let place = about.zip(org_unit);
    if place.is_none() {
        let field = if body.lead_id.is_some() { "LeadId" } else { "LoanId" };
        fields.add(field, "Choose a loan or a lead that you can open");
    }
    if body.template_ids.is_empty() || body.template_ids.len() > AT_ONCE_MAX {
        fields.add("templateIds", format!("Choose 1 to {AT_ONCE_MAX} templates"));
    }
    fields.check()?;
    let Some((about, org_unit)) = place else { return Err(Error::NotFound) };
    let chosen = templates::of(&mut tx, &body.template_ids).await?;
    let wanted = about.kind();
    if chosen.len() != body.template_ids.len() || chosen.iter().any(|one| one.says.about != wanted) {
        return Err(Error::field("templateIds", "Choose templates of the list"));
    }
    let maker = record::Maker::Member(tx.actor().membership());
    let mut rows = Vec::new();
    for facts in facts_of(&mut tx, &chosen, about, org_unit).await? {
        let id = record::write_new(&mut tx, org_unit, &facts, maker).await?;
        rows.push(store::record(&mut tx, id).await?.ok_or(Error::NotFound)?.into());
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ApplyOut { rows })))
}

/// Builds the tasks of templates for a loan or lead.
pub(crate) async fn facts_of(
    tx: &mut impl platform::InCompany,
    chosen: &[Out],
    about: About,
    org_unit: i64,
) -> Result<Vec<Facts>> {
    let calendar = store::calendar(tx, org_unit).await?;
    let (followed, tagged, owner) = match about {
        About::Loan(loan) => (store::followed(tx, loan).await?, templates::loan_tags(tx, loan).await?, None),
        About::Lead(lead) => {
            let (tagged, owner) = templates::lead_tags(tx, lead).await?;
            (None, tagged, owner)
        }
    };
    let value = |name: &str| tagged.iter().find(|(tag, _)| *tag == name).map(|(_, text)| text.clone());
    let mut made = Vec::new();
    for template in chosen {
        let In { title, text, due_rule, priority, seat, checklist, documents, .. } = template.says.clone();
        let follows = due_rule.filter(|rule| rule.of != LoanDay::START);
        let due_date = match (due_rule, &followed) {
            (Some(rule), _) if rule.of == LoanDay::START => {
                Some(platform::db::Date(rule.due_on(calendar.today, &calendar.days)))
            }
            (Some(rule), Some(followed)) => followed.due_on(rule),
            _ => None,
        };
        let seat = seat.filter(|_| followed.is_some());
        let assignee_id = match (&followed, seat) {
            (Some(followed), Some(seat)) => followed.assignee(seat),
            _ => owner,
        };
        let title: String = tags::fill(&title, value).trim().chars().take(record::TITLE_LENGTH_MAX).collect();
        made.push(Facts {
            title: if title.is_empty() { template.says.title.clone() } else { title },
            description: tags::fill(&text, value).trim().chars().take(record::DESCRIPTION_LENGTH_MAX).collect(),
            due_date,
            assignee_id,
            loan_id: about.loan(),
            lead_id: about.lead(),
            priority,
            due_rule: follows,
            seat,
            checklist: checklist.into_iter().map(|text| Item { text, done: false }).collect(),
            documents,
            template_id: Some(template.id),
            ..Facts::default()
        });
    }
    Ok(made)
}

/// The validated definition, or the field errors.
fn checked(body: In, others: &[Out], own: Option<i64>) -> Result<In> {
    let mut fields = Fields::default();
    let is_about_loan = body.about == TemplateAbout::LOAN;
    let title = fields.required("title", &body.title, "Title is required").unwrap_or_default();
    let text = body.text.trim().to_owned();
    if title.chars().count() > record::TITLE_LENGTH_MAX {
        fields.add("title", format!("A title has at most {} characters", record::TITLE_LENGTH_MAX));
    }
    if text.chars().count() > record::DESCRIPTION_LENGTH_MAX {
        fields.add("text", format!("A text has at most {} characters", record::DESCRIPTION_LENGTH_MAX));
    }
    for (field, text) in [("title", &title), ("text", &text)] {
        if let Err(wrong) = tags::check(text, is_about_loan) {
            fields.add(field, wrong.to_string());
        }
    }
    let is_same = |one: &&Out| one.says.about == body.about && one.says.title.to_lowercase() == title.to_lowercase();
    if others.iter().find(is_same).is_some_and(|same| Some(same.id) != own) {
        fields.add("title", "There is a template with this title");
    }
    if let Some(rule) = body.due_rule {
        if rule.days > RULE_DAYS_MAX {
            fields.add("dueRule", format!("must be at most {RULE_DAYS_MAX} days"));
        }
        if !is_about_loan && rule.of != LoanDay::START {
            fields.add("dueRule", "A lead has no such day");
        }
    }
    if !is_about_loan && body.seat.is_some() {
        fields.add("seat", "A lead has no roles");
    }
    let checklist = record::texts(&mut fields, "checklist", body.checklist, record::CHECKLIST_LENGTH_MAX);
    let documents = record::texts(&mut fields, "documents", body.documents, DOCUMENT_LENGTH_MAX);
    fields.check()?;
    Ok(In { title, text, checklist, documents, ..body })
}

/// Handles a title that a concurrent request took.
fn taken(error: Error) -> Error {
    if error.violates("task_template_title") {
        return Error::field("title", "There is a template with this title");
    }
    error
}
