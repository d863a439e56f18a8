//! Lists tasks in the user's scope.

use crate::store;
use axum::extract::State;
use jiff::civil::Date;
use lending::{
    access::{Permission, Reach},
    tasks::Seat,
    words,
};
use platform::{
    Actor, App, Error, Result,
    db::{self, Timestamp},
    extract::{Json, ListQuery, Query},
    list::{self, Filter, Indexed, Keyed, Kind, Page, Scope, Sort, Table, TextSearch, Value},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// View of tasks.
    pub enum TaskView {
        /// All users' tasks.
        EVERYONE,
        /// The user's own tasks.
        MINE,
        /// Tasks of other users in scope.
        TEAM,
        /// Unassigned tasks.
        UNASSIGNED,
        /// Tasks that were due before today.
        OVERDUE,
        /// Tasks of loans.
        LOANS,
    }
}

words! {
    /// Status of a task.
    #[derive(Default)]
    pub enum TaskStatus {
        /// To do.
        #[default]
        TODO,
        /// Done.
        DONE,
    }
}

/// Tasks of one status: their sorts and the query for a user's own.
macro_rules! table {
    ($status:literal) => {
        Table {
            name: "task",
            sorts: &[
                Sort { name: "due", column: "due_key", kind: Kind::Day, descending: false },
                Sort { name: "updated", column: "updated_at", kind: Kind::Instant, descending: true },
                Sort { name: "loan", column: "loan_key", kind: Kind::Text, descending: false },
            ],
            columns: store::LIST_COLUMNS,
            joins: store::LIST_JOINS,
            own_ids: concat!(
                "select t.id from task t where t.company_id = {company} and t.assignee_id = {membership} and t.status = '", $status, "' \
                 union select t.id from task t where t.company_id = {company} and t.creator_id = {membership} and t.status = '", $status, "' \
                 union select t.id from loan_member o join task t on t.company_id = {company} and t.loan_id = o.loan_id and t.status = '", $status, "' \
                   where o.company_id = {company} and o.membership_id = {membership} \
                 union select t.id from lead_member o join task t on t.company_id = {company} and t.lead_id = o.lead_id and t.status = '", $status, "' \
                   where o.company_id = {company} and o.membership_id = {membership}"
            ),
            is_own: "(r.assignee_id = {membership} or r.creator_id = {membership} \
                      or exists (select from loan_member o where o.company_id = {company} and o.loan_id = r.loan_id and o.membership_id = {membership}) \
                      or exists (select from lead_member o where o.company_id = {company} and o.lead_id = r.lead_id and o.membership_id = {membership}))",
            leader: None,
            terms: None,
        }
    };
}

/// The list of open tasks.
pub static OPEN_TASKS: Table = table!("TODO");
/// The list of done tasks.
pub static DONE_TASKS: Table = table!("DONE");

/// Filter for tasks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Not supported, because this list is paged by `after`. 0 is accepted.
    offset: Option<u32>,
    /// Searches titles.
    string: Option<String>,
    /// Returns only the count.
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// `ASC` or `DESC`.
    sort: Option<String>,
    /// `due` (default), `updated`, `loan`.
    order_by: Option<String>,
    /// `next` or `previous` of the previous answer.
    after: Option<String>,
    /// `EVERYONE` (default), `MINE`, `TEAM`, `UNASSIGNED`, `OVERDUE`, `LOANS`.
    #[param(inline)]
    view: Option<TaskView>,
    /// `TODO` (default) or `DONE`.
    #[param(inline)]
    status: Option<TaskStatus>,
    /// All tasks of a loan in scope.
    #[serde(rename = "LoanId")]
    loan_id: Option<i64>,
    /// All tasks of a lead in scope, including merged leads.
    #[serde(rename = "LeadId")]
    lead_id: Option<i64>,
    /// Tasks due on this day or later, `2026-11-30`. Tasks without a date count as latest.
    due_from: Option<db::Date>,
    /// Tasks due on this day or earlier.
    due_until: Option<db::Date>,
}

/// A page of tasks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowOut>>,
    /// With the first page only; at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<i64>,
    /// There are more than `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_is_capped: Option<bool>,
    /// Number of the first row, counted from 1; 0 if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_row: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// A task in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskRow)]
