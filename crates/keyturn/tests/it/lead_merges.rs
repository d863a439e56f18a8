//! Merging leads of one person into one timeline, and undoing it.

use crate::{
    lead_intake::{cove, hand_in, handed, program, set},
    org_units::audit_of,
};
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    officer::{lead, owner},
};

/// A lead of this client from a source of the list, with a note.
async fn from(client: &Client, first: &str, source: usize, note: &str) -> Value {
    let mut payload = lead(first, "Quigley", &[owner(client).await]);
    payload["LeadContacts"][0]["email"] = json!("rob@quigley.example");
    let sources = client.get("/api/lead-sources").await.expect(200).json;
    payload["LeadReferral"]["LeadSourceId"] = sources[source]["id"].clone();
    payload["Notes"] = json!([{"text": note, "type": "NOTE"}]);
    client.post("/api/leads", payload).await.expect(201).json
}

/// Two sources whose leads need no referral contact.
async fn sources(client: &Client) -> (usize, usize) {
    let sources = client.get("/api/lead-sources").await.expect(200).json;
    let of = |kind: &str| sources.as_array().unwrap().iter().position(|source| source["type"] == kind).unwrap();
    (of("WEBSITE"), of("ADVERTISEMENT"))
}

async fn get(client: &Client, lead: &Value) -> Value {
    client.get(&format!("/api/leads/{lead}")).await.expect(200).json
}

async fn timeline(client: &Client, lead: &Value) -> Vec<Value> {
    let told = client.get(&format!("/api/leads/{lead}/timeline")).await.expect(200).json;
    told["rows"].as_array().unwrap().clone()
}

async fn call(client: &Client, lead: &Value, at: &str) {
    let body = json!({"kind": "CALL", "summary": "Talked about a garden", "happenedAt": at});
    let _ = client.post(&format!("/api/leads/{lead}/activities"), body).await.expect(201);
}

/// Sets the time when a lead arrived.
async fn came_in(keyturn: &Keyturn, lead: &Value, at: &str) {
    sqlx::query("update lead set created_at = $2::text::timestamptz where id = $1")
        .bind(lead.as_i64().unwrap())
        .bind(at)
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
}

fn without(mut lead: Value, keys: &[&str]) -> Value {
    for key in keys {
        lead.as_object_mut().unwrap().remove(*key);
    }
    lead
}

