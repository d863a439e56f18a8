//! State licenses of companies, branches and users.

use crate::org_units::{audit_of, own_unit};
use jiff::{Span, Zoned};
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

/// A date the given number of days from now in the company's time zone.
fn in_days(days: i64) -> String {
    let today = Zoned::now().in_tz("America/Los_Angeles").unwrap().date();
    today.checked_add(Span::new().days(days)).unwrap().to_string()
}

async fn user_id(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap()
}

fn told(page: &Value) -> Vec<(&str, &str, &str)> {
    page["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["holder"]["name"].as_str().unwrap(),
                row["stateCode"].as_str().unwrap(),
                row["standing"].as_str().unwrap(),
            )
        })
        .collect()
}

/// TEAM-15, TEAM-41: Grace records licenses. Expired and expiring ones are counted. Forms get the states of an officer,
/// with or without expired licenses.
#[tokio::test]
async fn grace_records_licenses() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (bayside, id) = (own_unit(&avery).await, user_id(&avery).await);
    let once = grace.with_header("idempotency-key", "018f0000-0000-7000-8000-000000000001");
    let company = json!({"WizeOrgUnitId": cove.id, "stateCode": "CA", "number": " 60DBO-1 ", "issuedOn": "2020-02-01"});
    let made = once.post("/api/licenses", company.clone()).await.expect(201).json;
    assert_eq!(
        (&made["number"], &made["standing"], &made["holder"]["kind"], &made["holder"]["nmlsId"]),
        (&json!("60DBO-1"), &json!("AUTHORIZED"), &json!("COMPANY"), &json!("207001"))
    );
    assert_eq!(once.post("/api/licenses", company).await.expect(201).json["id"], made["id"]);
    for body in [
        json!({"WizeOrgUnitId": bayside, "stateCode": "CA", "number": "81", "expiresOn": in_days(59)}),
        json!({"WizeUserId": id, "stateCode": "CA", "number": "CA-9", "expiresOn": in_days(60)}),
        json!({"WizeUserId": id, "stateCode": "CO", "expiresOn": in_days(0)}),
        json!({"WizeUserId": id, "stateCode": "TX", "number": "TX-9", "expiresOn": in_days(-1)}),
        json!({"WizeUserId": id, "stateCode": "WA", "issuedOn": in_days(2)}),
    ] {
        let _ = grace.post("/api/licenses", body).await.expect(201);
    }
    let all = grace.get("/api/licenses").await.expect(200).json;
    assert_eq!(
        told(&all),
        [
            ("Harbor Home Lending", "CA", "AUTHORIZED"),
            ("Bayside", "CA", "EXPIRES_SOON"),
            ("Avery Stone", "CA", "AUTHORIZED"),
            ("Avery Stone", "CO", "EXPIRES_SOON"),
            ("Avery Stone", "TX", "EXPIRED"),
            ("Avery Stone", "WA", "NOT_YET"),
        ]
    );
    assert_eq!((&all["count"], &all["expired"], &all["expiresSoon"]), (&json!(6), &json!(1), &json!(2)));
    for (query, count) in [
        ("standing=EXPIRED", 1),
        ("holder=PERSON", 4),
        ("holder=BRANCH", 1),
        ("stateCode=CA", 3),
        ("string=avery&stateCode=CA", 1),
        ("string=60dbo", 1),
        ("string=100%25", 0),
    ] {
        assert_eq!(grace.get(&format!("/api/licenses?{query}&onlyCount=true")).await.expect(200).json["count"], count);
    }

    let path = format!("/api/users/{id}/licenses");
    let priya = cove.sign_in("priya.nguyen").await;
    let now = json!([
        {"licenseState": "CA", "isAuthorized": true},
        {"licenseState": "CO", "isAuthorized": true},
        {"licenseState": "WA", "isAuthorized": false},
    ]);
    assert_eq!(priya.get(&format!("{path}?includeExpired=false")).await.expect(200).json, now);
    assert_eq!(priya.get(&path).await.expect(200).json, now);
    let past = priya.get(&format!("{path}?includeExpired=true")).await.expect(200).json;
    assert_eq!(past[2], json!({"licenseState": "TX", "isAuthorized": false}));

    // An inactive license doesn't authorize, regardless of its dates.
    let license = &all["rows"][2];
    let at = format!("/api/licenses/{}", license["id"]);
    let off = grace.patch_version(&at, 1, json!({"isActive": false, "expiresOn": null})).await.expect(200).json;
    assert_eq!((&off["standing"], &off["expiresOn"], &off["version"]), (&json!("INACTIVE"), &Value::Null, &json!(2)));
    assert_eq!(priya.get(&path).await.json[0], json!({"licenseState": "CA", "isAuthorized": false}));
    let entries = audit_of(&keyturn, cove.id, "license", license["id"].as_i64().unwrap()).await;
    assert_eq!((entries.len(), entries[1].0.as_str()), (2, "license.edit"));
    assert_eq!((&entries[1].1["isActive"], &entries[1].2["isActive"]), (&json!(true), &json!(false)));
    assert_eq!(grace.delete(&at).await.expect(204).status, 204);
    let _ = grace.delete(&at).await.expect(404);
    assert_eq!(priya.get(&path).await.json[0]["licenseState"], "CO");
}

