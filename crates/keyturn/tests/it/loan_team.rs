//! Loan team members beside the officer.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{
    Client, Company, Keyturn,
    officer::{fixture, from_file, import_fnma, import_mismo, manual, membership},
};

/// Memberships of the company's users by the local part of their email address.
async fn memberships(cove: &Company<'_>, names: &[&str]) -> BTreeMap<String, i64> {
    let mut of = BTreeMap::new();
    for name in names {
        of.insert((*name).to_owned(), membership(&cove.sign_in(name).await).await);
    }
    of
}

fn member(role: &str, primary: bool, id: i64) -> Value {
    // Other fields that the form has are sent along and ignored.
    json!({"LoanRole": role, "primary": primary, "WizeUserOrgUnitId": id, "fullName": "Somebody", "WizeRoles": []})
}

fn loan_of(officer: i64, others: Value) -> Value {
    let mut payload = manual("Maya", "Ortiz", officer);
    let object = payload["otherUsers"].as_object_mut().unwrap();
    for (key, value) in others.as_object().unwrap() {
        object.insert(key.clone(), value.clone());
    }
    payload
}

fn team_of(loan: &Value) -> Vec<(&str, bool, &str)> {
    let team = loan["team"].as_array().unwrap().iter();
    team.map(|one| {
        (one["LoanRole"].as_str().unwrap(), one["primary"].as_bool().unwrap(), one["name"].as_str().unwrap())
    })
    .collect()
}

/// Sets an officer's default team.
async fn default_team(grace: &Client, officer: i64, team: Value) {
    let path = format!("/api/user-org-units/{officer}/loan-team");
    let request = grace.request(reqwest::Method::PUT, &path).header("if-match", "0").json(&team);
    let _ = grace.send(request).await.expect(200);
}

/// TEAM-02: Grace creates Avery's loan with all slots filled. The team is stored and audited, and each member can open
/// the loan and gets an email.
#[tokio::test]
async fn a_loan_begins_with_its_team() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let people = [
        "avery.stone",
        "priya.nguyen",
        "paul.okafor",
        "rosa.martinez",
        "jamie.lin",
        "dana.price",
        "carl.jensen",
        "mei.tanaka",
    ];
    let of = memberships(&cove, &people).await;
    let others = json!({
        "loanAssistant": member("ASSISTANT", true, of["jamie.lin"]),
        "ProcessorUser": member("PROCESSOR", true, of["paul.okafor"]),
        "WizeUsers": [
            member("CLOSER", true, of["carl.jensen"]),
            member("FUNDER", true, of["carl.jensen"]),
            member("PROCESSOR", false, of["rosa.martinez"]),
            member("ORIGINATOR", false, of["priya.nguyen"]),
            member("DISCLOSURE_DESK", true, of["dana.price"]),
            member("LOCK_DESK", true, of["mei.tanaka"]),
            member("PAYROLL", false, of["mei.tanaka"]),
        ],
    });
    let made = grace.post("/api/loans", loan_of(of["avery.stone"], others)).await.expect(201).json;
    let team = [
        ("ORIGINATOR", true, "Avery Stone"),
        ("ORIGINATOR", false, "Priya Nguyen"),
        ("PROCESSOR", true, "Paul Okafor"),
        ("PROCESSOR", false, "Rosa Martinez"),
        ("ASSISTANT", true, "Jamie Lin"),
        ("DISCLOSURE_DESK", true, "Dana Price"),
        ("FUNDER", true, "Carl Jensen"),
        ("PAYROLL", false, "Mei Tanaka"),
        ("LOCK_DESK", true, "Mei Tanaka"),
        ("CLOSER", true, "Carl Jensen"),
    ];
    assert_eq!(team_of(&made), team);
    assert_eq!(made["team"][2]["branchName"], "Bayside");
    let path = format!("/api/loans/{}", made["id"]);
    for name in people {
        let seen = cove.sign_in(name).await.get(&path).await.expect(200).json;
        assert_eq!(team_of(&seen), team, "{name}");
    }
    let entries = audit_of(&keyturn, cove.id, "loan", made["id"].as_i64().unwrap()).await;
    let noted = entries[0].2["team"].as_array().unwrap();
    assert_eq!(noted.len(), team.len());
    assert_eq!(noted[1], json!({"LoanRole": "ORIGINATOR", "primary": false, "WizeUserOrgUnitId": of["priya.nguyen"]}));
    keyturn.do_jobs().await;
    for name in people {
        let mails = keyturn.mail_to(&format!("{name}@cove.example"));
        let told = mails.iter().filter(|mail| mail.subject.starts_with("You are on the team of loan"));
        assert_eq!(told.count(), 1, "{name}, in however many slots");
    }
}

