//! Logins, password changes, second factor, and signing keys.

use serde_json::{Value, json};
use testkit::{Client, Keyturn, PASSWORD, SignInPage, code_of, refresh};

const AVERY: &str = "avery.stone@harbor.example";
const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const NEW_PASSWORD: &str = "copper-Lantern-7-orbits!";

/// Signs in with the password in a browser. Also returns the refresh token.
async fn sign_in(keyturn: &Keyturn, user_agent: &str, password: &str) -> (Client, String) {
    let visitor = keyturn.visitor().with_header("user-agent", user_agent);
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let done = page.password(AVERY, password).await.expect(200);
    let tokens = page.tokens(&done).await;
    (visitor.with_token(tokens["id_token"].as_str().unwrap()), tokens["refresh_token"].as_str().unwrap().to_owned())
}

async fn actions(keyturn: &Keyturn) -> Vec<String> {
    let query = "select action from audit_entry a join app_user u on u.id = a.active_user_id
                 where u.email = $1 and a.logged_in_user_id = a.active_user_id and entity in ('login', 'user') order by a.id";
    sqlx::query_scalar(query).bind(AVERY).fetch_all(&mut keyturn.superuser().await).await.unwrap()
}

/// Avery sees her logins with device names and ends an unknown one. Users can't end logins of others.
#[tokio::test]
async fn avery_sees_her_logins_and_ends_one() {
    let keyturn = Keyturn::start().await;
    let (office, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let (phone, phone_refresh) = sign_in(&keyturn, IPHONE, PASSWORD).await;
    // A tab names itself with its second request. Until then, requests of the login share a tab.
    let _ = phone.get("/api/users/me").await.expect(200);
    let _ = phone.get("/api/users/me").await.expect(200);
    let _ = phone.another_tab().get("/api/users/me").await.expect(200);
    let rows = office.get("/api/auth/logins").await.expect(200).json["rows"].clone();
    let mut words: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (row["device"].as_str().unwrap(), row["isCurrent"].as_bool().unwrap(), row["tabs"].as_i64().unwrap())
        })
        .collect();
    // Demo data was created with separate logins.
    words.retain(|(device, ..)| *device != "Another program");
    words.sort_unstable();
    assert_eq!(words, [("Chrome on Windows", true, 1), ("Safari on iPhone", false, 2)]);
    let on_phone = rows.as_array().unwrap().iter().find(|row| row["device"] == "Safari on iPhone").unwrap();
    assert!(on_phone["endsAt"].as_str() > on_phone["startedAt"].as_str());
    let id = on_phone["id"].as_str().unwrap();

    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    let _ = priya.delete(&format!("/api/auth/logins/{id}")).await.expect(404);
    let _ = office.delete("/api/auth/logins/nonsense").await.expect(404);
    let _ = phone.get("/api/users/me").await.expect(200);
    let _ = office.delete(&format!("/api/auth/logins/{id}")).await.expect(204);
    let _ = office.delete(&format!("/api/auth/logins/{id}")).await.expect(404);
    for tab in [&phone, &phone.another_tab()] {
        assert_eq!(tab.get("/api/users/me").await.expect(401).json["code"], "LWAUTH10003");
    }
    let _ = refresh(&keyturn.visitor(), &phone_refresh).await.expect(400);
    let left = office.get("/api/auth/logins").await.expect(200);
    assert_eq!(left.json["rows"].as_array().unwrap().len(), rows.as_array().unwrap().len() - 1);
    assert_eq!(actions(&keyturn).await, ["login.begin", "login.begin", "login.end"]);
}

