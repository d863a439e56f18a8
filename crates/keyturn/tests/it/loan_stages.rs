//! Loans go from stage to stage: by whom, why, and where they stood when.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{
    Answer, Client, Keyturn,
    officer::{lead, owner},
};

/// The stages of a company by what they stand for.
async fn stages(client: &Client) -> BTreeMap<String, i64> {
    let lookups = client.get("/api/lookups/data").await.expect(200).json;
    let stages = lookups["loanStages"].as_array().unwrap().iter();
    stages.map(|stage| (stage["kind"].as_str().unwrap().to_owned(), stage["id"].as_i64().unwrap())).collect()
}

/// A loan that goes from stage to stage.
struct Moved {
    id: i64,
    stages: BTreeMap<String, i64>,
}

impl Moved {
    async fn made_by(client: &Client, first: &str, last: &str) -> Self {
        let id = crate::loans::create(client, first, last).await["id"].as_i64().unwrap();
        Self { id, stages: stages(client).await }
    }

    /// Sends it from one kind of stage to another, with what is told for it.
    async fn go(&self, client: &Client, from: &str, to: &str, told: Value) -> Answer {
        let mut body = json!({"from": self.stages[from], "stageId": self.stages[to]});
        body.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
        client.put(&format!("/api/loans/{}/stage", self.id), body).await
    }

    async fn stages(&self, client: &Client) -> Value {
        client.get(&format!("/api/loans/{}/stages", self.id)).await.expect(200).json
    }
}

fn kinds<'a>(list: &'a Value, pointer: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|row| row.pointer(pointer).unwrap().as_str().unwrap()).collect()
}

/// Avery moves a loan forwards and back; who moved it where stands in its history, in the log and in nobody's power to
/// change.
#[tokio::test]
async fn a_loan_moves_freely_while_it_is_under_way() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let before = loan.stages(&avery).await;
    assert_eq!(kinds(&before["rows"], "/stage/kind"), ["ApplicationStarted"]);
    let offered = kinds(&before["offered"], "/stage/kind");
    assert!(offered.contains(&"ClearToClose") && offered.contains(&"Lead") && !offered.contains(&"PostClosing"));
    assert!(!offered.contains(&"ApplicationStarted"), "it stands there");

    let moved = loan.go(&avery, "ApplicationStarted", "ClearToClose", json!({})).await.expect(200).json;
    assert_eq!((&moved["stage"]["kind"], &moved["version"]), (&json!("ClearToClose"), &json!(2)));
    assert_eq!(moved["readOnly"], false);
    let _ = loan.go(&beth, "ClearToClose", "LoanSetup", json!({"reason": "New appraisal"})).await.expect(200);
    // Where it stands already it stays, and nothing is written.
    let same = loan.go(&beth, "LoanSetup", "LoanSetup", json!({})).await.expect(200).json;
    assert_eq!(same["version"], 3);

    let after = loan.stages(&avery).await;
    let rows = &after["rows"];
    assert_eq!(kinds(rows, "/stage/kind"), ["LoanSetup", "ClearToClose", "ApplicationStarted"]);
    assert_eq!(kinds(rows, "/byName"), ["Beth Sullivan", "Avery Stone", "Avery Stone"]);
    assert_eq!((&rows[0]["reason"], &rows[0]["until"]), (&json!("New appraisal"), &Value::Null));
    assert_eq!((&rows[1]["until"], &rows[2]["until"]), (&rows[0]["at"], &rows[1]["at"]));
    assert_eq!(beth.get(&format!("/api/loans/{}", loan.id)).await.json["stageSince"], rows[0]["at"]);

    let entries = audit_of(&keyturn, cove.id, "loan", loan.id).await;
    let steps: Vec<_> = entries
        .iter()
        .filter(|(action, ..)| action == "loan.stage")
        .map(|(_, was, is)| (was["stage"].as_str().unwrap(), is["stage"].as_str().unwrap()))
        .collect();
    assert_eq!(steps, [("Application Started", "Clear to Close"), ("Clear to Close", "Loan Setup")]);
    let mut program = keyturn.program().await;
    for forbidden in ["update loan_stage_change set reason = null", "delete from loan_stage_change"] {
        let refused = sqlx::raw_sql(forbidden).execute(&mut program).await.unwrap_err();
        assert!(refused.to_string().contains("permission denied"), "{refused}");
    }
}

