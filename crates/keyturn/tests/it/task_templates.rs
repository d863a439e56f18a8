//! Task templates: the initial ones, a company's own, and tasks created from them.

use crate::{clocks::received, loans, org_units::audit_of};
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    officer::{lead, owner},
};

async fn templates(client: &Client) -> Vec<Value> {
    client.get("/api/task-templates").await.expect(200).json["rows"].as_array().unwrap().clone()
}

async fn template(client: &Client, title: &str) -> Value {
    templates(client).await.into_iter().find(|row| row["title"] == title).unwrap()
}

async fn apply(client: &Client, ids: &[&Value], about: &str, id: &Value) -> Vec<Value> {
    let made = client.post("/api/tasks/from-templates", json!({"templateIds": ids, about: id})).await.expect(201).json;
    made["rows"].as_array().unwrap().clone()
}

/// AUTO-01: new companies have the usual templates. 'Send LE' is due on the deadline of the Loan Estimate and follows
/// it. Tasks have the template's title, text with tags, date, priority, role, checklist and documents.
#[tokio::test]
async fn a_new_company_has_the_usual_templates() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let lake = json!({
        "type": "BROKER", "name": "Lake Lending", "slug": "lake", "nmlsId": "212001", "stateCode": "MI",
        "timeZone": "America/New_York", "host": "lake.localhost", "isNonDelegated": true,
        "admin": {"firstName": "Ada", "lastName": "Cole", "email": "ada.cole@lake.example"},
    });
    let _ = sam.post("/api/org-admin/org-units", lake).await.expect(201);
    keyturn.do_jobs().await;
    let mails = keyturn.mail_to("ada.cole@lake.example");
    let token = mails[0].text.lines().find_map(|line| line.split("userToken=").nth(1)).unwrap().to_owned();
    let password = json!({"token": token, "password": "copper-Lantern-7-orbits!"});
    let _ = keyturn.visitor().post("/api/auth/activate", password).await.expect(200);
    let ada = keyturn.sign_in("ada.cole@lake.example").await;
    let titles: Vec<_> = templates(&ada).await.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        titles,
        [
            "Contact new lead",
            "Collect application",
            "Pull credit",
            "Run AUS",
            "Issue pre-approval",
            "Price and quote",
            "Send LE",
            "Receive intent to proceed",
            "Lock rate",
            "Lock expires in 5 days",
            "Request needs list",
            "Order appraisal",
            "Order title",
            "Order flood certificate",
            "Order homeowners insurance",
            "Order verification of employment",
            "Order payoff",
            "Order condo questionnaire",
            "Submit to lender",
            "Review approval",
            "Collect conditions",
            "Resubmit",
            "Clear to close",
            "Send CD",
            "Schedule closing",
            "Docs out",
            "Verify funding",
            "Send post-close letter",
            "Say thank you and ask for a review",
            "Annual review",
        ]
    );

    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = json!(received(&avery, "2026-06-18").await);
    let clocks = avery.get(&format!("/api/loans/{loan}/clocks")).await.expect(200).json;
    let estimate = clocks["clocks"].as_array().unwrap().iter().find(|clock| clock["rule"] == "LoanEstimate").unwrap();
    assert_eq!(estimate["dueOn"], "2026-06-24");
    let send = template(&avery, "Send LE").await;
    let made = &apply(&avery, &[&send["id"]], "LoanId", &loan).await[0];
    assert_eq!(
        (&made["title"], &made["dueDate"], &made["priority"], &made["seat"]["LoanRole"], &made["assigneeName"]),
        (&json!("Send LE"), &estimate["dueOn"], &json!("HIGH"), &json!("DISCLOSURE_DESK"), &json!("Avery Stone"))
    );
    assert_eq!(made["checklist"][0], json!({"text": "Check the fees", "done": false}));
    assert_eq!(made["documents"], json!(["Loan Estimate"]));
    let change = json!([{"path": "loan/applicationReceivedOn", "from": "2026-06-18", "to": "2026-06-22"}]);
    let _ = avery.patch(&format!("/api/loans/{loan}/application"), change).await.expect(200);
    keyturn.do_jobs().await;
    let moved = avery.get(&format!("/api/tasks/{}", made["id"])).await.expect(200);
    assert_eq!(moved.at("/dueDate"), "2026-06-25");
    let appraisal = template(&avery, "Order appraisal").await;
    let made = &apply(&avery, &[&appraisal["id"]], "LoanId", &loan).await[0];
    assert_eq!(made["description"], "For 12 Harbor Road, Oakland, CA.");
    assert!(made["dueDate"].is_string() && made["dueRule"].is_null(), "{made}");
    let their_lead = avery.post("/api/leads", lead("Iris", "Vale", &[owner(&avery).await])).await.expect(201).json;
    let contact = template(&avery, "Contact new lead").await;
    let made = &apply(&avery, &[&contact["id"]], "LeadId", &their_lead["id"]).await[0];
    assert_eq!(
        (&made["description"], &made["assigneeName"]),
        (&json!("Call Iris within five minutes."), &json!("Avery Stone"))
    );
}

