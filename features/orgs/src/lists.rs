//! Lists that a company can customize: loan stages, lead statuses, sources and providers, lost and withdrawal reasons,
//! call outcomes, lenders.
//!
//! In lists with kinds, each entry is mapped to a standard kind. An entry in use is retired instead of deleted, and
//! stays on the records that use it. Before a stage is retired, its loans move to another stage of the same kind.

use crate::store::lists::{self as store, Row};
use axum::extract::{Path, State};
use http::StatusCode;
use lending::{access::Permission, lists::ListName};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::Json,
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

const NAME_LENGTH_MAX: usize = 80;
const ENTRIES_MAX: usize = 500;
/// Maximum response time of a lead, in minutes of office hours.
const TARGET_MINUTES_MAX: i32 = 100_000;

/// A list of a company.
#[derive(Serialize, ToSchema)]
#[schema(as = CompanyList)]
pub struct Out {
    /// Entries in the company's order, including retired ones.
    rows: Vec<Row>,
    /// Possible kinds. Empty for a list without kinds.
    kinds: Vec<Kind>,
}

/// A kind with its code and display name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListKind)]
pub struct Kind {
    code: &'static str,
    name: &'static str,
    /// The list must always have an active entry of this kind.
    is_needed: bool,
    /// Minutes of office hours after which a lead of this kind counts as unworked, unless its status sets a time. Null
    /// if never.
    target_minutes: Option<i32>,
}

/// Returns a list in the company's order. Lists are `loan-stages`, `lead-statuses`, `lead-sources`, `lead-providers`,
/// `lost-reasons`, `contact-outcomes`, `withdrawal-reasons`, `lenders` and `contact-categories`.
#[utoipa::path(get, path = "/api/lists/{list}", tag = "orgs", operation_id = "getList", params(("list" = String, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Path(address): Path<String>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let list = list_of(&address)?;
    Ok(Json(answer(&mut tx, list).await?))
}

/// A new entry.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewListEntry)]
pub struct NewIn {
    name: String,
    /// Code of a kind, in lists with kinds.
    kind: Option<String>,
}

/// Adds an entry at the end of a list.
#[utoipa::path(post, path = "/api/lists/{list}", tag = "orgs", operation_id = "createListEntry", params(("list" = String, Path)), request_body = NewIn, responses((status = 201, body = Out), (status = 403), (status = 404)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Path(address): Path<String>,
    Json(body): Json<NewIn>,
) -> Result<(StatusCode, Json<Out>)> {
    let (mut tx, list, entries) = change(actor, &app, &address).await?;
    let mut fields = Fields::default();
    if entries.len() >= ENTRIES_MAX {
        fields.add("name", format!("A list has at most {ENTRIES_MAX} entries"));
    }
    let name = name_of(&mut fields, &body.name, &entries, None);
    let kind = kind_of(&mut fields, list, body.kind.as_deref());
    fields.check()?;
    let id = store::create(&mut tx, list, &name, kind.as_deref()).await.map_err(|error| taken(list, error))?;
    record(&mut tx, list, Act::Create, id, None, Some(json!({ "name": name, "kind": kind }))).await?;
    let out = answer(&mut tx, list).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Fields to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ListEntryChange)]
pub struct In {
    name: Option<String>,
    kind: Option<String>,
    /// False retires the entry. It is no longer offered, but stays on records that use it.
    is_active: Option<bool>,
    /// When retiring a stage: the stage of the same kind for its loans.
    move_to: Option<i64>,
    /// For a lead status: minutes of office hours after which a lead counts as unworked; 0 for the default of its kind.
    /// Doesn't affect leads that already have the status.
    target_minutes: Option<i32>,
}