/// CENTER-02's 409 in the rules of this table: what leads nowhere is refused with the stages to which a way leads.
#[tokio::test]
async fn a_way_that_there_is_not_is_refused_with_those_that_there_are() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let refused = loan.go(&avery, "ApplicationStarted", "PostClosing", json!({})).await.expect(409).json;
    assert_eq!(
        (&refused["code"], &refused["message"]),
        (&json!("LWLOAN10412"), &json!("A loan at Application Started can't go to Post-Closing."))
    );
    assert_eq!(refused["details"]["allowed"], loan.stages(&avery).await["offered"]);
    let path = format!("/api/loans/{}/stage", loan.id);
    let from = loan.stages["ApplicationStarted"];
    let refused = avery.put(&path, json!({"from": from, "stageId": 1})).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"stageId": "Choose a stage of the list"}));
    let stranger = keyturn.sign_in("alice.monroe@prairie.example").await;
    let _ = stranger.put(&path, json!({"from": from, "stageId": from})).await.expect(404);
    let _ = stranger.get(&format!("/api/loans/{}/stages", loan.id)).await.expect(404);
}

/// Two people move one loan at once: one of them moves it, the other is told who was faster and where it stands.
#[tokio::test]
async fn nobody_moves_a_loan_over_anothers_move() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let _ = loan.go(&avery, "ApplicationStarted", "LoanSetup", json!({})).await.expect(200);
    let late = loan.go(&beth, "ApplicationStarted", "PreApproved", json!({})).await.expect(409).json;
    assert_eq!(
        (&late["code"], &late["message"]),
        (&json!("LWLOAN10411"), &json!("Avery Stone has moved this loan to Loan Setup in the meantime."))
    );
    assert_eq!(
        (&late["details"]["changedBy"], &late["details"]["stage"]["kind"]),
        (&json!("Avery Stone"), &json!("LoanSetup"))
    );
    assert_eq!(late["details"]["changedAt"], loan.stages(&beth).await["rows"][0]["at"]);

    // Many at the same moment: exactly one is carried out.
    let kinds = ["PreApproved", "DisclosuresSent", "SubmittedToLender", "Suspended", "ClearToClose", "DocsOut"];
    let moves = kinds.map(|to| loan.go(&avery, "LoanSetup", to, json!({})));
    let mut statuses: Vec<_> = futures::future::join_all(moves).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    assert_eq!(loan.stages(&avery).await["rows"].as_array().unwrap().len(), 3);
}

/// A loan is funded on a day, ends for a reason, and each of the four adverse endings keeps its own.
#[tokio::test]
async fn a_loan_ends_for_a_reason() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let wrong = async |to: &str, told: Value, field: &str, message: &str| {
        let refused = loan.go(&avery, "ApplicationStarted", to, told).await.expect(422).json;
        assert_eq!(refused["fields"], json!({ field: message }));
    };
    wrong("Funded", json!({}), "fundedDate", "Enter the day on which the loan was funded").await;
    wrong("Funded", json!({"fundedDate": "2999-01-01"}), "fundedDate", "Choose today or a day before").await;
    wrong("Withdrawn", json!({}), "reason", "Say why").await;
    wrong("Withdrawn", json!({"reasonId": 1}), "reasonId", "Choose a reason of the list").await;
    wrong("ApprovedNotAccepted", json!({"reason": "  "}), "reason", "Say why").await;
    wrong("Incomplete", json!({}), "reason", "Say why").await;
    wrong("Denied", json!({"reason": "No"}), "denialReasons", "Choose one to four reasons").await;
    wrong("Denied", json!({"denialReasons": [1, 2, 3, 4, 5]}), "denialReasons", "Choose one to four reasons").await;
    wrong("Denied", json!({"denialReasons": [3, 9]}), "reason", "Say what the other reason is").await;
    wrong(
        "LoanSetup",
        json!({"denialReasons": [3]}),
        "denialReasons",
        "Only a denied application has reasons for a denial",
    )
    .await;

    let told = json!({"denialReasons": [3, 1, 9], "reason": "Occupancy could not be confirmed"});
    let denied = loan.go(&avery, "ApplicationStarted", "Denied", told).await.expect(200).json;
    assert_eq!((&denied["readOnly"], &denied["fundedDate"]), (&json!(true), &Value::Null));
    let zone = jiff::tz::TimeZone::get("America/Los_Angeles").unwrap();
    assert_eq!(denied["adverseDate"], jiff::Timestamp::now().to_zoned(zone).date().to_string());
    let row = &loan.stages(&avery).await["rows"][0];
    assert_eq!(row["denialReasons"], json!(["Debt-to-income ratio", "Credit history", "Other"]));
    assert_eq!(row["reason"], "Occupancy could not be confirmed");
    // LOAN-63 by the way that users take: what it is about can't be changed any more.
    let change = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
    let _ = avery.patch(&format!("/api/loans/{}/application", loan.id), change).await.expect(423);

    let other = Moved::made_by(&avery, "Omar", "Reyes").await;
    let reasons = avery.get("/api/lookups/data").await.expect(200).json;
    assert_eq!(reasons["denialReasons"].as_array().unwrap().len(), 9);
    let listed = &reasons["withdrawalReasons"][0];
    assert_eq!(listed["name"], "Chose another lender");
    let told = json!({"reasonId": listed["id"]});
    let _ = other.go(&avery, "ApplicationStarted", "Withdrawn", told).await.expect(200);
    let rows = other.stages(&avery).await["rows"].clone();
    assert_eq!((&rows[0]["reasonName"], &rows[0]["reason"]), (&listed["name"], &Value::Null));
    // What loans were withdrawn for is retired, not removed.
    let _ = grace.delete(&format!("/api/lists/withdrawal-reasons/{}", listed["id"])).await.expect(409);
    let unused = format!("/api/lists/withdrawal-reasons/{}", reasons["withdrawalReasons"][1]["id"]);
    let _ = grace.delete(&unused).await.expect(200);

    let third = Moved::made_by(&avery, "Pia", "Lund").await;
    let funded =
        third.go(&avery, "ApplicationStarted", "Funded", json!({"fundedDate": "2026-10-30"})).await.expect(200).json;
    assert_eq!((&funded["fundedDate"], &funded["adverseDate"]), (&json!("2026-10-30"), &Value::Null));
    let offered = third.stages(&avery).await;
    assert_eq!(kinds(&offered["offered"], "/stage/kind"), ["PostClosing", "Archived"]);
    let closed = third.go(&avery, "Funded", "PostClosing", json!({})).await.expect(200).json;
    assert_eq!(closed["fundedDate"], "2026-10-30");
}

