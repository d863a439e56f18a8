//! The audit log for admins: its search, its reveals, its workbook, and the state of its chain.

use crate::audit::{actions, company_with_a_past, rows, seal, user_id};
use serde_json::{Value, json};
use testkit::Keyturn;

/// HISTORY-11: the workbook has the rows of the screen and the filters at its head, and is on record.
#[tokio::test]
async fn the_log_is_exported_as_a_workbook() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let filter = format!("entity=loan&entityId={loan}");
    let listed = rows(&grace, &format!("{filter}&limit=100")).await;
    let request = grace.request(reqwest::Method::GET, &format!("/api/audit/export?format=xlsx&{filter}"));
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let name = answer.headers()["content-disposition"].to_str().unwrap();
    assert!(name.ends_with(".xlsx\""), "{name}");
    let bytes = answer.bytes().await.unwrap();
    let mut workbook = archives::open(&bytes, 10_000_000).unwrap();
    let parts: Vec<_> = (0..workbook.len()).map(|at| workbook.file(at).unwrap()).collect();
    let part =
        |name: &str| String::from_utf8(parts.iter().find(|(known, _)| known == name).unwrap().1.clone()).unwrap();
    // Five lines of the head and an empty one, the names of the columns, and the entries.
    let sheet = part("sheet1.xml");
    assert_eq!(sheet.matches("<row>").count(), 7 + listed.len());
    assert!(sheet.contains(&format!("entity = loan; entityId = {loan}")) && sheet.contains("loan.reveal"), "{sheet}");
    let exported = &rows(&grace, "action=audit.export").await[0];
    assert_eq!((&exported["after"]["format"], &exported["after"]["entries"]), (&json!("xlsx"), &json!(listed.len())));
}

/// HISTORY-06: the log is narrowed by acting-for person, field and network address too.
#[tokio::test]
async fn the_log_is_narrowed_by_acting_for_field_and_address() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let avery = user_id(&cove.sign_in("avery.stone").await).await;
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let _ = sam.post(&format!("/api/org-admin/users/{avery}/impersonate"), json!({})).await.expect(200);
    // Avery has locked the loan, so Sam changes another one.
    let other = crate::loans::create(&sam, "Ben", "Young").await["id"].as_i64().unwrap();
    let path = format!("/api/loans/{other}/application");
    let _ = sam.patch(&path, json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}])).await.expect(200);

    let grace = cove.sign_in("grace.whitfield").await;
    let acted = rows(&grace, &format!("actingFor={avery}&limit=100")).await;
    assert!(actions(&acted).contains(&"loan.change") && !actions(&acted).contains(&"loan.reveal"), "{acted:?}");
    assert!(acted.iter().all(|row| row["activeUser"]["id"] == avery && row["loggedInUser"]["id"] != avery));
    for field in ["noteRate", "loan/noteRate"] {
        assert_eq!(actions(&rows(&grace, &format!("field={field}")).await), ["loan.change"]);
    }
    // The reveal and the change of the number name the same field.
    let number = rows(&grace, "field=taxpayerIdentifier").await;
    assert_eq!(actions(&number), ["loan.reveal", "loan.change"]);
    assert!(number.iter().all(|row| row["entityId"].as_str() == Some(&loan.to_string())));
    assert_eq!(rows(&grace, "field=Rate").await, Vec::<Value>::new());

    let all = rows(&grace, "limit=100").await;
    let address = all.iter().find(|row| row["action"] == "loan.change").unwrap()["address"].as_str().unwrap();
    assert_eq!(address, "127.0.0.1");
    let of_address = rows(&grace, &format!("address={address}&limit=100")).await;
    assert!(of_address.len() > 3 && of_address.iter().all(|row| row["address"] == address));
    assert_eq!(rows(&grace, "address=127.0.0.0/8&limit=100").await, of_address);
    assert_eq!(rows(&grace, "address=203.0.113.0/24").await, Vec::<Value>::new());
    let together = format!("address={address}&actingFor={avery}&field=noteRate&action=loan.change&entity=loan");
    assert_eq!(rows(&grace, &together).await.len(), 1);
    let refused = grace.get("/api/audit?address=home").await.expect(422);
    assert!(refused.json["fields"]["address"].is_string());
}

