//! Kill -9 while loans are being created.
//!
//! An officer creates three loans at once: by hand, from an FNMA file, and from a MISMO file. The server is killed at a
//! random moment, in some rounds together with PostgreSQL. The officer then continues where each loan stopped.
//! Acknowledged steps must have been saved. Other requests are sent again with the same idempotency key and body.

use crate::{table::Proof, whole};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Method, RequestBuilder, multipart};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fs::File,
    path::Path,
    time::{Duration, Instant, SystemTime},
};
use testkit::{
    Answer, Client, Server,
    officer::{fixture, from_file, manual, membership},
    signal,
};
use uuid::Uuid;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of kills.
    pub rounds: u32,
    /// One in this many rounds also kills PostgreSQL.
    pub postgres_every: u32,
    /// Seed of the random moments.
    pub seed: u64,
}

/// How long an officer keeps retrying, and how long to wait for the sweep. A killed database has to recover first.
const PATIENCE: Duration = Duration::from_secs(120);

/// Repeatedly kills a server.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("kill");
    let mut random = StdRng::seed_from_u64(size.seed);
    let mut server = Server::start(program);
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let officer = membership(&avery).await;

    // The first run is undisturbed and measures how long the whole process takes.
    let began = Instant::now();
    for attempt in &mut Attempt::all(0, officer) {
        attempt.until_made(&avery).await;
    }
    let way = began.elapsed() / 2;

    let mut tally = Tally::default();
    for round in 1..=size.rounds {
        let with_postgres = round % size.postgres_every == 0;
        let mut attempts = Attempt::all(round, officer);
        let moment = way.mul_f64(random.random_range(0.0..1.0));
        let postgres_first = random.random_bool(0.5);
        {
            let [by_hand, fnma, mismo] = &mut attempts;
            let killing = async {
                tokio::time::sleep(moment).await;
                let postmaster = server.postmaster().filter(|_| with_postgres);
                if let (Some(pid), true) = (postmaster, postgres_first) {
                    signal("KILL", pid);
                }
                server.kill();
                if let (Some(pid), false) = (postmaster, postgres_first) {
                    signal("KILL", pid);
                }
            };
            let _ = tokio::join!(by_hand.go_on(&avery), fnma.go_on(&avery), mismo.go_on(&avery), killing);
        }
        tally.with_postgres += u32::from(with_postgres);
        server.start_again();
        for attempt in &mut attempts {
            tally.look(&server, attempt).await;
            attempt.until_made(&avery).await;
            tally.look_again(&server, attempt).await;
        }
        eprint!("\rkill: round {round} of {}", size.rounds);
    }
    eprintln!();
    tally.tell(&mut proof, size);

    let loans = whole::loans(&mut server.superuser().await).await.expect("the loans");
    proof.none(
        "every loan with all that belongs to it",
        "application, property, officer, stage change, search, audit, event: one each",
        &format!("{} loans, {} faults", loans.count, loans.wrong.len()),
        &loans.wrong,
    );
    sweep(&mut proof, &mut server).await;
    let stopped = server.stop();
    proof.row("ctrl-C at the end", "stops all it started", stopped.to_string(), {
        stopped.success() && server.postmaster().is_none()
    });
    proof
}

/// A way to create a loan.
#[derive(Clone, Copy, Debug)]
enum Way {
    ByHand,
    Fnma,
    Mismo,
}

/// A loan being created, as its officer sees it.
#[derive(Debug)]
struct Attempt {
    way: Way,
    officer: i64,
    /// A unique name by which the loan is found.
    last_name: String,
    key: Uuid,
    /// Id of the uploaded file, once acknowledged.
    file: Option<String>,
    /// The request body, once known. It never changes, because all retries use the same idempotency key.
    payload: Option<Value>,
    /// Id of the loan, once acknowledged.
    made: Option<i64>,
    /// Unexpected responses.
    wrong: Vec<String>,
}

/// The server didn't respond.
struct Interrupted;

impl Attempt {
    fn all(round: u32, officer: i64) -> [Self; 3] {
        [Way::ByHand, Way::Fnma, Way::Mismo].map(|way| {
            let last_name = format!("{way:?}{round}");
            let payload = matches!(way, Way::ByHand).then(|| manual("Kim", &last_name, officer));
            Self { way, officer, last_name, key: Uuid::new_v4(), file: None, payload, made: None, wrong: Vec::new() }
        })
    }

