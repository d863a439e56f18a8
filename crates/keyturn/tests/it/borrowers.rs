//! The borrower directory.

use crate::{loans::create, org_units::audit_of};
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    officer::{manual, membership},
};

fn names(page: &Value) -> Vec<String> {
    let name = |row: &Value| format!("{} {}", row["FirstName"].as_str().unwrap(), row["LastName"].as_str().unwrap());
    page["rows"].as_array().unwrap().iter().map(name).collect()
}

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/borrowers?{query}")).await.expect(200).json
}

/// Id of the only borrower with a name.
async fn id_of(client: &Client, name: &str) -> i64 {
    let page = list(client, &format!("string={name}")).await;
    assert_eq!(page["rows"].as_array().unwrap().len(), 1, "{page}");
    page["rows"][0]["id"].as_i64().unwrap()
}

/// Creates a loan whose borrower has this email address.
async fn loan_with_email(client: &Client, first: &str, last: &str, email: &str) -> Value {
    let mut payload = manual(first, last, membership(client).await);
    payload["PrimaryBorrower"]["email"] = json!(email);
    client.post("/api/loans", payload).await.expect(201).json
}

/// Avery creates a borrower, finds them by every word, and changes them. A concurrent change is refused, and all
/// changes are audited.
#[tokio::test]
async fn avery_creates_and_changes_a_borrower() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let person = json!({
        "FirstName": " José ", "LastName": "O'Neill", "Email": "Jose.ONeill@Example.com", "CellPhone": "(415) 555-0132",
        "address": {"line": "12 Main St", "city": "Burbank", "stateCode": "CA", "postalCode": "91502"},
    });
    let made = avery.post("/api/borrowers", person).await.expect(201).json;
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        (&made["FirstName"], &made["LastName"], &made["CellPhone"], &made["version"]),
        (&json!("José"), &json!("O'Neill"), &json!("4155550132"), &json!(1))
    );
    assert_eq!((&made["ownerName"], &made["branchName"]), (&json!("Avery Stone"), &json!("Bayside")));
    for text in ["jose", "oneill", "jo", "on", "jose.oneill@example.com", "(415) 555-0132", "O%27Neill%20Jos"] {
        assert_eq!(names(&list(&avery, &format!("string={text}")).await), ["José O'Neill"], "{text}");
    }
    assert_eq!(list(&avery, "string=smith").await["count"], 0);

    let path = format!("/api/borrowers/{id}");
    let changed =
        avery.patch_version(&path, 1, json!({"LastName": "O'Neill-Smith", "CellPhone": ""})).await.expect(200);
    assert_eq!((changed.at("/LastName"), changed.at("/CellPhone")), (&json!("O'Neill-Smith"), &Value::Null));
    assert_eq!((changed.at("/Email"), changed.at("/version")), (&json!("Jose.ONeill@Example.com"), &json!(2)));
    let late = avery.patch_version(&path, 1, json!({"LastName": "Neill"})).await.expect(409);
    assert_eq!(
        (late.at("/code"), late.at("/details/record/LastName")),
        (&json!("LWAPI10409"), &json!("O'Neill-Smith"))
    );
    assert_eq!(names(&list(&avery, "string=smith").await), ["José O'Neill-Smith"]);
    assert_eq!(list(&avery, "string=4155550132").await["count"], 0);

    let entries = audit_of(&keyturn, cove.id, "borrower", id).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["borrower.create", "borrower.edit"]);
    assert_eq!((&entries[1].1["LastName"], &entries[1].2["LastName"]), (&json!("O'Neill"), &json!("O'Neill-Smith")));

    let refused = avery
        .post(
            "/api/borrowers",
            json!({"FirstName": "", "Email": "nobody", "CellPhone": "12", "address": {"stateCode": "XX"}}),
        )
        .await
        .expect(422);
    for field in ["FirstName", "LastName", "Email", "CellPhone", "address/stateCode"] {
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }
    // The same call twice creates one record.
    let key = "018f0000-0000-7000-8000-000000000001";
    let body = json!({"FirstName": "Twice", "LastName": "Called"});
    let send = || avery.request(reqwest::Method::POST, "/api/borrowers").header("idempotency-key", key).json(&body);
    let (one, other) = (avery.send(send()).await.expect(201), avery.send(send()).await.expect(201));
    assert_eq!(one.json["id"], other.json["id"]);
}

