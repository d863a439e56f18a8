//! Compliance deadlines: started by the sixth item, met by recorded events, explained day by day.

use crate::loans::create;
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn, officer::membership};

fn change(path: &str, to: Value) -> Value {
    json!({ "path": path, "from": null, "to": to })
}

/// A loan with all application items except the borrower's number. Returns the loan and the last change.
async fn almost_complete(client: &Client) -> (i64, Value) {
    let loan = create(client, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let document = client.get(&format!("/api/loans/{loan}/application")).await.expect(200);
    let borrower = document.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let income = "018f0000-0000-7000-8000-00000000000a";
    let changes = json!([
        change("loan/baseAmount", json!("300000.00")),
        change("property/purchasePrice", json!("400000.00")),
        change("property/address/line", json!("12 Harbor Road")),
        change("property/address/city", json!("Oakland")),
        change("property/address/postalCode", json!("94607")),
        change(
            &format!("borrowers/{borrower}/incomes/{income}"),
            json!({ "id": income, "kind": "Base", "monthlyAmount": "9000.00" })
        ),
    ]);
    client.patch(&format!("/api/loans/{loan}/application"), changes).await.expect(200);
    (loan, change(&format!("borrowers/{borrower}/taxpayerIdentifier"), json!("219-09-1234")))
}

/// A loan whose application was received on a day.
pub(crate) async fn received(client: &Client, on: &str) -> i64 {
    let (loan, number) = almost_complete(client).await;
    let changes = json!([number, change("loan/applicationReceivedOn", json!(on))]);
    client.patch(&format!("/api/loans/{loan}/application"), changes).await.expect(200);
    loan
}

/// A loan whose last item arrives today, without a stated date.
pub(crate) async fn received_today(client: &Client) -> i64 {
    let (loan, number) = almost_complete(client).await;
    client.patch(&format!("/api/loans/{loan}/application"), json!([number])).await.expect(200);
    loan
}

async fn clocks(client: &Client, loan: i64) -> Value {
    client.get(&format!("/api/loans/{loan}/clocks")).await.expect(200).json
}

fn clock<'a>(shown: &'a Value, rule: &str) -> &'a Value {
    let found = shown["clocks"].as_array().unwrap().iter().find(|clock| clock["rule"] == rule);
    found.unwrap_or(&Value::Null)
}

async fn record(client: &Client, loan: i64, act: Value) -> Value {
    client.post(&format!("/api/loans/{loan}/clock-acts"), act).await.expect(201).json
}

/// CLOCK-01, CLOCK-21: the sixth item starts the deadlines, whichever it is. Loan and pipeline show them.
#[tokio::test]
async fn the_sixth_item_starts_the_deadlines() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let (loan, number) = almost_complete(&avery).await;
    let before = clocks(&avery, loan).await;
    assert_eq!(before.pointer("/application/receivedOn"), Some(&Value::Null));
    assert_eq!(
        before["application"]["missing"],
        json!([{ "item": "SocialSecurityNumber", "label": "Social security number", "borrower": "Maya Ortiz" }])
    );
    assert_eq!(before["clocks"], json!([]));

    let last = json!([number, change("loan/applicationReceivedOn", json!("2026-06-18"))]);
    avery.patch(&format!("/api/loans/{loan}/application"), last).await.expect(200);
    let after = clocks(&avery, loan).await;
    assert_eq!(
        (&after["application"]["receivedOn"], &after["application"]["missing"]),
        (&json!("2026-06-18"), &json!([]))
    );
    assert_eq!(after["nextDeadlineOn"], "2026-06-24");
    let estimate = clock(&after, "LoanEstimate");
    assert_eq!((&estimate["dueOn"], &estimate["state"]), (&json!("2026-06-24"), &json!("Running")));
    assert_eq!(estimate["citation"], "12 CFR 1026.19(e)(1)(iii)(A)");
    assert_eq!(estimate["days"][0], json!({ "on": "2026-06-19", "number": null, "skipped": "Juneteenth" }));
    assert_eq!(estimate["days"].as_array().unwrap().len(), 6);
    assert_eq!(clock(&after, "CounselingList")["dueOn"], "2026-06-24");
    create(&avery, "Ben", "Archer").await;
    let row = avery.get("/api/loans?orderBy=nextDeadline&sort=ASC").await.expect(200).json;
    assert_eq!(row["rows"][0]["nextDeadlineOn"], "2026-06-24");
    for (by, count) in [("2026-06-23", 0), ("2026-06-24", 1)] {
        let due = avery.get(&format!("/api/loans?nextDeadlineBy={by}")).await.expect(200).json;
        assert_eq!(due["count"], count, "{by}");
        let totals = avery.get(&format!("/api/loans/stage-totals?nextDeadlineBy={by}")).await.expect(200).json;
        assert_eq!(totals["rows"].as_array().unwrap().len(), count, "{by}");
    }
}

