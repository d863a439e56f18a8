//! Automation rules.

use crate::{live::Tab, loans, org_units::audit_of};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{
    Client, Keyturn,
    officer::{manual, membership},
};

pub(crate) async fn template_ids(client: &Client, titles: &[&str]) -> Vec<Value> {
    let rows = client.get("/api/task-templates").await.expect(200).json["rows"].as_array().unwrap().clone();
    let id = |title: &&str| rows.iter().find(|row| row["title"] == **title).unwrap()["id"].clone();
    titles.iter().map(id).collect()
}

/// The company's stage of a kind.
pub(crate) async fn stage(client: &Client, kind: &str) -> Value {
    let stages = client.get("/api/lookups/data").await.expect(200).json["loanStages"].clone();
    stages.as_array().unwrap().iter().find(|stage| stage["kind"] == kind).unwrap()["id"].clone()
}

pub(crate) fn rule(name: &str, trigger: Value, templates: &[Value]) -> Value {
    json!({
        "ruleName": name, "isActive": true, "trigger": trigger,
        "actions": [{"kind": "CREATE_TASKS", "templateIds": templates}],
    })
}

pub(crate) async fn tasks_of(client: &Client, loan: &Value) -> Vec<Value> {
    let page = client.get(&format!("/api/tasks?LoanId={}&orderBy=updated&sort=ASC", loan["id"])).await.expect(200).json;
    page["rows"].as_array().unwrap().clone()
}

pub(crate) async fn move_to(client: &Client, loan: &Value, to: &Value) {
    let path = format!("/api/loans/{}", loan["id"]);
    let from = client.get(&path).await.expect(200).at("/stage/id").clone();
    let _ = client.put(&format!("{path}/stage"), json!({"from": from, "stageId": to})).await.expect(200);
}

/// A rule creates its tasks once when a loan is created or enters one of its stages. Task, audit log and loan entry
/// name the rule. Unassigned tasks are visible to everyone who sees the loan.
#[tokio::test]
async fn a_rule_creates_tasks_once_per_step() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let processing = stage(&avery, "LoanSetup").await;
    let welcome = rule("Welcome", json!({"kind": "CREATED"}), &template_ids(&avery, &["Pull credit"]).await);
    let orders = template_ids(&avery, &["Order appraisal", "Order title"]).await;
    let orders = rule("Orders", json!({"kind": "STAGE_ENTERED", "stageIds": [processing]}), &orders);
    let welcome = grace.post("/api/automation-rules", welcome).await.expect(201).json;
    let orders = grace.post("/api/automation-rules", orders).await.expect(201).json;

    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    keyturn.do_jobs().await;
    let made = tasks_of(&avery, &loan).await;
    assert_eq!(made.iter().map(|row| &row["title"]).collect::<Vec<_>>(), ["Pull credit"]);
    let task = avery.get(&format!("/api/tasks/{}", made[0]["id"])).await.expect(200);
    assert_eq!(
        (task.at("/ruleData"), task.at("/createdBy"), task.at("/assigneeName")),
        (&json!({"identifier": welcome["identifier"], "ruleName": "Welcome"}), &Value::Null, &json!("Avery Stone"))
    );
    move_to(&avery, &loan, &processing).await;
    keyturn.do_jobs().await;
    let made = tasks_of(&avery, &loan).await;
    let titles: Vec<_> = made.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Pull credit", "Order appraisal", "Order title"]);
    let together = avery.get(&format!("/api/tasks/{}/automation", made[2]["id"])).await.expect(200).json;
    assert_eq!(together["rows"].as_array().unwrap().len(), 2);
    assert_eq!(together["rows"][0]["ruleData"], json!({"identifier": orders["identifier"], "ruleName": "Orders"}));

    // Repeat all jobs, as after a crash. Nothing is created twice.
    let mut superuser = keyturn.superuser().await;
    let again = format!(
        "insert into jobs._private_jobs (task_id, payload, max_attempts)
         select t.id, json_build_object('company', {0}, 'step', s.id), 10
         from jobs._private_tasks t, loan_stage_change s
         where t.identifier = 'run-rules' and s.company_id = {0}",
        cove.id
    );
    sqlx::raw_sql(AssertSqlSafe(again)).execute(&mut superuser).await.unwrap();
    keyturn.do_jobs().await;
    assert_eq!(tasks_of(&avery, &loan).await.len(), 3);
    let runs: Vec<(i64, i16)> =
        sqlx::query_as("select rule_id, task_count from automation_run where company_id = $1 order by rule_id")
            .bind(cove.id)
            .fetch_all(&mut superuser)
            .await
            .unwrap();
    assert_eq!(runs, [(welcome["id"].as_i64().unwrap(), 1), (orders["id"].as_i64().unwrap(), 2)]);
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    assert_eq!(entries.iter().filter(|(action, ..)| action == "automation-rule.run").count(), 2);
    let rows = grace.get("/api/automation-rules").await.expect(200).json;
    assert_eq!((&rows["rows"][0]["ruleName"], &rows["rows"][0]["taskCount"]), (&json!("Orders"), &json!(2)));

    // Tasks from rules can be completed and deleted like others.
    let _ =
        avery.patch_version(&format!("/api/tasks/{}", made[0]["id"]), 1, json!({"status": "DONE"})).await.expect(200);
    let _ = avery.delete(&format!("/api/tasks/{}", made[1]["id"])).await.expect(204);
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.get(&format!("/api/tasks/{}", made[2]["id"])).await.expect(404);
}