/// DUP-13: two leads of Robert Quigley become one with both timelines, sources and first contact times. The older
/// lead's source counts, and the merged lead's URL redirects. After undoing, each lead has its own data again.
#[tokio::test]
async fn two_leads_of_one_person_are_merged_and_unmerged() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let (website, advertisement) = sources(&avery).await;
    let robert = from(&avery, "Robert", website, "Wants a garden").await;
    let bob = from(&avery, "Bob", advertisement, "Has a dog").await;
    let (first, second) = (&robert["id"], &bob["id"]);
    came_in(&keyturn, first, "2026-10-05T16:00:00Z").await;
    came_in(&keyturn, second, "2026-10-20T16:00:00Z").await;
    call(&avery, first, "2026-10-06T16:00:00Z").await;
    call(&avery, second, "2026-10-21T16:00:00Z").await;
    let wanted = json!({"loanPurpose": "Purchase", "loanAmount": "360000", "propertyValue": "450000"});
    let newer = json!({"loanPurpose": "Purchase", "propertyValue": "500000"});
    let changes = [
        (first, json!({"LeadScenario": wanted})),
        (second, json!({"LeadScenario": newer, "nextFollowUpOn": "2030-01-07"})),
    ];
    for (lead, change) in changes {
        let version = get(&avery, lead).await["version"].as_i64().unwrap();
        let _ = avery.patch_version(&format!("/api/leads/{lead}"), version, change).await.expect(200);
    }
    let (was_first, was_second) = (get(&avery, first).await, get(&avery, second).await);
    let (told_first, told_second) = (timeline(&avery, first).await, timeline(&avery, second).await);

    // The preview takes the newest values and keeps the oldest lead.
    let path = format!("/api/lead-merges/preview?ids={second},{first}");
    let preview = avery.get(&path).await.expect(200).json;
    assert_eq!((&preview["keptId"], &preview["sourceId"], &preview["refusal"]), (first, first, &Value::Null));
    let ids: Vec<_> = preview["leads"].as_array().unwrap().iter().map(|lead| &lead["id"]).collect();
    assert_eq!(ids, [first, second]);
    assert_eq!((&preview["choices"]["firstName"], &preview["choices"]["nextFollowUpOn"]), (second, second));
    let merge = json!({"keptId": second, "ids": [first, second], "choices": {"firstName": first}});
    let merged = avery.post("/api/lead-merges", merge.clone()).await.expect(200).json;
    let kept = &merged["lead"];
    assert_eq!((&kept["id"], &kept["name"]), (second, &json!("Robert Quigley")));
    assert_eq!(kept["nextFollowUpOn"], "2030-01-07");
    // The newest non-empty value of each amount.
    let wanted = &kept["LeadScenario"];
    assert_eq!((&wanted["loanAmount"], &wanted["propertyValue"]), (&json!("360000.00"), &json!("500000.00")));
    assert_eq!(kept["LeadReferral"]["sourceType"], "WEBSITE");
    let origins = kept["origins"].as_array().unwrap();
    let told: Vec<_> = origins
        .iter()
        .map(|one| [&one["leadId"], &one["sourceName"], &one["createdAt"], &one["firstContactAt"]].map(Value::clone))
        .collect();
    let [website_name, advertisement_name] =
        [&was_first, &was_second].map(|lead| lead["LeadReferral"]["sourceName"].clone());
    assert_eq!(
        told,
        [
            [first.clone(), website_name, json!("2026-10-05T16:00:00Z"), json!("2026-10-06T16:00:00Z")],
            [second.clone(), advertisement_name, json!("2026-10-20T16:00:00Z"), json!("2026-10-21T16:00:00Z")],
        ]
    );

    // One timeline that names the original lead of each entry.
    let joined = timeline(&avery, second).await;
    let keys = |rows: &[Value]| {
        rows.iter().map(|row| row["key"].as_str().unwrap().to_owned()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(keys(&joined), keys(&[told_first.as_slice(), &told_second].concat()));
    for row in &joined {
        let of_first = told_first.iter().any(|known| known["key"] == row["key"]);
        assert_eq!(row["partOfLeadId"], if of_first { first.clone() } else { Value::Null }, "{row}");
    }

    // The merged lead only exists within the kept one, and its URL redirects there.
    let moved = avery.get(&format!("/api/leads/{first}")).await;
    assert_eq!((moved.status, &moved.headers["location"]), (301, &format!("/api/leads/{second}").parse().unwrap()));
    let late = avery.post(&format!("/api/leads/{first}/notes"), json!({"text": "Late", "type": "NOTE"})).await;
    assert_eq!(late.expect(409).at("/details/leadId"), second);
    let found = avery.get("/api/leads?string=quigley").await.expect(200).json;
    assert_eq!((&found["count"], &found["rows"][0]["id"]), (&json!(1), second));
    assert_eq!(avery.get(&format!("/api/leads/{second}/known")).await.expect(200).at("/rows"), &json!([]));
    let again = avery.post("/api/lead-merges", merge).await.expect(409);
    assert_eq!(again.at("/details/leadId"), second);
    let log = audit_of(&keyturn, cove.id, "lead", second.as_i64().unwrap()).await;
    assert_eq!(log.last().unwrap().0, "lead.merge");

    // Later entries stay with the kept lead.
    let _ = avery.post(&format!("/api/leads/{second}/notes"), json!({"text": "Sold the dog", "type": "NOTE"})).await;
    let undo = format!("/api/lead-merges/{}/undo", merged["id"]);
    let _ = avery.post(&undo, json!({})).await.expect(200);
    let volatile = ["version", "updatedAt", "Notes", "isLate"];
    for (was, id) in [(was_first, first), (was_second, second)] {
        assert_eq!(without(get(&avery, id).await, &volatile), without(was, &volatile));
    }
    assert_eq!(timeline(&avery, first).await, told_first);
    assert_eq!(timeline(&avery, second).await.len(), told_second.len() + 1);
    assert_eq!(avery.get("/api/leads?string=quigley").await.at("/count"), &json!(2));
    assert_eq!(avery.get(&format!("/api/leads/{second}/known")).await.at("/rows/0/id"), first);
    assert_eq!(avery.post(&undo, json!({})).await.expect(409).at("/code"), "LWLEAD10417");
}

/// Converted leads are kept with their values, and two of them can't be merged. Nested merges are undone newest first,
/// and only within thirty days.
#[tokio::test]
async fn converted_leads_keep_their_values() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let (website, advertisement) = sources(&avery).await;
    let open = from(&avery, "Bob", website, "Has a dog").await["id"].clone();
    let [sold, other] = [from(&avery, "Robert", advertisement, "a").await, from(&avery, "Rob", website, "b").await]
        .map(|lead| lead["id"].clone());
    let loan = avery.post(&format!("/api/leads/{sold}/convert"), json!({})).await.expect(201).json["loanId"].clone();
    let preview = avery.get(&format!("/api/lead-merges/preview?ids={open},{sold}")).await.expect(200).json;
    assert_eq!((&preview["keptId"], &preview["isConverted"]), (&sold, &json!(true)));
    let merge = |kept: &Value, choices: Value| json!({"keptId": kept, "ids": [open, sold], "choices": choices});
    let wrong = avery.post("/api/lead-merges", merge(&open, json!({}))).await.expect(422);
    assert_eq!(wrong.at("/fields/keptId"), "The lead that became a loan stays");
    let wrong = avery.post("/api/lead-merges", merge(&sold, json!({"firstName": open}))).await.expect(422);
    assert_eq!(wrong.at("/fields/choices~1firstName"), "A lead that became a loan keeps its own values");
    let merged = avery.post("/api/lead-merges", merge(&sold, json!({}))).await.expect(200).json;
    assert_eq!(
        (&merged["lead"]["name"], &merged["lead"]["loanId"], &merged["lead"]["status"]["kind"]),
        (&json!("Robert Quigley"), &loan, &json!("Converted"))
    );
    // The older lead's source counts.
    assert_eq!(merged["lead"]["LeadReferral"]["sourceType"], "WEBSITE");

    // A later merge must be undone first.
    let upon = json!({"keptId": sold, "ids": [sold, other]});
    let upon = avery.post("/api/lead-merges", upon).await.expect(200).json;
    assert_eq!(upon["lead"]["origins"].as_array().unwrap().len(), 3);
    assert_eq!(timeline(&avery, &sold).await.iter().filter(|row| row["partOfLeadId"] == open).count(), 2);
    let undo = |merge: &Value| format!("/api/lead-merges/{}/undo", merge["id"]);
    let refused = avery.post(&undo(&merged), json!({})).await.expect(409);
    assert_eq!(refused.at("/message"), "Other leads were joined into this one since. Undo that merge first.");
    let _ = avery.post(&undo(&upon), json!({})).await.expect(200);
    let _ = avery.post(&format!("/api/leads/{other}/convert"), json!({})).await.expect(201);
    let two = avery.post("/api/lead-merges", json!({"keptId": sold, "ids": [sold, other]})).await.expect(409);
    assert_eq!(two.at("/message"), "Each of these leads became a separate loan. You can't merge them.");

    sqlx::query("update lead_merge set made_at = now() - interval '31 days' where company_id = $1")
        .bind(cove.id)
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let _ = avery.post(&undo(&merged), json!({})).await.expect(409);
    assert_eq!(get(&avery, &sold).await["merges"][0]["undoUntil"], Value::Null);
    // Leads beyond reach are not found, and users who may only view can't merge.
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.post("/api/lead-merges", json!({"keptId": sold, "ids": [sold, other]})).await.expect(404);
    let _ = marcus.get(&format!("/api/leads/{open}")).await.expect(404);
}

