//! The combined answer that the web app starts with.

use serde_json::{Value, json};
use testkit::{Client, Keyturn};

/// Parts for everyone, and their individual routes.
const PARTS: [(&str, &str); 5] = [
    ("/theme", "/api/theme"),
    ("/config", "/api/config"),
    ("/user", "/api/users/me"),
    ("/permissions", "/api/users/me/permissions"),
    ("/lookups", "/api/lookups/data"),
];
/// Parts of the loan program.
const APP_PARTS: [(&str, &str); 4] = [
    ("/app/contexts", "/api/contexts"),
    ("/app/keyedLookups", "/api/lookups?keys=pipelines,lenders"),
    ("/app/pricingLookups", "/api/pricing/lookups"),
    ("/app/billingStatus", "/api/billing/status"),
];

async fn startup(client: &Client) -> Value {
    client.get("/api/startup").await.expect(200).json
}

/// THEME-03, SHELL-05, SHELL-06, SHELL-07, SHELL-08, SHELL-09: each part equals the answer of its individual route for
/// the same user.
#[tokio::test]
async fn the_startup_answer_equals_the_individual_routes() {
    let keyturn = Keyturn::start().await;
    for person in ["avery.stone@harbor.example", "grace.whitfield@harbor.example"] {
        let client = keyturn.sign_in(person).await;
        let startup = startup(&client).await;
        for (part, path) in PARTS.iter().chain(&APP_PARTS) {
            let single = client.get(path).await.expect(200).json;
            assert_eq!(startup.pointer(part), Some(&single), "{person}: {part}");
        }
        let mailbox = client.get("/api/users/me/email-integration").await;
        assert_eq!(mailbox.status, 404);
        assert_eq!(startup.pointer("/app/emailIntegration"), Some(&json!({"mailbox": null})));
    }
}

/// Each part requires its own permission: provider users get nothing of a company's loan program, and users without a
/// role get no answer.
#[tokio::test]
async fn the_startup_answer_omits_parts_without_permission() {
    let keyturn = Keyturn::start().await;
    let sam = startup(&keyturn.sign_in("sam.rivera@provider.example").await).await;
    assert_eq!(sam["app"], Value::Null);
    assert!(sam["permissions"]["permissions"].as_array().unwrap().contains(&json!("ORG_ADMIN")));
    let _ = keyturn.sign_in("ivy.chen@harbor.example").await.get("/api/startup").await.expect(403);
    let _ = keyturn.visitor().get("/api/startup").await.expect(401);
}

/// The answer is for one user in one branch: it isn't cached, and depends on request headers.
#[tokio::test]
async fn the_startup_answer_is_for_one_user_in_one_branch() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let answer = grace.get("/api/startup").await.expect(200);
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(answer.headers.contains_key("x-session-id") || grace.session().is_some());
    for unit in answer.at("/user/activeUser/LinkedOrgs").as_array().unwrap() {
        let there = grace.with_header("x-org-unit-id", &unit["id"].to_string());
        assert_eq!(startup(&there).await["user"]["activeUser"]["WizeOrgUnitId"], unit["id"]);
    }
    let _ = grace.with_header("x-org-unit-id", "999999").get("/api/startup").await.expect(403);
}