/// A loan from a file has its team too.
#[tokio::test]
async fn a_loan_from_a_file_begins_with_its_team() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let of = memberships(&cove, &["avery.stone", "jamie.lin"]).await;
    let read = import_fnma(&avery, "couple.fnm", fixture("couple-buys-condominium.fnm")).await.expect(200).json;
    let mut fnma = from_file(&read, of["avery.stone"]);
    let read = import_mismo(&avery, "purchase.xml", fixture("conventional-purchase.xml")).await.expect(200).json;
    let mut mismo = from_file(&read, of["avery.stone"]);
    mismo["importType"] = json!("ACTIVE_LOAN");
    for (path, payload) in [("/api/loans/from-file", &mut fnma), ("/api/loans/from-mismo", &mut mismo)] {
        payload["otherUsers"]["loanAssistant"] = member("ASSISTANT", true, of["avery.stone"]);
        let refused = avery.post(path, payload.clone()).await.expect(422);
        assert!(refused.json["fields"]["otherUsers/loanAssistant/WizeUserOrgUnitId"].is_string(), "{}", refused.json);
        // The file can still be used.
        payload["otherUsers"]["loanAssistant"] = member("ASSISTANT", true, of["jamie.lin"]);
        let made = avery.post(path, payload.clone()).await.expect(201).json;
        assert_eq!(team_of(&made), [("ORIGINATOR", true, "Avery Stone"), ("ASSISTANT", true, "Jamie Lin")]);
    }
}

