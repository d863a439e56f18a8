//! Finding people who are already known in any record, answers about records beyond the user's reach, and second
//! records of a person.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    officer::{lead, manual, membership, owner},
};

fn maya() -> Value {
    json!({"FirstName": "Maya", "LastName": "Ostrander", "Email": "maya.ostrander@example.com", "CellPhone": "4155550199"})
}

async fn look_up(client: &Client, typed: Value) -> Value {
    client.post("/api/people/matches", typed).await.expect(200).json
}

fn kinds(found: &Value) -> Vec<&str> {
    let mut kinds: Vec<_> = found["rows"].as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    kinds
}

/// A suffix is a separate field in the match that fills the form, and in the loan.
#[tokio::test]
async fn the_suffix_is_separate_from_the_last_name() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut typed = manual("Maya", "Ostrander Jr", membership(&avery).await);
    typed["PrimaryBorrower"]["email"] = json!("maya.ostrander@example.com");
    let names = async |order: &Value| {
        let loan = avery.post("/api/loans", order.clone()).await.expect(201).json["id"].clone();
        let whole = avery.get(&format!("/api/loans/{loan}/application")).await.expect(200);
        (whole.at("/application/borrowers/0/lastName").clone(), whole.at("/application/borrowers/0/suffix").clone())
    };
    assert_eq!(names(&typed).await, (json!("Ostrander"), json!("Jr")));

    let found = avery.get("/api/borrowers/matches?FirstName=Maya&LastName=Ostrander&LoanOnly=true").await.expect(200);
    assert_eq!((found.at("/rows/0/LastName"), found.at("/rows/0/Suffix")), (&json!("Ostrander"), &json!("Jr")));
    let mut matched = typed.clone();
    matched["PrimaryBorrower"]["lastName"] = found.at("/rows/0/LastName").clone();
    matched["PrimaryBorrower"]["suffix"] = found.at("/rows/0/Suffix").clone();
    assert_eq!(names(&matched).await, (json!("Ostrander"), json!("Jr")));
    let known = avery.get("/api/borrowers?string=ostrander").await.expect(200).json;
    assert_eq!(known["rows"].as_array().unwrap().len(), 1, "both loans are of the one borrower");
}

/// DUP-01, DUP-07, LOAN-61: one lookup finds a person as lead, borrower with a loan, and business contact. Users who
/// can't open them get kind, owner and date, and can request access from the owner and the branch administrators.
#[tokio::test]
async fn one_lookup_searches_all_records_and_offers_access_requests() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let mut payload = lead("Maya", "Ostrander", &[owner(&avery).await]);
    payload["LeadContacts"][0]["cellPhone"] = json!("4155550199");
    let made = avery.post("/api/leads", payload).await.expect(201).json;
    let mut order = manual("Maya", "Ostrander", membership(&avery).await);
    order["PrimaryBorrower"]["email"] = json!("maya.ostrander@example.com");
    let loan = avery.post("/api/loans", order).await.expect(201).json;
    let category = avery.get("/api/contact-categories").await.expect(200).json[0]["id"].clone();
    let contact = json!({"firstName": "Maya", "lastName": "Ostrander", "phone": "4155550199", "category": category});
    let _ = avery.post("/api/business-contacts", contact).await.expect(201);

    let found = look_up(&avery, maya()).await;
    assert_eq!((kinds(&found), &found["outside"]), (vec!["borrower", "contact", "lead"], &json!([])));
    let of_kind =
        |kind: &str| found["rows"].as_array().unwrap().iter().find(|row| row["kind"] == kind).unwrap().clone();
    assert_eq!(of_kind("borrower")["loans"][0]["id"], loan["id"]);
    assert_eq!((&of_kind("lead")["id"], &of_kind("lead")["strength"]), (&made["id"], &json!("Likely")));
    // A last name is only compared together with a first name. A complete phone number is enough.
    assert_eq!(kinds(&look_up(&avery, json!({"CellPhone": "(415) 555-0199"})).await), ["contact", "lead"]);
    assert_eq!(kinds(&look_up(&avery, json!({"FirstName": "Maya"})).await), Vec::<&str>::new());
    // The forms use the same lookup.
    let query = "/api/borrowers/matches?FirstName=Maya&LastName=Ostrander&LoanOnly=true";
    let for_loan = avery.get(query).await.expect(200).json;
    assert_eq!((&for_loan["rows"][0]["LoanId"], for_loan["rows"].as_array().unwrap().len()), (&loan["id"], 1));
    assert_eq!(for_loan["others"].as_array().unwrap().len(), 2);

    // Beyond reach, the answer has no name, phone, address or ID.
    let told = look_up(&priya, maya()).await;
    assert_eq!(told["rows"], json!([]));
    let outside = told["outside"].as_array().unwrap();
    let mut told_kinds: Vec<_> = outside.iter().map(|one| one["kind"].as_str().unwrap()).collect();
    told_kinds.sort_unstable();
    assert_eq!(told_kinds, ["contact", "lead", "loan"]);
    for one in outside {
        assert_eq!(one.as_object().unwrap().keys().collect::<Vec<_>>(), ["createdOn", "kind", "ownerName"]);
        assert_eq!(one["ownerName"], "Avery Stone");
    }
    let of_lead = outside.iter().find(|one| one["kind"] == "lead").unwrap();
    let ask = json!({"typed": maya(), "kind": "lead", "createdOn": of_lead["createdOn"]});
    let _ = priya.post("/api/people/matches/access", ask.clone()).await.expect(204);
    keyturn.do_jobs().await;
    for receiver in ["avery.stone", "beth.sullivan"] {
        let mails = keyturn.mail_to(&format!("{receiver}@cove.example"));
        let mail = mails.iter().find(|mail| mail.text.contains("asks for access")).unwrap();
        assert!(mail.text.contains("Priya Nguyen") && mail.text.contains(&format!("/app/leads/{}", made["id"])));
        assert!(!mail.text.contains("Ostrander"), "the typed name appears in the mail: {}", mail.text);
    }
    assert!(keyturn.mail_to("priya.nguyen@cove.example").iter().all(|mail| !mail.text.contains("asks for access")));
    let entries = audit_of(&keyturn, cove.id, "company", cove.id).await;
    for action in ["people.match", "people.ask-access"] {
        assert!(entries.iter().any(|(noted, ..)| noted == action), "{action}: {entries:?}");
    }
    // Access to records that weren't in the answer can't be requested.
    let mut other = ask;
    other["typed"]["Email"] = json!("somebody@example.com");
    other["typed"]["LastName"] = json!("Nobody");
    other["typed"]["CellPhone"] = json!("");
    let _ = priya.post("/api/people/matches/access", other).await.expect(404);
}

