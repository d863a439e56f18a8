//! Numbers, passwords and tokens enter through every input, and must not appear in plain text in anything that the
//! program writes.

use crate::{bulk_imports, loans::create};
use memchr::memmem;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};
use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use testkit::{
    Client, PASSWORD, Server, SignInPage,
    officer::{fixture, from_file, import_mismo, membership},
    parameter, refresh,
};

const AVERY: &str = "avery.stone@harbor.example";
const SSN: &str = "219-09-9993";
const SSN_OF_FILES: &str = "991929973";
const NEW_PASSWORD: &str = "Planted-Lantern-7-orbits!";
const WRONG_PASSWORD: &str = "Planted-Kettle-9-umbrellas!";
/// Planted with the secrets as a control: if it isn't found, the search doesn't work.
const MARKER: &str = "Zyzzyvaski";

/// A secret with its name.
type Planted = (&'static str, String);

/// Social Security numbers, passwords and tokens must not occur in the verbose log, metrics, any row of any table
/// (including jobs, events and audit entries), PostgreSQL's files, or the file store.
#[tokio::test]
async fn planted_secrets_never_appear_in_plain_text() {
    let metrics = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    let environment = [
        ("KEYTURN_LOG", "debug".to_owned()),
        ("KEYTURN_LOG_JSON", "true".to_owned()),
        ("KEYTURN_METRICS_LISTEN", metrics.to_string()),
    ];
    let mut server = Server::start_with(Path::new(env!("CARGO_BIN_EXE_keyturn")), &environment, None);
    let mut planted = tokens_and_passwords(&server).await;
    numbers(&server).await;
    planted.extend([("a number", SSN.to_owned()), ("its digits", SSN.replace('-', ""))]);
    planted.push(("a number of files", SSN_OF_FILES.to_owned()));
    planted.push(("the password of the demo", PASSWORD.to_owned()));

    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let counted = "keyturn_requests_total{method=\"PATCH\",route=\"/api/loans/{id}/application\",status=\"200\"} 1";
    assert!(text.contains(counted) && text.contains("keyturn_jobs{kind=\"import-files\""), "{text}");
    for label in
        ["keyturn_pool_connections{pool=\"people\"", "keyturn_tabs 0", "keyturn_jobs_done_total{kind=\"send-mail\""]
    {
        assert!(text.contains(label), "{label}\n{text}");
    }
    assert!(!text.contains('@') && !text.contains(MARKER) && !text.contains("harbor"), "{text}");
    let elsewhere = Client::new(&server.base).get("/metrics").await.json.to_string();
    assert!(!elsewhere.contains("keyturn_"), "people\'s address tells it, too: {elsewhere}");

    let mut rows = Vec::new();
    rows_with(&mut server.superuser().await, &planted, &mut rows).await;
    assert!(rows.iter().any(|row| row.starts_with("the marker in public.loan")), "{rows:?}");
    rows.retain(|row| !row.starts_with("the marker"));
    assert!(rows.is_empty(), "{rows:?}");

    assert!(server.stop().success());
    let log = server.log();
    assert!(log.contains("\"route\":\"/api/loans/{id}/application\"") && log.contains("DEBUG"), "{}", log.len());
    let mut found = Vec::new();
    for (what, secret) in &planted {
        for (place, text) in [("the log", &log), ("the metrics", &text)] {
            if text.contains(secret.as_str()) {
                found.push(format!("{what} in {place}"));
            }
        }
    }
    assert!(!log.contains(MARKER), "the log names a borrower");
    let seen = files_with(server.data(), &planted, &mut found);
    assert!(seen > 10_000_000, "only {seen} bytes were looked at");
    assert!(found.iter().any(|place| place.starts_with("the marker in")), "{found:?}");
    found.retain(|place| !place.starts_with("the marker"));
    assert!(found.is_empty(), "{found:#?}");
}

/// Correct and wrong passwords, and every token that a user or program gets.
async fn tokens_and_passwords(server: &Server) -> Vec<Planted> {
    let visitor = server.visitor();
    let page = SignInPage::open(&visitor, &server.base).await;
    let _ = page.password(AVERY, WRONG_PASSWORD).await.expect(401);
    let done = page.password(AVERY, PASSWORD).await.expect(200);
    let code = page.authorization_code(&done);
    let tokens = page.tokens(&done).await;
    let token = |name: &str| tokens[name].as_str().unwrap().to_owned();
    let renewed = refresh(&visitor, &token("refresh_token")).await.expect(200).json;
    let avery = visitor.with_token(&token("id_token"));
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD});
    let _ = avery.post("/api/auth/password", change).await.expect(204);

    let ruth = server.sign_in("ruth.bauer@prairie.example").await;
    let key = json!({"name": "Website", "owner": "COMPANY", "scopes": ["leads:write"]});
    let key = ruth.post("/api/api-keys", key).await.expect(201).at("/secret").as_str().unwrap().to_owned();
    let _ = visitor.with_token(&key).get("/api/api-keys/self").await.expect(200);

    let body = json!({"email": AVERY, "returnUrl": format!("{}/setPassword?theme=dark", server.base)});
    let _ = visitor.post("/api/auth/forgot-password", body).await.expect(200);
    let link = link_to(server, AVERY).await;
    let _ = visitor.post("/api/auth/set-password/validate", json!({"token": link})).await.expect(200);
    vec![
        ("a wrong password", WRONG_PASSWORD.to_owned()),
        ("a new password", NEW_PASSWORD.to_owned()),
        ("an authorization code", code),
        ("an id token", signature(&token("id_token"))),
        ("an access token", signature(&token("access_token"))),
        ("a refresh token", token("refresh_token")),
        ("a renewed refresh token", renewed["refresh_token"].as_str().unwrap().to_owned()),
        ("an API key", key[12..].to_owned()),
        ("the token of a link", link),
    ]
}