/// TEAM-24: every entry is checked: an active user of the company, with the role, in a matching slot, and nobody twice
/// in a pair.
#[tokio::test]
async fn team_errors_are_reported_by_entry() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let of =
        memberships(&cove, &["avery.stone", "paul.okafor", "jamie.lin", "carl.jensen", "mei.tanaka", "dana.price"])
            .await;
    let foreign = membership(&keyturn.sign_in("sofia.marino@prairie.example").await).await;
    let (avery, paul, jamie) = (of["avery.stone"], of["paul.okafor"], of["jamie.lin"]);
    let pair = |role: &str, id: i64| json!({"WizeUsers": [member(role, true, id), member(role, false, id)]});
    let who = "Choose an active user with this role";
    let second = "otherUsers/WizeUsers/1/WizeUserOrgUnitId";
    for (others, path, message) in [
        (
            json!({"WizeUsers": [member("ORIGINATOR", false, avery)]}),
            "otherUsers/WizeUsers/0/WizeUserOrgUnitId",
            "Additional LO can't be same as Loan Officer",
        ),
        (pair("PROCESSOR", paul), second, "Additional Processor can't be same as Processor"),
        (pair("ASSISTANT", jamie), second, "Additional LOA can't be same as LOA"),
        (
            pair("DISCLOSURE_DESK", of["dana.price"]),
            second,
            "Additional Disclosure Desk can't be same as Disclosure Desk",
        ),
        (pair("FUNDER", of["carl.jensen"]), second, "Additional Funder can't be same as Funder"),
        (pair("PAYROLL", of["mei.tanaka"]), second, "Additional Payroll can't be same as Payroll"),
        (pair("LOCK_DESK", of["mei.tanaka"]), second, "Additional Lock Desk can't be same as Lock Desk"),
        (pair("CLOSER", of["carl.jensen"]), second, "Additional Closer can't be same as Closer"),
        (json!({"WizeUsers": [member("CLOSER", true, paul)]}), "otherUsers/WizeUsers/0/WizeUserOrgUnitId", who),
        (
            json!({"ProcessorUser": member("PROCESSOR", true, foreign)}),
            "otherUsers/ProcessorUser/WizeUserOrgUnitId",
            who,
        ),
        (
            json!({"ProcessorUser": member("PROCESSOR", true, 999_999)}),
            "otherUsers/ProcessorUser/WizeUserOrgUnitId",
            who,
        ),
        (
            json!({"ProcessorUser": member("ASSISTANT", true, jamie)}),
            "otherUsers/ProcessorUser/LoanRole",
            "This slot is for another role",
        ),
        (
            json!({"loanAssistant": member("ASSISTANT", false, jamie)}),
            "otherUsers/loanAssistant/LoanRole",
            "This slot is for another role",
        ),
        (
            json!({"ProcessorUser": member("PROCESSOR", true, paul),
                "WizeUsers": [member("CONTRACTPROCESSOR", true, paul)]}),
            "otherUsers/WizeUsers/0/LoanRole",
            "This slot is filled already",
        ),
        (
            json!({"WizeUsers": [member("ORIGINATOR", true, avery)]}),
            "otherUsers/WizeUsers/0/LoanRole",
            "This slot is filled already",
        ),
        (
            json!({"WizeUsers": vec![member("CLOSER", true, paul); 16]}),
            "otherUsers/WizeUsers",
            "must have at most 15 entries",
        ),
        (json!({"ProcessorOrgUnitId": 1}), "otherUsers/ProcessorOrgUnitId", "must be null"),
    ] {
        let refused = grace.post("/api/loans", loan_of(avery, others.clone())).await.expect(422);
        assert_eq!(refused.json["fields"][path], message, "{others}");
    }
    let wizard = json!({"WizeUsers": [member("WIZARD", true, paul)]});
    let _ = grace.post("/api/loans", loan_of(avery, wizard)).await.expect(422);
    assert_eq!(grace.get("/api/loans").await.expect(200).json["count"], 0);
}

/// TEAM-33: Avery can't modify processors, so she gets the processor of her default team only. The same applies to
/// desks. Loan reviewers choose freely.
#[tokio::test]
async fn hidden_slots_get_the_officers_defaults() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let of = memberships(&cove, &["avery.stone", "paul.okafor", "rosa.martinez", "carl.jensen", "dana.price"]).await;
    let officer = of["avery.stone"];
    let processor = |id: i64| json!({"ProcessorUser": member("PROCESSOR", true, id)});
    let desk = |role: &str, id: i64| json!({"WizeUsers": [member(role, true, id)]});
    for others in [processor(of["paul.okafor"]), desk("CLOSER", of["carl.jensen"])] {
        let _ = avery.post("/api/loans", loan_of(officer, others)).await.expect(403);
    }
    let team = json!([member("PROCESSOR", true, of["paul.okafor"]), member("CLOSER", true, of["carl.jensen"])]);
    default_team(&grace, officer, team).await;
    for (others, status) in [
        (processor(of["paul.okafor"]), 201),
        (processor(of["rosa.martinez"]), 403),
        (desk("CLOSER", of["carl.jensen"]), 201),
        // In the default team, but in another role.
        (desk("FUNDER", of["carl.jensen"]), 403),
        (desk("DISCLOSURE_DESK", of["dana.price"]), 403),
    ] {
        let answer = avery.post("/api/loans", loan_of(officer, others.clone())).await;
        assert_eq!(answer.status, status, "{others}: {}", answer.json);
    }
    let paul = cove.sign_in("paul.okafor").await;
    let _ = paul.post("/api/loans", loan_of(officer, processor(of["rosa.martinez"]))).await.expect(201);
    let _ = paul.post("/api/loans", loan_of(officer, desk("DISCLOSURE_DESK", of["dana.price"]))).await.expect(403);
}

