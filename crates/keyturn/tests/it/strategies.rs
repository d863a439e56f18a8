//! Sign-in strategies for tests.

use platform::config::AuthStrategy;
use serde_json::json;
use testkit::{Keyturn, PASSWORD, SignInPage, code_of};

const AVERY: &str = "avery.stone@harbor.example";

/// AUTH-17: a custom form gives tokens for address and password, asks for a code if an authenticator is enrolled, and
/// has the usual protections. It doesn't exist under other strategies.
#[tokio::test]
async fn a_custom_sign_in_form_works_under_its_strategy_only() {
    let keyturn = Keyturn::start_with(|config| config.auth_strategy = AuthStrategy::CustomLogin).await;
    let visitor = keyturn.visitor();
    let login = |body| visitor.post("/api/auth/login", body);
    assert_eq!(visitor.get("/api/config").await.expect(200).at("/auth/strategy"), "custom-login");
    let wrong = login(json!({"email": AVERY, "password": "Wrong-Guess-2026!"})).await.expect(401);
    assert_eq!(wrong.json["code"], "LWAUTH10010");
    let tokens = login(json!({"email": AVERY, "password": PASSWORD})).await.expect(200).json;
    assert!(tokens["refresh_token"].is_string() && tokens["expires_in"].is_number(), "{tokens}");
    let avery = visitor.with_token(tokens["id_token"].as_str().unwrap());
    assert_eq!(avery.get("/api/users/me").await.expect(200).at("/activeUser/name"), "Avery Stone");
    for _ in 0..10 {
        let _ = login(json!({"email": "nobody@harbor.example", "password": "x"})).await.expect(401);
    }
    let blocked = login(json!({"email": "nobody@harbor.example", "password": PASSWORD})).await.expect(429);
    assert!(blocked.headers.contains_key("retry-after"));
    let _ = Keyturn::start()
        .await
        .visitor()
        .post("/api/auth/login", json!({"email": AVERY, "password": PASSWORD}))
        .await
        .expect(404);
}

/// AUTH-17: users with an authenticator need its code, and each code is valid once.
#[tokio::test]
async fn a_custom_sign_in_form_requires_the_authenticator_code() {
    let keyturn = Keyturn::start_with(|config| {
        config.auth_strategy = AuthStrategy::CustomLogin;
        config.second_factor = Some(true);
    })
    .await;
    let visitor = keyturn.visitor();
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let _ = page.code(&step, &code_of(&secret, -1)).await.expect(200);
    let login = |body| visitor.post("/api/auth/login", body);
    let asked = login(json!({"email": AVERY, "password": PASSWORD})).await.expect(200);
    assert_eq!(asked.json, json!({"mfaRequired": true}));
    let code = code_of(&secret, 0);
    let body = json!({"email": AVERY, "password": PASSWORD, "mfaCode": code});
    assert!(login(body.clone()).await.expect(200).json["id_token"].is_string());
    assert_eq!(login(body).await.expect(401).json["code"], "LWAUTH10014");
}
