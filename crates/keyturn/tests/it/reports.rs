//! Reports of a period, by permission and reach.

use serde_json::{Value, json};
use testkit::{Client, Keyturn};

const AUTUMN: &str = "from=2026-10-01&to=2026-12-31";

async fn stage(client: &Client, kind: &str) -> Value {
    let lookups = client.get("/api/lookups/data").await.expect(200).json;
    let stages = lookups["loanStages"].as_array().unwrap();
    stages.iter().find(|stage| stage["kind"] == kind).unwrap()["id"].clone()
}

/// A loan with amount, application date, and optional ending.
async fn loan(client: &Client, last: &str, amount: &str, applied_on: &str, end: Option<(&str, Value)>) {
    let id = crate::loans::create(client, "Maya", last).await["id"].clone();
    let change = json!([
        {"path": "loan/baseAmount", "from": null, "to": amount},
        {"path": "loan/applicationReceivedOn", "from": null, "to": applied_on},
    ]);
    client.patch(&format!("/api/loans/{id}/application"), change).await.expect(200);
    if let Some((kind, told)) = end {
        let mut body = json!({"from": stage(client, "ApplicationStarted").await, "stageId": stage(client, kind).await});
        body.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
        client.put(&format!("/api/loans/{id}/stage"), body).await.expect(200);
    }
}

/// Three of Avery's loans in Bayside and one of Marcus's in Summit.
async fn loans_of_autumn(avery: &Client, marcus: &Client) {
    let funded = |on: &str| Some(("Funded", json!({"fundedDate": on})));
    loan(avery, "Ortiz", "412000.00", "2026-10-05", funded("2026-11-02")).await;
    loan(avery, "Reyes", "300000.50", "2026-09-30", funded("2026-11-20")).await;
    loan(avery, "Lund", "250000.00", "2026-11-01", Some(("Denied", json!({"denialReasons": [1]})))).await;
    loan(marcus, "Stein", "587500.00", "2026-10-01", funded("2026-10-15")).await;
}

/// NAV-41, NAV-42: call and state reports require the call report permission, and revenue reports theirs. Branch
/// administrators get the branch, and company administrators get everything.
#[tokio::test]
async fn reports_are_limited_by_permission_and_reach() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, marcus) = (cove.sign_in("avery.stone").await, cove.sign_in("marcus.bell").await);
    loans_of_autumn(&avery, &marcus).await;

    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let call = grace.get(&format!("/api/reports/call?{AUTUMN}")).await.expect(200).json;
    let line = |name: &str, count: i64, amount: &str| json!({"line": name, "count": count, "LoanAmount": amount});
    assert_eq!(
        call["rows"],
        json!([
            line("RECEIVED", 3, "1249500.00"),
            line("APPROVED_NOT_ACCEPTED", 0, "0.00"),
            line("DENIED", 1, "250000.00"),
            line("WITHDRAWN", 0, "0.00"),
            line("INCOMPLETE", 0, "0.00"),
            line("FUNDED", 3, "1299500.50"),
        ])
    );
    let state = grace.get(&format!("/api/reports/state?{AUTUMN}")).await.expect(200).json;
    let sum = |count: i64, amount: &str| json!({"count": count, "LoanAmount": amount});
    assert_eq!(
        state["rows"],
        json!([{"StateCode": "CA", "received": sum(3, "1249500.00"), "funded": sum(3, "1299500.50")}])
    );
    let revenue = grace.get(&format!("/api/reports/revenue?{AUTUMN}")).await.expect(200).json;
    let month = |day: &str, count: i64, amount: &str| json!({"month": day, "count": count, "LoanAmount": amount});
    let [october, november] = [month("2026-10-01", 1, "587500.00"), month("2026-11-01", 2, "712000.50")];
    assert_eq!(revenue["rows"], json!([october, november]));
    let before = grace.get("/api/reports/revenue?from=2025-01-01&to=2025-12-31").await.expect(200).json;
    assert_eq!(before["rows"], json!([]));

    // Tom administers Summit.
    let tom = cove.sign_in("tom.reyes").await;
    let summit = tom.get(&format!("/api/reports/revenue?{AUTUMN}")).await.expect(200).json;
    assert_eq!(summit["rows"], json!([october]));

    let reports = ["call", "state", "revenue"];
    for (person, allowed) in [
        ("avery.stone", &[][..]),
        ("paul.okafor", &[]),
        ("lena.fischer", &[]),
        ("omar.haddad", &["call", "state"]),
        ("mei.tanaka", &["revenue"]),
        ("victor.adeyemi", &reports),
    ] {
        let client = cove.sign_in(person).await;
        for report in reports {
            let status = if allowed.contains(&report) { 200 } else { 403 };
            client.get(&format!("/api/reports/{report}?{AUTUMN}")).await.expect(status);
        }
    }
}