/// AUTO-13: each change is a version with changes and author. Earlier events use the version at their time. Inactive
/// and deleted rules do nothing. A template in use can't be deleted.
#[tokio::test]
async fn a_rule_has_versions() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let [credit, aus] = &template_ids(&avery, &["Pull credit", "Run AUS"]).await[..] else { panic!() };
    let created = json!({"kind": "CREATED", "stageIds": []});
    let was = rule("Welcome", created.clone(), std::slice::from_ref(credit));
    let _ = avery.post("/api/automation-rules", was.clone()).await.expect(403);
    let made = grace.post("/api/automation-rules", was.clone()).await.expect(201).json;
    let path = format!("/api/automation-rules/{}", made["id"]);
    let early = loans::create(&avery, "Maya", "Ortiz").await;
    let is = rule("Welcome", created.clone(), std::slice::from_ref(aus));
    let _ = grace.patch_version(&path, 1, is.clone()).await.expect(200);
    let late = loans::create(&avery, "Ben", "Archer").await;
    keyturn.do_jobs().await;
    assert_eq!(tasks_of(&avery, &early).await[0]["title"], "Pull credit");
    assert_eq!(tasks_of(&avery, &late).await[0]["title"], "Run AUS");
    let _ = grace.patch_version(&path, 1, was.clone()).await.expect(409);
    let _ = grace.delete(&format!("/api/task-templates/{aus}")).await.expect(409);
    let mut off = is.clone();
    off["isActive"] = json!(false);
    let _ = grace.patch_version(&path, 2, off).await.expect(200);
    let versions = grace.get(&format!("{path}/versions")).await.expect(200).json;
    let rows = versions["rows"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| &row["version"]).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(
        (&rows[0]["before"], &rows[0]["after"], &rows[0]["changedBy"]),
        (&json!({"isActive": true}), &json!({"isActive": false}), &json!("Grace Whitfield"))
    );
    assert_eq!(rows[1]["before"]["actions"][0]["templateIds"], json!([credit]));
    assert_eq!(rows[1]["after"]["actions"][0]["templateIds"], json!([aus]));
    assert_eq!(rows[2]["after"]["ruleName"], "Welcome");
    let quiet = loans::create(&avery, "Tess", "Calloway").await;
    keyturn.do_jobs().await;
    assert_eq!(tasks_of(&avery, &quiet).await.len(), 0);
    let _ = grace.delete(&path).await.expect(204);
    let _ = grace.delete(&path).await.expect(404);
    let _ = grace.get(&format!("{path}/versions")).await.expect(404);
    let _ = grace.delete(&format!("/api/task-templates/{aus}")).await.expect(204);
    assert_eq!(
        avery
            .get(&format!("/api/tasks/{}", tasks_of(&avery, &late).await[0]["id"]))
            .await
            .expect(200)
            .at("/ruleData/ruleName"),
        "Welcome"
    );
    let entries = audit_of(&keyturn, cove.id, "automation-rule", made["id"].as_i64().unwrap()).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(
        actions,
        ["automation-rule.create", "automation-rule.edit", "automation-rule.edit", "automation-rule.remove"]
    );
    for (wrong, field) in [
        (rule(" ", created.clone(), std::slice::from_ref(credit)), "ruleName"),
        (rule(&"x".repeat(101), created.clone(), std::slice::from_ref(credit)), "ruleName"),
        (rule("x", json!({"kind": "STAGE_ENTERED", "stageIds": []}), std::slice::from_ref(credit)), "trigger"),
        (
            rule("x", json!({"kind": "STAGE_ENTERED", "stageIds": [999_999_999]}), std::slice::from_ref(credit)),
            "trigger",
        ),
        (rule("x", created.clone(), &[]), "actions[0]"),
        (rule("x", created.clone(), &[json!(999_999_999)]), "actions[0]"),
        (rule("x", created.clone(), &template_ids(&avery, &["Contact new lead"]).await), "actions[0]"),
    ] {
        let refused = grace.post("/api/automation-rules", wrong).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }
}