/// AUTO-07: an unknown tag is reported with its position, and tags for sealed values are refused. Allowed tags are
/// listed with values of a sample loan.
#[tokio::test]
async fn template_texts_allow_listed_tags_only() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let body = |title: &str, text: &str, about: &str| json!({"about": about, "title": title, "text": text});
    let refused = async |body: Value, field: &str| {
        let refused = grace.post("/api/task-templates", body).await.expect(422).json;
        refused["fields"][field].as_str().map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(
        refused(body("Call {borrower.nickname}", "", "LOAN"), "title").await,
        "There is no tag {borrower.nickname} (character 6)"
    );
    for sealed in ["borrower.ssn", "borrower.birthDate", "borrower.accountNumber"] {
        assert_eq!(
            refused(body("Call", &format!("Number: {{{sealed}}}"), "LOAN"), "text").await,
            format!("{{{sealed}}} is sealed and can't be used in a text (character 9)")
        );
    }
    assert_eq!(
        refused(body("Closing {loan.closingDate}", "", "LEAD"), "title").await,
        "A lead has no {loan.closingDate} (character 9)"
    );
    assert_eq!(
        refused(body("Call {borrower.name", "", "LOAN"), "title").await,
        "The brace is not closed (character 6)"
    );
    let tags = grace.get("/api/task-templates").await.expect(200).json["tags"].clone();
    for tag in tags.as_array().unwrap() {
        assert!(!tag["sample"].as_str().unwrap().is_empty(), "{tag}");
        let title = format!("About {{{}}}", tag["name"].as_str().unwrap());
        let _ = grace.post("/api/task-templates", body(&title, "", "LOAN")).await.expect(201);
    }
    let avery = cove.sign_in("avery.stone").await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let named = template(&avery, "About {borrower.name}").await;
    let made = &apply(&avery, &[&named["id"]], "LoanId", &loan["id"]).await[0];
    assert_eq!(made["title"], "About Maya Ortiz");
}

