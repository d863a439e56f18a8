//! Lead intake: submitted by programs, held for review, and released.

use crate::{leads::create, org_units::audit_of};
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{
    Answer, Client, Company, Keyturn,
    officer::{lead, owner, upload},
};

/// A company with free billing, so that API keys are allowed.
pub async fn cove(keyturn: &Keyturn) -> Company<'_> {
    keyturn.company_with("cove", json!({"billing": {"enabled": false, "payer": "COMPANY", "state": "NONE"}})).await
}

/// A client with an API key of the given owner.
pub async fn program(keyturn: &Keyturn, client: &Client, of: &str) -> Client {
    let body = json!({"name": "Website form", "owner": of, "scopes": ["leads:write"]});
    let made = client.post("/api/api-keys", body).await.expect(201);
    keyturn.visitor().with_token(made.at("/secret").as_str().unwrap())
}

/// A lead as a provider's program sends it, without an owner.
pub fn handed(first: &str, last: &str, external_id: &str) -> Value {
    let mut lead = lead(first, last, &[]);
    lead.as_object_mut().unwrap().remove("LeadUsers");
    lead["LeadDetail"] = json!({"externalId": external_id});
    lead
}

pub async fn hand_in(program: &Client, body: Value) -> Answer {
    program.post("/api/leads", body).await
}

/// Changes the intake settings.
pub async fn set(admin: &Client, rule: &str, owner: Option<&Value>) {
    let version = admin.get("/api/lead-intake").await.expect(200).json["version"].clone();
    let _ = admin.put("/api/lead-intake", json!({"rule": rule, "owner": owner, "version": version})).await.expect(200);
}

async fn waiting(client: &Client) -> Vec<Value> {
    client.get("/api/lead-arrivals").await.expect(200).json["rows"].as_array().unwrap().clone()
}

async fn count_leads(client: &Client) -> i64 {
    client.get("/api/leads?onlyCount=true").await.expect(200).json["count"].as_i64().unwrap()
}

/// A provider sends the same lead fifty times concurrently with its own ID: one lead is created, and each answer has
/// its ID. The log names the key.
#[tokio::test]
async fn fifty_concurrent_submissions_create_one_lead() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    set(&grace, "HOLD", Some(&owner(&avery).await)).await;
    let program = program(&keyturn, &grace, "COMPANY").await;
    let provider = avery.get("/api/lead-providers").await.expect(200).json[0]["id"].clone();
    let mut body = handed("Maya", "Ortiz", "Z-1001");
    body["LeadDetail"]["LeadProviderId"] = provider.clone();

    let before = count_leads(&avery).await;
    let answers = join_all((0..50).map(|_| hand_in(&program, body.clone()))).await;
    let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(made.len(), 1);
    let id = made[0].at("/id").as_i64().unwrap();
    for answer in &answers {
        assert!(matches!(answer.status, 200 | 201), "{} {}", answer.status, answer.json);
        assert_eq!((answer.at("/id"), answer.at("/state")), (&json!(id), &json!("MADE")));
    }
    assert_eq!(count_leads(&avery).await, before + 1);
    let read = avery.get(&format!("/api/leads/{id}")).await.expect(200).json;
    assert_eq!(
        (&read["name"], &read["LeadDetail"]["LeadProviderId"], &read["LeadUsers"][0]["name"], &read["createdBy"]),
        (&json!("Maya Ortiz"), &provider, &json!("Avery Stone"), &Value::Null)
    );
    let log = grace.get(&format!("/api/audit?entity=lead&entityId={id}")).await.expect(200);
    assert!(log.at("/rows/0").to_string().contains("Website form"), "{}", log.json);

    // Another provider may use the same ID. A new ID of the same provider is another lead.
    let mut other = handed("Noel", "Baptiste", "Z-1001");
    assert_eq!(hand_in(&program, other.clone()).await.expect(201).at("/state"), "MADE");
    other["LeadDetail"] = json!({"LeadProviderId": provider, "externalId": "Z-1002"});
    other["LeadContacts"][0] =
        json!({"firstName": "Ida", "lastName": "Lund", "email": "ida@lund.example", "isPrimary": true});
    assert_eq!(hand_in(&program, other).await.expect(201).at("/state"), "MADE");
}

