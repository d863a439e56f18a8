//! Lists that companies customize: lead statuses, sources and providers.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

fn names(list: &Value) -> Vec<&str> {
    list["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

fn entry<'a>(list: &'a Value, name: &str) -> &'a Value {
    list["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn ids(list: &Value) -> Vec<i64> {
    list["rows"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

async fn list(client: &Client, name: &str) -> Value {
    client.get(&format!("/api/lists/{name}")).await.expect(200).json
}

/// LEAD-29, LEAD-30, LEAD-56, LEAD-57: new companies have the usual sources and providers. Each source has an ID and a
/// fixed type, including the three that require a contact.
#[tokio::test]
async fn a_company_begins_with_the_usual_lists() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let sources = avery.get("/api/lead-sources").await.expect(200).json;
    let sources = sources.as_array().unwrap();
    assert_eq!(sources.len(), 20);
    assert_eq!(sources[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "name", "type"]);
    let type_of = |name: &str| &sources.iter().find(|source| source["name"] == name).unwrap()["type"];
    assert_eq!(
        (type_of("Real Estate Agent"), type_of("Friend or Family"), type_of("Internal Contact"), type_of("Walk-in")),
        (&json!("BUSINESS_CONTACT"), &json!("FRIEND_FAMILY"), &json!("INTERNAL_CONTACT"), &json!("OTHER"))
    );
    let known = [
        "BUSINESS_CONTACT",
        "FRIEND_FAMILY",
        "INTERNAL_CONTACT",
        "PAST_CLIENT",
        "WEBSITE",
        "LEAD_PROVIDER",
        "SOCIAL_MEDIA",
        "ADVERTISEMENT",
        "OTHER",
    ];
    for kind in known {
        assert!(sources.iter().any(|source| source["type"] == kind), "{kind}");
    }
    let providers = avery.get("/api/lead-providers").await.expect(200).json;
    assert_eq!(providers[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "name"]);
    let providers: Vec<_> = providers.as_array().unwrap().iter().map(|provider| &provider["name"]).collect();
    assert_eq!(providers, ["Zillow", "LendingTree", "Bankrate", "Realtor.com", "Credit Karma"]);

    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let statuses = list(&grace, "lead-statuses").await;
    assert_eq!(
        names(&statuses),
        ["New", "Contacted", "Qualified", "Nurturing", "Application Started", "Converted", "Lost", "Junk", "Duplicate"]
    );
    // Closing desks have no leads, and unknown lists are not found.
    let dana = keyturn.sign_in("dana.price@harbor.example").await;
    let _ = dana.get("/api/lead-sources").await.expect(403);
    let _ = dana.get("/api/lead-providers").await.expect(403);
    let _ = grace.get("/api/lists/loans").await.expect(404);
}

/// Grace adds a source, renames one, and retires another. The form offers the active ones in her order, and all changes
/// are audited.
#[tokio::test]
async fn grace_manages_her_lead_sources() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let path = "/api/lists/lead-sources";
    let made = grace.post(path, json!({"name": " Boat Show ", "kind": "ADVERTISEMENT"})).await.expect(201).json;
    assert_eq!(names(&made).last(), Some(&"Boat Show"));
    let boat = entry(&made, "Boat Show").clone();
    assert_eq!(
        (&boat["kind"], &boat["isActive"], &boat["version"]),
        (&json!("ADVERTISEMENT"), &json!(true), &json!(1))
    );
    let at = format!("{path}/{}", boat["id"]);
    let renamed = grace.patch_version(&at, 1, json!({"name": "Harbor Boat Show"})).await.expect(200).json;
    assert_eq!(entry(&renamed, "Harbor Boat Show")["version"], 2);
    // An unchanged entry keeps its version.
    let same = grace.patch_version(&at, 2, json!({"name": "Harbor Boat Show"})).await.expect(200).json;
    assert_eq!(entry(&same, "Harbor Boat Show")["version"], 2);
    let cold = format!("{path}/{}", entry(&same, "Cold Call")["id"]);
    let retired = grace.patch_version(&cold, 1, json!({"isActive": false})).await.expect(200).json;
    assert_eq!(entry(&retired, "Cold Call")["isActive"], false);

    // Move the new one to the top.
    let from = ids(&retired);
    let mut to = from.clone();
    to.rotate_right(1);
    let order = format!("{path}/order");
    let ordered = grace.put(&order, json!({"from": from, "to": to})).await.expect(200).json;
    assert_eq!((names(&ordered)[0], names(&ordered)[1]), ("Harbor Boat Show", "Referral Partner"));
    let offered = avery.get("/api/lead-sources").await.expect(200).json;
    assert_eq!((&offered[0]["name"], offered.as_array().unwrap().len()), (&json!("Harbor Boat Show"), 20));
    assert!(!offered.to_string().contains("Cold Call"));
    // A stale order is refused, and so is a list of other entries.
    let late = grace.put(&order, json!({"from": from, "to": to})).await.expect(409);
    assert_eq!(late.at("/code"), "LWORG10410");
    let refused = grace.put(&order, json!({"from": to, "to": [to[0]]})).await.expect(422);
    assert_eq!(refused.at("/fields/to"), "must hold each entry of the list once");

    let id = boat["id"].as_i64().unwrap();
    let entries = audit_of(&keyturn, cove.id, "lead-source", id).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["lead-source.create", "lead-source.edit"]);
    assert_eq!((&entries[1].1["name"], &entries[1].2["name"]), (&json!("Boat Show"), &json!("Harbor Boat Show")));
    let removed = grace.delete(&at).await.expect(200).json;
    assert!(!names(&removed).contains(&"Harbor Boat Show"));
    let _ = grace.delete(&at).await.expect(404);
    assert_eq!(audit_of(&keyturn, cove.id, "lead-source", id).await[2].0, "lead-source.remove");
}