/// The user who caused it gets one event for all tasks that rules created, in every tab.
#[tokio::test]
async fn rules_send_one_event_for_their_tasks() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let titles = template_ids(&avery, &["Pull credit", "Run AUS"]).await;
    let body = rule("Welcome", json!({"kind": "CREATED"}), &titles);
    let _ = grace.post("/api/automation-rules", body).await.expect(201);
    let mut tab = Tab::of(&keyturn, &avery, json!({})).await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    keyturn.do_jobs().await;
    let first = tasks_of(&avery, &loan).await.iter().map(|row| row["id"].as_i64().unwrap()).min().unwrap();
    loop {
        let (entity, subtype, id) = tab.event().await;
        if (entity.as_str(), subtype.as_str()) == ("TASK", "AUTOMATION") {
            assert_eq!(id, first);
            break;
        }
    }
    assert_eq!(membership(&avery).await, tasks_of(&avery, &loan).await[0]["assigneeId"].as_i64().unwrap());
}

/// A rule only acts on loans that meet its conditions. The loan lists which rules ran, which didn't, and its value for
/// the first unmet condition.
#[tokio::test]
async fn a_rule_acts_only_if_its_conditions_hold() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let made = json!({"kind": "CREATED"});
    let conditions = |conditions: Value| json!({"match": "all", "conditions": conditions});
    let of_refinances = json!({"field": "purpose", "operator": "is", "values": ["Refinance"]});
    let of_small_ones = json!({"field": "amount", "operator": "atMost", "values": ["1000000"]});
    let mut payoff = rule("Order payoff", made.clone(), &template_ids(&avery, &["Order payoff"]).await);
    payoff["conditions"] = conditions(json!([of_small_ones, of_refinances]));
    let _ = grace.post("/api/automation-rules", payoff.clone()).await.expect(201);
    let welcome = rule("Welcome", made, &template_ids(&avery, &["Pull credit"]).await);
    let _ = grace.post("/api/automation-rules", welcome).await.expect(201);

    let purchase = loans::create(&avery, "Maya", "Ortiz").await;
    let mut body = manual("Tess", "Calloway", membership(&avery).await);
    body["LoanPurposeType"] = json!("Refinance");
    let refinance = avery.post("/api/loans", body).await.expect(201).json;
    keyturn.do_jobs().await;
    let titles = async |loan: &Value| {
        let tasks = tasks_of(&avery, loan).await;
        tasks.iter().map(|task| task["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&purchase).await, ["Pull credit"]);
    assert_eq!(titles(&refinance).await, ["Order payoff", "Pull credit"]);

    let runs = async |client: &Client, loan: &Value| {
        client.get(&format!("/api/loans/{}/automation", loan["id"])).await.expect(200).json["rows"].clone()
    };
    let told = runs(&avery, &purchase).await;
    assert_eq!((&told[0]["ruleName"], &told[0]["taskCount"]), (&json!("Order payoff"), &json!(0)));
    assert_eq!(told[0]["unmet"], json!({"field": "purpose", "values": ["Purchase"]}));
    assert_eq!(told[0]["stageName"], "Application Started");
    assert_eq!((&told[1]["ruleName"], &told[1]["taskCount"]), (&json!("Welcome"), &json!(1)));
    assert_eq!((&told[1]["unmet"], told.as_array().unwrap().len()), (&Value::Null, 2));
    assert_eq!(runs(&avery, &refinance).await[0]["unmet"], Value::Null);
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.get(&format!("/api/loans/{}/automation", purchase["id"])).await.expect(404);

    for (wrong, path) in [
        (json!({"field": "ssn", "operator": "is", "values": ["1"]}), "conditions.conditions[0].field"),
        (json!({"field": "purpose", "operator": "before", "values": ["x"]}), "conditions.conditions[0].operator"),
        (json!({"field": "rate", "operator": "is", "values": ["low"]}), "conditions.conditions[0].values"),
    ] {
        payoff["ruleName"] = json!("Another");
        payoff["conditions"] = conditions(json!([wrong]));
        let refused = grace.post("/api/automation-rules", payoff.clone()).await.expect(422);
        assert!(refused.json["fields"][path].is_string(), "{path}: {}", refused.json);
    }
}

fn hold(name: &str, stage: &Value, action: Value) -> Value {
    let mut action = action;
    action["kind"] = json!("HOLD");
    json!({
        "ruleName": name, "isActive": true, "trigger": {"kind": "STAGE_ENTERED", "stageIds": [stage]}, "actions": [action],
    })
}

/// AUTO-05: a move is refused with 409 and the missing requirements until fields are filled, tasks are done, and
/// confirmations given. In a bulk update each loan is refused separately. Moving back isn't held.
#[tokio::test]
async fn a_rule_blocks_a_stage_until_requirements_are_met() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (setup, begun) = (stage(&avery, "LoanSetup").await, stage(&avery, "ApplicationStarted").await);
    let credit = template_ids(&avery, &["Pull credit"]).await;
    let asked =
        json!({"fields": ["closing", "rate", "rate"], "templateIds": credit, "confirmation": " The borrower agrees "});
    let mut complete = hold("Complete", &setup, asked);
    complete["conditions"] =
        json!({"match": "any", "conditions": [{"field": "purpose", "operator": "is", "values": ["Purchase"]}]});
    let complete = grace.post("/api/automation-rules", complete).await.expect(201).json;
    assert_eq!(
        complete["actions"],
        json!([{"kind": "HOLD", "fields": ["rate", "closing"], "templateIds": credit, "confirmation": "The borrower agrees"}])
    );
    let rate_again = hold("Rate", &setup, json!({"fields": ["rate"]}));
    let _ = grace.post("/api/automation-rules", rate_again).await.expect(201);
    let back = hold("Never back", &begun, json!({"confirmation": "It begins anew"}));
    let _ = grace.post("/api/automation-rules", back).await.expect(201);

    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    let go = async |confirmed: Value| {
        let body = json!({"from": begun, "stageId": setup, "confirmed": confirmed});
        avery.put(&format!("{path}/stage"), body).await
    };
    let held = go(json!([])).await.expect(409).json;
    assert_eq!(held["code"], "LWLOAN10418");
    assert_eq!(
        held["message"],
        "Held by “Complete”: Rate is missing, Closing is missing, “Pull credit” is not done, “The borrower agrees” is not confirmed."
    );
    let items = held["details"]["items"].as_array().unwrap().clone();
    let kinds: Vec<_> = items.iter().map(|item| (&item["kind"], &item["field"], &item["taskId"])).collect();
    let (none, field) = (&Value::Null, &json!("FIELD"));
    assert_eq!(
        kinds,
        [
            (field, &json!("rate"), none),
            (field, &json!("closing"), none),
            (&json!("TASK"), none, none),
            (&json!("CONFIRMATION"), none, none)
        ]
    );
    assert_eq!((&items[3]["ruleId"], &items[3]["ruleName"]), (&complete["id"], &json!("Complete")));

    let rate = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
    let _ = avery.patch(&format!("{path}/application"), rate).await.expect(200);
    let closing = json!({"from": null, "closingOn": "2026-12-18"});
    let _ = avery.put(&format!("{path}/closing-date"), closing).await.expect(200);
    let task = avery.post("/api/tasks/from-templates", json!({"templateIds": credit, "LoanId": loan["id"]})).await;
    let task = task.expect(201).at("/rows/0").clone();
    let held = go(json!([complete["id"]])).await.expect(409).json;
    let items = held["details"]["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{held}");
    assert_eq!((&items[0]["taskId"], &items[0]["taskVersion"]), (&task["id"], &json!(1)));
    let done = json!({"status": "DONE"});
    let _ = avery.patch_version(&format!("/api/tasks/{}", task["id"]), 1, done).await.expect(200);
    let held = go(json!([])).await.expect(409).json;
    assert_eq!(held["details"]["items"][0]["kind"], "CONFIRMATION");
    let moved = go(json!([complete["id"]])).await.expect(200).json;
    assert_eq!(moved["stage"]["id"], setup);
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    let step = entries.iter().find(|(action, ..)| action == "loan.stage").unwrap();
    assert!(format!("{step:?}").contains("The borrower agrees"), "{step:?}");

    // In a bulk update, the loan without a rate stays, with the reason. Moving back isn't entering.
    let mut chosen = Vec::new();
    for (first, rate) in [("Ada", Value::Null), ("Bea", json!("6.25"))] {
        let mut body = manual(first, "Bulkley", membership(&avery).await);
        body["LoanPurposeType"] = json!("Refinance");
        let loan = avery.post("/api/loans", body).await.expect(201).json;
        let change = json!([{"path": "loan/noteRate", "from": null, "to": rate}]);
        let _ = avery.patch(&format!("/api/loans/{}/application", loan["id"]), change).await.expect(200);
        let loan = avery.get(&format!("/api/loans/{}", loan["id"])).await.expect(200).json;
        chosen.push(json!({"id": loan["id"], "version": loan["version"]}));
    }
    let act = avery.post("/api/loans/bulk", json!({"loans": chosen, "stageId": setup})).await.expect(200).json;
    assert_eq!((&act["changed"], &act["refusedCount"]), (&json!(1), &json!(1)));
    assert_eq!(act["refused"][0]["id"], chosen[0]["id"]);
    assert_eq!(act["refused"][0]["reason"], "Held by “Rate”: Rate is missing.");
    let undone = avery.post(&format!("/api/loans/bulk/{}/undo", act["actId"]), json!({})).await.expect(200).json;
    assert_eq!((&undone["changed"], &undone["refusedCount"]), (&json!(1), &json!(0)));

    for (action, message) in [
        (json!({}), "Choose required fields, tasks or a confirmation"),
        (json!({"confirmation": "x".repeat(201)}), "What is confirmed has at most 200 characters"),
        (json!({"templateIds": [999_999_999]}), "Choose templates of tasks for loans"),
    ] {
        let refused = grace.post("/api/automation-rules", hold("x", &setup, action)).await.expect(422);
        assert_eq!(refused.json["fields"]["actions[0]"], message);
    }
    let mut early = hold("x", &setup, json!({"fields": ["rate"]}));
    early["trigger"] = json!({"kind": "CREATED"});
    let refused = grace.post("/api/automation-rules", early).await.expect(422);
    assert_eq!(refused.json["fields"]["actions[0]"], "Only the way to a stage can be held");
    let mut unknown = hold("x", &setup, json!({"fields": ["ssn"]}));
    unknown["actions"][0]["fields"] = json!(["ssn"]);
    let _ = grace.post("/api/automation-rules", unknown).await.expect(422);
}

/// A rule in test mode logs what it would do and why not, and does nothing. After its last day it logs nothing.
/// Switched on, it acts and keeps its log.
#[tokio::test]
async fn a_rule_can_run_in_test_mode_first() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let setup = stage(&avery, "LoanSetup").await;
    let mut tried = rule(
        "Welcome",
        json!({"kind": "STAGE_ENTERED", "stageIds": [setup]}),
        &template_ids(&avery, &["Pull credit", "Run AUS"]).await,
    );
    tried["conditions"] =
        json!({"match": "all", "conditions": [{"field": "purpose", "operator": "is", "values": ["Purchase"]}]});
    let hold = json!({"kind": "HOLD", "fields": ["rate"], "confirmation": "The borrower agrees"});
    tried["actions"].as_array_mut().unwrap().push(hold);
    tried["testUntil"] = json!("2026-01-31");
    let over = grace.post("/api/automation-rules", tried.clone()).await.expect(201).json;
    tried["ruleName"] = json!("Try");
    tried["testUntil"] = json!("2199-12-31");
    let made = grace.post("/api/automation-rules", tried.clone()).await.expect(201).json;

    let purchase = loans::create(&avery, "Maya", "Ortiz").await;
    let mut body = manual("Tess", "Calloway", membership(&avery).await);
    body["LoanPurposeType"] = json!("Refinance");
    let refinance = avery.post("/api/loans", body).await.expect(201).json;
    // A rule in test mode doesn't hold loans.
    move_to(&avery, &purchase, &setup).await;
    move_to(&avery, &refinance, &setup).await;
    keyturn.do_jobs().await;
    assert_eq!(tasks_of(&avery, &purchase).await.len(), 0);
    let path = format!("/api/automation-rules/{}", made["id"]);
    let log = async |path: &str| grace.get(&format!("{path}/log")).await.expect(200).json["rows"].clone();
    let rows = log(&path).await;
    assert_eq!((&rows[0]["borrowerName"], &rows[1]["borrowerName"]), (&json!("Tess Calloway"), &json!("Maya Ortiz")));
    assert_eq!(rows[0]["unmet"], json!({"field": "purpose", "values": ["Refinance"]}));
    assert_eq!(rows[0]["would"], json!({"tasks": [], "held": [], "acts": []}));
    assert_eq!(
        rows[1]["would"],
        json!({
            "acts": [],
            "tasks": ["Pull credit", "Run AUS"],
            "held": ["Rate is missing", "“The borrower agrees” is not confirmed"],
        })
    );
    assert_eq!((&rows[1]["taskCount"], &rows[1]["stageName"]), (&json!(0), &json!("Loan Setup")));
    assert_eq!(log(&format!("/api/automation-rules/{}", over["id"])).await, json!([]));
    let runs = avery.get(&format!("/api/loans/{}/automation", purchase["id"])).await.expect(200).json;
    assert_eq!(runs["rows"], json!([]));
    let _ = avery.get(&format!("{path}/log")).await.expect(403);

    tried["testUntil"] = Value::Null;
    tried["actions"].as_array_mut().unwrap().pop();
    let _ = grace.patch_version(&path, 1, tried).await.expect(200);
    let third = loans::create(&avery, "Ben", "Archer").await;
    move_to(&avery, &third, &setup).await;
    keyturn.do_jobs().await;
    assert_eq!(tasks_of(&avery, &third).await.len(), 2);
    let rows = log(&path).await;
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["taskCount"]), (3, &json!(2)));
    assert_eq!((&rows[0]["would"], &rows[0]["unmet"]), (&Value::Null, &Value::Null));
}

