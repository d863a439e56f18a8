//! The database goes down under load and comes back. Covers an external PostgreSQL that is stopped for a while, and the
//! private one that is killed and restarted by its supervisor.
//!
//! While the database is down, requests must get a 503. When it is back, work must continue without restarting the
//! server. Every loan acknowledged before, during or after the outage must exist exactly once.

use crate::{table::Proof, whole};
use localpg::{Cluster, Options, SUPERUSER};
use reqwest::Method;
use serde_json::json;
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tempfile::TempDir;
use testkit::{
    Client, Place, Server,
    officer::{manual, membership},
    program, signal,
};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of concurrent clients.
    pub clients: u32,
    /// Duration of work before and after each outage.
    pub work: Duration,
    /// Duration of the outage.
    pub away: Duration,
    /// Number of kills of the private PostgreSQL.
    pub kills: u32,
}

/// Maximum time until the server works again. PostgreSQL has to recover, and waiting requests time out after ten
/// seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Takes the database down in both ways.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("database");
    stopped(&mut proof, program, size).await;
    killed(&mut proof, program, size).await;
    proof
}

/// An external PostgreSQL, configured by DATABASE_URL.
async fn stopped(proof: &mut Proof, executable: &Path, size: Size) {
    let folder = TempDir::with_prefix("keyturn-database-").expect("a folder");
    let options = Options::new(folder.path().join("postgres"));
    let cluster = Cluster::start(options.clone()).await.expect("a PostgreSQL");
    let superuser = cluster.url(SUPERUSER, "postgres");
    let made = program(executable, folder.path())
        .args(["migrate", "--create-roles"])
        .env("KEYTURN_SUPERUSER_URL", &superuser)
        .env("DATABASE_OWNER_URL", cluster.url("keyturn_owner", "postgres"))
        .output()
        .expect("the roles");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let address = [("DATABASE_URL", cluster.url("keyturn_app", "postgres"))];
    let mut server = Server::start_with(executable, &address, Some(superuser));

    let load = Load::begin(&server, size.clients).await;
    tokio::time::sleep(size.work).await;
    load.database_goes();
    cluster.stop().await.expect("a stop");
    tokio::time::sleep(size.away / 2).await;
    // Check the public endpoints while the database is down.
    let visitor = server.visitor();
    let (health, ready) = (visitor.get("/api/health").await.status, visitor.get("/api/ready").await.status);
    tokio::time::sleep(size.away / 2).await;
    let cluster = Cluster::start(options).await.expect("a PostgreSQL");
    let back = load.database_is_back().await;
    tokio::time::sleep(size.work).await;
    proof.row("health and readiness while it is away", "200 and 503", format!("{health} and {ready}"), {
        (health, ready) == (200, 503)
    });
    let what = format!("PostgreSQL stopped for {} s under {} clients", size.away.as_secs(), size.clients);
    load.tell(proof, &what, &mut server, back).await;
    drop(server);
    cluster.stop().await.expect("a stop");
}

/// The private PostgreSQL.
async fn killed(proof: &mut Proof, executable: &Path, size: Size) {
    let mut server = Server::start(executable);
    let load = Load::begin(&server, size.clients).await;
    let mut longest = Some(Duration::ZERO);
    for _ in 0..size.kills {
        tokio::time::sleep(size.work).await;
        load.database_goes();
        signal("KILL", server.postmaster().expect("a postmaster"));
        longest = load.database_is_back().await.and_then(|back| longest.map(|longest| longest.max(back)));
    }
    tokio::time::sleep(size.work).await;
    let what = format!("the private PostgreSQL killed {} times under {} clients", size.kills, size.clients);
    load.tell(proof, &what, &mut server, longest).await;
}

/// Clients that continuously create, read and change loans.
struct Load {
    shared: Arc<Shared>,
    workers: JoinSet<()>,
    clients: usize,
}

#[derive(Default)]
struct Shared {
    ends: AtomicBool,
    answers: Mutex<BTreeMap<u16, u32>>,
    wrong: Mutex<Vec<String>>,
    /// Acknowledged loans, by the last name of their borrower.
    made: Mutex<BTreeMap<String, i64>>,
    /// Number of loans that each client has created since the outage.
    well_again: Mutex<BTreeMap<u32, u32>>,
}

impl Shared {
    fn wrong(&self, text: String) {
        self.wrong.lock().expect("the problems").push(text);
    }
}

impl Load {
    async fn begin(place: &Place, clients: u32) -> Self {
        let shared = Arc::<Shared>::default();
        let avery = place.sign_in("avery.stone@harbor.example").await;
        let officer = membership(&avery).await;
        let mut workers = JoinSet::new();
        for n in 0..clients {
            let worker = Worker { client: avery.another_tab(), shared: shared.clone(), officer, number: n, loans: 0 };
            workers.spawn(worker.work());
        }
        Self { shared, workers, clients: clients as usize }
    }

