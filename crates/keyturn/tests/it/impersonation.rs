//! Impersonation by the provider's super administrator.

use crate::{
    loans::{create, membership},
    walk::visit,
};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Row;
use testkit::{
    Answer, Client, Keyturn,
    visits::{Ids, Visit, visits},
};

const SAM: &str = "sam.rivera@provider.example";

async fn user_id(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap()
}

async fn impersonate(sam: &Client, user: i64) -> Answer {
    sam.post(&format!("/api/org-admin/users/{user}/impersonate"), json!({})).await
}

async fn sql(keyturn: &Keyturn, statement: &'static str) {
    sqlx::raw_sql(statement).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// ORG-15, ORG-19: the server stores the signed-in user and the impersonated one. Permissions, reach and rows are those
/// of the impersonated user.
#[tokio::test]
async fn impersonation_uses_averys_view_and_logs_both_users() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let sam = keyturn.sign_in(SAM).await;
    let (avery_id, sam_id) = (user_id(&avery).await, user_id(&sam).await);
    sam.get("/api/loans").await.expect(403);

    let begun = impersonate(&sam, avery_id).await.expect(200);
    assert_eq!((begun.at("/loggedInUser/id"), begun.at("/activeUser/id")), (&json!(sam_id), &json!(avery_id)));
    assert_eq!(begun.at("/activeUser/WizeOrgUnit/displayName"), "Bayside");
    assert_eq!(sam.get("/api/users/me").await.expect(200).json, begun.json);
    let (as_avery, as_herself) = (sam.get("/api/loans").await.expect(200), avery.get("/api/loans").await.expect(200));
    assert_eq!(as_avery.json, as_herself.json);
    let permissions = sam.get("/api/users/me/permissions").await.expect(200);
    assert!(!permissions.at("/permissions").as_array().unwrap().contains(&json!("ORG_ADMIN")));
    impersonate(&sam, avery_id).await.expect(403);

    let made = create(&sam, "Maya", "Ortiz").await;
    let mut superuser = keyturn.superuser().await;
    let entry = sqlx::query(
        "select logged_in_user_id, active_user_id, membership_id from audit_entry where action = 'loan.create' and entity_id = $1",
    )
    .bind(made["id"].to_string())
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!((entry.get::<i64, _>(0), entry.get::<i64, _>(1)), (sam_id, avery_id));
    assert_eq!(entry.get::<i64, _>(2), membership(&avery).await);

    let ended = sam.delete("/api/org-admin/impersonation").await.expect(200);
    assert_eq!((ended.at("/loggedInUser/id"), ended.at("/activeUser/id")), (&json!(sam_id), &json!(sam_id)));
    sam.get("/api/loans").await.expect(403);
    // Ending it again changes nothing.
    sam.delete("/api/org-admin/impersonation").await.expect(200);
    let told = sqlx::query(
        "select a.action, c.type, a.logged_in_user_id, a.active_user_id from audit_entry a join org_unit c on c.id = a.company_id
         where a.entity = 'user' and a.entity_id = $1 and a.action like 'impersonation%' order by a.id",
    )
    .bind(avery_id.to_string())
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let told: Vec<(String, String)> = told.iter().map(|row| (row.get(0), row.get(1))).collect();
    let expected = [("begin", "BROKER"), ("begin", "PROVIDER"), ("end", "BROKER"), ("end", "PROVIDER")]
        .map(|(action, company)| (format!("impersonation.{action}"), company.to_owned()));
    assert_eq!(told, expected, "the company's own administrator reads of it, and so does the provider");
}

