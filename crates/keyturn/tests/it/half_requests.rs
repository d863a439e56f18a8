//! Clients that send half a request or too much don't affect others.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use testkit::{Client, Keyturn, Server};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The program with a limit of open files.
fn limited(folder: &TempDir, descriptors: u32) -> std::path::PathBuf {
    let script = folder.path().join("keyturn");
    let program = env!("CARGO_BIN_EXE_keyturn");
    fs::write(&script, format!("#!/bin/sh\nulimit -n {descriptors}\nexec {program} \"$@\"\n")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

fn address_of(base: &str) -> String {
    base.trim_start_matches("http://").replace("localhost", "127.0.0.1")
}

async fn half(address: &str, text: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    stream.write_all(text.as_bytes()).await.ok()?;
    Some(stream)
}

/// The slowest of ten consecutive `/api/health` requests, each with its own connection.
async fn health(base: &str) -> Duration {
    let mut longest = Duration::ZERO;
    for _ in 0..10 {
        let began = Instant::now();
        let _ = Client::new(base).get("/api/health").await.expect(200);
        longest = longest.max(began.elapsed());
    }
    longest
}

/// With 1,100 half-sent requests of each kind under `ulimit -n 1024`, health keeps answering and the server keeps
/// working.
#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_do_not_block_others() {
    let folder = TempDir::with_prefix("keyturn-limited-").unwrap();
    let script = limited(&folder, 1024);
    let server = tokio::task::spawn_blocking(move || Server::start(&script)).await.unwrap();
    let address = address_of(&server.base);
    for (kind, text) in [
        ("nothing", ""),
        ("half a head", "GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-half: "),
        (
            "half a body",
            "POST /api/auth/forgot-password HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
        ),
    ] {
        let mut open = Vec::new();
        for n in 0..1_100 {
            open.extend(half(&address, text).await);
            if n % 275 == 0 {
                assert!(health(&server.base).await < Duration::from_secs(3), "{kind} {n}");
            }
        }
        assert!(health(&server.base).await < Duration::from_secs(3), "{kind}");
        drop(open);
    }
    assert!(health(&server.base).await < Duration::from_secs(3));
}

/// A connection whose request headers or body don't arrive in time is closed; for a body with a message.
#[tokio::test]
async fn late_request_headers_close_the_connection() {
    let keyturn = Keyturn::start_with(|config| config.header_timeout_seconds = 1).await;
    let mut stream = half(&address_of(&keyturn.base), "GET /api/health HTTP/1.1\r\nhost: loc").await.unwrap();
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the connection stays open");
    let mut slow =
        half(&address_of(&keyturn.base), "GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    // An idle connection is closed as well.
    let ended = tokio::time::timeout(Duration::from_secs(10), slow.read_to_end(&mut answer)).await;
    assert!(ended.is_ok() && answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
}

/// An answer that leaves the body unread announces that the connection closes.
#[tokio::test]
async fn a_refused_large_body_closes_the_connection_announced() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let large = vec![b'x'; 3_000_000];
    let visitor = keyturn.visitor();
    let post = |client: &Client, path: &str| {
        client.request(reqwest::Method::POST, path).header("content-type", "application/json").body(large.clone())
    };
    for (client, path, status) in
        [(&avery, "/api/tasks", 413), (&visitor, "/api/tasks", 401), (&avery, "/api/nowhere", 405)]
    {
        let answer = client.send(post(client, path)).await;
        assert!(answer.status == status || answer.status == 404, "{path}: {}", answer.status);
        assert_eq!(answer.headers.get("connection").unwrap(), "close", "{path} {}", answer.status);
    }
    // A body that was read keeps the connection open.
    let read = avery.post("/api/tasks", serde_json::json!({"title": ""})).await.expect(422);
    assert!(read.headers.get("connection").is_none());
}

/// A user can only have a limited number of upload URLs.
#[tokio::test]
async fn upload_urls_per_user_are_limited() {
    let keyturn = Keyturn::start_with(|config| config.upload_addresses_max = 3).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let ask = || avery.post("/api/files/upload-url", serde_json::json!({"fileName": "a.xml"}));
    let answers = futures::future::join_all((0..10).map(|_| ask())).await;
    let given: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(given.len(), 3);
    let refused = ask().await.expect(429);
    assert!(refused.json["message"].as_str().unwrap().contains("3 uploads"), "{}", refused.json);
    // A finished upload makes room for another.
    let to = given[0].json["fileUploadSignedUrl"].as_str().unwrap();
    let put = keyturn.visitor().request(reqwest::Method::PUT, to).body("<MESSAGE/>");
    assert_eq!(keyturn.visitor().send(put).await.status, 204);
    let _ = ask().await.expect(201);
    // Other users' URLs don't count.
    let priya = keyturn.sign_in("priya.nguyen@harbor.example").await;
    let _ = priya.post("/api/files/upload-url", serde_json::json!({"fileName": "a.xml"})).await.expect(201);
}

/// A full disk is reported as such, and `/api/ready` reports it until there is space again.
#[tokio::test]
async fn a_full_disk_is_reported_by_readiness() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let ready = keyturn.visitor().get("/api/ready").await.expect(200);
    assert_eq!(ready.json["disk"], "ok");
    sqlx::raw_sql(
        "create function fill() returns trigger language plpgsql as $$
         begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
         create trigger fill before insert on task for each row execute function fill()",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let refused = avery.post("/api/tasks", serde_json::json!({"title": "Call them"})).await.expect(507);
    assert!(refused.json["message"].as_str().unwrap().contains("no room left"), "{}", refused.json);
    let ready = keyturn.visitor().get("/api/ready").await.expect(503);
    assert_eq!(ready.json["disk"], "full");
    assert_eq!(ready.json["database"], "ok");

    let small = Keyturn::start_with(|config| config.disk_free_min_mb = u32::MAX).await;
    assert_eq!(small.visitor().get("/api/ready").await.expect(503).json["disk"], "full");
}

/// A program that names no tab opens one tab, not one per request. A tab that has named itself is separate.
#[tokio::test]
async fn requests_without_a_session_share_one() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let sessions = async || -> i64 {
        let query = "select count(*) from session s join app_user u on u.id = s.active_user_id where u.email = $1";
        let mut superuser = keyturn.superuser().await;
        sqlx::query_scalar(query).bind("avery.stone@harbor.example").fetch_one(&mut superuser).await.unwrap()
    };
    let before = sessions().await;
    let named = futures::future::join_all((0..50).map(|_| async {
        let tab = avery.another_tab();
        let _ = tab.get("/api/users/me").await.expect(200);
        tab.session().unwrap()
    }))
    .await;
    assert_eq!(sessions().await - before, 1);
    let one = avery.another_tab();
    let _ = one.get("/api/users/me").await.expect(200);
    assert_eq!(one.session().as_ref(), named.first());
    // The tab names itself, so the next one is another.
    let _ = one.get("/api/users/me").await.expect(200);
    let other = avery.another_tab();
    let _ = other.get("/api/users/me").await.expect(200);
    assert_ne!(one.session(), other.session());
}