/// DUP-04: creating a second record of a person with a certain match requires a reason, which is audited.
#[tokio::test]
async fn a_second_record_of_one_person_needs_a_reason() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut typed = maya();
    typed["address"] =
        json!({"line": "418 Lakeshore Ave", "city": "Oakland", "stateCode": "CA", "postalCode": "94610"});
    let first = avery.post("/api/borrowers", typed.clone()).await.expect(201).json;
    let refused = avery.post("/api/borrowers", typed.clone()).await.expect(409).json;
    assert_eq!(refused["code"], "LWBOR10411");
    typed["duplicateReason"] = json!("   ");
    let _ = avery.post("/api/borrowers", typed.clone()).await.expect(409);
    typed["duplicateReason"] = json!("Her mother, of the same name and house");
    let second = avery.post("/api/borrowers", typed).await.expect(201).json;
    let entries = audit_of(&keyturn, cove.id, "borrower", second["id"].as_i64().unwrap()).await;
    let (action, _, after) = &entries[0];
    assert_eq!(
        (action.as_str(), &after["duplicateReason"], &after["duplicateOf"]),
        ("borrower.create", &json!("Her mother, of the same name and house"), &json!([first["id"]]))
    );
    // A match that is less than certain doesn't require one.
    let likely = json!({"FirstName": "Maya", "LastName": "Ostrander", "Email": "maya.ostrander@example.com"});
    let _ = avery.post("/api/borrowers", likely).await.expect(201);
}

/// Two officers create the same lead concurrently: each sees the other's lead as far as their reach allows.
#[tokio::test]
async fn two_officers_create_the_same_lead_concurrently() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (of_avery, of_priya) =
        (lead("Maya", "Ostrander", &[owner(&avery).await]), lead("Maya", "Ostrander", &[owner(&priya).await]));
    let (first, second) = tokio::join!(avery.post("/api/leads", of_avery), priya.post("/api/leads", of_priya));
    let (first, second) = (first.expect(201).json, second.expect(201).json);
    for (client, own, other) in [(&avery, &first, "Priya Nguyen"), (&priya, &second, "Avery Stone")] {
        let known = client.get(&format!("/api/leads/{}/known", own["id"])).await.expect(200).json;
        assert_eq!(known["rows"], json!([]), "{other} owns it in another branch");
        assert_eq!((&known["outside"][0]["kind"], &known["outside"][0]["ownerName"]), (&json!("lead"), &json!(other)));
    }
    // Users with company reach see who it is.
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let known = grace.get(&format!("/api/leads/{}/known", first["id"])).await.expect(200).json;
    assert_eq!((&known["rows"][0]["id"], &known["rows"][0]["strength"]), (&second["id"], &json!("Likely")));
    let _ = priya.get(&format!("/api/leads/{}/known", first["id"])).await.expect(404);
}
