//! The audit log: search, export and sealing.

use crate::loans::create;
use keyturn::audit_log;
use platform::GlobalTx;
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};
use testkit::{Client, Company, Keyturn, Place, Server, program};

const SSN: &str = "219-09-9993";

pub(crate) async fn user_id(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap()
}

pub(crate) async fn rows(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/api/audit?{query}")).await.expect(200).at("/rows").as_array().unwrap().clone()
}

pub(crate) fn actions(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["action"].as_str().unwrap()).collect()
}

/// A company in which Avery created a loan, entered and revealed a social security number, and locked the loan.
pub(crate) async fn company_with_a_past<'a>(keyturn: &'a Keyturn, slug: &str) -> (Company<'a>, i64) {
    let company = keyturn.company(slug).await;
    let avery = company.sign_in("avery.stone").await;
    let loan = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let path = format!("/api/loans/{loan}/application");
    let application = avery.get(&path).await.expect(200);
    let borrower = application.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let ssn = format!("borrowers/{borrower}/taxpayerIdentifier");
    let _ = avery.patch(&path, json!([{"path": ssn, "from": null, "to": SSN}])).await.expect(200);
    let _ = avery.post(&format!("/api/loans/{loan}/reveals"), json!({"path": ssn})).await.expect(201);
    let _ = avery.post(&format!("/api/loans/{loan}/lock"), json!({})).await;
    (company, loan)
}

/// Administrators read their company's log, newest first, in gapless pages. Others can't read it.
#[tokio::test]
async fn grace_reads_the_audit_log_of_her_company() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let inlet = keyturn.company("inlet").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let page = grace.get("/api/audit?limit=100").await.expect(200);
    assert_eq!(page.at("/timeZone"), "America/Los_Angeles");
    let all = page.at("/rows").as_array().unwrap();
    let made = all.iter().find(|row| row["action"] == "loan.create").unwrap();
    assert_eq!(made["loggedInUser"]["name"], "Avery Stone");
    assert_eq!((&made["activeUser"], &made["entity"]), (&made["loggedInUser"], &json!("loan")));
    assert_eq!(made["entityId"], loan.to_string());
    let times: Vec<_> = all.iter().map(|row| row["at"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|one, next| one >= next), "{times:?}");

    let mut after = String::new();
    let mut paged = Vec::new();
    loop {
        let page = grace.get(&format!("/api/audit?limit=2{after}")).await.expect(200).json;
        paged.extend(page["rows"].as_array().unwrap().clone());
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(&paged, all);
    assert!(paged.len() >= 4, "{} entries", paged.len());

    for (name, status) in [
        ("omar.haddad", 200),
        ("victor.adeyemi", 200),
        ("avery.stone", 403),
        ("beth.sullivan", 200),
        ("lena.fischer", 403),
        ("carl.jensen", 403),
    ] {
        let client = cove.sign_in(name).await;
        for path in ["/api/audit", "/api/audit/export", "/api/audit/lookups"] {
            let _ = client.get(path).await.expect(status);
        }
    }
    let foreign = inlet.sign_in("grace.whitfield").await;
    assert!(rows(&foreign, &format!("entity=loan&entityId={loan}")).await.is_empty());
    assert!(actions(&rows(&foreign, "limit=100").await).iter().all(|action| !action.starts_with("loan.")));
    let lookups = foreign.get("/api/audit/lookups").await.expect(200).json.to_string();
    assert!(!lookups.contains("loan.create") && !lookups.contains("Avery"), "{lookups}");
    let exported = foreign.get("/api/audit/export").await.expect(200);
    assert!(!exported.json.as_str().unwrap().contains("loan.create"));
}