/// LEADPAGE-14: an invalid lead is held with its raw text, corrected by a reviewer, and becomes a lead. Nothing is
/// lost.
#[tokio::test]
async fn a_lead_without_a_last_name_is_held_and_released() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let program = program(&keyturn, &grace, "COMPANY").await;
    set(&grace, "HOLD", Some(&owner(&avery).await)).await;
    let mut body = handed("Maya", "", "Z-1");
    body["LeadContacts"][0]["email"] = json!("maya@ortiz.example");
    let held = hand_in(&program, body.clone()).await.expect(202);
    assert_eq!((held.at("/state"), held.at("/reason")), (&json!("HELD"), &json!("UNREADABLE")));
    assert_eq!(held.at("/fields"), &json!({"LeadContacts/0/lastName": "Last Name is required"}));
    // Sending it again doesn't hold it twice.
    assert_eq!(hand_in(&program, body).await.expect(202).at("/arrivalId"), held.at("/arrivalId"));
    let broken = program.request(reqwest::Method::POST, "/api/leads").header("content-type", "application/json");
    let broken = program.send(broken.body("{\"name\": \"Noel")).await.expect(202);
    assert_eq!(broken.at("/reason"), "UNREADABLE");

    let rows = waiting(&avery).await;
    assert_eq!(rows.len(), 2);
    let maya = rows.iter().find(|row| row["name"] == "Maya").unwrap();
    assert_eq!(
        (&maya["via"], &maya["externalId"], &maya["ownerName"]),
        (&json!("Website form"), &json!("Z-1"), &json!("Avery Stone"))
    );
    let path = format!("/api/lead-arrivals/{}", maya["id"].as_str().unwrap());
    let shown = avery.get(&path).await.expect(200).json;
    assert!(shown["raw"].as_str().unwrap().contains("maya@ortiz.example"), "{shown}");
    let other = rows.iter().find(|row| row["name"] == "").unwrap();
    let other = format!("/api/lead-arrivals/{}", other["id"].as_str().unwrap());
    assert_eq!(avery.get(&other).await.expect(200).json["raw"], "{\"name\": \"Noel");
    // Arrivals are stored sealed.
    let kept: String = sqlx::query_scalar("select string_agg(a::text, ' ') from lead_arrival a")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert!(!kept.contains("ortiz.example") && !kept.contains(&hex("ortiz.example")), "{kept}");

    // Users who can see the lead can see its arrival. A colleague, another branch's admin and another company's users
    // can't.
    for stranger in ["priya.nguyen", "marcus.bell"] {
        let stranger = cove.sign_in(stranger).await;
        let _ = stranger.get(&path).await.expect(404);
        assert!(waiting(&stranger).await.is_empty());
    }
    let _ = cove.sign_in("dana.price").await.get(&path).await.expect(403);
    assert!(waiting(&keyturn.sign_in("grace.whitfield@harbor.example").await).await.is_empty());
    assert_eq!(
        grace.with_header("x-consolidated", "true").get("/api/lead-arrivals?onlyCount=true").await.expect(200).json["count"],
        2
    );

    let mut mended = shown["lead"].clone();
    mended["LeadContacts"][0]["lastName"] = json!("Ortiz");
    mended["LeadUsers"] = json!([owner(&avery).await]);
    let _ = avery.post(&format!("{path}/lead"), shown["lead"].clone()).await.expect(422);
    let made = avery.post(&format!("{path}/lead"), mended.clone()).await.expect(201).json;
    assert_eq!((&made["name"], &made["createdBy"]), (&json!("Maya Ortiz"), &json!("Avery Stone")));
    let second = avery.post(&format!("{path}/lead"), mended).await.expect(409);
    assert_eq!(second.at("/details"), &json!({"state": "MADE", "leadId": made["id"]}));
    let _ = avery.delete(&other).await.expect(204);
    assert!(waiting(&avery).await.is_empty());
    // The provider's ID still identifies that lead.
    let again = hand_in(&program, handed("Maya", "Ortiz", "Z-1")).await.expect(200);
    assert_eq!(again.at("/id"), &made["id"]);
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// The company's rule handles known people: hold, link, skip, or create with a mark. A possible match isn't a
/// duplicate.
#[tokio::test]
async fn the_companys_rule_handles_known_people() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let priya = cove.sign_in("priya.nguyen").await;
    let program = program(&keyturn, &grace, "COMPANY").await;
    let maya = create(&avery, "Maya", "Ortiz").await;
    let lead_path = format!("/api/leads/{}", maya["id"]);

    // No owner is named, and the person is known.
    let nobodys = hand_in(&program, handed("Ida", "Lund", "A-0")).await.expect(202);
    assert_eq!(nobodys.at("/reason"), "NO_OWNER");
    set(&grace, "HOLD", Some(&owner(&priya).await)).await;
    let held = hand_in(&program, handed("Maya", "Ortiz", "A-1")).await.expect(202);
    assert_eq!((&held.json["reason"], &held.json["id"]), (&json!("DUPLICATE"), &Value::Null));
    let path = format!("/api/lead-arrivals/{}", held.at("/arrivalId").as_str().unwrap());
    // Priya learns that a lead exists and who owns it (D29). Users with company reach see the lead.
    let told = priya.get(&path).await.expect(200).json;
    assert_eq!((&told["duplicates"], &told["outside"][0]["ownerName"]), (&json!([]), &json!("Avery Stone")));
    let _ = priya.post(&format!("{path}/link"), json!({"leadId": maya["id"]})).await.expect(422);
    let all = grace.with_header("x-consolidated", "true");
    assert_eq!(all.get(&path).await.expect(200).json["duplicates"][0]["id"], maya["id"]);
    let _ = all.post(&format!("{path}/link"), json!({"leadId": maya["id"]})).await.expect(204);
    let notes = |lead: &Value| lead["Notes"].to_string();
    let linked = avery.get(&lead_path).await.expect(200).json;
    assert!(notes(&linked).contains("New inquiry: Maya Ortiz, maya.ortiz@example.com"), "{}", linked["Notes"]);
    let id = held.at("/arrivalId").as_str().unwrap();
    let log = grace.get(&format!("/api/audit?entity=lead-arrival&entityId={id}")).await.expect(200);
    let actions: Vec<_> = log.at("/rows").as_array().unwrap().iter().map(|row| row["action"].clone()).collect();
    assert_eq!(actions, [json!("lead-arrival.decide"), json!("lead-arrival.receive")]);

    set(&grace, "LINK", Some(&owner(&priya).await)).await;
    let mut body = handed("Maya", "Ortiz", "A-2");
    body["Notes"] = json!([{"text": "Asked for a call at noon", "type": "NOTE"}]);
    let linked = hand_in(&program, body).await.expect(200);
    assert_eq!((linked.at("/state"), linked.at("/id")), (&json!("LINKED"), &maya["id"]));
    assert!(notes(&avery.get(&lead_path).await.expect(200).json).contains("call at noon"));

    set(&grace, "SKIP", Some(&owner(&priya).await)).await;
    let skipped = hand_in(&program, handed("Maya", "Ortiz", "A-3")).await.expect(200);
    assert_eq!((skipped.at("/state"), skipped.at("/id")), (&json!("SKIPPED"), &maya["id"]));

    set(&grace, "CREATE", Some(&owner(&priya).await)).await;
    let made = hand_in(&program, handed("Maya", "Ortiz", "A-4")).await.expect(201);
    let marked = priya.get(&format!("/api/leads/{}", made.at("/id"))).await.expect(200).json;
    assert!(notes(&marked).contains(&format!("#{}", maya["id"])), "{}", marked["Notes"]);

    // Two people who share a phone number are only possible matches.
    set(&grace, "HOLD", Some(&owner(&priya).await)).await;
    for (first, id) in [("Omar", "A-5"), ("Lina", "A-6")] {
        let mut body = handed(first, "Haddad", id);
        body["LeadContacts"][0]["cellPhone"] = json!("4155550177");
        let _ = hand_in(&program, body).await.expect(201);
    }
    let entries = audit_of(&keyturn, cove.id, "company", cove.id).await;
    assert!(entries.iter().any(|entry| entry.0 == "lead-intake.change"), "{entries:?}");
}