/// The pipeline names the receipt deadline beside the mail-by day, so that a missed mail-by day isn't shown as overdue.
#[tokio::test]
async fn the_mail_by_day_of_a_closing_disclosure_comes_with_its_receipt_deadline() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    let row = async || avery.get("/api/loans").await.expect(200).json["rows"][0].clone();
    assert_eq!(row().await["receiptDueOn"], Value::Null, "the Loan Estimate is due first");
    for kind in ["LoanEstimate", "CounselingList"] {
        record(&avery, loan, json!({ "kind": kind, "on": "2026-06-22", "manner": "InPerson" })).await;
    }
    let body = json!({ "from": null, "closingOn": "2026-07-10" });
    avery.put(&format!("/api/loans/{loan}/closing-date"), body).await.expect(200);
    let (shown, row) = (clocks(&avery, loan).await, row().await);
    assert_eq!(row["nextDeadlineOn"], clock(&shown, "ClosingDisclosureMailing")["dueOn"]);
    assert_eq!(row["receiptDueOn"], "2026-07-07");
}

/// Without a stated date, the application was received when its last item arrived, in the branch's time zone.
#[tokio::test]
async fn an_application_is_received_with_its_last_item() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let (loan, number) = almost_complete(&avery).await;
    avery.patch(&format!("/api/loans/{loan}/application"), json!([number])).await.expect(200);
    let shown = clocks(&avery, loan).await;
    assert_eq!(shown["application"]["receivedOn"], shown["today"]);
}

/// CLOCK-10, CLOCK-26: a met deadline keeps its dates regardless of later changes. The audit log has both.
#[tokio::test]
async fn a_met_clock_stays_as_it_was() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    let given = json!({ "kind": "LoanEstimate", "on": "2026-06-22", "manner": "Email", "note": "Sent with DocuSend" });
    let shown = record(&avery, loan, given).await;
    let met = clock(&shown, "LoanEstimate").clone();
    assert_eq!((&met["state"], &met["metOn"], &met["isLate"]), (&json!("Met"), &json!("2026-06-22"), &json!(false)));
    let act = &shown["acts"][0];
    assert_eq!((&act["recordedBy"], &act["note"]), (&json!("Avery Stone"), &json!("Sent with DocuSend")));
    assert_eq!(act["receivedOn"], "2026-06-25", "three business days after, by presumption");
    assert_eq!(clock(&shown, "LoanEstimateTerms")["dueOn"], "2026-07-06");

    let moved = json!([{ "path": "loan/applicationReceivedOn", "from": "2026-06-18", "to": "2026-06-10" }]);
    avery.patch(&format!("/api/loans/{loan}/application"), moved).await.expect(200);
    let after = clocks(&avery, loan).await;
    assert_eq!(clock(&after, "LoanEstimate"), &met);
    assert_eq!(clock(&after, "CounselingList")["dueOn"], "2026-06-15", "what was not met follows");
    let grace = cove.sign_in("grace.whitfield").await;
    let log = grace.get(&format!("/api/audit?entity=loan&entityId={loan}")).await.expect(200).json.to_string();
    assert!(log.contains("loan.act") && log.contains("2026-06-18") && log.contains("2026-06-10"), "{log}");
}

