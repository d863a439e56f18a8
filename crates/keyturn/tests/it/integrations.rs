//! Simulated integrations with other companies' systems.

use serde_json::json;
use testkit::{Client, Keyturn};

const BEGIN: &str = "/api/lender-integrations/rocket/authorization";
const PATH: &str = "/api/lender-integrations/rocket/post-authenticate";

/// CALLBACK-06: the partner gets the code and this host's return URL, and the answer says whether it accepted them.
#[tokio::test]
async fn lender_authorization_succeeds_or_returns_a_message() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let callback = format!("{}/partner/rocket/auth/callback", keyturn.base);
    let lender = |answer: testkit::Answer| answer.expect(200).at("/rows/0").clone();
    let before = lender(avery.get("/api/lender-integrations").await);
    assert_eq!(
        before,
        json!({"lender": "rocket", "name": "Rocket Pro", "isSetUp": true, "isStoodInFor": true, "connectedAt": null})
    );
    let state = begin(&avery).await;
    let taken = avery.post(PATH, json!({"code": "x", "callbackUrl": callback, "state": state})).await.expect(200);
    assert_eq!(taken.json, json!({"success": true, "message": null}));
    assert!(lender(avery.get("/api/lender-integrations").await)["connectedAt"].is_string());
    // Her own connection doesn't affect others.
    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    assert_eq!(lender(priya.get("/api/lender-integrations").await), before);
    let state = begin(&avery).await;
    let denied = avery.post(PATH, json!({"code": "denied", "callbackUrl": callback, "state": state})).await.expect(200);
    assert_eq!(denied.json, json!({"success": false, "message": "Rocket Pro did not accept the authorization."}));
    for elsewhere in ["https://evil.example/partner/rocket/auth/callback", "/partner/rocket/auth/callback", ""] {
        let refused = avery.post(PATH, json!({"code": "x", "callbackUrl": elsewhere})).await.expect(422);
        assert!(refused.json["fields"]["callbackUrl"].is_string(), "{}", refused.json);
    }
    let _ = avery.post(PATH, json!({"code": " ", "callbackUrl": callback})).await.expect(422);
    let _ = keyturn.visitor().post(PATH, json!({"code": "x", "callbackUrl": callback})).await.expect(401);
}

/// CALLBACK-06: nothing is sent if the partner isn't configured.
#[tokio::test]
async fn nothing_is_sent_to_an_unconfigured_lender() {
    let keyturn = Keyturn::start_with(|config| config.rocket_stub = Some(false)).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let refused = avery.post(BEGIN, json!(null)).await.expect(409);
    assert_eq!(refused.json["message"], "Rocket Pro is not set up in this installation.");
    let callback = format!("{}/partner/rocket/auth/callback", keyturn.base);
    let refused = avery.post(PATH, json!({"code": "x", "callbackUrl": callback})).await.expect(200);
    assert_eq!(refused.json, json!({"success": false, "message": "Rocket Pro is not set up in this installation."}));
    let lenders = avery.get("/api/lender-integrations").await.expect(200);
    assert_eq!((lenders.at("/rows/0/isSetUp"), lenders.at("/rows/0/connectedAt")), (&json!(false), &json!(null)));
}

/// The URL that the browser is sent to.
async fn sent_to(client: &Client) -> url::Url {
    let begun = client.post(BEGIN, json!(null)).await.expect(200);
    url::Url::parse(begun.json["authorizationUrl"].as_str().unwrap()).unwrap()
}

fn asked(url: &url::Url, name: &str) -> String {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap()
}

async fn begin(client: &Client) -> String {
    asked(&sent_to(client).await, "state")
}

