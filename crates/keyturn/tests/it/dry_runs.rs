//! Dry runs of rules over the past 90 days.

use crate::{
    automation::{move_to, rule, stage, template_ids},
    loans,
};
use jiff::ToSpan;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{
    Client, Keyturn,
    officer::{manual, membership},
};

async fn sql(keyturn: &Keyturn, text: String) {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// Number of rows of each table.
async fn row_counts(keyturn: &Keyturn) -> Vec<(String, String)> {
    sqlx::query_as(
        "select c.relname::text, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text
         from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         order by c.relname",
    )
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap()
}

async fn made(client: &Client, body: Value) -> String {
    let rule = client.post("/api/automation-rules", body).await.expect(201).json;
    format!("/api/automation-rules/{}/dry-run", rule["id"])
}

async fn tried(keyturn: &Keyturn, client: &Client, path: &str) -> Value {
    keyturn.do_jobs().await;
    let asked = client.post(path, json!({})).await.expect(202).json["dryRun"].clone();
    assert_eq!((&asked["progress"], &asked["finishedAt"]), (&json!(0), &Value::Null));
    let before = row_counts(keyturn).await;
    keyturn.do_jobs().await;
    assert_eq!(row_counts(keyturn).await, before);
    let run = client.get(path).await.expect(200).json["dryRun"].clone();
    assert!(run["progress"] == 100 && run["finishedAt"].is_string(), "{run}");
    run
}

fn counted(run: &Value) -> (i64, i64, i64) {
    let count = |name: &str| run[name].as_i64().unwrap();
    (count("eventCount"), count("loanCount"), count("taskCount"))
}

/// AUTO-08: a dry run counts events, affected loans and tasks of the past 90 days, lists the loans with the effects,
/// and writes only its own row, regardless of the number of events.
#[tokio::test]
async fn a_rule_is_run_dry_over_the_past_ninety_days() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (setup, begun) = (stage(&avery, "LoanSetup").await, stage(&avery, "ApplicationStarted").await);
    let purchase = loans::create(&avery, "Maya", "Ortiz").await;
    let mut body = manual("Tess", "Calloway", membership(&avery).await);
    body["LoanPurposeType"] = json!("Refinance");
    let refinance = avery.post("/api/loans", body).await.expect(201).json;
    let old = loans::create(&avery, "Ben", "Archer").await;
    for (loan, to) in
        [(&purchase, &setup), (&purchase, &begun), (&purchase, &setup), (&refinance, &setup), (&old, &setup)]
    {
        move_to(&avery, loan, to).await;
    }
    let long_ago =
        format!("update loan_stage_change set recorded_at = now() - interval '91 days' where loan_id = {}", old["id"]);
    sql(&keyturn, long_ago).await;

    let templates = template_ids(&avery, &["Order appraisal", "Order title"]).await;
    let mut orders = rule("Orders", json!({"kind": "STAGE_ENTERED", "stageIds": [setup]}), &templates);
    orders["isActive"] = json!(false);
    orders["conditions"] =
        json!({"match": "all", "conditions": [{"field": "purpose", "operator": "is", "values": ["Purchase"]}]});
    orders["actions"].as_array_mut().unwrap().push(json!({"kind": "HOLD", "fields": ["closing"]}));
    let path = made(&grace, orders).await;
    assert_eq!(grace.get(&path).await.expect(200).json, json!({"dryRun": null}));
    let run = tried(&keyturn, &grace, &path).await;
    assert_eq!(counted(&run), (3, 1, 4));
    assert_eq!(
        run["loans"],
        json!([{
            "LoanId": purchase["id"], "loanNumber": purchase["loanNumber"], "borrowerName": "Maya Ortiz", "times": 2,
            "would": {"tasks": ["Order appraisal", "Order title"], "held": ["Closing is missing"], "acts": []},
        }])
    );
    let _ = avery.get(&path).await.expect(403);
    let _ = avery.post(&path, json!({})).await.expect(403);
    // A branch admin only sees their own branch's loans, separate from the company's dry run.
    let tom = cove.sign_in("tom.reyes").await;
    assert_eq!(tom.get(&path).await.expect(200).json, json!({"dryRun": null}));
    assert_eq!(counted(&tried(&keyturn, &tom, &path).await), (0, 0, 0));
    assert_eq!(grace.get(&path).await.expect(200).json["dryRun"], run);

    let mut created = rule("Created", json!({"kind": "CREATED"}), &templates);
    created["isActive"] = json!(false);
    let created = made(&grace, created).await;
    assert_eq!(counted(&tried(&keyturn, &grace, &created).await), (2, 2, 4));

    // More events than fit into one batch.
    let many = format!(
        "insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, changed_by)
         select c.company_id, c.loan_id, c.stage_id, c.stage_rank, c.changed_by
         from loan_stage_change c, generate_series(1, 2100)
         where c.company_id = {} and c.loan_id = {} and c.stage_id = {setup}",
        cove.id, refinance["id"]
    );
    sql(&keyturn, many).await;
    assert_eq!(counted(&tried(&keyturn, &grace, &path).await), (2_103, 1, 4));
}