/// The only status for new and for ended leads can't be retired, mapped to something else, or removed until there is
/// another.
#[tokio::test]
async fn required_lead_statuses_cannot_be_removed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = "/api/lists/lead-statuses";
    let statuses = list(&grace, "lead-statuses").await;
    let lost = format!("{path}/{}", entry(&statuses, "Lost")["id"]);
    for change in [json!({"isActive": false}), json!({"kind": "Junk"})] {
        let refused = grace.patch_version(&lost, 1, change).await.expect(409);
        assert_eq!(refused.at("/message"), "Lost is the only entry that stands for Lost. Add another one first.");
    }
    assert_eq!(grace.delete(&lost).await.expect(409).at("/code"), "LWORG10411");
    let _ = grace.post(path, json!({"name": "Lost to a bank", "kind": "Lost"})).await.expect(201);
    let retired = grace.patch_version(&lost, 1, json!({"isActive": false})).await.expect(200).json;
    let other = format!("{path}/{}", entry(&retired, "Lost to a bank")["id"]);
    let _ = grace.delete(&other).await.expect(409);
    // Two concurrent removals of the last two statuses: only one succeeds.
    let _ = grace.patch_version(&lost, 2, json!({"isActive": true})).await.expect(200);
    let (one, two) = tokio::join!(grace.delete(&lost), grace.delete(&other));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

/// An entry in use can be retired but not removed.
#[tokio::test]
async fn entries_in_use_cannot_be_removed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let zillow = entry(&list(&grace, "lead-providers").await, "Zillow")["id"].as_i64().unwrap();
    // Any table that refers to it.
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "create table lead_detail (company_id bigint, provider_id bigint,
           foreign key (company_id, provider_id) references lead_provider (company_id, id));
         insert into lead_detail values ({}, {zillow})",
        cove.id
    )))
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let path = format!("/api/lists/lead-providers/{zillow}");
    let refused = grace.delete(&path).await.expect(409);
    assert_eq!(refused.at("/message"), "Zillow is in use. Retire it instead: it stays where it was used.");
    let retired = grace.patch_version(&path, 1, json!({"isActive": false})).await.expect(200).json;
    assert_eq!(entry(&retired, "Zillow")["isActive"], false);
    let again = grace.post("/api/lists/lead-providers", json!({"name": "zillow"})).await.expect(422);
    assert_eq!(again.at("/fields/name"), "This name is in the list already, among the retired");
}

