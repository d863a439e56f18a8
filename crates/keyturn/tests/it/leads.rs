//! Leads: creating them through the calls of the dialog, warnings, duplicates, and reach.

use crate::org_units::audit_of;
use serde_json::{Value, json};
pub use testkit::officer::{lead, owner};
use testkit::{Client, Keyturn, visits::license};

/// A lead of this client.
pub async fn create(client: &Client, first: &str, last: &str) -> Value {
    let owners = [owner(client).await];
    client.post("/api/leads", lead(first, last, &owners)).await.expect(201).json
}

/// The same user as an additional owner.
fn additional(owner: &Value) -> Value {
    let mut owner = owner.clone();
    owner["isPrimary"] = json!(false);
    owner
}

/// ID of a lead source with the given type.
async fn source(client: &Client, kind: &str) -> i64 {
    let sources = client.get("/api/lead-sources").await.expect(200).json;
    let found = sources.as_array().unwrap().iter().find(|source| source["type"] == kind);
    found.and_then(|source| source["id"].as_i64()).unwrap()
}

/// LEAD-21, LEAD-22, LEAD-23, LEAD-24, LEAD-26, LEAD-27, LEAD-31, LEAD-37, LEAD-43, LEAD-61: the payload creates a lead
/// with an ID and the submitted values.
#[tokio::test]
async fn a_new_lead_has_the_submitted_values() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya, jamie) =
        (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await, cove.sign_in("jamie.lin").await);
    let config = avery.get("/api/leads/config").await.expect(200).json;
    assert_eq!(
        (&config["duplicateCheck"], &config["maxOwners"], &config["defaultLoanPurpose"]),
        (&json!(true), &json!(3), &json!("Purchase"))
    );
    assert_eq!((config["states"].as_array().unwrap().len(), &config["leadStatuses"][0]["kind"]), (56, &json!("New")));

    let owners = [owner(&avery).await, additional(&owner(&priya).await), additional(&owner(&jamie).await)];
    let provider = avery.get("/api/lead-providers").await.expect(200).json[0]["id"].clone();
    let mut payload = lead("Maya", "Ortiz", &owners);
    payload["LeadContacts"][0]["cellPhone"] = json!("+1 415.555.0132");
    payload["LeadScenario"]["loanPurpose"] = json!("Refinance");
    payload["LeadDetail"]["LeadProviderId"] = provider.clone();
    payload["LeadReferral"] =
        json!({"LeadSourceId": source(&avery, "OTHER").await, "otherSourceDesc": " At the boat show "});
    payload["Notes"] = json!([
        {"text": "Wants to <b>settle</b> by spring", "type": "NOTE", "metadata": {"creationDate": "2026-11-20T17:04:05Z"}}
    ]);
    let made = avery.post("/api/leads", payload.clone()).await.expect(201).json;
    let id = made["id"].as_i64().unwrap();
    let read = avery.get(&format!("/api/leads/{id}")).await.expect(200).json;
    assert_eq!(read, made);
    assert_eq!((&read["status"]["kind"], &read["status"]["name"]), (&json!("New"), &json!("New")));
    assert_eq!(read["LeadScenario"]["loanPurpose"], "Refinance");
    assert_eq!(
        read["LeadContacts"],
        json!([{"firstName": "Maya", "lastName": "Ortiz", "email": "maya.ortiz@example.com", "cellPhone": "4155550132", "isPrimary": true}])
    );
    assert_eq!(
        (&read["LeadDetail"]["LeadProviderId"], &read["LeadDetail"]["providerName"]),
        (&provider, &json!("Zillow"))
    );
    assert_eq!(
        (&read["LeadReferral"]["sourceType"], &read["LeadReferral"]["otherSourceDesc"]),
        (&json!("OTHER"), &json!("At the boat show"))
    );
    let users: Vec<_> =
        read["LeadUsers"].as_array().unwrap().iter().map(|user| (&user["name"], &user["isPrimary"])).collect();
    assert_eq!(
        users,
        [
            (&json!("Avery Stone"), &json!(true)),
            (&json!("Priya Nguyen"), &json!(false)),
            (&json!("Jamie Lin"), &json!(false))
        ]
    );
    let note = &read["Notes"][0];
    assert_eq!(
        (&note["type"], &note["metadata"]["creationDate"], &note["authorName"]),
        (&json!("NOTE"), &json!("2026-11-20T17:04:05Z"), &json!("Avery Stone"))
    );
    assert!(note["text"].as_str().unwrap().contains("settle"), "{note}");
    let entries = audit_of(&keyturn, cove.id, "lead", id).await;
    assert_eq!((entries[0].0.as_str(), &entries[0].2["name"]), ("lead.create", &json!("Maya Ortiz")));

    // An additional owner sees it. Others of the branch with their own reach don't.
    assert_eq!(jamie.get(&format!("/api/leads/{id}")).await.expect(200).json["name"], "Maya Ortiz");
    let paul = cove.sign_in("paul.okafor").await;
    let _ = paul.get(&format!("/api/leads/{id}")).await.expect(404);
    // The branch admin sees the branch. Users without lead permissions are told so.
    let _ = cove.sign_in("beth.sullivan").await.get(&format!("/api/leads/{id}")).await.expect(200);
    let _ = cove.sign_in("tom.reyes").await.get(&format!("/api/leads/{id}")).await.expect(404);
    let _ = cove.sign_in("dana.price").await.get(&format!("/api/leads/{id}")).await.expect(403);

    // The same request twice creates one lead. Another body with the same key is refused.
    let once = avery.with_header("idempotency-key", "018f0000-0000-7000-8000-0000000000aa");
    let (one, two) = tokio::join!(once.post("/api/leads", payload.clone()), once.post("/api/leads", payload.clone()));
    assert_eq!((one.status, two.status), (201, 201));
    assert_eq!(one.json["id"], two.json["id"]);
    payload["LeadContacts"][0]["firstName"] = json!("Lucas");
    let _ = once.post("/api/leads", payload).await.expect(422);
}