/// HISTORY-06: a search for something rare reads a part of a large log and says how far it has come.
#[tokio::test]
async fn a_rare_search_says_how_far_it_has_come() {
    let keyturn = Keyturn::start().await;
    let (cove, _) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    sqlx::query(
        "insert into audit_entry (company_id, action, entity, entity_id, active_user_id, logged_in_user_id, after, at)
         select $1, 'crowd.entry', 'crowd', n::text, 1, 1, '{\"color\": 1}', now() + n * interval '1 millisecond'
         from generate_series(1, 50000) as n",
    )
    .bind(cove.id)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let (mut pages, mut found, mut after) = (0, Vec::new(), String::new());
    loop {
        let page = grace.get(&format!("/api/audit?field=taxpayerIdentifier{after}")).await.expect(200).json;
        found.extend(page["rows"].as_array().unwrap().clone());
        pages += 1;
        assert_eq!(page["searchedBackTo"].is_string(), pages < 3, "{page}");
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!((pages, actions(&found)), (3, vec!["loan.reveal", "loan.change"]));
}

/// HISTORY-06: each arm of the search walks its index, and no arm reads the whole log.
#[tokio::test]
async fn every_arm_of_the_search_walks_its_index() {
    let keyturn = Keyturn::start().await;
    let (cove, _) = company_with_a_past(&keyturn, "cove").await;
    let mut superuser = keyturn.superuser().await;
    sqlx::query(
        "insert into audit_entry (company_id, action, entity, entity_id, active_user_id, logged_in_user_id, address)
         select $1, 'crowd.' || n % 40, 'crowd', n::text, n % 50, n % 50, ('10.0.0.' || n % 200)::inet
         from generate_series(1, 20000) as n",
    )
    .bind(cove.id)
    .execute(&mut superuser)
    .await
    .unwrap();
    sqlx::raw_sql("analyze").execute(&mut superuser).await.unwrap();
    let mut program = keyturn.program().await;
    let enter = format!("set plan_cache_mode = force_custom_plan; set app.company_id = '{}'", cove.id);
    sqlx::raw_sql(sqlx::AssertSqlSafe(enter)).execute(&mut program).await.unwrap();
    let statement =
        include_str!("../../../../features/audit/src/store/matches.sql").replace("\"at!: Timestamp\"", "at");
    let types = "bigint, text, timestamptz, timestamptz, timestamptz, bigint, bigint, text, text, text, bigint, bigint, text, text, \
                 bigint, bigint, text[]";
    let prepare = format!("prepare matches ({types}) as {statement}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(prepare)).execute(&mut program).await.unwrap();
    for (arm, index) in [
        ("record", "audit_entry_company_id_entity_entity_id_id_idx"),
        ("address", "audit_entry_company_id_address_at_id_idx"),
        ("person", "audit_entry_company_id_active_user_id_at_id_idx"),
        ("action", "audit_entry_company_id_action_at_id_idx"),
        ("actions", "audit_entry_company_id_action_at_id_idx"),
        ("branch", "audit_entry_company_id_active_user_id_at_id_idx"),
        ("all", "audit_entry_company_id_at_id_idx"),
    ] {
        let explain = format!(
            "explain (analyze, costs off, timing off, summary off)
             execute matches({}, '{arm}', '-infinity', 'infinity', 'infinity', 9223372036854775807, 51, 'crowd', '7', '10.0.0.7', 7,
                             null, 'crowd.7', null, 1, 51, '{{crowd.7,crowd.8}}')",
            cove.id
        );
        let lines: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(explain)).fetch_all(&mut program).await.unwrap();
        let of_log: Vec<_> = lines
            .iter()
            .filter(|line| line.contains("Scan") && line.contains("audit_entry") && !line.contains("never executed"))
            .collect();
        // An index in the order of the list stops at a page, so the planner chooses by the values.
        let is_known = |line: &&&String| line.contains(index) || line.contains("_at_id_idx");
        assert_eq!(of_log.iter().filter(is_known).count(), of_log.len(), "{arm}: {of_log:?}");
        assert!(!of_log.is_empty() || arm == "branch", "{arm}: {lines:?}");
    }
}

/// HISTORY-06, HISTORY-07: a branch admin reads the entries of the branch's people, and no others.
#[tokio::test]
async fn a_branch_admin_reads_the_log_of_the_branch() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let _ = grace.get("/api/audit/export").await.expect(200);
    let beth = cove.sign_in("beth.sullivan").await;
    let hers = rows(&beth, "limit=100").await;
    assert!(
        hers.iter().any(|row| row["action"] == "loan.create" && row["entityId"].as_str() == Some(&loan.to_string())),
        "{hers:?}"
    );
    assert!(hers.iter().all(|row| row["activeUser"]["name"] != "Grace Whitfield"), "{hers:?}");
    assert_eq!(rows(&beth, "action=audit.export").await, Vec::<Value>::new());
    let exported = beth.get("/api/audit/export?action=audit.export").await.expect(200).json;
    assert!(exported.as_str().unwrap().contains("Entries,0\r\n"), "{exported}");
    // The chain is the whole company's.
    let _ = beth.get("/api/audit/verification").await.expect(403);
    let _ = beth.post("/api/audit/verification", json!({})).await.expect(403);
}

