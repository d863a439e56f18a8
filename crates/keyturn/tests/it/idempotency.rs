//! Requests sent twice: every POST route honors the `Idempotency-Key` or refuses it with a message.

use crate::walk::visit;
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::BTreeMap;
use testkit::{
    Answer, Client, Keyturn, PASSWORD,
    officer::{lead, manual, membership},
    visits::{
        Ids,
        Visit::{self, Names, NamesNothing, OfProvider, Own},
        visits,
    },
};
use uuid::Uuid;

/// Concurrent equal requests.
const AT_ONCE: usize = 50;
/// These remove what the others need, so they run last.
const LAST: [&str; 5] =
    ["cancelSubscription", "suspendBranch", "changePassword", "approveSecondFactorReset", "deactivateUser"];

type Request = (String, Option<Value>);

/// The request of the walk, or one that succeeds where the walk's is refused.
fn request_of(name: &str, visit: &Visit, ids: &Ids) -> Option<Request> {
    if name == "changePassword" {
        let body = json!({"currentPassword": PASSWORD, "newPassword": "A-Quiet-Harbor-2026!"});
        return Some(("/api/auth/password".into(), Some(body)));
    }
    match visit {
        Own(request) => Some(request()),
        Names(request) | OfProvider(request) => Some(request(ids)),
        NamesNothing => None,
    }
}

async fn at_once(client: &Client, key: Uuid, request: &Request) -> Vec<Answer> {
    let keyed = client.with_header("idempotency-key", &key.to_string());
    // Each request uses a tab whose state the others can't change.
    let sent = (0..AT_ONCE).map(|_| {
        let (tab, request) = (keyed.another_tab(), request.clone());
        async move { visit(&tab, &Method::POST, request).await }
    });
    join_all(sent).await
}

/// ID of the newest audit entry.
async fn newest_entry(superuser: &mut PgConnection) -> i64 {
    sqlx::query_scalar("select coalesce(max(id), 0) from audit_entry").fetch_one(superuser).await.unwrap()
}

/// Actions and entities audited after an entry, with their counts.
async fn effects_since(superuser: &mut PgConnection, entry: i64) -> Vec<(String, i64)> {
    // Actions across companies have an entry in each company. One action can end several logins.
    let query = "select action || ' ' || entity, count(*) from audit_entry where id > $1 and entity <> 'login' group by company_id, 1 order by 2";
    sqlx::query_as(query).bind(entry).fetch_all(superuser).await.unwrap()
}

fn is_refusal_of_the_key(answer: &Answer) -> bool {
    answer.status == 422
        && answer.json["fields"]["idempotency-key"]
            .as_str()
            .is_some_and(|text| text.contains("takes no Idempotency-Key"))
}

/// For every POST operation of the OpenAPI description, 50 equal requests with one key have one effect and one answer,
/// or the key is refused.
#[tokio::test]
async fn every_post_runs_once_or_refuses_the_key() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let mut superuser = keyturn.superuser().await;
    let ids = Ids::made_by(&avery, cove.id).await.with_reset(&mut superuser).await.with_api_key(&mut superuser).await;
    let document = avery.get("/api/openapi.json").await.expect(200).json;
    let mut posts: Vec<(&str, &Value)> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if item["post"].is_object() {
            posts.push((path, &item["post"]));
        }
    }
    let rank = |operation: &Value| LAST.iter().position(|name| operation["operationId"] == *name);
    posts.sort_by_key(|(_, operation)| rank(operation));
    assert!(posts.len() >= 101, "{} POST routes", posts.len());

    let visits = visits();
    let (mut honored, mut refusing, mut refused) = (0, 0, BTreeMap::new());
    for (path, operation) in posts {
        let name = operation["operationId"].as_str().unwrap();
        let takes_key = operation["parameters"].to_string().contains("Idempotency-Key");
        if !takes_key {
            let key = Uuid::new_v4().to_string();
            let keyed = avery.with_header("idempotency-key", &key);
            let answer = keyed.post(&path.replace("{id}", &Uuid::nil().to_string()), json!({})).await;
            assert!(is_refusal_of_the_key(&answer), "{name}: {} {}", answer.status, answer.json);
            refusing += 1;
            continue;
        }
        let request = request_of(name, &visits[name], &ids).unwrap_or_else(|| panic!("{name} has no request"));
        let (key, mut answers, mut client) = (Uuid::new_v4(), Vec::new(), &avery);
        let before = newest_entry(&mut superuser).await;
        for candidate in [&avery, &grace, &sam] {
            client = candidate;
            answers = at_once(client, key, &request).await;
            if answers.iter().all(|answer| answer.status != 403) {
                break;
            }
        }
        assert!(
            answers.iter().all(|answer| answer.status < 500),
            "{name}: {:?}",
            answers.iter().find(|a| a.status > 499)
        );
        if answers.iter().all(|answer| answer.status >= 400) {
            let keys: i64 = sqlx::query_scalar("select count(*) from idempotency where key = $1")
                .bind(key)
                .fetch_one(&mut superuser)
                .await
                .unwrap();
            assert_eq!(keys, 0, "{name} was refused and has taken the key");
            refused.insert(name.to_owned(), format!("{} {}", answers[0].status, answers[0].json["message"]));
            continue;
        }
        for answer in &answers {
            assert_eq!((answer.status, &answer.json), (answers[0].status, &answers[0].json), "{name}");
        }
        let effects = effects_since(&mut superuser, before).await;
        assert!(effects.iter().all(|(_, count)| *count == 1), "{name} had {effects:?}");
        // Sent again later, and with another body.
        let again = newest_entry(&mut superuser).await;
        let keyed = client.with_header("idempotency-key", &key.to_string());
        if !LAST.contains(&name) {
            let repeated = visit(&keyed.another_tab(), &Method::POST, request.clone()).await;
            assert_eq!((repeated.status, &repeated.json), (answers[0].status, &answers[0].json), "{name}");
            let other = keyed.another_tab().post(&request.0, json!({"another": "body"})).await;
            assert_eq!(other.status, 422, "{name}: {}", other.json);
            assert!(other.json["fields"]["idempotency-key"].is_string(), "{name}: {}", other.json);
        }
        assert!(effects_since(&mut superuser, again).await.is_empty(), "{name}");
        honored += 1;
    }
    println!(
        "{honored} POST routes are carried out once, {refusing} refuse the key, {} refuse the walk's request",
        refused.len()
    );
    println!("{refused:#?}");
    assert!(honored >= 40, "{honored} are carried out, these are refused: {refused:#?}");
}