/// The part that can't be forged without the key.
fn signature(token: &str) -> String {
    token.rsplit('.').next().unwrap().to_owned()
}

/// The token of the link sent to a user.
async fn link_to(server: &Server, email: &str) -> String {
    let began = Instant::now();
    loop {
        let mails = keyturn::dev_mail::inbox(&server.data().join("mail"));
        let mut words = mails.iter().filter(|mail| mail.to == email).flat_map(|mail| mail.text.split_whitespace());
        if let Some(token) = words.find_map(|word| parameter(word, "userToken")) {
            return token;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "no mail with a link");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Social Security numbers, entered and in files, in expected and unexpected places.
async fn numbers(server: &Server) {
    let cove = server.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let loan = create(&avery, "Maya", MARKER).await["id"].as_i64().unwrap();
    let path = format!("/api/loans/{loan}/application");
    let borrower = avery.get(&path).await.expect(200).at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let number = format!("borrowers/{borrower}/taxpayerIdentifier");
    let _ = avery.patch(&path, json!([{"path": number, "from": null, "to": SSN}])).await.expect(200);
    let _ = avery.patch(&path, json!([{"path": number, "from": SSN, "to": null}])).await;
    let _ = avery.patch(&path, json!([{"path": SSN, "from": SSN, "to": SSN}])).await;
    let _ = avery.post(&format!("/api/loans/{loan}/reveals"), json!({"path": number})).await.expect(201);
    // Entered as a search text.
    for path in ["/api/search", "/api/loans", "/api/borrowers", "/api/leads"] {
        for typed in [SSN, SSN_OF_FILES] {
            let _ = avery.get(&format!("{path}?string={typed}")).await;
        }
    }

    let text = String::from_utf8(fixture("conventional-purchase.xml")).unwrap();
    let file = text.replace("987654320", SSN_OF_FILES).replace("</FirstName>", &format!(" {MARKER}</FirstName>"));
    assert!(file.contains(SSN_OF_FILES) && file.contains(MARKER));
    let read = import_mismo(&avery, "loan.xml", file.clone().into_bytes()).await.expect(200).json;
    let mut made = from_file(&read, membership(&avery).await);
    made["importType"] = json!("ACTIVE_LOAN");
    let _ = avery.post("/api/loans/from-mismo", made).await.expect(201);
    // One file parsed and left, one invalid, and one that a job turns into a loan.
    let _ = import_mismo(&avery, "left.xml", file.clone().into_bytes()).await.expect(200);
    let _ = import_mismo(&avery, "broken.xml", file.as_bytes()[..file.len() / 2].to_vec()).await;
    bulk_imports::made(&avery, "batch.xml", file.into_bytes()).await;
}

/// Finds secrets in every column of every table, as text, and in bytes decoded as text.
async fn rows_with(superuser: &mut PgConnection, planted: &[Planted], found: &mut Vec<String>) {
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', n.nspname, c.relname)
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname in ('public', 'jobs')",
    )
    .fetch_all(&mut *superuser)
    .await
    .unwrap();
    assert!(tables.len() > 100, "{tables:?}");
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let marker = ("the marker", MARKER.to_owned());
    let (names, needles): (Vec<&str>, Vec<String>) = planted
        .iter()
        .chain([&marker])
        .flat_map(|(name, secret)| [(*name, secret.clone()), (*name, hex(secret))])
        .unzip();
    for table in tables {
        let statement = format!(
            "select planted.name
             from unnest($1::text[], $2::text[]) planted (name, needle)
             where exists (select from {table} t where strpos(t::text, planted.needle) > 0)"
        );
        let hits: Vec<String> = sqlx::query_scalar(AssertSqlSafe(statement))
            .bind(&names)
            .bind(&needles)
            .fetch_all(&mut *superuser)
            .await
            .unwrap();
        found.extend(hits.into_iter().map(|name| format!("{name} in {table}")));
    }
}

/// Finds secrets in files of the data folder, except delivered mail and the log. Returns the number of bytes searched.
fn files_with(data: &Path, planted: &[Planted], found: &mut Vec<String>) -> u64 {
    let mut seen = 0;
    let mut folders: Vec<PathBuf> = vec![data.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && path != data.join("mail") {
                folders.push(path);
            } else if kind.is_file() && path != data.join("server.log") {
                let bytes = fs::read(&path).unwrap();
                seen += bytes.len() as u64;
                let marker = ("the marker", MARKER.to_owned());
                let hits = planted
                    .iter()
                    .chain([&marker])
                    .filter(|(_, secret)| memmem::find(&bytes, secret.as_bytes()).is_some());
                found.extend(hits.map(|(what, _)| format!("{what} in {}", path.display())));
            }
        }
    }
    seen
}
