//! Many concurrent clients on a few shared loans. Some send invalid requests, and some never finish sending.
//!
//! Afterwards every acknowledged change must exist exactly once: versions have no gaps, the history leads from the
//! first document to the current one, and each idempotency key has one loan.

use crate::{
    nonsense::{self, Nonsense},
    table::Proof,
    whole,
};
use lending::{
    application::{Application, Secrets},
    patch::{self, Change},
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{
    Answer, Client, Place,
    officer::{manual, membership},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};
use uuid::Uuid;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of concurrent clients.
    pub clients: u32,
    /// Duration.
    pub time: Duration,
    /// Number of shared loans.
    pub loans: u32,
    /// Number of senders who start a request and never finish it.
    pub stalled: u32,
    /// Maximum time until the server disconnects them. `None` skips that check.
    pub let_go: Option<Duration>,
    /// Seed of each client's random requests. Their order among clients isn't deterministic.
    pub seed: u64,
}

/// A response that takes longer counts as a deadlock. This exceeds every timeout of the server.
const ANSWER_MAX: Duration = Duration::from_secs(40);
/// Number of idempotency keys shared by all clients.
const KEYS: u32 = 12;

/// Floods a server.
pub async fn prove(place: &Place, size: Size) -> Proof {
    let mut proof = Proof::of("flood");
    let company = place.company("flood").await;
    let avery = company.sign_in("avery.stone").await;
    let officer = membership(&avery).await;
    let people = [avery.clone(), company.sign_in("beth.sullivan").await, company.sign_in("omar.haddad").await];
    let mut loans = Vec::new();
    for n in 0..size.loans {
        loans.push(Loan::make(&avery, n, officer).await);
    }
    let shared = Arc::new(Shared {
        loans,
        // Use a separate loan, because some of these requests may succeed and would be unexpected in the history of the
        // others.
        nonsense: nonsense::all(Loan::make(&avery, size.loans, officer).await.id),
        creations: (0..KEYS).map(|n| (Uuid::new_v4(), manual("Kim", &format!("Once{n}"), officer))).collect(),
        created: Mutex::default(),
        answers: Mutex::default(),
        wrong: Mutex::default(),
        numbers: AtomicU32::new(0),
    });

    let until = Instant::now() + size.time;
    let mut running = JoinSet::new();
    for n in 0..size.clients {
        let one = Visitor {
            client: people[n as usize % people.len()].another_tab(),
            shared: shared.clone(),
            random: StdRng::seed_from_u64(size.seed.wrapping_mul(1_000) + u64::from(n)),
        };
        running.spawn(one.visit(until));
    }
    let mut stalled = JoinSet::new();
    for n in 0..size.stalled {
        let wait = size.let_go.unwrap_or(size.time);
        stalled.spawn(stall(place.base.clone(), avery.token().unwrap_or_default().to_owned(), n, wait));
    }
    while let Some(ended) = running.join_next().await {
        ended.expect("a visitor");
    }

    let began = Instant::now();
    let right_after = avery.get("/api/loans").await;
    proof.row(
        "a request right after",
        "200",
        format!("{} in {} ms", right_after.status, began.elapsed().as_millis()),
        right_after.status == 200,
    );
    tell_answers(&mut proof, &shared, size);
    tell_stalled(&mut proof, stalled, size).await;
    tell_creations(&mut proof, place, &shared).await;
    tell_history(&mut proof, place, &avery, &shared).await;
    let loans = whole::loans(&mut place.superuser().await).await.expect("the loans");
    proof.none("every loan with all that belongs to it", "one each", &format!("{} loans", loans.count), &loans.wrong);
    proof
}

/// A shared loan.
#[derive(Debug)]
struct Loan {
    id: i64,
    /// Paths of the fields that clients change.
    paths: Vec<String>,
    /// The document before the flood.
    first: Application,
    /// Acknowledged versions and the changes that created them.
    acknowledged: Mutex<BTreeMap<i64, Vec<Change>>>,
    /// Number of versions acknowledged twice.
    repeated: AtomicU32,
}