/// 'Sign out everywhere' takes effect at the next request of every tab in every process, with or without x-session-id.
#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let (office, office_refresh) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let (phone, phone_refresh) = sign_in(&keyturn, IPHONE, PASSWORD).await;
    let elsewhere = phone.at(&other.base).with_header("host", keyturn.base.trim_start_matches("http://"));
    for tab in [&office, &phone, &elsewhere] {
        let _ = tab.get("/api/users/me").await.expect(200);
    }
    let _ = office.delete("/api/auth/logins").await.expect(204);
    for path in ["/api/users/me", "/api/users/me/permissions", "/api/loans", "/api/auth/logins", "/api/lookups/data"] {
        for tab in [&office, &phone, &elsewhere, &office.another_tab(), &phone.another_tab(), &elsewhere.another_tab()]
        {
            let refused = tab.get(path).await.expect(401);
            assert_eq!(refused.json["code"], "LWAUTH10003", "{path}");
            assert!(!refused.headers.contains_key("x-session-id"));
        }
    }
    for token in [office_refresh, phone_refresh] {
        let _ = refresh(&keyturn.visitor(), &token).await.expect(400);
    }
    assert_eq!(actions(&keyturn).await.last().unwrap(), "login.end-all");
    // She can sign in again.
    let (again, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let _ = again.get("/api/users/me").await.expect(200);
}