/// Keys without the scope are refused by its name, users need no key, leads without an owner go to the owner of a
/// personal key, and invalid settings are refused.
#[tokio::test]
async fn submitting_leads_requires_the_scope() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let body = json!({"name": "Reports", "owner": "COMPANY", "scopes": ["leads:read"]});
    let reading = grace.post("/api/api-keys", body).await.expect(201);
    let reading = keyturn.visitor().with_token(reading.at("/secret").as_str().unwrap());
    let refused = hand_in(&reading, handed("Maya", "Ortiz", "1")).await.expect(403);
    assert_eq!(refused.at("/message"), "This API key has no scope leads:write.");
    let refused = hand_in(&keyturn.visitor().with_token("kt_live_nothing"), handed("Maya", "Ortiz", "1")).await;
    assert_eq!(refused.expect(401).at("/code"), "LWKEY10401");
    let _ = hand_in(&keyturn.visitor(), handed("Maya", "Ortiz", "1")).await.expect(401);
    let mut own = lead("Maya", "Ortiz", &[owner(&avery).await]);
    own["LeadDetail"]["externalId"] = json!("1");
    let refused = avery.post("/api/leads", own).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"LeadDetail/externalId": "is for programs with an API key"}));

    let of_avery = program(&keyturn, &avery, "SELF").await;
    let made = hand_in(&of_avery, handed("Maya", "Ortiz", "1")).await.expect(201);
    let read = avery.get(&format!("/api/leads/{}", made.at("/id"))).await.expect(200).json;
    assert_eq!((&read["LeadUsers"][0]["name"], &read["createdBy"]), (&json!("Avery Stone"), &json!("Avery Stone")));
    let mut large = handed("Maya", "Ortiz", "2");
    large["Notes"] = json!([{"text": "x".repeat(70_000), "type": "NOTE"}]);
    let _ = hand_in(&of_avery, large).await.expect(413);
    let mut long = handed("Ida", "Lund", &"x".repeat(201));
    let fault = hand_in(&of_avery, long.clone()).await.expect(202).json["fields"]["LeadDetail/externalId"].clone();
    assert_eq!(fault, "must have at most 200 characters");
    long["LeadDetail"] = json!({"externalId": "3", "LeadProviderId": 999_999_999});
    let fault = hand_in(&of_avery, long).await.expect(202).json["fields"]["LeadDetail/LeadProviderId"].clone();
    assert_eq!(fault, "Choose a lead provider of the list");

    let _ = avery.get("/api/lead-intake").await.expect(403);
    let tom = json!({"WizeUserId": 1, "WizeOrgUnitId": 1});
    let wrong = grace.put("/api/lead-intake", json!({"rule": "HOLD", "owner": tom, "version": 0})).await.expect(422);
    assert_eq!(wrong.at("/fields/owner"), "Choose an active lead owner of this company");
    let _ = grace.put("/api/lead-intake", json!({"rule": "PERHAPS", "version": 0})).await.expect(422);
    let _ = grace.put("/api/lead-intake", json!({"rule": "SKIP", "version": 7})).await.expect(409);
}