pub struct RowOut {
    id: i64,
    title: String,
    due_date: Option<db::Date>,
    /// `LOW`, `NORMAL` or `HIGH`.
    priority: String,
    status: String,
    assignee_id: Option<i64>,
    assignee_name: Option<String>,
    #[serde(rename = "LoanId")]
    loan_id: Option<i64>,
    loan_number: Option<String>,
    borrower_name: Option<String>,
    #[serde(rename = "LeadId")]
    lead_id: Option<i64>,
    lead_name: Option<String>,
    /// Title of the open task that it depends on.
    waits_for: Option<String>,
    /// It repeats.
    is_repeated: bool,
    /// Its due date depends on a date of its loan.
    follows_loan: bool,
    /// The role on the loan's team that it is assigned to.
    seat: Option<Seat>,
    done_at: Option<Timestamp>,
    updated_at: Timestamp,
    /// The version for `If-Match`.
    version: i32,
    /// Number of comments that aren't deleted.
    comment_count: i64,
}

/// Lists tasks, or counts them.
#[utoipa::path(get, path = "/api/tasks", tag = "tasks", operation_id = "listTasks", params(In), responses((status = 200, body = Out), (status = 404)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let asked = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = asked.check()?;
    if offset > 0 {
        return Err(Error::field("offset", "is not for this list; page by `after`"));
    }
    let status = query.status.unwrap_or(TaskStatus::TODO);
    let table = if status == TaskStatus::TODO { &OPEN_TASKS } else { &DONE_TASKS };
    let page = Page::new(table, limit, query.order_by.as_deref(), query.sort.as_deref(), query.after.as_deref())?;
    let view = query.view.unwrap_or(TaskView::EVERYONE);
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let actor = tx.actor();
    let today = db::Date::today_in(&actor.access.time_zone);
    let mut scope = scope_of(actor);
    let mut filters = Vec::new();
    match (query.loan_id, query.lead_id) {
        (Some(loan), _) => {
            store::loan_within_reach(&mut tx, loan).await?.ok_or(Error::NotFound)?;
            scope.reach = Reach::Company;
            filters.push(loan_filter(loan, status));
        }
        (None, Some(lead)) => {
            store::lead_within_reach(&mut tx, lead).await?.ok_or(Error::NotFound)?;
            scope.reach = Reach::Company;
            filters.push(lead_filter(lead, status));
        }
        (None, None) => {
            // Users see their own tasks in any branch.
            if view == TaskView::MINE {
                scope.reach = Reach::Company;
            }
            let filter = view_filter(view, status, scope.membership, *today);
            filters.push(within_days(filter, query.due_from.map(|day| *day), query.due_until.map(|day| *day)));
        }
    }
    filters.extend(text.map(text_filters).unwrap_or_default());
    if asked.only_count == Some(true) {
        let count = list::count(&mut tx, table, scope, &filters).await?;
        return Ok(Json(Out {
            rows: None,
            count: Some(count.count),
            count_is_capped: Some(count.is_capped),
            first_row: None,
            next: None,
            previous: None,
        }));
    }
    let found = list::page::<store::ListRow>(&mut tx, table, scope, &filters, &page).await?;
    Ok(Json(Out {
        rows: Some(found.rows.into_iter().map(RowOut::from).collect()),
        count: found.count.map(|count| count.count),
        count_is_capped: found.count.map(|count| count.is_capped),
        first_row: Some(found.first_row),
        next: found.next,
        previous: found.previous,
    }))
}

/// The actor's scope for tasks.
pub(crate) fn scope_of(actor: &Actor) -> Scope {
    Scope {
        reach: actor.access.grants.reach(Permission::TaskView, actor.consolidated),
        company: actor.company(),
        org_unit: actor.org_unit(),
        membership: actor.membership(),
    }
}

/// A filter for one status: its condition, and the query for matching ids.
macro_rules! narrowed {
    ($status:expr, $condition:literal) => {
        match $status {
            TaskStatus::TODO => narrowed!(@ "TODO", $condition),
            TaskStatus::DONE => narrowed!(@ "DONE", $condition),
        }
    };
    (@ $status:literal, $condition:literal) => {
        (
            concat!("r.status = '", $status, "'", $condition),
            concat!(
                "select r.id from task r where r.company_id = {company}{unit} and r.status = '", $status, "'", $condition,
                " limit {limit}"
            ),
        )
    };
}

