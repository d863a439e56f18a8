//! The user record of `GET /api/users/me`.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

async fn me(client: &Client) -> Value {
    client.get("/api/users/me").await.expect(200).json
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_keys(value: &Value, expected: &[&str]) {
    for key in expected {
        assert!(keys(value).contains(key), "{key} is not in {value}");
    }
}

/// ORG-03: a unit is a provider, a broker, a processing company or a branch.
#[tokio::test]
async fn a_unit_has_one_of_four_types() {
    let keyturn = Keyturn::start().await;
    for (email, unit_type, is_headquarters) in [
        ("sam.rivera@provider.example", "PROVIDER", true),
        ("grace.whitfield@harbor.example", "BROKER", true),
        ("chris.doyle@clearpath.example", "PROCESSOR", true),
        ("avery.stone@harbor.example", "BRANCH", false),
    ] {
        let answer = me(&keyturn.sign_in(email).await).await;
        assert_eq!(answer["activeUser"]["WizeOrgUnit"]["type"], unit_type, "{email}");
        assert_eq!(answer["activeUser"]["isHeadQuarter"], is_headquarters, "{email}");
    }
}

/// Keys of a user and of their unit. ORG-04, ORG-05, ORG-07, ORG-08, ORG-10
#[tokio::test]
async fn a_user_has_the_keys_of_the_specification() {
    let keyturn = Keyturn::start().await;
    let beth = keyturn.sign_in("beth.sullivan@harbor.example").await;
    let answer = me(&beth).await;
    assert_eq!(answer["loggedInUser"], answer["activeUser"]);
    let user = &answer["activeUser"];
    has_keys(user, &["id", "name", "email", "profileImage", "WizeRoles"]);
    assert_eq!(user["name"], "Beth Sullivan");
    assert_eq!(user["email"], "beth.sullivan@harbor.example");
    assert_eq!(user["profileImage"], Value::Null);
    assert_eq!(
        user["WizeRoles"],
        json!([{"code": "BRANCHADMIN", "name": "Branch Admin"}, {"code": "ORIGINATOR", "name": "Originator"}])
    );

    let unit = &user["WizeOrgUnit"];
    let of_unit =
        ["type", "hasOwner", "noOwnerInd", "lightLogoUrl", "Billing", "proPlan", "subscriptionState", "LWLicensePayer"];
    has_keys(unit, &of_unit);
    assert_eq!((&unit["hasOwner"], &unit["noOwnerInd"]), (&json!(true), &json!(false)));
    assert!(unit["Billing"]["enabled"].is_boolean(), "{unit}");
    assert!(matches!(unit["LWLicensePayer"].as_str(), Some("COMPANY" | "BRANCH" | "SELF")), "{unit}");
    let states = ["NONE", "TRIAL", "ACTIVE", "PAST_DUE", "ADMIN_CANCELLED", "USER_CANCELLED"];
    assert!(states.contains(&unit["subscriptionState"].as_str().unwrap()), "{unit}");

    for url in ["borrowerPortalUrl", "realtorPortalUrl", "posUrl", "realtorUrl"] {
        assert_eq!(user.get(url), Some(&Value::Null), "{url}");
    }
    has_keys(user, &["nmlsId", "LWLicensePayer", "proPlan", "subscriptionState", "isHeadQuarter"]);
    assert_eq!((&user["nmlsId"], &user["isHeadQuarter"]), (&json!("300006"), &json!(false)));
    assert!(user["tabConfig"].is_object(), "{user}");

    // The company's portals, the officer's own links, and whether the company has an owner.
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "insert into org_domain (host, context, org_unit_id)
         select host, context, id
         from org_unit, (values ('apply.harbor.example', 'POS'), ('agents.harbor.example', 'REALTOR')) as d(host, context)
         where slug = 'harbor';
         update org_unit set owner_user_id = null, has_no_owner = true where slug = 'harbor'",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let portals = json!({
        "borrowerPortalUrl": "https://apply.harbor.example/beth",
        "realtorPortalUrl": "https://agents.harbor.example/beth",
    });
    let version = user["version"].as_i64().unwrap();
    beth.patch_version("/api/users/me/portals", version, portals).await.expect(200);
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let tabs = crate::portals::tabs(&["loans"], &["leads"]);
    for role in ["BRANCHADMIN", "ORIGINATOR"] {
        crate::portals::set_tabs(&grace, role, 0, &tabs).await.expect(200);
    }
    let answer = me(&beth).await;
    let user = &answer["activeUser"];
    assert_eq!(user["posUrl"], "https://apply.harbor.example");
    assert_eq!(user["realtorUrl"], "https://agents.harbor.example");
    assert_eq!(user["borrowerPortalUrl"], "https://apply.harbor.example/beth");
    assert_eq!(user["realtorPortalUrl"], "https://agents.harbor.example/beth");
    assert_eq!(user["tabConfig"]["loans"], json!({"visible": true, "order": 1}));
    assert_eq!(user["tabConfig"]["leads"]["visible"], false);
    let unit = &user["WizeOrgUnit"];
    assert_eq!((&unit["hasOwner"], &unit["noOwnerInd"]), (&json!(false), &json!(true)));
}