/// LEAD-02, LEAD-25, LEAD-26, LEAD-28, LEAD-38, LEAD-39, LEAD-40, LEAD-47: all invalid values are reported together by
/// path.
#[tokio::test]
async fn incomplete_or_invalid_leads_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let own = owner(&avery).await;
    let others: Vec<_> = {
        let mut others = Vec::new();
        for name in ["priya.nguyen", "jamie.lin", "paul.okafor"] {
            others.push(additional(&owner(&cove.sign_in(name).await).await));
        }
        others
    };
    let mut empty = lead("  ", "  ", std::slice::from_ref(&own));
    empty["LeadContacts"][0]["email"] = json!("  ");
    empty["LeadContacts"][0]["cellPhone"] = json!("123");
    empty["LeadScenario"] = json!({"loanPurpose": "Construction", "loanAmount": "about 300k", "propertyValue": "0"});
    let refused = avery.post("/api/leads", empty).await.expect(422).json;
    assert_eq!(
        refused["fields"],
        json!({
            "LeadContacts/0/firstName": "First Name is required",
            "LeadContacts/0/lastName": "Last Name is required",
            "LeadContacts/0/email": "Email is required",
            "LeadContacts/0/cellPhone": "Please enter valid phone number",
            "LeadScenario/loanPurpose": "must be one of Purchase, Refinance",
            "LeadScenario/loanAmount": "The amount must be a number such as 1234.56",
            "LeadScenario/propertyValue": "The amount must be more than 0 and at most 999,999,999.99",
        })
    );
    let fields = async |owners: &[Value]| {
        avery.post("/api/leads", lead("Maya", "Ortiz", owners)).await.expect(422).json["fields"].clone()
    };
    let four = [&own, &others[0], &others[1], &others[2]].map(Clone::clone);
    assert_eq!(fields(&four).await, json!({"LeadUsers/3": "A lead has at most three owners"}));
    let mut second = others[0].clone();
    second["isPrimary"] = json!(true);
    assert_eq!(fields(&[own.clone(), second]).await, json!({"LeadUsers/1": "A lead has one Primary Lead Owner"}));
    assert_eq!(
        fields(&[own.clone(), additional(&own)]).await,
        json!({"LeadUsers/0": "Primary Lead Owner can't be same as others"})
    );
    assert_eq!(fields(&[]).await, json!({"LeadUsers/0": "Primary Lead Owner is required"}));
    // Closing desk users can't own leads, and users of other companies aren't found.
    let dana = owner(&cove.sign_in("dana.price").await).await;
    let elsewhere = owner(&keyturn.sign_in("avery.stone@harbor.example").await).await;
    for stranger in [dana, elsewhere] {
        let message = "Choose an active lead owner of this company";
        assert_eq!(fields(&[stranger]).await, json!({"LeadUsers/0": message}));
    }

    let mut wrong = lead("Maya", "Ortiz", std::slice::from_ref(&own));
    wrong["LeadContacts"][0]["email"] = json!("abc");
    let refused = avery.post("/api/leads", wrong).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"LeadContacts/0/email": "Please enter valid email"}));
    let referred = async |referral: Value| {
        let mut payload = lead("Maya", "Ortiz", std::slice::from_ref(&own));
        payload["LeadReferral"] = referral;
        avery.post("/api/leads", payload).await
    };
    let (agent, colleague) = (source(&avery, "BUSINESS_CONTACT").await, source(&avery, "INTERNAL_CONTACT").await);
    let two = referred(json!({"LeadSourceId": agent, "BusinessContactId": 1, "WizeUserId": own["WizeUserId"]})).await;
    assert_eq!(
        two.expect(422).json["fields"],
        json!({
            "LeadReferral/WizeUserId": "A lead has one referral contact",
            "LeadReferral/BusinessContactId": "Choose a business contact of this company",
        })
    );
    let nobody = referred(json!({"LeadSourceId": colleague})).await.expect(422).json;
    assert_eq!(nobody["fields"], json!({"LeadReferral/WizeUserId": "Referral contact is required"}));
    let known = referred(json!({"LeadSourceId": colleague, "WizeUserId": own["WizeUserId"]})).await.expect(201).json;
    assert_eq!(known["LeadReferral"]["referrerName"], "Avery Stone");
    let friend = source(&avery, "FRIEND_FAMILY").await;
    let _ = referred(json!({"LeadSourceId": friend})).await.expect(201);
    let _ = referred(json!({"LeadSourceId": 999_999_999})).await.expect(422);
}