/// CENTER-05's api: reopening asks for a reason, restores the stage before and is on record; an officer may not.
#[tokio::test]
async fn who_administers_loans_reopens_one_at_the_stage_before() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let _ = loan.go(&avery, "ApplicationStarted", "SubmittedToLender", json!({})).await.expect(200);
    let _ = loan.go(&avery, "SubmittedToLender", "Denied", json!({"denialReasons": [4]})).await.expect(200);
    assert_eq!(kinds(&loan.stages(&avery).await["offered"], "/stage/kind"), ["Archived"]);
    let why = json!({"reason": "The appraisal was corrected"});
    let _ = loan.go(&avery, "Denied", "SubmittedToLender", why.clone()).await.expect(403);
    let offered = loan.stages(&grace).await["offered"].clone();
    assert_eq!(kinds(&offered, "/stage/kind"), ["SubmittedToLender", "Archived"]);
    assert_eq!(kinds(&offered, "/step"), ["Reopen", "Move"]);
    let refused = loan.go(&grace, "Denied", "SubmittedToLender", json!({})).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"reason": "Say why"}));
    let _ = loan.go(&grace, "Denied", "ClearToClose", why.clone()).await.expect(409);
    let open = loan.go(&grace, "Denied", "SubmittedToLender", why).await.expect(200).json;
    assert_eq!(
        (&open["stage"]["kind"], &open["readOnly"], &open["adverseDate"]),
        (&json!("SubmittedToLender"), &json!(false), &Value::Null)
    );
    let entries = audit_of(&keyturn, cove.id, "loan", loan.id).await;
    let (_, was, is) = entries.last().unwrap();
    assert_eq!(
        (&was["stage"], &is["stage"], &is["text"]),
        (&json!("Denied"), &json!("Submitted to Lender"), &json!("The appraisal was corrected"))
    );

    // Archived from where it ended, it goes back there first.
    let _ =
        loan.go(&grace, "SubmittedToLender", "Incomplete", json!({"reason": "No documents came"})).await.expect(200);
    let _ = loan.go(&grace, "Incomplete", "Archived", json!({})).await.expect(200);
    assert_eq!(kinds(&loan.stages(&grace).await["offered"], "/stage/kind"), ["Incomplete"]);
}

/// A locked loan is moved by nobody else; one that has ended keeps no lock. The team hears of it by mail.
#[tokio::test]
async fn a_locked_loan_is_moved_by_nobody_else() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let loan = Moved::made_by(&avery, "Maya", "Ortiz").await;
    let _ = beth.post(&format!("/api/loans/{}/lock", loan.id), json!({})).await.expect(200);
    let _ = loan.go(&avery, "ApplicationStarted", "LoanSetup", json!({})).await.expect(423);
    assert_eq!(loan.stages(&avery).await["offered"], json!([]));
    let told = json!({"reason": "Moved abroad"});
    let ended = loan.go(&beth, "ApplicationStarted", "Withdrawn", told).await.expect(200).json;
    assert_eq!(ended["lockedBy"], Value::Null);
    keyturn.do_jobs().await;
    let [mail] = &keyturn.mail_to("avery.stone@cove.example")[..] else { panic!("not one mail") };
    let number = ended["loanNumber"].as_str().unwrap();
    assert_eq!(mail.subject, format!("Loan {number} moved to Withdrawn"));
    assert!(!mail.text.contains("abroad"), "{}", mail.text);
    assert!(keyturn.mail_to("beth.sullivan@cove.example").is_empty());
}