/// Sealed values never appear in the log, neither when entered nor when revealed.
#[tokio::test]
async fn no_sealed_value_is_in_the_log() {
    let keyturn = Keyturn::start().await;
    let (cove, _) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let page = grace.get("/api/audit?limit=100").await.expect(200).json;
    assert!(actions(page["rows"].as_array().unwrap()).contains(&"loan.reveal"));
    let exported = grace.get("/api/audit/export").await.expect(200).json;
    for text in [page.to_string(), exported.to_string()] {
        for secret in [SSN, "219099993"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}

/// Filters work alone and combined. Invalid values are refused by field.
#[tokio::test]
async fn the_log_is_filtered_by_user_action_record_and_days() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let avery = user_id(&cove.sign_in("avery.stone").await).await;
    let priya = cove.sign_in("priya.nguyen").await;
    let priyas = create(&priya, "Ben", "Young").await["id"].as_i64().unwrap();

    let hers = rows(&grace, &format!("limit=100&person={avery}")).await;
    assert!(hers.len() >= 3 && hers.iter().all(|row| row["activeUser"]["id"] == avery), "{hers:?}");
    let made = rows(&grace, "action=loan.create").await;
    assert_eq!(
        made.iter().map(|row| row["entityId"].as_str().unwrap()).collect::<Vec<_>>(),
        [priyas.to_string(), loan.to_string()]
    );
    let (of_loan, id) = (rows(&grace, &format!("entity=loan&entityId={loan}&limit=100")).await, loan.to_string());
    assert!(of_loan.len() >= 3 && of_loan.iter().all(|row| row["entityId"] == id), "{of_loan:?}");
    assert_eq!(rows(&grace, "entity=nothing").await, Vec::<Value>::new());
    let together = format!("person={avery}&action=loan.create&entity=loan");
    assert_eq!(actions(&rows(&grace, &together).await), ["loan.create"]);
    let together = format!("person={avery}&action=loan.create&entity=loan&entityId={priyas}");
    assert_eq!(rows(&grace, &together).await, Vec::<Value>::new());

    // Yesterday at 23:30 in Los Angeles is today in UTC.
    let mut superuser = keyturn.superuser().await;
    sqlx::query("update audit_entry set at = '2026-03-02 07:30Z' where action = 'loan.create' and entity_id = $1")
        .bind(loan.to_string())
        .execute(&mut superuser)
        .await
        .unwrap();
    let first = "from=2026-03-01&to=2026-03-01";
    assert_eq!(actions(&rows(&grace, first).await), ["loan.create"]);
    assert_eq!(actions(&rows(&grace, &format!("{first}&person={avery}")).await), ["loan.create"]);
    assert_eq!(rows(&grace, "from=2026-03-02&to=2026-03-02").await, Vec::<Value>::new());
    assert_eq!(actions(&rows(&grace, "to=2026-03-01&action=loan.create").await), ["loan.create"]);
    assert_eq!(rows(&grace, &format!("from=2026-03-02&entity=loan&entityId={loan}&action=loan.create")).await.len(), 0);

    for (query, field) in [
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("from=soon", "from"),
        ("entityId=5", "entity"),
        ("person=Avery", "person"),
        ("limit=101", "limit"),
        ("after=nonsense", "after"),
    ] {
        let refused = grace.get(&format!("/api/audit?{query}")).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{query}: {}", refused.json);
    }
    let known = grace.get("/api/audit/lookups").await.expect(200);
    let listed: BTreeSet<String> = serde_json::from_value(known.at("/actions").clone()).unwrap();
    let seen: BTreeSet<String> = actions(&rows(&grace, "limit=100").await).into_iter().map(str::to_owned).collect();
    assert_eq!(listed, seen);
    assert!(known.at("/entities").as_array().unwrap().contains(&json!("loan")));
    let people: Vec<_> = known.at("/people").as_array().unwrap().iter().map(|person| &person["name"]).collect();
    assert!(people.contains(&&json!("Avery Stone")) && people.contains(&&json!("Priya Nguyen")), "{people:?}");
}

/// An entry from impersonation names both users and is found under either.
#[tokio::test]
async fn impersonation_entries_are_found_under_both_users() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = user_id(&cove.sign_in("avery.stone").await).await;
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let sams = user_id(&sam).await;
    let _ = sam.post(&format!("/api/org-admin/users/{avery}/impersonate"), json!({})).await.expect(200);
    let loan = create(&sam, "Maya", "Ortiz").await["id"].to_string();
    let grace = cove.sign_in("grace.whitfield").await;
    for person in [avery, sams] {
        let found = rows(&grace, &format!("person={person}&action=loan.create&entity=loan")).await;
        assert_eq!(found.len(), 1, "{found:?}");
        let entry = &found[0];
        assert_eq!(
            (entry["entityId"].as_str(), entry["loggedInUser"]["name"].as_str()),
            (Some(loan.as_str()), Some("Sam Rivera"))
        );
        assert_eq!(entry["activeUser"]["name"], "Avery Stone");
    }
    let known = grace.get("/api/audit/lookups").await.expect(200).json;
    assert!(known["people"].as_array().unwrap().contains(&json!({"id": sams, "name": "Sam Rivera"})));
}

