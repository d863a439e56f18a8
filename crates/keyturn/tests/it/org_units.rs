//! Settings of a company and its branches.

use serde_json::{Value, json};
use testkit::{Client, Keyturn};

/// The active unit of the user.
pub async fn own_unit(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap()
}

pub async fn audit_of(keyturn: &Keyturn, company: i64, entity: &str, id: i64) -> Vec<(String, Value, Value)> {
    sqlx::query_as(
        "select action, coalesce(before, 'null'), coalesce(after, 'null') from audit_entry
         where company_id = $1 and entity = $2 and entity_id = $3 order by id",
    )
    .bind(company)
    .bind(entity)
    .bind(id.to_string())
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap()
}

/// SETTINGS-02, PERM-06: a company admin changes the company's settings, and they take effect: the audit log has the
/// values before and after, and a new loan's number uses the new pattern. SETTINGS_MANAGE is required.
#[tokio::test]
async fn grace_changes_her_companys_settings() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = format!("/api/org-units/{}", cove.id);
    let before = grace.get(&path).await.expect(200).json;
    assert_eq!(
        (&before["type"], &before["state"], &before["version"]),
        (&json!("BROKER"), &json!("ACTIVE"), &json!(1))
    );
    assert_eq!((&before["sessionTimeoutMinutes"], &before["holidays"]), (&json!(30), &json!([])));
    let federal = before["federalHolidays"].as_array().unwrap();
    assert_eq!(federal.len(), 22, "{federal:?}");
    assert!(federal.iter().any(|day| day["name"] == "Juneteenth" && day["date"].as_str().unwrap().ends_with("-06-19")));

    let change = json!({
        "name": "Cove Home Lending, Inc.",
        "displayName": " Cove Home Lending ",
        "nmlsId": "2070011",
        "address": {"street": "1 Pier Road", "city": "Monterey", "stateCode": "CA", "postalCode": "93940-1234"},
        "timeZone": "America/Denver",
        "saturdayOpen": true,
        "holidays": [
            {"date": "2026-12-24", "name": "Christmas Eve"},
            {"date": "2026-11-27", "name": " Day after Thanksgiving "},
        ],
        "sessionTimeoutMinutes": 480,
        "isNonDelegated": true,
        "loanNumberPattern": "CV-{YY}-{id}",
        "secondFactorResetNeedsApproval": true,
    });
    let after = grace.patch_version(&path, 1, change).await.expect(200).json;
    assert_eq!((&after["displayName"], &after["version"]), (&json!("Cove Home Lending"), &json!(2)));
    assert_eq!(after["address"]["postalCode"], "939401234");
    assert_eq!(
        after["holidays"],
        json!([
            {"date": "2026-11-27", "name": "Day after Thanksgiving"},
            {"date": "2026-12-24", "name": "Christmas Eve"},
        ])
    );
    assert_eq!(grace.get(&path).await.expect(200).json, after);

    for name in ["avery.stone", "paul.okafor", "jamie.lin", "lena.fischer", "mei.tanaka", "beth.sullivan"] {
        let colleague = cove.sign_in(name).await;
        let refused = colleague.patch_version(&path, 2, json!({"displayName": name})).await.expect(403).json;
        assert_eq!(refused["code"], "LWPERM10001", "{name}");
        let permissions = colleague.get("/api/users/me/permissions").await.expect(200).json;
        assert!(!permissions["permissions"].as_array().unwrap().contains(&json!("SETTINGS_MANAGE")), "{name}");
    }
    assert_eq!(grace.get(&path).await.expect(200).json, after);

    let entries = audit_of(&keyturn, cove.id, "org-unit", cove.id).await;
    assert_eq!(entries.len(), 1);
    let (action, was, is) = &entries[0];
    assert_eq!(action, "org-unit.edit");
    assert_eq!((&was["sessionTimeoutMinutes"], &is["sessionTimeoutMinutes"]), (&json!(30), &json!(480)));
    assert_eq!((&was["displayName"], &is["timeZone"]), (&json!("Harbor Home Lending"), &json!("America/Denver")));

    // An unchanged value creates no entry and no version.
    let same = grace.patch_version(&path, 2, json!({"displayName": "Cove Home Lending"})).await.expect(200).json;
    assert_eq!(same["version"], 2);
    assert_eq!(audit_of(&keyturn, cove.id, "org-unit", cove.id).await.len(), 1);

    let avery = cove.sign_in("avery.stone").await;
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await;
    assert_eq!(loan["loanNumber"].as_str().unwrap().split_once('-').unwrap().0, "CV");
    assert_eq!(avery.get("/api/users/me").await.at("/activeUser/WizeOrgUnit/isNonDelegated"), &json!(true));
}

