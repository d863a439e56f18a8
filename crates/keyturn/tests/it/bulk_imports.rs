//! Bulk imports of loan files.

use reqwest::{Method, multipart};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, Instant},
};
use testkit::{
    Answer, Client, Company, Keyturn,
    officer::{fixture, membership, upload},
};

const COMPLETED: &str = "COMPLETED";

/// A unique loan file whose borrower has this last name.
fn file(last_name: &str) -> Vec<u8> {
    let text = String::from_utf8(fixture("conventional-purchase.xml")).unwrap();
    text.replace("<LastName>Rivera<", &format!("<LastName>{last_name}<"))
        .replace("casey.rivera@", &format!("casey.{}@", last_name.to_lowercase()))
        .into_bytes()
}

/// Sets up a batch with the client as officer.
async fn set_up(client: &Client) -> Value {
    let body = json!({
        "importType": "MISMO_IMPORT",
        "data": {"LoanOfficerId": membership(client).await, "otherUsers": {"WizeUsers": []}},
    });
    client.post("/api/bulk-imports", body).await.expect(201).json
}

fn address(batch: &Value) -> String {
    format!("/api/bulk-imports/{}", batch["_id"].as_str().unwrap())
}

/// Uploads a file and adds it to a batch.
async fn add(client: &Client, batch: &Value, name: &str, bytes: Vec<u8>) -> Answer {
    let id = upload(client, name, bytes).await;
    let body = json!({"fileName": name, "filePath": format!("imports/{id}/{name}")});
    client.post(&format!("{}/items", address(batch)), body).await
}

/// Starts a batch, runs its jobs, and returns its state.
async fn run(keyturn: &Keyturn, client: &Client, batch: &Value) -> Value {
    let started = client.post(&format!("{}/start", address(batch)), json!({})).await.expect(200);
    assert!(["IN_PROGRESS", COMPLETED].contains(&started.at("/status").as_str().unwrap()));
    keyturn.do_jobs().await;
    client.get(&address(batch)).await.expect(200).json
}

/// A batch in progress with one file.
pub(crate) async fn begun(client: &Client) -> Value {
    let batch = set_up(client).await;
    let _ = add(client, &batch, "Dunn.xml", file("Dunn")).await.expect(200);
    client.post(&format!("{}/start", address(&batch)), json!({})).await.expect(200).json
}