/// ORG-19: other users can't impersonate anyone, and some users can't be impersonated.
#[tokio::test]
async fn impersonation_is_limited_by_role_and_target() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let avery = user_id(&keyturn.sign_in("avery.stone@harbor.example").await).await;
    for name in ["grace.whitfield", "victor.adeyemi", "omar.haddad", "beth.sullivan", "avery.stone"] {
        let client = keyturn.sign_in(&format!("{name}@harbor.example")).await;
        impersonate(&client, avery).await.expect(403);
        client.delete("/api/org-admin/impersonation").await.expect(200);
    }
    impersonate(&sam, 999_999_999).await.expect(404);
    impersonate(&sam, user_id(&sam).await).await.expect(409);
    let mut superuser = keyturn.superuser().await;
    let ivy: i64 = sqlx::query_scalar("select id from app_user where email = 'ivy.chen@harbor.example'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let answer = impersonate(&sam, ivy).await.expect(409);
    assert_eq!(answer.at("/message"), "This person has no role, and so nothing to act with.");
    sql(&keyturn, "update app_user set state = 'DEACTIVATED' where email = 'priya.nguyen@harbor.example'").await;
    let priya: i64 = sqlx::query_scalar("select id from app_user where email = 'priya.nguyen@harbor.example'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    impersonate(&sam, priya).await.expect(409);
}

/// D32: during impersonation, nobody can reveal sealed values, export a file with them, or change the password or
/// second factor.
#[tokio::test]
async fn impersonators_cannot_reveal_values_or_change_credentials() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let loan = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let borrower = avery.get(&format!("/api/loans/{loan}/application")).await.expect(200);
    let path = format!("borrowers/{}/taxpayerIdentifier", borrower.at("/application/borrowers/0/id").as_str().unwrap());
    let change = json!([{ "path": path, "from": null, "to": "123456789" }]);
    avery.patch(&format!("/api/loans/{loan}/application"), change).await.expect(200);
    let file = testkit::officer::upload(&avery, "a.xml", b"<MESSAGE/>".to_vec()).await;

    let sam = keyturn.sign_in(SAM).await;
    impersonate(&sam, user_id(&avery).await).await.expect(200);
    let asked: [(&str, Value); 4] = [
        (&format!("/api/loans/{loan}/reveals"), json!({ "path": path })),
        (&format!("/api/files/{file}/download-url"), json!({})),
        (
            "/api/auth/password",
            json!({ "currentPassword": testkit::PASSWORD, "newPassword": "copper-Lantern-7-orbits!" }),
        ),
        ("/api/auth/second-factor/recovery-codes", json!({ "code": "123456" })),
    ];
    for (path, body) in asked {
        let refused = sam.post(path, body).await.expect(403);
        assert_eq!(refused.at("/code"), "LWPERM10002", "{path}");
        assert_eq!(refused.at("/message"), "You can't do this while you act on behalf of another user.");
    }
    avery.post(&format!("/api/loans/{loan}/reveals"), json!({ "path": path })).await.expect(201);
    avery.post(&format!("/api/files/{file}/download-url"), json!({})).await.expect(201);
}

/// Impersonation ends after an idle hour, regardless of the company's timeout. A refused request doesn't restore it.
#[tokio::test]
async fn impersonation_ends_after_an_idle_hour() {
    let keyturn = Keyturn::start().await;
    sql(&keyturn, "update org_unit set session_timeout_minutes = 480").await;
    let avery = user_id(&keyturn.sign_in("avery.stone@harbor.example").await).await;
    let sam = keyturn.sign_in(SAM).await;
    impersonate(&sam, avery).await.expect(200);
    let away = "update session set acting_seen_at = now() - interval '59 minutes' where acting_since is not null;
                update login set last_seen_at = now() - interval '59 minutes'";
    sql(&keyturn, away).await;
    // Polling doesn't count as activity.
    sam.with_header("x-background", "1").get("/api/users/me").await.expect(200);
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    sql(
        &keyturn,
        "update session set acting_seen_at = acting_seen_at - interval '3 minutes' where acting_since is not null",
    )
    .await;
    for _ in 0..2 {
        let refused = sam.get("/api/users/me").await.expect(403);
        assert_eq!(
            (refused.at("/code"), refused.at("/message")),
            (&json!("LWPERM10003"), &json!("You no longer act on behalf of another user."))
        );
        keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    }
    let ended = sam.delete("/api/org-admin/impersonation").await.expect(200);
    assert_eq!(ended.at("/activeUser/email"), SAM);

    // Activity keeps it alive.
    impersonate(&sam, avery).await.expect(200);
    sql(&keyturn, away).await;
    sam.get("/api/users/me").await.expect(200);
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let is_fresh: bool = sqlx::query_scalar(
        "select bool_and(acting_seen_at > now() - interval '1 minute') from session where acting_since is not null and acting_ended_at is null
         and acting_seen_at > now() - interval '61 minutes'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert!(is_fresh);
}

/// An idle login is over, and the request that finds out doesn't revive it.
#[tokio::test]
async fn a_refused_request_does_not_count_as_activity() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    avery.get("/api/users/me").await.expect(200);
    keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    sql(&keyturn, "update login set last_seen_at = now() - interval '32 minutes'").await;
    for _ in 0..2 {
        avery.get("/api/users/me").await.expect(401);
        keyturn.doors.write_last_seen(&keyturn.app).await.unwrap();
    }
}

