//! Triggers of rules beside stage changes: a changed field, a date, and hours without a change.

use crate::{
    automation::{rule, tasks_of, template_ids},
    loans,
};
use jiff::{ToSpan, civil::Date};
use platform::jobs::Job;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{Client, Keyturn};

async fn sql(keyturn: &Keyturn, text: String) {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// Runs the hourly job and all that it causes.
async fn an_hour_later(keyturn: &Keyturn) {
    tasks::FindTimed {}.run(&keyturn.app).await.unwrap();
    keyturn.do_jobs().await;
}

async fn titles(client: &Client, loan: &Value) -> Vec<String> {
    tasks_of(client, loan).await.iter().map(|task| task["title"].as_str().unwrap().to_owned()).collect()
}

async fn plan_closing(client: &Client, loan: &Value, from: Option<Date>, on: Date) {
    let body = json!({"from": from, "closingOn": on});
    let _ = client.put(&format!("/api/loans/{}/closing-date", loan["id"]), body).await.expect(200);
}

/// A rule for fields runs once for each change that includes any of them, and for no other. The loan lists the fields.
#[tokio::test]
async fn a_rule_runs_when_a_field_changes() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    let change = async |field: &str, from: Value, to: Value| {
        let change = json!([{"path": format!("loan/{field}"), "from": from, "to": to}]);
        let _ = avery.patch(&format!("{path}/application"), change).await.expect(200);
    };
    // Without a rule, changes aren't recorded for rules.
    change("noteRate", Value::Null, json!("6.25")).await;
    let waits = json!({"kind": "FIELD_CHANGED", "fields": ["rate", "term", "closing", "rate"]});
    let aus = rule("Run it again", waits, &template_ids(&avery, &["Run AUS"]).await);
    let made = grace.post("/api/automation-rules", aus).await.expect(201).json;
    let fields = json!(["rate", "term", "closing"]);
    assert_eq!(made["trigger"], json!({"kind": "FIELD_CHANGED", "stageIds": [], "fields": fields}));

    change("noteRate", json!("6.250"), json!("6.25")).await;
    change("interestOnly", Value::Null, json!(true)).await;
    keyturn.do_jobs().await;
    assert_eq!(titles(&avery, &loan).await, [""; 0]);
    let both = json!([
        {"path": "loan/noteRate", "from": "6.250", "to": "6.5"}, {"path": "loan/termMonths", "from": null, "to": 180},
    ]);
    let _ = avery.patch(&format!("{path}/application"), both).await.expect(200);
    keyturn.do_jobs().await;
    assert_eq!(titles(&avery, &loan).await, ["Run AUS"]);
    plan_closing(&avery, &loan, None, Date::constant(2030, 3, 1)).await;
    keyturn.do_jobs().await;
    assert_eq!(titles(&avery, &loan).await, ["Run AUS", "Run AUS"]);
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    let told: Vec<_> = runs.as_array().unwrap().iter().map(|run| (&run["fields"], &run["stageName"])).collect();
    assert_eq!(told, [(&json!(["closing"]), &Value::Null), (&json!(["rate", "term"]), &Value::Null)]);

    // Every job runs again, as after a crash, and creates nothing twice.
    let again = format!(
        "insert into jobs._private_jobs (task_id, payload, max_attempts)
         select t.id, json_build_object('company', {0}, 'step', o.id), 10
         from jobs._private_tasks t, automation_occasion o
         where t.identifier = 'run-rules' and o.company_id = {0}",
        cove.id
    );
    sql(&keyturn, again).await;
    keyturn.do_jobs().await;
    assert_eq!(titles(&avery, &loan).await.len(), 2);

    for (wrong, message) in [
        (json!({"kind": "FIELD_CHANGED"}), "Choose fields"),
        (json!({"kind": "DATE_REACHED"}), "Choose a day of the loan"),
        (json!({"kind": "UNCHANGED", "hours": 0}), "Choose one to 4380 hours"),
        (json!({"kind": "UNCHANGED", "hours": 4_381}), "Choose one to 4380 hours"),
        (
            json!({"kind": "DATE_REACHED", "day": {"days": 401, "count": "CALENDAR", "side": "AFTER", "of": "CLOSING"}}),
            "At most 400 days",
        ),
        (
            json!({"kind": "DATE_REACHED", "day": {"days": 1, "count": "CALENDAR", "side": "AFTER", "of": "START"}}),
            "Choose a day of the loan",
        ),
    ] {
        let refused = grace.post("/api/automation-rules", rule("x", wrong, &[])).await.expect(422);
        assert_eq!(refused.json["fields"]["trigger"], message);
    }
    let unknown = rule("x", json!({"kind": "FIELD_CHANGED", "fields": ["ssn"]}), &[]);
    let _ = grace.post("/api/automation-rules", unknown).await.expect(422);
}