/// Creates a loan from a file on a server that runs jobs itself.
pub(crate) async fn made(client: &Client, name: &str, bytes: Vec<u8>) {
    let batch = set_up(client).await;
    let _ = add(client, &batch, name, bytes).await.expect(200);
    let _ = client.post(&format!("{}/start", address(&batch)), json!({})).await.expect(200);
    let began = Instant::now();
    while client.get(&address(&batch)).await.expect(200).json["status"] != COMPLETED {
        assert!(began.elapsed() < Duration::from_secs(60), "{name} became no loan");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn items(batch: &Value) -> Vec<&Value> {
    batch["MismoImportBatchItems"].as_array().unwrap().iter().collect()
}

fn statuses(batch: &Value) -> Vec<&str> {
    items(batch).into_iter().map(|item| item["status"].as_str().unwrap()).collect()
}

/// Results of the rules for a file as one text.
fn said(item: &Value) -> String {
    let rules = item["autoRuleErr"].as_array().unwrap().iter();
    rules.map(|rule| rule["error"].as_str().or(rule["warning"].as_str()).unwrap()).collect::<Vec<_>>().join(" ")
}

async fn loans_of(keyturn: &Keyturn, company: &Company<'_>) -> i64 {
    sqlx::query_scalar("select count(*) from loan where company_id = $1")
        .bind(company.id)
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap()
}

/// BULK-02, BULK-03, BULK-04, BULK-05, BULK-06, BULK-19, BULK-20, BULK-23: a batch is set up, filled, started and
/// polled by id. Each file becomes a loan with the batch's team, and the latest batch has its own route.
#[tokio::test]
async fn each_file_of_a_batch_becomes_a_loan() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let jamie = cove.sign_in("jamie.lin").await;
    let _ = avery.get("/api/bulk-imports/latest").await.expect(204);
    let officer = membership(&avery).await;
    let assistant = json!({"LoanRole": "ASSISTANT", "primary": true, "WizeUserOrgUnitId": membership(&jamie).await});
    let body = json!({
        "importType": "MISMO_IMPORT",
        "data": {"LoanOfficerId": officer, "otherUsers": {"loanAssistant": assistant}},
    });
    let batch = avery.post("/api/bulk-imports", body.clone()).await.expect(201).json;
    assert_eq!(batch["status"], "SETUP");
    assert_eq!(batch["reset"], false);
    assert_eq!(batch["_id"].as_str().map(str::len), Some(36));
    let mut team = json!([{"LoanRole": "ORIGINATOR", "primary": true, "WizeUserOrgUnitId": officer}, assistant]);
    team[0]["name"] = json!("Avery Stone");
    team[1]["name"] = json!("Jamie Lin");
    assert_eq!(batch["data"]["otherUsers"]["WizeUsers"], team);
    let alone = json!({"LoanOfficerId": officer});
    let changed = avery.put(&format!("{}/team", address(&batch)), alone).await.expect(200).json;
    assert_eq!(changed["data"]["otherUsers"]["WizeUsers"], json!([team[0]]));
    let _ = avery.put(&format!("{}/team", address(&batch)), body["data"].clone()).await.expect(200);

    for name in ["Ames", "Boyd", "Cole"] {
        let _ = add(&avery, &batch, &format!("{name}.xml"), file(name)).await.expect(200);
    }
    let broken = add(&avery, &batch, "broken.xml", b"<MESSAGE>".to_vec()).await.expect(200).json;
    assert_eq!(statuses(&broken), ["PENDING", "PENDING", "PENDING", "INVALID"], "seen before anything begins");
    assert_eq!(items(&broken)[0]["borrowerName"], "Casey Ames");
    let rule = &items(&broken)[3]["autoRuleErr"][0];
    assert_eq!(rule["identifier"], "FILE_FORMAT");
    assert_eq!(rule["ruleName"], "File Format");
    assert!(rule["error"].as_str().is_some_and(|text| !text.is_empty()) && rule["warning"].is_null());
    assert_eq!(avery.get("/api/bulk-imports/latest").await.expect(200).json["_id"], batch["_id"]);

    let before = loans_of(&keyturn, &cove).await;
    let done = run(&keyturn, &avery, &batch).await;
    assert_eq!(done["status"], COMPLETED);
    assert_eq!(statuses(&done), ["DONE", "DONE", "DONE", "INVALID"]);
    assert_eq!(loans_of(&keyturn, &cove).await, before + 3);
    for (item, name) in items(&done).into_iter().zip(["Ames", "Boyd", "Cole"]) {
        assert_eq!(item["canOpen"], true);
        let loan = avery.get(&format!("/api/loans/{}", item["LoanId"])).await.expect(200).json;
        assert_eq!(loan["borrowerName"], format!("Casey {name}"));
        assert_eq!(loan["importType"], "ACTIVE_LOAN");
        assert_eq!(loan["sourceFile"]["name"], format!("{name}.xml"));
        let roles: Vec<_> = loan["team"].as_array().unwrap().iter().map(|one| &one["LoanRole"]).collect();
        assert_eq!(roles, ["ORIGINATOR", "ASSISTANT"]);
    }
    // The team gets one notification for the batch; the actor gets none.
    assert_eq!(keyturn.mail_to("jamie.lin@cove.example").len(), 1);
    let noted: Vec<String> = sqlx::query_scalar(
        "select distinct action from audit_entry where company_id = $1 and entity = 'bulk-import' order by action",
    )
    .bind(cove.id)
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(
        noted,
        ["bulk-import.add", "bulk-import.create", "bulk-import.finish", "bulk-import.start", "bulk-import.team"]
    );
}

/// BULK-07, BULK-08: all allowed transitions of batches and files, over HTTP and enforced by the database.
#[tokio::test]
async fn batches_and_files_go_forward_only() {
    use lending::bulk_import::{BatchStatus, ItemStatus};
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut superuser = keyturn.superuser().await;
    for (function, steps) in [
        (
            "import_batch_may_become",
            BatchStatus::ALL
                .iter()
                .flat_map(|was| {
                    BatchStatus::ALL.iter().map(|next| (was.as_str(), next.as_str(), was.may_become(*next)))
                })
                .collect::<Vec<_>>(),
        ),
        (
            "import_batch_item_may_become",
            ItemStatus::ALL
                .iter()
                .flat_map(|was| ItemStatus::ALL.iter().map(|next| (was.as_str(), next.as_str(), was.may_become(*next))))
                .collect(),
        ),
    ] {
        for (was, next, may) in steps {
            let statement = format!("select {function}($1, $2)");
            let allowed: bool = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
                .bind(was)
                .bind(next)
                .fetch_one(&mut superuser)
                .await
                .unwrap();
            assert_eq!(allowed, may, "{was} to {next}");
        }
    }

    let empty = set_up(&avery).await;
    let start = |batch: &Value| format!("{}/start", address(batch));
    let cancel = |batch: &Value| format!("{}/cancel", address(batch));
    let _ = avery.post(&start(&empty), json!({})).await.expect(422);
    let given_up = avery.post(&cancel(&empty), json!({})).await.expect(200).json;
    assert_eq!((given_up["status"].as_str(), given_up["reset"].as_bool()), (Some("CANCELLED"), Some(true)));
    let _ = avery.post(&cancel(&empty), json!({})).await.expect(409);
    let canceled = "This import was canceled. Choose the files again to import them.";
    assert_eq!(avery.post(&start(&empty), json!({})).await.expect(409).at("/message"), canceled);
    assert_eq!(add(&avery, &empty, "late.xml", file("Late")).await.expect(409).at("/message"), canceled);

    let batch = begun(&avery).await;
    let started = avery.post(&start(&batch), json!({})).await.expect(409);
    assert_eq!(started.at("/message"), "This import has already started.");
    let item = format!("{}/items/{}", address(&batch), items(&batch)[0]["_id"].as_str().unwrap());
    let _ = avery.delete(&item).await.expect(409);
    let refused = avery
        .post(
            "/api/bulk-imports",
            json!({"importType": "MISMO_IMPORT", "data": {"LoanOfficerId": membership(&avery).await}}),
        )
        .await
        .expect(409);
    assert_eq!(refused.at("/message"), "You cannot add more loans when import is in progress");
    let cancelled = avery.post(&cancel(&batch), json!({})).await.expect(200).json;
    assert_eq!((cancelled["status"].as_str(), statuses(&cancelled)), (Some("CANCELLED"), vec!["CANCELLED"]));
    keyturn.do_jobs().await;
    let after = avery.get(&address(&batch)).await.expect(200).json;
    assert_eq!(statuses(&after), ["CANCELLED"], "its job finds nothing to do");
    for statement in [
        "update import_batch set status = 'IN_PROGRESS', finished_at = null where company_id = $1 and status = 'CANCELLED'",
        "update import_batch_item set status = 'PENDING' where company_id = $1 and status = 'CANCELLED'",
    ] {
        let refused = sqlx::query(statement).bind(cove.id).execute(&mut superuser).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().constraint(), Some("import_batch_steps"));
    }
}