/// Intent to proceed requires receipt. Silence, or a letter in transit, isn't intent.
#[tokio::test]
async fn intent_to_proceed_follows_the_receipt() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    let path = format!("/api/loans/{loan}/clock-acts");
    let intent = json!({ "kind": "IntentToProceed", "on": "2026-06-23", "manner": "Phone" });
    let refused = avery.post(&path, intent.clone()).await.expect(409);
    assert_eq!(refused.json["message"], "The borrower has no Loan Estimate to proceed on yet.");
    let shown = record(&avery, loan, json!({ "kind": "LoanEstimate", "on": "2026-06-22", "manner": "Email" })).await;
    let estimate = shown["acts"][0]["id"].as_i64().unwrap();
    let refused = avery.post(&path, intent.clone()).await.expect(409);
    assert!(refused.json["message"].as_str().unwrap().contains("is deemed received on Thu 06/25/2026"));
    record(&avery, loan, json!({ "kind": "Receipt", "on": "2026-06-23", "aboutId": estimate })).await;
    let shown = record(&avery, loan, intent).await;
    assert_eq!(clock(&shown, "LoanEstimateTerms"), &Value::Null, "their answer came in time");
    // A later event must be retracted first.
    let refused = avery.post(&format!("/api/clock-acts/{estimate}/retract"), json!({ "reason": "Wrong loan" })).await;
    assert!(refused.expect(409).json["message"].as_str().unwrap().contains("Disclosure received"));
}