/// The demo company's reports agree with its pipeline: every withdrawn, denied and funded loan counts, and every
/// application by the date in the pipeline.
#[tokio::test]
async fn the_reports_of_the_demo_agree_with_its_pipeline() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await.with_header("x-consolidated", "true");
    let loans = grace.get("/api/loans?limit=100").await.expect(200).json["rows"].as_array().unwrap().clone();
    let dates = loans.iter().flat_map(|loan| [&loan["applicationDate"], &loan["fundedDate"]]).filter_map(Value::as_str);
    let today = jiff::Timestamp::now().to_string();
    let (from, to) = (dates.min().unwrap().to_owned(), &today[..10]);
    let cents = |amount: &Value| amount.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let shown = |is_counted: &dyn Fn(&Value) -> bool| {
        let counted: Vec<_> = loans.iter().filter(|loan| is_counted(loan)).collect();
        (counted.len(), counted.iter().map(|loan| cents(&loan["LoanAmount"])).sum::<i64>())
    };
    let stands_at = |kind: &'static str| move |loan: &Value| loan["stage"]["kind"] == kind;
    let has = |date: &'static str| move |loan: &Value| loan[date].is_string();

    let report = grace.get(&format!("/api/reports/call?from={from}&to={to}")).await.expect(200).json;
    let line = |name: &str| {
        let row = report["rows"].as_array().unwrap().iter().find(|row| row["line"] == name).unwrap();
        (row["count"].as_u64().unwrap() as usize, cents(&row["LoanAmount"]))
    };
    assert_eq!(line("RECEIVED"), shown(&has("applicationDate")));
    assert_eq!(line("FUNDED"), shown(&has("fundedDate")));
    for (name, kind) in [
        ("WITHDRAWN", "Withdrawn"),
        ("DENIED", "Denied"),
        ("INCOMPLETE", "Incomplete"),
        ("APPROVED_NOT_ACCEPTED", "ApprovedNotAccepted"),
    ] {
        assert_eq!(line(name), shown(&stands_at(kind)), "{name}");
    }
    assert_eq!((line("WITHDRAWN").0, line("DENIED").0), (1, 1));
    let state = grace.get(&format!("/api/reports/state?from={from}&to={to}")).await.expect(200).json;
    let received: u64 =
        state["rows"].as_array().unwrap().iter().map(|row| row["received"]["count"].as_u64().unwrap()).sum();
    assert_eq!(received as usize, line("RECEIVED").0);
}

/// Without an application date, pipeline, reports and tasks use the date on which the sixth item arrived. An explicit
/// date takes precedence.
#[tokio::test]
async fn every_screen_uses_one_application_date() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let loan = crate::clocks::received_today(&avery).await;
    let dates = async || {
        let row = avery.get("/api/loans").await.expect(200).json["rows"][0]["applicationDate"].clone();
        let days: (Option<String>, Option<String>) = sqlx::query_as(
            "select l.trid_on::text, d.application_on::text
             from loan l
             join loan_day d on d.company_id = l.company_id and d.loan_id = l.id
             where l.id = $1",
        )
        .bind(loan)
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
        (row, days)
    };
    let (shown, (received, of_tasks)) = dates().await;
    assert_eq!(shown.as_str(), received.as_deref());
    assert_eq!(of_tasks, received);
    let received = received.unwrap();
    let counted = async |day: &str| {
        let report = grace.get(&format!("/api/reports/call?from={day}&to={day}")).await.expect(200).json;
        report["rows"][0]["count"].clone()
    };
    assert_eq!(counted(&received).await, 1);

    let stated = json!([{"path": "loan/applicationReceivedOn", "from": null, "to": "2026-06-18"}]);
    avery.patch(&format!("/api/loans/{loan}/application"), stated).await.expect(200);
    let (shown, (received_now, of_tasks)) = dates().await;
    assert_eq!(
        (shown, received_now.as_deref(), of_tasks.as_deref()),
        (json!("2026-06-18"), Some("2026-06-18"), Some("2026-06-18"))
    );
    assert_eq!((counted("2026-06-18").await, counted(&received).await), (json!(1), json!(0)));
}