/// Arrivals that nobody released within thirty days are deleted, but their external IDs are kept.
#[tokio::test]
async fn unreleased_arrivals_are_deleted_after_thirty_days() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let program = program(&keyturn, &grace, "COMPANY").await;
    let _ = hand_in(&program, handed("Maya", "Ortiz", "1")).await.expect(202);
    let _ = hand_in(&program, handed("Noel", "Baptiste", "2")).await.expect(202);
    sqlx::query("update lead_arrival set received_at = now() - interval '31 days' where external_id = '1'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    leads::sweep(&keyturn.app).await.unwrap();
    let rows = waiting(&grace).await;
    assert_eq!((rows.len(), &rows[0]["externalId"]), (1, &json!("2")));
    assert_eq!(hand_in(&program, handed("Maya", "Ortiz", "1")).await.expect(200).at("/state"), "DROPPED");
}

/// Uploads and parses a file of leads.
pub async fn read_file(client: &Client, name: &str, bytes: Vec<u8>) -> Answer {
    let file = upload(client, name, bytes).await;
    client.post("/api/lead-imports", json!({"fileId": file})).await
}

/// Starts an import with the usual terms.
pub async fn start(client: &Client, import: &Value, rule: &str) -> Answer {
    let terms =
        json!({"mapping": import["mapping"], "rule": rule, "owner": owner(client).await, "purpose": "Purchase"});
    client.post(&format!("/api/lead-imports/{}/start", import["id"]), terms).await
}