/// AUTO-14: rules belong to the company or a branch, and can be limited to purpose, type, channel and lender. Branch
/// admins manage only their branch's rules, and can switch off company rules there unless locked (403).
#[tokio::test]
async fn branches_have_rules_and_can_switch_off_company_rules() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let tom = cove.sign_in("tom.reyes").await;
    let branch = tom.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").clone();
    let own = avery.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").clone();
    let credit = template_ids(&avery, &["Pull credit"]).await;
    let mut everywhere = rule("Everywhere", json!({"kind": "CREATED"}), &credit);
    let company = grace.post("/api/automation-rules", everywhere.clone()).await.expect(201).json;
    everywhere["ruleName"] = json!("Locked");
    everywhere["isLocked"] = json!(true);
    let locked = grace.post("/api/automation-rules", everywhere.clone()).await.expect(201).json;

    everywhere["ruleName"] = json!("Here");
    let _ = tom.post("/api/automation-rules", everywhere.clone()).await.expect(403);
    everywhere["orgUnitId"] = branch.clone();
    let here = tom.post("/api/automation-rules", everywhere.clone()).await.expect(201).json;
    assert_eq!((&here["isLocked"], &here["orgUnitId"]), (&json!(false), &branch));
    let names = |list: &Value| {
        let rows = list["rows"].as_array().unwrap().iter();
        rows.map(|row| row["ruleName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&tom.get("/api/automation-rules").await.expect(200).json), ["Everywhere", "Here", "Locked"]);
    let path = |rule: &Value| format!("/api/automation-rules/{}", rule["id"]);
    let _ = tom.patch_version(&path(&company), 1, everywhere.clone()).await.expect(403);
    let _ = tom.delete(&path(&company)).await.expect(403);
    let mut given_away = everywhere.clone();
    given_away["orgUnitId"] = Value::Null;
    let _ = tom.patch_version(&path(&here), 1, given_away).await.expect(403);

    let off = json!({"isOff": true});
    let refused = tom.put(&format!("{}/branch", path(&locked)), off.clone()).await.expect(403).json;
    assert_eq!(refused["message"], "The company has locked this rule.");
    let _ = tom.put(&format!("{}/branch", path(&here)), off.clone()).await.expect(409);
    let _ = avery.put(&format!("{}/branch", path(&company)), off.clone()).await.expect(403);
    let switched = tom.put(&format!("{}/branch", path(&company)), off.clone()).await.expect(200).json;
    assert_eq!(switched["offOrgUnitIds"], json!([branch]));
    let _ = tom.put(&format!("{}/branch", path(&company)), off).await.expect(200);
    let entries = audit_of(&keyturn, cove.id, "automation-rule", company["id"].as_i64().unwrap()).await;
    assert_eq!(entries.iter().filter(|(action, ..)| action == "automation-rule.switch").count(), 1);

    // Rules of the loan's branch apply.
    let made_by = async |client: &Client, loan: &Value| {
        let mut rules = Vec::new();
        for task in tasks_of(client, loan).await {
            let task = client.get(&format!("/api/tasks/{}", task["id"])).await.expect(200);
            rules.push(task.at("/ruleData/ruleName").as_str().unwrap().to_owned());
        }
        rules
    };
    let officer = cove.sign_in("hugo.lindqvist").await;
    assert_eq!(officer.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId"), &branch);
    assert_ne!(own, branch);
    let (there, elsewhere) =
        (loans::create(&officer, "Maya", "Ortiz").await, loans::create(&avery, "Ben", "Archer").await);
    keyturn.do_jobs().await;
    assert_eq!(made_by(&officer, &there).await, ["Locked", "Here"]);
    assert_eq!(made_by(&avery, &elsewhere).await, ["Everywhere", "Locked"]);
    let on = json!({"isOff": false});
    let _ = tom.put(&format!("{}/branch", path(&company)), on).await.expect(200);

    // Each unmet limit is reported.
    let limits = [
        ("purpose", "Refinance", json!(["Purchase"])),
        ("mortgageType", "FHA", json!([])),
        ("channel", "NonDelegatedCorrespondent", json!(["Retail"])),
        ("lender", "999999999", json!([])),
    ];
    for (field, value, _) in &limits {
        let mut limited = rule(field, json!({"kind": "CREATED"}), &credit);
        limited["conditions"] =
            json!({"match": "all", "conditions": [{"field": field, "operator": "is", "values": [value]}]});
        let _ = grace.post("/api/automation-rules", limited).await.expect(201);
    }
    let loan = loans::create(&avery, "Tess", "Calloway").await;
    keyturn.do_jobs().await;
    let runs = avery.get(&format!("/api/loans/{}/automation", loan["id"])).await.expect(200).json["rows"].clone();
    for (field, _, values) in limits {
        let run = runs.as_array().unwrap().iter().find(|run| run["ruleName"] == field).unwrap();
        assert_eq!(run["unmet"], json!({"field": field, "values": values}));
    }
    let mut unknown = rule("x", json!({"kind": "CREATED"}), &credit);
    unknown["orgUnitId"] = json!(999_999_999);
    let refused = grace.post("/api/automation-rules", unknown).await.expect(422).json;
    assert_eq!(refused["fields"]["orgUnitId"], "Choose a branch of the company");
}

/// AUTO-10: a rule moves a loan in its own name unless something blocks the way. Two rules that move it back and forth
/// stop after ten steps with one entry that names them.
#[tokio::test]
async fn rules_that_trigger_each_other_are_stopped() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (setup, sent) = (stage(&avery, "LoanSetup").await, stage(&avery, "DisclosuresSent").await);
    let (ready, done) = (stage(&avery, "ClearToClose").await, stage(&avery, "Funded").await);
    let moves = |name: &str, from: &Value, to: &Value| {
        json!({
            "ruleName": name, "isActive": true, "trigger": {"kind": "STAGE_ENTERED", "stageIds": [from]},
            "actions": [{"kind": "CHANGE_STAGE", "stageId": to}],
        })
    };
    let to = grace.post("/api/automation-rules", moves("To", &setup, &sent)).await.expect(201).json;
    let fro = grace.post("/api/automation-rules", moves("Fro", &sent, &setup)).await.expect(201).json;
    let _ = grace.post("/api/automation-rules", moves("Fund", &ready, &done)).await.expect(201);

    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    move_to(&avery, &loan, &setup).await;
    keyturn.do_jobs().await;
    let steps = avery.get(&format!("{path}/stages")).await.expect(200).json["rows"].as_array().unwrap().clone();
    // Its creation, Avery's move, and ten steps by the rules.
    assert_eq!(steps.len(), 12);
    assert_eq!((&steps[0]["ruleName"], &steps[0]["byName"]), (&json!("Fro"), &Value::Null));
    assert_eq!((&steps[9]["ruleName"], &steps[10]["ruleName"]), (&json!("To"), &Value::Null));
    assert_eq!(steps[10]["byName"], "Avery Stone");
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    let stops: Vec<_> = entries.iter().filter(|(action, ..)| action == "automation-rule.circle").collect();
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0].2, json!({"rules": ["To", "Fro"], "steps": 10}));
    let by_rules = entries.iter().filter(|(action, _, after)| action == "loan.stage" && after["ruleData"].is_object());
    assert_eq!(by_rules.count(), 10);
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["refused"], "Stopped after 10 steps: To, Fro bring one another about.");
    assert_eq!(runs.as_array().unwrap().len(), 11);

    // Moving to funding requires its date, and rules can't bypass a hold.
    for rule in [&to, &fro] {
        let _ = grace.delete(&format!("/api/automation-rules/{}", rule["id"])).await.expect(204);
    }
    move_to(&avery, &loan, &ready).await;
    keyturn.do_jobs().await;
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["refused"], "A loan at Clear to Close can't go to Funded by itself.");
    let _ = grace.post("/api/automation-rules", hold("Rate", &sent, json!({"fields": ["rate"]}))).await.expect(201);
    let _ = grace.post("/api/automation-rules", moves("On", &setup, &sent)).await.expect(201);
    let other = loans::create(&avery, "Ben", "Archer").await;
    move_to(&avery, &other, &setup).await;
    keyturn.do_jobs().await;
    let runs = avery.get(&format!("/api/loans/{}/automation", other["id"])).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["refused"], "Held by “Rate”: Rate is missing.");
    let refused = grace.post("/api/automation-rules", moves("x", &setup, &setup)).await.expect(422);
    assert_eq!(refused.json["fields"]["actions[0]"], "Choose another stage of the list");
}

