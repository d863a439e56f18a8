//! Permissions as the server reports and enforces them.

use serde_json::{Value, json};
use testkit::{Client, Keyturn};

async fn permissions(client: &Client) -> Value {
    client.get("/api/users/me/permissions").await.expect(200).json
}

fn may(permissions: &Value, code: &str) -> bool {
    permissions["permissions"].as_array().unwrap().contains(&json!(code))
}

/// PERM-01, PERM-02, PERM-03, PERM-04: roles by code and name.
#[tokio::test]
async fn the_roles_are_in_the_lookups() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let lookups = avery.get("/api/lookups/data").await.expect(200);
    assert_eq!(
        lookups.json["roles"],
        json!([
            {"code": "ORIGINATOR", "name": "Originator"},
            {"code": "PROCESSOR", "name": "Processor"},
            {"code": "CONTRACTPROCESSOR", "name": "Contract Processor"},
            {"code": "ASSISTANT", "name": "Assistant"},
            {"code": "LOANADMIN", "name": "Loan Admin"},
            {"code": "ADMINISTRATOR", "name": "Administrator"},
            {"code": "BRANCHADMIN", "name": "Branch Admin"},
            {"code": "ASSOCIATEADMIN", "name": "Associate Admin"},
            {"code": "COMPANYADMIN", "name": "Company Admin"},
            {"code": "SUPERADMIN", "name": "Super Admin"},
            {"code": "DISCLOSURE_DESK", "name": "Disclosure Desk"},
            {"code": "PAYROLL", "name": "Payroll"},
            {"code": "CLOSER", "name": "Closer"},
            {"code": "LOCK_DESK", "name": "Lock Desk"},
            {"code": "FUNDER", "name": "Funder"},
        ])
    );
}

/// Permissions of Harbor's users and the pages they allow. PERM-06, PERM-07, PERM-08, PERM-09, PERM-10
#[tokio::test]
async fn permissions_and_pages_depend_on_the_role() {
    let keyturn = Keyturn::start().await;
    let everybody = [
        "avery.stone", // originator
        "paul.okafor", // processor
        "jamie.lin",   // assistant
        "lena.fischer",
        "omar.haddad",
        "tom.reyes", // branch admin
        "victor.adeyemi",
        "grace.whitfield",
        "dana.price", // disclosure desk
        "mei.tanaka", // lock desk and payroll
    ];
    let mut answers = Vec::new();
    for person in everybody {
        let client = keyturn.sign_in(&format!("{person}@harbor.example")).await;
        answers.push((person, permissions(&client).await));
    }
    let admins = ["omar.haddad", "victor.adeyemi", "grace.whitfield"];
    for (code, entitled, pages) in [
        ("SETTINGS_MANAGE", &admins[..], &["/app/settings/org-config"][..]),
        (
            "CALL_REPORTS_MANAGE",
            &["omar.haddad", "tom.reyes", "victor.adeyemi", "grace.whitfield"],
            &["/app/call-reports", "/app/state-reports"],
        ),
        (
            "REVENUE_REPORTS_MANAGE",
            &["tom.reyes", "victor.adeyemi", "grace.whitfield", "mei.tanaka"],
            &["/app/revenue-reports"],
        ),
        (
            "RATE_ALERTS_MANAGE",
            &[
                "avery.stone",
                "jamie.lin",
                "lena.fischer",
                "omar.haddad",
                "tom.reyes",
                "victor.adeyemi",
                "grace.whitfield",
            ],
            &["/app/rate-alerts"],
        ),
        (
            "LOAN_REVIEW",
            &["paul.okafor", "lena.fischer", "omar.haddad", "tom.reyes", "victor.adeyemi", "grace.whitfield"],
            &[],
        ),
        (
            "AUDIT_VIEW",
            &["omar.haddad", "tom.reyes", "victor.adeyemi", "grace.whitfield"],
            &["/app/settings/audit-log"],
        ),
        // Tom's branch pays for itself.
        ("BILLING_MANAGE", &["tom.reyes", "grace.whitfield"], &["/app/settings/billing"]),
        ("USERS_MANAGE", &["omar.haddad", "tom.reyes", "victor.adeyemi", "grace.whitfield"], &["/app/settings/users"]),
        ("ORG_ADMIN", &[], &["/org"]),
    ] {
        for (person, answer) in &answers {
            let is_entitled = entitled.contains(person);
            assert_eq!(may(answer, code), is_entitled, "{code} of {person}");
            for page in pages {
                assert_eq!(answer["routes"][page], is_entitled, "{page} for {person}");
            }
        }
    }
    // An area is visible if one of its pages is allowed.
    let areas = |person: &str| &answers.iter().find(|(name, _)| *name == person).unwrap().1["areas"];
    assert_eq!(areas("mei.tanaka")["reports"], true);
    assert_eq!(areas("dana.price")["reports"], false);
    assert_eq!(areas("tom.reyes")["settings"], true);
    assert_eq!(areas("avery.stone")["settings"], false);

    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let answer = permissions(&sam).await;
    assert_eq!(answer["permissions"], json!(["SESSION", "PROFILE_EDIT", "ORG_ADMIN"]));
    assert_eq!(answer["routes"]["/org"], true);
    let _ = sam.get("/api/loans").await.expect(403);
}