async fn import_of(client: &Client, import: &Value) -> Value {
    client.get(&format!("/api/lead-imports/{}", import["id"])).await.expect(200).json
}

/// People who don't match each other.
fn people(count: usize) -> Vec<[String; 4]> {
    let letters = |mut at: usize, seed: usize| {
        let mut name = String::new();
        for n in 0..6 {
            name.push(char::from(b'a' + u8::try_from((at * 7 + seed * 11 + n * 5) % 26).unwrap()));
            at /= 3;
        }
        name
    };
    (0..count)
        .map(|at| {
            let (first, last) = (letters(at, at / 7), letters(at / 2, at));
            [first.clone(), format!("{last}{}", letters(at, 3)), format!("{first}.{at}@people.example"), String::new()]
        })
        .collect()
}

fn csv_of(rows: &[[String; 4]]) -> Vec<u8> {
    let lines = rows.iter().map(|row| row.join(",") + "\r\n");
    format!("First Name,Last Name,E-Mail,Cell phone\r\n{}", lines.collect::<String>()).into_bytes()
}

/// DUP-16: of a hundred rows with ten likely duplicates, ninety become leads and ten are held for review.
#[tokio::test]
async fn of_a_hundred_rows_with_ten_duplicates_ninety_become_leads() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut rows = people(95);
    // Five already exist in another spelling, and five are twice in the file.
    for [first, last, email, _] in &rows[..5] {
        let mut known = lead(&first.to_uppercase(), last, &[owner(&avery).await]);
        known["LeadContacts"][0]["email"] = json!(email);
        let _ = avery.post("/api/leads", known).await.expect(201);
    }
    let twice: Vec<_> = rows[20..25].to_vec();
    rows.extend(twice);
    let before = count_leads(&avery).await;
    let import = read_file(&avery, "leads.csv", csv_of(&rows)).await.expect(201).json;
    assert_eq!((&import["rowCount"], &import["state"]), (&json!(100), &json!("READY")));
    let _ = start(&avery, &import, "HOLD").await.expect(202);
    keyturn.do_jobs().await;
    let done = import_of(&avery, &import).await;
    assert_eq!((&done["state"], &done["taken"]), (&json!("DONE"), &json!(100)));
    assert_eq!((&done["made"], &done["held"], &done["refused"]), (&json!(90), &json!(10), &json!(0)));
    assert_eq!(count_leads(&avery).await, before + 90);
    let waiting = waiting(&avery).await;
    assert_eq!(waiting.len(), 10);
    assert!(waiting.iter().all(|row| row["reason"] == "DUPLICATE" && row["via"] == "leads.csv"), "{waiting:?}");
}