/// LEAD-19, LEAD-34, LEAD-36, LEAD-50, LEAD-51: users are warned before and after saving if they couldn't open the
/// lead, or if the primary owner has no license for the state.
#[tokio::test]
async fn owners_are_checked_before_saving() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let (own, priya) = (owner(&avery).await, owner(&cove.sign_in("priya.nguyen").await).await);
    let marcus = owner(&cove.sign_in("marcus.bell").await).await;
    let mut superuser = keyturn.superuser().await;
    for licensed in [&own, &priya] {
        let _ = license(&mut superuser, cove.id, licensed["WizeUserId"].as_i64().unwrap()).await;
    }
    let check = async |client: &Client, primary: &Value, state: Option<&str>| {
        let body = json!({"LeadUsers": [primary], "LeadContacts": [], "StateCode": state});
        client.post("/api/leads/check", body).await.expect(200).json
    };
    let told = check(&avery, &own, None).await;
    assert_eq!((&told["warning"], &told["duplicates"]), (&Value::Null, &json!([])));
    // Bayside is in California, where Avery is licensed. Avery isn't licensed in Nevada.
    let nevada = check(&avery, &own, Some("NV")).await;
    assert_eq!(
        nevada["warning"],
        json!({"code": "NOT_LICENSED", "text": "Primary LO is not licensed",
               "tooltip": "Primary LO is not licensed to work in this state"})
    );
    assert_eq!(check(&avery, &own, Some("CA")).await["warning"], Value::Null);
    let not_an_owner = "You will not have access to this lead as you are not one of its owners.";
    assert_eq!(check(&avery, &priya, None).await["warning"], json!({"code": "NOT_AN_OWNER", "text": not_an_owner}));
    let other_branch = "You will not have access to this lead in the current branch as the Primary Lead Owner belongs to another branch.";
    // Marcus isn't licensed either: both warnings are returned, the more serious one first.
    let told = check(&beth, &marcus, None).await;
    assert_eq!(told["warning"], json!({"code": "OTHER_BRANCH", "text": other_branch}));
    let codes: Vec<_> = told["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["OTHER_BRANCH", "NOT_LICENSED"]);
    assert_eq!(check(&beth, &priya, None).await["warning"], Value::Null);
    let empty = json!({"LeadUsers": [], "LeadContacts": []});
    assert_eq!(avery.post("/api/leads/check", empty).await.expect(200).json["warning"], Value::Null);

    // Saving returns the warning again, and the creator can't open the lead.
    let made = avery.post("/api/leads", lead("Noel", "Baptiste", &[priya])).await.expect(201).json;
    assert_eq!(made["accessWarning"]["code"], "NOT_AN_OWNER");
    let _ = avery.get(&format!("/api/leads/{}", made["id"])).await.expect(404);
    let mine = avery.post("/api/leads", lead("Noel", "Baptiste", &[own])).await.expect(201).json;
    assert!(mine.get("accessWarning").is_none(), "{mine}");
}

/// LEAD-20, DUP-03, DUP-07: leads that may be the same person are listed within reach. For others, only owner and date
/// are returned.
#[tokio::test]
async fn existing_leads_are_shown_as_duplicates() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let maya = create(&avery, "Maya", "Ortiz").await;
    let body = json!({
        "LeadUsers": [],
        "LeadContacts": [{"firstName": "Maya", "lastName": "Ortiz", "email": "Maya.Ortiz@example.com", "isPrimary": true}],
    });
    let told = avery.post("/api/leads/check", body.clone()).await.expect(200).json;
    let duplicate = &told["duplicates"][0];
    assert_eq!(
        (&duplicate["id"], &duplicate["ownerName"], &duplicate["email"], &duplicate["strength"]),
        (&maya["id"], &json!("Avery Stone"), &json!("maya.ortiz@example.com"), &json!("Likely"))
    );
    assert_eq!(told["outside"], json!([]));
    // Priya gets owner and date, but no name, address or ID.
    let told = priya.post("/api/leads/check", body).await.expect(200).json;
    assert_eq!(told["duplicates"], json!([]));
    let outside = told["outside"][0].as_object().unwrap();
    assert_eq!(outside.keys().collect::<Vec<_>>(), ["createdOn", "kind", "ownerName"]);
    assert_eq!((&outside["kind"], &outside["ownerName"]), (&json!("lead"), &json!("Avery Stone")));
    let entries = audit_of(&keyturn, cove.id, "company", cove.id).await;
    assert!(entries.iter().any(|(action, ..)| action == "people.match"), "{entries:?}");
    // She can still create the lead.
    let _ = create(&priya, "Maya", "Ortiz").await;
}