/// Pairs of leads wait beside pairs of borrowers for users who see all leads, until merged or dismissed. If a provider
/// sends a merged lead again, the answer has the kept lead.
#[tokio::test]
async fn pairs_of_leads_wait_until_they_are_merged() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    set(&grace, "CREATE", Some(&owner(&avery).await)).await;
    let program = program(&keyturn, &grace, "COMPANY").await;
    let (website, _) = sources(&avery).await;
    let robert = from(&avery, "Robert", website, "a").await;
    let mut body = handed("Bob", "Quigley", "Z-7");
    body["LeadContacts"][0]["email"] = json!("rob@quigley.example");
    let bob = hand_in(&program, body.clone()).await.expect(201).json;
    borrowers::matching::find_duplicates(&keyturn.app).await.unwrap();
    let grace = grace.with_header("x-consolidated", "true");
    let pairs = async || {
        let page = grace.get("/api/duplicates?kind=lead").await.expect(200).json;
        let rows = page["rows"].as_array().unwrap().clone();
        rows.into_iter().filter(|pair| pair["one"]["LastName"] == "Quigley").collect::<Vec<_>>()
    };
    let found = pairs().await;
    assert_eq!((found.len(), &found[0]["one"]["id"], &found[0]["other"]["id"]), (1, &robert["id"], &bob["id"]));
    assert_eq!(found[0]["other"]["FirstName"], "Bob");
    let _ = avery.get("/api/duplicates?kind=lead").await.expect(403);
    let of_borrowers = grace.get("/api/duplicates").await.expect(200).json;
    assert!(!of_borrowers.to_string().contains("Quigley"), "{of_borrowers}");

    let merge = json!({"keptId": robert["id"], "ids": [robert["id"], bob["id"]]});
    let merged = grace.post("/api/lead-merges", merge).await.expect(200).json;
    assert_eq!(hand_in(&program, body.clone()).await.expect(200).at("/id"), &robert["id"]);
    assert!(pairs().await.is_empty());
    let _ = grace.post(&format!("/api/lead-merges/{}/undo", merged["id"]), json!({})).await.expect(200);
    assert_eq!(hand_in(&program, body).await.expect(200).at("/id"), &bob["id"]);
    borrowers::matching::find_duplicates(&keyturn.app).await.unwrap();
    let found = pairs().await;
    let dismissal = format!("/api/duplicates/{}/dismissal", found[0]["id"]);
    let _ = avery.post(&dismissal, json!({})).await.expect(403);
    let _ = grace.post(&dismissal, json!({})).await.expect(204);
    assert!(pairs().await.is_empty());
}