    /// Continues from the last acknowledged step.
    async fn go_on(&mut self, client: &Client) -> Result<i64, Interrupted> {
        if self.payload.is_none() {
            let read = match self.way {
                Way::Mismo => self.read_mismo(client).await?,
                _ => self.read_fnma(client).await?,
            };
            let mut payload = from_file(&read, self.officer);
            payload["PrimaryBorrower"] =
                json!({"firstName": "Kim", "lastName": self.last_name, "email": null, "phone": null});
            if let Way::Mismo = self.way {
                payload["importType"] = json!("ACTIVE_LOAN");
            }
            self.payload = Some(payload);
        }
        let path = match self.way {
            Way::ByHand => "/api/loans",
            Way::Fnma => "/api/loans/from-file",
            Way::Mismo => "/api/loans/from-mismo",
        };
        let request = client.request(Method::POST, path).header("idempotency-key", self.key.to_string());
        let made = self.ask(client, request.json(&self.payload), 201).await?;
        let id = made.at("/id").as_i64().ok_or(Interrupted)?;
        if self.made.is_some_and(|before| before != id) {
            self.wrong.push(format!("{}: the same key made {id} after {:?}", self.last_name, self.made));
        }
        self.made = Some(id);
        Ok(id)
    }

    async fn read_fnma(&mut self, client: &Client) -> Result<Value, Interrupted> {
        let part = multipart::Part::bytes(fixture("couple-buys-condominium.fnm")).file_name("loan.fnm");
        let request = client.request(Method::POST, "/api/imports/fnma");
        let read = self.ask(client, request.multipart(multipart::Form::new().part("files", part)), 200).await?;
        Ok(read.json)
    }

    async fn read_mismo(&mut self, client: &Client) -> Result<Value, Interrupted> {
        let file = match &self.file {
            Some(file) => file.clone(),
            None => {
                let asked =
                    client.request(Method::POST, "/api/files/upload-url").json(&json!({"fileName": "loan.xml"}));
                let address = self.ask(client, asked, 201).await?;
                let to = address.at("/fileUploadSignedUrl").as_str().unwrap_or_default();
                let put = client.request(Method::PUT, to).body(fixture("conventional-purchase.xml"));
                self.ask(client, put, 204).await?;
                let id = address.at("/fileId").as_str().unwrap_or_default().to_owned();
                self.file.insert(id).clone()
            }
        };
        let named = json!({"fileName": "loan.xml", "filePath": format!("imports/{file}/loan.xml")});
        let read = self.ask(client, client.request(Method::POST, "/api/imports/mismo").json(&named), 200).await?;
        Ok(read.json)
    }

    /// Performs one step. A missing response or a 503 interrupts the process. Any other unexpected response is an
    /// error.
    async fn ask(&mut self, client: &Client, request: RequestBuilder, status: u16) -> Result<Answer, Interrupted> {
        match client.try_send(request).await {
            Ok(answer) if answer.status == status => Ok(answer),
            Ok(Answer { status: 503, .. }) | Err(_) => Err(Interrupted),
            Ok(answer) => {
                self.wrong.push(format!("{}: {} {}", self.last_name, answer.status, answer.json));
                Err(Interrupted)
            }
        }
    }