/// LEAD-53, LEAD-54, LEAD-55: owners can be searched by five roles. Administrators are of four kinds.
#[tokio::test]
async fn owners_of_leads_are_found_by_their_roles() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let roles = "%5B%22ADMINISTRATOR%22,%22PROCESSOR%22,%22ORIGINATOR%22,%22ASSISTANT%22,%22LOANADMIN%22%5D";
    let search = async |query: &str| avery.get(&format!("/api/users/search?{query}")).await;
    let names = |found: &Value| -> Vec<String> {
        found["users"].as_array().unwrap().iter().map(|user| user["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = search(&format!("applyTags=true&showLoader=false&limit=100&offset=0&string=&roles={roles}")).await;
    let all = all.expect(200).json;
    assert_eq!(all["count"].as_u64().unwrap() as usize, names(&all).len());
    for owner in
        ["Avery Stone", "Paul Okafor", "Jamie Lin", "Lena Fischer", "Omar Haddad", "Beth Sullivan", "Grace Whitfield"]
    {
        assert!(names(&all).contains(&owner.to_owned()), "{owner}");
    }
    for other in ["Dana Price", "Mei Tanaka", "Ivy Chen"] {
        assert!(!names(&all).contains(&other.to_owned()), "{other}");
    }
    // Noah works in two branches, one of which is his default.
    let noah = |found: &Value| names(found).iter().filter(|name| *name == "Noah Brooks").count();
    let homes = search("limit=100&defaultBranchesOnly=true").await.expect(200).json;
    assert_eq!((noah(&all), noah(&homes)), (2, 1));
    let admins = search("limit=100&roles=%5B%22ADMINISTRATOR%22%5D").await.expect(200).json;
    assert!(names(&admins).contains(&"Tom Reyes".to_owned()) && !names(&admins).contains(&"Avery Stone".to_owned()));
    let page = search("limit=1&offset=0&string=ngu").await.expect(200).json;
    assert_eq!((&page["count"], names(&page)), (&json!(1), vec!["Priya Nguyen".to_owned()]));
    let refused = search("roles=%5B%22CONTRACTPROCESSOR%22%5D").await.expect(422).json;
    assert!(refused["fields"]["roles"].as_str().unwrap().contains("owns no leads"));
}

/// ID of an entry in a configuration list, by kind or name.
fn id_of(config: &Value, list: &str, name: &str) -> i64 {
    let found = config[list].as_array().unwrap().iter().find(|entry| entry["kind"] == name || entry["name"] == name);
    found.and_then(|entry| entry["id"].as_i64()).unwrap_or_else(|| panic!("no {name} in {list}"))
}

fn names(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

/// Posts a change based on a version.
async fn post_version(client: &Client, path: &str, version: i64, body: Value) -> testkit::Answer {
    client.send(client.request(reqwest::Method::POST, path).header("if-match", version.to_string()).json(&body)).await
}

/// LEAD-01: a page of leads within reach, with search, filters, sorting, and keyset paging.
#[tokio::test]
async fn leads_are_listed_within_reach() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya, beth) =
        (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await, cove.sign_in("beth.sullivan").await);
    let marcus = cove.sign_in("marcus.bell").await;
    let maya = create(&avery, "Maya", "Ortiz").await;
    let _ = create(&avery, "José", "Nuñez").await;
    let _ = create(&priya, "Desmond", "Clarke").await;
    let _ = create(&marcus, "Rachel", "Stein").await;

    let all = avery.get("/api/leads?orderBy=name").await.expect(200).json;
    assert_eq!((names(&all), &all["count"]), (vec!["José Nuñez", "Maya Ortiz"], &json!(2)));
    let row = &all["rows"][1];
    assert_eq!(
        (&row["id"], &row["email"], &row["loanPurpose"], &row["ownerName"], &row["status"]["kind"]),
        (&maya["id"], &json!("maya.ortiz@example.com"), &json!("Purchase"), &json!("Avery Stone"), &json!("New"))
    );
    // The branch admin sees the branch, or fewer leads on request.
    let branch = beth.get("/api/leads?orderBy=name").await.expect(200).json;
    assert_eq!(names(&branch), ["Desmond Clarke", "José Nuñez", "Maya Ortiz"]);
    assert_eq!(names(&beth.get("/api/leads?assigneeType=MINE").await.expect(200).json), Vec::<&str>::new());
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    assert_eq!(
        grace.get("/api/leads?onlyCount=true").await.expect(200).json,
        json!({"count": 4, "countIsCapped": false})
    );
    let marcus_id = testkit::officer::membership(&marcus).await;
    let his = grace.get(&format!("/api/leads?assigneeType=USER&assigneeId={marcus_id}")).await.expect(200).json;
    assert_eq!(names(&his), ["Rachel Stein"]);

    for (text, found) in [
        ("ortiz maya", vec!["Maya Ortiz"]),
        ("nunez", vec!["José Nuñez"]),
        ("maya.ortiz@exam", vec!["Maya Ortiz"]),
        ("or", vec!["Maya Ortiz"]),
        (&maya["id"].to_string(), vec!["Maya Ortiz"]),
        ("clarke", vec![]),
    ] {
        let page = avery.get(&format!("/api/leads?string={}", text.replace(' ', "%20"))).await.expect(200).json;
        assert_eq!(names(&page), found, "{text}");
    }
    let first = beth.get("/api/leads?orderBy=name&limit=2").await.expect(200).json;
    let next = first["next"].as_str().unwrap();
    let second = beth.get(&format!("/api/leads?orderBy=name&limit=2&after={next}")).await.expect(200).json;
    assert_eq!((names(&second), &second["firstRow"]), (vec!["Maya Ortiz"], &json!(3)));
    for wrong in ["orderBy=ssn", "assigneeType=EVERYBODY", "assigneeType=USER", "after=nonsense", "offset=25"] {
        let _ = avery.get(&format!("/api/leads?{wrong}")).await.expect(422);
    }
}

/// Changing a lead requires its current version. Owners, branch and search terms follow.
#[tokio::test]
async fn a_lead_can_be_edited_and_reassigned() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, marcus) = (cove.sign_in("avery.stone").await, cove.sign_in("marcus.bell").await);
    let maya = create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/leads/{}", maya["id"]);
    let changed = json!({
        "LeadContacts": [
            {"firstName": "Maya", "lastName": "Ortiz-Vale", "email": "maya@example.com", "cellPhone": "4155550132", "isPrimary": true},
            {"firstName": "Theo", "lastName": "Vale", "isPrimary": false},
        ],
        "LeadScenario": {"loanPurpose": "Refinance", "StateCode": "CO", "loanAmount": "$320,000", "propertyValue": "400000"},
        "nextFollowUpOn": "2027-01-05",
    });
    let is = avery.patch_version(&path, 1, changed).await.expect(200).json;
    let wanted =
        json!({"loanPurpose": "Refinance", "StateCode": "CO", "loanAmount": "320000.00", "propertyValue": "400000.00"});
    assert_eq!(is["LeadScenario"], wanted);
    assert_eq!(
        (&is["name"], &is["version"], &is["nextFollowUpOn"]),
        (&json!("Maya Ortiz-Vale"), &json!(2), &json!("2027-01-05"))
    );
    assert_eq!(is["LeadContacts"].as_array().unwrap().len(), 2);
    let stale = avery.patch_version(&path, 1, json!({"nextFollowUpOn": null})).await.expect(409).json;
    assert_eq!(
        (&stale["details"]["record"]["version"], &stale["details"]["changedBy"]),
        (&json!(2), &json!("Avery Stone"))
    );
    assert_eq!(names(&avery.get("/api/leads?string=vale%20ortiz").await.expect(200).json), ["Maya Ortiz-Vale"]);

    // The lead goes to Marcus of the other branch, with Avery as additional owner.
    let owners = json!({"LeadUsers": [owner(&marcus).await, additional(&owner(&avery).await)]});
    let is = avery.patch_version(&path, 2, owners).await.expect(200).json;
    assert_eq!(is["LeadUsers"][0]["name"], "Marcus Bell");
    assert_eq!(is["nextFollowUpOn"], "2027-01-05");
    let _ = cove.sign_in("tom.reyes").await.get(&path).await.expect(200);
    let _ = cove.sign_in("beth.sullivan").await.get(&path).await.expect(404);
    let entries = audit_of(&keyturn, cove.id, "lead", maya["id"].as_i64().unwrap()).await;
    let last = entries.last().unwrap();
    assert_eq!(
        (last.0.as_str(), &last.1["owners"], &last.2["owners"]),
        ("lead.edit", &json!(["Avery Stone"]), &json!(["Marcus Bell", "Avery Stone"]))
    );
    assert_eq!(
        (&entries[1].1["loan_amount"], &entries[1].2["loan_amount"], &entries[1].2["property_value"]),
        (&Value::Null, &json!("320000.00"), &json!("400000.00"))
    );
    // Leads require an email address, and changes require a version.
    let _ = avery.patch_version(&path, 3, json!({"LeadContacts": []})).await.expect(422);
    let _ = avery.patch(&path, json!({"nextFollowUpOn": null})).await.expect(428);
}