/// BULK-08: invalid, incomplete, repeated and unprocessable files get different results.
#[tokio::test]
async fn failed_files_have_a_reason() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let first = set_up(&avery).await;
    let _ = add(&avery, &first, "Ellis.xml", file("Ellis")).await.expect(200);
    assert_eq!(statuses(&run(&keyturn, &avery, &first).await), ["DONE"]);

    let batch = set_up(&avery).await;
    let spoken = |text: &str| text.replace("\n", "\r\n").into_bytes();
    let again = spoken(&String::from_utf8(file("Ellis")).unwrap());
    let aimless = String::from_utf8(file("Ford")).unwrap();
    let aimless = aimless.replace("<LoanPurposeType>Purchase</LoanPurposeType>", "").into_bytes();
    for (name, bytes) in [
        ("again.xml", again),
        ("Gray.xml", file("Gray")),
        ("twin.xml", file("Gray")),
        ("aimless.xml", aimless),
        ("old.xml", fixture("conventional-purchase.fnm")),
        ("lost.xml", file("Hart")),
    ] {
        let _ = add(&avery, &batch, name, bytes).await.expect(200);
    }
    // Its bytes are missing when it is processed.
    let lost: String = sqlx::query_scalar("select file_id::text from import_batch_item where file_name = 'lost.xml'")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    fs::remove_file(keyturn.files.join(cove.id.to_string()).join(lost)).unwrap();
    let done = run(&keyturn, &avery, &batch).await;
    assert_eq!(statuses(&done), ["INVALID_ITEM", "DONE", "INVALID_ITEM", "INVALID_ITEM", "INVALID", "FAILED"]);
    let told: Vec<_> = items(&done).into_iter().map(said).collect();
    assert!(told[0].contains("A loan was made of this file before."), "{}", told[0]);
    assert!(told[2].contains("This is the same file as Gray.xml."), "{}", told[2]);
    assert!(told[3].contains("The file does not say whether this is a purchase or a refinance."), "{}", told[3]);
    assert_eq!(told[5], "This file is not here any more. Please upload it again.");

    // Failed files are retried in a new batch, except those refused for their content.
    let retried = avery.post(&format!("{}/retry", address(&batch)), json!({})).await.expect(201).json;
    assert_eq!(items(&retried).len(), 1);
    assert_eq!(items(&retried)[0]["fileName"], "lost.xml");
    assert_eq!(retried["data"], done["data"]);
    assert_eq!(avery.get(&address(&batch)).await.expect(200).json["reset"], true, "another has taken its place");

    let download = avery.request(Method::GET, &format!("{}/failed", address(&batch)));
    let bytes = download.send().await.unwrap().bytes().await.unwrap();
    let mut archive = archives::open(&bytes, 10_000_000).unwrap();
    let names: Vec<_> = (0..archive.len()).map(|at| archive.file(at).unwrap().0).collect();
    assert_eq!(names, ["again.xml", "twin.xml", "aimless.xml", "old.xml"]);
}

