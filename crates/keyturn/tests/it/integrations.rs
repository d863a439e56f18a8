//! Other companies' systems, stood in for.

use serde_json::json;
use testkit::Keyturn;

const PATH: &str = "/api/lender-integrations/rocket/post-authenticate";

/// CALLBACK-06: the code and the address that the partner came back to, which is this host's own; the answer says whether
/// the partner took it.
#[tokio::test]
async fn averys_authorization_at_the_lender_succeeds_or_is_refused_in_a_sentence() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let callback = format!("{}/partner/rocket/auth/callback", keyturn.base);
    let lender = |answer: testkit::Answer| answer.expect(200).at("/rows/0").clone();
    let before = lender(avery.get("/api/lender-integrations").await);
    assert_eq!(
        before,
        json!({"lender": "rocket", "name": "Rocket Pro", "isSetUp": true, "isStoodInFor": true, "connectedAt": null})
    );
    let taken = avery.post(PATH, json!({"code": "x", "callbackUrl": callback})).await.expect(200);
    assert_eq!(taken.json, json!({"success": true, "message": null}));
    assert!(lender(avery.get("/api/lender-integrations").await)["connectedAt"].is_string());
    // Her own, and nobody else's.
    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    assert_eq!(lender(priya.get("/api/lender-integrations").await), before);
    let denied = avery.post(PATH, json!({"code": "denied", "callbackUrl": callback})).await.expect(200);
    assert_eq!(denied.json, json!({"success": false, "message": "Rocket Pro did not accept the authorization."}));
    for elsewhere in ["https://evil.example/partner/rocket/auth/callback", "/partner/rocket/auth/callback", ""] {
        let refused = avery.post(PATH, json!({"code": "x", "callbackUrl": elsewhere})).await.expect(422);
        assert!(refused.json["fields"]["callbackUrl"].is_string(), "{}", refused.json);
    }
    let _ = avery.post(PATH, json!({"code": " ", "callbackUrl": callback})).await.expect(422);
    let _ = keyturn.visitor().post(PATH, json!({"code": "x", "callbackUrl": callback})).await.expect(401);
}

/// CALLBACK-06: where nobody has set the partner up, nothing is sent anywhere.
#[tokio::test]
async fn a_lender_that_is_not_set_up_takes_nothing() {
    let keyturn = Keyturn::start_with(|config| config.rocket_stub = Some(false)).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let callback = format!("{}/partner/rocket/auth/callback", keyturn.base);
    let refused = avery.post(PATH, json!({"code": "x", "callbackUrl": callback})).await.expect(200);
    assert_eq!(refused.json, json!({"success": false, "message": "Rocket Pro is not set up in this installation."}));
    let lenders = avery.get("/api/lender-integrations").await.expect(200);
    assert_eq!((lenders.at("/rows/0/isSetUp"), lenders.at("/rows/0/connectedAt")), (&json!(false), &json!(null)));
}
