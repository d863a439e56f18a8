//! Saved views of a list: named, shared with a branch or the company, and editable by permission.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

fn view(name: &str, sharing: &str) -> Value {
    let filter =
        json!({"match": "all", "conditions": [{"field": "closing", "operator": "within", "values": ["thisMonth"]}]});
    json!({
        "list": "loans", "name": name, "sharing": sharing,
        "content": {"filter": filter.to_string(), "columns": "borrower.number.closing", "orderBy": "closing", "sort": "ASC",
                    "grouping": "stage", "view": "board"},
    })
}

async fn names(client: &Client) -> Vec<String> {
    let seen = client.get("/api/views?list=loans").await.expect(200).json;
    seen["rows"].as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
}

/// A view stores filters, columns, sort, grouping and layout. A private view is visible to its owner, a branch view in
/// the branch, and a company view to everyone. Sharing requires permission.
#[tokio::test]
async fn views_are_private_or_shared_with_a_branch_or_company() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, jamie) = (cove.sign_in("avery.stone").await, cove.sign_in("jamie.lin").await);
    let made = avery.post("/api/views", view("Closing soon", "PRIVATE")).await.expect(201).json;
    assert_eq!(made["content"], view("", "")["content"]);
    assert_eq!((&made["sharing"], &made["mayEdit"], &made["version"]), (&json!("PRIVATE"), &json!(true), &json!(1)));
    assert_eq!(names(&avery).await, ["Closing soon"]);
    assert!(names(&jamie).await.is_empty());

    // Officers can't share.
    assert_eq!(avery.get("/api/views?list=loans").await.json["sharing"], json!(["PRIVATE"]));
    for sharing in ["BRANCH", "COMPANY"] {
        avery.post("/api/views", view("Ours", sharing)).await.expect(403);
    }
    let path = format!("/api/views/{}", made["id"]);
    let mine = avery.with_header("if-match", "1");
    mine.put(&path, view("Closing soon", "COMPANY")).await.expect(403);
    jamie.with_header("if-match", "1").put(&path, view("Taken", "PRIVATE")).await.expect(404);
    jamie.delete(&path).await.expect(404);

    let changed = mine.put(&path, view("Closing", "PRIVATE")).await.expect(200).json;
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Closing"), &json!(2)));
    let stale = mine.put(&path, view("Later", "PRIVATE")).await.expect(409);
    assert_eq!(stale.at("/details/record/name"), "Closing");
    let twice = avery.post("/api/views", view("closing", "PRIVATE")).await.expect(422);
    assert_eq!(twice.json["fields"]["name"], "You have a view of this name already");
    avery.delete(&path).await.expect(204);
    assert!(names(&avery).await.is_empty());
    let entries = audit_of(&keyturn, cove.id, "view", made["id"].as_i64().unwrap()).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["view.create", "view.edit", "view.remove"]);
}

/// A company administrator publishes to the company. Only publishers change published views, and everyone has them in
/// the list.
#[tokio::test]
async fn published_views_appear_for_everyone_and_only_publishers_change_them() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    assert_eq!(grace.get("/api/views?list=loans").await.json["sharing"], json!(["PRIVATE", "BRANCH", "COMPANY"]));
    let made = grace.post("/api/views", view("Month end", "COMPANY")).await.expect(201).json;
    let seen = avery.get("/api/views?list=loans").await.expect(200).json["rows"][0].clone();
    assert_eq!((&seen["id"], &seen["name"], &seen["mayEdit"]), (&made["id"], &json!("Month end"), &json!(false)));
    assert_eq!(seen["ownerName"], made["ownerName"]);
    let path = format!("/api/views/{}", made["id"]);
    avery.with_header("if-match", "1").put(&path, view("Mine now", "PRIVATE")).await.expect(403);
    avery.delete(&path).await.expect(403);
    // Users save their changes as their own view.
    avery.post("/api/views", view("Month end", "PRIVATE")).await.expect(201);
    assert_eq!(names(&avery).await, ["Month end", "Month end"]);
    // Another company doesn't see it.
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    assert!(names(&alice).await.is_empty());
    alice.delete(&path).await.expect(404);
}

/// Invalid views are reported by path.
#[tokio::test]
async fn a_view_has_its_limits() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let refused = |body: Value| {
        let avery = avery.clone();
        async move { avery.post("/api/views", body).await.expect(422).json["fields"].clone() }
    };
    let with = |key: &str, value: Value| {
        let mut body = view("A", "PRIVATE");
        body[key] = value;
        body
    };
    assert_eq!(refused(with("name", json!("  "))).await["name"], "Name is required");
    assert!(refused(with("name", json!("x".repeat(61)))).await["name"].is_string());
    assert!(refused(with("list", json!("borrowers"))).await["list"].is_string());
    assert!(refused(with("sharing", json!("WORLD"))).await["sharing"].is_string());
    let columns = vec!["c"; 31].join(".");
    assert_eq!(
        refused(with("content", json!({"columns": columns}))).await["content/columns"],
        "must be at most 30 columns"
    );
    assert!(refused(with("content", json!({"filter": "x".repeat(12_001)}))).await["content"].is_string());
    let filter =
        json!({"match": "all", "conditions": [{"field": "ssn", "operator": "is", "values": ["1"]}]}).to_string();
    assert!(refused(with("content", json!({"filter": filter}))).await["filter.conditions[0].field"].is_string());
    for n in 0..50 {
        avery.post("/api/views", view(&format!("View {n}"), "PRIVATE")).await.expect(201);
    }
    assert_eq!(refused(view("One more", "PRIVATE")).await["name"], "You have 50 views already. Remove one first.");
    avery.get("/api/views?list=borrowers").await.expect(422);
}