/// CLOCK-08, CLOCK-09: a changed circumstance records what changed, when it was known, and which fees.
#[tokio::test]
async fn a_changed_circumstance_asks_for_a_revised_estimate() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    record(&avery, loan, json!({ "kind": "LoanEstimate", "on": "2026-06-22", "manner": "InPerson" })).await;
    let path = format!("/api/loans/{loan}/clock-acts");
    let bare = json!({ "kind": "ChangedCircumstance", "on": "2026-06-26" });
    let fields = avery.post(&path, bare).await.expect(422).json["fields"].clone();
    assert!(fields["circumstance"].is_string() && fields["fees"].is_string(), "{fields}");
    assert_eq!(avery.post(&path, json!({ "kind": "ChangedCircumstance" })).await.status, 422, "the day is needed");
    let told = json!({ "kind": "ChangedCircumstance", "on": "2026-06-26", "circumstance": "ConsumerRequest", "fees": ["Points"] });
    let shown = record(&avery, loan, told).await;
    let revised = clock(&shown, "RevisedLoanEstimate");
    assert_eq!((&revised["dueOn"], &revised["dayCount"]), (&json!("2026-07-01"), &json!("General")));
    let circumstance = revised["actId"].clone();
    let locked = record(&avery, loan, json!({ "kind": "RateLock", "on": "2026-06-29" })).await;
    assert_eq!(locked["nextDeadlineOn"], "2026-06-24", "the counseling list is still to be given");
    let answer =
        json!({ "kind": "RevisedLoanEstimate", "on": "2026-06-30", "manner": "InPerson", "aboutId": circumstance });
    let shown = record(&avery, loan, answer).await;
    let states: Vec<_> = shown["clocks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|clock| clock["rule"] == "RevisedLoanEstimate")
        .map(|clock| clock["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["Met", "Running"]);
}

/// CLOCK-06, CLOCK-07: the closing requires its disclosure in time and prevents later revised estimates.
#[tokio::test]
async fn the_closing_disclosure_comes_before_the_closing() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-01").await;
    record(&avery, loan, json!({ "kind": "LoanEstimate", "on": "2026-06-02", "manner": "InPerson" })).await;
    record(&avery, loan, json!({ "kind": "CounselingList", "on": "2026-06-02", "manner": "InPerson" })).await;
    let plan = format!("/api/loans/{loan}/closing-date");
    let shown = avery.put(&plan, json!({ "from": null, "closingOn": "2026-07-08" })).await.expect(200).json;
    // Independence Day is a Saturday in 2026. The Friday before counts; the day itself doesn't.
    assert_eq!(clock(&shown, "ClosingDisclosure")["dueOn"], "2026-07-03");
    assert_eq!(clock(&shown, "ClosingDisclosureMailing")["dueOn"], "2026-06-30");
    assert_eq!(clock(&shown, "LastRevisedLoanEstimate")["dueOn"], "2026-07-02");
    assert_eq!(clock(&shown, "Rescission")["reason"], "Not applicable: purchase");
    // A change based on the previous date is refused.
    let behind = avery.put(&plan, json!({ "from": null, "closingOn": "2026-07-10" })).await.expect(409);
    assert!(behind.json["message"].as_str().unwrap().contains("another closing date"));

    let path = format!("/api/loans/{loan}/clock-acts");
    let closing = json!({ "kind": "Closing", "on": "2026-07-08" });
    let early = avery.post(&path, closing.clone()).await.expect(409);
    assert!(early.json["message"].as_str().unwrap().contains("no Closing Disclosure yet"));
    record(&avery, loan, json!({ "kind": "ClosingDisclosure", "on": "2026-07-01", "manner": "Email" })).await;
    let late = json!({ "kind": "RevisedLoanEstimate", "on": "2026-07-01", "manner": "InPerson" });
    assert!(avery.post(&path, late).await.expect(409).json["message"].as_str().unwrap().contains("1026.19(e)(4)(ii)"));
    // Emailed on Wednesday, it counts as received on Monday, so the closing is on Thursday at the earliest.
    let early = avery.post(&path, closing).await.expect(409);
    assert!(early.json["message"].as_str().unwrap().contains("Thu 07/09/2026 at the earliest"), "{}", early.json);
    let shown = record(&avery, loan, json!({ "kind": "Closing", "on": "2026-07-09" })).await;
    assert_eq!(shown["nextDeadlineOn"], Value::Null);
}

/// CLOCK-15, CLOCK-17: a refinance can be funded after the borrower's right of rescission has ended.
#[tokio::test]
async fn a_refinance_is_funded_after_the_right_of_rescission() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-01").await;
    let refinance = json!([
        { "path": "loan/purpose", "from": "Purchase", "to": "Refinance" },
        change("property/appraisedValue", json!("400000.00")),
    ]);
    avery.patch(&format!("/api/loans/{loan}/application"), refinance).await.expect(200);
    for (kind, on) in [("LoanEstimate", "2026-06-02"), ("ClosingDisclosure", "2026-06-26")] {
        record(&avery, loan, json!({ "kind": kind, "on": on, "manner": "InPerson" })).await;
    }
    let shown = record(&avery, loan, json!({ "kind": "Closing", "on": "2026-07-02" })).await;
    assert_eq!(clock(&shown, "Rescission")["dueOn"], "2026-07-07");

    let stages = avery.get("/api/lookups/data").await.expect(200).json["loanStages"].clone();
    let stage =
        |kind: &str| stages.as_array().unwrap().iter().find(|stage| stage["kind"] == kind).unwrap()["id"].clone();
    let fund = |on: &str| json!({ "from": stage("ApplicationStarted"), "stageId": stage("Funded"), "fundedDate": on });
    let path = format!("/api/loans/{loan}/stage");
    let early = avery.put(&path, fund("2026-07-07")).await.expect(409);
    assert!(early.json["message"].as_str().unwrap().contains("midnight of Tue 07/07/2026"), "{}", early.json);
    avery.put(&path, fund("2026-07-08")).await.expect(200);
}

