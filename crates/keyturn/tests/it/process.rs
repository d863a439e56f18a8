//! The program as a process: started, killed, started again, refused.

use crate::loans::{manual, membership};
use localpg::{Cluster, Options, SUPERUSER};
use reqwest::Method;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};
use tempfile::TempDir;
use testkit::Client;

fn program(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_keyturn"));
    command
        .env_remove("DATABASE_URL")
        .env_remove("DATABASE_OWNER_URL")
        .env("KEYTURN_PROFILE", "demo")
        .env("KEYTURN_LISTEN", "127.0.0.1:0")
        .env("KEYTURN_LOG", "warn")
        .env("KEYTURN_DATA_DIR", data)
        .current_dir(data);
    command
}

/// `keyturn serve` on a free port, with everything below a folder.
struct Server {
    child: Child,
    base: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut child = program(data).arg("serve").stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("the server says where it answers").unwrap();
        // Read on, so that the server never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let base = first.strip_prefix("Keyturn answers on ").unwrap_or_else(|| panic!("{first}")).to_owned();
        Self { child, base }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it as ctrl-C would, by its own process id, and waits until all of it is gone.
    fn stop(&mut self) -> std::process::ExitStatus {
        let stopped = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(stopped.success());
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.stop();
        }
    }
}

/// Kill -9 in the middle of creations and imports: after the restart each loan is there once or not at all, and the
/// retry under the same key gives one loan.
#[tokio::test]
async fn a_killed_server_leaves_each_loan_once_or_not_at_all() {
    let data = TempDir::with_prefix("keyturn-kill-").unwrap();
    let mut server = Server::start(data.path());
    let mut base = server.base.clone();
    let sign_in = async |base: &str| Client::new(base).signed_in("avery.stone@harbor.example").await;
    let avery = sign_in(&base).await;
    let officer = membership(&avery).await;
    let already = avery.get("/api/loans?onlyCount=true").await.expect(200).json["count"].as_i64().unwrap();
    let file = std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../lending/tests/fixtures/couple-buys-condominium.fnm"),
    )
    .unwrap();

    const ROUNDS: u64 = 4;
    for round in 0..ROUNDS {
        let avery = sign_in(&base).await;
        let key = uuid::Uuid::from_u128(u128::from(round) + 1).to_string();
        let import_key = uuid::Uuid::from_u128(u128::from(round) + 1001).to_string();
        let payload = manual("Kill", &format!("Round{round}"), officer);
        let create = avery.with_header("idempotency-key", &key);
        let creation = create.request(Method::POST, "/api/loans").json(&payload).send();
        let part = reqwest::multipart::Part::bytes(file.clone()).file_name("loan.fnm");
        let import = avery
            .request(Method::POST, "/api/imports/fnma")
            .multipart(reqwest::multipart::Form::new().part("files", part))
            .send();
        let killed = async {
            // From before the first byte arrives to after the answer has left.
            tokio::time::sleep(Duration::from_millis(round * 25)).await;
            server.kill();
        };
        let (created, imported, ()) = tokio::join!(creation, import, killed);
        let told = created.is_ok_and(|answer| answer.status() == 201);
        let read = match imported {
            Ok(answer) if answer.status() == 200 => answer.json::<serde_json::Value>().await.ok(),
            _ => None,
        };

        server = Server::start(data.path());
        base = server.base.clone();
        let avery = sign_in(&base).await;
        let find = async || {
            avery.get(&format!("/api/loans?string=round{round}&onlyCount=true")).await.expect(200).json["count"]
                .as_i64()
                .unwrap()
        };
        let found = find().await;
        assert!(found == 1 || (found == 0 && !told), "round {round}: {found} loans, the caller was told: {told}");
        let retry = avery.with_header("idempotency-key", &key);
        let _ = retry.post("/api/loans", payload.clone()).await.expect(201);
        let _ = retry.post("/api/loans", payload).await.expect(201);
        assert_eq!(find().await, 1, "round {round}");

        // What was read before the kill is still there to make one loan of.
        if let Some(read) = read {
            let mut payload = manual("Import", &format!("Import{round}"), officer);
            payload["fileId"] = read["fileId"].clone();
            let retry = avery.with_header("idempotency-key", &import_key);
            let first = retry.post("/api/loans/from-file", payload.clone()).await.expect(201).json;
            assert_eq!(retry.post("/api/loans/from-file", payload).await.expect(201).json["id"], first["id"]);
        }
    }
    let avery = sign_in(&base).await;
    let count = avery.get("/api/loans?onlyCount=true").await.expect(200).json["count"].as_i64().unwrap();
    let imported =
        avery.get("/api/loans?string=import&onlyCount=true").await.expect(200).json["count"].as_i64().unwrap();
    assert_eq!(count, already + i64::try_from(ROUNDS).unwrap() + imported);
    assert!(server.stop().success());
    // Ctrl-C stops everything it started.
    assert!(!data.path().join("postgres/cluster/data/postmaster.pid").exists());
}

fn run(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    program(data).args(arguments).envs(environment.iter().copied()).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// With a database of one's own: roles are made from a superuser's address, the owner migrates, and the server serves
/// under the program's role alone.
#[tokio::test]
async fn a_server_refuses_roles_that_see_past_the_wall() {
    let data = TempDir::with_prefix("keyturn-roles-").unwrap();
    let cluster = Cluster::start(Options::throwaway()).await.unwrap();
    let superuser = cluster.url(SUPERUSER, "postgres");
    let (owner, app) = (cluster.url("keyturn_owner", "postgres"), cluster.url("keyturn_app", "postgres"));

    let nothing = run(data.path(), &["migrate"], &[]);
    assert!(!nothing.status.success() && said(&nothing).contains("DATABASE_OWNER_URL"), "{}", said(&nothing));
    let made = run(
        data.path(),
        &["migrate", "--create-roles"],
        &[("KEYTURN_SUPERUSER_URL", &superuser), ("DATABASE_OWNER_URL", &owner)],
    );
    assert!(made.status.success(), "{}", said(&made));
    for (address, reason) in [(&superuser, "is a superuser"), (&owner, "owns tables")] {
        let refused = run(data.path(), &["serve"], &[("DATABASE_URL", address)]);
        assert!(!refused.status.success() && said(&refused).contains(reason), "{}", said(&refused));
    }
    let production = [("DATABASE_URL", app.as_str()), ("KEYTURN_PROFILE", "production")];
    let keyless = run(data.path(), &["serve"], &production);
    assert!(!keyless.status.success() && said(&keyless).contains("keyturn keys"), "{}", said(&keyless));
    let demo_for_all = run(data.path(), &["serve"], &[("DATABASE_URL", &app), ("KEYTURN_LISTEN", "0.0.0.0:0")]);
    assert!(said(&demo_for_all).contains("loopback"), "{}", said(&demo_for_all));

    // The settings in force are printed with their origin, passwords left out.
    let described = run(data.path(), &["config"], &[("DATABASE_URL", "postgresql://app:secret@localhost/keyturn")]);
    let described = said(&described);
    assert!(described.contains("# Which rules apply") && described.contains("app:***@localhost"), "{described}");
    assert!(!described.contains("secret") && described.contains("from the environment"), "{described}");

    let older = run(data.path(), &["migrate"], &[("DATABASE_OWNER_URL", &owner)]);
    assert!(older.status.success(), "migrating again changes nothing: {}", said(&older));
    cluster.stop().await.unwrap();
}