/// SETTINGS-02: 5 to 480 minutes, known time zones, and a pattern with the ID: all errors are reported together.
#[tokio::test]
async fn all_invalid_settings_are_reported_together() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = format!("/api/org-units/{}", cove.id);
    let wrong = json!({
        "name": "  ",
        "displayName": "x".repeat(201),
        "nmlsId": "NMLS 12",
        "address": {"stateCode": "XX", "postalCode": "1234"},
        "timeZone": "Europe/Berlin",
        "sessionTimeoutMinutes": 4,
        "loanNumberPattern": "{YYYY}",
        "holidays": [{"date": "2026-12-24", "name": ""}, {"date": "2026-12-24", "name": "Again"}],
    });
    let refused = grace.patch_version(&path, 1, wrong).await.expect(422).json;
    let fields = refused["fields"].as_object().unwrap();
    assert_eq!(
        fields.keys().collect::<Vec<_>>(),
        [
            "address/postalCode",
            "address/stateCode",
            "displayName",
            "holidays/0/name",
            "holidays/1/date",
            "loanNumberPattern",
            "name",
            "nmlsId",
            "sessionTimeoutMinutes",
            "timeZone",
        ]
    );
    for minutes in [-1, 0, 481, 70_000] {
        let refused = grace.patch_version(&path, 1, json!({"sessionTimeoutMinutes": minutes})).await.expect(422).json;
        assert_eq!(refused["message"], "The session timeout must be 5 to 480 minutes");
    }
    assert_eq!(grace.get(&path).await.json["version"], 1);
}

/// Changes require the version that was displayed. A stale change gets the current record, with name and time of its
/// last change.
#[tokio::test]
async fn stale_settings_changes_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, omar) = (cove.sign_in("grace.whitfield").await, cove.sign_in("omar.haddad").await);
    let path = format!("/api/org-units/{}", cove.id);
    let _ = omar.patch_version(&path, 1, json!({"displayName": "Cove"})).await.expect(200);
    let told = grace.patch_version(&path, 1, json!({"saturdayOpen": true})).await.expect(409);
    assert_eq!(
        (told.at("/code"), told.at("/message")),
        (&json!("LWAPI10409"), &json!("Omar Haddad changed this in the meantime."))
    );
    assert_eq!(
        (told.at("/details/record/displayName"), told.at("/details/record/version")),
        (&json!("Cove"), &json!(2))
    );
    assert!(told.at("/details/changedAt").is_string());
    assert_eq!(grace.get(&path).await.json["saturdayOpen"], false);

    // Of two concurrent changes, one succeeds.
    let both = tokio::join!(
        grace.patch_version(&path, 2, json!({"saturdayOpen": true})),
        omar.patch_version(&path, 2, json!({"isNonDelegated": true})),
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    // A version is required.
    let _ = grace.patch(&path, json!({"saturdayOpen": false})).await.expect(428);
    let vague = grace.with_header("if-match", "latest").patch(&path, json!({"saturdayOpen": false})).await;
    assert_eq!(vague.status, 400);
}

/// SETTINGS-02: who may change settings: the company's at headquarters, a branch's by its own admin.
#[tokio::test]
async fn the_company_is_set_up_at_its_headquarters_and_a_branch_by_its_admin() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let company = format!("/api/org-units/{}", cove.id);
    for name in ["grace.whitfield", "victor.adeyemi", "omar.haddad"] {
        let _ = cove.sign_in(name).await.get(&company).await.expect(200);
    }
    for name in ["avery.stone", "paul.okafor", "jamie.lin", "lena.fischer", "dana.price", "ivy.chen", "beth.sullivan"] {
        let client = cove.sign_in(name).await;
        let _ = client.get(&company).await.expect(403);
        let _ = client.patch_version(&company, 1, json!({"displayName": "Mine"})).await.expect(403);
    }

    let (beth, tom) = (cove.sign_in("beth.sullivan").await, cove.sign_in("tom.reyes").await);
    let bayside = format!("/api/org-units/{}", own_unit(&beth).await);
    let summit = format!("/api/org-units/{}", own_unit(&tom).await);
    let branch = beth.get(&bayside).await.expect(200).json;
    assert_eq!((&branch["type"], &branch["federalHolidays"]), (&json!("BRANCH"), &json!([])));
    assert!(branch["sessionTimeoutMinutes"].is_null() && branch["loanNumberPattern"].is_null());
    let moved = json!({"timeZone": "America/Denver", "address": {"city": "Alameda", "stateCode": "CA"}});
    let after = beth.patch_version(&bayside, 1, moved).await.expect(200).json;
    assert_eq!((&after["timeZone"], &after["address"]["city"]), (&json!("America/Denver"), &json!("Alameda")));
    let refused = beth.patch_version(&bayside, 2, json!({"sessionTimeoutMinutes": 60})).await.expect(422).json;
    assert_eq!(refused["message"], "This is decided for the whole company, at its headquarters");
    // Another branch is not found, and the branch's officer is refused.
    let _ = beth.get(&summit).await.expect(404);
    let _ = beth.patch_version(&summit, 1, json!({"displayName": "Mine"})).await.expect(404);
    let _ = cove.sign_in("avery.stone").await.get(&bayside).await.expect(403);
    let grace = cove.sign_in("grace.whitfield").await;
    let _ = grace.get(&summit).await.expect(200);

    // Another company's unit is not found.
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    for path in [&company, &bayside, "/api/org-units/999999999", "/api/org-units/x"] {
        let _ = ruth.get(path).await.expect(404);
        let _ = ruth.patch_version(path, 1, json!({"displayName": "Mine"})).await.expect(404);
    }
}
