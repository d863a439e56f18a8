//! Ways to sign in that only tests have.

use platform::config::AuthStrategy;
use serde_json::json;
use testkit::{Keyturn, PASSWORD, SignInPage, code_of};

const AVERY: &str = "avery.stone@harbor.example";

/// AUTH-17: the form of a test's own gives tokens for address and password, asks for the code of who has enrolled an
/// authenticator, and is guarded like every other; under another strategy it is not there.
#[tokio::test]
async fn avery_signs_in_by_a_form_of_the_tests_own_under_that_strategy_only() {
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

/// AUTH-17: whoever has an authenticator needs its code there too, and each code once.
#[tokio::test]
async fn a_form_of_the_tests_own_asks_for_the_code_of_an_authenticator() {
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