/// Changes an entry: name, kind, response time, or whether it is active.
#[utoipa::path(patch, path = "/api/lists/{list}/{id}", tag = "orgs", operation_id = "editListEntry", params(("list" = String, Path), ("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Path((address, id)): Path<(String, String)>,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let (mut tx, list, entries) = change(actor, &app, &address).await?;
    let was = entry_of(&entries, &id)?;
    let mut fields = Fields::default();
    let mut is = was.clone();
    if let Some(name) = &body.name {
        is.name = name_of(&mut fields, name, &entries, Some(was.id));
    }
    if body.kind.is_some() {
        is.kind = kind_of(&mut fields, list, body.kind.as_deref());
    }
    if list == ListName::LoanStages && is.kind != was.kind {
        fields.add("kind", "You can't change the standard stage. Add another stage instead");
    }
    is.is_active = body.is_active.unwrap_or(was.is_active);
    if let Some(minutes) = body.target_minutes {
        is.target_minutes = target_of(&mut fields, list, minutes);
    }
    fields.check()?;
    if version != was.version {
        let entity_id = was.id.to_string();
        return Err(stale(&mut tx, list.entity(), &entity_id, was).await?);
    }
    let Some((before, after)) = changes(was, &is)? else {
        return Ok(Json(answer(&mut tx, list).await?));
    };
    let stays = is.is_active && is.kind == was.kind;
    keep_needed(list, &entries, was, stays)?;
    if was.is_active && !is.is_active && was.loans.is_some_and(|loans| loans > 0) {
        move_loans(&mut tx, &entries, was, body.move_to).await?;
    }
    if !store::update(&mut tx, list, version, &is).await.map_err(|error| taken(list, error))? {
        return Err(Error::NotFound);
    }
    record(&mut tx, list, Act::Edit, was.id, Some(before), Some(after)).await?;
    let out = answer(&mut tx, list).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Deletes an entry that no record uses.
#[utoipa::path(delete, path = "/api/lists/{list}/{id}", tag = "orgs", operation_id = "removeListEntry", params(("list" = String, Path), ("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn remove(
    actor: Actor,
    State(app): State<App>,
    Path((address, id)): Path<(String, String)>,
) -> Result<Json<Out>> {
    let (mut tx, list, entries) = change(actor, &app, &address).await?;
    let was = entry_of(&entries, &id)?;
    keep_needed(list, &entries, was, false)?;
    store::remove(&mut tx, list, was.id).await.map_err(|error| in_use(was, error))?;
    let before = json!({ "name": was.name, "kind": was.kind });
    record(&mut tx, list, Act::Remove, was.id, Some(before), None).await?;
    let out = answer(&mut tx, list).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Ids of all entries in their current and new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ListOrder)]
pub struct OrderIn {
    from: Vec<i64>,
    to: Vec<i64>,
}

/// Reorders a list.
#[utoipa::path(put, path = "/api/lists/{list}/order", tag = "orgs", operation_id = "orderList", params(("list" = String, Path)), request_body = OrderIn, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn order(
    actor: Actor,
    State(app): State<App>,
    Path(address): Path<String>,
    Json(body): Json<OrderIn>,
) -> Result<Json<Out>> {
    let (mut tx, list, entries) = change(actor, &app, &address).await?;
    let is: Vec<i64> = entries.iter().map(|entry| entry.id).collect();
    if is != body.from {
        return Err(Error::Conflict {
            code: "LWORG10410",
            message: "Someone else has changed this list. Review it again.".to_owned(),
            details: None,
        });
    }
    let sorted = |ids: &[i64]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    if sorted(&is) != sorted(&body.to) {
        return Err(Error::field("to", "must hold each entry of the list once"));
    }
    if is != body.to {
        store::order(&mut tx, list, &body.to).await?;
        let audit = Audit {
            action: "list.order",
            entity: "list",
            entity_id: list.address(),
            before: Some(json!(is)),
            after: Some(json!(body.to)),
        };
        tx.audit(audit).await?;
        tx.event("list.edited", tx.company()).await?;
    }
    let out = answer(&mut tx, list).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Finds the list by its URL name.
fn list_of(address: &str) -> Result<ListName> {
    ListName::of_address(address).ok_or(Error::NotFound)
}

/// Begins a change of a list and locks it against concurrent changes.
async fn change(actor: Actor, app: &App, address: &str) -> Result<(Tx, ListName, Vec<Row>)> {
    let mut tx = actor.begin(app, Permission::SettingsManage).await?;
    let list = list_of(address)?;
    store::hold(&mut tx, list).await?;
    let entries = store::entries(&mut tx, list).await?;
    Ok((tx, list, entries))
}

fn entry_of<'a>(entries: &'a [Row], id: &str) -> Result<&'a Row> {
    let id: i64 = id.parse().map_err(|_| Error::NotFound)?;
    entries.iter().find(|entry| entry.id == id).ok_or(Error::NotFound)
}