/// A company's changes to the permission table take effect at the next request in every process, for that role and
/// company only. Fixed entries stay.
#[tokio::test]
async fn permission_changes_take_effect_immediately_everywhere() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let jamie = keyturn.sign_in("jamie.lin@harbor.example").await;
    let host = keyturn.base.trim_start_matches("http://");
    let elsewhere = jamie.at(&other.base).with_header("host", host);
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    for client in [&jamie, &elsewhere] {
        assert!(may(&permissions(client).await, "LOAN_CREATE"));
    }
    assert!(!may(&permissions(&avery).await, "LOAN_REVIEW"));

    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "insert into role_permission_override (company_id, role, permission, allowed)
         select id, altered.role, altered.permission, altered.allowed
         from org_unit, (values ('ASSISTANT', 'LOAN_CREATE', false), ('ORIGINATOR', 'LOAN_REVIEW', true),
                                ('ORIGINATOR', 'USERS_MANAGE', true), ('ORIGINATOR', 'ORG_ADMIN', true),
                                ('WIZARD', 'LOAN_VIEW', false)) altered(role, permission, allowed)
         where slug = 'harbor';
         update org_unit set access_version = access_version + 1 where slug = 'harbor'",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    for client in [&jamie, &elsewhere] {
        let answer = permissions(client).await;
        assert!(!may(&answer, "LOAN_CREATE"), "{answer}");
        assert!(may(&answer, "BULK_IMPORT"), "{answer}");
    }
    let answer = permissions(&avery).await;
    assert!(may(&answer, "LOAN_CREATE") && may(&answer, "LOAN_REVIEW"), "{answer}");
    assert!(!may(&answer, "USERS_MANAGE") && !may(&answer, "ORG_ADMIN"), "{answer}");
    assert!(!may(&permissions(&alice).await, "LOAN_REVIEW"));
}