/// A rule for a date of the loan runs when the date arrives in the branch's time zone: once per date, a few days late
/// if the date was entered late, and never for dates before the rule.
#[tokio::test]
async fn a_rule_runs_when_a_date_arrives() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    // The dates of company and branch differ for 21 hours a day.
    sql(&keyturn, format!("update org_unit set time_zone = 'Pacific/Pago_Pago' where id = {}", cove.id)).await;
    let branch = avery.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").clone();
    sql(&keyturn, format!("update org_unit set time_zone = 'Pacific/Guam' where id = {branch}")).await;
    let today = *platform::db::Date::today_in("Pacific/Guam");
    let waits = |days: u16, side: &str| json!({"kind": "DATE_REACHED", "day": {"days": days, "count": "CALENDAR", "side": side, "of": "CLOSING"}});
    let before = rule("Three days before", waits(3, "BEFORE"), &template_ids(&avery, &["Pull credit"]).await);
    let _ = grace.post("/api/automation-rules", before).await.expect(201);
    let after = rule("The day after", waits(1, "AFTER"), &template_ids(&avery, &["Run AUS"]).await);
    let _ = grace.post("/api/automation-rules", after).await.expect(201);

    let (near, far) = (loans::create(&avery, "Maya", "Ortiz").await, loans::create(&avery, "Ben", "Archer").await);
    plan_closing(&avery, &near, None, today + 3.days()).await;
    plan_closing(&avery, &far, None, today + 4.days()).await;
    an_hour_later(&keyturn).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &near).await, ["Pull credit"]);
    assert_eq!(titles(&avery, &far).await, [""; 0]);
    let runs = avery.get(&format!("/api/loans/{}/automation", near["id"])).await.expect(200).json["rows"].clone();
    assert_eq!((&runs[0]["ruleName"], &runs[0]["reachedOn"]), (&json!("Three days before"), &json!(today + 3.days())));

    // A new date is a new occasion. One that lies before the rule isn't.
    plan_closing(&avery, &near, Some(today + 3.days()), today + 2.days()).await;
    plan_closing(&avery, &far, Some(today + 4.days()), today + 3.days()).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &near).await, ["Pull credit"]);
    assert_eq!(titles(&avery, &far).await, ["Pull credit"]);
    sql(&keyturn, "update automation_rule_version set changed_at = now() - interval '30 days'".to_owned()).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &near).await, ["Pull credit", "Pull credit"]);
    assert_eq!(titles(&avery, &far).await, ["Pull credit"]);
    plan_closing(&avery, &far, Some(today + 3.days()), today - 30.days()).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &far).await, ["Pull credit"]);
}

/// A rule for hours without a change runs on active loans, once for each idle period.
#[tokio::test]
async fn a_rule_runs_when_nothing_changes() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let call =
        rule("Forgotten", json!({"kind": "UNCHANGED", "hours": 48}), &template_ids(&avery, &["Pull credit"]).await);
    let _ = grace.post("/api/automation-rules", call).await.expect(201);
    let (lies, moves) = (loans::create(&avery, "Maya", "Ortiz").await, loans::create(&avery, "Ben", "Archer").await);
    let lain = async |loan: &Value, hours: u16| {
        let since = format!("update loan set updated_at = now() - interval '{hours} hours' where id = {}", loan["id"]);
        sql(&keyturn, since).await;
    };
    lain(&lies, 49).await;
    lain(&moves, 47).await;
    // Idle time before the rule doesn't count.
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &lies).await, [""; 0]);
    sql(&keyturn, "update automation_rule_version set changed_at = now() - interval '30 days'".to_owned()).await;
    an_hour_later(&keyturn).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &lies).await, ["Pull credit"]);
    assert_eq!(titles(&avery, &moves).await, [""; 0]);
    let runs = avery.get(&format!("/api/loans/{}/automation", lies["id"])).await.expect(200).json["rows"].clone();
    assert!(runs[0]["unchangedSince"].is_string() && runs[0]["reachedOn"].is_null(), "{runs}");
    lain(&lies, 50).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &lies).await.len(), 2);
    // Loans idle for more than another week, or ended, cause nothing.
    lain(&lies, 48 + 8 * 24).await;
    an_hour_later(&keyturn).await;
    assert_eq!(titles(&avery, &lies).await.len(), 2);
}