async fn answer(tx: &mut Tx, list: ListName) -> Result<Out> {
    let kinds = list.kinds().into_iter().map(|(code, name)| Kind {
        code,
        name,
        is_needed: list.needs(code),
        target_minutes: list.target_minutes(code),
    });
    Ok(Out { rows: store::entries(tx, list).await?, kinds: kinds.collect() })
}

const NAME_TAKEN: &str = "This name is in the list already";

/// Validates a name that no other entry of the list has.
fn name_of(fields: &mut Fields, name: &str, entries: &[Row], own: Option<i64>) -> String {
    let name = fields.required("name", name, "Name is required").unwrap_or_default();
    if name.chars().count() > NAME_LENGTH_MAX {
        fields.add("name", format!("A name has at most {NAME_LENGTH_MAX} characters"));
    }
    let same = entries.iter().find(|entry| Some(entry.id) != own && entry.name.to_lowercase() == name.to_lowercase());
    match same {
        Some(entry) if !entry.is_active => fields.add("name", "This name is in the list already, among the retired"),
        Some(_) => fields.add("name", NAME_TAKEN),
        None => {}
    }
    name
}

/// Handles a name that a concurrent request took.
fn taken(list: ListName, error: Error) -> Error {
    match error.violates(&format!("{}_name", list.entity().replace('-', "_"))) {
        true => Error::field("name", NAME_TAKEN),
        false => error,
    }
}

fn in_use(entry: &Row, error: Error) -> Error {
    match error.is_of_a_reference() {
        true => Error::Conflict {
            code: "LWORG10412",
            message: format!("{} is in use. Retire it instead: it stays where it was used.", entry.name),
            details: None,
        },
        false => error,
    }
}

/// Validates the kind. `None` for a list without kinds.
fn kind_of(fields: &mut Fields, list: ListName, kind: Option<&str>) -> Option<String> {
    let kinds = list.kinds();
    let known = kinds.iter().find(|(code, _)| Some(*code) == kind);
    if kinds.is_empty() && kind.is_some() {
        fields.add("kind", "This list has no kinds");
    }
    if !kinds.is_empty() && known.is_none() {
        fields.add("kind", "Choose a standard value");
    }
    known.map(|(code, _)| (*code).to_owned())
}

/// Validates the minutes until a lead counts as unworked. `None` for the kind's default.
fn target_of(fields: &mut Fields, list: ListName, minutes: i32) -> Option<i32> {
    if list != ListName::LeadStatuses {
        fields.add("targetMinutes", "Only lead statuses have a time");
    }
    if !(0..=TARGET_MINUTES_MAX).contains(&minutes) {
        fields.add("targetMinutes", "Choose at most 100,000 minutes");
    }
    Some(minutes).filter(|minutes| *minutes > 0)
}

/// Refuses a change that would remove the last entry of a required kind.
fn keep_needed(list: ListName, entries: &[Row], was: &Row, stays: bool) -> Result<()> {
    let Some(kind) = was.kind.as_deref().filter(|kind| list.needs(kind)) else { return Ok(()) };
    let is_of_kind = |entry: &Row| entry.is_active && entry.kind.as_deref() == Some(kind);
    if stays || !was.is_active || entries.iter().any(|entry| entry.id != was.id && is_of_kind(entry)) {
        return Ok(());
    }
    let kinds = list.kinds();
    let name = kinds.iter().find(|(code, _)| *code == kind).map_or(kind, |(_, name)| name);
    Err(Error::Conflict {
        code: "LWORG10411",
        message: format!("{} is the only entry that stands for {name}. Add another one first.", was.name),
        details: None,
    })
}