/// HISTORY-11: the export has the content of the list with the filters at its head, contains no formulas, and is itself audited.
#[tokio::test]
async fn the_log_is_exported_as_a_table() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let mut superuser = keyturn.superuser().await;
    sqlx::query("update app_user set first_name = '=HYPERLINK(\"http://evil.example\")' where email = $1")
        .bind("avery.stone@cove.example")
        .execute(&mut superuser)
        .await
        .unwrap();
    let filter = format!("entity=loan&entityId={loan}");
    let listed = rows(&grace, &format!("{filter}&limit=100")).await;
    let answer = grace.get(&format!("/api/audit/export?{filter}")).await.expect(200);
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    let disposition = answer.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment; filename=\"audit-log-20"), "{disposition}");
    let text = answer.json.as_str().unwrap();
    let (head, table) = text.trim_end().split_once("\r\n\"\"\r\n").unwrap();
    assert!(head.starts_with("\u{feff}Audit log,"), "{head}");
    assert!(head.contains("Exported by,Grace Whitfield\r\n"), "{head}");
    assert!(head.contains(&format!("Filters,entity = loan; entityId = {loan}\r\n")), "{head}");
    assert!(head.ends_with(&format!("Entries,{}", listed.len())), "{head}");
    let lines: Vec<&str> = table.split("\r\n").collect();
    assert_eq!(lines[0], "Time,Signed in,Acted for,API key,Action,Record,Record id,Before,After,Address,Entry");
    assert_eq!(lines.len() - 1, listed.len());
    for (line, row) in lines[1..].iter().zip(&listed) {
        assert!(line.ends_with(&format!(",{}", row["id"])), "{line}");
        assert!(line.contains(",\"'=HYPERLINK(\"\"http://evil.example\"\") Stone\",,"), "{line}");
        assert!(line.contains(row["action"].as_str().unwrap()) && line.contains(" -0"), "{line}");
    }
    let exported = &rows(&grace, "action=audit.export").await[0];
    assert_eq!(exported["loggedInUser"]["name"], "Grace Whitfield");
    assert_eq!(
        exported["after"],
        json!({"filter": {"entity": "loan", "entityId": loan.to_string()}, "entries": listed.len(), "format": "csv"})
    );

    sqlx::query(
        "insert into audit_entry (company_id, action, entity, entity_id, active_user_id, logged_in_user_id)
         select $1, 'crowd.entry', 'crowd', n::text, 1, 1 from generate_series(1, 50001) as n",
    )
    .bind(cove.id)
    .execute(&mut superuser)
    .await
    .unwrap();
    let refused = grace.get("/api/audit/export?action=crowd.entry").await.expect(422);
    assert!(
        refused.json["message"].as_str().unwrap().starts_with("More than 50,000 entries match"),
        "{}",
        refused.json
    );
    sqlx::raw_sql("delete from audit_entry where entity = 'crowd' and entity_id = '50001'")
        .execute(&mut superuser)
        .await
        .unwrap();
    let whole = grace.get("/api/audit/export?action=crowd.entry").await.expect(200);
    assert_eq!(whole.json.as_str().unwrap().trim_end().split("\r\n").count(), 50_007);
}

