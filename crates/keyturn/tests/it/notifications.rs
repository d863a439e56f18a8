//! Email notifications about loans.

use crate::org_units::audit_of;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    officer::{manual, membership},
};

const PATH: &str = "/api/users/me/notifications";

async fn choose(client: &Client, body: Value) -> Value {
    client.patch(PATH, body).await.expect(200).json
}

fn is_on(choices: &Value) -> Vec<(&str, bool)> {
    let choices = choices.as_array().unwrap().iter();
    choices.map(|choice| (choice["kind"].as_str().unwrap(), choice["isOn"].as_bool().unwrap())).collect()
}

/// Beth creates a loan for Avery, who gets an email. Her own loans cause none. Switching it off also stops pending
/// mail. The email says where to switch it off.
#[tokio::test]
async fn team_emails_are_sent_unless_switched_off() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let mails = async || {
        keyturn.do_jobs().await;
        keyturn.mail_to("avery.stone@cove.example")
    };
    let officer = membership(&avery).await;
    assert_eq!(
        is_on(&avery.get(PATH).await.expect(200).json),
        [("LOAN_TEAM", true), ("LOAN_STAGE", true), ("LOAN_RULE", true)]
    );

    let _ = crate::loans::create(&avery, "Noor", "Hale").await;
    assert!(mails().await.is_empty(), "users get no mail about their own acts");
    let made = beth.post("/api/loans", manual("Maya", "Ortiz", officer)).await.expect(201).json;
    let [mail] = &mails().await[..] else { panic!("not one mail") };
    let number = made["loanNumber"].as_str().unwrap();
    assert_eq!(mail.subject, format!("You are on the team of loan {number}"));
    for part in [
        format!("{}/app/loans/{}/loan-info", keyturn.base, made["id"]),
        format!("{}/app/user/edit/notifications", keyturn.base),
    ] {
        assert!(mail.text.contains(&part), "{part} is not in {}", mail.text);
    }
    assert!(!mail.text.contains("Maya") && !mail.text.contains("Ortiz"), "{}", mail.text);

    let _ = beth.post("/api/loans", manual("Omar", "Reyes", officer)).await.expect(201);
    let now = choose(&avery, json!({"LOAN_TEAM": false})).await;
    assert_eq!(is_on(&now), [("LOAN_TEAM", false), ("LOAN_STAGE", true), ("LOAN_RULE", true)]);
    let _ = beth.post("/api/loans", manual("Pia", "Lund", officer)).await.expect(201);
    assert_eq!(mails().await.len(), 1, "neither pending nor later mail");
    assert_eq!(choose(&avery, json!({"LOAN_TEAM": false})).await, now);
    assert_eq!(is_on(&choose(&avery, json!({"LOAN_TEAM": true})).await)[0], ("LOAN_TEAM", true));
    // Other users aren't affected.
    assert_eq!(is_on(&beth.get(PATH).await.expect(200).json)[0], ("LOAN_TEAM", true));

    let refused = avery.patch(PATH, json!({"WEATHER": false, "LOAN_TEAM": false})).await.expect(422).json;
    assert_eq!(refused["fields"].as_object().unwrap().keys().collect::<Vec<_>>(), ["WEATHER"]);
    let _ = avery.patch(PATH, json!({"LOAN_TEAM": "no"})).await.expect(422);
    let id = avery.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let entries = audit_of(&keyturn, cove.id, "user", id).await;
    let changes: Vec<_> = entries.iter().filter(|(action, ..)| action == "user.notifications").collect();
    assert_eq!(changes.len(), 2, "unchanged values are no change: {changes:?}");
    assert_eq!((&changes[0].1, &changes[0].2), (&json!({"LOAN_TEAM": true}), &json!({"LOAN_TEAM": false})));
}

