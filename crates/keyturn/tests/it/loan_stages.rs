//! Stage changes of loans: permissions, reasons, and history.

use crate::{org_units::audit_of, pipeline_filters::asked};
use keyturn::demo::crowd;
use lending::access::Reach;
use loans::{BY_STAGE, PIPELINE, text_filters};
use platform::list::{self, Scope};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{
    Answer, Client, Keyturn,
    officer::{lead, membership, owner},
};

/// Stages of a company by kind.
async fn stages(client: &Client) -> BTreeMap<String, i64> {
    let lookups = client.get("/api/lookups/data").await.expect(200).json;
    let stages = lookups["loanStages"].as_array().unwrap().iter();
    stages.map(|stage| (stage["kind"].as_str().unwrap().to_owned(), stage["id"].as_i64().unwrap())).collect()
}

/// A loan whose stage is changed.
struct Moved {
    id: i64,
    stages: BTreeMap<String, i64>,
}

impl Moved {
    async fn made_by(client: &Client, first: &str, last: &str) -> Self {
        let id = crate::loans::create(client, first, last).await["id"].as_i64().unwrap();
        Self { id, stages: stages(client).await }
    }

    /// Moves it from one kind of stage to another with the given details.
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

/// Avery moves a loan forward and back. History and audit log record each move, and nobody can change them.
#[tokio::test]
async fn an_active_loan_moves_freely_between_stages() {
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
    // Moving it to its current stage writes nothing.
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

/// An invalid transition is refused with the allowed stages.
#[tokio::test]
async fn invalid_transitions_are_refused_with_the_allowed_stages() {
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

/// Two users move a loan concurrently: one succeeds, and the other is told who moved it and its stage.
#[tokio::test]
async fn concurrent_moves_of_a_loan_are_refused() {
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

    // Of several concurrent moves, exactly one succeeds.
    let kinds = ["PreApproved", "DisclosuresSent", "SubmittedToLender", "Suspended", "ClearToClose", "DocsOut"];
    let moves = kinds.map(|to| loan.go(&avery, "LoanSetup", to, json!({})));
    let mut statuses: Vec<_> = futures::future::join_all(moves).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    assert_eq!(loan.stages(&avery).await["rows"].as_array().unwrap().len(), 3);
}

/// Funding has a date, other endings have a reason, and each of the four adverse endings has its own fields.
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
    wrong("Denied", json!({"denialReasons": [3, 9]}), "reason", "Describe the other reason").await;
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
    // LOAN-63 as users get there: application fields can't be changed anymore.
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
    // A withdrawal reason in use can be retired but not removed.
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

/// CENTER-05: reopening requires a reason, restores the previous stage, and is audited. Officers can't reopen.
#[tokio::test]
async fn loan_administrators_reopen_loans_in_the_previous_stage() {
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

    // An archived loan returns to its final stage first.
    let _ =
        loan.go(&grace, "SubmittedToLender", "Incomplete", json!({"reason": "No documents came"})).await.expect(200);
    let _ = loan.go(&grace, "Incomplete", "Archived", json!({})).await.expect(200);
    assert_eq!(kinds(&loan.stages(&grace).await["offered"], "/stage/kind"), ["Incomplete"]);
}

/// Only the lock's owner can move a locked loan. Ended loans lose their lock. The team is notified by email.
#[tokio::test]
async fn a_locked_loan_can_only_be_moved_by_the_locks_owner() {
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

/// LOAN-62: the loan's overview shows borrowers and due dates to users who can see the loan.
#[tokio::test]
async fn the_overview_shows_borrowers_and_due_dates() {
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

/// LEADPAGE-18: the lead of a withdrawn or denied loan is nurtured again until a date. Its timeline shows both
/// conversions, the loan stays linked, and the lead can become another loan.
#[tokio::test]
async fn the_lead_of_a_withdrawn_loan_is_nurtured_again() {
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

    // It wakes on its date, can be worked on, and becomes another loan.
    let at = platform::db::Timestamp("2030-03-04T16:00:00Z".parse().unwrap());
    assert_eq!(leads::wake(&keyturn.app, cove.id, at).await.unwrap(), 1);
    let second = avery.post(&convert, json!({})).await.expect(201).json["loanId"].as_i64().unwrap();
    assert_ne!(second, loan_id);
    for (id, is_back) in [(second, false), (loan_id, true)] {
        let shown = avery.get(&format!("/api/loans/{id}")).await.expect(200).json;
        assert_eq!((&shown["leadId"], &shown["leadIsBack"]), (&lead["id"], &json!(is_back)));
    }
}

/// PIPE-07: counts and amounts by stage agree with the list under the same filter, within reach.
#[tokio::test]
async fn the_pipeline_has_totals_by_stage() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await.with_header("x-consolidated", "true");
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let beth = keyturn.sign_in("beth.sullivan@harbor.example").await;
    let officer = membership(&avery).await;
    for client in [&grace, &avery, &beth] {
        for filter in [
            "",
            "string=clark",
            "assigneeType=MINE",
            "assigneeType=BRANCH",
            "string=nobody",
            &format!("assigneeType=USER&assigneeId={officer}"),
        ] {
            let totals = client.get(&format!("/api/loans/stage-totals?{filter}")).await.expect(200).json;
            let listed = client.get(&format!("/api/loans?limit=100&{filter}")).await.expect(200).json;
            let mut expected: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
            for row in listed["rows"].as_array().unwrap() {
                let total = expected.entry(row["stage"]["id"].as_i64().unwrap()).or_default();
                total.0 += 1;
                total.1 += cents(&row["LoanAmount"]);
            }
            let found: BTreeMap<i64, (i64, i64)> = totals["rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| {
                    (row["stageId"].as_i64().unwrap(), (row["count"].as_i64().unwrap(), cents(&row["LoanAmount"])))
                })
                .collect();
            assert_eq!(found, expected, "{filter}");
        }
    }
    let refused = avery.get("/api/loans/stage-totals?assigneeType=EVERYBODY").await.expect(422).json;
    assert!(refused["fields"]["assigneeType"].is_string());
}

/// A text that matches more loans than a page sorts gets no totals, as the list gets no exact count.
#[tokio::test]
async fn too_many_matches_of_a_text_have_no_totals() {
    let keyturn = Keyturn::start().await;
    let size =
        keyturn::demo::crowd::Size { slug: "crowd".into(), loans: 1_300, leads: 0, officers: 3, branches: 1, seed: 7 };
    keyturn::demo::crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let (company, org_unit, membership): (i64, i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id, m.id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let mut program = keyturn.program().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("set app.company_id = '{company}'")))
        .execute(&mut program)
        .await
        .unwrap();
    for reach in [Reach::Company, Reach::Unit, Reach::Own] {
        let scope = Scope { reach, company, org_unit, membership };
        let all = list::totals(&mut program, &PIPELINE, scope, &[], &BY_STAGE).await.unwrap().unwrap();
        let count: i64 = all.iter().map(|total| total.count).sum();
        let listed: i64 = match reach {
            Reach::Own => sqlx::query_scalar("select count(distinct loan_id) from loan_team_member where membership_id = $1").bind(membership),
            Reach::Unit => sqlx::query_scalar(
                "select count(*) from loan l
                 where l.org_unit_id = $2 or exists (select from loan_team_member t where t.loan_id = l.id and t.membership_id = $1)",
            )
            .bind(membership)
            .bind(org_unit),
            Reach::Company => sqlx::query_scalar("select count(*) from loan where company_id = $1").bind(company),
        }
        .fetch_one(&mut superuser)
        .await
        .unwrap();
        assert_eq!(count, listed, "{reach:?}");
        let found = list::totals(&mut program, &PIPELINE, scope, &text_filters("example"), &BY_STAGE).await.unwrap();
        assert_eq!(found.is_none(), reach != Reach::Own, "{reach:?}");
    }
}

fn cents(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

/// PIPE-13: a preview changes nothing. Refusals have reasons. For half an hour, the change can be undone once, except
/// on loans changed since.
#[tokio::test]
async fn a_bulk_move_and_reassignment_of_loans_can_be_undone() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let priya = cove.sign_in("priya.nguyen").await;
    let mut loans = Vec::new();
    for first in ["Ada", "Bea", "Cem", "Dov"] {
        loans.push(Moved::made_by(&avery, first, "Bulkley").await);
    }
    let told = json!({"reason": "Moved abroad"});
    let _ = loans[3].go(&avery, "ApplicationStarted", "Withdrawn", told).await.expect(200);
    let versions = async || {
        let rows = beth.get("/api/loans?string=bulkley").await.expect(200).json["rows"].clone();
        let of = |id: i64| rows.as_array().unwrap().iter().find(|row| row["id"] == id).unwrap()["version"].clone();
        loans.iter().map(|loan| json!({"id": loan.id, "version": of(loan.id)})).collect::<Vec<_>>()
    };
    let setup = loans[0].stages["LoanSetup"];
    let seen = versions().await;
    let body = |preview: bool| json!({"loans": seen, "stageId": setup, "preview": preview});
    let preview = beth.post("/api/loans/bulk", body(true)).await.expect(200).json;
    assert_eq!((&preview["changed"], &preview["actId"]), (&json!(3), &Value::Null));
    assert_eq!(
        preview["refused"],
        json!([{"id": loans[3].id, "loanNumber": preview["refused"][0]["loanNumber"], "borrowerName": "Dov Bulkley",
                "reason": "Withdrawn loans are read-only."}])
    );
    assert_eq!(versions().await, seen, "a preview does nothing");
    let done = beth.post("/api/loans/bulk", body(false)).await.expect(200).json;
    assert_eq!((&done["changed"], &done["refused"]), (&preview["changed"], &preview["refused"]));
    // Stale versions are refused loan by loan.
    let late = beth.post("/api/loans/bulk", body(false)).await.expect(200).json;
    assert_eq!((&late["changed"], late["refused"].as_array().unwrap().len()), (&json!(0), 4));
    assert_eq!(late["refused"][0]["reason"], "Someone has changed this loan.");

    // Avery changes one loan, and the others are undone.
    let change = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
    let _ = avery.patch(&format!("/api/loans/{}/application", loans[1].id), change).await.expect(200);
    let undo = format!("/api/loans/bulk/{}/undo", done["actId"]);
    let _ = avery.post(&undo, json!({})).await.expect(404);
    let back = beth.post(&undo, json!({})).await.expect(200).json;
    assert_eq!((&back["changed"], back["refused"].as_array().unwrap().len()), (&json!(2), 1));
    assert_eq!(back["refused"][0]["borrowerName"], "Bea Bulkley");
    let _ = beth.post(&undo, json!({})).await.expect(409);
    for (loan, kind) in loans.iter().zip(["ApplicationStarted", "LoanSetup", "ApplicationStarted", "Withdrawn"]) {
        assert_eq!(loan.stages(&beth).await["rows"][0]["stage"]["kind"], kind);
    }

    let officer = membership(&priya).await;
    let body = json!({"loans": versions().await, "LoanOfficerId": officer});
    let given = beth.post("/api/loans/bulk", body).await.expect(200).json;
    assert_eq!(
        (&given["changed"], &given["refused"][0]["reason"]),
        (&json!(3), &json!("This Loan is currently Read-Only."))
    );
    let of_priya = format!("/api/loans?string=bulkley&assigneeType=USER&assigneeId={officer}");
    assert_eq!(beth.get(&of_priya).await.expect(200).json["count"], 3);
    let mut superuser = keyturn.superuser().await;
    let undo = format!("/api/loans/bulk/{}/undo", given["actId"]);
    let older = "update loan_act set finished_at = finished_at - interval '31 minutes' where id = $1";
    let act = given["actId"].as_i64().unwrap();
    let _ = sqlx::query(older).bind(act).execute(&mut superuser).await.unwrap();
    let _ = beth.post(&undo, json!({})).await.expect(409);
    let _ = sqlx::query("update loan_act set finished_at = now() where id = $1")
        .bind(act)
        .execute(&mut superuser)
        .await
        .unwrap();
    assert_eq!(beth.post(&undo, json!({})).await.expect(200).json["changed"], 3);
    assert_eq!(beth.get(&of_priya).await.expect(200).json["count"], 0);

    for (body, field) in [
        (json!({"loans": []}), "loans"),
        (json!({"loans": seen}), "stageId"),
        (json!({"loans": seen, "stageId": 1}), "stageId"),
        (json!({"loans": seen, "LoanOfficerId": 1}), "LoanOfficerId"),
    ] {
        let refused = beth.post("/api/loans/bulk", body).await.expect(422).json;
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    let aside =
        json!({"loans": [{"id": loans[0].id, "version": 1}], "stageId": loans[0].stages["Funded"], "preview": true});
    let asks = beth.post("/api/loans/bulk", aside).await.expect(200).json;
    assert_eq!(asks["refused"].as_array().unwrap().len(), 1);
}

/// Beth assigns three loans to a processor. Users who can't see the slot are refused. Her recent acts list the change,
/// which can be undone once, except on a loan changed since, which is named with the change.
#[tokio::test]
async fn a_bulk_processor_assignment_is_listed_and_undone() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let paul = cove.sign_in("paul.okafor").await;
    let processor = membership(&paul).await;
    let mut loans = Vec::new();
    for first in ["Ada", "Bea", "Cem"] {
        loans.push(Moved::made_by(&avery, first, "Bulkley").await);
    }
    let chosen: Vec<_> = loans.iter().map(|loan| json!({"id": loan.id, "version": 1})).collect();
    let body = |membership: i64| json!({"loans": chosen, "LoanProcessorId": membership});
    let _ = avery.post("/api/loans/bulk", body(processor)).await.expect(403);
    let refused = beth.post("/api/loans/bulk", body(membership(&avery).await)).await.expect(422).json;
    assert_eq!(refused["fields"]["LoanProcessorId"], "Choose an active processor");
    let both = json!({"loans": chosen, "LoanProcessorId": processor, "stageId": loans[0].stages["LoanSetup"]});
    assert!(beth.post("/api/loans/bulk", both).await.expect(422).json["fields"]["stageId"].is_string());
    assert_eq!(beth.get("/api/loans/bulk").await.expect(200).json, json!([]));

    let done = beth.post("/api/loans/bulk", body(processor)).await.expect(200).json;
    assert_eq!((&done["changed"], &done["refused"]), (&json!(3), &json!([])));
    let _ = paul.get(&format!("/api/loans/{}", loans[2].id)).await.expect(200);
    let acts = beth.get("/api/loans/bulk").await.expect(200).json;
    let told = &acts[0];
    assert_eq!(
        (&told["id"], &told["changed"], &told["processorName"], &told["stageName"], &told["undoneAt"]),
        (&done["actId"], &json!(3), &json!("Paul Okafor"), &Value::Null, &Value::Null)
    );
    assert_eq!(told["undoUntil"], done["undoUntil"]);
    assert_eq!(avery.get("/api/loans/bulk").await.expect(200).json, json!([]), "everybody sees their own");

    let _ = loans[1].go(&avery, "ApplicationStarted", "LoanSetup", json!({})).await.expect(200);
    let change = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
    let _ = avery.patch(&format!("/api/loans/{}/application", loans[1].id), change).await.expect(200);
    let back = beth.post(&format!("/api/loans/bulk/{}/undo", done["actId"]), json!({})).await.expect(200).json;
    assert_eq!(back["changed"], 2);
    assert_eq!(back["refused"][0]["borrowerName"], "Bea Bulkley");
    assert_eq!(back["refused"][0]["reason"], "Avery Stone changed the application, Avery Stone changed the stage.");
    for (loan, status) in loans.iter().zip([404, 200, 404]) {
        let _ = paul.get(&format!("/api/loans/{}", loan.id)).await.expect(status);
    }
    assert!(beth.get("/api/loans/bulk").await.expect(200).json[0]["undoneAt"].is_string());
}

/// A company with more loans than one request changes, with a signed-in user, all her loans, and a stage.
async fn crowded(keyturn: &Keyturn) -> (Client, Vec<Value>, i64) {
    let size = crowd::Size { slug: "crowd".into(), loans: 420, leads: 0, officers: 3, branches: 1, seed: 5 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let grace = keyturn.sign_in("grace.whitfield@crowd.example").await.with_header("x-consolidated", "true");
    let active = json!({"match": "all", "conditions": [{"field": "progress", "operator": "is", "values": ["Active"]}]});
    let query = format!("/api/loans/matching?{}", asked(&active));
    let loans = grace.get(&query).await.expect(200).json["loans"].as_array().unwrap().clone();
    assert!(loans.len() > 200, "{}", loans.len());
    let setup = stages(&grace).await["LoanSetup"];
    (grace, loans, setup)
}

/// Waits until the act is finished, and returns its result.
async fn through(client: &Client, keyturn: &Keyturn, act: &Value) -> Value {
    for _ in 0..100 {
        keyturn.do_jobs().await;
        let told = client.get(&format!("/api/loans/bulk/{act}")).await.expect(200).json;
        if told["waiting"] == 0 {
            return told;
        }
    }
    panic!("the act does not end");
}

/// PIPE-11: a job changes all matching loans as selected and runs on after the answer. Loans that match later aren't
/// touched. All can be undone except loans changed since.
#[tokio::test]
async fn a_job_changes_all_matching_loans_and_undoes_it() {
    let keyturn = Keyturn::start().await;
    let (grace, loans, setup) = crowded(&keyturn).await;
    let officer = keyturn.sign_in("officer.0@crowd.example").await;
    let late = Moved::made_by(&officer, "Lena", "Later").await;
    assert!(loans.iter().all(|loan| loan["id"] != late.id));

    let body = json!({"loans": loans, "stageId": setup});
    let preview = json!({"loans": loans, "stageId": setup, "preview": true});
    let refused = grace.post("/api/loans/bulk", preview).await.expect(422).json;
    assert_eq!(refused["fields"]["loans"], "must hold one to 100 loans");
    let begun = grace.post("/api/loans/bulk", body).await.expect(200).json;
    let act = begun["actId"].clone();
    assert_eq!((&begun["waiting"], &begun["changed"]), (&json!(loans.len()), &json!(0)));
    let undo = format!("/api/loans/bulk/{act}/undo");
    let _ = grace.post(&undo, json!({})).await.expect(409);
    let done = through(&grace, &keyturn, &act).await;
    let changed = done["changed"].as_u64().unwrap();
    assert_eq!(changed + done["refusedCount"].as_u64().unwrap(), loans.len() as u64);
    assert!(changed > 150, "{done}");
    assert!(done["refused"].as_array().unwrap().iter().all(|loan| loan["reason"].is_string()), "{done}");
    assert_eq!(late.stages(&grace).await["rows"][0]["stage"]["kind"], "ApplicationStarted");
    let recent = grace.get("/api/loans/bulk").await.expect(200).json;
    assert_eq!((&recent[0]["changed"], &recent[0]["waiting"]), (&done["changed"], &json!(0)));
    let of_another = keyturn.sign_in("officer.1@crowd.example").await;
    let _ = of_another.get(&format!("/api/loans/bulk/{act}")).await.expect(404);

    // One of them moves on meanwhile.
    let refused: Vec<_> = done["refused"].as_array().unwrap().iter().map(|loan| loan["id"].clone()).collect();
    let one = loans.iter().find(|loan| !refused.contains(&loan["id"])).unwrap();
    let moved = Moved { id: one["id"].as_i64().unwrap(), stages: late.stages.clone() };
    let _ = moved.go(&grace, "LoanSetup", "ClearToClose", json!({})).await.expect(200);
    let begun = grace.post(&undo, json!({})).await.expect(200).json;
    assert_eq!((&begun["isUndone"], &begun["waiting"]), (&json!(true), &done["changed"]));
    let back = through(&grace, &keyturn, &act).await;
    assert_eq!((&back["changed"], &back["refusedCount"]), (&json!(changed - 1), &json!(1)));
    assert_eq!(back["refused"][0]["id"], one["id"]);
    assert_eq!(back["refused"][0]["reason"], "Grace Whitfield changed the stage.");
    let _ = grace.post(&undo, json!({})).await.expect(409);
}

/// A job uses the current permissions of its user. Once they are gone, the remaining loans stay unchanged, and the act
/// says why.
#[tokio::test]
async fn a_job_stops_when_its_user_loses_permissions() {
    let keyturn = Keyturn::start().await;
    let (grace, loans, setup) = crowded(&keyturn).await;
    let begun = grace.post("/api/loans/bulk", json!({"loans": loans, "stageId": setup})).await.expect(200).json;
    let mut superuser = keyturn.superuser().await;
    let me = membership(&grace).await;
    for active in [false, true] {
        for statement in [
            "update membership set active = $2 where id = $1",
            "update membership set access_version = access_version + 1 where id = $1 and $2 is not null",
        ] {
            let _ = sqlx::query(statement).bind(me).bind(active).execute(&mut superuser).await.unwrap();
        }
        if !active {
            keyturn.do_jobs().await;
        }
    }
    let done = grace.get(&format!("/api/loans/bulk/{}", begun["actId"])).await.expect(200).json;
    assert_eq!((&done["waiting"], &done["changed"]), (&json!(0), &json!(0)));
    assert_eq!(done["refusedCount"], loans.len());
    assert_eq!(done["refused"].as_array().unwrap().len(), 100);
}

/// Undo checks reach again: Avery gets her loans back after giving them away, but Beth can't undo loans moved to
/// another branch after she changes branches.
#[tokio::test]
async fn undo_checks_reach_again() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let marcus = membership(&cove.sign_in("marcus.bell").await).await;
    let loan = Moved::made_by(&avery, "Ada", "Bulkley").await;
    let body = json!({"loans": [{"id": loan.id, "version": 1}], "LoanOfficerId": marcus});
    let given = avery.post("/api/loans/bulk", body).await.expect(200).json;
    let _ = avery.get(&format!("/api/loans/{}", loan.id)).await.expect(404);
    let back = avery.post(&format!("/api/loans/bulk/{}/undo", given["actId"]), json!({})).await.expect(200).json;
    assert_eq!((&back["changed"], &back["refused"]), (&json!(1), &json!([])));
    let version = avery.get(&format!("/api/loans/{}", loan.id)).await.expect(200).json["version"].clone();

    let setup = loan.stages["LoanSetup"];
    let body = json!({"loans": [{"id": loan.id, "version": version}], "stageId": setup});
    let moved = beth.post("/api/loans/bulk", body).await.expect(200).json;
    // Beth is now an officer of another branch, so her changes are beyond her reach.
    let mut superuser = keyturn.superuser().await;
    for statement in [
        "delete from membership_role where role = 'BRANCHADMIN' and membership_id = $1",
        "update membership set access_version = access_version + 1 where id = $1",
    ] {
        let _ = sqlx::query(statement).bind(membership(&beth).await).execute(&mut superuser).await.unwrap();
    }
    let kept = beth.post(&format!("/api/loans/bulk/{}/undo", moved["actId"]), json!({})).await.expect(200).json;
    assert_eq!((&kept["changed"], &kept["refused"][0]["borrowerName"]), (&json!(0), &Value::Null));
    assert_eq!(loan.stages(&avery).await["rows"][0]["stage"]["kind"], "LoanSetup");
}