/// Users who couldn't open the loan are warned before and after saving: Jamie isn't on the team, and Beth is in another
/// branch.
#[tokio::test]
async fn users_who_could_not_open_the_loan_are_warned() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (jamie, beth) = (cove.sign_in("jamie.lin").await, cove.sign_in("beth.sullivan").await);
    let of = memberships(&cove, &["avery.stone", "marcus.bell", "jamie.lin"]).await;
    let check = async |client: &Client, officer: i64, others: Value| {
        let body = json!({"LoanOfficerId": officer, "otherUsers": others});
        client.post("/api/loans/check-team", body).await.expect(200).json["warning"].clone()
    };
    let not_in_team = json!({"code": "NOT_IN_TEAM",
        "text": "You will not have access to this loan as you are not on its team."});
    let other_branch = json!({"code": "OTHER_BRANCH",
        "text": "You will not have access to this loan in the current branch as the Loan Officer belongs to another branch."});
    let assists = json!({"loanAssistant": member("ASSISTANT", true, of["jamie.lin"])});
    assert_eq!(check(&jamie, of["avery.stone"], json!({})).await, not_in_team);
    assert_eq!(check(&jamie, of["avery.stone"], assists.clone()).await, Value::Null);
    assert_eq!(check(&beth, of["avery.stone"], json!({})).await, Value::Null);
    assert_eq!(check(&beth, of["marcus.bell"], json!({})).await, other_branch);
    // An unknown officer is reported on saving.
    assert_eq!(check(&beth, 999_999, json!({})).await, Value::Null);

    let made = jamie.post("/api/loans", loan_of(of["avery.stone"], json!({}))).await.expect(201).json;
    assert_eq!(made["accessWarning"], not_in_team);
    let _ = jamie.get(&format!("/api/loans/{}", made["id"])).await.expect(404);
    let made = jamie.post("/api/loans", loan_of(of["avery.stone"], assists)).await.expect(201).json;
    assert!(made.get("accessWarning").is_none(), "{made}");
    let _ = jamie.get(&format!("/api/loans/{}", made["id"])).await.expect(200);
}