/// An event recorded in error is retracted with a reason, stays visible, and its deadline runs again.
#[tokio::test]
async fn an_event_is_retracted() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    let shown = record(&avery, loan, json!({ "kind": "LoanEstimate", "on": "2026-06-22", "manner": "Mail" })).await;
    let path = format!("/api/clock-acts/{}/retract", shown["acts"][0]["id"]);
    assert!(avery.post(&path, json!({ "reason": " " })).await.expect(422).json["fields"]["reason"].is_string());
    let shown = avery.post(&path, json!({ "reason": "It was another loan" })).await.expect(200).json;
    assert_eq!(clock(&shown, "LoanEstimate")["state"], "Running");
    assert_eq!(shown["acts"][0]["retraction"]["reason"], "It was another loan");
    assert_eq!(shown["acts"][0]["retraction"]["by"], "Avery Stone");
    let mut program = keyturn.program().await;
    for statement in ["update clock_act set note = 'x'", "delete from clock_act", "delete from clock_act_retraction"] {
        let refused = sqlx::raw_sql(statement).execute(&mut program).await.unwrap_err();
        assert!(refused.to_string().contains("permission denied"), "{refused}");
    }
}

/// Closing the company on a day moves open deadlines that count it, but not met ones.
#[tokio::test]
async fn a_calendar_change_moves_open_deadlines() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    record(&avery, loan, json!({ "kind": "CounselingList", "on": "2026-06-22", "manner": "Email" })).await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = format!("/api/org-units/{}", cove.id);
    let version = grace.get(&path).await.expect(200).json["version"].as_i64().unwrap();
    let closed = json!({ "holidays": [{ "date": "2026-06-23", "name": "Founder's Day" }] });
    grace.patch_version(&path, version, closed).await.expect(200);
    keyturn.do_jobs().await;
    let shown = clocks(&avery, loan).await;
    assert_eq!(clock(&shown, "LoanEstimate")["dueOn"], "2026-06-25");
    assert_eq!(clock(&shown, "LoanEstimate")["days"][4]["skipped"], "Founder's Day");
    assert_eq!(clock(&shown, "CounselingList")["dueOn"], "2026-06-24", "it was met before");
    assert_eq!(shown["nextDeadlineOn"], "2026-06-25");
}

/// Future dates and inapplicable methods are refused by field. Loans out of scope aren't found.
#[tokio::test]
async fn compliance_events_are_validated() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = received(&avery, "2026-06-18").await;
    let path = format!("/api/loans/{loan}/clock-acts");
    let wrong = [
        (json!({ "kind": "LoanEstimate", "on": "2099-01-01", "manner": "Mail" }), "on"),
        (json!({ "kind": "LoanEstimate", "on": "2026-06-22" }), "manner"),
        (json!({ "kind": "RateLock", "on": "2026-06-22", "manner": "Mail" }), "manner"),
        (json!({ "kind": "Receipt", "on": "2026-06-22" }), "aboutId"),
        (json!({ "kind": "RateLock", "on": "2026-06-22", "note": "x".repeat(2_001) }), "note"),
    ];
    for (act, field) in wrong {
        let refused = avery.post(&path, act.clone()).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{act}: {}", refused.json);
    }
    // An officer of another company, one with their own scope in the same branch, and one of another branch.
    let locked = record(&avery, loan, json!({ "kind": "RateLock", "on": "2026-06-22" })).await;
    let act = locked["acts"][0]["id"].as_i64().unwrap();
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    for stranger in [alice, cove.sign_in("priya.nguyen").await, cove.sign_in("marcus.bell").await] {
        stranger.get(&format!("/api/loans/{loan}/clocks")).await.expect(404);
        stranger.post(&path, json!({ "kind": "RateLock", "on": "2026-06-22" })).await.expect(404);
        stranger.post(&format!("/api/clock-acts/{act}/retract"), json!({ "reason": "Mine" })).await.expect(404);
        let plan = json!({ "from": null, "closingOn": "2026-07-08" });
        stranger.put(&format!("/api/loans/{loan}/closing-date"), plan).await.expect(404);
    }
}

