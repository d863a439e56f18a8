//! Dates in requests.

use crate::walk::visit;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    Keyturn,
    officer::{fixture, import_mismo, manual, membership},
    visits::{
        Ids,
        Visit::{Names, Own},
        visits,
    },
};

/// Collects the paths of all dates in a schema, with `0` for the first item of a list.
fn dates(document: &Value, schema: &Value, path: &[String], found: &mut Vec<Vec<String>>) {
    if path.len() > 5 {
        return;
    }
    if let Some(name) = schema["$ref"].as_str() {
        return dates(document, document.pointer(&name[1..]).unwrap(), path, found);
    }
    if schema["format"] == "date" {
        found.push(path.to_vec());
    }
    let below = |step: &str| [path, &[step.to_owned()]].concat();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        dates(document, property, &below(name), found);
    }
    if let Some(items) = schema.get("items") {
        dates(document, items, &below("0"), found);
    }
    for one in ["oneOf", "anyOf", "allOf"].iter().filter_map(|key| schema[key].as_array()).flatten() {
        dates(document, one, path, found);
    }
}

/// A body with only the date.
fn body_of(path: &[String], date: &str) -> Value {
    path.iter().rev().fold(json!(date), |inner, step| if step == "0" { json!([inner]) } else { json!({ step: inner }) })
}

/// Every date in every request body refuses days before 1900 and impossible days, by field.
#[tokio::test]
async fn no_request_takes_a_day_before_1900_or_an_impossible_day() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let ids = Ids::made_by(&avery, cove.id).await;
    let document = avery.get("/api/openapi.json").await.expect(200).json;
    let visits = visits();
    let mut tried = 0;
    for (route, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let mut found = Vec::new();
            dates(&document, schema, &[], &mut found);
            if found.is_empty() {
                continue;
            }
            let name = operation["operationId"].as_str().unwrap();
            let address = match &visits[name] {
                Names(request) => request(&ids).0,
                Own(request) => request().0,
                _ => panic!("{name} has a body and names nothing"),
            };
            for path in &found {
                for (day, sentence) in [
                    ("0916-08-26", "Enter a date on or after 01/01/1900"),
                    ("1899-12-31", "Enter a date on or after 01/01/1900"),
                    ("2026-02-30", "Enter a calendar date as YYYY-MM-DD"),
                ] {
                    let method: Method = method.to_uppercase().parse().unwrap();
                    let answer = visit(&avery, &method, (address.clone(), Some(body_of(path, day)))).await;
                    let told = answer.json["fields"].as_object().map(|fields| fields.values().collect::<Vec<_>>());
                    assert_eq!(answer.status, 422, "{method} {route} {path:?} {day}: {}", answer.json);
                    assert_eq!(told, Some(vec![&json!(sentence)]), "{method} {route} {path:?} {day}: {}", answer.json);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried >= 3 * 15, "only {tried} were tried");
}

/// Fields of an application, and a borrower's sealed date of birth.
#[tokio::test]
async fn an_application_takes_no_day_before_1900_or_impossible_day() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let ids = Ids::made_by(&avery, cove.id).await;
    let path = format!("/api/loans/{}/application", ids.loan);
    let borrower = avery.get(&path).await.expect(200).json["application"]["borrowers"][0]["id"].clone();
    let birth = format!("borrowers/{}/birthDate", borrower.as_str().unwrap());
    for field in ["loan/applicationReceivedOn", &birth] {
        for (day, sentence) in [
            ("0916-08-26", "Enter a date on or after 01/01/1900"),
            ("2026-02-30", "Enter a calendar date as YYYY-MM-DD"),
        ] {
            let refused = avery.patch(&path, json!([{"path": field, "to": day}])).await.expect(422);
            assert_eq!(refused.json["fields"], json!({ field: sentence }));
        }
    }
}

/// A task's due date; empty means none.
#[tokio::test]
async fn a_task_is_due_on_a_calendar_date_from_1900_on() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    for (day, sentence) in
        [("0916-08-26", "Enter a date on or after 01/01/1900"), ("2026-02-30", "Enter a calendar date as YYYY-MM-DD")]
    {
        let refused = avery.post("/api/tasks", json!({"title": "Order appraisal", "dueDate": day})).await.expect(422);
        assert_eq!(refused.json["fields"]["dueDate"], sentence, "{}", refused.json);
    }
}

/// The application date of a TRID review can't be later than today in the loan's branch.
#[tokio::test]
async fn a_reviewed_application_is_not_from_the_future() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    // The last time zone in which a day begins.
    let _ = sqlx::query("update org_unit set time_zone = 'Pacific/Pago_Pago' where id = $1 or parent_id = $1")
        .bind(cove.id)
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let read = import_mismo(&avery, "active.xml", fixture("conventional-purchase.xml")).await.expect(200).json;
    let here = platform::db::Date::today_in("Pacific/Pago_Pago");
    let mut payload = manual("Maya", "Ortiz", membership(&avery).await);
    payload["fileId"] = read["fileId"].clone();
    payload["importType"] = json!("ACTIVE_LOAN");
    payload["TridData"] = read["TridData"].clone();
    payload["TridData"]["ApplicationDate"] = json!(here.tomorrow().unwrap().to_string());
    let refused = avery.post("/api/loans/from-mismo", payload.clone()).await.expect(422);
    let sentence = format!("Enter a date on or before {}", here.strftime("%m/%d/%Y"));
    assert_eq!(refused.json["fields"], json!({ "TridData/ApplicationDate": sentence }));
    payload["TridData"]["ApplicationDate"] = json!(here.to_string());
    let _ = avery.post("/api/loans/from-mismo", payload).await.expect(201);
}