/// AUTO-10: two rules that set each other's field stop after ten steps with one warning that names them.
#[tokio::test]
async fn rules_that_set_each_others_field_are_stopped() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    for (name, has, gets) in [("Longer", "180", "360"), ("Shorter", "360", "180")] {
        let rule = json!({
            "ruleName": name, "isActive": true, "trigger": {"kind": "FIELD_CHANGED", "fields": ["term"]},
            "conditions": {"match": "all", "conditions": [{"field": "term", "operator": "is", "values": [has]}]},
            "actions": [{"kind": "SET_FIELD", "field": "term", "value": gets}],
        });
        let _ = grace.post("/api/automation-rules", rule).await.expect(201);
    }
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    let term =
        avery.get(&format!("{path}/application")).await.expect(200).json["application"]["loan"]["termMonths"].clone();
    let change = json!([{"path": "loan/termMonths", "from": term, "to": 180}]);
    let _ = avery.patch(&format!("{path}/application"), change).await.expect(200);
    keyturn.do_jobs().await;
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    let by_rules: Vec<_> =
        entries.iter().filter(|(action, _, after)| action == "loan.change" && after["ruleData"].is_object()).collect();
    assert_eq!(by_rules.len(), 10);
    let stops: Vec<_> = entries.iter().filter(|(action, ..)| action == "automation-rule.circle").collect();
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0].2, json!({"rules": ["Longer", "Shorter"], "steps": 10}));
}

