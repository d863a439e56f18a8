//! The history of records: fields with their changes, earlier values restored, and loans as they were.

use crate::loans::create;
use serde_json::{Value, json};
use testkit::{Client, Company, Keyturn};

/// A loan of Avery's, with the paths that the tests change.
struct Loan {
    id: i64,
    borrower: String,
}

impl Loan {
    async fn of(client: &Client) -> Self {
        let id = create(client, "Maya", "Ortiz").await["id"].as_i64().unwrap();
        let document = client.get(&format!("/api/loans/{id}/application")).await.expect(200);
        Self { id, borrower: document.at("/application/borrowers/0/id").as_str().unwrap().to_owned() }
    }

    fn of_borrower(&self, field: &str) -> String {
        format!("borrowers/{}/{field}", self.borrower)
    }

    async fn change(&self, client: &Client, path: &str, from: Value, to: Value) -> Value {
        let changes = json!([{"path": path, "from": from, "to": to}]);
        client.patch(&format!("/api/loans/{}/application", self.id), changes).await.expect(200).json
    }

    async fn history(&self, client: &Client, query: &str) -> Value {
        client.get(&format!("/api/loans/{}/history?{query}", self.id)).await.expect(200).json
    }

    fn restore(&self, entry: &Value) -> String {
        format!("/api/loans/{}/history/{}/restore", self.id, entry["id"])
    }
}

async fn cove(keyturn: &Keyturn) -> (Company<'_>, Client) {
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    (cove, avery)
}