/// Impersonation ends with the next request in every process after the administrator loses the role or the target is
/// deactivated.
#[tokio::test]
async fn impersonation_ends_with_the_role_or_the_account() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let avery = user_id(&keyturn.sign_in("avery.stone@harbor.example").await).await;
    let sam = keyturn.sign_in(SAM).await;
    let tab = sam.another_tab();
    for (taken, given) in [
        (
            "update app_user set state = 'DEACTIVATED' where email = 'avery.stone@harbor.example'",
            "update app_user set state = 'ACTIVE' where email = 'avery.stone@harbor.example'",
        ),
        (
            "update org_unit set state = 'SUSPENDED', access_version = access_version + 1 where slug = 'harbor'",
            "update org_unit set state = 'ACTIVE', access_version = access_version + 1 where slug = 'harbor'",
        ),
        (
            "delete from membership_role where role = 'SUPERADMIN'",
            "insert into membership_role (company_id, membership_id, role, position)
             select company_id, id, 'SUPERADMIN', 1 from membership where user_id = (select id from app_user where email = 'sam.rivera@provider.example')",
        ),
    ] {
        impersonate(&sam, avery).await.expect(200);
        let elsewhere = sam.at(&other.base).with_header("host", keyturn.base.trim_start_matches("http://"));
        elsewhere.get("/api/loans").await.expect(200);
        sql(&keyturn, taken).await;
        for client in [&sam, &elsewhere] {
            assert_eq!(client.get("/api/loans").await.expect(403).at("/code"), "LWPERM10003");
        }
        sql(&keyturn, given).await;
        sam.delete("/api/org-admin/impersonation").await.expect(200);
        // It stays ended in every process.
        let stale = elsewhere.with_header("x-session-id", &session_of(&keyturn).await);
        assert_eq!(stale.get("/api/loans").await.expect(403).at("/code"), "LWPERM10003");
    }
    // Sam's other tab acts as Sam all along.
    assert_eq!(tab.get("/api/users/me").await.expect(200).at("/activeUser/email"), SAM);
}

/// The latest tab that impersonated someone.
async fn session_of(keyturn: &Keyturn) -> String {
    let id: uuid::Uuid =
        sqlx::query_scalar("select id from session where acting_since is not null order by acting_since desc limit 1")
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
    id.to_string()
}

/// ORG-23: the role has no effect in a broker company.
#[tokio::test]
async fn the_super_admin_role_has_no_effect_in_a_broker() {
    let keyturn = Keyturn::start().await;
    let avery = user_id(&keyturn.sign_in("avery.stone@harbor.example").await).await;
    sql(
        &keyturn,
        "insert into membership_role (company_id, membership_id, role, position)
         select company_id, id, 'SUPERADMIN', 9 from membership
         where user_id = (select id from app_user where email = 'grace.whitfield@harbor.example')",
    )
    .await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let permissions = grace.get("/api/users/me/permissions").await.expect(200);
    let codes = permissions.at("/permissions").as_array().unwrap();
    assert!(codes.contains(&json!("APP")) && !codes.contains(&json!("ORG_ADMIN")), "{codes:?}");
    impersonate(&grace, avery).await.expect(403);
    let document = grace.get("/api/openapi.json").await.expect(200);
    let provider =
        document.at("/paths").as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/api/org-admin/"));
    let (visits, mut asked) = (visits(), 0);
    for (path, item) in provider {
        for method in
            item.as_object().unwrap().keys().filter(|method| *method != "delete" || !path.ends_with("/impersonation"))
        {
            let name = item[method]["operationId"].as_str().unwrap();
            let Visit::OfProvider(request) = &visits[name] else { panic!("{name} is not of the provider's area") };
            let method: Method = method.to_uppercase().parse().unwrap();
            assert_eq!(visit(&grace, &method, request(&Ids::never_were())).await.status, 403, "{path}");
            asked += 1;
        }
    }
    assert!(asked >= 1);
}
