//! Portal addresses of officers, branches and companies, and the tabs of the header.

use crate::org_units::{audit_of, own_unit};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn};

const AREAS: [&str; 8] = ["dashboard", "loans", "leads", "brokers", "pricing", "contacts", "reports", "tasks"];

/// All areas: the given ones first, and which are hidden.
pub fn tabs(first: &[&str], hidden: &[&str]) -> Value {
    let rest = AREAS.iter().filter(|area| !first.contains(area));
    let all = first.iter().chain(rest).map(|area| json!({"area": area, "visible": !hidden.contains(area)}));
    Value::Array(all.collect())
}

pub async fn set_tabs(client: &Client, role: &str, version: i64, tabs: &Value) -> Answer {
    let path = format!("/api/settings/header-tabs/{role}");
    let request = client.request(Method::PUT, &path).header("if-match", version.to_string());
    client.send(request.json(&json!({"tabs": tabs}))).await
}

async fn user(client: &Client) -> Value {
    client.get("/api/users/me").await.expect(200).json["activeUser"].clone()
}

async fn portals_of(client: &Client) -> [Value; 3] {
    let user = user(client).await;
    ["borrowerPortalUrl", "borrowerPortalSpanishUrl", "realtorPortalUrl"].map(|key| user[key].clone())
}

fn is_of(role: &Value, code: &str) -> bool {
    role["role"] == code
}

/// PORTAL-03, PORTAL-04, PORTAL-07, PORTAL-08, PORTAL-09: an officer uses their own addresses, else those of their branch, else
/// those of the company; each change is in the audit log.
#[tokio::test]
async fn an_officer_uses_the_nearest_portal_address() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    assert_eq!(portals_of(&avery).await, [Value::Null, Value::Null, Value::Null]);

    let company = json!({
        "borrowerPortalUrl": "https://apply.cove.example",
        "borrowerPortalSpanishUrl": " https://solicitud.cove.example ",
        "realtorPortalUrl": "https://agents.cove.example",
    });
    let path = format!("/api/org-units/{}", cove.id);
    let saved = grace.patch_version(&path, 1, company).await.expect(200).json;
    assert_eq!(saved["borrowerPortalSpanishUrl"], "https://solicitud.cove.example");
    let of_company = ["https://apply.cove.example", "https://solicitud.cove.example", "https://agents.cove.example"]
        .map(Value::from);
    assert_eq!(portals_of(&avery).await, of_company);
    let entries = audit_of(&keyturn, cove.id, "org-unit", cove.id).await;
    assert_eq!(entries.last().unwrap().2["realtorPortalUrl"], "https://agents.cove.example");

    // The branch admin sets the address of Bayside. Summit keeps the company's.
    let beth = cove.sign_in("beth.sullivan").await;
    let bayside = own_unit(&avery).await;
    let change = json!({"borrowerPortalUrl": "https://bayside.cove.example/apply"});
    beth.patch_version(&format!("/api/org-units/{bayside}"), 1, change).await.expect(200);
    let of_branch = [json!("https://bayside.cove.example/apply"), Value::Null, of_company[2].clone()];
    assert_eq!(portals_of(&avery).await, of_branch);
    assert_eq!(portals_of(&cove.sign_in("marcus.bell").await).await, of_company);

    // Her own address comes before both. After she removes it, the branch's address applies again.
    let own = avery.get("/api/users/me/portals").await.expect(200).json;
    assert_eq!(own["inherited"]["borrowerPortalUrl"], of_branch[0]);
    assert_eq!(own["own"]["borrowerPortalUrl"], Value::Null);
    let version = own["version"].as_i64().unwrap();
    let change = json!({"borrowerPortalUrl": "https://avery.example", "realtorPortalUrl": "http://127.0.0.1:9/agents"});
    let saved = avery.patch_version("/api/users/me/portals", version, change.clone()).await.expect(200).json;
    assert_eq!(
        portals_of(&avery).await,
        [json!("https://avery.example"), Value::Null, json!("http://127.0.0.1:9/agents")]
    );
    let stale = avery.patch_version("/api/users/me/portals", version, change).await.expect(409).json;
    assert_eq!(stale["details"]["record"]["own"], saved["own"]);
    let version = saved["version"].as_i64().unwrap();
    let removed = json!({"borrowerPortalUrl": "", "realtorPortalUrl": ""});
    avery.patch_version("/api/users/me/portals", version, removed).await.expect(200);
    assert_eq!(portals_of(&avery).await, of_branch);

    let id = user(&avery).await["id"].as_i64().unwrap();
    let entries = audit_of(&keyturn, cove.id, "user", id).await;
    let edits: Vec<_> = entries.iter().filter(|(action, ..)| action == "user.portals-edit").collect();
    assert_eq!(edits.len(), 2, "{entries:?}");
    assert_eq!(edits[0].2["borrowerPortalUrl"], "https://avery.example");
}