/// AUTO-08: dry runs also cover field, date and hour triggers. Fields that change together are one event, and fields
/// without history are named.
#[tokio::test]
async fn every_kind_of_rule_is_run_dry() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (loan, _) = (loans::create(&avery, "Maya", "Ortiz").await, loans::create(&avery, "Ben", "Archer").await);
    let path = format!("/api/loans/{}", loan["id"]);
    let term =
        avery.get(&format!("{path}/application")).await.expect(200).json["application"]["loan"]["termMonths"].clone();
    for change in [
        json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}, {"path": "loan/termMonths", "from": term, "to": 180}]),
        json!([{"path": "loan/noteRate", "from": "6.500", "to": "6.25"}]),
        json!([{"path": "loan/interestOnly", "from": null, "to": true}]),
    ] {
        let _ = avery.patch(&format!("{path}/application"), change).await.expect(200);
    }
    let today = *platform::db::Date::today_in("America/Los_Angeles");
    let closing = json!({"from": null, "closingOn": today - 20.days()});
    let _ = avery.put(&format!("{path}/closing-date"), closing).await.expect(200);

    let credit = template_ids(&avery, &["Pull credit"]).await;
    let fields = json!({"kind": "FIELD_CHANGED", "fields": ["rate", "term", "closing", "officer"]});
    let mut waits = rule("Fields", fields, &credit);
    waits["actions"].as_array_mut().unwrap().push(json!({"kind": "SET_FIELD", "field": "lien", "value": "FirstLien"}));
    let run = tried(&keyturn, &grace, &made(&grace, waits).await).await;
    assert_eq!(counted(&run), (2, 1, 2));
    assert_eq!(run["leftOut"], json!(["closing", "officer"]));
    assert_eq!(run["loans"][0]["would"]["acts"], json!([{"kind": "SET_FIELD", "field": "lien", "value": "FirstLien"}]));

    let day = |days: u16| json!({"days": days, "count": "CALENDAR", "side": "BEFORE", "of": "CLOSING"});
    let near = rule("Near", json!({"kind": "DATE_REACHED", "day": day(69)}), &credit);
    assert_eq!(counted(&tried(&keyturn, &grace, &made(&grace, near).await).await), (1, 1, 1));
    let far = rule("Far", json!({"kind": "DATE_REACHED", "day": day(73)}), &credit);
    assert_eq!(counted(&tried(&keyturn, &grace, &made(&grace, far).await).await), (0, 0, 0));

    sql(&keyturn, format!("update loan set updated_at = now() - interval '20 days' where id = {}", loan["id"])).await;
    let lies = rule("Lies", json!({"kind": "UNCHANGED", "hours": 240}), &credit);
    assert_eq!(counted(&tried(&keyturn, &grace, &made(&grace, lies).await).await), (1, 1, 1));
}