/// Branches of a user with two, for the branch selector. ORG-06, ORG-12
#[tokio::test]
async fn a_user_in_two_branches_has_two_linked_units() {
    let keyturn = Keyturn::start().await;
    let noah = keyturn.sign_in("noah.brooks@harbor.example").await;
    let answer = me(&noah).await;
    let user = &answer["activeUser"];
    let linked = user["LinkedOrgs"].as_array().unwrap();
    assert_eq!(linked.len(), 2, "{user}");
    for (unit, name) in linked.iter().zip(["Bayside", "Summit"]) {
        assert_eq!(keys(unit), ["RoleList", "displayName", "id", "isHeadQuarter", "name", "type"]);
        assert_eq!(unit["displayName"], name);
        assert_eq!(unit["isHeadQuarter"], false);
        assert_eq!(unit["RoleList"], json!(["ORIGINATOR"]));
        assert_eq!(unit["type"], "BRANCH");
    }
    assert_eq!(user["WizeOrgUnitId"], linked[0]["id"]);

    // In the other branch he has another membership.
    let summit = linked[1]["id"].to_string();
    let there = me(&noah.with_header("x-org-unit-id", &summit)).await;
    assert_eq!(there["activeUser"]["WizeOrgUnitId"].to_string(), summit);
    assert_ne!(there["activeUser"]["WizeUserOrgUnitId"], user["WizeUserOrgUnitId"]);

    let ines = me(&keyturn.sign_in("ines.duarte@harbor.example").await).await;
    let headquarters = &ines["activeUser"]["LinkedOrgs"][0];
    assert_eq!((&headquarters["isHeadQuarter"], &headquarters["type"]), (&json!(true), &json!("BROKER")));
    assert_eq!(ines["activeUser"]["isOwner"], false);
    let eleanor = me(&keyturn.sign_in("eleanor.hart@harbor.example").await).await;
    assert_eq!(eleanor["activeUser"]["isOwner"], true);
}

/// Users set whether they speak Spanish with borrowers, which is audited. ORG-11, USERMENU-12
#[tokio::test]
async fn the_user_config_includes_the_spanish_setting() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    assert_eq!(avery.get("/api/users/me/config").await.expect(200).json, json!({"spanishInd": false}));
    let changed = avery.patch("/api/users/me/config", json!({"spanishInd": true})).await.expect(200);
    assert_eq!(changed.json, json!({"spanishInd": true}));
    assert_eq!(avery.patch("/api/users/me/config", json!({})).await.expect(200).json, json!({"spanishInd": true}));
    assert_eq!(avery.get("/api/users/me/config").await.expect(200).json, json!({"spanishInd": true}));
    let _ = avery.patch("/api/users/me/config", json!({"spanish": true})).await.expect(422);

    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    assert_eq!(priya.get("/api/users/me/config").await.expect(200).json, json!({"spanishInd": false}));

    let mut superuser = keyturn.superuser().await;
    let entries: Vec<(String, Option<Value>, Option<Value>)> = sqlx::query_as(
        "select u.email, a.before, a.after from audit_entry a join app_user u on u.id = a.active_user_id where a.action = 'user.config'",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let of_avery = "avery.stone@harbor.example".to_owned();
    assert_eq!(entries, [(of_avery, Some(json!({"spanishInd": false})), Some(json!({"spanishInd": true})))]);
}

/// Users change their own profile based on the displayed version. Changes are audited.
#[tokio::test]
async fn avery_changes_her_name() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let change = |version: &Value, body: Value| {
        let request = avery.request(Method::PATCH, "/api/users/me").header("if-match", version.to_string()).json(&body);
        avery.send(request)
    };
    let version = me(&avery).await["activeUser"]["version"].clone();
    let _ = avery.patch("/api/users/me", json!({"firstName": "Averill"})).await.expect(428);
    let refused =
        change(&version, json!({"firstName": " ", "jobTitle": "x".repeat(101), "phone": "12", "nmlsId": "x"}))
            .await
            .expect(422);
    assert_eq!(keys(&refused.json["fields"]), ["firstName", "jobTitle", "nmlsId", "phone"]);
    let _ = change(&version, json!({"email": "somebody@else.example"})).await.expect(422);

    let body =
        json!({"firstName": "Averill", "jobTitle": "Senior Loan Officer", "phone": "(415) 555-0132", "nmlsId": ""});
    let changed = change(&version, body).await.expect(200).json;
    assert_eq!((&changed["name"], &changed["jobTitle"]), (&json!("Averill Stone"), &json!("Senior Loan Officer")));
    assert_eq!((&changed["phone"], &changed["nmlsId"]), (&json!("4155550132"), &Value::Null));
    assert_eq!(me(&avery).await["activeUser"], changed);

    // A stale change is refused, and an unchanged value creates no version.
    let stale = change(&version, json!({"lastName": "Stein"})).await.expect(409).json;
    assert_eq!(stale["details"]["record"], changed);
    let same = change(&changed["version"], json!({"firstName": "Averill"})).await.expect(200).json;
    assert_eq!(same["version"], changed["version"]);

    let mut superuser = keyturn.superuser().await;
    let entries: Vec<(Value, Value)> =
        sqlx::query_as("select before, after from audit_entry where action = 'user.edit'")
            .fetch_all(&mut superuser)
            .await
            .unwrap();
    assert_eq!(
        entries,
        [(
            json!({"firstName": "Avery", "jobTitle": null, "phone": null, "nmlsId": "300001"}),
            json!({"firstName": "Averill", "jobTitle": "Senior Loan Officer", "phone": "4155550132", "nmlsId": null})
        )]
    );
}