    /// Retries until the loan is acknowledged or the time is up.
    async fn until_made(&mut self, client: &Client) {
        let began = Instant::now();
        while self.go_on(client).await.is_err() && began.elapsed() < PATIENCE && self.wrong.is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Results of all rounds.
#[derive(Debug, Default)]
struct Tally {
    with_postgres: u32,
    acknowledged: u32,
    there_unacknowledged: u32,
    not_there: u32,
    one_after_retry: u32,
    lost: Vec<String>,
    twice: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    /// Checks a loan after the restart, before any retry.
    async fn look(&mut self, server: &Server, attempt: &Attempt) {
        let name = &attempt.last_name;
        match (found(server, name).await.len(), attempt.made) {
            (1, Some(_)) => self.acknowledged += 1,
            (1, None) => self.there_unacknowledged += 1,
            (0, None) => self.not_there += 1,
            (0, Some(id)) => self.lost.push(format!("{name}: loan {id} was acknowledged and is lost")),
            (count, _) => self.twice.push(format!("{name} is there {count} times")),
        }
    }

    /// Checks a loan after all retries.
    async fn look_again(&mut self, server: &Server, attempt: &mut Attempt) {
        self.wrong.append(&mut attempt.wrong);
        let found = found(server, &attempt.last_name).await;
        match (&found[..], attempt.made) {
            ([one], Some(id)) if *one == id => self.one_after_retry += 1,
            _ => self.wrong.push(format!("{}: there are {found:?}, told was {:?}", attempt.last_name, attempt.made)),
        }
    }

    fn tell(&mut self, proof: &mut Proof, size: Size) {
        let faults: Vec<_> = self.lost.drain(..).chain(self.twice.drain(..)).collect();
        proof.none(
            format!(
                "{} kills at random moments (seed {}) of 3 loans each, {} with PostgreSQL",
                size.rounds, size.seed, self.with_postgres
            ),
            "each loan once or not at all, none lost that was acknowledged",
            &format!(
                "{} acknowledged and there, {} there unacknowledged, {} not there",
                self.acknowledged, self.there_unacknowledged, self.not_there
            ),
            &faults,
        );
        proof.none(
            "the same requests again under the same keys",
            "one loan each, no other answer than 2xx and 503",
            &format!("{} of {} are there once", self.one_after_retry, size.rounds * 3),
            &self.wrong,
        );
    }
}

async fn found(server: &Server, last_name: &str) -> Vec<i64> {
    sqlx::query_scalar("select loan_id from loan_borrower where last_name = $1 and position = 1")
        .bind(last_name)
        .fetch_all(&mut server.superuser().await)
        .await
        .expect("the loans")
}

/// Makes leftovers old enough for deletion, triggers the sweep and waits for it.
async fn sweep(proof: &mut Proof, server: &mut Server) {
    server.kill();
    let long_ago = SystemTime::now() - Duration::from_secs(2 * 3600);
    let before = server.stored_files();
    for path in &before {
        File::options().write(true).open(path).and_then(|file| file.set_modified(long_ago)).expect("a stored file");
    }
    let mut superuser = server.superuser().await;
    sqlx::raw_sql("update file set expires_at = now() - interval '1 day' where expires_at is not null")
        .execute(&mut superuser)
        .await
        .expect("the files");
    let wanted: Vec<Uuid> = sqlx::query_scalar("select source_file_id from loan where source_file_id is not null")
        .fetch_all(&mut superuser)
        .await
        .expect("the loans");
    let wanted: HashSet<String> = wanted.iter().map(Uuid::to_string).collect();
    server.start_again();
    // Otherwise the sweep would run within the hour.
    sqlx::raw_sql("select jobs.add_job('sweep', '{}')").execute(&mut superuser).await.expect("the queue");
    let began = Instant::now();
    let names = || -> HashSet<String> {
        // The heads of the audit log belong to no loan.
        let paths = server.stored_files().into_iter().filter(|path| !path.iter().any(|part| part == "audit-heads"));
        paths.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
    };
    while names() != wanted && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let names = names();
    let rows: i64 = sqlx::query_scalar("select count(*) from file").fetch_one(&mut superuser).await.expect("the files");
    let waiting: Vec<String> = sqlx::query_scalar(
        "select concat_ws(', ', t.identifier || ' waits', 'attempt ' || j.attempts, 'due in ' || (j.run_at - now()),
                          'held by ' || j.locked_by, j.last_error)
         from jobs._private_jobs j
         join jobs._private_tasks t on t.id = j.task_id
         order by j.id",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the queue");
    let faults: Vec<String> = names
        .difference(&wanted)
        .map(|name| format!("{name} belongs to nothing"))
        .chain(wanted.difference(&names).map(|name| format!("{name} is a loan's and is lost")))
        .chain((rows != wanted.len() as i64).then(|| format!("{rows} rows for {} files", wanted.len())))
        .collect();
    let faults = if faults.is_empty() { faults } else { [faults, waiting].concat() };
    proof.none(
        format!("the sweep over {} stored files, hours later", before.len()),
        "the files of loans are there, no other file and no other row",
        &format!("{} files, {} loans from files, {rows} rows", names.len(), wanted.len()),
        &faults,
    );
}