/// DUP-06: a loan links each borrower to the record with the same email and name. Spouses with a shared mailbox stay
/// two people.
#[tokio::test]
async fn a_person_is_one_record_over_all_their_loans_and_spouses_are_two() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let first = loan_with_email(&avery, "Robert", "Hale", "hales@example.com").await;
    let second = loan_with_email(&avery, "ROBERT", "Hale", "Hales@Example.com").await;
    let robert = id_of(&avery, "robert%20hale").await;
    let record = avery.get(&format!("/api/borrowers/{robert}")).await.expect(200).json;
    let loans: Vec<_> = record["loans"].as_array().unwrap().iter().map(|loan| &loan["id"]).collect();
    assert_eq!(loans, [&second["id"], &first["id"]]);
    assert_eq!((&record["loansOutside"], &record["hasTaxpayerIdentifier"]), (&json!(0), &json!(false)));

    let wife = loan_with_email(&avery, "Maria", "Hale", "hales@example.com").await;
    let maria = id_of(&avery, "maria%20hale").await;
    assert_ne!(robert, maria);
    let record = avery.get(&format!("/api/borrowers/{maria}")).await.expect(200).json;
    assert_eq!((record["loans"].as_array().unwrap().len(), &record["loans"][0]["id"]), (1, &wife["id"]));
    // Another Robert Hale with another address is another person.
    loan_with_email(&avery, "Robert", "Hale", "rh@example.net").await;
    assert_eq!(list(&avery, "string=robert%20hale").await["count"], 2);
    // The loan's application didn't change, and every borrower of a loan has a record.
    let mut superuser = keyturn.superuser().await;
    let unlinked: i64 = sqlx::query_scalar("select count(*) from loan_borrower where borrower_id is null")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(unlinked, 0);
}

/// Changes on a loan's page update directory values that came from it, but not those edited by hand. A taxpayer number
/// links a person regardless of the name.
#[tokio::test]
async fn changing_a_loan_updates_the_linked_borrower_record() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = create(&avery, "Maya", "Ortiz").await;
    let id = id_of(&avery, "ortiz").await;
    let path = format!("/api/borrowers/{id}");
    let phoned = avery.patch_version(&path, 1, json!({"CellPhone": "4155550199"})).await.expect(200);
    assert_eq!(phoned.at("/version"), 2);

    let application = format!("/api/loans/{}/application", loan["id"]);
    let item = avery.get(&application).await.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let at = |field: &str| format!("borrowers/{item}/{field}");
    let change = json!([
        {"path": at("lastName"), "from": "Ortiz", "to": "Ortiz-Núñez"},
        {"path": at("cellPhone"), "to": "4155550100"},
        {"path": at("taxpayerIdentifier"), "to": "219-09-9993"},
    ]);
    let _ = avery.patch(&application, change).await.expect(200);
    let record = avery.get(&path).await.expect(200).json;
    assert_eq!((&record["LastName"], &record["CellPhone"]), (&json!("Ortiz-Núñez"), &json!("4155550199")));
    assert_eq!(record["hasTaxpayerIdentifier"], true);
    assert_eq!(names(&list(&avery, "string=nunez").await), ["Maya Ortiz-Núñez"]);
    // The answer doesn't contain the number.
    assert!(!record.to_string().contains("099993"));
}

/// CONTACT-02, LEADPAGE-20: a past client's loans, lead and relatives are on one page with one timeline.
#[tokio::test]
async fn a_past_client_has_one_page() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    create(&avery, "Maya", "Ortiz").await;
    create(&avery, "Maya", "Ortiz").await;
    create(&avery, "Luis", "Ortiz").await;
    let (maya, luis) = (id_of(&avery, "maya").await, id_of(&avery, "luis").await);
    let path = format!("/api/borrowers/{maya}");
    let related = avery.put(&format!("{path}/relatives/{luis}"), json!({"relation": "CHILD"})).await.expect(200);
    assert_eq!(related.at("/relatives"), &json!([{"id": luis, "name": "Luis Ortiz", "relation": "CHILD"}]));
    let other = avery.get(&format!("/api/borrowers/{luis}")).await.expect(200);
    assert_eq!(other.at("/relatives"), &json!([{"id": maya, "name": "Maya Ortiz", "relation": "PARENT"}]));
    let page = avery.get(&path).await.expect(200);
    assert_eq!(page.at("/loans").as_array().unwrap().len(), 2);
    assert_eq!(page.at("/leads"), &json!([]));
    let asked = crate::leads::create(&avery, "Maya", "Ortiz").await;
    let note = json!({"text": "Wants a second house", "type": "NOTE", "metadata": {}});
    let _ = avery.post(&format!("/api/leads/{}/notes", asked["id"]), note).await.expect(201);
    let _ = crate::leads::create(&avery, "Noel", "Baptiste").await;
    let page = avery.get(&path).await.expect(200);
    let leads: Vec<_> = page.at("/leads").as_array().unwrap().iter().map(|lead| &lead["id"]).collect();
    assert_eq!((leads, page.at("/loans").as_array().unwrap().len()), (vec![&asked["id"]], 2));
    let timeline = avery.get(&format!("{path}/timeline")).await.expect(200).json;
    let kinds: Vec<_> = timeline.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "loan.created").count(), 2);
    assert_eq!(kinds.iter().filter(|kind| **kind == "loan.stage").count(), 2);
    for kind in ["lead.created", "lead.status", "lead.note"] {
        assert_eq!(kinds.iter().filter(|one| **one == kind).count(), 1, "{kinds:?}");
    }
    let _ = avery.put(&format!("{path}/relatives/{maya}"), json!({"relation": "SPOUSE"})).await.expect(422);
    let _ = avery.put(&format!("{path}/relatives/{luis}"), json!({"relation": "COUSIN"})).await.expect(422);
    let _ = avery.delete(&format!("{path}/relatives/{luis}")).await.expect(200);
    let _ = avery.delete(&format!("{path}/relatives/{luis}")).await.expect(404);
}

