//! Tasks: created, assigned, completed, counted, visible within reach, and sent as events.

use crate::{
    live::Tab,
    loans,
    org_units::audit_of,
    plans::{plan, vacuum},
};
use jiff::{ToSpan, Zoned};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{
    Client, Keyturn,
    officer::{lead, membership, owner},
};

/// A date the given number of days from today in the company's time zone.
fn day(days: i64) -> String {
    let zone = Zoned::now().in_tz("America/Los_Angeles").unwrap();
    zone.checked_add(days.days()).unwrap().date().to_string()
}

async fn task(client: &Client, body: Value) -> Value {
    client.post("/api/tasks", body).await.expect(201).json
}

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/tasks?{query}")).await.expect(200).json
}

fn titles(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect()
}

async fn todo(client: &Client) -> (i64, i64) {
    let count = client.get("/api/tasks/todo-count").await.expect(200);
    (count.at("/taskCount").as_i64().unwrap(), count.at("/openCount").as_i64().unwrap())
}

/// Avery adds a task for Maya's loan, finds it by text and view, completes, reopens and removes it, all audited. Stale
/// changes are refused.
#[tokio::test]
async fn avery_manages_her_tasks() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let me = membership(&avery).await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let body = json!({
        "title": " Order  the appraisal ", "description": "Ask for a rush.", "dueDate": day(1), "assigneeId": me,
        "LoanId": loan["id"], "priority": "HIGH",
    });
    let made = task(&avery, body).await;
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        (&made["title"], &made["status"], &made["assigneeName"], &made["borrowerName"], &made["createdBy"]),
        (
            &json!("Order  the appraisal"),
            &json!("TODO"),
            &json!("Avery Stone"),
            &json!("Maya Ortiz"),
            &json!("Avery Stone")
        )
    );
    task(&avery, json!({"title": "Call the title company", "assigneeId": me, "dueDate": day(-2)})).await;
    task(&avery, json!({"title": "Nobody's yet"})).await;
    assert_eq!(titles(&list(&avery, "view=MINE").await), ["Call the title company", "Order  the appraisal"]);
    assert_eq!(titles(&list(&avery, "view=OVERDUE").await), ["Call the title company"]);
    assert_eq!(titles(&list(&avery, "view=UNASSIGNED").await), ["Nobody's yet"]);
    assert_eq!(titles(&list(&avery, "view=LOANS&orderBy=loan").await), ["Order  the appraisal"]);
    assert_eq!(titles(&list(&avery, "view=TEAM").await), Vec::<&str>::new());
    assert_eq!(list(&avery, "onlyCount=true").await, json!({"count": 3, "countIsCapped": false}));
    for text in ["appraisal", "order app", "or", "Órder"] {
        assert_eq!(titles(&list(&avery, &format!("string={text}")).await), ["Order  the appraisal"], "{text}");
    }
    assert_eq!(titles(&list(&avery, &format!("LoanId={}", loan["id"])).await), ["Order  the appraisal"]);
    assert_eq!(todo(&avery).await, (1, 2));

    let path = format!("/api/tasks/{id}");
    let done = avery.patch_version(&path, 1, json!({"status": "DONE", "dueDate": day(0)})).await.expect(200);
    assert_eq!(
        (done.at("/status"), done.at("/doneBy"), done.at("/version")),
        (&json!("DONE"), &json!("Avery Stone"), &json!(2))
    );
    assert!(done.at("/doneAt").is_string());
    assert_eq!(titles(&list(&avery, "status=DONE&orderBy=updated").await), ["Order  the appraisal"]);
    assert_eq!(todo(&avery).await, (1, 1));
    let late = avery.patch_version(&path, 1, json!({"title": "Cancel the appraisal"})).await.expect(409);
    assert_eq!(
        (late.at("/details/record/status"), late.at("/details/changedBy")),
        (&json!("DONE"), &json!("Avery Stone"))
    );
    let again = avery.patch_version(&path, 2, json!({"status": "TODO"})).await.expect(200);
    assert_eq!((again.at("/doneAt"), again.at("/dueDate")), (&Value::Null, &json!(day(0))));
    assert_eq!(todo(&avery).await, (2, 2));
    let _ = avery.delete(&path).await.expect(204);
    let _ = avery.get(&path).await.expect(404);
    let _ = avery.patch_version(&path, 4, json!({"status": "DONE"})).await.expect(404);
    assert_eq!(list(&avery, "string=appraisal").await["count"], 0);
    assert_eq!(todo(&avery).await, (1, 1));
    let entries = audit_of(&keyturn, cove.id, "task", id).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["task.create", "task.edit", "task.edit", "task.remove"]);
}