/// A file can be removed during setup. An archive adds all its files or none.
#[tokio::test]
async fn an_archive_adds_all_its_files_or_none() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let batch = set_up(&avery).await;
    let packed = |names: &[&str]| {
        let files: Vec<_> = names.iter().map(|name| (format!("{name}.xml"), file(name))).collect();
        archives::pack(&files).unwrap()
    };
    let names: Vec<String> = (0..45).map(|n| format!("Moss{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let filled = add(&avery, &batch, "all.zip", packed(&names)).await.expect(200).json;
    assert_eq!(items(&filled).len(), 45);
    let nested = archives::pack(&[("inner.zip".to_owned(), packed(&["Nash"]))]).unwrap();
    let refused = add(&avery, &batch, "nested.zip", nested).await.expect(422);
    assert_eq!(refused.at("/message"), "inner.zip is an archive within the archive. Please unpack it first.");
    let mut cut_off = packed(&["Nash"]);
    cut_off.truncate(200);
    let _ = add(&avery, &batch, "cut.zip", cut_off).await.expect(422);

    let item = format!("{}/items/{}", address(&batch), items(&filled)[0]["_id"].as_str().unwrap());
    let fewer = avery.delete(&item).await.expect(200).json;
    assert_eq!(items(&fewer).len(), 44);
    let _ = avery.delete(&item).await.expect(404);
    let done = run(&keyturn, &avery, &batch).await;
    let loans: BTreeSet<_> = items(&done).into_iter().map(|item| item["LoanId"].as_i64().unwrap()).collect();
    assert_eq!((loans.len(), done["status"].as_str()), (44, Some(COMPLETED)));
}

/// BULK-19: only its creator sees a batch, and the latest one is per branch. Users without the permission have none.
#[tokio::test]
async fn a_batch_is_visible_to_its_creator_only() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let batch = set_up(&avery).await;
    let grace = cove.sign_in("grace.whitfield").await;
    let _ = grace.get("/api/bulk-imports/latest").await.expect(204);
    let _ = grace.get(&address(&batch)).await.expect(404);
    for verb in ["start", "cancel", "retry"] {
        let _ = grace.post(&format!("{}/{verb}", address(&batch)), json!({})).await.expect(404);
    }
    let _ = add(&grace, &batch, "Gray.xml", file("Gray")).await.expect(404);
    let paul = cove.sign_in("paul.okafor").await;
    let _ = paul.get("/api/bulk-imports/latest").await.expect(403);

    // Noah works in two branches and has a batch in each.
    let here = cove.sign_in("noah.brooks").await;
    let me = here.get("/api/users/me").await.expect(200);
    let there = here.another_tab().with_header("x-org-unit-id", &me.at("/activeUser/LinkedOrgs/1/id").to_string());
    let first = set_up(&here).await;
    let _ = there.get("/api/bulk-imports/latest").await.expect(204);
    let second = set_up(&there).await;
    for (client, batch) in [(&here, &first), (&there, &second)] {
        assert_eq!(client.get("/api/bulk-imports/latest").await.expect(200).json["_id"], batch["_id"]);
    }
}

