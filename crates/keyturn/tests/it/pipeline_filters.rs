//! Pipeline filters that users compose.

use keyturn::demo::crowd;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};
use testkit::{Client, Keyturn};

pub fn asked(filter: &Value) -> String {
    let filter = filter.to_string();
    let encoded: String = filter
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    format!("filter={encoded}")
}

fn is(field: &str, operator: &str, values: &[&str]) -> Value {
    json!({ "field": field, "operator": operator, "values": values })
}

fn all(conditions: &[Value]) -> Value {
    json!({ "match": "all", "conditions": conditions })
}

fn any(conditions: &[Value]) -> Value {
    json!({ "match": "any", "conditions": conditions })
}

/// IDs of all pages.
async fn ids(client: &Client, query: &str) -> Vec<i64> {
    let mut found = Vec::new();
    let mut after = String::new();
    loop {
        let page = client.get(&format!("/api/loans?limit=100&{query}{after}")).await.expect(200).json;
        found.extend(page["rows"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()));
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return found,
        }
    }
}

/// PIPE-05: results, counts and totals of filters are correct, by field and combined, in every reach.
#[tokio::test]
async fn filter_conditions_find_the_right_loans_in_every_reach() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 600, leads: 0, officers: 6, branches: 2, seed: 11 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let row = sqlx::query(
        "select m.company_id, m.id as membership, m.org_unit_id,
                (select id from loan_stage s where s.company_id = m.company_id and s.kind = 'PreApproved') as stage
         from membership m join app_user u on u.id = m.user_id where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let (company, member, unit, stage): (i64, i64, i64, i64) =
        (row.get("company_id"), row.get("membership"), row.get("org_unit_id"), row.get("stage"));
    // Processors, a lender, and loans with missing values.
    let prepare = format!(
        "insert into list_entry (company_id, list, name, position) values ({company}, 'lender', 'Tidewater Wholesale', 1);
         update loan set lender_id = (select id from lender where company_id = {company}) where company_id = {company} and id % 3 = 0;
         update loan set state_code = null, note_rate_millionths = null where company_id = {company} and id % 7 = 0;
         update loan set updated_at = now() - interval '40 days' where company_id = {company} and id % 5 = 0;
         insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
         select {company}, id, 'PROCESSOR', true, {member}, org_unit_id from loan where company_id = {company} and id % 4 = 0;"
    );
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut superuser).await.unwrap();
    let lender: i64 = sqlx::query_scalar("select id from lender where company_id = $1")
        .bind(company)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let (borrower, number): (String, String) =
        sqlx::query_as("select borrower_name, loan_number from loan where company_id = $1 order by id limit 1")
            .bind(company)
            .fetch_one(&mut superuser)
            .await
            .unwrap();
    let last_name = borrower.split(' ').next_back().unwrap().to_lowercase();
    let [lender, member, unit, stage] = [lender, member, unit, stage].map(|id| id.to_string());

    let changed = "(l.updated_at at time zone (select coalesce(b.time_zone, 'America/Los_Angeles') from org_unit b where b.id = m.org_unit_id))::date";
    let today = "(now() at time zone (select coalesce(b.time_zone, 'America/Los_Angeles') from org_unit b where b.id = m.org_unit_id))::date";
    let processes = "exists (select from loan_team_member p where p.loan_id = l.id and p.role = 'PROCESSOR')";
    let within = [
        ("grace.whitfield@crowd.example", "true"),
        ("officer.0@crowd.example", "(l.org_unit_id = m.org_unit_id or #)"),
        ("officer.3@crowd.example", "#"),
    ]
    .map(|(email, reach)| {
        let own = "exists (select from loan_team_member t where t.loan_id = l.id and t.membership_id = m.id)";
        (email, reach.replace('#', own))
    });
    let table: Vec<(Value, String)> = vec![
        (all(&[is("borrower", "contains", &[&last_name])]), format!("sort_name like '%{last_name}%'")),
        (all(&[is("borrower", "is", &[&borrower])]), format!("borrower_name = '{borrower}'")),
        (all(&[is("borrower", "isNot", &[&borrower])]), format!("borrower_name <> '{borrower}'")),
        (all(&[is("number", "is", &[&number])]), format!("loan_number = '{number}'")),
        (all(&[is("number", "isNot", &[&number])]), format!("loan_number <> '{number}'")),
        (all(&[is("number", "contains", &[&number[..9]])]), format!("loan_number like '%{}%'", &number[..9])),
        (all(&[is("progress", "is", &["Active"])]), "stage_rank < 140".into()),
        (all(&[is("progress", "is", &["Adverse", "Archived"])]), "stage_rank > 150".into()),
        (all(&[is("progress", "isNot", &["Funded"])]), "stage_rank not in (140, 150)".into()),
        (all(&[is("stage", "is", &[&stage])]), format!("stage_id = {stage}")),
        (all(&[is("stage", "isNot", &[&stage])]), format!("stage_id <> {stage}")),
        (all(&[is("officer", "is", &[&member])]), format!("officer_id = {member}")),
        (all(&[is("branch", "isNot", &[&unit])]), format!("l.org_unit_id <> {unit}")),
        (all(&[is("processor", "is", &[&member])]), processes.into()),
        (all(&[is("processor", "isNot", &[&member])]), format!("not {processes}")),
        (all(&[is("processor", "empty", &[])]), format!("not {processes}")),
        (all(&[is("processor", "notEmpty", &[])]), processes.into()),
        (all(&[is("lender", "is", &[&lender])]), format!("lender_id = {lender}")),
        (all(&[is("lender", "isNot", &[&lender])]), format!("lender_id is distinct from {lender}")),
        (all(&[is("lender", "empty", &[])]), "lender_id is null".into()),
        (
            all(&[is("amount", "between", &["200000", "400000.50"])]),
            "amount_cents between 20000000 and 40000050".into(),
        ),
        (all(&[is("amount", "atLeast", &["350000"])]), "amount_cents >= 35000000".into()),
        (all(&[is("rate", "atMost", &["6.5"])]), "note_rate_millionths <= 6500000".into()),
        (all(&[is("rate", "empty", &[])]), "note_rate_millionths is null".into()),
        (all(&[is("closing", "within", &["next:7"])]), format!("closing_on between {today} and {today} + 7")),
        (
            all(&[is("closing", "within", &["thisMonth"])]),
            format!("date_trunc('month', closing_on) = date_trunc('month', {today})"),
        ),
        (all(&[is("closing", "isNot", &["today"])]), format!("closing_on is distinct from {today}")),
        (all(&[is("closing", "is", &["today"])]), format!("closing_on = {today}")),
        (all(&[is("closing", "empty", &[])]), "closing_on is null".into()),
        (all(&[is("lockExpiration", "after", &["today"])]), format!("lock_expires_on > {today}")),
        (all(&[is("lockExpiration", "notEmpty", &[])]), "lock_expires_on is not null".into()),
        (all(&[is("nextDeadline", "before", &["today"])]), format!("next_deadline_on < {today}")),
        (
            all(&[is("funded", "within", &["thisYear"])]),
            format!("date_trunc('year', funded_on) = date_trunc('year', {today})"),
        ),
        (
            all(&[is("application", "between", &["2020-01-01", "today"])]),
            format!("application_on between '2020-01-01' and {today}"),
        ),
        (all(&[is("updated", "within", &["last:30"])]), format!("{changed} between {today} - 30 and {today}")),
        (all(&[is("updated", "isNot", &["today"])]), format!("{changed} <> {today}")),
        (all(&[is("state", "is", &["CA", "OR"])]), "state_code in ('CA', 'OR')".into()),
        (all(&[is("state", "isNot", &["CA"])]), "state_code is distinct from 'CA'".into()),
        (all(&[is("state", "empty", &[])]), "state_code is null".into()),
        (all(&[is("purpose", "is", &["Purchase"])]), "purpose = 'Purchase'".into()),
        (
            all(&[is("occupancy", "isNot", &["PrimaryResidence"])]),
            "property_usage is distinct from 'PrimaryResidence'".into(),
        ),
        (all(&[is("mortgageType", "is", &["FHA", "VA"])]), "mortgage_type in ('FHA', 'VA')".into()),
        (all(&[is("lien", "is", &["FirstLien"])]), "lien = 'FirstLien'".into()),
        (all(&[is("amortization", "is", &["Fixed"])]), "amortization = 'Fixed'".into()),
        (
            all(&[is("purpose", "is", &["Purchase"]), is("amount", "atLeast", &["300000"])]),
            "purpose = 'Purchase' and amount_cents >= 30000000".into(),
        ),
        (
            any(&[is("state", "is", &["CA"]), is("lender", "is", &[&lender])]),
            format!("(state_code = 'CA' or lender_id = {lender})"),
        ),
        (
            all(&[
                is("progress", "is", &["Active"]),
                any(&[is("borrower", "contains", &[&last_name]), is("processor", "notEmpty", &[])]),
            ]),
            format!("stage_rank < 140 and (sort_name like '%{last_name}%' or {processes})"),
        ),
        (
            any(&[
                all(&[is("purpose", "is", &["Refinance"]), is("rate", "atLeast", &["6"])]),
                is("number", "is", &[&number]),
            ]),
            format!("(purpose = 'Refinance' and note_rate_millionths >= 6000000 or loan_number = '{number}')"),
        ),
    ];
    let mut found_some = 0;
    for (email, reach) in &within {
        let client = keyturn.sign_in(email).await;
        let client = if email.starts_with("grace") { client.with_header("x-consolidated", "true") } else { client };
        for (filter, condition) in &table {
            let truth: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(format!(
                "select l.id from loan l join membership m on m.company_id = l.company_id join app_user u on u.id = m.user_id
                 where u.email = '{email}' and {reach} and {condition} order by l.id"
            )))
            .fetch_all(&mut superuser)
            .await
            .unwrap();
            let query = asked(filter);
            for order in ["updated", "amount"] {
                let mut found = ids(&client, &format!("orderBy={order}&{query}")).await;
                found.sort_unstable();
                assert_eq!(found, truth, "{email}: {filter} by {order}");
            }
            let count =
                client.get(&format!("/api/loans?onlyCount=true&{query}")).await.expect(200).json["count"].clone();
            assert_eq!(count, truth.len(), "{email}: {filter}");
            let totals = client.get(&format!("/api/loans/stage-totals?{query}")).await.expect(200).json;
            let summed: i64 = totals["rows"].as_array().unwrap().iter().map(|row| row["count"].as_i64().unwrap()).sum();
            assert_eq!(summed, i64::try_from(truth.len()).unwrap(), "{email}: totals of {filter}");
            found_some += usize::from(!truth.is_empty());
        }
    }
    assert!(found_some > 100, "only {found_some} filters found anything");

    // Together with plain parameters and a text.
    let grace = keyturn.sign_in("grace.whitfield@crowd.example").await.with_header("x-consolidated", "true");
    let query = format!("stage={stage}&string={last_name}&{}", asked(&all(&[is("purpose", "is", &["Purchase"])])));
    let truth: i64 = sqlx::query_scalar(AssertSqlSafe(format!(
        "select count(*) from loan where company_id = {company} and stage_id = {stage} and purpose = 'Purchase' and words like '%{last_name}%'"
    )))
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(grace.get(&format!("/api/loans?{query}")).await.expect(200).json["count"], truth);
    let query = format!(
        "stage={stage}&assigneeType=USER&assigneeId={member}&nextDeadlineBy=2027-12-31&{}",
        asked(&all(&[is("amount", "atLeast", &["1"])]))
    );
    let truth: i64 = sqlx::query_scalar(AssertSqlSafe(format!(
        "select count(*) from loan where company_id = {company} and stage_id = {stage} and officer_id = {member} and next_deadline_on <= '2027-12-31'"
    )))
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(grace.get(&format!("/api/loans?{query}")).await.expect(200).json["count"], truth);
}