/// All errors are reported together by field. A repeated request creates one task.
#[tokio::test]
async fn task_errors_are_reported_by_field() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let marcus = cove.sign_in("marcus.bell").await;
    let theirs = loans::create(&marcus, "Quentin", "Zephyrine").await;
    let their_lead = marcus.post("/api/leads", lead("Iris", "Vale", &[owner(&marcus).await])).await.expect(201).json;
    let wrong = json!({
        "title": " ", "description": "x".repeat(4_001), "dueDate": "11/30/2026", "assigneeId": 999_999_999,
        "LoanId": theirs["id"], "LeadId": their_lead["id"],
    });
    let refused = avery.post("/api/tasks", wrong).await.expect(422);
    for field in ["title", "description", "dueDate", "assigneeId", "LoanId", "LeadId"] {
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }
    let _ = avery.post("/api/tasks", json!({"title": "x".repeat(201)})).await.expect(422);
    let _ = avery.get("/api/tasks?view=EVERYBODY").await.expect(422);
    let _ = avery.get(&format!("/api/tasks?LoanId={}", theirs["id"])).await.expect(404);
    let _ = avery.get(&format!("/api/tasks?LeadId={}", their_lead["id"])).await.expect(404);

    let keyed = avery.with_header("idempotency-key", "018f0000-0000-7000-8000-00000000aaaa");
    let first = keyed.post("/api/tasks", json!({"title": "Once"})).await.expect(201).json;
    let second = keyed.post("/api/tasks", json!({"title": "Once"})).await.expect(201).json;
    assert_eq!(first["id"], second["id"]);
    let _ = keyed.post("/api/tasks", json!({"title": "Twice"})).await.expect(422);
    assert_eq!(list(&avery, "").await["count"], 1);
}

/// A task is visible to its assignee, its creator, the team of its loan or lead, its branch and its company. It moves
/// to another branch with its loan.
#[tokio::test]
async fn tasks_are_visible_within_reach() {
    let keyturn = Keyturn::start().await;
    let (cove, inlet) = (keyturn.company("cove").await, keyturn.company("inlet").await);
    let avery = cove.sign_in("avery.stone").await;
    let (beth, marcus) = (cove.sign_in("beth.sullivan").await, cove.sign_in("marcus.bell").await);
    let (priya, grace) = (cove.sign_in("priya.nguyen").await, cove.sign_in("grace.whitfield").await);
    let stranger = inlet.sign_in("grace.whitfield").await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let body = json!({"title": "Collect pay stubs", "LoanId": loan["id"], "assigneeId": membership(&marcus).await});
    let id = task(&grace.with_header("x-consolidated", "true"), body).await["id"].as_i64().unwrap();
    let path = format!("/api/tasks/{id}");
    // Marcus works in another branch but is the assignee. Priya works in Avery's branch but has no part in it.
    for (who, sees) in
        [(&avery, true), (&marcus, true), (&beth, true), (&grace, true), (&priya, false), (&stranger, false)]
    {
        let _ = who.get(&path).await.expect(if sees { 200 } else { 404 });
        assert_eq!(list(who, "string=pay stubs").await["count"], i64::from(sees));
    }
    assert_eq!(titles(&list(&beth, "view=TEAM").await), ["Collect pay stubs"]);
    assert_eq!(titles(&list(&avery, "view=TEAM").await), ["Collect pay stubs"]);
    assert_eq!((todo(&marcus).await, todo(&avery).await), ((0, 1), (0, 0)));

    let denver = marcus.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap();
    let mut superuser = keyturn.superuser().await;
    let moved = format!(
        "begin; set local app.company_id = '{}'; update loan set org_unit_id = {denver} where id = {}; commit",
        cove.id, loan["id"]
    );
    sqlx::raw_sql(AssertSqlSafe(moved)).execute(&mut superuser).await.unwrap();
    let _ = beth.get(&path).await.expect(404);
    assert_eq!(list(&beth, "string=pay stubs").await["count"], 0);
    assert_eq!(list(&grace.with_header("x-consolidated", "true"), "string=pay stubs").await["count"], 1);

    // On a lead, for its owners.
    let asked = avery.post("/api/leads", lead("Tess", "Calloway", &[owner(&avery).await])).await.expect(201).json;
    task(&beth, json!({"title": "Call Tess", "LeadId": asked["id"]})).await;
    let of_lead = list(&avery, &format!("LeadId={}", asked["id"])).await;
    assert_eq!((titles(&of_lead), &of_lead["rows"][0]["leadName"]), (vec!["Call Tess"], &json!("Tess Calloway")));
    let _ = marcus.get(&format!("/api/tasks?LeadId={}", asked["id"])).await.expect(404);
}

