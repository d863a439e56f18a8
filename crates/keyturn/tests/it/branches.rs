//! Branches: list, creation, suspension.

use crate::org_units::{audit_of, own_unit};
use serde_json::{Value, json};
use testkit::Keyturn;

fn names(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["displayName"].as_str().unwrap()).collect()
}

/// A company admin creates a branch. It is listed with its workload and audited.
#[tokio::test]
async fn grace_opens_a_branch() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let avery = cove.sign_in("avery.stone").await;
    let _ = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/org-units/{}/branches", cove.id);
    let before = grace.get(&path).await.expect(200).json;
    assert_eq!((names(&before), &before["count"]), (vec!["Harbor Home Lending", "Bayside", "Summit"], &json!(3)));
    let rows = &before["rows"];
    assert_eq!((&rows[0]["isHeadQuarter"], &rows[1]["isHeadQuarter"]), (&json!(true), &json!(false)));
    assert_eq!((&rows[1]["people"], &rows[1]["openLoans"], &rows[2]["openLoans"]), (&json!(9), &json!(1), &json!(0)));

    let body = json!({
        "name": " Cove North ",
        "nmlsId": "207103",
        "address": {"street": "5 Main Street", "city": "Eureka", "stateCode": "CA", "postalCode": "95501"},
    });
    let once = grace.with_header("idempotency-key", "018f0000-0000-7000-8000-000000000001");
    let made = once.post(&path, body.clone()).await.expect(201).json;
    assert_eq!(
        (&made["name"], &made["displayName"], &made["type"]),
        (&json!("Cove North"), &json!("Cove North"), &json!("BRANCH"))
    );
    assert_eq!(made["timeZone"], "America/Los_Angeles");
    let answers = tokio::join!(once.post(&path, body.clone()), once.post(&path, body.clone()));
    assert_eq!(
        (answers.0.expect(201).json["id"].clone(), answers.1.expect(201).json["id"].clone()),
        (made["id"].clone(), made["id"].clone())
    );
    let _ = once.post(&path, json!({"name": "Another"})).await.expect(422);
    let id = made["id"].as_i64().unwrap();
    assert_eq!(grace.get(&format!("/api/org-units/{id}")).await.expect(200).json, made);
    let entries = audit_of(&keyturn, cove.id, "org-unit", id).await;
    assert_eq!(
        (entries.len(), entries[0].0.as_str(), &entries[0].2["name"]),
        (1, "org-unit.create", &json!("Cove North"))
    );

    for (query, found) in [
        ("string=north", vec!["Cove North"]),
        ("string=EUREKA", vec!["Cove North"]),
        ("string=20710", vec!["Bayside", "Cove North", "Summit"]),
        ("string=100%25", vec![]),
        ("limit=2&offset=1", vec!["Bayside", "Cove North"]),
    ] {
        assert_eq!(names(&grace.get(&format!("{path}?{query}")).await.expect(200).json), found, "{query}");
    }
    assert_eq!(grace.get(&format!("{path}?onlyCount=true")).await.expect(200).json, json!({"count": 4}));

    let wrong = json!({"name": " ", "nmlsId": "x", "address": {"postalCode": "1"}, "timeZone": "Mars"});
    let refused = grace.post(&path, wrong).await.expect(422).json;
    assert_eq!(
        refused["fields"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["address/postalCode", "name", "nmlsId", "timeZone"]
    );
}

/// A branch with users or open loans can't be suspended, and the message gives their number. An empty one is suspended
/// and reopened.
#[tokio::test]
async fn only_an_empty_branch_can_be_suspended() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let avery = cove.sign_in("avery.stone").await;
    let bayside = own_unit(&avery).await;
    let _ = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let _ = crate::loans::create(&avery, "Liam", "Chen").await;
    let path = format!("/api/org-units/{bayside}/suspension");
    let refused = grace.post(&path, json!({})).await.expect(409);
    assert_eq!(
        refused.at("/message"),
        "2 open loans and 9 people are in this branch. Move them to another branch first."
    );
    assert_eq!(refused.at("/details"), &json!({"openLoans": 2, "people": 9}));
    assert_eq!(grace.get(&format!("/api/org-units/{bayside}")).await.json["state"], "ACTIVE");
    let _ = avery.get("/api/users/me").await.expect(200);

    let branches = format!("/api/org-units/{}/branches", cove.id);
    let empty = grace.post(&branches, json!({"name": "Cove North"})).await.expect(201).json["id"].as_i64().unwrap();
    let path = format!("/api/org-units/{empty}/suspension");
    assert_eq!(grace.post(&path, json!({})).await.expect(200).json["state"], "SUSPENDED");
    assert_eq!(grace.post(&path, json!({})).await.expect(200).json["state"], "SUSPENDED");
    assert_eq!(names(&grace.get(&format!("{branches}?state=SUSPENDED")).await.json), ["Cove North"]);
    assert_eq!(grace.delete(&path).await.expect(200).json["state"], "ACTIVE");
    let actions: Vec<_> =
        audit_of(&keyturn, cove.id, "org-unit", empty).await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["org-unit.create", "org-unit.suspend", "org-unit.reopen"]);

    let headquarters = grace.post(&format!("/api/org-units/{}/suspension", cove.id), json!({})).await.expect(409);
    assert_eq!(headquarters.at("/message"), "The headquarters can't be suspended.");
}

/// A branch admin sees only their own branch and can't create or suspend branches. Other users see none.
#[tokio::test]
async fn a_branch_admin_sees_the_own_branch_only() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (beth, tom) = (cove.sign_in("beth.sullivan").await, cove.sign_in("tom.reyes").await);
    let path = format!("/api/org-units/{}/branches", cove.id);
    assert_eq!(names(&beth.get(&path).await.expect(200).json), ["Bayside"]);
    assert_eq!(names(&beth.get(&format!("{path}?string=summit")).await.expect(200).json), Vec::<&str>::new());
    let summit = own_unit(&tom).await;
    for client in [&beth, &tom] {
        let _ = client.post(&path, json!({"name": "Mine"})).await.expect(403);
        let _ = client.post(&format!("/api/org-units/{summit}/suspension"), json!({})).await.expect(403);
        let _ = client.delete(&format!("/api/org-units/{summit}/suspension")).await.expect(403);
    }
    let _ = cove.sign_in("avery.stone").await.get(&path).await.expect(403);

    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    let _ = ruth.get(&path).await.expect(404);
    let _ = ruth.post(&path, json!({"name": "Mine"})).await.expect(404);
    let _ = ruth.post(&format!("/api/org-units/{summit}/suspension"), json!({})).await.expect(404);
    let _ = ruth.delete(&format!("/api/org-units/{summit}/suspension")).await.expect(404);
}