/// The processor search takes the officer and finds processors of the officer's branch and headquarters.
#[tokio::test]
async fn processors_are_searched_in_the_officers_branch_and_headquarters() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let of = memberships(&cove, &["avery.stone", "marcus.bell"]).await;
    let found = async |officer: Option<i64>| {
        let near = officer.map(|id| format!("&loanOfficerId={id}")).unwrap_or_default();
        let path = format!("/api/users/search/flat?roles=[\"PROCESSOR\",\"CONTRACTPROCESSOR\"]&applyTags=true{near}");
        let page = avery.get(&path).await.expect(200).json;
        page["users"]
            .as_array()
            .unwrap()
            .iter()
            .map(|user| user["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(found(None).await, ["Rosa Martinez", "Paul Okafor"]);
    assert_eq!(found(Some(of["avery.stone"])).await, ["Paul Okafor"]);
    assert_eq!(found(Some(of["marcus.bell"])).await, ["Rosa Martinez"]);
}

/// TEAM-08, TEAM-09, TEAM-10: a user option has the specified keys, including those of the loan flow.
#[tokio::test]
async fn a_user_option_has_its_keys() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let page =
        avery.get("/api/users/search/flat?roles=[\"ASSISTANT\"]&string=jamie&applyTags=true").await.expect(200).json;
    let jamie = &page["users"][0];
    for key in ["id", "WizeUserOrgUnitId", "WizeOrgUnitId"] {
        assert!(jamie[key].is_i64(), "{key} of {jamie}");
    }
    let texts = ["firstName", "lastName", "name", "fullName", "email", "tag"].map(|key| jamie[key].as_str().unwrap());
    assert_eq!(texts, ["Jamie", "Lin", "Jamie Lin", "Jamie Lin", "jamie.lin@cove.example", "Bayside"]);
    assert!(jamie.as_object().unwrap().contains_key("profileImage"));
    assert_eq!(jamie["WizeOrgUnit"], json!({"displayName": "Bayside", "isHeadQuarter": false}));
    assert_eq!((&jamie["WizeRoles"], &jamie["isContractProcessor"]), (&json!([{"name": "Assistant"}]), &json!(false)));
    let page = avery.get("/api/users/search/flat?roles=[\"FUNDER\"]&applyTags=true").await.expect(200).json;
    assert_eq!(page["users"][0]["tag"], "HQ");
    let untagged = avery.get("/api/users/search/flat?roles=[\"FUNDER\"]").await.expect(200).json;
    assert_eq!(untagged["users"][0]["tag"], Value::Null);
}

/// LOAN-20: the borrower is invited to the officer's own borrower portal, or else to the company's.
#[tokio::test]
async fn borrowers_are_invited_to_the_right_portal() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let officer = membership(&avery).await;
    let invited = |first: &str, invite: bool| {
        let mut payload = manual(first, "Ortiz", officer);
        payload["inviteBorrower"] = json!(invite);
        payload
    };
    let _ = avery.post("/api/loans", invited("Noor", false)).await.expect(201);
    let made = avery.post("/api/loans", invited("Maya", true)).await.expect(201).json;
    assert_eq!(made["inviteBorrower"], true);
    keyturn.do_jobs().await;
    assert!(keyturn.mail_to("noor.ortiz@example.com").is_empty());
    let [mail] = &keyturn.mail_to("maya.ortiz@example.com")[..] else { panic!("not one mail") };
    assert_eq!(mail.subject, "Avery Stone invites you to your loan application");
    let nmls_id: String = sqlx::query_scalar("select coalesce(nmls_id, '') from org_unit where id = $1")
        .bind(cove.id)
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let expected = if nmls_id.is_empty() { keyturn.base.clone() } else { format!("{}/{nmls_id}", keyturn.base) };
    assert!(mail.text.contains(&format!("{expected}\n")), "{}", mail.text);

    let officer_nmls_id: String =
        sqlx::query_scalar("select nmls_id from app_user where email_key = 'avery.stone@cove.example'")
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
    for (sql, address) in [
        (
            "insert into org_domain (host, context, org_unit_id) values ('apply.cove.example', 'POS', $1)",
            "https://apply.cove.example\n".to_owned(),
        ),
        (
            "update app_user set borrower_portal_url = 'https://apply.cove.example/avery'
          where email_key = 'avery.stone@cove.example' and $1 > 0",
            format!("https://apply.cove.example/avery/{officer_nmls_id}\n"),
        ),
    ] {
        sqlx::query(sql).bind(cove.id).execute(&mut keyturn.superuser().await).await.unwrap();
        let _ = avery.post("/api/loans", invited("Maya", true)).await.expect(201);
        keyturn.do_jobs().await;
        let mails = keyturn.mail_to("maya.ortiz@example.com");
        assert!(mails.last().unwrap().text.contains(&address), "{}", mails.last().unwrap().text);
    }
}

fn slot(name: &str, from: Option<i64>, to: Option<(&str, i64)>) -> Value {
    let to = to.map(|(role, id)| json!({"LoanRole": role, "WizeUserOrgUnitId": id}));
    json!({"slot": name, "from": from, "to": to})
}

