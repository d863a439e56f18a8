//! Each query shape of the pipeline uses its index under the program's role.

use keyturn::demo::crowd;
use lending::access::Reach;
use loans::{BY_STAGE, PIPELINE, deadline_filter, officer_filter, stage_filter, text_filters};
use platform::list::{FOUND_MAX, Filter, OWN_MAX, Page, Scope, Shape, count_shape, page_shape, totals_shape};
use sqlx::{AssertSqlSafe, PgConnection, Row};
use testkit::Keyturn;

const REACHES: [Reach; 3] = [Reach::Company, Reach::Unit, Reach::Own];

/// Generic plan of a prepared statement, as on the server's connections.
pub async fn plan(connection: &mut PgConnection, shape: &Shape) -> String {
    let arguments = if shape.values.is_empty() { String::new() } else { format!("({})", shape.values.join(", ")) };
    let _ = sqlx::raw_sql("deallocate all").execute(&mut *connection).await;
    sqlx::raw_sql(AssertSqlSafe(format!("prepare shape as {}", shape.text))).execute(&mut *connection).await.unwrap();
    let rows = sqlx::raw_sql(AssertSqlSafe(format!("explain (costs off) execute shape {arguments}")))
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    rows.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>().join("\n")
}

/// Vacuums a table until most pages are all-visible, which index-only scans require. Concurrent readers delay that.
pub async fn vacuum(superuser: &mut PgConnection, table: &str) {
    for _ in 0..200 {
        sqlx::raw_sql(AssertSqlSafe(format!("vacuum analyze {table}"))).execute(&mut *superuser).await.unwrap();
        let is_done = "select relallvisible >= relpages * 0.9 from pg_class where oid = $1::regclass";
        if sqlx::query_scalar(is_done).bind(table).fetch_one(&mut *superuser).await.unwrap() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{table} is read all the time");
}

/// Lines of a plan that scan or sort the whole `loan` table.
fn faults(plan: &str) -> Vec<&str> {
    plan.lines().filter(|line| line.contains("Seq Scan on loan")).collect()
}

/// Indexes that a shape must use: that of its sort, or that of its filter. A filter without an index uses its
/// candidates, and the index of the sort if there are too many. Combined with an indexed filter, it uses that one.
fn expected(reach: Reach, sort: &str, filter: &str) -> Vec<String> {
    let by = match sort {
        "stage" => "stage_rank",
        "lockExpiry" => "lock_expiry",
        "nextDeadline" => "deadline",
        sort => sort,
    };
    let stage = match sort {
        "updated" | "nextDeadline" if filter.starts_with("stage") => "stage_",
        _ => "",
    };
    let own = "loan_team_member_own".to_owned();
    let (walked, found) = match (reach, filter) {
        (Reach::Company | Reach::Unit, "officer") if sort == "updated" => ("loan_of_officer".to_owned(), None),
        (Reach::Unit, _) => (format!("loan_unit_{stage}by_{by}"), source(reach, filter)),
        _ => (format!("loan_{stage}by_{by}"), source(reach, filter)),
    };
    let found = found.filter(|_| filter != "stage" || stage.is_empty());
    match reach {
        Reach::Company => [walked].into_iter().chain(found.map(str::to_owned)).collect(),
        Reach::Unit => [walked, own].into_iter().chain(found.map(str::to_owned)).collect(),
        Reach::Own => vec!["loan_of_officer".to_owned(), own],
    }
}

/// Index that gives a filter's candidates.
fn source(reach: Reach, filter: &str) -> Option<&'static str> {
    match filter {
        "none" => None,
        "email" => Some("loan_borrower_company_id_email_key_idx"),
        "deadline" if reach == Reach::Company => Some("loan_by_deadline"),
        "deadline" => Some("loan_unit_by_deadline"),
        // Any index with this prefix gives the candidates.
        "stage" if reach == Reach::Company => Some("loan_stage_by_"),
        "stage" => Some("loan_unit_stage_by_|loan_stage_total"),
        "officer" => Some("loan_of_officer"),
        _ => Some("find_search_entries"),
    }
}