    fn database_goes(&self) {
        self.shared.well_again.lock().expect("the clients").clear();
    }

    /// Waits until every client has started and created two loans. Returns the time it took, or `None` on timeout.
    async fn database_is_back(&self) -> Option<Duration> {
        // Discard loans created before the last connection broke.
        self.database_goes();
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let well =
                self.shared.well_again.lock().expect("the clients").values().filter(|loans| **loans >= 2).count();
            if well == self.clients {
                return Some(began.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }

    async fn tell(mut self, proof: &mut Proof, what: &str, server: &mut Server, back: Option<Duration>) {
        self.shared.ends.store(true, Ordering::Relaxed);
        while let Some(ended) = self.workers.join_next().await {
            ended.expect("a client");
        }
        let answers = self.shared.answers.lock().expect("the answers").clone();
        let told: Vec<_> = answers.iter().map(|(status, count)| format!("{count} of {status}")).collect();
        proof.none(
            what,
            "an answer to every request, 503 at most",
            &told.join(", "),
            &self.shared.wrong.lock().expect("the problems"),
        );
        let is_same = !server.has_ended();
        proof.row(
            "work afterwards",
            "continues for every client, in the same process",
            match back {
                Some(back) => format!("all {} clients make loans after {:.1} s", self.clients, back.as_secs_f32()),
                None => format!("not after {} s", PATIENCE.as_secs()),
            },
            back.is_some() && is_same,
        );
        let made = self.shared.made.lock().expect("the loans").clone();
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "select last_name, loan_id from loan_borrower where last_name like 'Away%' and position = 1",
        )
        .fetch_all(&mut server.superuser().await)
        .await
        .expect("the loans");
        let mut wrong: Vec<String> = made
            .iter()
            .filter(|(name, id)| rows.iter().filter(|(of, _)| of == *name).map(|(_, id)| id).ne([*id]))
            .map(|(name, id)| format!("loan {id} of {name} was acknowledged and is not there once"))
            .collect();
        wrong.extend(rows.iter().filter(|(name, _)| !made.contains_key(name)).map(|(name, id)| {
            format!("loan {id} of {name} was never acknowledged, although it was requested until it was")
        }));
        let loans = whole::loans(&mut server.superuser().await).await.expect("the loans");
        wrong.extend(loans.wrong);
        proof.none(
            "loans requested, again with the same key if no 201 came",
            "each there once, whole",
            &format!("{} loans", made.len()),
            &wrong,
        );
    }
}

/// A client.
struct Worker {
    client: Client,
    shared: Arc<Shared>,
    officer: i64,
    number: u32,
    loans: u32,
}

impl Worker {
    async fn work(mut self) {
        while !self.shared.ends.load(Ordering::Relaxed) {
            let name = format!("Away{}x{}", self.number, self.loans);
            self.loans += 1;
            let key = Uuid::new_v4().to_string();
            let payload = manual("Kim", &name, self.officer);
            let began = Instant::now();
            let id = loop {
                if began.elapsed() > PATIENCE {
                    return self.shared.wrong(format!("{name} could not be made in {} s", PATIENCE.as_secs()));
                }
                let request = self.client.request(Method::POST, "/api/loans").header("idempotency-key", &key);
                if let Some(made) = self.ask(request.json(&payload), 201).await {
                    break made["id"].as_i64().unwrap_or_default();
                }
                // Repeat the request for the last loan until it succeeds, so that every loan is accounted for.
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            self.shared.made.lock().expect("the loans").insert(name, id);
            *self.shared.well_again.lock().expect("the clients").entry(self.number).or_default() += 1;
            self.ask(self.client.request(Method::GET, "/api/loans?string=away"), 200).await;
            self.ask(self.client.request(Method::GET, "/api/theme"), 200).await;
            let change = json!([{"path": "loan/noteRate", "from": null, "to": "6.5"}]);
            let path = format!("/api/loans/{id}/application");
            self.ask(self.client.request(Method::PATCH, &path).json(&change), 200).await;
        }
    }

    async fn ask(&self, request: reqwest::RequestBuilder, right: u16) -> Option<serde_json::Value> {
        match self.client.try_send(request).await {
            Ok(answer) => {
                *self.shared.answers.lock().expect("the answers").entry(answer.status).or_default() += 1;
                if answer.status != right && answer.status != 503 {
                    self.shared.wrong(format!("{} {}", answer.status, answer.json));
                }
                (answer.status == right).then_some(answer.json)
            }
            Err(error) => {
                self.shared.wrong(format!("no answer: {error:?}"));
                None
            }
        }
    }
}
