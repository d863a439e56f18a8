//! Sign-in at an external OpenID provider.

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

/// A client with a token of these claims.
fn with(keyturn: &Keyturn, issuer: &Issuer, claims: &Value) -> Client {
    keyturn.visitor().with_token(&issuer.sign(claims))
}

async fn me(client: &Client) -> Answer {
    client.get("/api/users/me").await
}

async fn count(keyturn: &Keyturn, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut keyturn.superuser().await).await.unwrap()
}

/// The first sign-in finds Priya by her verified address, links her identity, and opens one login. A refreshed token of
/// the same sign-in uses the same login, a new sign-in another one.
#[tokio::test]
async fn priya_gets_one_login_per_external_sign_in() {
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

/// Sign-in never creates users. Without an active account for a verified address, there is a message.
#[tokio::test]
async fn unknown_users_are_refused_and_not_created() {
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
    // Some providers send it as a string.
    let mut claims = issuer.claims("priya", PRIYA);
    claims["email_verified"] = json!("true");
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
}

/// An address may pass to another person; a subject doesn't. A new owner of Priya's address isn't Priya.
#[tokio::test]
async fn users_are_identified_by_subject_not_address() {
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

/// Without the sign-in time, a refreshed token would look like a new sign-in, and logins would never end.
#[tokio::test]
async fn tokens_without_sign_in_time_are_refused() {
    let (issuer, keyturn) = start().await;
    let mut claims = issuer.claims("priya", PRIYA);
    claims.as_object_mut().unwrap().remove("auth_time");
    assert_eq!(me(&with(&keyturn, &issuer, &claims)).await.expect(403).json["code"], "LWAUTH10021");
}

/// Idle timeout, absolute timeout and sign-out apply regardless of the provider.
#[tokio::test]
async fn external_logins_end_like_any_other() {
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

    // Signed in thirteen hours ago at the provider, so it has ended although it is new here.
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

/// New keys are fetched when a token names one, but not for every such token. The last valid ones stay while the
/// provider is unreachable.
#[tokio::test]
async fn keys_are_fetched_on_demand_and_kept_during_outages() {
    let (issuer, keyturn) = start().await;
    let claims = issuer.claims("priya", PRIYA);
    let old = with(&keyturn, &issuer, &claims);
    let _ = me(&old).await.expect(200);
    assert_eq!(issuer.asked(), 1);
    issuer.rotate();
    let _ = me(&with(&keyturn, &issuer, &claims)).await.expect(200);
    assert_eq!(issuer.asked(), 2);
    // A withdrawn key is invalid, even for a token that was verified with it.
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

/// While the provider is unreachable, tokens aren't called invalid.
#[tokio::test]
async fn an_unreachable_provider_is_reported_as_unavailable() {
    let keyturn = Keyturn::start_with(|config| config.auth_issuer = Some("http://127.0.0.1:9".to_owned())).await;
    let elsewhere = Issuer::start().await;
    let away = me(&with(&keyturn, &elsewhere, &elsewhere.claims("priya", PRIYA))).await.expect(503);
    assert!(away.headers.contains_key("retry-after"));
}

/// D1: with an external provider, the web gets its settings, and the embedded one is disabled.
#[tokio::test]
async fn an_external_provider_disables_the_embedded_one() {
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
