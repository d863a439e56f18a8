//! What every call has in common.

use serde_json::json;
use testkit::Keyturn;

/// API-05: every answer from 400 up carries a code and a message.
#[tokio::test]
async fn every_error_has_a_code_and_a_message() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let visitor = keyturn.visitor();
    for (answer, status) in [
        (visitor.get("/api/users/me").await, 401),
        (visitor.with_token("nonsense").get("/api/users/me").await, 401),
        (avery.get("/api/nothing-here").await, 404),
        (avery.delete("/api/users/me").await, 405),
        (avery.get("/api/users/search/flat?limit=0").await, 422),
        (avery.get("/api/users/search/flat?limit=many").await, 422),
        (avery.post("/api/auth/logout", json!({"returnUrl": 7})).await, 422),
        (avery.send(avery.request(reqwest::Method::POST, "/api/auth/logout").body("{}")).await, 415),
        (
            avery
                .send(
                    avery
                        .request(reqwest::Method::POST, "/api/auth/logout")
                        .header("content-type", "application/json")
                        .body("{"),
                )
                .await,
            400,
        ),
        (visitor.post("/api/demo/companies", json!({"slug": "Not A Slug"})).await, 422),
    ] {
        assert_eq!(answer.status, status, "{}", answer.json);
        assert!(answer.json["code"].as_str().is_some_and(|code| code.starts_with("LW")), "{}", answer.json);
        assert!(answer.json["message"].as_str().is_some_and(|message| message.len() > 5), "{}", answer.json);
    }
}

/// API-04: the roles parameter is a JSON list; a malformed one is refused by name.
#[tokio::test]
async fn roles_are_a_json_list() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let found = avery.get("/api/users/search/flat?roles=%5B%22PROCESSOR%22%5D&limit=10").await.expect(200);
    let names: Vec<_> =
        found.json["users"].as_array().unwrap().iter().map(|user| user["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Rosa Martinez", "Paul Okafor"]);
    for roles in ["PROCESSOR", "%5B%22WIZARD%22%5D", "%7B%7D", "%5B1%5D"] {
        let refused = avery.get(&format!("/api/users/search/flat?roles={roles}")).await.expect(422);
        assert!(refused.json["fields"]["roles"].is_string(), "{}", refused.json);
    }
}

/// API-03 on the people picker: limit, offset, string and onlyCount work, showLoader changes nothing.
#[tokio::test]
async fn the_people_picker_pages_and_counts() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let path = "/api/users/search/flat?roles=%5B%22ORIGINATOR%22%5D";
    let first = grace.get(&format!("{path}&limit=3")).await.expect(200);
    let second = grace.get(&format!("{path}&limit=3&offset=3")).await.expect(200);
    assert_eq!(first.json["count"], 8);
    assert_eq!(first.json["users"].as_array().unwrap().len(), 3);
    assert_ne!(first.json["users"][0], second.json["users"][0]);
    let quiet = grace.get(&format!("{path}&limit=3&showLoader=false")).await.expect(200);
    assert_eq!(quiet.json, first.json);
    let only = grace.get(&format!("{path}&onlyCount=true")).await.expect(200);
    assert_eq!(only.json, json!({"count": 8}));
    let named = grace.get(&format!("{path}&string=ngu")).await.expect(200);
    assert_eq!(named.json["users"][0]["name"], "Priya Nguyen");
}