/// Failures are shown to the owner of a batch in any branch until they are seen.
#[tokio::test]
async fn failures_are_kept_for_their_owner_until_seen() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let here = cove.sign_in("noah.brooks").await;
    let me = here.get("/api/users/me").await.expect(200);
    let there = here.another_tab().with_header("x-org-unit-id", &me.at("/activeUser/LinkedOrgs/1/id").to_string());
    let unseen = "/api/bulk-imports/unseen";
    let batch = set_up(&here).await;
    let _ = add(&here, &batch, "Dunn.xml", file("Dunn")).await.expect(200);
    let _ = add(&here, &batch, "broken.xml", b"<MESSAGE/>".to_vec()).await.expect(200);
    assert_eq!(there.get(unseen).await.expect(200).json, json!([]));
    let _ = here.post(&format!("{}/start", address(&batch)), json!({})).await.expect(200);
    assert_eq!(there.get(unseen).await.expect(200).at("/0/status"), "IN_PROGRESS");
    keyturn.do_jobs().await;

    let expected = json!([{
        "_id": batch["_id"], "status": "COMPLETED", "files": 2, "failed": 1,
        "orgUnitId": me.at("/activeUser/WizeOrgUnitId"), "orgUnitName": me.at("/activeUser/WizeOrgUnit/displayName"),
    }]);
    for client in [&here, &there] {
        assert_eq!(client.get(unseen).await.expect(200).json, expected);
    }
    let grace = cove.sign_in("grace.whitfield").await;
    assert_eq!(grace.get(unseen).await.expect(200).json, json!([]));
    let _ = grace.put(&format!("{}/seen", address(&batch)), json!({})).await.expect(404);
    for _ in 0..2 {
        let _ = there.put(&format!("{}/seen", address(&batch)), json!({})).await.expect(204);
    }
    assert_eq!(here.get(unseen).await.expect(200).json, json!([]));

    // Without failures there is nothing to show later.
    let batch = set_up(&here).await;
    let _ = add(&here, &batch, "Gray.xml", file("Gray")).await.expect(200);
    assert_eq!(run(&keyturn, &here, &batch).await["status"], COMPLETED);
    assert_eq!(here.get(unseen).await.expect(200).json, json!([]));
}

/// Interrupted jobs are repeated file by file, without creating a loan twice.
#[tokio::test]
async fn repeated_jobs_create_one_loan_per_file() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let batch = set_up(&avery).await;
    for name in ["Park", "Reed", "Shaw"] {
        let _ = add(&avery, &batch, &format!("{name}.xml"), file(name)).await.expect(200);
    }
    let _ = avery.post(&format!("{}/start", address(&batch)), json!({})).await.expect(200);
    // The state after a process died.
    let mut superuser = keyturn.superuser().await;
    let _ = sqlx::query("update import_batch_item set status = 'PROCESSING', tries = 1")
        .execute(&mut superuser)
        .await
        .unwrap();
    let before = loans_of(&keyturn, &cove).await;
    keyturn.do_jobs().await;
    let done = avery.get(&address(&batch)).await.expect(200).json;
    assert_eq!((statuses(&done), done["status"].as_str()), (vec!["DONE"; 3], Some(COMPLETED)));
    assert_eq!(loans_of(&keyturn, &cove).await, before + 3);
    let tries: Vec<i16> =
        sqlx::query_scalar("select tries from import_batch_item").fetch_all(&mut superuser).await.unwrap();
    assert_eq!(tries, [3, 3, 3], "once by the dead, once together, once by itself");
}

