//! Who somebody is, as `GET /api/users/me` tells it.

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

/// The keys of a user and of the unit that they work in. ORG-04, ORG-05, ORG-07, ORG-08, ORG-10
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

    // The company's portals, the officer's own links, and whether anybody owns the company.
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "insert into org_domain (host, context, org_unit_id)
         select host, context, id
         from org_unit, (values ('apply.harbor.example', 'POS'), ('agents.harbor.example', 'REALTOR')) as d(host, context)
         where slug = 'harbor';
         update org_unit set owner_user_id = null, has_no_owner = true where slug = 'harbor';
         update app_user
         set borrower_portal_url = 'https://apply.harbor.example/beth', realtor_portal_url = 'https://agents.harbor.example/beth',
             tab_config = '{\"loans\": {\"visible\": true, \"order\": 1}}'
         where email = 'beth.sullivan@harbor.example'",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let answer = me(&beth).await;
    let user = &answer["activeUser"];
    assert_eq!(user["posUrl"], "https://apply.harbor.example");
    assert_eq!(user["realtorUrl"], "https://agents.harbor.example");
    assert_eq!(user["borrowerPortalUrl"], "https://apply.harbor.example/beth");
    assert_eq!(user["realtorPortalUrl"], "https://agents.harbor.example/beth");
    assert_eq!(user["tabConfig"], json!({"loans": {"visible": true, "order": 1}}));
    let unit = &user["WizeOrgUnit"];
    assert_eq!((&unit["hasOwner"], &unit["noOwnerInd"]), (&json!(false), &json!(true)));
}

/// The branches of somebody who works in two, as the branch selector takes them. ORG-06, ORG-12
#[tokio::test]
async fn somebody_of_two_branches_has_two_linked_units() {
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

    // In the other branch he is somebody else there.
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

/// Whether somebody speaks Spanish with borrowers is theirs to say, on record. ORG-11, USERMENU-12
#[tokio::test]
async fn the_user_config_says_whether_borrowers_are_spoken_to_in_spanish() {
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
