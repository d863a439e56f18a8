//! The embedded OpenID provider as browsers and clients use it.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use testkit::{Answer, Keyturn, PASSWORD, SignInPage, VERIFIER, authorize, exchange, parameter, refresh};

const AVERY: &str = "avery.stone@harbor.example";

/// The redirect target of an answer.
fn location(answer: &Answer) -> String {
    answer.headers["location"].to_str().unwrap().to_owned()
}

async fn page(keyturn: &Keyturn) -> SignInPage {
    SignInPage::open(&keyturn.visitor(), &keyturn.base).await
}

/// A code for Avery.
async fn code(keyturn: &Keyturn) -> String {
    let page = page(keyturn).await;
    let done = page.password(AVERY, PASSWORD).await.expect(200);
    let back = done.at("/redirectTo").as_str().unwrap();
    assert_eq!(parameter(back, "state").as_deref(), Some("some-state"));
    page.authorization_code(&done)
}

fn claims(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// AUTH-03: from the authorization request to an ID token with the claims of its scopes and without permissions.
#[tokio::test]
async fn a_password_gives_a_code_and_the_code_gives_tokens() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor();
    let discovery = visitor.get("/oidc/.well-known/openid-configuration").await.expect(200).json;
    assert_eq!(discovery["issuer"], format!("{}/oidc", keyturn.base));
    assert_eq!(discovery["code_challenge_methods_supported"], json!(["S256"]));
    let code = code(&keyturn).await;
    let tokens = exchange(&visitor, &keyturn.base, &code, VERIFIER).await.expect(200);
    assert_eq!(tokens.headers["cache-control"], "no-store");
    let id_token = tokens.json["id_token"].as_str().unwrap();
    let claims = claims(id_token);
    assert_eq!(
        (&claims["name"], &claims["email"], &claims["nonce"]),
        (&json!("Avery Stone"), &json!(AVERY), &json!("some-nonce"))
    );
    assert_eq!((&claims["company_name"], &claims["aud"]), (&json!("Harbor Home Lending"), &json!("keyturn-web")));
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 600);
    assert!(!id_token.contains("ORIGINATOR") && claims.get("roles").is_none());
    let avery = visitor.with_token(id_token);
    assert_eq!(avery.get("/api/users/me").await.expect(200).at("/activeUser/name"), "Avery Stone");
    let holder = visitor.with_token(tokens.json["access_token"].as_str().unwrap());
    assert_eq!(holder.get("/oidc/userinfo").await.expect(200).json["email"], AVERY);
    // Each token is only valid for its purpose.
    let _ = holder.get("/api/users/me").await.expect(401);
    let _ = avery.get("/oidc/userinfo").await.expect(401);

    let mut superuser = keyturn.superuser().await;
    let audited: i64 =
        sqlx::query_scalar("select count(*) from audit_entry where action = 'login.begin' and active_user_id = $1")
            .bind(claims["sub"].as_str().unwrap().parse::<i64>().unwrap())
            .fetch_one(&mut superuser)
            .await
            .unwrap();
    assert_eq!(audited, 1);
}