/// LENDER-09: Connect leads to the configured address of the partner, with a state that only the user who started can
/// return, once.
#[tokio::test]
async fn only_averys_own_lender_authorization_is_accepted_once() {
    let keyturn = Keyturn::start_with(|config| {
        config.rocket_authorize_url = Some("https://rocket.example/oauth?app=1".to_owned())
    })
    .await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let callback = format!("{}/partner/rocket/auth/callback", keyturn.base);
    let url = sent_to(&avery).await;
    assert!(url.as_str().starts_with("https://rocket.example/oauth?app=1&"), "{url}");
    assert_eq!((asked(&url, "response_type"), asked(&url, "client_id")), ("code".to_owned(), "keyturn".to_owned()));
    assert_eq!(asked(&url, "redirect_uri"), callback);
    let state = asked(&url, "state");

    let come_back = async |client: &Client, state: Option<&str>| {
        let body = json!({"code": "x", "callbackUrl": callback, "state": state});
        client.post(PATH, body).await.expect(200).json["success"].as_bool().unwrap()
    };
    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    assert!(!come_back(&priya, Some(&state)).await, "another person's state");
    for wrong in [None, Some(""), Some("x"), Some("0000")] {
        assert!(!come_back(&avery, wrong).await, "{wrong:?}");
    }
    assert!(come_back(&avery, Some(&state)).await);
    assert!(!come_back(&avery, Some(&state)).await, "a second time");
    // A new attempt replaces the previous one, and expired ones are refused.
    let (earlier, later) = (begin(&avery).await, begin(&avery).await);
    assert!(!come_back(&avery, Some(&earlier)).await);
    let mut superuser = keyturn.superuser().await;
    sqlx::query("update lender_authorization set expires_at = now()").execute(&mut superuser).await.unwrap();
    assert!(!come_back(&avery, Some(&later)).await);
    // Users who can't connect lenders can't start.
    let _ = keyturn.sign_in("paul.okafor@harbor.example").await.post(BEGIN, json!(null)).await.expect(403);
    let _ = keyturn.visitor().post(BEGIN, json!(null)).await.expect(401);
}

/// Lenders in the header's popover are found by part of either name, ignoring case, by every user of a company.
#[tokio::test]
async fn averys_integrated_lenders_are_found_by_either_name() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let names = async |text: &str| {
        let rows = avery.get(&format!("/api/lenders/integrated?string={text}")).await.expect(200).json;
        let rows = rows["rows"].as_array().unwrap().clone();
        rows.into_iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names("").await.len() > 9);
    assert_eq!(names("OLD%20MILL").await, ["old-mill"], "its display name");
    assert_eq!(names("ER-BI").await, ["silver-birch"], "its name");
    assert!(names("%25").await.is_empty());
    let first = avery.get("/api/lenders/integrated").await.expect(200).at("/rows/0").clone();
    assert_eq!((&first["displayName"], &first["class"]), (&json!("Pacific Crest Wholesale"), &json!("preferred")));
    assert_eq!(first["href"], "https://pacific-crest.example/brokers");
    assert!(first["imgSrc"].as_str().unwrap().starts_with("data:image/svg+xml,") && first["style"].is_null());
    let _ = avery.get(&format!("/api/lenders/integrated?string={}", "x".repeat(101))).await.expect(422);
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let _ = sam.get("/api/lenders/integrated").await.expect(403);
}

/// Announcements, newest first, with pages, for every user of a company.
#[tokio::test]
async fn avery_reads_what_the_provider_announces() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let mut superuser = keyturn.superuser().await;
    sqlx::query(
        "insert into announcement (title, body, published_at)
         values ('Now', 'Today.', now() - interval '1 second'), ('Soon', 'Tomorrow.', now() + interval '1 day')",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let page = avery.get("/api/announcements?limit=1").await.expect(200);
    assert_eq!((page.at("/rows/0/title"), page.at("/count")), (&json!("Now"), &json!(3)));
    assert_eq!(page.json["rows"].as_array().unwrap().len(), 1);
    assert_ne!(avery.get("/api/announcements?limit=1&offset=1").await.expect(200).at("/rows/0/title"), &json!("Now"));
    let _ = avery.get("/api/announcements?limit=101").await.expect(422);
    let _ = keyturn.sign_in("sam.rivera@provider.example").await.get("/api/announcements").await.expect(403);
}

/// SHELL-05: contexts that a user may enter. Provider users can't enter the loan program of a company.
#[tokio::test]
async fn users_get_the_contexts_they_may_enter() {
    let keyturn = Keyturn::start().await;
    for (person, expected) in [
        ("avery.stone@harbor.example", json!([{"key": "loans", "path": "/app"}])),
        ("sam.rivera@provider.example", json!([{"key": "org", "path": "/org"}])),
    ] {
        let told = keyturn.sign_in(person).await.get("/api/contexts").await.expect(200);
        assert_eq!(told.json, expected, "{person}");
    }
    // Users without roles can't enter any context.
    let _ = keyturn.sign_in("ivy.chen@harbor.example").await.get("/api/contexts").await.expect(403);
}