/// Officers, branch admins and company admins set portal addresses, which are validated.
#[tokio::test]
async fn portal_addresses_are_checked() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let wrong = json!({
        "borrowerPortalUrl": "http://apply.cove.example",
        "borrowerPortalSpanishUrl": "https://avery:secret@apply.cove.example",
        "realtorPortalUrl": format!("https://agents.cove.example/{}", "a".repeat(500)),
    });
    let own = "/api/users/me/portals";
    let version = avery.get(own).await.expect(200).json["version"].as_i64().unwrap();
    for refused in [
        avery.patch_version(own, version, wrong.clone()).await.expect(422).json,
        grace.patch_version(&format!("/api/org-units/{}", cove.id), 1, wrong).await.expect(422).json,
    ] {
        let fields = refused["fields"].as_object().unwrap();
        assert_eq!(
            fields.keys().collect::<Vec<_>>(),
            ["borrowerPortalSpanishUrl", "borrowerPortalUrl", "realtorPortalUrl"]
        );
        assert_eq!(fields["borrowerPortalUrl"], "A portal address starts with https://");
    }
    // Processors have no portals, and only admins set the portals of others.
    let paul = cove.sign_in("paul.okafor").await;
    paul.get(own).await.expect(403);
    let change = json!({"realtorPortalUrl": "https://agents.cove.example"});
    paul.patch_version(own, 1, change.clone()).await.expect(403);
    for unit in [cove.id, own_unit(&avery).await] {
        let refused = avery.patch_version(&format!("/api/org-units/{unit}"), 1, change.clone()).await;
        assert!(matches!(refused.status, 403 | 404), "{}", refused.status);
    }
}

/// SHELL-36, SHELL-37, PERM-06: a company admin hides and orders areas of the header by role. An empty list restores
/// the default. SETTINGS_MANAGE is required.
#[tokio::test]
async fn a_company_admin_sets_header_tabs_by_role() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    assert_eq!(user(&avery).await["tabConfig"], json!({}));

    let path = "/api/settings/header-tabs";
    let before = grace.get(path).await.expect(200).json;
    let roles = before["roles"].as_array().unwrap();
    assert_eq!((&roles[0]["role"], &roles[0]["tabs"]), (&json!("ALL"), &tabs(&[], &[])));
    assert!(roles.iter().all(|role| role["version"] == 0 && role["isSet"] == false));
    assert!(roles.iter().any(|role| is_of(role, "ORIGINATOR")) && !roles.iter().any(|role| is_of(role, "SUPERADMIN")));

    let wanted = tabs(&["tasks", "loans"], &["leads"]);
    let after = set_tabs(&grace, "ALL", 0, &wanted).await.expect(200).json;
    assert!(after["roles"].as_array().unwrap().iter().all(|role| role["tabs"] == wanted), "{after}");
    let config = user(&avery).await["tabConfig"].clone();
    assert_eq!(config["tasks"], json!({"visible": true, "order": 1}));
    assert_eq!(config["leads"]["visible"], false);
    assert_eq!(config.as_object().unwrap().len(), AREAS.len());
    assert_eq!(user(&cove.sign_in("paul.okafor").await).await["tabConfig"], config);

    // For one role: only officers hide pricing.
    set_tabs(&grace, "ORIGINATOR", 0, &tabs(&[], &["pricing"])).await.expect(200);
    assert_eq!(user(&avery).await["tabConfig"]["pricing"]["visible"], false);
    assert_eq!(user(&avery).await["tabConfig"]["leads"]["visible"], true);
    assert_eq!(user(&cove.sign_in("paul.okafor").await).await["tabConfig"], config);
    set_tabs(&grace, "ORIGINATOR", 1, &json!([])).await.expect(200);
    assert_eq!(user(&avery).await["tabConfig"], config);
    set_tabs(&grace, "ALL", 1, &json!([])).await.expect(200);
    assert_eq!(user(&avery).await["tabConfig"], json!({}));

    let stale = set_tabs(&grace, "ALL", 1, &wanted).await.expect(409).json;
    assert_eq!(stale["details"]["record"]["roles"][0]["version"], 2);
    for (role, tabs, status) in [
        ("WIZARD", wanted.clone(), 404),
        ("SUPERADMIN", wanted.clone(), 404),
        ("ALL", json!([{"area": "moon", "visible": true}]), 422),
        ("ALL", json!([{"area": "loans", "visible": true}]), 422),
    ] {
        set_tabs(&grace, role, 2, &tabs).await.expect(status);
    }
    for name in ["avery.stone", "beth.sullivan", "paul.okafor", "mei.tanaka"] {
        let other = cove.sign_in(name).await;
        other.get(path).await.expect(403);
        set_tabs(&other, "ALL", 2, &wanted).await.expect(403);
    }

    let entries: Vec<(String, Value)> = sqlx::query_as(
        "select entity_id, after from audit_entry where company_id = $1 and action = 'header-tabs.set' order by id",
    )
    .bind(cove.id)
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let of: Vec<_> = entries.iter().map(|(role, _)| role.as_str()).collect();
    assert_eq!(of, ["ALL", "ORIGINATOR", "ORIGINATOR", "ALL"]);
    assert_eq!(entries[0].1["value"], wanted);
}
