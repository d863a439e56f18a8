//! Consent of leads to calls and texts, with wording, time and source.

use crate::lead_intake::{cove, hand_in, handed, post_form, program, set};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{Client, Keyturn, officer::owner};

const WORDS: &str = "I agree to be called and texted by Cove at 415-555-0132 about my inquiry.";

/// Consents of a lead without values that differ between runs.
async fn consents(client: &Client, lead: &Value) -> (Vec<Value>, Value) {
    let lead = client.get(&format!("/api/leads/{lead}")).await.expect(200).json;
    (lead["consents"].as_array().unwrap().clone(), lead["consentByPhone"].clone())
}

/// ID of the newest lead.
async fn newest(client: &Client) -> Value {
    client.get("/api/leads?orderBy=created").await.expect(200).at("/rows/0/id").clone()
}

/// LEADPAGE-16: consent arrives with a lead or is recorded later, with wording, time, address and source. It applies to
/// one number and can be withdrawn. The database only allows the program to insert rows.
#[tokio::test]
async fn consent_records_of_a_lead_are_immutable() {
    let keyturn = Keyturn::start().await;
    let cove = cove(&keyturn).await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    set(&grace, "HOLD", Some(&owner(&avery).await)).await;
    let program = program(&keyturn, &grace, "COMPANY").await;
    let mut body = handed("Maya", "Ortiz", "Z-1");
    body["LeadConsents"] = json!([{"kinds": ["CALL", "TEXT"], "wording": WORDS, "givenAt": "2026-10-05T16:00:00Z",
        "address": "203.0.113.77", "page": "https://provider.example/quote"}]);
    let without_number = hand_in(&program, body.clone()).await.expect(202);
    assert_eq!(without_number.at("/fields"), &json!({"LeadConsents/0": "Give the cell phone that the consent is for"}));
    body["LeadDetail"]["externalId"] = json!("Z-2");
    body["LeadContacts"][0]["cellPhone"] = json!("(415) 555-0132");
    let id = hand_in(&program, body).await.expect(201).at("/id").clone();
    let (said, phones) = consents(&avery, &id).await;
    assert_eq!(said.len(), 2);
    for (one, kind) in said.iter().zip(["TEXT", "CALL"]) {
        let keys = ["kind", "isGiven", "phone", "wording", "saidAt", "source", "address", "page", "recordedBy"];
        assert_eq!(
            keys.map(|key| one[key].clone()),
            [
                json!(kind),
                json!(true),
                json!("4155550132"),
                json!(WORDS),
                json!("2026-10-05T16:00:00Z"),
                json!("API"),
                json!("203.0.113.77"),
                json!("https://provider.example/quote"),
                Value::Null
            ]
        );
    }
    assert_eq!(phones, json!([{"phone": "4155550132", "calls": true, "texts": true}]));

    // Consent to texts is withdrawn orally, while calls stay allowed. Earlier rows are kept.
    let path = format!("/api/leads/{id}/consents");
    let withdrawn = json!({"kinds": ["TEXT"], "isGiven": false, "source": "SPOKEN", "wording": "Stop texting me"});
    let lead = avery.post(&path, withdrawn).await.expect(201).json;
    assert_eq!(lead["consentByPhone"], json!([{"phone": "4155550132", "calls": true, "texts": false}]));
    let newest_word = &lead["consents"][0];
    assert_eq!(
        (&newest_word["wording"], &newest_word["source"], &newest_word["recordedBy"]),
        (&json!("Stop texting me"), &json!("SPOKEN"), &json!("Avery Stone"))
    );
    assert_eq!(lead["consents"].as_array().unwrap().len(), 3);
    for wrong in [
        json!({"kinds": [], "isGiven": true, "source": "SPOKEN"}),
        json!({"kinds": ["CALL"], "isGiven": true, "source": "API"}),
        json!({"kinds": ["CALL"], "isGiven": true, "source": "SPOKEN", "phone": "4155550199"}),
        json!({"kinds": ["CALL"], "isGiven": true, "source": "SPOKEN", "saidAt": "2099-01-01T00:00:00Z"}),
    ] {
        let _ = avery.post(&path, wrong).await.expect(422);
    }
    // Another number has no consent.
    let version = lead["version"].as_i64().unwrap();
    let moved = json!({"LeadContacts": [{"firstName": "Maya", "lastName": "Ortiz", "email": "maya@ortiz.example",
        "cellPhone": "4155550177", "isPrimary": true}]});
    let lead = avery.patch_version(&format!("/api/leads/{id}"), version, moved).await.expect(200).json;
    assert_eq!(lead["consentByPhone"], json!([{"phone": "4155550177", "calls": false, "texts": false}]));

    let enter = format!("set app.company_id = '{}'; ", cove.id);
    for change in ["update lead_consent set is_given = true", "delete from lead_consent"] {
        let sql = AssertSqlSafe(format!("{enter}{change}"));
        let refused = sqlx::raw_sql(sql).execute(&mut keyturn.program().await).await.unwrap_err();
        assert!(refused.to_string().contains("permission denied"), "{change}: {refused}");
    }
    let counted = AssertSqlSafe(format!("{enter}select count(*) from lead_consent"));
    assert!(sqlx::raw_sql(counted).execute(&mut keyturn.program().await).await.is_ok());
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.post(&path, json!({"kinds": ["CALL"], "isGiven": true, "source": "SPOKEN"})).await.expect(404);
}