/// Invalid values are reported. If two users change an entry, the second gets the current state.
#[tokio::test]
async fn invalid_and_stale_entry_changes_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, omar) = (cove.sign_in("grace.whitfield").await, cove.sign_in("omar.haddad").await);
    let refused = |list: &'static str, body: Value| {
        let grace = grace.clone();
        async move { grace.post(&format!("/api/lists/{list}"), body).await.expect(422).json["fields"].clone() }
    };
    assert_eq!(
        refused("lead-sources", json!({"name": " "})).await,
        json!({"name": "Name is required", "kind": "Choose a standard value"})
    );
    assert_eq!(
        refused("lead-providers", json!({"name": "x".repeat(81), "kind": "OTHER"})).await,
        json!({"name": "A name has at most 80 characters", "kind": "This list has no kinds"})
    );
    assert_eq!(
        refused("lead-statuses", json!({"name": "NEW", "kind": "New"})).await,
        json!({"name": "This name is in the list already"})
    );
    // Two concurrent requests.
    let body = json!({"name": "Redfin"});
    let both = tokio::join!(
        grace.post("/api/lists/lead-providers", body.clone()),
        omar.post("/api/lists/lead-providers", body.clone())
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);

    let path = format!("/api/lists/lead-providers/{}", entry(&list(&grace, "lead-providers").await, "Redfin")["id"]);
    let _ = omar.patch_version(&path, 1, json!({"name": "Redfin Home"})).await.expect(200);
    let told = grace.patch_version(&path, 1, json!({"name": "Redfin.com"})).await.expect(409);
    assert_eq!(told.at("/message"), "Omar Haddad changed this in the meantime.");
    assert_eq!(told.at("/details/record/name"), "Redfin Home");
    let _ = grace.patch(&path, json!({"name": "Redfin.com"})).await.expect(428);
}

/// Company administrators edit lists at headquarters. Other companies aren't affected.
#[tokio::test]
async fn lists_are_managed_at_headquarters() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    for name in ["grace.whitfield", "victor.adeyemi", "omar.haddad"] {
        let _ = list(&cove.sign_in(name).await, "lead-sources").await;
    }
    for name in ["avery.stone", "beth.sullivan", "lena.fischer", "paul.okafor", "dana.price"] {
        let client = cove.sign_in(name).await;
        let _ = client.get("/api/lists/lead-sources").await.expect(403);
        let _ = client.post("/api/lists/lead-providers", json!({"name": "Mine"})).await.expect(403);
        let _ = client.put("/api/lists/lead-providers/order", json!({"from": [], "to": []})).await.expect(403);
    }
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    let before = list(&ruth, "lead-providers").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let _ = grace.post("/api/lists/lead-providers", json!({"name": "Cove Leads"})).await.expect(201);
    assert_eq!(list(&ruth, "lead-providers").await, before);
}