/// Grace gives Avery's loan a processor and an assistant, and then moves it to Marcus of another branch, who finds it
/// there. Each change is audited, kept in the team history, and sent by email.
#[tokio::test]
async fn the_team_of_a_loan_changes_slot_by_slot() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let (beth, tom) = (cove.sign_in("beth.sullivan").await, cove.sign_in("tom.reyes").await);
    let of = memberships(&cove, &["avery.stone", "paul.okafor", "jamie.lin", "marcus.bell"]).await;
    let avery = of["avery.stone"];
    let id = grace.post("/api/loans", manual("Maya", "Ortizen", avery)).await.expect(201).json["id"].as_i64().unwrap();
    let path = format!("/api/loans/{id}/team");
    let given = json!([
        slot("loanProcessor", None, Some(("PROCESSOR", of["paul.okafor"]))),
        slot("juniorLOA", None, Some(("ASSISTANT", of["jamie.lin"]))),
        slot("Closer", None, None),
    ]);
    let is = grace.patch(&path, given).await.expect(200).json;
    let team =
        [("ORIGINATOR", true, "Avery Stone"), ("PROCESSOR", true, "Paul Okafor"), ("ASSISTANT", false, "Jamie Lin")];
    assert_eq!((team_of(&is), &is["version"]), (team.to_vec(), &json!(2)));
    keyturn.do_jobs().await;
    assert!(
        keyturn.mail_to("paul.okafor@cove.example").iter().any(|mail| mail.subject.contains("on the team of loan"))
    );

    // Beth sends stale values, and nothing is written.
    let late = json!([
        slot("loanOfficerAssistant", None, Some(("ASSISTANT", of["jamie.lin"]))),
        slot("loanProcessor", None, None),
        slot("loanProcessor", None, None),
    ]);
    let refused = beth.patch(&path, late).await.expect(422).json;
    assert_eq!(refused["fields"], json!({"loanProcessor": "This slot is changed already"}));
    let late = json!([
        slot("DisclosureDesk", None, None),
        slot("loanProcessor", None, Some(("PROCESSOR", of["paul.okafor"]))),
        slot("juniorLOA", None, None),
    ]);
    let refused = beth.patch(&path, late).await.expect(409).json;
    assert_eq!(refused["message"], "Grace Whitfield has changed this loan’s team in the meantime.");
    let conflicts = refused["details"]["conflicts"].as_array().unwrap();
    let told: Vec<_> = conflicts.iter().map(|one| (&one["slot"], &one["member"]["name"], &one["changedBy"])).collect();
    let (paul, jamie, who) = (json!("Paul Okafor"), json!("Jamie Lin"), json!("Grace Whitfield"));
    assert_eq!(told, [(&json!("loanProcessor"), &paul, &who), (&json!("juniorLOA"), &jamie, &who)]);

    assert_eq!(tom.get("/api/loans?string=ortizen").await.expect(200).json["count"], 0);
    let change = json!([
        slot("loanOfficer", Some(avery), Some(("ORIGINATOR", of["marcus.bell"]))),
        slot("juniorLOA", Some(of["jamie.lin"]), None),
    ]);
    let is = grace.patch(&path, change).await.expect(200).json;
    assert_eq!(team_of(&is), [("ORIGINATOR", true, "Marcus Bell"), ("PROCESSOR", true, "Paul Okafor")]);
    assert_eq!((&is["officer"]["name"], &is["branch"]["displayName"]), (&json!("Marcus Bell"), &json!("Summit")));
    assert_eq!(
        tom.get("/api/loans?string=ortizen").await.expect(200).json["count"],
        1,
        "it is found in its new branch"
    );
    assert_eq!(beth.get("/api/loans?string=ortizen").await.expect(200).json["count"], 0);
    let _ = beth.patch(&path, json!([slot("juniorLOA", None, None)])).await.expect(404);

    let entries = audit_of(&keyturn, cove.id, "loan", id).await;
    let actions: Vec<_> = entries.iter().map(|entry| entry.0.as_str()).collect();
    assert_eq!(actions, ["loan.create", "loan.team-change", "loan.reassign", "loan.team-change"]);
    assert_eq!(entries[1].1, json!({"loanProcessor": null, "juniorLOA": null}));
    assert_eq!(entries[1].2, json!({"loanProcessor": of["paul.okafor"], "juniorLOA": of["jamie.lin"]}));
    let mut program = keyturn.program().await;
    for forbidden in ["update loan_team_change set after_id = null", "delete from loan_team_change"] {
        let refused = sqlx::query(forbidden).execute(&mut program).await.unwrap_err();
        assert!(refused.to_string().contains("permission denied"), "{refused}");
    }
}