/// LEAD-37, LEADPAGE-04: companies name the statuses of fixed kinds. Lost leads have a reason. Nurtured leads have a
/// date on which they wake once, with a task for the owner.
#[tokio::test]
async fn a_lead_moves_through_the_companys_statuses() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let config = avery.get("/api/leads/config").await.expect(200).json;
    let list = "/api/lists/lead-statuses";
    let contacted = id_of(&config, "leadStatuses", "Contacted");
    let renamed = grace.patch_version(&format!("{list}/{contacted}"), 1, json!({"name": "Spoke with"})).await;
    let renamed = renamed.expect(200).json;
    let entry = renamed["rows"].as_array().unwrap().iter().find(|row| row["id"] == contacted).unwrap();
    assert_eq!((&entry["name"], &entry["kind"]), (&json!("Spoke with"), &json!("Contacted")));
    let refused = grace.post(list, json!({"name": "Somewhere"})).await.expect(422).json;
    assert_eq!(refused["fields"]["kind"], "Choose a standard value");
    // The company also sets how long a lead may wait, per kind.
    let early = create(&avery, "Early", "Bird").await;
    let path = format!("/api/leads/{}/status", early["id"]);
    let _ = post_version(&avery, &path, 1, json!({"statusId": contacted})).await.expect(200);
    assert_eq!((&entry["targetMinutes"], &renamed["kinds"][0]["targetMinutes"]), (&Value::Null, &json!(5)));
    let timed = grace.patch_version(&format!("{list}/{contacted}"), 2, json!({"targetMinutes": 90})).await.expect(200);
    let entry = timed.json["rows"].as_array().unwrap().iter().find(|row| row["id"] == contacted).unwrap();
    assert_eq!(entry["targetMinutes"], 90);
    let sources = grace.get("/api/lists/lead-sources").await.expect(200).json;
    let source = format!("/api/lists/lead-sources/{}", sources["rows"][0]["id"]);
    for (path, version, minutes) in [(format!("{list}/{contacted}"), 3, -1), (source, 1, 5)] {
        let refused = grace.patch_version(&path, version, json!({"targetMinutes": minutes})).await.expect(422).json;
        assert!(refused["fields"]["targetMinutes"].is_string(), "{refused}");
    }

    let maya = create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/leads/{}/status", maya["id"]);
    let go = async |version: i64, body: Value| post_version(&avery, &path, version, body).await;
    let moved = go(1, json!({"statusId": contacted})).await.expect(200).json;
    assert_eq!(moved["status"], json!({"id": contacted, "name": "Spoke with", "kind": "Contacted"}));
    // Earlier leads keep the target they had.
    let late: Vec<i64> = sqlx::query_scalar("select id from lead where company_id = $1 order by late_at")
        .bind(cove.id)
        .fetch_all(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(late, [maya["id"].as_i64().unwrap(), early["id"].as_i64().unwrap()]);
    let _ = go(1, json!({"statusId": contacted})).await.expect(409);
    let (lost, nurturing) = (id_of(&config, "leadStatuses", "Lost"), id_of(&config, "leadStatuses", "Nurturing"));
    let refused = go(2, json!({"statusId": lost})).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"lostReasonId": "Choose why the lead was lost"}));
    let reasons: Vec<_> = config["lostReasons"].as_array().unwrap().iter().map(|reason| &reason["name"]).collect();
    assert_eq!(reasons.len(), 8);
    let credit = id_of(&config, "lostReasons", "Credit");
    let is = go(2, json!({"statusId": lost, "lostReasonId": credit})).await.expect(200).json;
    assert_eq!(is["lostReason"], json!({"id": credit, "name": "Credit"}));
    // A reason in use can be retired but not removed.
    let _ = grace.delete(&format!("/api/lists/lost-reasons/{credit}")).await.expect(409);

    for (wake_on, message) in [
        (json!(null), "Choose the day on which the lead comes back"),
        (json!("2026-01-01"), "Choose a day after today"),
    ] {
        let refused = go(3, json!({"statusId": nurturing, "wakeOn": wake_on})).await.expect(422).json;
        assert_eq!(refused["fields"]["wakeOn"], message);
    }
    let is = go(3, json!({"statusId": nurturing, "wakeOn": "2030-03-04"})).await.expect(200).json;
    assert_eq!((&is["wakeOn"], &is["lostReason"], &is["isLate"]), (&json!("2030-03-04"), &Value::Null, &json!(false)));
    // 8 AM in the branch, Pacific Standard Time.
    let at = |text: &str| platform::db::Timestamp(text.parse().unwrap());
    assert_eq!(leads::wake(&keyturn.app, cove.id, at("2030-03-04T15:59:00Z")).await.unwrap(), 0);
    assert_eq!(leads::wake(&keyturn.app, cove.id, at("2030-03-04T16:00:00Z")).await.unwrap(), 1);
    assert_eq!(leads::wake(&keyturn.app, cove.id, at("2030-03-04T17:00:00Z")).await.unwrap(), 0);
    let woken = avery.get(&format!("/api/leads/{}", maya["id"])).await.expect(200).json;
    assert_eq!((&woken["wakeOn"], &woken["nextFollowUpOn"]), (&Value::Null, &json!("2030-03-04")));
    let tasks = avery.get(&format!("/api/tasks?LeadId={}&view=MINE", maya["id"])).await.expect(200).json;
    let told: Vec<_> =
        tasks["rows"].as_array().unwrap().iter().map(|task| (&task["title"], &task["dueDate"])).collect();
    assert_eq!(told, [(&json!("Follow up with Maya Ortiz"), &json!("2030-03-04"))]);

    let timeline = avery.get(&format!("/api/leads/{}/timeline", maya["id"])).await.expect(200).json;
    let kinds: Vec<_> =
        timeline["rows"].as_array().unwrap().iter().map(|entry| (&entry["kind"], &entry["statusKind"])).collect();
    assert_eq!(
        kinds,
        [
            (&json!("WOKEN"), &Value::Null),
            (&json!("STATUS"), &json!("Nurturing")),
            (&json!("STATUS"), &json!("Lost")),
            (&json!("STATUS"), &json!("Contacted")),
            (&json!("STATUS"), &json!("New")),
        ]
    );
    assert_eq!(timeline["rows"][2]["lostReasonName"], "Credit");
}