/// NAV-43: rate alerts are for users who manage them, for loans within reach, with the pipeline's filter. Others are
/// refused.
#[tokio::test]
async fn rate_alerts_are_for_users_who_manage_them() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, marcus) = (cove.sign_in("avery.stone").await, cove.sign_in("marcus.bell").await);
    for (client, last, lock) in
        [(&avery, "Ortiz", None), (&avery, "Reyes", Some(9)), (&avery, "Lund", Some(40)), (&marcus, "Stein", None)]
    {
        let id = crate::loans::create(client, "Maya", last).await["id"].clone();
        let rate = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
        client.patch(&format!("/api/loans/{id}/application"), rate).await.expect(200);
        if let Some(days) = lock {
            let locked = format!("update loan set lock_expires_on = current_date + {days} where id = {id}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(locked)).execute(&mut keyturn.superuser().await).await.unwrap();
        }
    }
    let count = |list: &Value| list["loans"]["rows"].as_array().unwrap().len();
    for (person, floating, expiring) in [("avery.stone", 1, 1), ("marcus.bell", 1, 0), ("victor.adeyemi", 2, 1)] {
        let client = cove.sign_in(person).await.with_header("x-consolidated", "true");
        let told = client.get("/api/rate-alerts/loans").await.expect(200).json;
        assert_eq!((count(&told["floating"]), count(&told["expiring"])), (floating, expiring), "{person}");
        for list in ["floating", "expiring"] {
            let filter = serde_json::from_str(told[list]["filter"].as_str().unwrap()).unwrap();
            let order = told[list]["orderBy"].as_str().unwrap();
            let asked = crate::pipeline_filters::asked(&filter);
            let all = client.get(&format!("/api/loans?{asked}&orderBy={order}")).await.expect(200).json;
            assert_eq!(all["rows"], told[list]["loans"]["rows"], "{list} for {person}");
        }
    }
    for person in ["paul.okafor", "dana.price", "mei.tanaka"] {
        cove.sign_in(person).await.get("/api/rate-alerts/loans").await.expect(403);
    }
}

/// A report requires a limited period.
#[tokio::test]
async fn the_period_of_a_report_is_checked() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    for (period, message) in [
        ("from=2026-10-02&to=2026-10-01", "must not be before the first day"),
        ("from=2020-01-01&to=2026-10-01", "must be at most three years after the first day"),
    ] {
        let refused = grace.get(&format!("/api/reports/state?{period}")).await.expect(422).json;
        assert_eq!(refused["fields"]["to"], message);
    }
    grace.get("/api/reports/state?from=2023-10-01&to=2026-10-01").await.expect(200);
    grace.get("/api/reports/state?from=2026-10-01").await.expect(422);
}

/// A loan whose Loan Estimate was due on 24 June 2026, and the date when it was given, if any.
async fn estimated(client: &Client, given_on: Option<&str>) -> i64 {
    let loan = crate::clocks::received(client, "2026-06-18").await;
    if let Some(on) = given_on {
        let act = json!({"kind": "LoanEstimate", "on": on, "manner": "InPerson"});
        client.post(&format!("/api/loans/{loan}/clock-acts"), act).await.expect(201);
    }
    loan
}

