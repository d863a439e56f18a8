//! Sign-in, sessions, and loss of rights.

use serde_json::json;
use testkit::{Keyturn, refresh};

/// API-06: an expired token is reported with a flag and a code.
#[tokio::test]
async fn expired_tokens_are_reported_as_expired() {
    let keyturn = Keyturn::start_with(|config| config.id_token_minutes = 0).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let answer = avery.get("/api/users/me").await.expect(401);
    assert_eq!(answer.json["isExpired"], true);
    assert_eq!(answer.json["code"], "LWAUTH10001");
    let nobody = keyturn.visitor().get("/api/users/me").await.expect(401);
    assert_eq!((nobody.json["code"].as_str(), nobody.json.get("isExpired")), (Some("LWAUTH10002"), None));
}

/// SESSION-10, SESSION-11: the first answer of a tab has its session id; the theme never does.
#[tokio::test]
async fn the_first_answer_names_the_tab() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let first = avery.get("/api/users/me").await.expect(200);
    assert!(first.headers.contains_key("x-session-id"));
    let second = avery.get("/api/users/me").await.expect(200);
    assert!(!second.headers.contains_key("x-session-id"));
    assert!(!avery.another_tab().get("/api/theme").await.expect(200).headers.contains_key("x-session-id"));
}

/// SESSION-11, SESSION-12: neither the theme nor the real-time endpoint opens a session, with or without a token.
#[tokio::test]
async fn the_theme_and_the_real_time_address_open_no_session() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let sessions = async || -> i64 {
        sqlx::query_scalar("select count(*) from session").fetch_one(&mut keyturn.superuser().await).await.unwrap()
    };
    let before = sessions().await;
    for path in ["/api/theme", "/rtc/api/socket", "/rtc/api/anything"] {
        let answer = avery.get(path).await;
        assert!(!answer.headers.contains_key("x-session-id"), "{path}");
    }
    assert_eq!(sessions().await, before);
    let _ = avery.get("/api/users/me").await.expect(200);
    assert_eq!(sessions().await, before + 1);
}

/// A revoked role takes effect at the next request in this and another process.
#[tokio::test]
async fn a_revoked_role_takes_effect_immediately_everywhere() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let elsewhere = avery.at(&other.base).with_header("host", keyturn.base.trim_start_matches("http://"));
    for client in [&avery, &elsewhere] {
        let answer = client.get("/api/users/me/permissions").await.expect(200);
        assert_eq!(answer.json["areas"]["loans"], true);
    }
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "delete from membership_role where membership_id = (select m.id from membership m join app_user u on u.id = m.user_id
                                                            where u.email = 'avery.stone@harbor.example');
         update membership set access_version = access_version + 1
         where user_id = (select id from app_user where email = 'avery.stone@harbor.example')",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    for client in [&avery, &elsewhere] {
        client.get("/api/users/me/permissions").await.expect(403);
    }
}

/// An ended login is refused in every tab, and its refresh token is useless.
#[tokio::test]
async fn an_ended_login_is_refused() {
    let keyturn = Keyturn::start().await;
    let tokens =
        keyturn.visitor().post("/api/auth/programmatic-login", json!({"email": "avery.stone@harbor.example"})).await;
    let avery = keyturn.visitor().with_token(tokens.json["id_token"].as_str().unwrap());
    let tab = avery.another_tab();
    avery.get("/api/users/me").await.expect(200);
    tab.get("/api/users/me").await.expect(200);
    let ended = avery.post("/api/auth/logout", json!({})).await.expect(200);
    assert_eq!(ended.json["logoutUrl"], format!("{}/session-ended", keyturn.base));
    for client in [&avery, &tab, &avery.another_tab()] {
        assert_eq!(client.get("/api/users/me").await.expect(401).json["code"], "LWAUTH10003");
    }
    let refused = refresh(&keyturn.visitor(), tokens.json["refresh_token"].as_str().unwrap()).await.expect(400);
    assert_eq!(refused.json["error"], "invalid_grant");
}

/// A user without roles can sign in but do nothing.
#[tokio::test]
async fn users_without_roles_see_nothing() {
    let keyturn = Keyturn::start().await;
    let ivy = keyturn.sign_in("ivy.chen@harbor.example").await;
    ivy.get("/api/users/me/permissions").await.expect(403);
    ivy.get("/api/users/search/flat").await.expect(403);
}

/// The host determines the application: staff, borrower or agent. Unknown hosts serve the staff application.
#[tokio::test]
async fn the_host_determines_the_portal() {
    let keyturn = Keyturn::start().await;
    sqlx::raw_sql(
        "insert into org_domain (host, context, org_unit_id)
         select host, context, id
         from org_unit,
              (values ('apply.harbor.localhost', 'POS'), ('agents.harbor.localhost', 'REALTOR')) as portal (host, context)
         where slug = 'harbor'",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    for (host, portal) in [
        ("harbor.localhost", "staff"),
        ("apply.harbor.localhost:8080", "borrower"),
        ("Agents.Harbor.localhost", "agent"),
        ("unknown.example", "staff"),
    ] {
        let config = keyturn.visitor().with_header("host", host).get("/api/config").await.expect(200);
        assert_eq!(config.at("/portal"), portal, "{host}");
    }
}
