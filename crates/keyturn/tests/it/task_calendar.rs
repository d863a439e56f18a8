//! Tasks by due date: columns of a board and days of a calendar.

use crate::plans::plan;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{Client, Keyturn, officer::membership};

async fn due(client: &Client, title: &str, on: Option<&str>, assignee: i64) {
    let body = json!({"title": title, "dueDate": on, "assigneeId": assignee});
    let _ = client.post("/api/tasks", body).await.expect(201);
}

async fn titles(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/api/tasks?{query}")).await.expect(200);
    page.at("/rows").as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

/// Days of a calendar with their counts.
fn counts(calendar: &Value) -> Vec<(&str, i64)> {
    let days = calendar["days"].as_array().unwrap().iter();
    days.map(|day| (day["on"].as_str().unwrap(), day["count"].as_i64().unwrap())).collect()
}

/// Avery's tasks are in columns by date, in any view and with pages. Tasks without a date come last.
#[tokio::test]
async fn a_board_column_lists_tasks_due_between_two_dates() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (me, other) = (membership(&avery).await, membership(&priya).await);
    for (title, on) in [("Late", Some("2026-06-01")), ("First", Some("2026-06-10")), ("Last", Some("2026-06-12"))] {
        due(&avery, title, on, me).await;
    }
    due(&avery, "Later", Some("2026-06-13"), me).await;
    due(&avery, "Some day", None, me).await;
    due(&avery, "Of Priya", Some("2026-06-11"), other).await;
    let between = "dueFrom=2026-06-10&dueUntil=2026-06-12";
    assert_eq!(titles(&avery, &format!("view=MINE&{between}")).await, ["First", "Last"]);
    assert_eq!(titles(&avery, &format!("view=TEAM&{between}")).await, ["Of Priya"]);
    assert_eq!(titles(&avery, &format!("view=OVERDUE&{between}")).await, ["First", "Of Priya", "Last"]);
    assert_eq!(titles(&avery, &format!("view=MINE&{between}&string=la")).await, ["Last"]);
    assert_eq!(titles(&avery, "view=MINE&dueUntil=2026-06-09").await, ["Late"]);
    assert_eq!(titles(&avery, "view=MINE&dueFrom=2026-06-13").await, ["Later", "Some day"]);
    let first = avery.get(&format!("/api/tasks?view=MINE&{between}&limit=1")).await.expect(200);
    assert_eq!((first.at("/count"), first.at("/rows/0/title")), (&json!(2), &json!("First")));
    let after = first.at("/next").as_str().unwrap().to_owned();
    assert_eq!(titles(&avery, &format!("view=MINE&{between}&limit=1&after={after}")).await, ["Last"]);
    let only = avery.get(&format!("/api/tasks?view=MINE&{between}&onlyCount=true")).await.expect(200);
    assert_eq!(only.json, json!({"count": 2, "countIsCapped": false}));
    let _ = avery.get("/api/tasks?dueFrom=tomorrow").await.expect(422);
}

