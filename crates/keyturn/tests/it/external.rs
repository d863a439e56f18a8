//! Signing in at another OpenID provider than the embedded one: what its tokens open, and what they do not.

use serde_json::{Value, json};
use testkit::{Answer, Client, Issuer, Keyturn, issuer};

const PRIYA: &str = "priya.nguyen@harbor.example";

async fn start() -> (Issuer, Keyturn) {
    let issuer = Issuer::start().await;
    let url = issuer.url.clone();
    let keyturn = Keyturn::start_with(|config| {
        config.auth_issuer = Some(url);
        config.auth_scopes = "openid email offline_access".to_owned();
    })
    .await;
    (issuer, keyturn)
}

/// Somebody with a token of these claims.
fn with(keyturn: &Keyturn, issuer: &Issuer, claims: &Value) -> Client {
    keyturn.visitor().with_token(&issuer.sign(claims))
}

async fn me(client: &Client) -> Answer {
    client.get("/api/users/me").await
}

async fn count(keyturn: &Keyturn, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut keyturn.superuser().await).await.unwrap()
}

/// The first sign-in finds Priya by her verified address, writes down who she is there, and opens one login for it; a
/// refreshed token of the same sign-in belongs to the same login, a new sign-in to another.
#[tokio::test]
async fn priya_signs_in_at_another_provider_and_has_one_login_for_it() {
    let (issuer, keyturn) = start().await;
    let mut claims = issuer.claims("subject-of-priya", "  PRIYA.Nguyen@harbor.example ");
    let priya = with(&keyturn, &issuer, &claims);
    let (one, two) = tokio::join!(me(&priya), async { me(&priya.another_tab()).await });
    for first in [one.expect(200), two.expect(200)] {
        assert_eq!(first.at("/activeUser/name"), "Priya Nguyen");
        assert!(first.headers.contains_key("x-session-id"));
    }
    claims["iat"] = json!(issuer::now() + 5);
    claims["email"] = json!("priya@elsewhere.example");
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
    let logins = "select count(*) from login where issuer_hash is not null";
    assert_eq!(count(&keyturn, logins).await, 1);
    claims["auth_time"] = json!(issuer::now() + 1);
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
    assert_eq!(count(&keyturn, logins).await, 2);
    for (action, expected) in [("login.link", 1), ("login.begin", 2)] {
        let audited: i64 = sqlx::query_scalar("select count(*) from audit_entry where action = $1")
            .bind(action)
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
        assert_eq!(audited, expected, "{action}");
    }
}

/// Nobody is made by signing in: without an active account under a verified address there is a sentence and no more.
#[tokio::test]
async fn somebody_without_an_account_is_refused_in_a_sentence_and_not_made() {
    let (issuer, keyturn) = start().await;
    let people = count(&keyturn, "select count(*) from app_user").await;
    sqlx::raw_sql("update app_user set state = 'DEACTIVATED' where email = 'marcus.bell@harbor.example'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    for (email, verified, code) in [
        ("nobody@harbor.example", json!(true), "LWAUTH10020"),
        ("marcus.bell@harbor.example", json!(true), "LWAUTH10020"),
        (PRIYA, json!(false), "LWAUTH10022"),
        (PRIYA, json!("false"), "LWAUTH10022"),
        (PRIYA, Value::Null, "LWAUTH10022"),
        ("", json!(true), "LWAUTH10022"),
    ] {
        let mut claims = issuer.claims("somebody", email);
        claims["email_verified"] = verified.clone();
        let refused = me(&with(&keyturn, &issuer, &claims)).await.expect(403);
        assert_eq!(refused.json["code"], code, "{email} {verified}");
        assert!(refused.json["message"].as_str().unwrap().ends_with('.'), "{}", refused.json);
    }
    assert_eq!(count(&keyturn, "select count(*) from app_user").await, people);
    assert_eq!(count(&keyturn, "select count(*) from external_subject").await, 0);
    assert_eq!(count(&keyturn, "select count(*) from login where issuer_hash is not null").await, 0);
    // Some providers say it as a text.
    let mut claims = issuer.claims("priya", PRIYA);
    claims["email_verified"] = json!("true");
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
}