/// PIPE-05: the next seven days start at the current date of the reader's branch.
#[tokio::test]
async fn closing_in_the_next_seven_days_moves_with_the_branchs_date() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let mut superuser = keyturn.superuser().await;
    let soon = asked(&all(&[is("closing", "within", &["next:7"])]));
    // The dates of these two zones always differ.
    for (zone, is_within) in [("Pacific/Kiritimati", true), ("Pacific/Niue", false)] {
        let set = format!(
            "update org_unit set time_zone = '{zone}'
             where id = (select org_unit_id from loan where id = {loan});
             update loan set closing_on = (now() at time zone 'Pacific/Kiritimati')::date + 7 where id = {loan};"
        );
        sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut superuser).await.unwrap();
        let found = ids(&avery, &soon).await;
        assert_eq!(found == [loan], is_within, "{zone}: {found:?}");
    }
}

/// An invalid filter is refused with a message at its position.
#[tokio::test]
async fn an_invalid_filter_is_refused_at_its_position() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let refused = |filter: Value| {
        let avery = avery.clone();
        async move {
            let query = asked(&filter);
            let totals =
                avery.get(&format!("/api/loans/stage-totals?{query}")).await.expect(422).json["fields"].clone();
            let refused = avery.get(&format!("/api/loans?{query}")).await.expect(422).json["fields"].clone();
            assert_eq!(refused, totals);
            refused
        }
    };
    let wrong = refused(all(&[is("closing", "within", &["soon"])])).await;
    assert!(wrong["filter.conditions[0].values"].as_str().unwrap().starts_with("must be today,"), "{wrong}");
    let wrong = refused(all(&[is("ssn", "is", &["900"])])).await;
    assert!(
        wrong["filter.conditions[0].field"].as_str().unwrap().starts_with("must be one of borrower, number"),
        "{wrong}"
    );
    let wrong = refused(all(&[is("stage", "is", &["1; drop table loan"])])).await;
    assert_eq!(wrong["filter.conditions[0].values"], "must be ids");
    assert!(refused(json!("x")).await["filter"].is_string());
    // Pattern characters are literal.
    for text in ["100%%%", "a_b\\c", "''''; --"] {
        let filter = all(&[is("number", "is", &[text])]);
        assert_eq!(avery.get(&format!("/api/loans?{}", asked(&filter))).await.expect(200).json["count"], 0, "{text}");
    }
}