/// A rule sets a field like a user would, in its own name: in history, audit log and version. A concurrent user is told
/// that the rule was faster. If the loan is closed or locked, the rule reports it.
#[tokio::test]
async fn a_rule_sets_a_field_in_its_own_name() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let setup = stage(&avery, "LoanSetup").await;
    let waive = json!({
        "ruleName": "Waive", "isActive": true, "trigger": {"kind": "STAGE_ENTERED", "stageIds": [setup]},
        "actions": [{"kind": "SET_FIELD", "field": "appraisalWaiver", "value": "Yes"}],
    });
    let waive = grace.post("/api/automation-rules", waive).await.expect(201).json;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    let before = avery.get(&format!("{path}/application")).await.expect(200).json;
    move_to(&avery, &loan, &setup).await;
    keyturn.do_jobs().await;
    let after = avery.get(&format!("{path}/application")).await.expect(200).json;
    assert_eq!(after["application"]["property"]["appraisalWaiver"], "Yes");
    assert_eq!(after["version"].as_i64().unwrap(), before["version"].as_i64().unwrap() + 1);
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    let (_, was, is) = entries.iter().find(|(action, ..)| action == "loan.change").unwrap();
    assert_eq!(was, &json!({"property/appraisalWaiver": null}));
    assert_eq!(
        is,
        &json!({
            "property/appraisalWaiver": "Yes",
            "ruleData": {"identifier": waive["identifier"], "ruleName": "Waive"}, "version": 1,
        })
    );
    let unseen = json!([{"path": "property/appraisalWaiver", "from": null, "to": "No"}]);
    let conflict = avery.patch(&format!("{path}/application"), unseen).await.expect(409).json;
    assert_eq!(conflict["details"]["conflicts"][0]["changedBy"], "The rule Waive");
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["acts"], json!([{"kind": "SET_FIELD", "field": "appraisalWaiver", "value": "Yes"}]));
    assert_eq!(runs[0]["refused"], Value::Null);

    // The loan's page compares it with the rule's condition.
    let mut orders =
        rule("Order appraisal", json!({"kind": "CREATED"}), &template_ids(&avery, &["Order appraisal"]).await);
    orders["trigger"] = json!({"kind": "FIELD_CHANGED", "fields": ["term"]});
    orders["conditions"] =
        json!({"match": "all", "conditions": [{"field": "appraisalWaiver", "operator": "isNot", "values": ["Yes"]}]});
    let _ = grace.post("/api/automation-rules", orders).await.expect(201);
    let term = after["application"]["loan"]["termMonths"].clone();
    let change = json!([{"path": "loan/termMonths", "from": term, "to": 180}]);
    let _ = avery.patch(&format!("{path}/application"), change).await.expect(200);
    keyturn.do_jobs().await;
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["unmet"], json!({"field": "appraisalWaiver", "values": ["Yes"]}));

    // Another user has locked the next one.
    let other = loans::create(&avery, "Ben", "Archer").await;
    let path = format!("/api/loans/{}", other["id"]);
    move_to(&avery, &other, &setup).await;
    let _ = avery.post(&format!("{path}/lock"), json!({})).await;
    keyturn.do_jobs().await;
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!((&runs[0]["refused"], &runs[0]["acts"]), (&json!("Avery Stone is working on the loan."), &json!([])));

    for (action, message) in [
        (json!({"kind": "SET_FIELD", "field": "occupancy", "value": "Castle"}), "Choose a value of the field"),
        (json!({"kind": "SET_FIELD", "field": "term", "value": ""}), "Choose a value of the field"),
        (json!({"kind": "NOTIFY", "roles": [], "message": "x"}), "Choose recipients"),
        (json!({"kind": "NOTIFY", "roles": ["ORIGINATOR"], "message": " "}), "Enter a message"),
        (
            json!({"kind": "NOTIFY", "roles": ["ORIGINATOR"], "message": "x".repeat(201)}),
            "A message has at most 200 characters",
        ),
    ] {
        let wrong = json!({"ruleName": "x", "isActive": true, "trigger": {"kind": "CREATED"}, "actions": [action]});
        let refused = grace.post("/api/automation-rules", wrong).await.expect(422);
        assert_eq!(refused.json["fields"]["actions[0]"], message);
    }
}