/// CLOCK-28: met, late and missed deadlines are counted by rule, officer and branch, with the loans of each number,
/// within reach.
#[tokio::test]
async fn the_deadlines_of_a_period_are_counted_with_their_loans() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, marcus) = (cove.sign_in("avery.stone").await, cove.sign_in("marcus.bell").await);
    estimated(&avery, Some("2026-06-22")).await;
    let mut late = Vec::new();
    for on in ["2026-06-25", "2026-06-26", "2026-07-01"] {
        late.push(estimated(&avery, Some(on)).await);
    }
    estimated(&avery, None).await;
    let marcus_late = estimated(&marcus, Some("2026-06-29")).await;

    let june = "from=2026-06-01&to=2026-06-30";
    let report = async |client: &Client, by: &str| {
        client.get(&format!("/api/reports/deadlines?{june}&by={by}")).await.expect(200).json["rows"].clone()
    };
    let counted = |row: &Value| ["met", "late", "missed", "open"].map(|outcome| row[outcome].as_i64().unwrap());
    let row_of = |rows: &Value, name: &str| {
        rows.as_array().unwrap().iter().find(|row| row["name"] == name).cloned().unwrap_or_default()
    };
    let listed = async |client: &Client, by: &str, key: &Value, outcome: &str| {
        let key = key.as_str().map(|key| format!("&key={key}")).unwrap_or_default();
        let path = format!("/api/reports/deadlines/loans?{june}&by={by}{key}&outcome={outcome}");
        client.get(&path).await.expect(200).json
    };

    let own = report(&avery, "Rule").await;
    let estimate = row_of(&own, "Issue Loan Estimate");
    assert_eq!(counted(&estimate), [1, 3, 1, 0]);
    assert_eq!(counted(&row_of(&own, "Provide homeownership counseling list")), [0, 0, 5, 0]);
    let found = listed(&avery, "Rule", &estimate["key"], "Late").await;
    let loans: Vec<_> = found["rows"].as_array().unwrap().iter().map(|row| row["LoanId"].as_i64().unwrap()).collect();
    assert_eq!(loans, late);
    let first = &found["rows"][0];
    assert_eq!((&first["dueOn"], &first["metOn"]), (&json!("2026-06-24"), &json!("2026-06-25")));
    assert_eq!((&first["officerName"], &first["label"]), (&json!("Avery Stone"), &json!("Issue Loan Estimate")));

    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    for by in ["Rule", "Officer", "Branch"] {
        let rows = report(&grace, by).await;
        let late_of_all: i64 = rows.as_array().unwrap().iter().map(|row| row["late"].as_i64().unwrap()).sum();
        assert_eq!(late_of_all, 4, "{by}");
        for row in rows.as_array().unwrap() {
            for (outcome, count) in ["Met", "Late", "Missed", "Open"].into_iter().zip(counted(row)) {
                let found = listed(&grace, by, &row["key"], outcome).await;
                assert_eq!(found["rows"].as_array().unwrap().len() as i64, count, "{by} {row} {outcome}");
            }
        }
    }
    let summit = row_of(&report(&grace, "Officer").await, "Marcus Bell");
    let behind = listed(&grace, "Officer", &summit["key"], "Late").await;
    assert_eq!(behind["rows"][0]["LoanId"], marcus_late);
    // Tom administers Summit.
    let tom = cove.sign_in("tom.reyes").await;
    assert_eq!(counted(&row_of(&report(&tom, "Rule").await, "Issue Loan Estimate")), [0, 1, 0, 0]);
    assert_eq!(listed(&tom, "Rule", &estimate["key"], "Late").await["rows"][0]["LoanId"], marcus_late);

    // A deadline in the future is open.
    let loan = crate::loans::create(&avery, "Ben", "Archer").await["id"].as_i64().unwrap();
    let today = avery.get(&format!("/api/loans/{loan}/clocks")).await.expect(200).json["today"].clone();
    crate::clocks::received(&avery, today.as_str().unwrap()).await;
    let ahead = format!("/api/reports/deadlines?from={}&to=2029-01-01&by=Rule", today.as_str().unwrap());
    let open = avery.get(&ahead).await.expect(200).json["rows"].clone();
    assert_eq!(counted(&row_of(&open, "Issue Loan Estimate")), [0, 0, 0, 1]);

    for (asked, field) in [
        ("from=2026-10-02&to=2026-10-01&by=Rule&outcome=Late", "to"),
        ("from=2026-06-01&to=2026-06-30&by=Rule&outcome=Late&limit=101", "limit"),
    ] {
        let refused = grace.get(&format!("/api/reports/deadlines/loans?{asked}")).await.expect(422).json;
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    cove.sign_in("dana.price").await.get(&format!("/api/reports/deadlines?{june}&by=Rule")).await.expect(403);
}