/// HISTORY-08: who saw which sealed value of which record, when and from where.
#[tokio::test]
async fn reveals_are_listed_with_who_what_when_and_from_where() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let reveals = rows(&grace, "reveals=true").await;
    assert_eq!(actions(&reveals), ["loan.reveal"]);
    let reveal = &reveals[0];
    let who = (&reveal["loggedInUser"]["name"], &reveal["entityId"]);
    assert_eq!(who, (&json!("Avery Stone"), &json!(loan.to_string())));
    assert!(reveal["after"]["path"].as_str().unwrap().ends_with("/taxpayerIdentifier"));
    assert_eq!(reveal["address"], "127.0.0.1");
    let file = grace.get("/api/audit/export?reveals=true").await.expect(200).json;
    assert!(file.as_str().unwrap().contains("Filters,reveals = true\r\nEntries,1\r\n"), "{file}");
}

/// HISTORY-10: an admin sees the last block, the last check and the first broken row; an admin can start a check.
#[tokio::test]
async fn an_admin_sees_the_state_of_the_chain() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let state = async || grace.get("/api/audit/verification").await.expect(200).json;
    assert_eq!(state().await["check"], Value::Null);
    seal(&keyturn, cove.id).await;
    let _ = grace.post("/api/audit/verification", json!({})).await.expect(202);
    keyturn.do_jobs().await;
    let well = state().await;
    assert!(well["lastBlock"].as_i64().unwrap() > 0 && well["check"]["at"].is_string(), "{well}");
    assert_eq!(well["check"]["fault"], Value::Null);

    let entry: i64 = sqlx::query_scalar(
        "update audit_entry set address = '198.51.100.9' where action = 'loan.create' and entity_id = $1 returning id",
    )
    .bind(loan.to_string())
    .fetch_one(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let _ = grace.post("/api/audit/verification", json!({})).await.expect(202);
    keyturn.do_jobs().await;
    let broken = state().await;
    assert_eq!(broken["check"]["faultEntry"], entry);
    assert!(broken["check"]["fault"].as_str().unwrap().contains(&format!("entry {entry} was altered")), "{broken}");
}

/// HISTORY-09: the 26th reveal within an hour, and the 201st record, raise one notice to the company admins, not one each.
#[tokio::test]
async fn unusual_access_raises_one_notice() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let user = user_id(&avery).await;
    let application = avery.get(&format!("/api/loans/{loan}/application")).await.expect(200);
    let path = application.at("/sealed/0").clone();
    let notices = async || rows(&grace, "action=access.unusual").await;
    // One reveal is part of the company's past.
    for _ in 1..25 {
        let _ = avery.post(&format!("/api/loans/{loan}/reveals"), json!({"path": path})).await.expect(201);
    }
    assert_eq!(notices().await, Vec::<Value>::new());
    for _ in 0..3 {
        let _ = avery.post(&format!("/api/loans/{loan}/reveals"), json!({"path": path})).await.expect(201);
    }
    let raised = notices().await;
    assert_eq!(raised.len(), 1, "{raised:?}");
    assert_eq!(raised[0]["entityId"], user.to_string());
    assert_eq!(raised[0]["after"], json!({"kind": "sealed values revealed", "count": 26, "limit": 25}));

    sqlx::query(
        "insert into record_opening (company_id, user_id, entity, entity_id)
         select $1, $2, 'loan', -n from generate_series(1, 200) as n",
    )
    .bind(cove.id)
    .bind(user)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let other = crate::loans::create(&avery, "Ben", "Young").await["id"].as_i64().unwrap();
    for _ in 0..2 {
        let _ = avery.get(&format!("/api/loans/{other}")).await.expect(200);
    }
    let raised = notices().await;
    assert_eq!((raised.len(), &raised[0]["after"]["kind"]), (2, &json!("records opened")), "{raised:?}");
    keyturn.do_jobs().await;
    let mails = keyturn.mail_to("grace.whitfield@cove.example");
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(
        subjects.iter().filter(|subject| **subject == "Unusual access by Avery Stone").count(),
        2,
        "{subjects:?}"
    );
}