impl Loan {
    async fn make(client: &Client, n: u32, officer: i64) -> Self {
        let made = client.post("/api/loans", manual("Kim", &format!("Flood{n}"), officer)).await.expect(201);
        let id = made.at("/id").as_i64().expect("an id");
        let whole = client.get(&format!("/api/loans/{id}/application")).await.expect(200);
        let borrower = whole.at("/application/borrowers/0/id").as_str().expect("an id");
        let paths = ["firstName", "middleName", "suffix"].map(|field| format!("borrowers/{borrower}/{field}"));
        Self {
            id,
            paths: paths
                .into_iter()
                .chain(["originator/name".to_owned(), "property/address/city".to_owned()])
                .collect(),
            first: serde_json::from_value(whole.at("/application").clone()).expect("an application"),
            acknowledged: Mutex::default(),
            repeated: AtomicU32::new(0),
        }
    }

    fn note(&self, version: i64, changes: Vec<Change>) {
        if self.acknowledged.lock().expect("the versions").insert(version, changes).is_some() {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// State shared by all clients.
struct Shared {
    loans: Vec<Loan>,
    nonsense: Vec<Nonsense>,
    creations: Vec<(Uuid, Value)>,
    /// Ids of created loans, by idempotency key.
    created: Mutex<BTreeMap<Uuid, BTreeSet<i64>>>,
    /// Number of responses by request and status.
    answers: Mutex<BTreeMap<(&'static str, u16), u32>>,
    wrong: Mutex<Vec<String>>,
    /// Counter for unique values.
    numbers: AtomicU32,
}

impl Shared {
    fn wrong(&self, text: String) {
        self.wrong.lock().expect("the problems").push(text);
    }
}

/// A client in its own tab.
struct Visitor {
    client: Client,
    shared: Arc<Shared>,
    random: StdRng,
}

impl Visitor {
    async fn visit(mut self, until: Instant) {
        while Instant::now() < until {
            match self.random.random_range(0..100) {
                0..20 => self.list().await,
                20..40 => self.read().await,
                40..70 => self.change().await,
                70..78 => self.create().await,
                78..88 => self.lock().await,
                88..97 => self.send_nonsense().await,
                _ => self.send_too_much().await,
            }
        }
    }

    fn loan(&mut self) -> usize {
        self.random.random_range(0..self.shared.loans.len())
    }

    fn loan_id(&mut self) -> i64 {
        let n = self.loan();
        self.shared.loans[n].id
    }

    async fn list(&mut self) {
        let orders = ["updated", "created", "amount", "borrower", "stage", "closing"];
        let order = orders.choose(&mut self.random).unwrap_or(&"updated");
        let text =
            ["", "&string=flood", "&string=kim+once1", "&onlyCount=true"].choose(&mut self.random).unwrap_or(&"");
        let request = self.client.request(Method::GET, &format!("/api/loans?orderBy={order}{text}"));
        self.ask("list", request, &[200]).await;
    }

    async fn read(&mut self) {
        let id = self.loan_id();
        let path = ["", "/application"].choose(&mut self.random).unwrap_or(&"");
        let request = self.client.request(Method::GET, &format!("/api/loans/{id}{path}"));
        self.ask("read", request, &[200]).await;
    }

    /// Reads a document and changes one or two of its fields, based on the values read.
    async fn change(&mut self) {
        let n = self.loan();
        let id = self.shared.loans[n].id;
        let path = format!("/api/loans/{id}/application");
        let Some(seen) = self.ask("read", self.client.request(Method::GET, &path), &[200]).await else { return };
        let count = self.random.random_range(1..=2);
        let number = self.shared.numbers.fetch_add(1, Ordering::Relaxed);
        let changes: Vec<Change> = self.shared.loans[n]
            .paths
            .sample(&mut self.random, count)
            .map(|path| Change {
                path: path.clone(),
                from: at(&seen.json["application"], path),
                to: json!(format!("N{number}")),
            })
            .collect();
        let request = self.client.request(Method::PATCH, &path).json(&changes);
        let Some(answer) = self.ask("change", request, &[200, 409, 423]).await else { return };
        if answer.status == 200 {
            let version = answer.at("/version").as_i64().unwrap_or_default();
            self.shared.loans[n].note(version, changes);
        }
    }

    async fn create(&mut self) {
        let n = self.random.random_range(0..self.shared.creations.len());
        let (key, payload) = &self.shared.creations[n];
        let request = self.client.request(Method::POST, "/api/loans").header("idempotency-key", key.to_string());
        // Idempotency keys are per user, so each user creates one loan per key.
        let Some(answer) = self.ask("create", request.json(payload), &[201]).await else { return };
        let id = answer.at("/id").as_i64().unwrap_or_default();
        self.shared.created.lock().expect("the loans").entry(*key).or_default().insert(id);
    }

    async fn lock(&mut self) {
        let path = format!("/api/loans/{}/lock", self.loan_id());
        let taken = self.ask("lock", self.client.request(Method::POST, &path).json(&json!({})), &[200, 423]).await;
        if taken.is_some_and(|answer| answer.status == 200) {
            // Another user with the permission may have broken the lock, and a third one taken it.
            self.ask("unlock", self.client.request(Method::DELETE, &path), &[200, 403]).await;
        }
    }

    async fn send_nonsense(&mut self) {
        let Some(one) = self.shared.nonsense.choose(&mut self.random).cloned() else { return };
        self.ask(
            "nonsense",
            one.request(&self.client),
            &[200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 413, 415, 422, 423, 429, 431],
        )
        .await;
    }

    async fn send_too_much(&mut self) {
        let id = self.loan_id();
        let request = self.client.request(Method::PATCH, &format!("/api/loans/{id}/application"));
        let request = request.header("content-type", "application/json").body(vec![b' '; 3 * 1024 * 1024]);
        let began = Instant::now();
        // The server responds before it has read everything and closes the connection. The client may see the close
        // first.
        match self.client.try_send(request).await {
            Ok(answer) => self.note("too much", &answer, &[413], began),
            Err(error) if error.is_timeout() => self.shared.wrong(format!("too much: {error}")),
            Err(_) => {
                *self.shared.answers.lock().expect("the answers").entry(("too much, closed", 0)).or_default() += 1
            }
        }
    }

    /// Sends a request. A 503 is always acceptable and a 500 never is.
    async fn ask(&self, what: &'static str, request: reqwest::RequestBuilder, right: &[u16]) -> Option<Answer> {
        let began = Instant::now();
        match self.client.try_send(request.timeout(ANSWER_MAX)).await {
            Ok(answer) => {
                self.note(what, &answer, right, began);
                right.contains(&answer.status).then_some(answer)
            }
            Err(error) => {
                self.shared.wrong(format!("{what}: {error:?}"));
                None
            }
        }
    }

    fn note(&self, what: &'static str, answer: &Answer, right: &[u16], began: Instant) {
        *self.shared.answers.lock().expect("the answers").entry((what, answer.status)).or_default() += 1;
        if answer.status != 503 && !right.contains(&answer.status) {
            self.shared.wrong(format!("{what}: {} {} after {:?}", answer.status, answer.json, began.elapsed()));
        }
    }
}

/// The value at a path of a document. List items are addressed by id.
fn at(document: &Value, path: &str) -> Value {
    path.split('/').fold(document.clone(), |value, step| match value {
        Value::Array(items) => items.into_iter().find(|item| item["id"] == step).unwrap_or_default(),
        Value::Object(mut fields) => fields.remove(step).unwrap_or_default(),
        _ => Value::Null,
    })
}

/// A sender who stops in the middle of the headers, of a JSON body, or of a file. Returns the outcome, and whether the
/// server closed the connection in time.
async fn stall(base: String, token: String, n: u32, wait: Duration) -> (String, bool) {
    let where_at = ["headers", "body", "file"][n as usize % 3];
    let address = base.trim_start_matches("http://");
    let port = address.rsplit(':').next().and_then(|port| port.parse::<u16>().ok()).expect("a port");
    let head = |method: &str, path: &str, kind: &str| {
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-type: {kind}\r\ncontent-length: 9000\r\n\r\n"
        )
    };
    let text = match n % 3 {
        0 => format!("POST /api/loans HTTP/1.1\r\nhost: {address}\r\n"),
        1 => head("POST", "/api/loans", "application/json") + "{\"PrimaryBorrower\":",
        _ => {
            head("POST", "/api/imports/fnma", "multipart/form-data; boundary=x")
                + "--x\r\ncontent-disposition: form-data; name=\"files\"; filename=\"a.fnm\"\r\n\r\nEH "
        }
    };
    let mut connection = TcpStream::connect(("127.0.0.1", port)).await.expect("a connection");
    let _ = connection.write_all(text.as_bytes()).await;
    let mut answer = Vec::new();
    match tokio::time::timeout(wait, connection.read_to_end(&mut answer)).await {
        Ok(_) if answer.is_empty() => (format!("in its {where_at}: closed"), true),
        Ok(_) => (
            format!(
                "in its {where_at}: {}",
                String::from_utf8_lossy(&answer).chars().skip(9).take(3).collect::<String>()
            ),
            true,
        ),
        Err(_) => (format!("in its {where_at}: still open"), false),
    }
}

async fn tell_stalled(proof: &mut Proof, mut stalled: JoinSet<(String, bool)>, size: Size) {
    let mut outcomes: BTreeMap<(String, bool), u32> = BTreeMap::new();
    while let Some(outcome) = stalled.join_next().await {
        *outcomes.entry(outcome.expect("a sender")).or_default() += 1;
    }
    let told: Vec<_> = outcomes.iter().map(|((outcome, _), count)| format!("{count} {outcome}")).collect();
    let (expected, is_ok) = match size.let_go {
        Some(wait) => (
            format!("let go within {} s, by 400, 408 or 503 where it has begun its body", wait.as_secs()),
            outcomes.keys().all(|(_, is_let_go)| *is_let_go),
        ),
        None => ("without blocking others".to_owned(), true),
    };
    proof.row(format!("{} senders who stall", size.stalled), expected, told.join(", "), is_ok);
}

fn tell_answers(proof: &mut Proof, shared: &Shared, size: Size) {
    let answers = shared.answers.lock().expect("the answers");
    let told: Vec<_> = answers.iter().map(|((what, status), count)| format!("{what} {status}: {count}")).collect();
    let busy: u32 = answers.iter().filter(|((_, status), _)| *status == 503).map(|(_, count)| count).sum();
    let total: u32 = answers.values().sum();
    eprintln!("flood: {}", told.join(", "));
    proof.none(
        format!(
            "{} clients for {} s on {} loans, {} stalled senders (seed {})",
            size.clients,
            size.time.as_secs(),
            size.loans,
            size.stalled,
            size.seed
        ),
        "the answer that fits each request, none above 499 but 503, none later than 40 s",
        &format!("{total} answers, {busy} of them 503"),
        &shared.wrong.lock().expect("the problems"),
    );
}

async fn tell_creations(proof: &mut Proof, place: &Place, shared: &Shared) {
    let created = shared.created.lock().expect("the loans").clone();
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "select b.loan_id, l.created_by
         from loan_borrower b
         join loan l on l.company_id = b.company_id and l.id = b.loan_id
         where b.last_name like 'Once%'",
    )
    .fetch_all(&mut place.superuser().await)
    .await
    .expect("the loans");
    let there: BTreeSet<i64> = rows.iter().map(|row| row.0).collect();
    let told: BTreeSet<i64> = created.values().flatten().copied().collect();
    let people: BTreeSet<i64> = rows.iter().map(|row| row.1).collect();
    let most = people.len();
    let mut wrong: Vec<String> = created
        .iter()
        .filter(|(_, ids)| ids.len() > most)
        .map(|(key, ids)| format!("{key}: {} loans for {most} people", ids.len()))
        .collect();
    wrong.extend(
        told.symmetric_difference(&there).map(|id| format!("loan {id} is acknowledged but missing, or the reverse")),
    );
    proof.none(
        format!("creations under {} keys, each sent over and over by {most} people", shared.creations.len()),
        "one loan for each key and person",
        &format!("{} loans", there.len()),
        &wrong,
    );
}

async fn tell_history(proof: &mut Proof, place: &Place, client: &Client, shared: &Shared) {
    let mut wrong = Vec::new();
    let mut total = 0;
    for loan in &shared.loans {
        let present = client.get(&format!("/api/loans/{}/application", loan.id)).await.expect(200).json;
        let version = present["version"].as_i64().unwrap_or_default();
        let acknowledged = loan.acknowledged.lock().expect("the versions").clone();
        total += acknowledged.len();
        let expected: Vec<i64> = (2..=version).collect();
        if acknowledged.keys().copied().collect::<Vec<_>>() != expected || loan.repeated.load(Ordering::Relaxed) > 0 {
            wrong.push(format!(
                "loan {}: {} versions acknowledged, {} of them twice, {version} is the last",
                loan.id,
                acknowledged.len(),
                loan.repeated.load(Ordering::Relaxed)
            ));
        }
        let rows: Vec<(String, Option<Value>, Option<Value>)> =
            sqlx::query_as("select path, before, after from field_change where loan_id = $1 order by id")
                .bind(loan.id)
                .fetch_all(&mut place.superuser().await)
                .await
                .expect("the history");
        let history: Vec<Change> = rows
            .into_iter()
            .map(|(path, before, after)| Change {
                path,
                from: before.unwrap_or_default(),
                to: after.unwrap_or_default(),
            })
            .collect();
        wrong.extend(unlike(loan.id, &acknowledged, &history));
        let mut replayed = loan.first.clone();
        for change in &history {
            match patch::apply(&replayed, &Secrets::default(), std::slice::from_ref(change)) {
                Ok((after, _, _)) => replayed = after,
                Err(refused) => {
                    wrong.push(format!("loan {}: {change:?} can't be replayed: {refused:?}", loan.id));
                    break;
                }
            }
        }
        if serde_json::to_value(&replayed).ok() != Some(present["application"].clone()) {
            wrong.push(format!("loan {}: its history does not lead to its document", loan.id));
        }
    }
    proof.none(
        format!("{total} acknowledged changes of {} loans", shared.loans.len()),
        "versions without a gap; each change in the history once; replayed, the present document",
        &format!("{} faults", wrong.len()),
        &wrong,
    );
}

/// The first difference between the acknowledged changes, in version order, and the history.
fn unlike(loan: i64, acknowledged: &BTreeMap<i64, Vec<Change>>, history: &[Change]) -> Option<String> {
    let mut rest = history;
    for (version, changes) in acknowledged {
        let Some((written, after)) = rest.split_at_checked(changes.len()) else {
            return Some(format!("loan {loan}: version {version} is not in the history"));
        };
        // The order within a change doesn't matter.
        let values = |changes: &[Change]| -> BTreeSet<String> {
            changes.iter().map(|change| format!("{} {}", change.path, change.to)).collect()
        };
        if values(written) != values(changes) {
            return Some(format!("loan {loan}: version {version} was {changes:?}, the history has {written:?}"));
        }
        rest = after;
    }
    (!rest.is_empty()).then(|| format!("loan {loan}: {} changes that were never acknowledged", rest.len()))
}