/// LEADPAGE-05, LEADPAGE-07, LEADPAGE-08: a call is logged in one line with its outcome. It sets the next follow-up and
/// the first response time.
#[tokio::test]
async fn a_call_is_logged_and_sets_the_response_time() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let config = avery.get("/api/leads/config").await.expect(200).json;
    let maya = create(&avery, "Maya", "Ortiz").await;
    let id = maya["id"].as_i64().unwrap();
    // The lead arrived a month ago, on a Tuesday at 10 AM in California.
    let mut superuser = keyturn.superuser().await;
    sqlx::query("update lead set created_at = '2026-10-20T17:00:00Z', late_at = '2026-10-20T17:05:00Z' where id = $1")
        .bind(id)
        .execute(&mut superuser)
        .await
        .unwrap();
    let _ = create(&avery, "Noel", "Baptiste").await;
    let late = avery.get("/api/leads?unworked=true").await.expect(200).json;
    assert_eq!((names(&late), &late["rows"][0]["isLate"]), (vec!["Maya Ortiz"], &json!(true)));
    assert_eq!(avery.get("/api/leads?unworked=true&onlyCount=true").await.expect(200).json["count"], 1);

    let path = format!("/api/leads/{id}/activities");
    let outcome = id_of(&config, "contactOutcomes", "NoAnswer");
    // An incoming call isn't a response.
    let called_in = json!({"kind": "CALL", "isOutgoing": false, "summary": "Asked to be called back",
                           "happenedAt": "2026-10-20T17:02:00Z"});
    let heard = avery.post(&path, called_in).await.expect(201).json;
    assert_eq!((&heard["firstResponseMinutes"], &heard["isLate"]), (&Value::Null, &json!(true)));
    let call = json!({"kind": "CALL", "outcomeId": outcome, "summary": " No answer, tried twice ",
                      "happenedAt": "2026-10-20T17:31:00Z", "nextFollowUpOn": "2030-01-07"});
    let is = avery.post(&path, call).await.expect(201).json;
    assert_eq!((&is["firstResponseMinutes"], &is["nextFollowUpOn"]), (&json!(31), &json!("2030-01-07")));
    // The first response time stays.
    let again = json!({"kind": "TEXT", "summary": "Sent the list of documents"});
    let is = avery.post(&path, again).await.expect(201).json;
    assert_eq!((&is["firstResponseMinutes"], &is["isLate"]), (&json!(31), &json!(false)));
    // An earlier activity logged later counts from its own time, and follow-ups don't go back.
    let earlier = json!({"kind": "EMAIL", "summary": "Sent rates", "happenedAt": "2026-10-20T17:10:00Z"});
    let is = avery.post(&path, earlier).await.expect(201).json;
    assert_eq!((&is["firstResponseMinutes"], &is["isLate"]), (&json!(10), &json!(false)));
    let note = json!({"text": "Prefers texts", "type": "NOTE", "metadata": {}});
    let is = avery.post(&format!("/api/leads/{id}/notes"), note).await.expect(201).json;
    assert!(is["Notes"][0]["text"].as_str().unwrap().contains("Prefers texts"));

    let timeline = avery.get(&format!("/api/leads/{id}/timeline")).await.expect(200).json;
    let rows = timeline["rows"].as_array().unwrap();
    let call = rows.iter().find(|entry| entry["outcomeName"] == "No answer").unwrap();
    assert_eq!((&call["text"], &call["byName"]), (&json!("No answer, tried twice"), &json!("Avery Stone")));
    for (body, path_of_fault) in [
        (json!({"kind": "CALL", "happenedAt": "2090-01-01T00:00:00Z"}), "happenedAt"),
        (json!({"kind": "CALL", "outcomeId": 999_999_999}), "outcomeId"),
        (json!({"kind": "CALL", "summary": "x".repeat(501)}), "summary"),
        (json!({"kind": "PIGEON"}), "kind"),
    ] {
        let refused = avery.post(&path, body).await.expect(422).json;
        assert!(refused["fields"][path_of_fault].is_string(), "{refused}");
    }
}