/// A spreadsheet with these rows.
fn spreadsheet(rows: &[[&str; 4]]) -> Vec<u8> {
    let row = |(at, cells): (usize, &[&str; 4])| {
        let filled = ["A", "B", "C", "D"].into_iter().zip(cells).filter(|(_, text)| !text.is_empty());
        let cell = |(column, text): (&str, &&str)| {
            format!("<c r=\"{column}{}\" t=\"inlineStr\"><is><t>{text}</t></is></c>", at + 1)
        };
        format!("<row r=\"{}\">{}</row>", at + 1, filled.map(cell).collect::<String>())
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    let parts = [
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
                .to_owned(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/></Relationships>".to_owned(),
        ),
        ("xl/sharedStrings.xml", "<sst/>".to_owned()),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")),
    ];
    archives::pack(&parts.map(|(name, text)| (name.to_owned(), text))).unwrap()
}

async fn import_borrowers(client: &Client, name: &str, bytes: Vec<u8>) -> Answer {
    let part = multipart::Part::bytes(bytes).file_name(name.to_owned());
    let form = multipart::Form::new().part("files", part);
    client.send(client.request(Method::POST, "/api/bulk-imports/borrowers").multipart(form)).await
}

/// BULK-24: a spreadsheet creates or updates borrowers and reports invalid rows. Only .xlsx with up to a thousand rows
/// is accepted.
#[tokio::test]
async fn borrowers_come_from_a_spreadsheet() {
    const HEAD: [&str; 4] = ["First Name", "Last Name", "Email", "Cell Phone"];
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let rows = [
        HEAD,
        ["Maya", "Ortiz", "maya@ortiz.example", "(415) 555-0132"],
        ["Noor", "", "noor@hale.example", ""],
        ["Omar", "Reyes", "no address", ""],
        ["Pia", "Lund", "", ""],
    ];
    let told = import_borrowers(&avery, "people.xlsx", spreadsheet(&rows)).await.expect(200).json;
    assert_eq!((&told["created"], &told["updated"]), (&json!(2), &json!(0)));
    let failed: Vec<_> = told["failed"].as_array().unwrap().iter().map(|row| (&row["row"], &row["message"])).collect();
    assert_eq!(failed[0], (&json!(3), &json!("Last Name is required")));
    assert_eq!((failed.len(), failed[1].0), (2, &json!(4)));

    let rows = [HEAD, ["Maya", "Ortiz", "maya@ortiz.example", "(415) 555-0199"]];
    let told = import_borrowers(&avery, "people.xlsx", spreadsheet(&rows)).await.expect(200).json;
    assert_eq!(told, json!({"created": 0, "updated": 1, "failed": []}));
    let found = avery.get("/api/borrowers?string=ortiz").await.expect(200).json;
    assert_eq!(found["rows"].as_array().unwrap().len(), 1);
    assert_eq!(found["rows"][0]["CellPhone"], "4155550199");

    let choose = "Choose an Excel file (.xlsx).";
    let not_as_named = "This file is named .xlsx but isn't an Excel workbook. Save it as an Excel workbook (.xlsx) and choose it again.";
    let csv = b"First Name,Last Name\nMaya,Ortiz\n".to_vec();
    for (name, bytes, sentence) in [
        ("people.csv", csv.clone(), choose),
        ("people.xlsx", csv, not_as_named),
        ("people.csv", spreadsheet(&rows), choose),
    ] {
        assert_eq!(import_borrowers(&avery, name, bytes).await.expect(422).at("/message"), sentence);
    }
    let many = vec![["Maya", "Ortiz", "", ""]; 1_001];
    let many = [vec![HEAD], many].concat();
    let refused = import_borrowers(&avery, "people.xlsx", spreadsheet(&many)).await.expect(422);
    assert_eq!(refused.at("/message"), "At most 1000 borrowers are taken at once.");
}

/// An abandoned batch is cancelled once its files are swept, and old batches are deleted.
#[tokio::test]
async fn abandoned_batches_are_cleaned_up() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let batch = set_up(&avery).await;
    let _ = add(&avery, &batch, "Dunn.xml", file("Dunn")).await.expect(200);
    let age = async |column: &str, days: i32| {
        let statement = format!("update import_batch set {column} = now() - make_interval(days => $1)");
        let aged = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(days).execute(&mut keyturn.superuser().await).await;
        assert_eq!(aged.unwrap().rows_affected(), 1);
        bulk_imports::sweep(&keyturn.app).await.unwrap();
    };
    age("created_at", 6).await;
    assert_eq!(avery.get(&address(&batch)).await.expect(200).json["status"], "SETUP");
    age("created_at", 8).await;
    let over = avery.get(&address(&batch)).await.expect(200).json;
    assert_eq!((over["status"].as_str(), statuses(&over)), (Some("CANCELLED"), vec!["CANCELLED"]));
    age("finished_at", 91).await;
    let _ = avery.get("/api/bulk-imports/latest").await.expect(204);
}

/// While users are active, the import runs one job at a time and waits for a permit held elsewhere.
#[tokio::test]
async fn imports_are_throttled_while_users_are_active() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let before = loans_of(&keyturn, &cove).await;
    let batch = begun(&avery).await;
    let turn = keyturn.app.turns.take().await;
    let mut doing = Box::pin(keyturn.do_jobs());
    assert!(tokio::time::timeout(Duration::from_millis(500), &mut doing).await.is_err(), "it did not wait");
    assert_eq!(loans_of(&keyturn, &cove).await, before);
    drop(turn);
    doing.await;
    assert_eq!(avery.get(&address(&batch)).await.expect(200).json["status"], COMPLETED);
    assert_eq!(loans_of(&keyturn, &cove).await, before + 1);
}