/// LEADPAGE-15: columns are guessed, can be mapped differently, and the mapping is remembered. Rejected rows are
/// exported with reasons and without formulas. Undoing an import keeps the leads that someone has worked on.
#[tokio::test]
async fn avery_imports_a_file_downloads_rejected_rows_and_undoes_it() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let mut rows = people(300);
    rows[10][1] = String::new();
    rows[20][2] = "nobody".to_owned();
    rows[30][3] = "12".to_owned();
    rows[40][0] = "=HYPERLINK(\"\"x\"\")".to_owned();
    let before = count_leads(&avery).await;
    let import = read_file(&avery, "leads.csv", csv_of(&rows)).await.expect(201).json;
    assert_eq!(import["mapping"], json!({"FIRST_NAME": 0, "LAST_NAME": 1, "EMAIL": 2, "PHONE": 3}));
    assert_eq!(import["sample"].as_array().unwrap().len(), 10);
    assert_eq!((&import["sample"][0]["number"], &import["sample"][0]["cells"][2]), (&json!(2), &json!(rows[0][2])));

    let path = format!("/api/lead-imports/{}", import["id"]);
    let mut terms = json!({"mapping": {"FIRST_NAME": 0, "LAST_NAME": 0}, "rule": "SKIP", "owner": owner(&avery).await, "purpose": "Purchase"});
    let refused = avery.post(&format!("{path}/start"), terms.clone()).await.expect(422).json;
    assert_eq!(
        refused["fields"],
        json!({"mapping/EMAIL": "Choose the column that holds Email", "mapping/LAST_NAME": "This column is chosen twice"})
    );
    terms["mapping"] = json!({"FIRST_NAME": 0, "LAST_NAME": 1, "EMAIL": 2, "PHONE": 3, "NOTE": 9});
    let refused = avery.post(&format!("{path}/start"), terms).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"mapping/NOTE": "Choose a column of the file"}));
    let _ = priya.get(&path).await.expect(404);
    let _ = start(&avery, &import, "SKIP").await.expect(202);
    let _ = start(&avery, &import, "SKIP").await.expect(409);
    let _ = avery.post(&format!("{path}/undo"), json!({})).await.expect(409);
    keyturn.do_jobs().await;
    let done = import_of(&avery, &import).await;
    assert_eq!((&done["made"], &done["refused"], &done["skipped"]), (&json!(296), &json!(4), &json!(0)));
    assert_eq!(count_leads(&avery).await, before + 296);

    let file = avery.request(reqwest::Method::GET, &format!("{path}/refused")).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "text/csv; charset=utf-8");
    let text = file.text().await.unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["Row", "Reason", "First Name", "Last Name", "E-Mail", "Cell phone"]);
    let lines: Vec<_> = reader.records().map(|record| record.unwrap()).collect();
    let told: Vec<_> = lines.iter().map(|line| (&line[0], &line[1])).collect();
    assert_eq!(
        told,
        [
            ("12", "Last Name is required"),
            ("22", "Please enter valid email"),
            ("32", "Please enter valid phone number"),
            ("42", "First Name looks like a formula")
        ]
    );
    assert_eq!(&lines[3][2], "'=HYPERLINK(\"\"x\"\")");

    // The same headers bring back the mapping, and the rows are skipped as duplicates.
    let again = read_file(&avery, "leads.csv", csv_of(&rows[..9])).await.expect(201).json;
    let swapped = json!({"FIRST_NAME": 1, "LAST_NAME": 0, "EMAIL": 2});
    let terms = json!({"mapping": swapped, "rule": "SKIP", "owner": owner(&avery).await, "purpose": "Purchase"});
    let _ = avery.post(&format!("/api/lead-imports/{}/start", again["id"]), terms).await.expect(202);
    keyturn.do_jobs().await;
    assert_eq!(read_file(&avery, "leads.csv", csv_of(&rows[..1])).await.expect(201).json["mapping"], swapped);

    // One lead has an activity, so it is kept.
    let listed = avery.get(&format!("/api/leads?string={}", rows[0][2])).await.expect(200).json;
    let worked = format!("/api/leads/{}", listed["rows"][0]["id"]);
    let _ = avery.post(&format!("{worked}/activities"), json!({"kind": "CALL", "summary": "Called"})).await.expect(201);
    let undone = avery.post(&format!("{path}/undo"), json!({})).await.expect(200).json;
    assert_eq!((&undone["state"], &undone["removed"]), (&json!("UNDONE"), &json!(295)));
    let _ = avery.get(&worked).await.expect(200);
    let _ = avery.post(&format!("{path}/undo"), json!({})).await.expect(409);
    let found = avery.get(&format!("/api/leads?string={}", rows[5][2])).await.expect(200).json;
    assert_eq!(found["rows"], json!([]));
    let left: i64 = sqlx::query_scalar("select count(*) from match_person where emails && $1")
        .bind(rows[200..].iter().map(|row| row[2].clone()).collect::<Vec<_>>())
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(left, 0);
}