/// Branch of a user.
async fn branch_of(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap()
}

/// Changes a unit's business days, or previews the change.
async fn days(client: &Client, unit: i64, change: Value, preview: bool) -> Answer {
    let path = format!("/api/org-units/{unit}");
    let version = client.get(&path).await.expect(200).json["version"].as_i64().unwrap();
    if !preview {
        return client.patch_version(&path, version, change).await;
    }
    let request = client.request(reqwest::Method::POST, &format!("{path}/calendar-preview"));
    client.send(request.header("if-match", version.to_string()).json(&change)).await
}

/// CLOCK-02: Bayside is open on Saturdays but its company isn't, so the deadlines differ. A branch inherits the
/// company's business days until it has its own, and can inherit them again.
#[tokio::test]
async fn a_branch_has_the_business_days_of_its_company_or_its_own() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, marcus) = (cove.sign_in("avery.stone").await, cove.sign_in("marcus.bell").await);
    let beth = cove.sign_in("beth.sullivan").await;
    let bayside = branch_of(&avery).await;
    let (here, there) = (received(&avery, "2026-06-18").await, received(&marcus, "2026-06-18").await);
    let due = async |client: &Client, loan: i64| {
        clock(&clocks(client, loan).await, "LoanEstimate")["dueOn"].as_str().unwrap().to_owned()
    };
    assert_eq!((due(&avery, here).await, due(&marcus, there).await), ("2026-06-24".into(), "2026-06-24".into()));

    let refused = days(&beth, bayside, json!({"saturdayOpen": true}), false).await.expect(422).json;
    assert_eq!(refused["fields"]["saturdayOpen"], "This branch keeps the business days of its company");
    let own = json!({"inheritsCalendar": false, "saturdayOpen": true});
    let kept = days(&beth, bayside, own, false).await.expect(200).json;
    assert_eq!((&kept["inheritsCalendar"], &kept["holidays"]), (&json!(false), &json!([])));
    keyturn.do_jobs().await;
    assert_eq!((due(&avery, here).await, due(&marcus, there).await), ("2026-06-23".into(), "2026-06-24".into()));
    let received_there = received(&avery, "2026-06-18").await;
    assert_eq!(due(&avery, received_there).await, "2026-06-23", "a loan that is made now counts alike");

    // Closed on Mondays and on one holiday.
    let more = json!({"closedWeekdays": [1], "holidays": [{"date": "2026-06-23", "name": "Founder's Day"}]});
    days(&beth, bayside, more, false).await.expect(200);
    keyturn.do_jobs().await;
    let shown = clocks(&avery, here).await;
    assert_eq!(clock(&shown, "LoanEstimate")["dueOn"], "2026-06-25");
    let told: Vec<_> =
        clock(&shown, "LoanEstimate")["days"].as_array().unwrap().iter().map(|day| &day["skipped"]).collect();
    assert!(told.contains(&&json!("Monday")) && told.contains(&&json!("Founder's Day")), "{told:?}");
    for (wrong, field) in [
        (json!({"closedWeekdays": [0]}), "closedWeekdays"),
        (json!({"closedWeekdays": [1, 2, 3, 4, 5]}), "closedWeekdays"),
        (json!({"loanNumberPattern": "{id}"}), "loanNumberPattern"),
    ] {
        let refused = days(&beth, bayside, wrong, false).await.expect(422).json;
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    // Company holidays don't affect Bayside while it has its own calendar.
    let grace = cove.sign_in("grace.whitfield").await;
    let closed = json!({"holidays": [{"date": "2026-06-24", "name": "Regatta"}]});
    days(&grace, cove.id, closed, false).await.expect(200);
    keyturn.do_jobs().await;
    assert_eq!((due(&avery, here).await, due(&marcus, there).await), ("2026-06-25".into(), "2026-06-25".into()));
    days(&beth, bayside, json!({"inheritsCalendar": true}), false).await.expect(200);
    keyturn.do_jobs().await;
    assert_eq!(clock(&clocks(&avery, here).await, "LoanEstimate")["days"][5]["skipped"], "Regatta");
    let refused = days(&grace, cove.id, json!({"inheritsCalendar": false}), false).await.expect(422).json;
    assert!(refused["fields"]["inheritsCalendar"].is_string());
    // A loan that moves to another branch uses that branch's calendar.
    days(&beth, bayside, json!({"inheritsCalendar": false, "saturdayOpen": true}), false).await.expect(200);
    keyturn.do_jobs().await;
    let grace = grace.with_header("x-consolidated", "true");
    assert_eq!(due(&grace, here).await, "2026-06-23");
    let team = grace.get(&format!("/api/loans/{here}")).await.expect(200).json["officer"]["WizeUserOrgUnitId"].clone();
    let to = json!({"LoanRole": "ORIGINATOR", "WizeUserOrgUnitId": membership(&marcus).await});
    let away = json!([{"slot": "loanOfficer", "from": team, "to": to}]);
    grace.patch(&format!("/api/loans/{here}/team"), away).await.expect(200);
    assert_eq!(clock(&clocks(&grace, here).await, "LoanEstimate")["days"][5]["skipped"], "Regatta");
}

