//! Who may do what, as the server tells it and as it holds to it.

use serde_json::{Value, json};
use testkit::{Client, Keyturn};

async fn permissions(client: &Client) -> Value {
    client.get("/api/users/me/permissions").await.expect(200).json
}

fn may(permissions: &Value, code: &str) -> bool {
    permissions["permissions"].as_array().unwrap().contains(&json!(code))
}

/// PERM-01, PERM-02, PERM-03, PERM-04: roles by their codes and names.
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

/// Who of Harbor has which permission, and which pages open by it. PERM-06, PERM-07, PERM-08, PERM-09, PERM-10
#[tokio::test]
async fn permissions_and_pages_follow_from_the_role() {
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
        ("AUDIT_VIEW", &admins, &["/app/settings/audit-log"]),
        ("BILLING_MANAGE", &["grace.whitfield"], &["/app/settings/billing"]),
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
    // An area is shown where one of its pages opens.
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

/// What a company alters of the table counts at the next request, of this process and of another, for its role alone and
/// for its own people alone; what is fixed stays.
#[tokio::test]
async fn what_a_company_alters_counts_at_once_everywhere() {
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