/// IDLE-06: 'Continue' returns the remaining time and takes effect immediately. The company's timeout applies.
#[tokio::test]
async fn continue_keeps_the_session() {
    let keyturn = Keyturn::start().await;
    let (avery, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "update org_unit set session_timeout_minutes = 10 where slug = 'harbor';
         update login set last_seen_at = now() - interval '9 minutes'",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let touched = avery.post("/api/session/touch", json!({})).await.expect(200);
    assert_eq!(touched.json, json!({"expiresInSeconds": 600}));
    let query = "select last_seen_at > now() - interval '1 minute' from login where user_agent = $1";
    let is_fresh: bool = sqlx::query_scalar(query).bind(CHROME).fetch_one(&mut superuser).await.unwrap();
    assert!(is_fresh);
    sqlx::raw_sql("update login set last_seen_at = now() - interval '12 minutes'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let _ = avery.post("/api/session/touch", json!({})).await.expect(401);
    // It doesn't extend a login beyond its end.
    let (again, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    sqlx::raw_sql("update login set ends_at = now() + interval '2 minutes'").execute(&mut superuser).await.unwrap();
    let left = again.post("/api/session/touch", json!({})).await.expect(200).json["expiresInSeconds"].as_i64().unwrap();
    assert!((100..=120).contains(&left), "{left}");
}

/// Refresh and userinfo respect the company's idle timeout, like every call.
#[tokio::test]
async fn idle_logins_get_no_tokens_or_claims() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor();
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let tokens = page.tokens(&page.password(AVERY, PASSWORD).await.expect(200)).await;
    let holder = visitor.with_token(tokens["access_token"].as_str().unwrap());
    let _ = holder.get("/oidc/userinfo").await.expect(200);
    sqlx::raw_sql(
        "update org_unit set session_timeout_minutes = 5 where slug = 'harbor';
         update login set last_seen_at = now() - interval '7 minutes'",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(holder.get("/oidc/userinfo").await.expect(401).json["code"], "LWAUTH10003");
    let _ = refresh(&keyturn.visitor(), tokens["refresh_token"].as_str().unwrap()).await.expect(400);
}

/// SETPW-28, SETPW-29: a password change requires the current password and the server's rules, ends all other logins,
/// and limits guessing.
#[tokio::test]
async fn avery_changes_her_password() {
    let keyturn = Keyturn::start().await;
    let (office, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let (phone, phone_refresh) = sign_in(&keyturn, IPHONE, PASSWORD).await;
    let change = async |client: &Client, current: &str, new: &str| {
        client.post("/api/auth/password", json!({"currentPassword": current, "newPassword": new})).await
    };
    let wrong = change(&office, "Not-My-Password-1!", NEW_PASSWORD).await.expect(422);
    assert_eq!(wrong.json["fields"], json!({"currentPassword": "Your current password is not right."}));
    let long = format!("Aa1!{}", "lantern-".repeat(8));
    for (new, told) in [
        ("Short-7!", "at least 12 characters"),
        (long.as_str(), "at most 64 characters"),
        ("copper-lantern-7-orbits!", "an uppercase letter"),
        ("Password1234!", "among the first"),
        ("Mortgage2026!", "among the first"),
        ("Harbor2026!!!", "among the first"),
        ("08101949Rks1qqq1!", "stolen elsewhere"),
        ("Avery-loves-7-lanterns!", "leave out 'avery'"),
        ("My-Harbor-Home-Lending-7!", "leave out 'harborhomelending'"),
        ("The-Keyturn-of-7-orbits!", "leave out 'keyturn'"),
        (PASSWORD, "must differ"),
    ] {
        let refused = change(&office, PASSWORD, new).await.expect(422);
        let sentence = refused.at("/fields/newPassword").as_str().unwrap();
        assert!(sentence.contains(told), "{new}: {sentence}");
    }
    let _ = change(&office, PASSWORD, NEW_PASSWORD).await.expect(204);
    let _ = phone.get("/api/users/me").await.expect(401);
    let _ = refresh(&keyturn.visitor(), &phone_refresh).await.expect(400);
    let _ = office.get("/api/users/me").await.expect(200);
    keyturn.do_jobs().await;
    assert_eq!(keyturn.mail_to(AVERY).last().unwrap().subject, "Your password was changed");
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let _ = page.password(AVERY, PASSWORD).await.expect(401);
    let (again, _) = sign_in(&keyturn, CHROME, NEW_PASSWORD).await;
    for _ in 0..10 {
        let _ = change(&again, "Not-My-Password-1!", "another-Lantern-8-orbits!").await.expect(422);
    }
    let _ = change(&again, NEW_PASSWORD, "another-Lantern-8-orbits!").await.expect(429);
    let actions = actions(&keyturn).await;
    for action in ["password.change", "password.change-fail", "sign-in.block"] {
        assert!(actions.iter().any(|known| known == action), "{action} is not on record: {actions:?}");
    }
}

/// The second factor's state is shown, and its recovery codes can be replaced with a current authenticator code.
#[tokio::test]
async fn avery_manages_her_second_factor() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let done = page.code(&step, &code_of(&secret, -1)).await.expect(200);
    let old = done.at("/recoveryCodes").as_array().unwrap().clone();
    let avery = page.signed_in(&done).await;
    let state = avery.get("/api/auth/second-factor").await.expect(200).json;
    assert_eq!(
        (&state["isEnrolled"], &state["recoveryCodesLeft"], &state["isRequired"]),
        (&json!(true), &json!(10), &json!(true))
    );
    assert!(state["enrolledAt"].is_string());

    let path = "/api/auth/second-factor/recovery-codes";
    for code in ["000000", old[0].as_str().unwrap(), &code_of(&secret, -1)] {
        let refused = avery.post(path, json!({"code": code})).await.expect(422);
        assert_eq!(refused.json["fields"], json!({"code": "The code is not right."}));
    }
    let new = avery.post(path, json!({"code": code_of(&secret, 0)})).await.expect(201);
    let new: Vec<Value> = new.at("/recoveryCodes").as_array().unwrap().clone();
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)));
    let again = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let step = again.password(AVERY, PASSWORD).await.expect(200);
    let _ = again.code(&step, old[1].as_str().unwrap()).await.expect(401);
    let _ = again.code(&step, new[1].as_str().unwrap()).await.expect(200);
    assert_eq!(avery.get("/api/auth/second-factor").await.expect(200).json["recoveryCodesLeft"], 9);
    assert!(actions(&keyturn).await.contains(&"second-factor.recovery-codes".to_owned()));

    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    let state = priya.get("/api/auth/second-factor").await.expect(200).json;
    assert_eq!(state, json!({"isEnrolled": false, "enrolledAt": null, "recoveryCodesLeft": 0, "isRequired": true}));
    let _ = priya.post(path, json!({"code": "123456"})).await.expect(409);
}

