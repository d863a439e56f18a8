//! Tasks by due date, for a calendar.

use crate::{
    list::{DONE_TASKS, OPEN_TASKS, RowOut, TaskStatus, TaskView, scope_of, text_filters, view_filter, within_days},
    store::ListRow,
};
use axum::extract::State;
use lending::access::{Permission, Reach};
use platform::{
    Actor, App, Error, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
    list::{self, Page},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Maximum number of days: a month with its adjacent partial weeks.
pub const DAYS_MAX: i32 = 42;
/// Maximum number of tasks to read. A calendar with more ends early and says so.
pub const TASKS_MAX: u32 = 3_000;
/// Maximum number of tasks listed per day. The rest is counted.
const EACH_MAX: u32 = 20;
const EACH_USUAL: u32 = 4;

/// Filter for the calendar.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// The first day, `2026-11-01`.
    from: Date,
    /// The last day, at most 41 days later.
    until: Date,
    /// Tasks per day: 4 by default, at most 20.
    each: Option<u32>,
    /// `EVERYONE` (default), `MINE`, `TEAM`, `UNASSIGNED`, `OVERDUE`, `LOANS`.
    #[param(inline)]
    view: Option<TaskView>,
    /// `TODO` (default) or `DONE`.
    #[param(inline)]
    status: Option<TaskStatus>,
    /// Searches titles.
    string: Option<String>,
}

/// The days of a calendar.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskCalendar)]
pub struct Out {
    /// Today in the user's time zone.
    today: Date,
    /// Days with due tasks, in order.
    days: Vec<DayOut>,
    /// The last complete day, if there are more tasks than can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_on: Option<Date>,
}

/// Tasks due on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskDay)]
pub struct DayOut {
    on: Date,
    /// Number of tasks.
    count: i64,
    /// The first tasks.
    rows: Vec<RowOut>,
}

/// Returns the tasks of up to six weeks by due date.
#[utoipa::path(get, path = "/api/tasks/calendar", tag = "tasks", operation_id = "listTaskDays", params(In), responses((status = 200, body = Out), (status = 422)))]
pub async fn days(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (from, until) = (*query.from, *query.until);
    let days = from.until(until).map_err(Error::internal)?.get_days();
    if !(0..DAYS_MAX).contains(&days) {
        return Err(Error::field("until", format!("must be at most {} days after `from`", DAYS_MAX - 1)));
    }
    let each = query.each.unwrap_or(EACH_USUAL);
    if !(1..=EACH_MAX).contains(&each) {
        return Err(Error::field("each", format!("must be between 1 and {EACH_MAX}")));
    }
    let asked = ListQuery { limit: None, offset: None, string: query.string, only_count: None, show_loader: None };
    let (_, _, text) = asked.check()?;
    let status = query.status.unwrap_or(TaskStatus::TODO);
    let table = if status == TaskStatus::TODO { &OPEN_TASKS } else { &DONE_TASKS };
    let page = Page::new(table, TASKS_MAX, None, None, None)?;
    let view = query.view.unwrap_or(TaskView::EVERYONE);
    let mut tx = actor.begin(&app, Permission::TaskView).await?;
    let actor = tx.actor();
    let today = Date::today_in(&actor.access.time_zone);
    let mut scope = scope_of(actor);
    // Like in the list.
    if view == TaskView::MINE {
        scope.reach = Reach::Company;
    }
    let mut filters = vec![within_days(view_filter(view, status, scope.membership, *today), Some(from), Some(until))];
    filters.extend(text.map(text_filters).unwrap_or_default());
    let rows = list::spread::<ListRow>(&mut tx, table, scope, &filters, &page, each).await?;
    let mut days: Vec<DayOut> = Vec::new();
    for (row, count) in rows {
        let on = row.due_key;
        let row = RowOut::from(row);
        match days.last_mut() {
            Some(day) if day.on == on => day.rows.push(row),
            _ => days.push(DayOut { on, count, rows: vec![row] }),
        }
    }
    let found: i64 = days.iter().map(|day| day.count).sum();
    let ends_on = if found < i64::from(TASKS_MAX) { None } else { whole(&mut days) };
    Ok(Json(Out { today, days, ends_on }))
}

/// Removes the last day, which may be incomplete, and returns the one before.
fn whole(days: &mut Vec<DayOut>) -> Option<Date> {
    // Keep the only day even if it exceeds the limit.
    let last = if days.len() > 1 { days.pop()? } else { return days.first().map(|day| day.on) };
    Some(Date(last.on.saturating_sub(jiff::Span::new().days(1))))
}