/// The idle warning uses the timeout of the current company, which its admins set. Impersonation has at most an hour
/// and at most what the provider allows. IDLE-12
#[tokio::test]
async fn the_company_sets_the_idle_timeout() {
    let keyturn = Keyturn::start().await;
    let seconds = async |client: &Client| me(client).await["sessionTimeoutSeconds"].as_i64().unwrap();
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    assert_eq!(seconds(&avery).await, 1800);
    let unit = me(&grace).await["activeUser"]["WizeOrgUnitId"].clone();
    let path = format!("/api/org-units/{unit}");
    for minutes in [10, 480] {
        let version = grace.get(&path).await.expect(200).json["version"].as_i64().unwrap();
        let body = json!({"sessionTimeoutMinutes": minutes});
        let _ = grace.patch_version(&path, version, body).await.expect(200);
        assert_eq!(seconds(&avery).await, minutes * 60);
        // The warning counts down to the time that the server enforces.
        let touched = avery.post("/api/session/touch", json!({})).await.expect(200);
        assert_eq!(touched.json["expiresInSeconds"], minutes * 60);
        assert_eq!(seconds(&alice).await, 1800);
    }

    let id = me(&avery).await["activeUser"]["id"].clone();
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let acting = sam.post(&format!("/api/org-admin/users/{id}/impersonate"), json!({})).await.expect(200).json;
    assert_eq!(acting["sessionTimeoutSeconds"], 1800);
    let sql = "update org_unit set session_timeout_minutes = 240 where type = 'PROVIDER'";
    let _ = sqlx::query(sql).execute(&mut keyturn.superuser().await).await.unwrap();
    assert_eq!(seconds(&sam).await, 3600);
}

/// A red square of one pixel.
const PNG: &[u8] = b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\x0d\x49\x44\x41\x54\x78\x9c\x63\x38\x21\x22\xf2\x1f\x00\x04\x88\x01\xf0\x92\x9d\x6a\x3c\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/// A photo is stored without metadata at an unguessable URL until replaced.
#[tokio::test]
async fn photos_have_unguessable_urls() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let put = |body: Vec<u8>| {
        avery.send(avery.request(Method::PUT, "/api/users/me/photo").header("content-type", "image/png").body(body))
    };
    for (body, status) in [(b"<svg/>".to_vec(), 415), (Vec::new(), 415), (vec![0; 5 * 1024 * 1024 + 1], 413)] {
        let refused = put(body).await;
        assert_eq!(refused.status, status, "{}", refused.json);
    }
    assert_eq!(me(&avery).await["activeUser"]["profileImage"], Value::Null);

    let first = put(PNG.to_vec()).await.expect(200).json["profileImage"].as_str().unwrap().to_owned();
    assert_eq!(me(&avery).await["activeUser"]["profileImage"], first);
    // Image requests of a page have no token.
    let photo = keyturn.visitor().get(&first).await.expect(200);
    assert_eq!(photo.headers["content-type"], "image/jpeg");
    assert_eq!(photo.headers["cache-control"], "private, max-age=31536000, immutable");

    let second = put(PNG.to_vec()).await.expect(200).json["profileImage"].as_str().unwrap().to_owned();
    assert_ne!(second, first);
    let _ = keyturn.visitor().get(&first).await.expect(404);
    let _ = keyturn.visitor().get(&second).await.expect(200);
    let _ = keyturn.visitor().get("/api/photos/018f0000-0000-7000-8000-00000000dead").await.expect(404);
    let _ = keyturn.visitor().get("/api/photos/1").await.expect(404);

    let removed = avery.delete("/api/users/me/photo").await.expect(200).json;
    assert_eq!(removed["profileImage"], Value::Null);
    let _ = keyturn.visitor().get(&second).await.expect(404);
    let mut superuser = keyturn.superuser().await;
    let (entries,): (i64,) = sqlx::query_as("select count(*) from audit_entry where action = 'user.photo'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(entries, 3);
}