/// Invalid values are reported. If two users change a license, the second gets the current state.
#[tokio::test]
async fn invalid_and_stale_license_changes_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, omar) = (cove.sign_in("grace.whitfield").await, cove.sign_in("omar.haddad").await);
    let alice = user_id(&keyturn.sign_in("alice.monroe@prairie.example").await).await;
    let wrong = json!({
        "WizeUserId": alice, "stateCode": "XX", "number": "9".repeat(41), "issuedOn": "2026-02-01", "expiresOn": "2026-01-31",
    });
    let refused = grace.post("/api/licenses", wrong).await.expect(422).json;
    assert_eq!(
        refused["fields"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["expiresOn", "holder", "number", "stateCode"]
    );
    let _ = grace.post("/api/licenses", json!({"stateCode": "CA"})).await.expect(422);
    let both = json!({"WizeUserId": user_id(&grace).await, "WizeOrgUnitId": cove.id, "stateCode": "CA"});
    let _ = grace.post("/api/licenses", both).await.expect(422);
    let _ = grace.get("/api/licenses?standing=GOOD").await.expect(422);

    let made = grace.post("/api/licenses", json!({"WizeOrgUnitId": cove.id, "stateCode": "CA"})).await.expect(201).json;
    let at = format!("/api/licenses/{}", made["id"]);
    let _ = omar.patch_version(&at, 1, json!({"number": "A-1"})).await.expect(200);
    let late = grace.patch_version(&at, 1, json!({"number": "A-2"})).await.expect(409);
    assert_eq!(late.at("/message"), "Omar Haddad changed this in the meantime.");
    assert_eq!(late.at("/details/record/number"), "A-1");
    let _ = grace.patch(&at, json!({"number": "A-2"})).await.expect(428);
    for name in ["avery.stone", "beth.sullivan", "lena.fischer"] {
        let client = cove.sign_in(name).await;
        let _ = client.get("/api/licenses").await.expect(403);
        let _ = client.patch_version(&at, 2, json!({"number": "Mine"})).await.expect(403);
    }
}

/// Avery records only her own licenses. The matrix shows Grace in which states Avery is licensed, and whose license is
/// missing elsewhere.
#[tokio::test]
async fn avery_edits_her_own_licenses_and_the_matrix_shows_gaps() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let path = "/api/users/me/licenses";
    let soon = json!({"stateCode": "TX", "number": "TX-1", "expiresOn": in_days(30)});
    let made = avery.post(path, soon).await.expect(201).json;
    assert_eq!((&made["standing"], &made["holder"]["name"]), (&json!("EXPIRES_SOON"), &json!("Avery Stone")));
    let others = json!({"WizeUserId": user_id(&grace).await, "stateCode": "CA"});
    let foreign = grace.post("/api/licenses", others).await.expect(201).json;
    let _ = avery.patch_version(&format!("{path}/{}", foreign["id"]), 1, json!({"number": "Mine"})).await.expect(404);
    let _ = avery.delete(&format!("{path}/{}", foreign["id"])).await.expect(404);
    let _ = grace.get(path).await.expect(403);
    let at = format!("{path}/{}", made["id"]);
    let _ = avery.patch_version(&at, 1, json!({"number": "TX-2"})).await.expect(200);
    assert_eq!(avery.get(path).await.expect(200).at("/rows/0/number"), "TX-2");
    let entries = audit_of(&keyturn, cove.id, "license", made["id"].as_i64().unwrap()).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["license.create", "license.edit"]);

    let texas = async |query: &str| {
        let matrix = grace.get(&format!("/api/licenses/matrix?string=avery{query}")).await.expect(200).json;
        matrix["rows"][0]["cells"]["TX"].clone()
    };
    assert_eq!(texas("").await["missing"], json!(["COMPANY", "BRANCH"]));
    let company = json!({"WizeOrgUnitId": cove.id, "stateCode": "TX"});
    let _ = grace.post("/api/licenses", company).await.expect(201);
    let cell = texas("&expiresSoon=true").await;
    assert_eq!((&cell["standing"], &cell["number"]), (&json!("EXPIRES_SOON"), &json!("TX-2")));
    assert_eq!(cell["missing"], json!(["BRANCH"]), "the company has one, the branch has none");
    let branch = json!({"WizeOrgUnitId": own_unit(&avery).await, "stateCode": "TX"});
    let _ = grace.post("/api/licenses", branch).await.expect(201);
    assert_eq!(texas("").await["missing"], json!([]));
    let _ = avery.delete(&at).await.expect(204);
    assert_eq!(texas("").await["missing"], json!(["PERSON"]));
    assert_eq!(grace.get("/api/licenses/matrix?expiresSoon=true").await.expect(200).json["count"], 0);
    let _ = avery.get("/api/licenses/matrix").await.expect(403);
}