/// A wrong client or return URL isn't redirected. Other errors return to the client as codes.
#[tokio::test]
async fn a_wrong_authorization_request_is_refused() {
    let keyturn = Keyturn::start().await;
    let (visitor, base) = (keyturn.visitor(), keyturn.base.clone());
    let evil = format!("{base}/callback/../evil");
    for change in [
        ("client_id", "another"),
        ("redirect_uri", "https://evil.example/callback"),
        ("redirect_uri", evil.as_str()),
        ("redirect_uri", ""),
    ] {
        let refused = visitor.get(&authorize(&base, &[change])).await.expect(400);
        assert!(!refused.headers.contains_key("location"), "{change:?}");
    }
    for (change, error) in [
        (("response_type", "token"), "unsupported_response_type"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
        (("scope", "name"), "invalid_scope"),
        (("prompt", "none"), "login_required"),
    ] {
        let back = location(&visitor.get(&authorize(&base, &[change])).await.expect(303));
        assert!(back.starts_with(&format!("{base}/callback?")), "{back}");
        assert_eq!(parameter(&back, "error").as_deref(), Some(error), "{change:?}");
        assert_eq!(parameter(&back, "state").as_deref(), Some("some-state"));
    }
}

/// A wrong password and an unknown address get the same message. After ten attempts, only that address is blocked.
#[tokio::test]
async fn a_wrong_password_reveals_nothing_and_guessing_is_stopped() {
    let keyturn = Keyturn::start().await;
    let page = page(&keyturn).await;
    let nobody = page.password("nobody@harbor.example", PASSWORD).await.expect(401).json;
    let wrong = page.password(AVERY, "wrong").await.expect(401).json;
    assert_eq!(nobody, wrong);
    assert_eq!(wrong["message"], "Email or password is not right.");
    for _ in 0..9 {
        let _ = page.password("AVERY.Stone@harbor.example", "wrong").await.expect(401);
    }
    let blocked = page.password(AVERY, PASSWORD).await.expect(200);
    assert_eq!(blocked.json["step"], "BLOCKED");
    let priya = page.password("priya.nguyen@harbor.example", PASSWORD).await.expect(200);
    assert!(priya.json["redirectTo"].is_string());
    // A used page and an unknown page get the same answer.
    let marcus = "marcus.bell@harbor.example";
    let _ = page.password(marcus, PASSWORD).await.expect(410);
    let never = json!({"request": "018f0000-0000-4000-8000-000000000009", "email": marcus, "password": PASSWORD});
    let _ = keyturn.visitor().post("/oidc/sign-in", never).await.expect(410);
}

/// A code is valid once with its verifier. Reusing it ends its login.
#[tokio::test]
async fn an_authorization_code_is_valid_once_with_its_verifier() {
    let keyturn = Keyturn::start().await;
    let (visitor, base) = (keyturn.visitor(), keyturn.base.clone());
    let stolen = code(&keyturn).await;
    let other = "x".repeat(43);
    assert_eq!(exchange(&visitor, &base, &stolen, &other).await.expect(400).json["error"], "invalid_grant");
    // The failed attempt consumed it.
    let _ = exchange(&visitor, &base, &stolen, VERIFIER).await.expect(400);

    let code = code(&keyturn).await;
    let tokens = exchange(&visitor, &base, &code, VERIFIER).await.expect(200).json;
    let avery = visitor.with_token(tokens["id_token"].as_str().unwrap());
    let _ = avery.get("/api/users/me").await.expect(200);
    let _ = exchange(&visitor, &base, &code, VERIFIER).await.expect(400);
    let _ = avery.get("/api/users/me").await.expect(401);
    let reason: String = sqlx::query_scalar("select after ->> 'reason' from audit_entry where action = 'login.end'")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(reason, "authorization code used twice");
    let _ = refresh(&visitor, tokens["refresh_token"].as_str().unwrap()).await.expect(400);
}

/// A refresh token returns its successor, returns the same one within ten seconds, and ends the login when used later.
#[tokio::test]
async fn refresh_tokens_rotate_and_reuse_is_detected() {
    let keyturn = Keyturn::start().await;
    let (visitor, base) = (keyturn.visitor(), keyturn.base.clone());
    let code = code(&keyturn).await;
    let first = exchange(&visitor, &base, &code, VERIFIER).await.expect(200).json;
    let first = first["refresh_token"].as_str().unwrap();
    // Two tabs refresh concurrently.
    let (one, two) = tokio::join!(refresh(&visitor, first), refresh(&visitor, first));
    let (one, two) = (one.expect(200).json, two.expect(200).json);
    assert_eq!(one["refresh_token"], two["refresh_token"]);
    let second = one["refresh_token"].as_str().unwrap();
    assert_ne!(second, first);
    let third = refresh(&visitor, second).await.expect(200).json;
    let avery = visitor.with_token(third["id_token"].as_str().unwrap());
    let _ = avery.get("/api/users/me").await.expect(200);

    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("update oidc_refresh set used_at = used_at - interval '11 seconds'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let _ = refresh(&visitor, first).await.expect(400);
    let _ = refresh(&visitor, third["refresh_token"].as_str().unwrap()).await.expect(400);
    let _ = avery.get("/api/users/me").await.expect(401);
    for (column, table) in [("token_hash", "oidc_refresh"), ("code_hash", "oidc_code")] {
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from {table} where {column} in ($1, $2)"));
        let open: i64 = sqlx::query_scalar(statement)
            .bind(first.as_bytes())
            .bind(second.as_bytes())
            .fetch_one(&mut superuser)
            .await
            .unwrap();
        assert_eq!(open, 0, "{table} keeps tokens in the open");
    }
}

/// An idle login refuses requests and refreshes. Refreshing isn't activity.
#[tokio::test]
async fn an_idle_login_expires() {
    let keyturn = Keyturn::start().await;
    let (visitor, base) = (keyturn.visitor(), keyturn.base.clone());
    let code = code(&keyturn).await;
    let tokens = exchange(&visitor, &base, &code, VERIFIER).await.expect(200).json;
    let avery = visitor.with_token(tokens["id_token"].as_str().unwrap());
    let _ = avery.get("/api/users/me").await.expect(200);
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("update login set last_seen_at = now() - interval '32 minutes'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let _ = refresh(&visitor, tokens["refresh_token"].as_str().unwrap()).await.expect(400);
    assert_eq!(avery.get("/api/users/me").await.expect(401).json["code"], "LWAUTH10003");
    // Background polling doesn't count as activity. Other requests do, written in batches.
    sqlx::raw_sql("update login set last_seen_at = now() - interval '20 minutes'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let idle = async |superuser: &mut sqlx::PgConnection| {
        let query =
            "select count(*) from login where last_seen_at < now() - interval '10 minutes' and user_agent is null";
        sqlx::query_scalar::<_, i64>(query).fetch_one(superuser).await.unwrap()
    };
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    sqlx::raw_sql("update login set last_seen_at = now() - interval '20 minutes'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let before = idle(&mut superuser).await;
    let _ = avery.with_header("x-background", "1").get("/api/users/me").await.expect(200);
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    assert_eq!(idle(&mut superuser).await, before);
    let _ = avery.get("/api/users/me").await.expect(200);
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    assert_eq!(idle(&mut superuser).await, before - 1);
}

/// AUTH-05: ending the session ends the login and redirects to its page only.
#[tokio::test]
async fn the_end_of_the_session_ends_the_login() {
    let keyturn = Keyturn::start().await;
    let (visitor, base) = (keyturn.visitor(), keyturn.base.clone());
    let code = code(&keyturn).await;
    let tokens = exchange(&visitor, &base, &code, VERIFIER).await.expect(200).json;
    let id_token = tokens["id_token"].as_str().unwrap();
    let avery = visitor.with_token(id_token);
    let _ = avery.get("/api/users/me").await.expect(200);
    let _ = visitor.get("/oidc/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.example").await.expect(400);
    let ended = visitor.get(&format!("/oidc/logout?id_token_hint={id_token}&state=back")).await.expect(303);
    assert_eq!(location(&ended), format!("{base}/session-ended?state=back"));
    let _ = avery.get("/api/users/me").await.expect(401);
}

/// SESSION-21: signing out of a borrower portal returns to that portal, whose numeric licensing ID is the first path
/// segment. Other addresses are refused.
#[tokio::test]
async fn signing_out_returns_to_the_same_portal() {
    let keyturn = Keyturn::start().await;
    let base = keyturn.base.clone();
    let portal = format!("{base}/1234/session-ended");
    let ended = keyturn.visitor().get(&format!("/oidc/logout?post_logout_redirect_uri={portal}")).await.expect(303);
    assert_eq!(location(&ended), portal);
    let avery = keyturn.sign_in(AVERY).await;
    for elsewhere in [
        format!("{base}/12a4/session-ended"),
        format!("{base}//session-ended"),
        format!("{base}/1234//session-ended"),
        format!("{base}/1234/5678/session-ended"),
        format!("{base}/1234/session-ended?next=/"),
        format!("{base}.evil.example/1234/session-ended"),
        "/1234/session-ended".to_owned(),
    ] {
        let refused = avery.post("/api/auth/logout", json!({"returnUrl": elsewhere})).await.expect(422);
        assert!(refused.json["fields"]["returnUrl"].is_string(), "{elsewhere}");
    }
    let ended = avery.post("/api/auth/logout", json!({"returnUrl": portal})).await.expect(200);
    assert_eq!(ended.json["logoutUrl"], portal);
    let _ = avery.get("/api/users/me").await.expect(401);
}

/// A session of another user's login is ignored: the tab gets its own.
#[tokio::test]
async fn a_session_belongs_to_its_login() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in(AVERY).await;
    let session = avery.get("/api/users/me").await.expect(200).headers["x-session-id"].to_str().unwrap().to_owned();
    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await.with_header("x-session-id", &session);
    let answer = priya.get("/api/users/me").await.expect(200);
    assert_eq!(answer.at("/activeUser/name"), "Priya Nguyen");
    assert_ne!(answer.headers["x-session-id"], session.as_str());
}

/// Production has no demo sign-in, and unknown hosts have no provider.
#[tokio::test]
async fn production_has_no_demo_sign_in() {
    let keyturn = Keyturn::start_with(|config| config.profile = platform::config::Profile::Production).await;
    let visitor = keyturn.visitor();
    let _ = visitor.post("/api/auth/programmatic-login", json!({"email": AVERY})).await.expect(404);
    let _ = visitor.post("/api/demo/companies", json!({"slug": "cove"})).await.expect(404);
    let config = visitor.get("/api/config").await.expect(200).json;
    assert_eq!((&config["demoSignIns"], &config["demoPassword"]), (&json!([]), &Value::Null));
    let _ = visitor.get("/oidc/.well-known/openid-configuration").await.expect(404);
    let harbor = visitor.with_header("host", "harbor.localhost");
    assert_eq!(
        harbor.get("/oidc/.well-known/openid-configuration").await.expect(200).json["issuer"],
        "http://harbor.localhost/oidc"
    );
    // An unknown host has the product's branding (THEME-06).
    let theme = visitor.with_header("host", "unknown.example").get("/api/theme?org=harbor").await.expect(200).json;
    assert_eq!((&theme["appTitle"], &theme["logo"]), (&json!("Keyturn"), &json!("logo.svg")));
    assert_eq!(harbor.get("/api/theme").await.expect(200).json["appTitle"], "Harbor Home Lending");
}