/// A lead becomes a loan with its contact, owners, notes and scenario. Afterwards it shows the loan and is read-only. A
/// second conversion returns the first loan.
#[tokio::test]
async fn a_lead_becomes_a_loan_once() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let (paul, jamie) = (cove.sign_in("paul.okafor").await, cove.sign_in("jamie.lin").await);
    let owners = [owner(&avery).await, additional(&owner(&paul).await), additional(&owner(&jamie).await)];
    let mut payload = lead("Maya", "Ortiz", &owners);
    let wanted =
        json!({"loanPurpose": "Refinance", "StateCode": "CO", "loanAmount": "320000.00", "propertyValue": "400000.00"});
    payload["LeadScenario"] = wanted.clone();
    payload["LeadContacts"][0]["cellPhone"] = json!("4155550132");
    let second = json!({"firstName": "Theo", "lastName": "Ortiz", "email": "theo@example.com", "isPrimary": false});
    payload["LeadContacts"].as_array_mut().unwrap().push(second);
    payload["LeadReferral"] = json!({"LeadSourceId": source(&avery, "WEBSITE").await});
    payload["Notes"] = json!([{"text": "Wants to settle by spring", "type": "NOTE"}]);
    payload["LeadConsents"] = json!([{"kinds": ["CALL"], "wording": "You may call me."}]);
    let made = avery.post("/api/leads", payload).await.expect(201).json;
    let path = format!("/api/leads/{}", made["id"]);
    let convert = format!("{path}/convert");

    let (one, two) = tokio::join!(avery.post(&convert, json!({})), avery.post(&convert, json!({})));
    let (done, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    assert_eq!((done.status, refused.status), (201, 409), "{} {}", done.json, refused.json);
    let loan = done.json["loanId"].as_i64().unwrap();
    assert_eq!(refused.json["details"]["loanId"], loan);
    let shown = avery.get(&format!("/api/loans/{loan}")).await.expect(200).json;
    assert_eq!(
        (&shown["borrowerName"], &shown["LoanPurposeType"], &shown["StateCode"], &shown["leadId"]),
        (&json!("Maya Ortiz"), &json!("Refinance"), &json!("CO"), &made["id"])
    );
    let whole = avery.get(&format!("/api/loans/{loan}/application")).await.expect(200).json;
    let (terms, property) = (&whole["application"]["loan"], &whole["application"]["property"]);
    assert_eq!(
        (&terms["baseAmount"], &property["estimatedValue"], &property["purchasePrice"]),
        (&json!("320000.00"), &json!("400000.00"), &Value::Null)
    );
    let borrowers = whole["application"]["borrowers"].as_array().unwrap();
    let people: Vec<_> = borrowers.iter().map(|one| (&one["firstName"], &one["email"])).collect();
    assert_eq!(
        people,
        [(&json!("Maya"), &json!("maya.ortiz@example.com")), (&json!("Theo"), &json!("theo@example.com"))]
    );
    // The other owners are on the loan's team and can see it.
    for colleague in [&paul, &jamie] {
        let _ = colleague.get(&format!("/api/loans/{loan}")).await.expect(200);
    }
    // The loan shows the lead's scenario, source, notes and consents, to colleagues too.
    for who in [&avery, &jamie] {
        let from = who.get(&format!("/api/loans/{loan}/lead")).await.expect(200).json;
        assert_eq!((&from["leadId"], &from["LeadReferral"]["sourceType"]), (&made["id"], &json!("WEBSITE")));
        assert_eq!(from["LeadScenario"], wanted);
        assert!(from["Notes"][0]["text"].as_str().unwrap().contains("settle by spring"), "{from}");
        assert_eq!(from["consents"].as_array().unwrap().len(), 1);
        assert_eq!(from["consents"][0]["wording"], "You may call me.");
        assert_eq!(from["consentByPhone"], json!([{"phone": "4155550132", "calls": true, "texts": false}]));
    }
    let of_nobody = crate::loans::create(&avery, "Noel", "Baptiste").await;
    assert_eq!(avery.get(&format!("/api/loans/{}/lead", of_nobody["id"])).await.expect(200).json, Value::Null);

    let lead = avery.get(&path).await.expect(200).json;
    assert_eq!((&lead["loanId"], &lead["status"]["kind"]), (&json!(loan), &json!("Converted")));
    assert_eq!(lead["LeadReferral"]["sourceType"], "WEBSITE");
    let version = lead["version"].as_i64().unwrap();
    let refused = avery.patch_version(&path, version, json!({"nextFollowUpOn": "2030-01-07"})).await.expect(409).json;
    assert_eq!(refused["message"], format!("This lead became loan #{loan} and can't be changed any more."));
    let _ = avery.post(&format!("{path}/notes"), json!({"text": "Late", "type": "NOTE"})).await.expect(409);

    // A lead without a loan officer among its owners can't become a loan.
    let other = paul.post("/api/leads", lead_of(&paul, "Noel").await).await.expect(201).json;
    let refused = paul.post(&format!("/api/leads/{}/convert", other["id"]), json!({})).await.expect(422).json;
    assert!(refused["fields"]["LeadUsers"].is_string(), "{refused}");
}