/// Signing keys rotate without a restart. The next key is published a day before it signs, the old one stays until its
/// tokens expire, and a process reloads the keys when it receives a token with an unknown key.
#[tokio::test]
async fn signing_keys_rotate() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let (avery, _) = sign_in(&keyturn, CHROME, PASSWORD).await;
    let kid = |token: &str| {
        use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
        let header = URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap()).unwrap();
        serde_json::from_slice::<Value>(&header).unwrap()["kid"].as_str().unwrap().to_owned()
    };
    let first = kid(avery.token().unwrap());
    let mut superuser = keyturn.superuser().await;
    let kept = async |superuser: &mut sqlx::PgConnection| -> Vec<String> {
        sqlx::query_scalar("select id from signing_key order by signs_from").fetch_all(superuser).await.unwrap()
    };
    // Too early, so nothing happens.
    access::rotate_signing_keys(&keyturn.app).await.unwrap();
    assert_eq!(kept(&mut superuser).await, std::slice::from_ref(&first));
    sqlx::raw_sql("update signing_key set signs_from = now() - interval '89 days 1 hour'")
        .execute(&mut superuser)
        .await
        .unwrap();
    access::rotate_signing_keys(&keyturn.app).await.unwrap();
    access::rotate_signing_keys(&other.app).await.unwrap();
    let both = kept(&mut superuser).await;
    assert_eq!((both.len(), &both[0]), (2, &first));
    // A day passes.
    sqlx::raw_sql("update signing_key set signs_from = signs_from - interval '25 hours'")
        .execute(&mut superuser)
        .await
        .unwrap();
    access::rotate_signing_keys(&keyturn.app).await.unwrap();
    let third = keyturn.second_process().await;
    let host = keyturn.base.trim_start_matches("http://");
    let at_third = keyturn.visitor().at(&third.base).with_header("host", host);
    let published = at_third.get("/oidc/jwks.json").await.expect(200).json;
    let published: Vec<_> =
        published["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap()).collect();
    assert_eq!(published, both, "the old key stays published beside the new one");
    let avery_again = at_third.signed_in(AVERY).await;
    assert_eq!(kid(avery_again.token().unwrap()), both[1]);
    // The first process doesn't know the key yet and reloads at most every three seconds. The old token stays valid.
    let at_first = keyturn.visitor().with_token(avery_again.token().unwrap());
    let began = std::time::Instant::now();
    while at_first.get("/api/users/me").await.status != 200 {
        assert!(began.elapsed().as_secs() < 10, "the new key is not followed");
    }
    let _ = avery.get("/api/users/me").await.expect(200);
    // The old key is deleted when its last token has expired.
    sqlx::raw_sql("update signing_key set retired_at = retired_at - interval '25 hours' where retired_at is not null")
        .execute(&mut superuser)
        .await
        .unwrap();
    access::rotate_signing_keys(&keyturn.app).await.unwrap();
    assert_eq!(kept(&mut superuser).await, both[1..]);
}

/// Signing in again in the same browser ends earlier logins there, including another user's. Avery's other browser is
/// unaffected.
#[tokio::test]
async fn signing_in_again_ends_the_browsers_previous_login() {
    let keyturn = Keyturn::start().await;
    let (phone, _) = sign_in(&keyturn, IPHONE, PASSWORD).await;
    let first = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let done = first.password(AVERY, PASSWORD).await.expect(200);
    let tokens = first.tokens(&done).await;
    let before = keyturn.visitor().with_token(tokens["id_token"].as_str().unwrap());
    for client in [&phone, &before] {
        let _ = client.get("/api/users/me").await.expect(200);
    }
    let cookie = done.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let browser = keyturn.visitor().with_header("cookie", &cookie);
    let again = SignInPage::open(&browser, &keyturn.base).await;
    let done = again.password(AVERY, PASSWORD).await.expect(200);
    let after = again.signed_in(&done).await;
    assert_eq!(before.get("/api/users/me").await.expect(401).json["code"], "LWAUTH10003");
    let _ = refresh(&keyturn.visitor(), tokens["refresh_token"].as_str().unwrap()).await.expect(400);
    for client in [&phone, &after] {
        let _ = client.get("/api/users/me").await.expect(200);
    }

    let priya = SignInPage::open(&browser, &keyturn.base).await;
    let done = priya.password("priya.nguyen@harbor.example", PASSWORD).await.expect(200);
    let _ = priya.signed_in(&done).await.get("/api/users/me").await.expect(200);
    let _ = after.get("/api/users/me").await.expect(401);
    let _ = phone.get("/api/users/me").await.expect(200);
    let ended = actions(&keyturn).await.into_iter().filter(|action| action == "login.end").count();
    assert_eq!(ended, 2);
}