/// HISTORY-01: the changes of a field, newest first, with values, person, acting-for person, time and source, in pages that
/// join without a gap; without a path those of the whole loan.
#[tokio::test]
async fn a_field_tells_who_changed_it_when_and_how() {
    let keyturn = Keyturn::start().await;
    let (cove, avery) = cove(&keyturn).await;
    let beth = cove.sign_in("beth.sullivan").await;
    let loan = Loan::of(&avery).await;
    loan.change(&avery, "loan/noteRate", Value::Null, json!("6.5")).await;
    loan.change(&beth, "loan/noteRate", json!("6.500"), json!("6.125")).await;
    loan.change(&avery, &loan.of_borrower("firstName"), json!("Maya"), json!("Mayra")).await;

    let rate = loan.history(&avery, "path=loan/noteRate").await;
    let rows = rate["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["before"], &rows[0]["after"]), (&json!("6.500"), &json!("6.125")));
    assert_eq!((&rows[0]["person"], &rows[0]["actingFor"]), (&json!("Beth Sullivan"), &Value::Null));
    assert_eq!((&rows[0]["source"], &rows[0]["label"]), (&json!("Form"), &json!("Note Rate")));
    assert_eq!((&rows[1]["before"], &rows[1]["person"]), (&Value::Null, &json!("Avery Stone")));
    assert!(rows[0]["at"].as_str() > rows[1]["at"].as_str());
    assert_eq!((&rate["current"], &rate["next"]), (&json!("6.125"), &Value::Null));
    assert_eq!((&rate["created"]["value"], &rate["created"]["person"]), (&Value::Null, &json!("Avery Stone")));

    // A super administrator who acts for Avery is named beside her.
    let avery_id = avery.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let _ = sam.post(&format!("/api/org-admin/users/{avery_id}/impersonate"), json!({})).await.expect(200);
    loan.change(&sam, "loan/noteRate", json!("6.125"), json!("6.250")).await;
    let newest = loan.history(&avery, "path=loan/noteRate&limit=1").await;
    assert_eq!(newest["rows"][0]["person"], "Sam Rivera");
    assert_eq!(newest["rows"][0]["actingFor"], "Avery Stone");

    // The field is found in the change of the part that contains it, and a part gives its fields.
    let added = json!({"line": "1 Elm St", "city": "Oakland", "state": "CA"});
    loan.change(&avery, "property/address", json!({"state": "CA"}), added).await;
    loan.change(&avery, "property/address/city", json!("Oakland"), json!("Berkeley")).await;
    let city = loan.history(&avery, "path=property/address/city").await;
    let values: Vec<_> = city["rows"].as_array().unwrap().iter().map(|row| &row["after"]).collect();
    assert_eq!(values, [&json!("Berkeley"), &json!("Oakland")]);
    assert_eq!(loan.history(&avery, "path=property").await["rows"].as_array().unwrap().len(), 2);

    let whole = loan.history(&avery, "limit=100").await;
    assert_eq!(whole["rows"].as_array().unwrap().len(), 6);
    let (mut paged, mut after) = (Vec::new(), String::new());
    loop {
        let page = loan.history(&avery, &format!("limit=2{after}")).await;
        paged.extend(page["rows"].as_array().unwrap().clone());
        match page["next"].as_i64() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(&paged, whole["rows"].as_array().unwrap());
    let _ = avery.get(&format!("/api/loans/{}/history?limit=101", loan.id)).await.expect(422);
}

/// HISTORY-02: an earlier value comes back with one request, which is another entry. It names the restored day.
#[tokio::test]
async fn an_earlier_value_is_restored_and_the_history_says_from_when() {
    let keyturn = Keyturn::start().await;
    let (cove, avery) = cove(&keyturn).await;
    let loan = Loan::of(&avery).await;
    for (from, to) in [(Value::Null, json!("6.5")), (json!("6.500"), json!("6.125")), (json!("6.125"), json!("7"))] {
        loan.change(&avery, "loan/noteRate", from, to).await;
    }
    let rows = loan.history(&avery, "path=loan/noteRate").await["rows"].as_array().unwrap().clone();
    let first = &rows[2];
    assert!(rows.iter().all(|row| row["canRestore"] == true));

    // Someone else has changed it since the author looked.
    let stale = avery.post(&loan.restore(first), json!({"path": "loan/noteRate", "from": "6.125"})).await.expect(409);
    assert_eq!(stale.at("/details/conflicts/0/value"), "7.000");
    let body = json!({"path": "loan/noteRate", "from": "7.000"});
    let restored = avery.post(&loan.restore(first), body).await.expect(200);
    assert_eq!(restored.at("/application/loan/noteRate"), "6.500");
    let newest = loan.history(&avery, "path=loan/noteRate").await["rows"][0].clone();
    assert_eq!((&newest["after"], &newest["restoredFrom"]), (&json!("6.500"), &first["at"]));
    assert_eq!(avery.get(&format!("/api/loans/{}", loan.id)).await.json["noteRate"], "6.500");

    // The value before the first change is that of the loan's creation.
    let body = json!({"path": "loan/noteRate", "from": "6.500", "side": "Before"});
    let cleared = avery.post(&loan.restore(first), body).await.expect(200);
    assert_eq!(cleared.json.pointer("/application/loan/noteRate"), None);
    let newest = loan.history(&avery, "path=loan/noteRate").await["rows"][0].clone();
    let created = loan.history(&avery, "").await["created"]["at"].clone();
    assert_eq!((&newest["after"], &newest["restoredFrom"]), (&Value::Null, &created));

    let other = avery.post(&loan.restore(first), json!({"path": "loan/baseAmount", "from": null})).await.expect(422);
    assert!(other.json["fields"]["path"].is_string(), "{}", other.json);
    let _ = avery
        .post(&format!("/api/loans/{}/history/999999999/restore", loan.id), json!({"path": "x"}))
        .await
        .expect(404);
    // A loan out of scope is not found, and a loan that another user has locked is read only.
    let lena = cove.sign_in("lena.fischer").await;
    let _ = lena.post(&loan.restore(first), json!({"path": "loan/noteRate", "from": null})).await.expect(404);
    let beth = cove.sign_in("beth.sullivan").await;
    let _ = beth.post(&format!("/api/loans/{}/lock", loan.id), json!({})).await;
    let _ = avery.post(&loan.restore(first), json!({"path": "loan/noteRate", "from": null})).await.expect(423);
    assert!(loan.history(&avery, "").await["rows"].as_array().unwrap().iter().all(|row| row["canRestore"] == false));
}

/// HISTORY-03: sealed values are in no answer of the history, and can't be restored.
#[tokio::test]
async fn the_history_holds_no_sealed_value() {
    let keyturn = Keyturn::start().await;
    let (_cove, avery) = cove(&keyturn).await;
    let loan = Loan::of(&avery).await;
    let began = loan.history(&avery, "").await["created"]["at"].as_str().unwrap().to_owned();
    let (ssn, birth) = (loan.of_borrower("taxpayerIdentifier"), loan.of_borrower("birthDate"));
    loan.change(&avery, &ssn, Value::Null, json!("219-09-9993")).await;
    loan.change(&avery, &birth, Value::Null, json!("1987-06-05")).await;
    let asset = "018f0000-0000-7000-8000-00000000a55e";
    loan.change(&avery, &format!("assets/{asset}"), Value::Null, json!({"id": asset, "holder": "Bay Bank"})).await;
    loan.change(&avery, &format!("assets/{asset}/accountNumber"), Value::Null, json!("32145698")).await;
    loan.change(&avery, &ssn, json!("9993"), json!("219-09-9994")).await;
    // Removing a borrower records the whole item.
    let id = "018f0000-0000-7000-8000-00000000b0b0";
    loan.change(&avery, &format!("borrowers/{id}"), Value::Null, json!({"id": id, "firstName": "Ben"})).await;
    loan.change(&avery, &format!("borrowers/{id}/taxpayerIdentifier"), Value::Null, json!("219-09-9995")).await;
    let ben = avery.get(&format!("/api/loans/{}/application", loan.id)).await.at("/application/borrowers/1").clone();
    loan.change(&avery, &format!("borrowers/{id}"), ben, Value::Null).await;

    let history = loan.history(&avery, &format!("path={ssn}")).await;
    let rows = history["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["before"], &rows[0]["after"]), (&json!("9993"), &json!("9994")));
    assert_eq!((&history["current"], &rows[0]["canRestore"]), (&json!("9994"), &json!(false)));
    let refused = avery.post(&loan.restore(&rows[0]), json!({"path": ssn, "from": "9994"})).await.expect(422);
    assert!(refused.json["fields"]["path"].as_str().unwrap().contains("last four digits"));
    let began = began.replace('+', "%2B");
    for path in [
        "history?limit=100".to_owned(),
        format!("history?path={birth}"),
        format!("as-of?at={began}"),
        format!("comparison?from={began}"),
    ] {
        let text = avery.get(&format!("/api/loans/{}/{path}", loan.id)).await.expect(200).json.to_string();
        for secret in ["219099993", "219-09-9993", "219099994", "219099995", "1987-06-05", "32145698"] {
            assert!(!text.contains(secret), "{path}: {text}");
        }
    }
}

/// HISTORY-04, HISTORY-05: a loan is read as it was at a moment, with its stage, rate and borrowers of then, and two moments
/// are compared.
#[tokio::test]
async fn a_loan_is_read_as_it_was_and_two_moments_are_compared() {
    let keyturn = Keyturn::start().await;
    let (cove, avery) = cove(&keyturn).await;
    let loan = Loan::of(&avery).await;
    let application = format!("/api/loans/{}/application", loan.id);
    let as_of = async |at: &str| avery.get(&format!("/api/loans/{}/as-of?at={at}", loan.id)).await;
    let now = || jiff::Timestamp::now().to_string();
    loan.change(&avery, "loan/noteRate", Value::Null, json!("6.5")).await;
    let id = "018f0000-0000-7000-8000-00000000b0b0";
    loan.change(
        &avery,
        &format!("borrowers/{id}"),
        Value::Null,
        json!({"id": id, "firstName": "Ben", "lastName": "Ortiz"}),
    )
    .await;
    let was = avery.get(&application).await.expect(200).at("/application").clone();
    let then = now();
    // Maya, the primary borrower, leaves; Ben's name and the rate change; the loan moves on.
    loan.change(&avery, &format!("borrowers/{}", loan.borrower), was["borrowers"][0].clone(), Value::Null).await;
    loan.change(&avery, &format!("borrowers/{id}/firstName"), json!("Ben"), json!("Benjamin")).await;
    loan.change(&avery, "loan/noteRate", json!("6.500"), json!("6.125")).await;
    let stages = avery.get(&format!("/api/loans/{}/stages", loan.id)).await.expect(200).json;
    let offered = stages["offered"].as_array().unwrap();
    let target = offered.iter().find(|offer| offer["stage"]["kind"] == "ClearToClose").unwrap();
    let body = json!({"from": stages["rows"][0]["stage"]["id"], "stageId": target["stage"]["id"]});
    let _ = avery.put(&format!("/api/loans/{}/stage", loan.id), body).await.expect(200);

    let past = as_of(&then).await.expect(200).json;
    assert_eq!(past["application"], was);
    assert_eq!((&past["noteRate"], &past["stage"]["kind"]), (&json!("6.500"), &json!("ApplicationStarted")));
    assert!(past["borrowerName"].as_str().unwrap().contains("Maya"), "{}", past["borrowerName"]);
    let present = as_of(&now()).await.expect(200).json;
    assert_eq!(&present["application"], avery.get(&application).await.expect(200).at("/application"));
    assert_eq!(present["stage"]["kind"], "ClearToClose");
    for at in ["2020-01-01T00:00:00Z", "2199-01-01T00:00:00Z"] {
        assert!(as_of(at).await.expect(422).json["fields"]["at"].is_string());
    }

    let compared = avery.get(&format!("/api/loans/{}/comparison?from={then}", loan.id)).await.expect(200).json;
    let fields: Vec<_> = compared["sections"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|section| section["differences"].as_array().unwrap())
        .map(|one| (one["path"].as_str().unwrap(), &one["before"], &one["after"]))
        .collect();
    let first_name = format!("borrowers/{id}/firstName");
    assert!(fields.contains(&(first_name.as_str(), &json!("Ben"), &json!("Benjamin"))), "{fields:?}");
    assert!(fields.contains(&("loan/noteRate", &json!("6.500"), &json!("6.125"))), "{fields:?}");
    let gone = loan.of_borrower("firstName");
    assert!(fields.contains(&(gone.as_str(), &json!("Maya"), &Value::Null)), "{fields:?}");
    assert!(
        fields.iter().all(|(path, ..)| !path.ends_with("/lastName") || path.starts_with(&gone[..46])),
        "{fields:?}"
    );
    assert_eq!(
        (&compared["stages"][0]["kind"], &compared["stages"][1]["kind"]),
        (&json!("ApplicationStarted"), &json!("ClearToClose"))
    );
    let back = format!("/api/loans/{}/comparison?from={}&to={then}", loan.id, now());
    assert!(avery.get(&back).await.expect(422).json["fields"]["to"].is_string());
    let lena = cove.sign_in("lena.fischer").await;
    let _ = lena.get(&format!("/api/loans/{}/comparison?from={then}", loan.id)).await.expect(404);
    let _ = lena.get(&format!("/api/loans/{}/as-of?at={then}", loan.id)).await.expect(404);
}

/// HISTORY-01, HISTORY-07: users who may see a lead, contact, borrower or setting can read its history.
#[tokio::test]
async fn leads_contacts_and_settings_have_a_history() {
    let keyturn = Keyturn::start().await;
    let (cove, avery) = cove(&keyturn).await;
    let grace = cove.sign_in("grace.whitfield").await;
    let lena = cove.sign_in("lena.fischer").await;
    let made = testkit::visits::Ids::made_by(&avery, cove.id).await;

    let contact = format!("/api/business-contacts/{}", made.contact);
    let was = avery.get(&contact).await.expect(200).json;
    let request = avery.request(reqwest::Method::PATCH, &contact).header("if-match", was["version"].to_string());
    let _ = avery.send(request.json(&json!({"lastName": "Nakamura"}))).await.expect(200);
    let history = avery.get(&format!("{contact}/history?path=lastName")).await.expect(200).json;
    let newest = &history["rows"][0];
    assert_eq!((&newest["action"], &newest["person"]), (&json!("business-contact.edit"), &json!("Avery Stone")));
    assert_eq!((&newest["source"], &newest["actingFor"]), (&json!("Form"), &Value::Null));
    assert_eq!(newest["changes"][0]["before"], was["lastName"]);
    assert_eq!(newest["changes"][0]["after"], "Nakamura");
    assert_eq!(history["rows"].as_array().unwrap().len(), 2, "its creation comes last: {history}");

    let lead = format!("/api/leads/{}", made.lead);
    let version = avery.get(&lead).await.expect(200).json["version"].to_string();
    let request = avery.request(reqwest::Method::PATCH, &lead).header("if-match", version);
    let _ = avery.send(request.json(&json!({"nextFollowUpOn": "2027-01-15"}))).await.expect(200);
    let history = avery.get(&format!("{lead}/history?path=next_follow_up_on")).await.expect(200).json;
    assert_eq!(history["rows"][0]["changes"][0]["after"], "2027-01-15");

    let unit = format!("/api/org-units/{}", cove.id);
    let version = grace.get(&unit).await.expect(200).json["version"].to_string();
    let request = grace.request(reqwest::Method::PATCH, &unit).header("if-match", version);
    let _ = grace.send(request.json(&json!({"nmlsId": "9988776"}))).await.expect(200);
    let history = grace.get(&format!("{unit}/history")).await.expect(200).json;
    assert_eq!(history["rows"][0]["changes"][0]["after"], "9988776", "{history}");

    let person = format!("/api/borrowers/{}/history", made.person);
    assert!(!avery.get(&person).await.expect(200).json["rows"].as_array().unwrap().is_empty());
    for path in [format!("{contact}/history"), format!("{lead}/history"), person] {
        let status = lena.get(&path).await.status;
        assert!(matches!(status, 403 | 404), "{path}: {status}");
    }
    let _ = avery.get(&format!("{unit}/history")).await.expect(403);
}