/// LEAD-60, TEAM-14: the picker of family contacts returns ten rows per page with the total.
#[tokio::test]
async fn family_contacts_are_picked_by_first_and_last_name() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    for n in 0..12 {
        let person =
            json!({"FirstName": format!("Ann{n:02}"), "LastName": "Kerr", "Email": format!("zoe{n}@example.com")});
        let _ = avery.post("/api/borrowers", person).await.expect(201);
    }
    let pick = |offset: u32, text: &str| {
        let search = format!("{{\"searchFields\":[\"firstName\",\"lastName\"],\"searchValue\":\"{text}\"}}");
        let query = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
        format!("/api/lookups/family-contacts?limit=10&offset={offset}&sort=ASC&customSearch={query}")
    };
    let first = avery.get(&pick(0, "")).await.expect(200).json;
    assert_eq!((first["rows"].as_array().unwrap().len(), &first["count"]), (10, &json!(12)));
    assert_eq!(first["rows"][0].as_object().unwrap().keys().collect::<Vec<_>>(), ["firstName", "id", "lastName"]);
    let second = avery.get(&pick(10, "")).await.expect(200).json;
    let of =
        |page: &Value| page["rows"].as_array().unwrap().iter().map(|row| row["firstName"].clone()).collect::<Vec<_>>();
    assert_eq!((of(&second), &second["count"]), (vec![json!("Ann10"), json!("Ann11")], &json!(12)));
    assert_eq!(of(&avery.get(&pick(0, "ann07 kerr")).await.expect(200).json), [json!("Ann07")]);
    // Only names are searched, not the email address.
    assert_eq!(avery.get(&pick(0, "zoe")).await.expect(200).json, json!({"rows": [], "count": 0}));
    let wrong = avery.get("/api/lookups/family-contacts?customSearch=x").await.expect(422);
    assert!(wrong.json["fields"]["customSearch"].is_string());
}

/// By default, Avery sees her own borrowers and those on her loans, but not Priya's. With the company's setting she
/// sees all. A closer sees none.
#[tokio::test]
async fn the_company_decides_who_sees_borrowers() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya, marcus) =
        (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await, cove.sign_in("marcus.bell").await);
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    create(&avery, "Maya", "Ortiz").await;
    let desmond = create(&priya, "Desmond", "Clarke").await;
    create(&marcus, "Rachel", "Stein").await;
    assert_eq!(names(&list(&avery, "").await), ["Maya Ortiz"]);
    assert_eq!(names(&list(&grace, "").await), ["Desmond Clarke", "Maya Ortiz", "Rachel Stein"]);
    let beth = cove.sign_in("beth.sullivan").await;
    assert_eq!(names(&list(&beth, "").await), ["Desmond Clarke", "Maya Ortiz"]);
    assert_eq!(names(&list(&beth, "assigneeType=MINE").await), Vec::<String>::new());
    let hidden = id_of(&priya, "clarke").await;
    let refused = avery.get(&format!("/api/borrowers/{hidden}")).await.expect(404);
    assert_eq!(refused.json, avery.get("/api/borrowers/999999999").await.expect(404).json);
    let _ = avery.patch_version(&format!("/api/borrowers/{hidden}"), 1, json!({"LastName": "Taken"})).await.expect(404);

    // Desmond also has a loan of Avery's, so she sees him with only her loan.
    let own = create(&avery, "Desmond", "Clarke").await;
    let record = avery.get(&format!("/api/borrowers/{hidden}")).await.expect(200).json;
    assert_eq!((&record["loans"][0]["id"], &record["loansOutside"]), (&own["id"], &json!(1)));
    assert!(!record.to_string().contains(desmond["loanNumber"].as_str().unwrap()));

    let unit = format!("/api/org-units/{}", cove.id);
    let version = grace.get(&unit).await.at("/version").as_i64().unwrap();
    let _ = grace.patch_version(&unit, version, json!({"contactVisibility": "SOME"})).await.expect(422);
    let set = grace.patch_version(&unit, version, json!({"contactVisibility": "ALL"})).await.expect(200);
    assert_eq!(set.at("/contactVisibility"), "ALL");
    assert_eq!(names(&list(&avery, "").await), ["Desmond Clarke", "Maya Ortiz", "Rachel Stein"]);
    assert_eq!(names(&list(&avery, "assigneeType=MINE").await), ["Desmond Clarke", "Maya Ortiz"]);
    let _ = cove.sign_in("dana.price").await.get("/api/borrowers").await.expect(403);
}