/// Users who can't fill a slot are refused, errors are reported by slot, and read-only loans can't be changed.
#[tokio::test]
async fn team_change_errors_are_reported_by_slot() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let of = memberships(&cove, &["avery.stone", "priya.nguyen", "paul.okafor", "jamie.lin", "carl.jensen"]).await;
    let officer = of["avery.stone"];
    let loan = avery.post("/api/loans", manual("Maya", "Ortiz", officer)).await.expect(201).json;
    let path = format!("/api/loans/{}/team", loan["id"]);
    let processor = json!([slot("loanProcessor", None, Some(("PROCESSOR", of["paul.okafor"])))]);
    let _ = avery.patch(&path, processor.clone()).await.expect(403);
    let desk = json!([slot("Closer", None, Some(("CLOSER", of["carl.jensen"])))]);
    let _ = avery.patch(&path, desk).await.expect(403);
    let foreign = keyturn.sign_in("alice.monroe@prairie.example").await;
    let _ = foreign.patch(&path, processor.clone()).await.expect(404);
    let who = "Choose an active user with this role";
    for (change, field, message) in [
        (slot("loanProcessors", None, None), "slot", "must be a slot of the form"),
        (slot("loanOfficer", Some(officer), None), "loanOfficer", "Loan Officer is required"),
        (slot("juniorLOA", None, Some(("PROCESSOR", of["paul.okafor"]))), "juniorLOA", "This slot is for another role"),
        (slot("juniorLOA", None, Some(("ASSISTANT", of["paul.okafor"]))), "juniorLOA", who),
        (slot("juniorLOA", None, Some(("ASSISTANT", membership(&foreign).await))), "juniorLOA", who),
        (
            slot("juniorLoanOfficer", None, Some(("ORIGINATOR", officer))),
            "juniorLoanOfficer",
            "Additional LO can't be same as Loan Officer",
        ),
    ] {
        let refused = grace.patch(&path, json!([change])).await.expect(422).json;
        assert_eq!(refused["fields"], json!({field: message}));
    }
    let _ = grace.patch(&path, json!([])).await.expect(422);

    // Users may give a loan away and are told that they lose access.
    let away = json!([slot("loanOfficer", Some(officer), Some(("ORIGINATOR", of["priya.nguyen"])))]);
    let given = avery.patch(&path, away).await.expect(200).json;
    assert_eq!(given["accessWarning"]["code"], "NOT_IN_TEAM");
    let _ = avery.get(&format!("/api/loans/{}", loan["id"])).await.expect(404);

    let _ = grace.patch(&path, processor).await.expect(200);
    let lookups = grace.get("/api/lookups/data").await.expect(200).json;
    let archived = lookups["loanStages"].as_array().unwrap().iter().find(|stage| stage["kind"] == "Withdrawn").unwrap();
    let end = json!({"from": loan["stage"]["id"], "stageId": archived["id"], "reason": "Moved abroad"});
    let _ = grace.put(&format!("/api/loans/{}/stage", loan["id"]), end).await.expect(200);
    let emptied = json!([slot("loanProcessor", Some(of["paul.okafor"]), None)]);
    let _ = grace.patch(&path, emptied).await.expect(423);
}