/// Seals until nothing is waiting. Entries of open transactions of other tests are skipped meanwhile.
pub(crate) async fn seal(keyturn: &Keyturn, company: i64) {
    let began = Instant::now();
    loop {
        audit::seal(&keyturn.app).await.unwrap();
        let mut superuser = keyturn.superuser().await;
        let waiting: i64 = sqlx::query_scalar(
            "select count(*) from audit_entry e where company_id = $1
             and not exists (select from audit_seal s where s.company_id = e.company_id and s.audit_id = e.id)",
        )
        .bind(company)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
        if waiting == 0 {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{waiting} entries are never sealed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Result of `keyturn audit verify` for a company.
async fn verified(keyturn: &Keyturn, slug: &str) -> (String, bool) {
    let (report, faults) = audit_log::check(&keyturn.app, Some(slug)).await.unwrap();
    assert_eq!(report.lines().count(), 1, "{report}");
    (report.trim_end().to_owned(), faults == 0)
}

async fn sql(superuser: &mut PgConnection, statement: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(superuser).await.unwrap();
}

/// A superuser who alters, deletes or inserts entries or seals by hand is detected. After restoring the data, the log
/// verifies again.
#[tokio::test]
async fn verify_names_what_was_altered_removed_or_inserted_by_hand() {
    let keyturn = Keyturn::start().await;
    let (cove, loan) = company_with_a_past(&keyturn, "cove").await;
    let company = cove.id;
    seal(&keyturn, company).await;
    keyturn.do_jobs().await;
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(is_well && report.ends_with("entries as written, 0 entries not sealed yet"), "{report}");

    let mut superuser = keyturn.superuser().await;
    let entry: i64 = sqlx::query_scalar("select id from audit_entry where action = 'loan.create' and entity_id = $1")
        .bind(loan.to_string())
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let its = format!("company_id = {company} and id = {entry}");
    let its_seal = format!("company_id = {company} and audit_id = {entry}");
    sql(&mut superuser, format!("create table kept as select * from audit_entry where {its}")).await;
    sql(&mut superuser, format!("create table kept_seals as select * from audit_seal where company_id = {company}"))
        .await;
    let seals =
        format!("delete from audit_seal where company_id = {company}; insert into audit_seal select * from kept_seals");
    let row = format!(
        "delete from audit_entry where {its};
         insert into audit_entry overriding system value select * from kept"
    );
    let tampered = [
        (format!("update audit_entry set active_user_id = 1 where {its}"), &row, format!("entry {entry} was altered")),
        (
            format!("update audit_entry set at = at - interval '1 minute' where {its}"),
            &row,
            format!("entry {entry} was altered"),
        ),
        (format!("update audit_entry set after = '{{}}' where {its}"), &row, format!("entry {entry} was altered")),
        (format!("delete from audit_entry where {its}"), &row, format!("entry {entry} was removed")),
        // Delete the entry with its seal, then renumber all later seals.
        (format!("delete from audit_seal where {its_seal}"), &seals, "the seal at place".to_owned()),
        (
            format!(
                "delete from audit_seal where {its_seal};
                 update audit_seal s set position = n.position
                 from (select audit_id, row_number() over (order by position) as position
                       from audit_seal where company_id = {company}) n
                 where s.company_id = {company} and s.audit_id = n.audit_id"
            ),
            &seals,
            "was altered".to_owned(),
        ),
        (
            format!("update audit_seal set hash = sha256('x') where {its_seal}"),
            &seals,
            format!("entry {entry} was altered"),
        ),
    ];
    for (statement, undo, told) in tampered {
        sql(&mut superuser, statement.clone()).await;
        let (report, is_well) = verified(&keyturn, "cove").await;
        assert!(!is_well && report.contains("WRONG") && report.contains(&told), "{statement}: {report}");
        sql(&mut superuser, undo.clone()).await;
        let (report, is_well) = verified(&keyturn, "cove").await;
        assert!(is_well, "{report}");
    }

    // Insert an entry with an old time, and one with an earlier transaction id.
    sql(
        &mut superuser,
        "insert into audit_entry (company_id, xid, at, action, entity, entity_id)
             select company_id, xid, at, 'loan.lock', 'loan', '1' from kept"
            .to_owned(),
    )
    .await;
    audit::seal(&keyturn.app).await.unwrap();
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(!is_well && report.contains("was inserted; it says: loan.lock of loan 1"), "{report}");
    sql(&mut superuser, "delete from audit_entry where action = 'loan.lock' and entity_id = '1'".to_owned()).await;

    // Delete the end of the log with its seals. The head stored outside the database reveals it.
    let heads = Path::new(&keyturn.files).join("audit-heads");
    assert!(!heads.exists(), "nothing has noted a head yet");
    keyturn.note_audit_heads().await;
    assert_eq!(std::fs::read_dir(&heads).unwrap().count(), 1);
    sql(
        &mut superuser,
        format!(
            "delete from audit_entry where company_id = {company} and id = (select max(audit_id) from audit_seal where company_id = {company});
             delete from audit_seal where company_id = {company} and position = (select max(position) from audit_seal where company_id = {company})"
        ),
    )
    .await;
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(!is_well && report.contains("were removed with their seals"), "{report}");

    // The program's own role can do none of it.
    let mut program = keyturn.program().await;
    sqlx::query("select set_config('app.company_id', $1, false)")
        .bind(company.to_string())
        .execute(&mut program)
        .await
        .unwrap();
    for statement in [
        "update audit_entry set action = 'x'",
        "delete from audit_entry",
        "update audit_seal set hash = sha256('x')",
        "delete from audit_seal",
    ] {
        let refused = sqlx::raw_sql(statement).execute(&mut program).await.unwrap_err();
        assert!(refused.to_string().contains("permission denied"), "{refused}");
    }
}

/// The sealer notes the heads of all chains after its first round. A later note of the same day is a separate file.
#[tokio::test]
async fn audit_heads_are_logged_at_start_and_several_times_a_day() {
    let keyturn = Keyturn::start().await;
    let heads = Path::new(&keyturn.files).join("audit-heads");
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let sealing = tokio::spawn(audit::seal_until(keyturn.app.clone(), stopped));
    let notes = async || {
        let mut notes = Vec::new();
        for entry in std::fs::read_dir(&heads).into_iter().flatten() {
            notes.push(std::fs::read_to_string(entry.unwrap().path()).unwrap());
        }
        notes
    };
    let started = Instant::now();
    while notes().await.is_empty() {
        assert!(started.elapsed().as_secs() < 20, "no head was noted at start");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let _ = stop.send(true);
    sealing.await.unwrap();
    let first = notes().await.remove(0);
    let is_head = |line: &str| line.split(' ').next_back().is_some_and(|hash| hash.len() == 64);
    assert!(!first.is_empty() && first.lines().all(is_head), "{first}");

    // Two notes of one day are two files, so that the later one doesn't lose data of the earlier one.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    keyturn.note_audit_heads().await;
    assert_eq!(notes().await.len(), 2);
}

/// Two processes seal concurrently with writers. Every entry gets one position, and late commits aren't skipped.
#[tokio::test]
async fn every_entry_is_sealed_exactly_once() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let other = keyturn.second_process().await;
    let avery = cove.sign_in("avery.stone").await;
    // A transaction that writes first and commits last.
    let mut slow = GlobalTx::begin(keyturn.pool()).await.unwrap();
    slow.enter(cove.id).await.unwrap();
    slow.audit_for(cove.id, 1, "test.slow", "test", "1").await.unwrap();
    let writing = async {
        for n in 0..12 {
            create(&avery, "Maya", &format!("Ortiz{}", "abcdefghijkl".chars().nth(n).unwrap())).await;
        }
    };
    let sealing = async {
        for _ in 0..20 {
            let (one, two) = tokio::join!(audit::seal(&keyturn.app), audit::seal(&other.app));
            one.unwrap();
            two.unwrap();
        }
    };
    tokio::join!(writing, sealing);
    let mut superuser = keyturn.superuser().await;
    let is_sealed = "select exists (select from audit_seal s join audit_entry e on e.company_id = s.company_id and e.id = s.audit_id
                     where e.action = 'loan.create' and e.company_id = $1)";
    let sealed: bool = sqlx::query_scalar(is_sealed).bind(cove.id).fetch_one(&mut superuser).await.unwrap();
    assert!(!sealed, "what came after an open transaction was sealed before it");
    slow.commit().await.unwrap();
    seal(&keyturn, cove.id).await;
    let order: Vec<String> = sqlx::query_scalar(
        "select e.action from audit_seal s join audit_entry e on e.company_id = s.company_id and e.id = s.audit_id
         where s.company_id = $1 and e.action in ('test.slow', 'loan.create') order by s.position",
    )
    .bind(cove.id)
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert_eq!((order[0].as_str(), order.len()), ("test.slow", 13));
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(is_well, "{report}");
}

/// After a restore into another cluster, transaction ids restart. The chain continues and records where.
#[tokio::test]
async fn the_chain_continues_in_a_restored_database() {
    let keyturn = Keyturn::start().await;
    let (cove, _) = company_with_a_past(&keyturn, "cove").await;
    // As after a restore: the entries have transaction ids that this cluster hasn't reached.
    sqlx::raw_sql("update audit_entry set xid = (xid::text::bigint + 1000000000)::text::xid8")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    seal(&keyturn, cove.id).await;
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(is_well && !report.contains("restored"), "{report}");
    for last in ["Brown", "Lopez"] {
        create(&cove.sign_in("avery.stone").await, "Ben", last).await;
        seal(&keyturn, cove.id).await;
    }
    let (report, is_well) = verified(&keyturn, "cove").await;
    assert!(is_well && report.matches("the database was restored").count() == 1, "{report}");
}

/// The server seals automatically. `keyturn audit verify` runs beside it and reports through its exit code.
#[tokio::test]
async fn an_operator_verifies_the_log_beside_a_running_server() {
    let keyturn = Path::new(env!("CARGO_BIN_EXE_keyturn"));
    let server = Server::start_with(keyturn, &[("KEYTURN_AUDIT_SEAL_SECONDS", "1".to_owned())], None);
    let place: &Place = &server;
    let cove = place.company("cove").await;
    create(&cove.sign_in("avery.stone").await, "Maya", "Ortiz").await;
    let mut superuser = place.superuser().await;
    let sealed = "select exists (select from audit_seal s join audit_entry e on e.company_id = s.company_id and e.id = s.audit_id
                  where e.action = 'loan.create' and e.company_id = $1)";
    let began = Instant::now();
    while !sqlx::query_scalar::<_, bool>(sealed).bind(cove.id).fetch_one(&mut superuser).await.unwrap() {
        assert!(began.elapsed() < Duration::from_secs(30), "nothing is sealed");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let verify = |company: Option<&str>| {
        let mut command = program(keyturn, server.data());
        command.args(["audit", "verify"]).args(company.map(|company| format!("--company={company}")));
        let output = command.output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.success(), said)
    };
    let (is_well, said) = verify(None);
    assert!(is_well && said.contains("harbor: ") && said.contains("cove: "), "{said}");
    sqlx::query("update audit_entry set entity_id = '0' where company_id = $1 and action = 'loan.create'")
        .bind(cove.id)
        .execute(&mut superuser)
        .await
        .unwrap();
    let (is_well, said) = verify(Some("cove"));
    assert!(!is_well && said.starts_with("cove: WRONG: entry ") && said.contains("not as it was written"), "{said}");
    assert!(said.contains("loan.create of loan 0"), "{said}");
    let (is_well, _) = verify(Some("harbor"));
    assert!(is_well, "the others are as they were");
    let (is_well, said) = verify(Some("nobody"));
    assert!(!is_well && said.contains("there is no company nobody"), "{said}");
    assert_eq!(place.visitor().get("/api/ready").await.status, 200, "the server goes on");
}