/// A loan gets its lender from the company's list. A stale change is refused.
#[tokio::test]
async fn a_loan_gets_its_lender_and_is_found_by_it() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let _ = grace.post("/api/lists/lenders", json!({"name": "Tidewater Wholesale"})).await.expect(201);
    let made = avery.get("/api/lookups?keys=lenders").await.expect(200).json["lenders"][0].clone();
    let path = format!("/api/loans/{loan}/lender");
    avery.put(&path, json!({"from": null, "lenderId": made["id"]})).await.expect(204);
    let center = avery.get(&format!("/api/loans/{loan}/center")).await.expect(200).json;
    assert_eq!(center["lender"], json!({"id": made["id"], "name": "Tidewater Wholesale"}));
    let of_lender = asked(&all(&[is("lender", "is", &[&made["id"].to_string()])]));
    let found = avery.get(&format!("/api/loans?{of_lender}")).await.expect(200).json;
    assert_eq!(
        (&found["rows"][0]["id"], &found["rows"][0]["lenderName"]),
        (&json!(loan), &json!("Tidewater Wholesale"))
    );
    avery.put(&path, json!({"from": null, "lenderId": null})).await.expect(409);
    let unknown = avery.put(&path, json!({"from": made["id"], "lenderId": 1})).await.expect(422);
    assert_eq!(unknown.json["fields"]["lenderId"], "Choose a lender of the list");
    let jamie = cove.sign_in("jamie.lin").await;
    jamie.put(&path, json!({"from": made["id"], "lenderId": null})).await.expect(404);
}