/// Grace adds, changes and removes a template, all audited. Others may only use templates. Errors are reported by
/// field, and templates can't be applied beyond reach.
#[tokio::test]
async fn grace_manages_the_templates() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let body = json!({
        "about": "LOAN", "title": "Wire instructions", "text": "Call the title company.", "priority": "HIGH",
        "dueRule": {"days": 1, "count": "BUSINESS", "side": "BEFORE", "of": "CLOSING"},
        "seat": {"LoanRole": "FUNDER", "primary": true}, "checklist": [" Call ", ""], "documents": ["Wire form"],
    });
    let _ = avery.post("/api/task-templates", body.clone()).await.expect(403);
    let made = grace.post("/api/task-templates", body.clone()).await.expect(201).json;
    assert_eq!((&made["checklist"], &made["version"]), (&json!(["Call"]), &json!(1)));
    let path = format!("/api/task-templates/{}", made["id"]);
    let mut changed = body.clone();
    changed["title"] = json!("Confirm wire instructions");
    let _ = avery.patch_version(&path, 1, changed.clone()).await.expect(403);
    let is = grace.patch_version(&path, 1, changed.clone()).await.expect(200);
    assert_eq!((is.at("/title"), is.at("/version")), (&json!("Confirm wire instructions"), &json!(2)));
    let _ = grace.patch_version(&path, 1, body.clone()).await.expect(409);
    for (wrong, field) in [
        (json!({"about": "LOAN", "title": " "}), "title"),
        (json!({"about": "LOAN", "title": "order APPRAISAL"}), "title"),
        (json!({"about": "LOAN", "title": "x", "text": "x".repeat(4_001)}), "text"),
        (json!({"about": "LEAD", "title": "x", "seat": {"LoanRole": "FUNDER", "primary": true}}), "seat"),
        (json!({"about": "LEAD", "title": "x", "dueRule": changed["dueRule"]}), "dueRule"),
        (json!({"about": "LOAN", "title": "x", "checklist": vec!["y"; 51]}), "checklist"),
        (json!({"about": "LOAN", "title": "x", "documents": ["y".repeat(101)]}), "documents"),
    ] {
        let refused = grace.post("/api/task-templates", wrong).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }

    let marcus = cove.sign_in("marcus.bell").await;
    let theirs = loans::create(&marcus, "Quentin", "Zephyrine").await;
    let own = loans::create(&avery, "Maya", "Ortiz").await;
    let lead_template = template(&avery, "Contact new lead").await;
    for wrong in [
        json!({"templateIds": [made["id"]], "LoanId": theirs["id"]}),
        json!({"templateIds": [], "LoanId": own["id"]}),
        json!({"templateIds": [lead_template["id"]], "LoanId": own["id"]}),
        json!({"templateIds": [999_999_999], "LoanId": own["id"]}),
        json!({"templateIds": [made["id"]]}),
    ] {
        let _ = avery.post("/api/tasks/from-templates", wrong).await.expect(422);
    }
    assert_eq!(avery.get("/api/tasks").await.expect(200).at("/count"), 0);
    let _ = apply(&avery, &[&made["id"]], "LoanId", &own["id"]).await;
    let _ = avery.delete(&path).await.expect(403);
    let _ = grace.delete(&path).await.expect(204);
    let _ = grace.delete(&path).await.expect(404);
    assert_eq!(avery.get("/api/tasks").await.expect(200).at("/rows/0/title"), "Confirm wire instructions");
    let entries = audit_of(&keyturn, cove.id, "task-template", made["id"].as_i64().unwrap()).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["task-template.create", "task-template.edit", "task-template.remove"]);
}

/// Tasks due in business days follow a calendar change.
#[tokio::test]
async fn tasks_follow_a_changed_calendar() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let rule = json!({"days": 3, "count": "BUSINESS", "side": "BEFORE", "of": "CLOSING"});
    let task = json!({"title": "Send the CD", "LoanId": loan["id"], "dueRule": rule});
    let task = avery.post("/api/tasks", task).await.expect(201).json;
    let closing = format!("/api/loans/{}/closing-date", loan["id"]);
    let _ = avery.put(&closing, json!({"from": null, "closingOn": "2026-11-30"})).await.expect(200);
    keyturn.do_jobs().await;
    let unit = format!("/api/org-units/{}", cove.id);
    let version = grace.get(&unit).await.expect(200).at("/version").as_i64().unwrap();
    let holidays = json!({"holidays": [{"date": "2026-11-27", "name": "Bridge"}]});
    let _ = grace.patch_version(&unit, version, holidays).await.expect(200);
    keyturn.do_jobs().await;
    assert_eq!(avery.get(&format!("/api/tasks/{}", task["id"])).await.expect(200).at("/dueDate"), "2026-11-23");
}