/// Grace retires a stage and moves its loans: each officer gets one email about all of theirs. A successor gets one
/// email about all loans of a leaving user.
#[tokio::test]
async fn one_email_covers_many_loans() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let marcus = cove.sign_in("marcus.bell").await;
    for name in ["Ada", "Bea", "Cem"] {
        let _ = crate::loans::create(&avery, name, "Ortiz").await;
    }
    let list = "/api/lists/loan-stages";
    let body = json!({"name": "Waiting room", "kind": "ApplicationStarted"});
    let stages = grace.post(list, body).await.expect(201).json;
    let stage = |name: &str| stages["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    let was = stage("Application Started");
    let body = json!({"isActive": false, "moveTo": stage("Waiting room")["id"]});
    let version = was["version"].as_i64().unwrap();
    let _ = grace.patch_version(&format!("{list}/{}", was["id"]), version, body).await.expect(200);
    keyturn.do_jobs().await;
    let [mail] = &keyturn.mail_to("avery.stone@cove.example")[..] else { panic!("not one mail") };
    assert_eq!(mail.subject, "3 of your loans moved to another stage");
    assert_eq!(mail.text.matches("now at Waiting room").count(), 3, "{}", mail.text);
    assert!(keyturn.mail_to("grace.whitfield@cove.example").is_empty());

    let id = avery.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let to = json!({"LoanOfficerId": membership(&marcus).await});
    let _ = grace.post(&format!("/api/users/{id}/deactivation"), to).await.expect(200);
    keyturn.do_jobs().await;
    let [mail] = &keyturn.mail_to("marcus.bell@cove.example")[..] else { panic!("not one mail") };
    assert_eq!(mail.subject, "You are on the team of 3 more loans");
    assert!(mail.text.contains(&format!("{}/app/loans", keyturn.base)), "{}", mail.text);
}

/// An API key isn't a login: it ends with its owner's account, is audited, and isn't restored with the account.
#[tokio::test]
async fn api_keys_are_not_restored_with_their_owner() {
    let keyturn = Keyturn::start().await;
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    let body = json!({"name": "Mine", "owner": "SELF", "scopes": ["leads:write"]});
    let made = alice.post("/api/api-keys", body).await.expect(201).json;
    let program = keyturn.visitor().with_token(made["secret"].as_str().unwrap());
    let _ = program.get("/api/api-keys/self").await.expect(200);

    let me = alice.get("/api/users/me").await.expect(200).json;
    let (id, company) = (me["activeUser"]["id"].clone(), ruth.get("/api/users/me").await.expect(200).json);
    let company = company["activeUser"]["WizeOrgUnitId"].as_i64().unwrap();
    let path = format!("/api/users/{id}/deactivation");
    let to = json!({"LoanOfficerId": membership(&keyturn.sign_in("henry.cole@prairie.example").await).await});
    let deactivated = ruth.send(ruth.request(Method::POST, &path).json(&to)).await;
    assert_eq!(deactivated.status, 200, "{}", deactivated.json);
    let _ = program.get("/api/api-keys/self").await.expect(401);
    let _ = ruth.delete(&path).await.expect(200);
    let _ = program.get("/api/api-keys/self").await.expect(401);
    let entries = audit_of(&keyturn, company, "api-key", made["id"].as_i64().unwrap()).await;
    assert_eq!(entries.last().unwrap().0, "api-key.revoke");
}

/// A rule notifies the holders of a role on the loan in the rule's name, unless they opted out, including the user who
/// triggered it. If nobody has the role, the loan says so.
#[tokio::test]
async fn a_rule_notifies_the_team_of_a_loan() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    for (name, role) in [("Rate changed", "ORIGINATOR"), ("To the closer", "CLOSER")] {
        let rule = json!({
            "ruleName": name, "isActive": true, "trigger": {"kind": "FIELD_CHANGED", "fields": ["rate"]},
            "actions": [{"kind": "NOTIFY", "roles": [role], "message": "Lock <b>it</b> today"}],
        });
        let _ = grace.post("/api/automation-rules", rule).await.expect(201);
    }
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}", loan["id"]);
    let rate_to = async |from: Value, to: &str| {
        let change = json!([{"path": "loan/noteRate", "from": from, "to": to}]);
        let _ = avery.patch(&format!("{path}/application"), change).await.expect(200);
        keyturn.do_jobs().await;
        keyturn.mail_to("avery.stone@cove.example")
    };
    let [mail] = &rate_to(Value::Null, "6.5").await[..] else { panic!("not one mail") };
    let number = loan["loanNumber"].as_str().unwrap();
    assert_eq!(mail.subject, format!("Loan {number}: Rate changed"));
    for part in ["Lock <b>it</b> today", "stands at Application Started", "/app/user/edit/notifications"] {
        assert!(mail.text.contains(part), "{part} is not in {}", mail.text);
    }
    assert!(!mail.text.contains("Maya"), "{}", mail.text);
    let runs = avery.get(&format!("{path}/automation")).await.expect(200).json["rows"].clone();
    assert_eq!(runs[0]["acts"][0]["roles"], json!(["ORIGINATOR"]));
    assert_eq!(runs[1]["refused"], "No one has this role on the loan.");
    let _ = choose(&avery, json!({"LOAN_RULE": false})).await;
    assert_eq!(rate_to(json!("6.500"), "6.25").await.len(), 1);
}