/// LEADPAGE-16: a form posted by a browser agrees to the company's wording, with address and page. A provider sends its
/// own wording. Declining or leaving out the number gives no consent. Held leads keep their consent.
#[tokio::test]
async fn forms_record_the_consent_given() {
    const FORM: &str = "application/x-www-form-urlencoded";
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let intake = grace.get("/api/lead-intake").await.expect(200).json;
    assert!(intake["usualConsentWording"].as_str().unwrap().contains("not a condition of any purchase"));
    let wording = "Cove may call and text me.";
    let change =
        json!({"rule": "HOLD", "owner": owner(&avery).await, "consentWording": wording, "version": intake["version"]});
    let _ = grace.put("/api/lead-intake", change).await.expect(200);
    assert_eq!(avery.get("/api/leads/config").await.expect(200).at("/consentWording"), wording);
    let made = grace.post("/api/lead-addresses", json!({"name": "Website"})).await.expect(201).json;
    let path = made["path"].as_str().unwrap();
    let visitor = keyturn.visitor();
    let browser = visitor.with_header("referer", "https://cove.example/apply");

    let noel = "name=Noel+Baptiste&email=noel%40baptiste.example&phone=415-555-0132&consent=yes";
    let _ = post_form(&browser, path, FORM, noel).await.expect(202);
    let (said, phones) = consents(&avery, &newest(&avery).await).await;
    assert_eq!(phones, json!([{"phone": "4155550132", "calls": true, "texts": true}]));
    let keys = ["wording", "source", "page", "address"];
    assert_eq!(
        keys.map(|key| said[0][key].clone()),
        [json!(wording), json!("FORM"), json!("https://cove.example/apply"), json!("127.0.0.1")]
    );

    let ida = "name=Ida+Lund&email=ida%40lund.example&phone=415-555-0133&tcpa=You+may+text+me&ip=203.0.113.9&consent_date=2026-10-05";
    let _ = post_form(&visitor, path, FORM, ida).await.expect(202);
    let (said, _) = consents(&avery, &newest(&avery).await).await;
    assert_eq!(
        ["wording", "address", "saidAt"].map(|key| said[0][key].clone()),
        [json!("You may text me"), json!("203.0.113.9"), json!("2026-10-05T00:00:00Z")]
    );
    for (at, refusal) in ["phone=415-555-0134&consent=no", "consent=yes"].iter().enumerate() {
        let body = format!("name=Bea+Noon{at}&email=bea{at}%40noon.example&{refusal}");
        assert_eq!(post_form(&visitor, path, FORM, &*body).await.expect(202).at("/state"), "MADE");
        assert!(consents(&avery, &newest(&avery).await).await.0.is_empty());
    }

    // Without a last name, it is held. Releasing it doesn't record consent again.
    let held = "first=Theo&email=theo%40lane.example&phone=415-555-0135&consent=yes&ip=203.0.113.10";
    assert_eq!(post_form(&visitor, path, FORM, held).await.expect(202).at("/state"), "HELD");
    let waiting = avery.get("/api/lead-arrivals").await.expect(200).at("/rows/0/id").clone();
    let mut mended = testkit::officer::lead("Theo", "Lane", &[owner(&avery).await]);
    mended["LeadContacts"][0]["cellPhone"] = json!("4155550135");
    let arrival = format!("/api/lead-arrivals/{}/lead", waiting.as_str().unwrap());
    let taken = avery.post(&arrival, mended).await.expect(201).json;
    assert_eq!(
        ["source", "address"].map(|key| taken["consents"][0][key].clone()),
        [json!("FORM"), json!("203.0.113.10")]
    );
}