/// Moves the loans of a retired stage to another one of its kind.
async fn move_loans(tx: &mut Tx, entries: &[Row], was: &Row, to: Option<i64>) -> Result<()> {
    let loans = was.loans.unwrap_or_default();
    let Some(to) = to else {
        let what = if loans == 1 { "1 loan is".to_owned() } else { format!("{loans} loans are") };
        return Err(Error::Conflict {
            code: "LWORG10413",
            message: format!("{what} at {}. Choose the stage to which they go.", was.name),
            details: Some(json!({ "loans": loans })),
        });
    };
    let is_fit = |entry: &&Row| entry.id == to && entry.id != was.id && entry.is_active && entry.kind == was.kind;
    let fit = entries.iter().find(is_fit);
    let to = fit.ok_or_else(|| Error::field("moveTo", "Choose another stage of the same type"))?;
    loans::stage_list::move_loans(tx, was.id, to.id).await
}

/// A change of an entry.
#[derive(Clone, Copy)]
enum Act {
    Create,
    Edit,
    Remove,
}

async fn record(
    tx: &mut Tx,
    list: ListName,
    act: Act,
    id: i64,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let (action, event) = match (list, act) {
        (ListName::LoanStages, Act::Create) => ("loan-stage.create", "loan-stage.created"),
        (ListName::LoanStages, Act::Edit) => ("loan-stage.edit", "loan-stage.edited"),
        (ListName::LoanStages, Act::Remove) => ("loan-stage.remove", "loan-stage.removed"),
        (ListName::LeadStatuses, Act::Create) => ("lead-status.create", "lead-status.created"),
        (ListName::LeadStatuses, Act::Edit) => ("lead-status.edit", "lead-status.edited"),
        (ListName::LeadStatuses, Act::Remove) => ("lead-status.remove", "lead-status.removed"),
        (ListName::LeadSources, Act::Create) => ("lead-source.create", "lead-source.created"),
        (ListName::LeadSources, Act::Edit) => ("lead-source.edit", "lead-source.edited"),
        (ListName::LeadSources, Act::Remove) => ("lead-source.remove", "lead-source.removed"),
        (ListName::LeadProviders, Act::Create) => ("lead-provider.create", "lead-provider.created"),
        (ListName::LeadProviders, Act::Edit) => ("lead-provider.edit", "lead-provider.edited"),
        (ListName::LeadProviders, Act::Remove) => ("lead-provider.remove", "lead-provider.removed"),
        (ListName::Lenders, Act::Create) => ("lender.create", "lender.created"),
        (ListName::Lenders, Act::Edit) => ("lender.edit", "lender.edited"),
        (ListName::Lenders, Act::Remove) => ("lender.remove", "lender.removed"),
        (ListName::LostReasons, Act::Create) => ("lost-reason.create", "lost-reason.created"),
        (ListName::LostReasons, Act::Edit) => ("lost-reason.edit", "lost-reason.edited"),
        (ListName::LostReasons, Act::Remove) => ("lost-reason.remove", "lost-reason.removed"),
        (ListName::ContactOutcomes, Act::Create) => ("contact-outcome.create", "contact-outcome.created"),
        (ListName::ContactOutcomes, Act::Edit) => ("contact-outcome.edit", "contact-outcome.edited"),
        (ListName::ContactOutcomes, Act::Remove) => ("contact-outcome.remove", "contact-outcome.removed"),
        (ListName::ContactCategories, Act::Create) => ("contact-category.create", "contact-category.created"),
        (ListName::ContactCategories, Act::Edit) => ("contact-category.edit", "contact-category.edited"),
        (ListName::ContactCategories, Act::Remove) => ("contact-category.remove", "contact-category.removed"),
        (ListName::WithdrawalReasons, Act::Create) => ("withdrawal-reason.create", "withdrawal-reason.created"),
        (ListName::WithdrawalReasons, Act::Edit) => ("withdrawal-reason.edit", "withdrawal-reason.edited"),
        (ListName::WithdrawalReasons, Act::Remove) => ("withdrawal-reason.remove", "withdrawal-reason.removed"),
    };
    tx.audit(Audit { action, entity: list.entity(), entity_id: &id.to_string(), before, after }).await?;
    tx.event(event, id).await
}