/// CLOCK-25: a calendar change is previewed with the number and list of deadlines it would move. The preview moves
/// nothing and omits met deadlines.
#[tokio::test]
async fn a_calendar_change_can_be_previewed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let beth = cove.sign_in("beth.sullivan").await;
    let mut loans = Vec::new();
    for _ in 0..3 {
        loans.push(received(&avery, "2026-06-18").await);
    }
    record(&avery, loans[0], json!({ "kind": "LoanEstimate", "on": "2026-06-22", "manner": "InPerson" })).await;
    let closed = json!({ "holidays": [{ "date": "2026-06-23", "name": "Founder's Day" }] });
    let told = days(&grace, cove.id, closed.clone(), true).await.expect(200).json;
    let of = |rule: &str| -> Vec<i64> {
        let rows = told["rows"].as_array().unwrap().iter().filter(|row| row["label"] == rule);
        rows.map(|row| row["loanId"].as_i64().unwrap()).collect()
    };
    let before = clocks(&avery, loans[1]).await;
    assert_eq!(of(clock(&before, "LoanEstimate")["label"].as_str().unwrap()), loans[1..], "{told}");
    assert_eq!(of(clock(&before, "CounselingList")["label"].as_str().unwrap()), loans);
    let rows = told["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["from"].as_str() < row["to"].as_str() && row["borrowerName"].is_string()));
    assert_eq!((&told["count"], &told["isMore"]), (&json!(rows.len()), &json!(false)));
    assert_eq!(clock(&before, "LoanEstimate")["dueOn"], "2026-06-24", "nothing moves by asking");
    let renamed = days(&grace, cove.id, json!({"displayName": "Cove Lending"}), true).await.expect(200).json;
    assert_eq!((&renamed["count"], &renamed["rows"]), (&json!(0), &json!([])));
    assert_ne!(grace.get(&format!("/api/org-units/{}", cove.id)).await.expect(200).json["displayName"], "Cove Lending");

    // A branch with its own calendar isn't affected by the company's, and previews its own.
    let bayside = branch_of(&avery).await;
    let own = json!({"inheritsCalendar": false, "holidays": [{"date": "2026-06-22", "name": "Regatta"}]});
    assert_eq!(days(&beth, bayside, own.clone(), true).await.expect(200).json["count"], 5);
    days(&beth, bayside, own, false).await.expect(200);
    assert_eq!(days(&grace, cove.id, closed.clone(), true).await.expect(200).json["count"], 0);
    for (client, status) in [(&grace, 409), (&beth, 403)] {
        let stale = client.request(reqwest::Method::POST, &format!("/api/org-units/{}/calendar-preview", cove.id));
        client.send(stale.header("if-match", "0").json(&closed)).await.expect(status);
    }
}