/// Only company admins change the table through the API, audited, and never the fixed entries.
#[tokio::test]
async fn a_company_admin_changes_role_permissions() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let jamie = keyturn.sign_in("jamie.lin@harbor.example").await;
    let path = "/api/settings/role-permissions";
    let set = |client: &Client, version: i64, role: &str, permission: &str, allowed: bool| {
        let body = json!({"role": role, "permission": permission, "allowed": allowed});
        let request = client.request(reqwest::Method::PUT, path).header("if-match", version.to_string()).json(&body);
        let client = client.clone();
        async move { client.send(request).await }
    };
    let table = grace.get(path).await.expect(200).json;
    let cell = |table: &Value, role: &str, permission: &str| {
        let column = table["roles"].as_array().unwrap().iter().position(|one| one["code"] == role).unwrap();
        let lines = table["permissions"].as_array().unwrap();
        lines.iter().find(|line| line["code"] == permission).unwrap()["cells"][column].clone()
    };
    assert_eq!(cell(&table, "ASSISTANT", "LOAN_CREATE"), json!({"allowed": true, "allowedByDefault": true}));
    assert!(cell(&table, "COMPANYADMIN", "USERS_MANAGE")["fixed"].as_str().unwrap().contains("lock itself out"));
    let version = table["version"].as_i64().unwrap();

    // Omar administers the company's settings, but not role permissions.
    for email in ["omar.haddad", "victor.adeyemi", "tom.reyes", "avery.stone"] {
        let other = keyturn.sign_in(&format!("{email}@harbor.example")).await;
        let _ = other.get(path).await.expect(403);
        let _ = set(&other, version, "ASSISTANT", "LOAN_CREATE", false).await.expect(403);
    }
    let _ = grace.send(grace.request(reqwest::Method::PUT, path).json(&json!({}))).await.expect(428);
    for (role, permission, allowed) in [
        ("ORIGINATOR", "USERS_MANAGE", true),
        ("COMPANYADMIN", "SETTINGS_MANAGE", false),
        ("ASSISTANT", "LOAN_VIEW", false),
        ("WIZARD", "LOAN_VIEW", false),
        ("ASSISTANT", "FLY", true),
    ] {
        let refused = set(&grace, version, role, permission, allowed).await.expect(422);
        assert!(refused.json["fields"].is_object(), "{}", refused.json);
    }

    assert_eq!(jamie.post("/api/files/upload-url", json!({"fileName": "a.xml"})).await.status, 201);
    let changed = set(&grace, version, "ASSISTANT", "LOAN_CREATE", false).await.expect(200).json;
    assert_eq!(cell(&changed, "ASSISTANT", "LOAN_CREATE"), json!({"allowed": false, "allowedByDefault": true}));
    assert!(!may(&permissions(&jamie).await, "LOAN_CREATE"));
    let _ = jamie.post("/api/files/upload-url", json!({"fileName": "a.xml"})).await.expect(403);

    // A stale change is refused with the current table.
    let stale = set(&grace, version, "ASSISTANT", "BULK_IMPORT", false).await.expect(409).json;
    assert_eq!(stale["details"]["record"]["version"], changed["version"]);
    assert_eq!(stale["details"]["changedBy"], "Grace Whitfield");

    let version = changed["version"].as_i64().unwrap();
    let back = set(&grace, version, "ASSISTANT", "LOAN_CREATE", true).await.expect(200).json;
    assert!(may(&permissions(&jamie).await, "LOAN_CREATE"));
    assert_eq!(back["version"], version + 1);
    // An unchanged entry creates no version.
    let same = set(&grace, version + 1, "ASSISTANT", "LOAN_CREATE", true).await.expect(200).json;
    assert_eq!(same["version"], version + 1);

    let mut superuser = keyturn.superuser().await;
    let entries: Vec<(String, Value, Value)> = sqlx::query_as(
        "select u.email, a.before, a.after
         from audit_entry a
         join app_user u on u.id = a.active_user_id
         where a.action = 'role-permission.set'
         order by a.id",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let cell = |allowed| json!({"role": "ASSISTANT", "permission": "LOAN_CREATE", "allowed": allowed});
    let grace = "grace.whitfield@harbor.example".to_owned();
    assert_eq!(entries, [(grace.clone(), cell(true), cell(false)), (grace, cell(false), cell(true))]);
    let (rows,): (i64,) =
        sqlx::query_as("select count(*) from role_permission_override").fetch_one(&mut superuser).await.unwrap();
    assert_eq!(rows, 0);
}