/// LOAN-62's data: who borrows and what is due stand on the loan's overview, for who may see the loan.
#[tokio::test]
async fn the_overview_shows_who_and_when() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let id = crate::loans::create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let path = format!("/api/loans/{id}/center");
    let shown = avery.get(&path).await.expect(200).json;
    let borrower = &shown["borrowers"][0];
    assert_eq!((&borrower["name"], &borrower["email"]), (&json!("Maya Ortiz"), &json!("maya.ortiz@example.com")));
    assert!(borrower["borrowerId"].is_i64());
    assert_eq!(shown["nextDeadlineOn"], Value::Null);
    let _ = cove.sign_in("marcus.bell").await.get(&path).await.expect(404);
}

/// LEADPAGE-18's data: a lead whose loan was withdrawn or denied is nurtured again until a day; both ways stand in its
/// timeline, the loan keeps it, and it can become another loan.
#[tokio::test]
async fn a_lead_comes_back_from_a_loan_that_was_withdrawn() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let asked = lead("Maya", "Ortiz", &[owner(&avery).await]);
    let id = avery.post("/api/leads", asked).await.expect(201).json["id"].as_i64().unwrap();
    let back = format!("/api/leads/{id}/return");
    let wake = json!({"wakeOn": "2030-03-04"});
    let early = avery.post(&back, wake.clone()).await.expect(409).json;
    assert_eq!(early["code"], "LWLEAD10412");
    let convert = format!("/api/leads/{id}/convert");
    let loan_id = avery.post(&convert, json!({})).await.expect(201).json["loanId"].as_i64().unwrap();
    let loan = Moved { id: loan_id, stages: stages(&avery).await };
    let refused = avery.post(&back, wake.clone()).await.expect(409).json;
    assert_eq!((&refused["code"], &refused["details"]["loanId"]), (&json!("LWLEAD10413"), &json!(loan_id)));
    let told = json!({"reason": "Waits for spring"});
    let _ = loan.go(&avery, "ApplicationStarted", "Withdrawn", told).await.expect(200);
    for (wake_on, message) in [
        (json!({}), "Choose the day on which the lead comes back"),
        (json!({"wakeOn": "2026-01-01"}), "Choose a day after today"),
    ] {
        let refused = avery.post(&back, wake_on).await.expect(422).json;
        assert_eq!(refused["fields"]["wakeOn"], message);
    }

    let lead = avery.post(&back, wake.clone()).await.expect(200).json;
    assert_eq!((&lead["status"]["kind"], &lead["wakeOn"]), (&json!("Nurturing"), &json!("2030-03-04")));
    assert_eq!(lead["loanId"], Value::Null);
    let _ = avery.post(&back, wake).await.expect(409);
    let timeline = avery.get(&format!("/api/leads/{id}/timeline")).await.expect(200).json;
    let ways: Vec<_> = timeline["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["statusKind"].as_str().unwrap(), entry["loanId"].as_i64()))
        .collect();
    assert_eq!(ways, [("Nurturing", Some(loan_id)), ("Converted", Some(loan_id)), ("New", None)]);
    let shown = avery.get(&format!("/api/loans/{loan_id}")).await.expect(200).json;
    assert_eq!((&shown["leadId"], &shown["leadIsBack"]), (&json!(id), &json!(true)));
    assert_eq!(shown["stage"]["kind"], "Withdrawn");
    let entries = audit_of(&keyturn, cove.id, "lead", id).await;
    assert_eq!(
        (entries.last().unwrap().0.as_str(), &entries.last().unwrap().1["loanId"]),
        ("lead.return", &json!(loan_id))
    );

    // It wakes on its day, is worked like any other, and becomes another loan.
    let at = platform::db::Timestamp("2030-03-04T16:00:00Z".parse().unwrap());
    assert_eq!(leads::wake(&keyturn.app, cove.id, at).await.unwrap(), 1);
    let second = avery.post(&convert, json!({})).await.expect(201).json["loanId"].as_i64().unwrap();
    assert_ne!(second, loan_id);
    for (id, is_back) in [(second, false), (loan_id, true)] {
        let shown = avery.get(&format!("/api/loans/{id}")).await.expect(200).json;
        assert_eq!((&shown["leadId"], &shown["leadIsBack"]), (&lead["id"], &json!(is_back)));
    }
}
