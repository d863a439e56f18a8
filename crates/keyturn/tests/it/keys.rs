//! Key rotation: values are sealed again, hashes are computed again, and old key files are removed.

use crate::loans::create;
use keyturn::key_rings::sealed_tables;
use serde_json::json;
use sqlx::PgConnection;
use std::{
    collections::BTreeSet,
    path::Path,
    process::Output,
    time::{Duration, Instant},
};
use testkit::{
    Client, Keyturn, Server,
    officer::{fixture, from_file, import_mismo, membership},
    program,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_keyturn");
const SSN: &str = "219-09-9993";
const AVERY: &str = "avery.stone@harbor.example";

fn keys(server: &Server, words: &[&str]) -> Output {
    program(Path::new(PROGRAM), server.data()).arg("keys").args(words).output().unwrap()
}

/// Output of a successful command.
fn printed(output: Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Error output of a failing command.
fn refusal(output: Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// A loan whose borrower has a Social Security number, and the path of the number.
async fn numbered(avery: &Client, first: &str, last: &str) -> (i64, String) {
    let loan = create(avery, first, last).await["id"].as_i64().unwrap();
    let path = format!("/api/loans/{loan}/application");
    let borrower = avery.get(&path).await.expect(200).at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let ssn = format!("borrowers/{borrower}/taxpayerIdentifier");
    let born = format!("borrowers/{borrower}/birthDate");
    let changes = json!([{"path": ssn, "from": null, "to": SSN}, {"path": born, "from": null, "to": "1984-05-17"}]);
    let _ = avery.patch(&path, changes).await.expect(200);
    (loan, ssn)
}

/// Hashes of numbers and birth dates with their key versions, from loans and from the directory.
async fn hashes(superuser: &mut PgConnection) -> Vec<(String, i16)> {
    sqlx::query_as(
        "select 'loan ' || loan_id || ' ' || encode(ssn_key, 'hex') || encode(ssn_ending_key, 'hex'), ssn_key_version
         from loan_borrower where ssn_key is not null
         union all
         select 'borrower ' || id || ' ' || encode(ssn_key, 'hex'), ssn_key_version from borrower where ssn_key is not null
         union all
         select 'birth ' || id || ' ' || encode(birth_key, 'hex'), birth_key_version from borrower where birth_key is not null
         order by 1",
    )
    .fetch_all(superuser)
    .await
    .unwrap()
}

async fn distinct_numbers(superuser: &mut PgConnection, loans: [i64; 2]) -> i64 {
    sqlx::query_scalar(
        "select count(distinct ssn_key) from loan_borrower where loan_id = any ($1) and ssn_key is not null",
    )
    .bind(loans.to_vec())
    .fetch_one(superuser)
    .await
    .unwrap()
}

async fn until_needed_by_nothing(server: &Server, files: &[&str]) {
    let began = Instant::now();
    loop {
        let list = printed(keys(server, &[]));
        let is_free = |file: &&str| list.contains(&format!("{file}: old, needed by nothing"));
        if files.iter().all(is_free) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{list}\n{}", server.log());
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

/// Two key rings get a second key. Jobs replace all uses of the first keys, a process killed meanwhile does no harm,
/// and without the old files all values can be opened and equal numbers still match.
#[tokio::test]
async fn old_keys_are_replaced_and_removed_and_everything_still_opens() {
    let mut server = Server::start(Path::new(PROGRAM));
    let avery = server.sign_in(AVERY).await;
    let (loan, ssn) = numbered(&avery, "Maya", "Ortiz").await;
    let read = import_mismo(&avery, "kept.xml", fixture("conventional-purchase.xml")).await.expect(200).json;
    let before = hashes(&mut server.superuser().await).await;
    assert!(before.len() > 2 && before.iter().all(|(_, version)| *version == 1), "{before:?}");

    let list = printed(keys(&server, &[]));
    assert!(list.contains("sealing-1.key: in use for new values, needed by"), "{list}");
    assert!(refusal(keys(&server, &["retire", "sealing", "1"])).contains("in use for new values"));
    assert!(refusal(keys(&server, &["remove", "matching", "1"])).contains("in use for new values"));
    assert!(refusal(keys(&server, &["retire", "sealing", "7"])).contains("there is no sealing-7.key"));
    for ring in ["sealing", "matching"] {
        assert!(printed(keys(&server, &["add", ring])).contains(&format!("{ring}-2.key")));
    }
    let _ = server.stop();
    server.start_again();
    assert!(refusal(keys(&server, &["remove", "sealing", "1"])).contains("needed by"));
    for ring in ["sealing", "matching", "sealing", "matching"] {
        let _ = printed(keys(&server, &["retire", ring, "1"]));
    }
    server.kill();
    server.start_again();
    until_needed_by_nothing(&server, &["sealing-1.key", "matching-1.key"]).await;
    for ring in ["sealing", "matching"] {
        let _ = printed(keys(&server, &["remove", ring, "1"]));
        assert!(!server.data().join(format!("keys/{ring}-1.key")).exists());
    }
    let _ = server.stop();
    server.start_again();

    let after = hashes(&mut server.superuser().await).await;
    assert_eq!(after.len(), before.len());
    assert!(after.iter().all(|(_, version)| *version == 2), "{after:?}");
    assert!(after.iter().zip(&before).all(|(after, before)| after.0 != before.0));
    let avery = server.sign_in(AVERY).await;
    let revealed = avery.post(&format!("/api/loans/{loan}/reveals"), json!({"path": ssn})).await.expect(201);
    assert!(revealed.json.to_string().contains("9993"), "{}", revealed.json);
    // The file parsed before becomes a loan, so its sealed form can be opened.
    let mut body = from_file(&read, membership(&avery).await);
    body["importType"] = json!("ACTIVE_LOAN");
    let _ = avery.post("/api/loans/from-mismo", body).await.expect(201);
    for file in server.stored_files() {
        let bytes = std::fs::read(&file).unwrap();
        let is_open = file.to_string_lossy().contains("audit-heads");
        assert!(is_open || bytes.starts_with(&[0, 2]), "{}", file.display());
    }
    // Another loan with the same number has the same hash, and a search for the last four digits finds both.
    let (other, _) = numbered(&avery, "Maya", "Ortiz").await;
    assert_eq!(distinct_numbers(&mut server.superuser().await, [loan, other]).await, 1);
    let found = avery.get("/api/search?string=9993").await.expect(200).json;
    assert!(found.to_string().matches("Ortiz").count() >= 2, "{found}");
}

/// Retiring a key covers every table with sealed values, including new ones.
#[tokio::test]
async fn every_table_with_sealed_values_is_sealed_again() {
    let keyturn = Keyturn::start().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "select c.table_name::text, c.column_name::text
         from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'smallint'
           and c.column_name in ('sealed_with', 'key_id')",
    )
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let listed: BTreeSet<_> =
        sealed_tables().iter().map(|table| (table.table.to_owned(), table.key.to_owned())).collect();
    assert_eq!(columns.into_iter().collect::<BTreeSet<_>>(), listed);
}