/// A converted lead's loan gets the officer's default team in the slots that the owners leave empty.
#[tokio::test]
async fn a_converted_leads_loan_begins_with_the_officers_default_team() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (paul, rosa, carl) =
        (cove.sign_in("paul.okafor").await, cove.sign_in("rosa.martinez").await, cove.sign_in("carl.jensen").await);
    let mut team = Vec::new();
    for (role, primary, who) in
        [("PROCESSOR", true, &rosa), ("PROCESSOR", false, &paul), ("FUNDER", true, &carl), ("CLOSER", true, &carl)]
    {
        team.push(
            json!({"LoanRole": role, "primary": primary, "WizeUserOrgUnitId": testkit::officer::membership(who).await}),
        );
    }
    let path = format!("/api/user-org-units/{}/loan-team", testkit::officer::membership(&avery).await);
    let set = grace.request(reqwest::Method::PUT, &path).header("if-match", "0").json(&team);
    let _ = grace.send(set).await.expect(200);

    let owners = [owner(&avery).await, additional(&owner(&paul).await)];
    let made = avery.post("/api/leads", lead("Maya", "Ortiz", &owners)).await.expect(201).json;
    let done = avery.post(&format!("/api/leads/{}/convert", made["id"]), json!({})).await.expect(201).json;
    let loan = avery.get(&format!("/api/loans/{}", done["loanId"])).await.expect(200).json;
    let told = |member: &Value| {
        let text = |key: &str| member[key].as_str().unwrap().to_owned();
        (text("LoanRole"), member["primary"].as_bool().unwrap(), text("name"))
    };
    let mut on_it: Vec<_> = loan["team"].as_array().unwrap().iter().map(told).collect();
    on_it.sort();
    let expected = [
        ("CLOSER", true, "Carl Jensen"),
        ("FUNDER", true, "Carl Jensen"),
        ("ORIGINATOR", true, "Avery Stone"),
        // An owner has the slot, so Rosa gets none.
        ("PROCESSOR", true, "Paul Okafor"),
    ];
    assert_eq!(on_it, expected.map(|(role, primary, name)| (role.to_owned(), primary, name.to_owned())));
}

/// Payload for a lead of this client.
async fn lead_of(client: &Client, first: &str) -> Value {
    lead(first, "Baptiste", &[owner(client).await])
}

/// Beth assigns two leads to someone else, moves them, and undoes both: always all or none.
#[tokio::test]
async fn a_bulk_reassignment_of_leads_can_be_undone() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let priya = owner(&cove.sign_in("priya.nguyen").await).await;
    let config = avery.get("/api/leads/config").await.expect(200).json;
    let contacted = id_of(&config, "leadStatuses", "Contacted");
    let (maya, noel) = (create(&avery, "Maya", "Ortiz").await, create(&avery, "Noel", "Baptiste").await);
    let change = |lead: &Value, version: i64| json!({"id": lead["id"], "version": version, "PrimaryLeadUser": priya, "statusId": contacted});
    let stale = json!({"changes": [change(&maya, 1), change(&noel, 7)]});
    let _ = beth.post("/api/leads/bulk", stale).await.expect(409);
    let owner_of = async |lead: &Value| {
        let read = beth.get(&format!("/api/leads/{}", lead["id"])).await.expect(200).json;
        (read["LeadUsers"][0]["name"].as_str().unwrap().to_owned(), read["status"]["kind"].as_str().unwrap().to_owned())
    };
    assert_eq!(owner_of(&maya).await, ("Avery Stone".to_owned(), "New".to_owned()));

    let done = beth.post("/api/leads/bulk", json!({"changes": [change(&maya, 1), change(&noel, 1)]})).await;
    let done = done.expect(200).json;
    assert_eq!(done["changed"], 2);
    for lead in [&maya, &noel] {
        assert_eq!(owner_of(lead).await, ("Priya Nguyen".to_owned(), "Contacted".to_owned()));
    }
    let back = beth.post("/api/leads/bulk", json!({"changes": done["undo"]})).await.expect(200).json;
    assert_eq!(back["changed"], 2);
    for lead in [&maya, &noel] {
        assert_eq!(owner_of(lead).await, ("Avery Stone".to_owned(), "New".to_owned()));
    }
    for wrong in [json!([]), json!((0..101).map(|id| json!({"id": id, "version": 1})).collect::<Vec<_>>())] {
        let _ = beth.post("/api/leads/bulk", json!({"changes": wrong})).await.expect(422);
    }
    // Marcus can't find leads beyond his reach.
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.post("/api/leads/bulk", json!({"changes": [change(&maya, 5)]})).await.expect(404);
}