/// An address may pass to somebody else, a subject does not: whoever has Priya's address now is not Priya.
#[tokio::test]
async fn a_person_is_a_subject_and_not_an_address() {
    let (issuer, keyturn) = start().await;
    let _ = me(&with(&keyturn, &issuer, &issuer.claims("priya", PRIYA))).await.expect(200);
    let successor = me(&with(&keyturn, &issuer, &issuer.claims("another", PRIYA))).await.expect(403);
    assert_eq!(successor.json["code"], "LWAUTH10020");
    sqlx::raw_sql("update app_user set state = 'DEACTIVATED' where email = 'priya.nguyen@harbor.example'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let mut claims = issuer.claims("priya", PRIYA);
    claims["auth_time"] = json!(issuer::now() - 60);
    assert_eq!(me(&with(&keyturn, &issuer, &claims)).await.expect(403).json["code"], "LWAUTH10020");
}

/// Without the time of the sign-in a refreshed token would be a new one, and nothing would ever end.
#[tokio::test]
async fn a_token_that_does_not_say_when_one_signed_in_is_refused() {
    let (issuer, keyturn) = start().await;
    let mut claims = issuer.claims("priya", PRIYA);
    claims.as_object_mut().unwrap().remove("auth_time");
    assert_eq!(me(&with(&keyturn, &issuer, &claims)).await.expect(403).json["code"], "LWAUTH10021");
}

/// Idle time, the absolute end and signing out hold here, whatever the other provider would still sign.
#[tokio::test]
async fn a_login_at_another_provider_ends_like_every_other() {
    let (issuer, keyturn) = start().await;
    let fresh = |claims: &Value| {
        let mut claims = claims.clone();
        claims["iat"] = json!(issuer::now() + 1);
        with(&keyturn, &issuer, &claims)
    };
    let idle = issuer.claims("priya", PRIYA);
    let _ = me(&with(&keyturn, &issuer, &idle)).await.expect(200);
    sqlx::raw_sql("update login set last_seen_at = now() - interval '2 hours'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(me(&fresh(&idle)).await.expect(401).json["code"], "LWAUTH10003");

    // Signed in thirteen hours ago there: over by now, although it is seen here for the first time.
    let mut long_ago = issuer.claims("priya", PRIYA);
    long_ago["auth_time"] = json!(issuer::now() - 13 * 3600);
    assert_eq!(me(&with(&keyturn, &issuer, &long_ago)).await.expect(401).json["code"], "LWAUTH10003");

    let mut another = issuer.claims("priya", PRIYA);
    another["auth_time"] = json!(issuer::now() - 10);
    let priya = with(&keyturn, &issuer, &another);
    let _ = me(&priya).await.expect(200);
    let ended = priya.post("/api/auth/logout", json!({})).await.expect(200);
    let url = ended.at("/logoutUrl").as_str().unwrap();
    let hint = format!("id_token_hint={}", priya.token().unwrap());
    let back = format!("{}/session-ended", keyturn.base).replace(':', "%3A").replace('/', "%2F");
    assert!(url.starts_with(&format!("{}/end?tenant=harbor&", issuer.url)), "{url}");
    assert!(url.contains(&hint) && url.contains("client_id=keyturn-web"), "{url}");
    assert!(url.ends_with(&format!("post_logout_redirect_uri={back}")), "{url}");
    for client in [&priya, &priya.another_tab(), &fresh(&another)] {
        assert_eq!(me(client).await.expect(401).json["code"], "LWAUTH10003");
    }
}

/// New keys are fetched when a token names one, not for every token that names one, and the last good ones stay while
/// the provider is away.
#[tokio::test]
async fn keys_are_fetched_when_they_are_needed_and_kept_while_the_provider_is_away() {
    let (issuer, keyturn) = start().await;
    let claims = issuer.claims("priya", PRIYA);
    let old = with(&keyturn, &issuer, &claims);
    let _ = me(&old).await.expect(200);
    assert_eq!(issuer.asked(), 1);
    issuer.rotate();
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
    assert_eq!(issuer.asked(), 2);
    // The withdrawn key is good no more, not even for a token that was checked with it.
    let _ = me(&old).await.expect(401);
    let elsewhere = Issuer::start().await;
    for n in 0..20 {
        let mut forged = elsewhere.claims(&format!("n{n}"), PRIYA);
        forged["iss"] = json!(issuer.url);
        let _ = me(&with(&keyturn, &elsewhere, &forged)).await.expect(401);
    }
    assert_eq!(issuer.asked(), 2);
    issuer.is_broken(true);
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
}

/// While the provider can't be asked at all, nobody is told that their token is bad.
#[tokio::test]
async fn a_provider_that_was_never_reached_is_a_service_that_is_away() {
    let keyturn = Keyturn::start_with(|config| config.auth_issuer = Some("http://127.0.0.1:9".to_owned())).await;
    let elsewhere = Issuer::start().await;
    let away = me(&with(&keyturn, &elsewhere, &elsewhere.claims("priya", PRIYA))).await.expect(503);
    assert!(away.headers.contains_key("retry-after"));
}

/// D1: with another provider the web is told of it, and the embedded one is not there.
#[tokio::test]
async fn the_embedded_provider_is_not_there_beside_another() {
    let (issuer, keyturn) = start().await;
    let visitor = keyturn.visitor();
    let config = visitor.get("/api/config").await.expect(200);
    assert_eq!(config.at("/auth/issuer"), issuer.url.as_str());
    assert_eq!(config.at("/auth/scopes"), "openid email offline_access");
    assert_eq!(config.at("/auth/parameters/prompt"), "login");
    assert_eq!(config.at("/auth/parameters/max_age"), "43200");
    for path in ["/oidc/.well-known/openid-configuration", "/oidc/jwks.json", "/oidc/authorize", "/oidc/userinfo"] {
        let _ = visitor.get(path).await.expect(404);
    }
    let request = json!({"request": "018f0000-0000-4000-8000-000000000009", "email": PRIYA, "password": "x"});
    let _ = visitor.post("/oidc/sign-in", request).await.expect(404);
    let token = visitor.request(reqwest::Method::POST, "/oidc/token").form(&[("grant_type", "refresh_token")]);
    let _ = visitor.send(token).await.expect(404);
    let embedded = Keyturn::start().await;
    let config = embedded.visitor().get("/api/config").await.expect(200);
    assert_eq!((config.at("/auth/issuer"), config.at("/auth/parameters")), (&json!("/oidc"), &json!({})));
}