/// TASK-02: `{taskCount}` is the number of the user's open tasks due today or earlier. It uses an index-only scan, and
/// its cost doesn't depend on others' tasks or completed ones.
#[tokio::test]
async fn the_count_is_of_tasks_due_today_or_earlier() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (me, other) = (membership(&avery).await, membership(&priya).await);
    for (days, assignee) in [(-30, me), (-1, me), (0, me), (1, me), (0, other)] {
        task(&avery, json!({"title": format!("Due in {days}"), "dueDate": day(days), "assigneeId": assignee})).await;
    }
    task(&avery, json!({"title": "Some day", "assigneeId": me})).await;
    let done = task(&avery, json!({"title": "Done", "dueDate": day(-1), "assigneeId": me, "status": "DONE"})).await;
    assert!(done["doneAt"].is_string());
    assert_eq!(todo(&avery).await, (3, 5));
    assert_eq!(todo(&priya).await, (1, 1));

    let mut superuser = keyturn.superuser().await;
    let crowd = format!(
        "insert into task (company_id, org_unit_id, title, words, status, done_at, due_on, assignee_id, creator_id)
         select m.company_id, m.org_unit_id, 'Task', 'task', s, case s when 'DONE' then now() end, date '2026-01-01' + n, m.id, {me}
         from membership m, unnest(array['TODO', 'DONE']) s, generate_series(1, 1500) n
         where m.id in ({me}, {other})"
    );
    sqlx::raw_sql(AssertSqlSafe(crowd)).execute(&mut superuser).await.unwrap();
    vacuum(&mut superuser, "task").await;
    assert_eq!(todo(&avery).await.1, 1_000, "more are not counted");
    let mut program = keyturn.program().await;
    // As on the server's connections. In a table this small, fetching rows costs about the same, so pages are made
    // expensive.
    let settings = format!(
        "set app.company_id = '{}'; set plan_cache_mode = force_generic_plan; set random_page_cost = 100; set seq_page_cost = 100",
        cove.id
    );
    sqlx::raw_sql(AssertSqlSafe(settings)).execute(&mut program).await.unwrap();
    let shape = platform::list::Shape {
        text: "select count(*) from (select from task where company_id = $1 and assignee_id = $2 and status = 'TODO' \
               and due_key <= $3 limit 1000) due"
            .to_owned(),
        values: vec![format!("{}::bigint", cove.id), format!("{me}::bigint"), format!("'{}'::date", day(0))],
    };
    let plan = plan(&mut program, &shape).await;
    assert!(plan.contains("Index Only Scan using task_assignee"), "{plan}");
}