/// A file beyond the limits is refused with its row and not stored. Users who can't create leads can't import them.
#[tokio::test]
async fn a_file_beyond_the_limits_is_refused_with_its_row() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, dana) = (cove.sign_in("avery.stone").await, cove.sign_in("dana.price").await);
    let refused = read_file(&avery, "leads.csv", b"Name,Email,email\n".to_vec()).await.expect(422);
    assert_eq!(refused.at("/message"), "Row 1: two columns are called email.");
    let refused = read_file(&avery, "leads.csv", csv_of(&people(20_001))).await.expect(422);
    assert_eq!(refused.at("/message"), "Row 20002: a file has at most 20000 rows below its heads.");
    let kept: i64 =
        sqlx::query_scalar("select count(*) from file").fetch_one(&mut keyturn.superuser().await).await.unwrap();
    assert_eq!(kept, 0);
    let _ = dana.post("/api/lead-imports", json!({"fileId": "018f0000-0000-7000-8000-00000000dead"})).await.expect(403);
}

/// Posts a form.
pub async fn post_form(visitor: &Client, path: &str, kind: &'static str, body: impl Into<String>) -> Answer {
    let request = visitor.request(reqwest::Method::POST, path).header("content-type", kind).body(body.into());
    visitor.send(request).await
}