/// Filter for a view.
#[must_use]
pub fn view_filter(view: TaskView, status: TaskStatus, membership: i64, today: Date) -> Filter {
    let ((passes, ids), values, has_index) = match view {
        TaskView::EVERYONE => (narrowed!(status, ""), vec![], Indexed::EverywhereFor(&["due", "updated", "loan"])),
        TaskView::MINE => {
            (narrowed!(status, " and r.assignee_id = {0}"), vec![Value::Number(membership)], Indexed::Company)
        }
        TaskView::TEAM => {
            (narrowed!(status, " and r.assignee_id <> {0}"), vec![Value::Number(membership)], Indexed::Everywhere)
        }
        TaskView::UNASSIGNED => (narrowed!(status, " and r.assignee_id is null"), vec![], Indexed::Company),
        TaskView::OVERDUE => (narrowed!(status, " and r.due_key < {0}"), vec![Value::Day(today)], Indexed::Everywhere),
        TaskView::LOANS => (narrowed!(status, " and r.loan_id is not null"), vec![], Indexed::EverywhereFor(&["loan"])),
    };
    Filter { passes: passes.into(), ids: ids.into(), values, has_index }
}

/// Limits a filter to tasks due between two days, both included.
#[must_use]
pub fn within_days(mut filter: Filter, from: Option<Date>, until: Option<Date>) -> Filter {
    for (sign, day) in [(">=", from), ("<=", until)] {
        let Some(day) = day else { continue };
        let condition = format!(" and r.due_key {sign} {{{}}}", filter.values.len());
        filter.ids = filter.ids.replace(" limit {limit}", &format!("{condition} limit {{limit}}")).into();
        filter.passes = format!("{}{condition}", filter.passes).into();
        filter.values.push(Value::Day(day));
    }
    filter
}

/// Filter for tasks of a loan.
#[must_use]
pub fn loan_filter(loan: i64, status: TaskStatus) -> Filter {
    let (passes, ids) = narrowed!(status, " and r.loan_id = {0}");
    Filter { passes: passes.into(), ids: ids.into(), values: vec![Value::Number(loan)], has_index: Indexed::Company }
}

/// Filter for tasks of a lead and its merged leads.
#[must_use]
pub fn lead_filter(lead: i64, status: TaskStatus) -> Filter {
    let (passes, ids) = narrowed!(
        status,
        " and r.lead_id in (select {0} union all select p.part_id from lead_part p where p.company_id = r.company_id and p.lead_id = {0})"
    );
    Filter { passes: passes.into(), ids: ids.into(), values: vec![Value::Number(lead)], has_index: Indexed::Nowhere }
}

/// Text search in titles. A single word matches prefixes, any other text matches substrings.
static TEXTS: TextSearch = TextSearch {
    words: "select e.id from find_search_entries('task', {0}, {1}, {limit}, {unit_id}) as e(id)",
    email: (FROM_BEGINNING.0, FROM_BEGINNING.1),
    name: (FROM_BEGINNING.0, FROM_BEGINNING.1),
};
const FROM_BEGINNING: (&str, &str) = (
    "r.words >= {0} and r.words < {1}",
    "select r.id from task r where r.company_id = {company}{unit} and r.words >= {0} and r.words < {1} limit {limit}",
);

/// Filters for tasks whose title contains a text. Empty if the text has no searchable characters.
#[must_use]
pub fn text_filters(text: &str) -> Vec<Filter> {
    TEXTS.filters(text)
}

impl Keyed for store::ListRow {
    fn id(&self) -> i64 {
        self.id
    }

    fn sort_value(&self, sort: &str) -> serde_json::Value {
        match sort {
            "updated" => self.updated_at.to_string().into(),
            "loan" => self.loan_key.clone().into(),
            _ => self.due_key.to_string().into(),
        }
    }
}

impl From<store::ListRow> for RowOut {
    fn from(row: store::ListRow) -> Self {
        RowOut {
            id: row.id,
            title: row.title,
            due_date: row.due_on,
            priority: row.priority,
            status: row.status,
            assignee_id: row.assignee_id,
            assignee_name: row.assignee_name,
            loan_id: row.loan_id,
            loan_number: row.loan_number,
            borrower_name: row.borrower_name,
            lead_id: row.lead_id,
            lead_name: row.lead_name,
            waits_for: row.waits_for,
            is_repeated: row.is_repeated,
            follows_loan: row.follows_loan,
            seat: store::seat(row.role.as_deref(), row.role_is_primary),
            done_at: row.done_at,
            updated_at: row.updated_at,
            version: row.version,
            comment_count: row.comment_count,
        }
    }
}