#[tokio::test]
async fn every_query_shape_of_the_pipeline_uses_its_index() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 4_000, leads: 0, officers: 20, branches: 4, seed: 7 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("analyze").execute(&mut superuser).await.unwrap();
    vacuum(&mut superuser, "loan").await;
    let (company, org_unit, membership): (i64, i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id, m.id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let stage: i64 = sqlx::query_scalar("select id from loan_stage where company_id = $1 and kind = 'PreApproved'")
        .bind(company)
        .fetch_one(&mut superuser)
        .await
        .unwrap();

    // As the program's role, because row security determines which operators can use an index. The table is small, so
    // sequential scans are made expensive. An unusable index would still not be chosen.
    let mut program = keyturn.program().await;
    let enter =
        format!("set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set app.company_id = '{company}'");
    sqlx::raw_sql(AssertSqlSafe(enter)).execute(&mut program).await.unwrap();

    let filters: [(&str, Vec<Filter>); 7] = [
        ("none", vec![]),
        ("stage", vec![stage_filter(stage)]),
        ("officer", vec![officer_filter(membership)]),
        ("deadline", vec![deadline_filter(platform::db::Date::today_in("America/Denver"))]),
        ("text", text_filters("smith john")),
        ("email", text_filters("maya.ortiz@example")),
        ("stage and text", [vec![stage_filter(stage)], text_filters("smith")].concat()),
    ];
    let mut looked_at = 0;
    let mut wrong = Vec::new();
    for reach in REACHES {
        let scope = Scope { reach, company, org_unit, membership };
        for (filter, filters) in &filters {
            for sort in PIPELINE.sorts {
                for direction in ["ASC", "DESC"] {
                    let first = Page::new(&PIPELINE, 25, Some(sort.name), Some(direction), None).unwrap();
                    let plan = plan(&mut program, &page_shape(&PIPELINE, scope, filters, &first)).await;
                    looked_at += 1;
                    let missing: Vec<_> = expected(reach, sort.name, filter)
                        .into_iter()
                        .filter(|index| !index.split('|').any(|one| plan.contains(one)))
                        .collect();
                    // Own loans are sorted without fetching rows.
                    let is_fetched = reach == Reach::Own
                        && *filter == "none"
                        && !plan.contains("Index Only Scan using loan_of_officer");
                    // For own loans, a branch reads only ranges before and after it.
                    let is_own_read_whole = reach == Reach::Unit
                        && !["<", ">"].iter().all(|side| {
                            plan.lines().any(|line| {
                                line.contains("Index Cond") && line.contains(&format!("org_unit_id {side} $"))
                            })
                        });
                    if !missing.is_empty() || !faults(&plan).is_empty() || is_fetched || is_own_read_whole {
                        wrong.push(format!(
                            "{reach:?}, {filter}, {} {direction}: missing {missing:?}\n{plan}",
                            sort.name
                        ));
                    }
                }
            }
            // In a table this small, fetching rows costs about the same, so pages are made expensive.
            sqlx::raw_sql("set random_page_cost = 100; set seq_page_cost = 100").execute(&mut program).await.unwrap();
            let summed = plan(&mut program, &totals_shape(&PIPELINE, scope, filters, &BY_STAGE)).await;
            sqlx::raw_sql("reset random_page_cost; reset seq_page_cost").execute(&mut program).await.unwrap();
            looked_at += 1;
            // Uses an index-only scan.
            let is_read_alone = summed.contains("Index Only Scan using loan_");
            let has_index = ["none", "officer"].contains(filter);
            if !faults(&summed).is_empty() || (has_index && !is_read_alone) {
                wrong.push(format!("totals, {reach:?}, {filter}\n{summed}"));
            }
            let plan = plan(&mut program, &count_shape(&PIPELINE, scope, filters)).await;
            looked_at += 1;
            if !faults(&plan).is_empty() {
                wrong.push(format!("count, {reach:?}, {filter}\n{plan}"));
            }
            if filter.contains("text") && reach != Reach::Own && !plan.contains("find_search_entries") {
                wrong.push(format!("count, {reach:?}, {filter}: the text is not searched for\n{plan}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {looked_at} shapes:\n{}",
        wrong.len(),
        wrong.iter().map(|w| w.lines().next().unwrap().to_owned()).collect::<Vec<_>>().join("\n\n")
    );
    assert_eq!(looked_at, 3 * 7 * (8 * 2 + 2));

    // More loans than are sorted contain these letters, so the stage's index is scanned in either order to the end.
    let common: i64 = sqlx::query_scalar("select count(*) from loan where company_id = $1 and words like '%ample%'")
        .bind(company)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert!(common > FOUND_MAX, "{common}");
    let grace = keyturn.sign_in("grace.whitfield@crowd.example").await.with_header("x-consolidated", "true");
    for (sort, column) in [("updated", "updated_at"), ("nextDeadline", "next_deadline_sort")] {
        let wanted: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(format!(
            "select id from loan where company_id = $1 and stage_id = $2 and words like '%ample%' order by {column} desc, id desc"
        )))
        .bind(company)
        .bind(stage)
        .fetch_all(&mut superuser)
        .await
        .unwrap();
        let (mut found, mut after) = (Vec::new(), String::new());
        loop {
            let path = format!("/api/loans?stage={stage}&string=ample&orderBy={sort}&sort=DESC&limit=100{after}");
            let page = grace.get(&path).await.expect(200);
            found.extend(page.at("/rows").as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()));
            let Some(next) = page.json["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        assert!(found == wanted && wanted.len() > 100, "{sort}: {} of {}", found.len(), wanted.len());
        let count = grace.get(&format!("/api/loans?stage={stage}&string=ample&onlyCount=true")).await.expect(200);
        assert_eq!(count.at("/count").as_u64(), Some(wanted.len() as u64));
    }
}

/// PIPE-05: each filter field uses an index when planned with its values. An unusable index would show as a sequential
/// scan.
#[tokio::test]
async fn every_filter_field_uses_an_index() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 2_000, leads: 0, officers: 20, branches: 4, seed: 7 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("vacuum analyze").execute(&mut superuser).await.unwrap();
    let (company, org_unit, membership): (i64, i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id, m.id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let mut program = keyturn.program().await;
    let enter =
        format!("set plan_cache_mode = force_custom_plan; set enable_seqscan = off; set app.company_id = '{company}'");
    sqlx::raw_sql(AssertSqlSafe(enter)).execute(&mut program).await.unwrap();
    let mut wrong = Vec::new();
    for (field, operator, value, index) in [
        ("progress", "is", "Adverse", "loan_by_stage_rank"),
        ("stage", "is", "1", "loan_stage"),
        ("officer", "is", "1", "loan_of_officer"),
        ("processor", "is", "1", "loan_team_member"),
        ("lender", "is", "1", "loan_facts"),
        ("amount", "atLeast", "9000000", "loan_by_amount"),
        ("rate", "atMost", "0.5", "loan_facts"),
        ("lockExpiration", "before", "2000-01-01", "loan_by_lock_expiry"),
        ("closing", "within", "last:1", "loan_by_closing"),
        ("nextDeadline", "before", "2000-01-01", "loan_by_deadline"),
        ("application", "within", "nextYear", "loan_facts"),
        ("funded", "within", "nextYear", "loan_facts"),
        ("created", "before", "2000-01-01", "loan_by_created"),
        ("updated", "before", "2000-01-01", "loan_by_updated"),
        ("purpose", "is", "Other", "loan_facts"),
        ("mortgageType", "is", "Other", "loan_facts"),
        ("lien", "is", "FourthLien", "loan_facts"),
        ("amortization", "is", "GEM", "loan_facts"),
        ("occupancy", "is", "Other", "loan_facts"),
        ("state", "is", "GU", "loan_facts"),
    ] {
        let condition = serde_json::json!({"field": field, "operator": operator, "values": [value]});
        let text = serde_json::json!({"match": "all", "conditions": [condition]}).to_string();
        let filter = loans::composed_filter(&text, jiff::civil::date(2026, 11, 22)).unwrap();
        let scope = Scope { reach: Reach::Company, company, org_unit, membership };
        let first = Page::new(&PIPELINE, 25, None, None, None).unwrap();
        let plan = plan(&mut program, &page_shape(&PIPELINE, scope, &[filter], &first)).await;
        let found = plan.split("CTE found_count").next().unwrap_or_default();
        if !found.contains(index) || !faults(&plan).is_empty() {
            wrong.push(format!("{field}: no {index}\n{plan}"));
        }
    }
    // Finding loans without a processor doesn't collect the processors of all loans.
    for operator in ["empty", "notEmpty"] {
        let condition = serde_json::json!({"field": "processor", "operator": operator});
        let text = serde_json::json!({"match": "all", "conditions": [condition]}).to_string();
        let filter = loans::composed_filter(&text, jiff::civil::date(2026, 11, 22)).unwrap();
        let scope = Scope { reach: Reach::Company, company, org_unit, membership };
        let first = Page::new(&PIPELINE, 25, None, None, None).unwrap();
        let plan = plan(&mut program, &page_shape(&PIPELINE, scope, &[filter], &first)).await;
        if plan.contains("hashed SubPlan") {
            wrong.push(format!("processor {operator}:\n{plan}"));
        }
    }
    // A text with a stage or deadline uses an index-only scan of that filter's index, which contains the words.
    let (at_stage, by_deadline) =
        (stage_filter(1), deadline_filter(platform::db::Date(jiff::civil::date(2026, 12, 1))));
    for (beside, index) in [(at_stage, "loan_stage_by_updated"), (by_deadline, "loan_by_deadline")] {
        let filter = loans::met([vec![beside], text_filters("tor")].concat());
        let scope = Scope { reach: Reach::Company, company, org_unit, membership };
        let first = Page::new(&PIPELINE, 25, None, None, None).unwrap();
        let plan = plan(&mut program, &page_shape(&PIPELINE, scope, &[filter], &first)).await;
        if !plan.contains(&format!("Index Only Scan using {index}")) {
            wrong.push(format!("a text, not in {index} alone:\n{plan}"));
        }
    }
    // A stage combined with a deadline uses an index by deadline.
    let day = platform::db::Date(jiff::civil::date(2000, 1, 1));
    let filter = loans::met(vec![stage_filter(1), deadline_filter(day)]);
    let scope = Scope { reach: Reach::Company, company, org_unit, membership };
    let first = Page::new(&PIPELINE, 25, None, None, None).unwrap();
    let plan = plan(&mut program, &page_shape(&PIPELINE, scope, &[filter], &first)).await;
    let found = plan.split("CTE found_count").next().unwrap_or_default();
    if !found.contains("loan_stage_by_deadline") && !found.contains("loan_by_deadline") {
        wrong.push(plan);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// PIPE-06: the first page's count and the separate count are correct in every reach, below and above the cap.
#[tokio::test]
async fn the_first_page_carries_the_true_count() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 3_000, leads: 0, officers: 6, branches: 2, seed: 7 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let stage: i64 = sqlx::query_scalar(
        "select s.id from loan_stage s join org_unit u on u.id = s.company_id where u.slug = 'crowd' and s.kind = 'PreApproved'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let (email, deadline): (String, String) = sqlx::query_as(
        "select b.email_key, l.next_deadline_on::text
         from loan l join loan_borrower b on b.company_id = l.company_id and b.loan_id = l.id
         where l.stage_id = $1 and l.next_deadline_on is not null and b.email_key is not null
         order by l.id
         limit 1",
    )
    .bind(stage)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let grace = keyturn.sign_in("grace.whitfield@crowd.example").await.with_header("x-consolidated", "true");
    let branch_admin = keyturn.sign_in("officer.0@crowd.example").await;
    let officer = keyturn.sign_in("officer.3@crowd.example").await;
    // Officer 3 is also on the team of others' loans, and has a second role on some of his own.
    sqlx::raw_sql(
        "select set_config('app.company_id', (select id::text from org_unit where slug = 'crowd'), false);
         insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
         select l.company_id, l.id, 'DISCLOSURE_DESK', true, m.id, l.org_unit_id
         from membership m
         join app_user u on u.id = m.user_id
         join lateral (
           select * from loan l where l.company_id = m.company_id order by l.officer_id = m.id, l.id % 7, l.id limit 2600) l on true
         where u.email = 'officer.3@crowd.example'",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let within =
        "select l.* from loan l join membership m on m.company_id = l.company_id join app_user u on u.id = m.user_id
                  where u.email = ";
    let of_team = "exists (select from loan_team_member t where t.loan_id = l.id and t.membership_id = m.id)";
    let led_by: i64 = sqlx::query_scalar(
        "select m.id from membership m join app_user u on u.id = m.user_id where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let mut capped = 0;
    for (client, reach) in [
        (&grace, format!("{within}'grace.whitfield@crowd.example'")),
        (&branch_admin, format!("{within}'officer.0@crowd.example' and (l.org_unit_id = m.org_unit_id or {of_team})")),
        (&officer, format!("{within}'officer.3@crowd.example' and {of_team}")),
    ] {
        for (query, condition) in [
            (String::new(), "true".to_owned()),
            ("string=202".to_owned(), "words like '%202%'".to_owned()),
            ("string=an".to_owned(), "sort_name >= 'an' and sort_name < 'ao'".to_owned()),
            ("string=ann".to_owned(), "words like '%ann%'".to_owned()),
            (format!("stage={stage}"), format!("stage_id = {stage}")),
            (format!("assigneeType=USER&assigneeId={led_by}"), format!("officer_id = {led_by}")),
            (format!("stage={stage}&string=202"), format!("stage_id = {stage} and words like '%202%'")),
            (
                format!("stage={stage}&string=an"),
                format!("stage_id = {stage} and sort_name >= 'an' and sort_name < 'ao'"),
            ),
            (
                format!("stage={stage}&nextDeadlineBy=2100-01-01&string=202"),
                format!("stage_id = {stage} and next_deadline_on <= '2100-01-01' and words like '%202%'"),
            ),
            (
                format!("string={email}&stage={stage}&nextDeadlineBy={deadline}"),
                format!("words like '%{email}%' and stage_id = {stage} and next_deadline_on <= '{deadline}'"),
            ),
            ("string=zzzz".to_owned(), "false".to_owned()),
        ] {
            let sql = format!("select count(*) from ({reach}) r where {condition}");
            let truth: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut superuser).await.unwrap();
            let expected = serde_json::json!({"count": truth.min(1_000), "countIsCapped": truth > 1_000});
            capped += usize::from(truth > 1_000);
            let only = client.get(&format!("/api/loans?onlyCount=true&{query}")).await.expect(200).json;
            assert_eq!(only, expected, "{query}");
            if query.is_empty() {
                let totals = client.get("/api/loans/stage-totals").await.expect(200).json;
                let counts = totals["rows"].as_array().unwrap().iter().map(|stage| stage["count"].as_i64().unwrap());
                assert_eq!(counts.sum::<i64>(), truth, "{reach}: {totals}");
            }
            for order in ["updated", "amount"] {
                let page = client.get(&format!("/api/loans?orderBy={order}&{query}")).await.expect(200).json;
                let counted = serde_json::json!({"count": page["count"], "countIsCapped": page["countIsCapped"]});
                assert_eq!(counted, expected, "{query} by {order}: {}", page["rows"].as_array().unwrap().len());
            }
        }
    }
    assert!(capped >= 4, "too few counts above the cap: {capped}");
}

/// An officer with more loans than a page sorts uses the index of the sort, with the same loans in the same order.
#[tokio::test]
async fn an_officer_with_thousands_of_loans_sees_them_in_order() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 5_200, leads: 0, officers: 2, branches: 1, seed: 7 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let member = "select m.company_id, m.id from membership m join app_user u on u.id = m.user_id where u.email = $1";
    let people = ["officer.0@crowd.example", "officer.1@crowd.example"];
    let [(company, other), (_, officer)]: [(i64, i64); 2] = [
        sqlx::query_as(member).bind(people[0]).fetch_one(&mut superuser).await.unwrap(),
        sqlx::query_as(member).bind(people[1]).fetch_one(&mut superuser).await.unwrap(),
    ];
    let led_by = |who: i64, which: &str| {
        format!(
            "update loan set officer_id = {who} where company_id = {company} and id % 60 {which} 0;
             update loan_team_member set membership_id = {who}
             where company_id = {company} and role = 'ORIGINATOR' and is_primary and loan_id % 60 {which} 0;"
        )
    };
    sqlx::raw_sql(AssertSqlSafe(format!(
        "select set_config('app.company_id', '{company}', false); {} {}",
        led_by(other, "="),
        led_by(officer, "<>")
    )))
    .execute(&mut superuser)
    .await
    .unwrap();
    let led: i64 = sqlx::query_scalar("select count(*) from loan where officer_id = $1")
        .bind(officer)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert!(led > OWN_MAX && led < 5_200, "{led}");
    let client = keyturn.sign_in("officer.1@crowd.example").await;
    for (sort, column) in [("updated", "updated_at"), ("amount", "amount_cents")] {
        let wanted: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(format!(
            "select id from loan where company_id = {company} and officer_id = {officer} order by {column} desc, id desc limit 300"
        )))
        .fetch_all(&mut superuser)
        .await
        .unwrap();
        let (mut found, mut after) = (Vec::new(), String::new());
        for _ in 0..3 {
            let page =
                client.get(&format!("/api/loans?orderBy={sort}&sort=DESC&limit=100{after}")).await.expect(200).json;
            if after.is_empty() {
                assert_eq!((&page["count"], &page["countIsCapped"]), (&1_000.into(), &true.into()));
            }
            found.extend(page["rows"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()));
            after = format!("&after={}", page["next"].as_str().unwrap());
        }
        assert!(found == wanted, "{sort}");
    }
}

/// Lists, filters and matching use correct projections: each loan is projected again and compared.
#[tokio::test]
async fn every_loan_projection_matches_its_document() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let made = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let path = format!("/api/loans/{}/application", made["id"]);
    let borrower = avery.get(&path).await.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let change = serde_json::json!([
        {"path": format!("borrowers/{borrower}/lastName"), "from": "Ortiz", "to": "Ortiz-Núñez"},
        {"path": "property/address/line", "to": "12 Main St"},
        {"path": "loan/baseAmount", "to": "250000.50"},
    ]);
    let _ = avery.patch(&path, change).await.expect(200);
    let size = crowd::Size { slug: "crowd".into(), loans: 200, leads: 0, officers: 4, branches: 2, seed: 3 };
    crowd::make(&keyturn.app, &size).await.unwrap();

    let mut superuser = keyturn.superuser().await;
    let rows = sqlx::query(
        "select a.document, l.borrower_name, l.sort_name, l.purpose, l.property_usage, l.state_code, l.amount_cents,
                l.note_rate_millionths, l.term_months, l.application_on::text as application_on, l.trid_on::text as trid_on, l.borrower_count, l.words,
                l.id, l.loan_number, p.line, p.city, p.postal_code, e.words as searched,
                array(select b.name_key || '|' || coalesce(b.email_key, '') || '|' || coalesce(b.phone, '')
                      from loan_borrower b where b.company_id = l.company_id and b.loan_id = l.id order by b.position) as borrowers
         from loan l
         join loan_application a on a.company_id = l.company_id and a.loan_id = l.id
         join subject_property p on p.company_id = l.company_id and p.loan_id = l.id
         join search_entry e on e.company_id = l.company_id and e.kind = 'loan' and e.entity_id = l.id",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert!(rows.len() > 220, "only {} loans were looked at", rows.len());
    for row in rows {
        let document: serde_json::Value = row.get("document");
        let application = serde_json::from_value(document).unwrap();
        let projected = lending::project::project(&application);
        let (id, number): (i64, String) = (row.get("id"), row.get("loan_number"));
        assert_eq!(row.get::<String, _>("borrower_name"), projected.borrower_name);
        assert_eq!(row.get::<String, _>("sort_name"), projected.sort_name);
        assert_eq!(row.get::<Option<String>, _>("purpose"), projected.purpose.map(|word| word.to_string()));
        assert_eq!(
            row.get::<Option<String>, _>("property_usage"),
            projected.property_usage.map(|word| word.to_string())
        );
        assert_eq!(row.get::<Option<String>, _>("state_code"), projected.state_code.map(|code| code.to_string()));
        assert_eq!(row.get::<i64, _>("amount_cents"), projected.amount.cents());
        assert_eq!(
            row.get::<Option<i64>, _>("note_rate_millionths"),
            projected.note_rate.map(|rate| rate.millionths())
        );
        assert_eq!(row.get::<Option<i16>, _>("term_months"), projected.term_months.map(|months| months as i16));
        let told = projected.application_on.map(|day| day.to_string());
        assert_eq!(row.get::<Option<String>, _>("application_on"), told.or(row.get("trid_on")));
        assert_eq!(row.get::<i16, _>("borrower_count") as usize, projected.borrowers.len());
        assert_eq!(row.get::<String, _>("words"), format!("{} {id} {}", projected.words, number.to_lowercase()));
        assert_eq!(row.get::<String, _>("searched"), row.get::<String, _>("words"));
        assert_eq!(row.get::<Option<String>, _>("line"), projected.property.line);
        assert_eq!(row.get::<Option<String>, _>("city"), projected.property.city);
        assert_eq!(row.get::<Option<String>, _>("postal_code"), projected.property.postal_code);
        let borrowers: Vec<_> = projected
            .borrowers
            .iter()
            .map(|b| {
                format!(
                    "{}|{}|{}",
                    b.name_key,
                    b.email_key.clone().unwrap_or_default(),
                    b.phone.clone().unwrap_or_default()
                )
            })
            .collect();
        assert_eq!(row.get::<Vec<String>, _>("borrowers"), borrowers);
    }
}

/// The global search reads the terms of each kind in order with an index-only scan, and no more than it displays.
#[tokio::test]
async fn the_search_uses_its_term_index() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 400, leads: 100, officers: 4, branches: 2, seed: 7 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("vacuum analyze search_term").execute(&mut superuser).await.unwrap();
    let (company, org_unit): (i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.0@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let mut program = keyturn.program().await;
    let enter = format!("set plan_cache_mode = force_generic_plan; set app.company_id = '{company}'");
    sqlx::raw_sql(AssertSqlSafe(enter)).execute(&mut program).await.unwrap();
    for (unit, index) in [("null".to_owned(), "search_term_pkey"), (org_unit.to_string(), "search_term_unit")] {
        let values = [
            format!("{company}::bigint"),
            "'{loan,lead}'::text[]".to_owned(),
            format!("array[{unit}, {unit}]::bigint[]"),
            "'{s,\"s m\"}'::text[]".to_owned(),
            "'{t,\"s n\"}'::text[]".to_owned(),
            "'{\"\",\"% ma%\"}'::text[]".to_owned(),
            "5::bigint".to_owned(),
            "2000::bigint".to_owned(),
        ];
        let shape = Shape { text: search::FIND.to_owned(), values: values.to_vec() };
        let plan = plan(&mut program, &shape).await;
        assert!(plan.contains("Limit") && plan.contains(&format!("Index Only Scan using {index}")), "{plan}");
        assert!(!plan.contains("Sort") && !plan.contains("Seq Scan on search_term"), "{plan}");
        let found =
            sqlx::raw_sql("execute shape (1, '{}', '{}', '{}', '{}', '{}', 5, 2000)").fetch_all(&mut program).await;
        assert_eq!(found.unwrap().len(), 0);
        let call = format!("execute shape ({})", shape.values.join(", "));
        // No more than requested, and only the first three of each range.
        let few = call.replace("2000::bigint", "3::bigint");
        for (call, most) in [(call, 5), (few, 3)] {
            let found = sqlx::raw_sql(AssertSqlSafe(call)).fetch_all(&mut program).await.unwrap();
            let loans = found.iter().filter(|row| row.get::<String, _>(0) == "loan").count();
            assert_eq!(loans, most);
        }
    }

    // The user's own records in the branch are found by term and looked up once.
    let values = [
        format!("{company}::bigint"),
        "0::bigint".to_owned(),
        "'{loan,lead,borrower}'::text[]".to_owned(),
        "'{}'::text[]".to_owned(),
        "250::bigint".to_owned(),
        "'{s}'::text[]".to_owned(),
        "'{t}'::text[]".to_owned(),
        "'{\"\"}'::text[]".to_owned(),
        format!("{org_unit}::bigint"),
    ];
    let own = plan(&mut program, &Shape { text: search::OWN.to_owned(), values: values.to_vec() }).await;
    assert_eq!(own.matches("Index Only Scan using search_term_unit").count(), 1, "{own}");
    assert_eq!(own.matches("(hashed SubPlan").count(), 4, "{own}");
    assert!(!own.contains("Seq Scan on search_term"), "{own}");

    // Writing a record looks its words up by index, however few existed when the statement was planned.
    let read: i64 = sqlx::query_scalar("select seq_tup_read from pg_stat_user_tables where relname = 'search_word'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert!(read < 1_000, "{read} words were read to write those of 500 records");
    // Existing spellings are looked up among the words that start terms.
    sqlx::raw_sql("vacuum analyze search_word").execute(&mut superuser).await.unwrap();
    let values = [format!("{company}::bigint"), "'{smiht,smith,zzzz}'::text[]".to_owned()];
    let shape = Shape { text: search::OCCURRING.to_owned(), values: values.to_vec() };
    let plan = plan(&mut program, &shape).await;
    assert!(plan.contains("Index Only Scan using search_word_pkey") && !plan.contains("Hash"), "{plan}");
}