/// LEADPAGE-13: an intake address accepts JSON and forms with the usual names or its own mapping, and answers with an
/// ID. A wrong secret is refused, an external ID creates one lead, and a sample can be tested without creating one.
#[tokio::test]
async fn web_forms_post_to_a_secret_address() {
    const JSON: &str = "application/json";
    const FORM: &str = "application/x-www-form-urlencoded";
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let provider = avery.get("/api/lead-providers").await.expect(200).json[0].clone();
    let address = json!({
        "name": " Harborview Leads ",
        "provider": provider["id"],
        "owner": owner(&avery).await,
        "mapping": {"EXTERNAL_ID": "lead.ref"},
    });
    let _ = avery.post("/api/lead-addresses", address.clone()).await.expect(403);
    let made = grace.post("/api/lead-addresses", address).await.expect(201).json;
    let path = made["path"].as_str().unwrap();
    assert_eq!((&made["name"], &made["providerName"]), (&json!("Harborview Leads"), &provider["name"]));
    let secret = path.rsplit('/').next().unwrap();
    assert_eq!(secret.len(), 64);
    let listed = grace.get("/api/lead-addresses").await.expect(200).json;
    assert!(!listed.to_string().contains(secret), "the list tells the secret");
    let kept: String = sqlx::query_scalar("select string_agg(t, ' ') from (select a::text as t from lead_intake_address a union all select e::text from audit_entry e) kept")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert!(!kept.contains(secret) && !kept.contains(&hex(secret)), "the secret is kept");

    let visitor = keyturn.visitor();
    let body = json!({"lead": {"ref": "H-1", "contact": {"first_name": "Maya", "last_name": "Ortiz", "email": "maya@ortiz.example"}}});
    let posted = post_form(&visitor, path, JSON, body.to_string()).await.expect(202);
    assert!(posted.at("/id").is_string() && posted.at("/state") == "MADE", "{}", posted.json);
    let again = post_form(&visitor, path, JSON, body.to_string()).await.expect(202);
    assert_eq!(again.at("/id"), posted.at("/id"));
    let elsewhere = visitor.with_header("sec-fetch-site", "cross-site");
    let fields = "name=Noel+Baptiste&email=noel%40baptiste.example&phone=415-555-0132&message=Call+me&loan_amount=%24320%2C000&purchase_price=400000";
    assert_eq!(post_form(&elsewhere, path, FORM, fields).await.expect(202).at("/state"), "MADE");
    let leads = avery.get("/api/leads").await.expect(200).json;
    let names: Vec<_> = leads["rows"].as_array().unwrap().iter().map(|lead| lead["name"].clone()).collect();
    assert_eq!(names, [json!("Noel Baptiste"), json!("Maya Ortiz")]);
    let noel = avery.get(&format!("/api/leads/{}", leads["rows"][0]["id"])).await.expect(200).json;
    let wanted = &noel["LeadScenario"];
    assert_eq!((&wanted["loanAmount"], &wanted["propertyValue"]), (&json!("320000.00"), &json!("400000.00")));
    assert_eq!(
        (&noel["LeadContacts"][0]["cellPhone"], &noel["LeadDetail"]["providerName"], &noel["createdBy"]),
        (&json!("4155550132"), &provider["name"], &Value::Null)
    );
    assert!(noel["Notes"].to_string().contains("Call me"));
    // Invalid leads are held as received.
    let held = post_form(&visitor, path, FORM, "email=ida%40lund.example").await.expect(202);
    assert_eq!(held.at("/state"), "HELD");
    let rows = waiting(&avery).await;
    assert_eq!((rows.len(), &rows[0]["via"]), (1, &json!("Harborview Leads")));
    let shown = avery.get(&format!("/api/lead-arrivals/{}", rows[0]["id"].as_str().unwrap())).await.expect(200).json;
    assert_eq!(shown["raw"], "email=ida%40lund.example");

    let test = format!("/api/lead-addresses/{}/test", made["id"].as_str().unwrap());
    let read = grace.post(&test, json!({"body": body.to_string()})).await.expect(200).json;
    assert_eq!(
        (&read["isReadable"], &read["found"][0]),
        (&json!(true), &json!({"holds": "FIRST_NAME", "field": "lead.contact.first_name", "text": "Maya"}))
    );
    let read = grace.post(&test, json!({"body": "email=nobody"})).await.expect(200).json;
    assert_eq!(
        (&read["isReadable"], &read["faults"]["LeadContacts/0/email"]),
        (&json!(false), &json!("Please enter valid email"))
    );
    assert_eq!(waiting(&avery).await.len(), 1);

    let wrong = path.replace(secret, &"0".repeat(64));
    for wrong in [wrong.as_str(), "/api/lead-forms/2-00000000000000000000000000000000/x", "/api/lead-forms/x/y"] {
        assert_eq!(post_form(&visitor, wrong, JSON, "{}").await.expect(401).at("/code"), "LWLEAD10401");
    }
    let _ = post_form(&visitor, path, FORM, "x".repeat(70_000)).await.expect(413);
    let other = format!("/api/lead-addresses/{}", made["id"].as_str().unwrap());
    let _ = keyturn.sign_in("ruth.bauer@prairie.example").await.delete(&other).await.expect(404);
    let _ = grace.delete(&other).await.expect(204);
    let _ = post_form(&visitor, path, JSON, body.to_string()).await.expect(401);
}