/// With two processes on one database, the second waits for the first and answers the same.
#[tokio::test]
async fn equal_requests_to_two_processes_make_one_loan() {
    let keyturn = Keyturn::start().await;
    let second = keyturn.second_process().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let officer = membership(&avery).await;
    let before = avery.get("/api/loans?onlyCount=true").await.expect(200).json["count"].as_i64().unwrap();
    for round in 0..10 {
        let keyed = avery.with_header("idempotency-key", &Uuid::new_v4().to_string());
        let body = manual("Two", &format!("Processes{round}"), officer);
        // A token is valid only on the host that issued it.
        let there = keyed.at(&second.base).with_header("host", keyturn.base.trim_start_matches("http://"));
        let sent = (0..AT_ONCE).map(|n| {
            let client = if n % 2 == 0 { &keyed } else { &there };
            client.post("/api/loans", body.clone())
        });
        let answers = join_all(sent).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.json), (201, &answers[0].json), "{}", answer.json);
        }
    }
    let after = avery.get("/api/loans?onlyCount=true").await.expect(200).json["count"].as_i64().unwrap();
    assert_eq!(after - before, 10);
}

/// Keys of API key requests are separate.
#[tokio::test]
async fn a_program_submits_a_lead_once() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    let body = json!({"name": "Website", "owner": "COMPANY", "scopes": ["leads:write"]});
    let made = ruth.post("/api/api-keys", body).await.expect(201);
    let program = keyturn.visitor().with_token(made.at("/secret").as_str().unwrap());
    let keyed = program.with_header("idempotency-key", &Uuid::new_v4().to_string());
    let sent = (0..AT_ONCE).map(|_| keyed.post("/api/leads", lead("Maya", "Ortiz", &[])));
    let answers = join_all(sent).await;
    for answer in &answers {
        assert!(matches!(answer.status, 201 | 202), "{} {}", answer.status, answer.json);
        assert_eq!((answer.status, &answer.json), (answers[0].status, &answers[0].json));
    }
    let arrivals: i64 = sqlx::query_scalar("select count(*) from lead_arrival")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(arrivals, 1);
}

/// A refused request doesn't consume the key: after correction, it can be sent with the same key.
#[tokio::test]
async fn a_refused_request_leaves_its_key_free() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let keyed = avery.with_header("idempotency-key", &Uuid::new_v4().to_string());
    let _ = keyed.post("/api/tasks", json!({"title": "  "})).await.expect(422);
    let made = keyed.post("/api/tasks", json!({"title": "Call the title company"})).await.expect(201);
    let again = keyed.post("/api/tasks", json!({"title": "Call the title company"})).await.expect(201);
    assert_eq!(made.json, again.json);
}

/// The stored answer is sealed, and returned only while the login exists.
#[tokio::test]
async fn a_stored_answer_is_sealed_and_ends_with_the_login() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    let keyed = ruth.with_header("idempotency-key", &Uuid::new_v4().to_string());
    let body = json!({"name": "Website", "owner": "SELF", "scopes": ["leads:write"]});
    let made = keyed.post("/api/api-keys", body.clone()).await.expect(201);
    let secret = made.json.to_string();
    let secret = &secret[secret.find("kt_live_").expect("a secret")..][..40];
    let kept: Vec<u8> = sqlx::query_scalar("select answer from idempotency where answer is not null")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert!(memchr::memmem::find(&kept, secret.as_bytes()).is_none());
    assert_eq!(keyed.post("/api/api-keys", body.clone()).await.expect(201).json, made.json);
    let _ = ruth.post("/api/auth/logout", json!({})).await.expect(200);
    let _ = keyed.post("/api/api-keys", body).await.expect(401);
}

/// Keys expire after 24 hours even if they haven't been swept.
#[tokio::test]
async fn a_key_can_be_reused_after_a_day() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let keyed = avery.with_header("idempotency-key", &Uuid::new_v4().to_string());
    let first = keyed.post("/api/tasks", json!({"title": "Yesterday"})).await.expect(201);
    sqlx::raw_sql("update idempotency set created_at = now() - interval '25 hours'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let second = keyed.post("/api/tasks", json!({"title": "Today"})).await.expect(201);
    assert_ne!(first.json["id"], second.json["id"]);
}