/// D27: companies name the stages of fixed kinds. Retiring a stage with loans requires another stage for them. The
/// loans keep their history, and lists offer the other stage.
#[tokio::test]
async fn a_stage_is_renamed_ordered_and_retired_with_its_loans() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let path = "/api/lists/loan-stages";
    let stages = list(&grace, "loan-stages").await;
    assert_eq!((names(&stages).len(), stages["kinds"].as_array().unwrap().len()), (20, 20));
    let started = entry(&stages, "Application Started").clone();
    assert_eq!((&started["kind"], &started["loans"]), (&json!("ApplicationStarted"), &json!(1)));
    let at = format!("{path}/{}", started["id"]);
    let _ = grace.patch_version(&at, 1, json!({"name": "Intake"})).await.expect(200);
    assert_eq!(avery.get(&format!("/api/loans/{}", loan["id"])).await.json["stage"]["name"], "Intake");
    let fixed = grace.patch_version(&at, 2, json!({"kind": "Lead"})).await.expect(422);
    assert_eq!(fixed.at("/fields/kind"), "You can't change the standard stage. Add another stage instead");
    // The only stage of a required kind, and a stage with loans.
    let only = grace.patch_version(&at, 2, json!({"isActive": false})).await.expect(409);
    assert_eq!(
        only.at("/message"),
        "Intake is the only entry that stands for Application Started. Add another one first."
    );
    let made = grace.post(path, json!({"name": "Started", "kind": "ApplicationStarted"})).await.expect(201).json;
    let other = entry(&made, "Started")["id"].as_i64().unwrap();
    let refused = grace.patch_version(&at, 2, json!({"isActive": false})).await.expect(409);
    assert_eq!(refused.at("/message"), "1 loan is at Intake. Choose the stage to which they go.");
    assert_eq!(refused.at("/details"), &json!({"loans": 1}));
    let funded = entry(&made, "Funded")["id"].as_i64().unwrap();
    let wrong = grace.patch_version(&at, 2, json!({"isActive": false, "moveTo": funded})).await.expect(422);
    assert_eq!(wrong.at("/fields/moveTo"), "Choose another stage of the same type");
    let retired = grace.patch_version(&at, 2, json!({"isActive": false, "moveTo": other})).await.expect(200).json;
    assert_eq!((&entry(&retired, "Intake")["loans"], &entry(&retired, "Started")["loans"]), (&json!(0), &json!(1)));
    let now = avery.get(&format!("/api/loans/{}", loan["id"])).await.json;
    assert_eq!((&now["stage"]["name"], &now["stage"]["id"]), (&json!("Started"), &json!(other)));
    let entries = audit_of(&keyturn, cove.id, "loan", loan["id"].as_i64().unwrap()).await;
    assert_eq!(entries.last().unwrap().0, "loan.stage");
    let history: i64 =
        sqlx::query_scalar("select count(*) from loan_stage_change where company_id = $1 and loan_id = $2")
            .bind(cove.id)
            .bind(loan["id"].as_i64().unwrap())
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
    assert_eq!(history, 2);

    // Forms no longer offer it, and new loans start in the other one.
    let offered = avery.get("/api/lookups/data").await.expect(200).json["loanStages"].to_string();
    assert!(!offered.contains("Intake") && offered.contains("Started"));
    let next = crate::loans::create(&avery, "Liam", "Chen").await;
    assert_eq!(next["stage"]["id"], json!(other));
    // A stage that a loan was ever in can't be removed.
    assert_eq!(grace.delete(&at).await.expect(409).at("/code"), "LWORG10412");

    let from = ids(&list(&grace, "loan-stages").await);
    let mut to = from.clone();
    to.swap(0, 1);
    let ordered = grace.put(&format!("{path}/order"), json!({"from": from, "to": to})).await.expect(200).json;
    assert_eq!(names(&ordered)[..2], ["Prospect", "Lead"]);
    let pipelines = avery.get("/api/lookups?keys=pipelines").await.expect(200).json;
    assert_eq!(pipelines["pipelines"][0]["name"], "Prospect");
}

/// A new company has no lenders. Forms offer its own in its order.
#[tokio::test]
async fn grace_names_her_lenders() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    assert_eq!(list(&grace, "lenders").await, json!({"rows": [], "kinds": []}));
    for name in ["Pacific Crest Wholesale", "Northfield Funding", "Old Mill Bank"] {
        let _ = grace.post("/api/lists/lenders", json!({"name": name})).await.expect(201);
    }
    let mill = entry(&list(&grace, "lenders").await, "Old Mill Bank")["id"].as_i64().unwrap();
    let _ = grace.patch_version(&format!("/api/lists/lenders/{mill}"), 1, json!({"isActive": false})).await.expect(200);
    let offered = avery.get("/api/lookups?keys=lenders,pipelines").await.expect(200).json;
    let offered: Vec<_> = offered["lenders"].as_array().unwrap().iter().map(|lender| &lender["name"]).collect();
    assert_eq!(offered, ["Pacific Crest Wholesale", "Northfield Funding"]);
}