/// Each query shape of the list uses its index.
#[tokio::test]
async fn every_query_shape_of_the_task_list_uses_an_index() {
    use lending::access::Reach;
    use platform::list::{Page, Scope, count_shape, page_shape};
    use tasks::{OPEN_TASKS, TaskStatus, TaskView, loan_filter, text_filters, view_filter};
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let me = membership(&avery).await;
    let org_unit = avery.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap();
    let loan = loans::create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let mut superuser = keyturn.superuser().await;
    let crowd = format!(
        "insert into task (company_id, org_unit_id, title, words, due_on, assignee_id, creator_id, loan_id)
         select m.company_id, m.org_unit_id, 'Task', 'task ' || n, date '2026-01-01' + n, m.id, m.id,
                case when n % 500 = 0 then {loan}::bigint end
         from membership m, generate_series(1, 400) n
         where m.company_id = {}",
        cove.id
    );
    sqlx::raw_sql(AssertSqlSafe(crowd)).execute(&mut superuser).await.unwrap();
    sqlx::raw_sql("analyze").execute(&mut superuser).await.unwrap();
    let mut program = keyturn.program().await;
    let enter = format!(
        "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set app.company_id = '{}'",
        cove.id
    );
    sqlx::raw_sql(AssertSqlSafe(enter)).execute(&mut program).await.unwrap();
    let today = jiff::civil::date(2026, 11, 22);
    let mut wrong = Vec::new();
    for reach in [Reach::Company, Reach::Unit, Reach::Own] {
        let scope = Scope { reach, company: cove.id, org_unit, membership: me };
        let views = TaskView::ALL
            .iter()
            .map(|view| (format!("{view:?}"), vec![view_filter(*view, TaskStatus::TODO, me, today)]));
        let filters = views.chain([
            ("loan".to_owned(), vec![loan_filter(loan, TaskStatus::TODO)]),
            (
                "text".to_owned(),
                [vec![view_filter(TaskView::TEAM, TaskStatus::TODO, me, today)], text_filters("task 12")].concat(),
            ),
        ]);
        for (name, filters) in filters {
            let expected = match (name.as_str(), reach) {
                (_, Reach::Own) => "task_assignee",
                ("MINE", Reach::Company) => "task_assignee",
                ("UNASSIGNED", Reach::Company) => "task_assignee",
                ("loan", Reach::Company) => "task_loan",
                ("EVERYONE" | "TEAM" | "OVERDUE", Reach::Company) => "task_by_due",
                ("EVERYONE" | "TEAM" | "OVERDUE", Reach::Unit) => "task_unit_by_due",
                ("text", Reach::Company) => "find_search_entries",
                _ => "task_",
            };
            for sort in OPEN_TASKS.sorts {
                let first = Page::new(&OPEN_TASKS, 25, Some(sort.name), None, None).unwrap();
                let plan = plan(&mut program, &page_shape(&OPEN_TASKS, scope, &filters, &first)).await;
                let misses = sort.name == "due" && !plan.contains(expected);
                if misses || plan.contains("Seq Scan on task") {
                    wrong.push(format!("{reach:?}, {name}, {}: {expected}\n{plan}", sort.name));
                }
            }
            let plan = plan(&mut program, &count_shape(&OPEN_TASKS, scope, &filters)).await;
            if plan.contains("Seq Scan on task") {
                wrong.push(format!("count, {reach:?}, {name}\n{plan}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// TASK-05 and TASK-06 over WebSocket: created, changed and removed tasks are sent to users who may see them, with user
/// and branch, except to the tab that made the change.
#[tokio::test]
async fn task_changes_are_sent_as_events() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let marcus = cove.sign_in("marcus.bell").await;
    let mut hers = Tab::of(&keyturn, &priya, json!({})).await;
    let mut own = Tab::of(&keyturn, &avery, json!({"rtcClientId": "made-here"})).await;
    let mut elsewhere = Tab::of(&keyturn, &marcus, json!({})).await;
    let avery = avery.with_header("x-rtc-client-id", "made-here");
    let made = task(&avery, json!({"title": "Call Tess", "assigneeId": membership(&priya).await})).await;
    let told = hers.hears().await;
    assert_eq!(
        (&told["type"], &told["subtype"], &told["id"], &told["rtcClientId"]),
        (&json!("TASK"), &json!("CREATED"), &made["id"], &json!("made-here"))
    );
    let me = avery.get("/api/users/me").await.expect(200);
    assert_eq!(
        told["actor"],
        json!({"id": me.at("/activeUser/id"), "WizeOrgUnitId": me.at("/activeUser/WizeOrgUnitId")})
    );
    let path = format!("/api/tasks/{}", made["id"]);
    let _ = avery.patch_version(&path, 1, json!({"priority": "HIGH"})).await.expect(200);
    let id = made["id"].as_i64().unwrap();
    assert_eq!(hers.event().await, ("TASK".to_owned(), "UPDATED".to_owned(), id));
    let _ = avery.delete(&path).await.expect(204);
    assert_eq!(hers.event().await, ("TASK".to_owned(), "DELETED".to_owned(), id));
    // The first event that the others get is their own.
    let next = task(&priya, json!({"title": "Answer Avery", "assigneeId": membership(&avery).await})).await;
    assert_eq!(own.event().await, ("TASK".to_owned(), "CREATED".to_owned(), next["id"].as_i64().unwrap()));
    let his = task(&priya, json!({"title": "For Marcus", "assigneeId": membership(&marcus).await})).await;
    assert_eq!(elsewhere.event().await, ("TASK".to_owned(), "CREATED".to_owned(), his["id"].as_i64().unwrap()));
}

/// Runs jobs until a task is as expected.
async fn followed(keyturn: &Keyturn, client: &Client, id: &Value) -> Value {
    keyturn.do_jobs().await;
    client.get(&format!("/api/tasks/{id}")).await.expect(200).json
}

/// A task due relative to a date of its loan moves with it until completed, however the loan is changed. A task for a
/// role goes to its holder, or to the officer as long as there is none. Both are audited.
#[tokio::test]
async fn tasks_follow_their_loan() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let rule = json!({"days": 3, "count": "BUSINESS", "side": "BEFORE", "of": "CLOSING"});
    let made = task(&avery, json!({"title": "Send the CD", "LoanId": loan["id"], "dueRule": rule})).await;
    assert_eq!((&made["dueDate"], &made["dueRule"]["of"]), (&Value::Null, &json!("CLOSING")));
    let plan = async |from: Value, to: &str| {
        let path = format!("/api/loans/{}/closing-date", loan["id"]);
        let _ = avery.put(&path, json!({"from": from, "closingOn": to})).await.expect(200);
    };
    plan(Value::Null, "2026-11-30").await;
    assert_eq!(followed(&keyturn, &avery, &made["id"]).await["dueDate"], "2026-11-24");
    plan(json!("2026-11-30"), "2026-12-03").await;
    let moved = followed(&keyturn, &avery, &made["id"]).await;
    assert_eq!((&moved["dueDate"], &moved["version"]), (&json!("2026-11-30"), &json!(3)));
    let entries = audit_of(&keyturn, cove.id, "task", made["id"].as_i64().unwrap()).await;
    assert_eq!(entries.iter().filter(|(action, ..)| action == "task.follow").count(), 2);
    let path = format!("/api/tasks/{}", made["id"]);
    let _ = avery.patch_version(&path, 3, json!({"status": "DONE"})).await.expect(200);
    plan(json!("2026-12-03"), "2026-12-10").await;
    assert_eq!(followed(&keyturn, &avery, &made["id"]).await["dueDate"], "2026-11-30", "what is done stays");
    let own = avery.patch_version(&path, 4, json!({"status": "TODO", "dueDate": "2026-12-01"})).await.expect(200);
    assert_eq!((own.at("/dueRule"), own.at("/dueDate")), (&Value::Null, &json!("2026-12-01")));

    let seat = json!({"LoanRole": "PROCESSOR", "primary": true});
    let made = task(&avery, json!({"title": "Order title", "LoanId": loan["id"], "seat": seat})).await;
    assert_eq!(made["assigneeName"], "Avery Stone", "nobody processes it yet");
    let paul = membership(&cove.sign_in("paul.okafor").await).await;
    let mut superuser = keyturn.superuser().await;
    let joins = format!(
        "insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
         select {}, id, 'PROCESSOR', true, {paul}, org_unit_id from loan where id = {}",
        cove.id, loan["id"]
    );
    sqlx::raw_sql(AssertSqlSafe(joins)).execute(&mut superuser).await.unwrap();
    assert_eq!(followed(&keyturn, &avery, &made["id"]).await["assigneeName"], "Paul Okafor");
    let path = format!("/api/tasks/{}", made["id"]);
    let given = avery.patch_version(&path, 2, json!({"assigneeId": membership(&avery).await})).await.expect(200);
    assert_eq!((given.at("/seat"), given.at("/assigneeName")), (&Value::Null, &json!("Avery Stone")));
    for (body, field) in [
        (json!({"title": "No loan", "dueRule": rule}), "dueRule"),
        (json!({"title": "No loan", "seat": seat}), "seat"),
        (
            json!({"title": "Far", "LoanId": loan["id"], "dueRule": {"days": 401, "count": "BUSINESS", "side": "AFTER", "of": "CLOSING"}}),
            "dueRule",
        ),
    ] {
        let refused = avery.post("/api/tasks", body).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.json);
    }
}

/// A task can't be completed before the one it depends on, and starts when that one is completed or removed. Cycles of
/// any length are refused.
#[tokio::test]
async fn a_task_waits_for_another() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let order = task(&avery, json!({"title": "Order appraisal"})).await;
    let review = task(&avery, json!({"title": "Review appraisal", "afterTaskId": order["id"]})).await;
    let send = task(&avery, json!({"title": "Send it on", "afterTaskId": review["id"]})).await;
    assert_eq!((&review["waits"], &review["afterTaskTitle"]), (&json!(true), &json!("Order appraisal")));
    let path = |task: &Value| format!("/api/tasks/{}", task["id"]);
    let early = avery.patch_version(&path(&review), 1, json!({"status": "DONE"})).await.expect(409);
    assert_eq!(early.at("/message"), "This task waits until \"Order appraisal\" is done.");
    let circle = avery.patch_version(&path(&order), 1, json!({"afterTaskId": send["id"]})).await.expect(422);
    assert_eq!(circle.at("/fields/afterTaskId"), "That task waits for this one");
    let _ = avery.patch_version(&path(&order), 1, json!({"afterTaskId": order["id"]})).await.expect(422);
    let _ = avery.post("/api/tasks", json!({"title": "x", "afterTaskId": 999_999_999})).await.expect(422);
    let rows = list(&avery, "orderBy=updated&sort=ASC").await;
    let waits: Vec<_> = rows["rows"].as_array().unwrap().iter().map(|row| row["waitsFor"].clone()).collect();
    assert_eq!(waits, [Value::Null, json!("Order appraisal"), json!("Review appraisal")]);
    let _ = avery.patch_version(&path(&order), 1, json!({"status": "DONE"})).await.expect(200);
    assert_eq!(avery.get(&path(&review)).await.expect(200).at("/waits"), false);
    let _ = avery.delete(&path(&review)).await.expect(204);
    let alone = avery.get(&path(&send)).await.expect(200);
    assert_eq!((alone.at("/waits"), alone.at("/afterTaskId")), (&json!(false), &Value::Null));
}

/// Completing a recurring task creates the next one with an unchecked checklist. Completing it again after reopening
/// doesn't create another.
#[tokio::test]
async fn a_recurring_task_is_created_again() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let me = membership(&avery).await;
    let body = json!({
        "title": "Annual review", "assigneeId": me, "dueDate": "2031-01-31", "repeat": {"every": 1, "unit": "MONTH"},
        "checklist": [{"text": " Rate ", "done": true}, {"text": " ", "done": false}],
    });
    let made = task(&avery, body).await;
    assert_eq!(made["checklist"], json!([{"text": "Rate", "done": true}]));
    let path = format!("/api/tasks/{}", made["id"]);
    let _ = avery.patch_version(&path, 1, json!({"status": "DONE"})).await.expect(200);
    let open = list(&avery, "").await;
    let next = &open["rows"][0];
    assert_eq!(
        (&open["count"], &next["dueDate"], &next["isRepeated"]),
        (&json!(1), &json!("2031-02-28"), &json!(true))
    );
    let _ = avery.patch_version(&path, 2, json!({"status": "TODO"})).await.expect(200);
    let _ = avery.patch_version(&path, 3, json!({"status": "DONE"})).await.expect(200);
    assert_eq!(list(&avery, "").await["count"], 1);
    let path = format!("/api/tasks/{}", next["id"]);
    let read = avery.get(&path).await.expect(200);
    assert_eq!((read.at("/checklist/0/done"), read.at("/assigneeName")), (&json!(false), &json!("Avery Stone")));
    let _ = avery.patch_version(&path, 1, json!({"status": "DONE"})).await.expect(200);
    assert_eq!(list(&avery, "").await["rows"][0]["dueDate"], "2031-03-31");
    for (wrong, field) in [
        (json!({"title": "x", "repeat": {"every": 1, "unit": "DAY"}}), "repeat"),
        (json!({"title": "x", "dueDate": "2031-01-31", "repeat": {"every": 100, "unit": "DAY"}}), "repeat"),
        (json!({"title": "x", "checklist": vec![json!({"text": "y", "done": false}); 51]}), "checklist"),
        (json!({"title": "x", "checklist": [{"text": "y".repeat(201), "done": false}]}), "checklist"),
    ] {
        let refused = avery.post("/api/tasks", wrong).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.json);
    }
}