/// A month of tasks: each day has its count and first tasks, within reach and view. Invalid requests are reported.
#[tokio::test]
async fn a_month_of_tasks_is_listed_by_day() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let (marcus, priya) = (cove.sign_in("marcus.bell").await, cove.sign_in("priya.nguyen").await);
    let me = membership(&avery).await;
    for n in 1..=6 {
        due(&avery, &format!("Task {n}"), Some("2026-06-10"), me).await;
    }
    due(&avery, "Alone", Some("2026-06-30"), me).await;
    due(&avery, "In July", Some("2026-07-12"), me).await;
    due(&avery, "Some day", None, me).await;
    due(&priya, "Of Priya", Some("2026-06-10"), membership(&priya).await).await;
    let _ = avery
        .post("/api/tasks", json!({"title": "Done", "dueDate": "2026-06-10", "assigneeId": me, "status": "DONE"}))
        .await
        .expect(201);
    let month = "/api/tasks/calendar?from=2026-05-31&until=2026-07-11";
    let mine = avery.get(&format!("{month}&view=MINE")).await.expect(200).json;
    assert_eq!(counts(&mine), [("2026-06-10", 6), ("2026-06-30", 1)]);
    let shown: Vec<_> = mine["days"][0]["rows"].as_array().unwrap().iter().map(|row| &row["title"]).collect();
    assert_eq!(shown, ["Task 1", "Task 2", "Task 3", "Task 4"]);
    assert_eq!(mine["today"].as_str().map(str::len), Some(10));
    assert!(mine.get("endsOn").is_none());
    let whole = avery.get(&format!("{month}&view=MINE&each=20")).await.expect(200).json;
    assert_eq!(whole["days"][0]["rows"].as_array().unwrap().len(), 6);
    let done = avery.get(&format!("{month}&view=MINE&status=DONE")).await.expect(200).json;
    assert_eq!(counts(&done), [("2026-06-10", 1)]);
    let found = avery.get(&format!("{month}&view=MINE&string=alone")).await.expect(200).json;
    assert_eq!(counts(&found), [("2026-06-30", 1)]);
    // Beth runs the branch, Avery and Priya see their own tasks, and Marcus works in another branch.
    for (who, expected) in [(&beth, Some(7)), (&avery, Some(6)), (&priya, Some(1)), (&marcus, None)] {
        let everyone = who.get(month).await.expect(200).json;
        assert_eq!(counts(&everyone).first().map(|day| day.1), expected);
    }
    for (wrong, field) in [
        ("from=2026-05-31&until=2026-07-12", "until"),
        ("from=2026-06-02&until=2026-06-01", "until"),
        ("from=2026-06-01&until=2026-06-30&each=21", "each"),
        ("from=2026-06-01&until=someday", "until"),
    ] {
        let refused = avery.get(&format!("/api/tasks/calendar?{wrong}")).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{wrong}: {}", refused.json);
    }

    // Beyond the limit, the calendar ends with a complete day.
    let mut superuser = keyturn.superuser().await;
    let crowd = format!(
        "insert into task (company_id, org_unit_id, title, words, due_on, assignee_id, creator_id)
         select company_id, org_unit_id, 'Task', 'task', date '2026-06-11' + n % 2, {me}, {me}
         from membership, generate_series(1, 4000) n
         where id = {me}"
    );
    sqlx::raw_sql(AssertSqlSafe(crowd)).execute(&mut superuser).await.unwrap();
    let many = avery.get(&format!("{month}&view=MINE")).await.expect(200).json;
    assert_eq!(
        (counts(&many), &many["endsOn"]),
        (vec![("2026-06-10", 6), ("2026-06-11", 2_000)], &json!("2026-06-11"))
    );
}

/// A month is one statement that uses an index in each reach.
#[tokio::test]
async fn a_month_uses_an_index() {
    use jiff::civil::date;
    use lending::access::Reach;
    use platform::list::{Page, Scope, spread_shape};
    use tasks::{CALENDAR_TASKS_MAX, OPEN_TASKS, TaskStatus, TaskView, view_filter, within_days};
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let me = membership(&avery).await;
    let org_unit = avery.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap();
    let mut superuser = keyturn.superuser().await;
    let crowd = format!(
        "insert into task (company_id, org_unit_id, title, words, due_on, assignee_id, creator_id)
         select m.company_id, m.org_unit_id, 'Task', 'task ' || n, date '2026-01-01' + n, m.id, m.id
         from membership m, generate_series(1, 400) n
         where m.company_id = {};
         analyze",
        cove.id
    );
    for statement in crowd.split(';') {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.unwrap();
    }
    let mut program = keyturn.program().await;
    let enter = format!(
        "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set app.company_id = '{}'",
        cove.id
    );
    sqlx::raw_sql(AssertSqlSafe(enter)).execute(&mut program).await.unwrap();
    let page = Page::new(&OPEN_TASKS, CALENDAR_TASKS_MAX, None, None, None).unwrap();
    for (view, reach, index) in [
        (TaskView::MINE, Reach::Company, "task_assignee"),
        (TaskView::UNASSIGNED, Reach::Company, "task_assignee"),
        (TaskView::EVERYONE, Reach::Company, "task_by_due"),
        (TaskView::TEAM, Reach::Company, "task_by_due"),
        (TaskView::EVERYONE, Reach::Unit, "task_unit_by_due"),
        (TaskView::TEAM, Reach::Own, "task_assignee"),
    ] {
        let scope = Scope { reach, company: cove.id, org_unit, membership: me };
        let today = date(2026, 6, 15);
        let filter = view_filter(view, TaskStatus::TODO, me, today);
        let filters = [within_days(filter, Some(date(2026, 5, 31)), Some(date(2026, 7, 11)))];
        let plan = plan(&mut program, &spread_shape(&OPEN_TASKS, scope, &filters, &page, 4)).await;
        let bounds = plan.lines().filter(|line| line.contains("Index Cond") && line.contains("due_key >=")).count();
        let is_bounded = bounds > 0 || reach == Reach::Own;
        assert!(
            plan.contains(index) && is_bounded && !plan.contains("Seq Scan on task"),
            "{view:?}, {reach:?}\n{plan}"
        );
    }
}
