//! Many users concurrently edit one loan: its team, stage and terms.
//!
//! Each save includes the values its author saw. Afterwards the history must contain every acknowledged save and no
//! other. Each entry must start from the previous one, and replaying them must give the current loan. So nobody's
//! change was silently overwritten.

use crate::table::Proof;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use testkit::{
    Client, Place,
    officer::{manual, membership},
};
use tokio::task::JoinSet;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of concurrent users.
    pub people: i32,
    /// Duration.
    pub time: Duration,
    /// Seed of each user's random saves. Their order among users isn't deterministic.
    pub seed: u64,
}

/// Slots that change: name in the form, role, whether it is the role's primary slot, the candidates, and whether it can
/// be empty. No candidate appears in both slots of a pair.
const SLOTS: [(&str, &str, bool, &[&str], bool); 6] = [
    ("loanOfficer", "ORIGINATOR", true, &["avery.stone", "priya.nguyen", "marcus.bell"], false),
    ("juniorLoanOfficer", "ORIGINATOR", false, &["nina.kowalski", "beth.sullivan"], true),
    ("loanProcessor", "PROCESSOR", true, &["paul.okafor", "rosa.martinez"], true),
    ("loanOfficerAssistant", "ASSISTANT", true, &["jamie.lin", "hugo.lindqvist"], true),
    ("Closer", "CLOSER", true, &["carl.jensen"], true),
    ("LockDesk", "LOCK_DESK", true, &["mei.tanaka"], true),
];

/// Stages between which a loan in progress moves freely.
const STAGES: [&str; 6] = ["LoanSetup", "DisclosuresSent", "SubmittedToLender", "Suspended", "ClearToClose", "DocsOut"];

/// Fields that the users change.
const TERMS: [&str; 3] = ["loan/noteRate", "loan/baseAmount", "loan/termMonths"];

/// Lets all users edit one loan.
pub async fn prove(place: &Place, size: Size) -> Proof {
    let mut proof = Proof::of("people");
    let company = place.company("people").await;
    let avery = company.sign_in("avery.stone").await;
    let made = avery.post("/api/loans", manual("Maya", "Ortiz", membership(&avery).await)).await.expect(201);
    let id = made.at("/id").as_i64().expect("an id");
    let grace = company.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let shared = Arc::new(Shared {
        path: format!("/api/loans/{id}"),
        memberships: memberships(place, company.id).await,
        stages: stages(&grace).await,
        saved: Mutex::default(),
        answers: Mutex::default(),
        wrong: Mutex::default(),
    });
    let first = grace.get(&shared.path).await.expect(200).json;

    hire(place, company.id, size.people).await;
    let mut people = Vec::new();
    for n in 1..=size.people {
        let client = place.sign_in(&format!("person{n}@people.example")).await.with_header("x-consolidated", "true");
        let random = StdRng::seed_from_u64(size.seed.wrapping_mul(1_000) + n.unsigned_abs() as u64);
        people.push(Person { client, shared: shared.clone(), random });
    }
    let until = Instant::now() + size.time;
    let mut running = JoinSet::new();
    for person in people {
        running.spawn(person.work(until));
    }
    while let Some(ended) = running.join_next().await {
        ended.expect("a person");
    }

    tell_answers(&mut proof, &shared, size);
    let is = grace.get(&shared.path).await.expect(200).json;
    let saved = shared.saved.lock().expect("the saves").clone();
    tell_version(&mut proof, &first, &is, saved.len());
    tell_team(&mut proof, place, id, &is, &saved).await;
    tell_stages(&mut proof, &grace, &shared, &is, &saved).await;
    tell_terms(&mut proof, place, &grace, &shared, &saved, id).await;
    tell_audit(&mut proof, place, id, &saved).await;
    proof
}

/// Creates loan administrators at headquarters, who can see and change every loan.
async fn hire(place: &Place, company: i64, count: i32) {
    sqlx::query(
        "with person as (
           insert into app_user (home_company_id, first_name, last_name, email, email_key)
           select $1, 'Person', n::text, 'person' || n || '@people.example', 'person' || n || '@people.example'
           from generate_series(1, $2) n
           returning id
         ), member as (
           insert into membership (company_id, user_id, org_unit_id, is_default)
           select $1, id, $1, true
           from person
           returning id
         )
         insert into membership_role (company_id, membership_id, role, position)
         select $1, id, 'LOANADMIN', 1
         from member",
    )
    .bind(company)
    .bind(count)
    .execute(&mut place.superuser().await)
    .await
    .expect("people");
}

/// Memberships by the part of the email address before the `@`.
async fn memberships(place: &Place, company: i64) -> BTreeMap<String, i64> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "select split_part(u.email, '@', 1), m.id
         from membership m
         join app_user u on u.id = m.user_id
         where m.company_id = $1
           and m.is_default",
    )
    .bind(company)
    .fetch_all(&mut place.superuser().await)
    .await
    .expect("the members");
    rows.into_iter().collect()
}

async fn stages(client: &Client) -> Vec<Value> {
    let lookups = client.get("/api/lookups/data").await.expect(200).json;
    let stages = lookups["loanStages"].as_array().expect("stages").iter();
    stages
        .filter(|stage| STAGES.contains(&stage["kind"].as_str().unwrap_or_default()))
        .map(|stage| stage["id"].clone())
        .collect()
}

/// An acknowledged save: the changed item with its old and new value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Saved {
    what: String,
    from: Value,
    to: Value,
}

/// State shared by all users.
struct Shared {
    path: String,
    memberships: BTreeMap<String, i64>,
    stages: Vec<Value>,
    saved: Mutex<Vec<Saved>>,
    /// Number of responses by request and status.
    answers: Mutex<BTreeMap<(&'static str, u16), u32>>,
    wrong: Mutex<Vec<String>>,
}

struct Person {
    client: Client,
    shared: Arc<Shared>,
    random: StdRng,
}

impl Person {
    async fn work(mut self, until: Instant) {
        while Instant::now() < until {
            match self.random.random_range(0..3) {
                0 => self.change_team().await,
                1 => self.move_on().await,
                _ => self.change_terms().await,
            }
        }
    }

    async fn change_team(&mut self) {
        let Some(seen) = self.read("").await else { return };
        let (slot, role, primary, names, or_nobody) = *SLOTS.choose(&mut self.random).expect("a slot");
        let stands_there = |one: &&Value| one["LoanRole"] == role && one["primary"] == primary;
        let from = seen["team"].as_array().and_then(|team| team.iter().find(stands_there));
        let from = from.map_or(Value::Null, |one| one["WizeUserOrgUnitId"].clone());
        let mut choices: Vec<Value> = names.iter().map(|name| json!(self.shared.memberships[*name])).collect();
        choices.extend(or_nobody.then_some(Value::Null));
        choices.retain(|choice| *choice != from);
        let to = choices.choose(&mut self.random).expect("another candidate").clone();
        let person = if to.is_null() { Value::Null } else { json!({"LoanRole": role, "WizeUserOrgUnitId": to}) };
        let body = json!([{"slot": slot, "from": from, "to": person}]);
        self.save("team", Method::PATCH, "/team", body, Saved { what: format!("{role} {primary}"), from, to }).await;
    }

    async fn move_on(&mut self) {
        let Some(seen) = self.read("").await else { return };
        let from = seen["stage"]["id"].clone();
        let to = self.shared.stages.iter().filter(|stage| **stage != from).collect::<Vec<_>>();
        let to = (*to.choose(&mut self.random).expect("another stage")).clone();
        let body = json!({"from": from, "stageId": to});
        self.save("stage", Method::PUT, "/stage", body, Saved { what: "stage".to_owned(), from, to }).await;
    }

    async fn change_terms(&mut self) {
        let Some(seen) = self.read("/application").await else { return };
        let path = *TERMS.choose(&mut self.random).expect("a field");
        let from = path.split('/').fold(seen["application"].clone(), |value, step| value[step].clone());
        let to = match path {
            "loan/noteRate" => {
                json!(format!("{}.{:03}", self.random.random_range(3..9), self.random.random_range(100..999)))
            }
            "loan/baseAmount" => json!(format!("{}.00", self.random.random_range(100_000..900_000))),
            _ => json!(self.random.random_range(60..=480)),
        };
        if from == to {
            return;
        }
        let body = json!([{"path": path, "from": from, "to": to}]);
        self.save("terms", Method::PATCH, "/application", body, Saved { what: path.to_owned(), from, to }).await;
    }

    async fn read(&mut self, of: &str) -> Option<Value> {
        let request = self.client.request(Method::GET, &format!("{}{of}", self.shared.path));
        let answer = self.client.try_send(request).await.expect("an answer");
        self.note("read", answer.status, &[200], &answer.json);
        (answer.status == 200).then_some(answer.json)
    }

    async fn save(&mut self, what: &'static str, method: Method, of: &str, body: Value, saved: Saved) {
        let request = self.client.request(method, &format!("{}{of}", self.shared.path)).json(&body);
        let answer = self.client.try_send(request).await.expect("an answer");
        self.note(what, answer.status, &[200, 409], &answer.json);
        if answer.status == 200 {
            self.shared.saved.lock().expect("the saves").push(saved);
        }
    }

    /// Counts a response. A 503 is acceptable: if too many requests wait, the server rejects further ones and stores
    /// nothing.
    fn note(&self, what: &'static str, status: u16, right: &[u16], body: &Value) {
        *self.shared.answers.lock().expect("the answers").entry((what, status)).or_default() += 1;
        if status != 503 && !right.contains(&status) {
            self.shared.wrong.lock().expect("the problems").push(format!("{what}: {status} {body}"));
        }
    }
}

fn tell_answers(proof: &mut Proof, shared: &Shared, size: Size) {
    let answers = shared.answers.lock().expect("the answers");
    let told: Vec<_> = answers.iter().map(|((what, status), count)| format!("{what} {status}: {count}")).collect();
    eprintln!("people: {}", told.join(", "));
    let sum = |wanted: u16| -> u32 {
        answers.iter().filter(|((what, status), _)| *what != "read" && *status == wanted).map(|(_, count)| count).sum()
    };
    let (saved, refused, busy) = (sum(200), sum(409), sum(503));
    proof.none(
        format!("{} people for {} s on one loan (seed {})", size.people, size.time.as_secs(), size.seed),
        "each save is stored or answered with a conflict",
        &format!("{saved} stored, {refused} conflicts, {busy} too busy"),
        &shared.wrong.lock().expect("the problems"),
    );
    proof.row("people in each other's way", "some", format!("{refused} times"), refused > 0);
    for what in ["team", "stage", "terms"] {
        let count = answers.get(&(what, 200)).copied().unwrap_or_default();
        proof.row(format!("saves of the {what}"), "some", count.to_string(), count > 0);
    }
}

fn tell_version(proof: &mut Proof, first: &Value, is: &Value, saved: usize) {
    let [was, is] = [first, is].map(|loan| loan["version"].as_u64().unwrap_or_default());
    let rose = is - was;
    proof.row("the loan's version", "rises by one for each save", format!("{rose} for {saved}"), rose == saved as u64);
}

/// Differences between the acknowledged saves of one type and the history. Each save must occur once, in any order.
fn unlike(saved: &[Saved], history: &[Saved], is_of: impl Fn(&Saved) -> bool) -> Vec<String> {
    let mut rest: Vec<&Saved> = saved.iter().filter(|one| is_of(one)).collect();
    let mut wrong = Vec::new();
    for entry in history {
        match rest.iter().position(|one| *one == entry) {
            Some(at) => drop(rest.swap_remove(at)),
            None => wrong.push(format!("{entry:?} is in the history but was never acknowledged")),
        }
    }
    wrong.extend(rest.into_iter().map(|one| format!("{one:?} was acknowledged and is not in the history")));
    wrong
}

/// Replays a history. Each entry must start from the value that the previous one left.
fn replayed(begin: BTreeMap<String, Value>, history: &[Saved], wrong: &mut Vec<String>) -> BTreeMap<String, Value> {
    let mut state = begin;
    for Saved { what, from, to } in history {
        let was = state.insert(what.clone(), to.clone()).unwrap_or_default();
        if was != *from {
            wrong.push(format!("{what} was {was} and went from {from} to {to}"));
        }
    }
    state.retain(|_, value| !value.is_null());
    state
}

async fn tell_team(proof: &mut Proof, place: &Place, id: i64, is: &Value, saved: &[Saved]) {
    let rows: Vec<(String, bool, Option<i64>, Option<i64>)> = sqlx::query_as(
        "select role, is_primary, before_id, after_id from loan_team_change where loan_id = $1 order by id",
    )
    .bind(id)
    .fetch_all(&mut place.superuser().await)
    .await
    .expect("the history");
    let history: Vec<Saved> = rows
        .into_iter()
        .map(|(role, primary, from, to)| Saved { what: format!("{role} {primary}"), from: json!(from), to: json!(to) })
        .collect();
    // The first entry is the officer from the loan's creation.
    let mut wrong = unlike(saved, &history[1..], |one| one.what.contains(' '));
    let team = replayed(BTreeMap::new(), &history, &mut wrong);
    let present = is["team"].as_array().into_iter().flatten();
    let present: BTreeMap<String, Value> = present
        .map(|one| {
            let slot = format!("{} {}", one["LoanRole"].as_str().unwrap_or_default(), one["primary"]);
            (slot, one["WizeUserOrgUnitId"].clone())
        })
        .collect();
    if team != present {
        wrong.push(format!("replayed, the team is {team:?}, and it is {present:?}"));
    }
    if is["officer"]["WizeUserOrgUnitId"] != present["ORIGINATOR true"] {
        wrong.push("the loan's officer is another than the team's".to_owned());
    }
    proof.none(
        "the history of the team",
        "each save once; replayed, the team that stands",
        &format!("{} entries", history.len()),
        &wrong,
    );
}

async fn tell_stages(proof: &mut Proof, client: &Client, shared: &Shared, is: &Value, saved: &[Saved]) {
    let rows = client.get(&format!("{}/stages", shared.path)).await.expect(200).json["rows"].clone();
    let rows: Vec<Value> = rows.as_array().into_iter().flatten().rev().cloned().collect();
    let history: Vec<Saved> = rows
        .windows(2)
        .map(|pair| Saved {
            what: "stage".to_owned(),
            from: pair[0]["stage"]["id"].clone(),
            to: pair[1]["stage"]["id"].clone(),
        })
        .collect();
    let mut wrong = unlike(saved, &history, |one| one.what == "stage");
    let gaps = rows.windows(2).filter(|pair| pair[0]["until"] != pair[1]["at"]);
    wrong.extend(gaps.map(|pair| format!("a gap between {} and {}", pair[0], pair[1])));
    match rows.last() {
        Some(last) if last["stage"] == is["stage"] && last["at"] == is["stageSince"] => {}
        last => wrong.push(format!("the history ends with {last:?}, and the loan is at {}", is["stage"])),
    }
    proof.none(
        "the history of stages",
        "each save once, without a gap; its end is where the loan stands",
        &format!("{} entries", rows.len()),
        &wrong,
    );
}

async fn tell_terms(proof: &mut Proof, place: &Place, client: &Client, shared: &Shared, saved: &[Saved], id: i64) {
    let rows: Vec<(String, Option<Value>, Option<Value>)> =
        sqlx::query_as("select path, before, after from field_change where loan_id = $1 order by id")
            .bind(id)
            .fetch_all(&mut place.superuser().await)
            .await
            .expect("the history");
    let history: Vec<Saved> = rows
        .into_iter()
        .map(|(what, from, to)| Saved { what, from: from.unwrap_or_default(), to: to.unwrap_or_default() })
        .collect();
    let mut wrong = unlike(saved, &history, |one| one.what.contains('/'));
    let terms = replayed(BTreeMap::new(), &history, &mut wrong);
    let present = client.get(&format!("{}/application", shared.path)).await.expect(200).json;
    for path in TERMS {
        let is = path.split('/').fold(&present["application"], |value, step| &value[step]);
        if terms.get(path).unwrap_or(&Value::Null) != is {
            wrong.push(format!("replayed, {path} is {:?}, and it is {is}", terms.get(path)));
        }
    }
    proof.none(
        "the history of terms",
        "each save once; replayed, the terms that stand",
        &format!("{} entries", history.len()),
        &wrong,
    );
}

async fn tell_audit(proof: &mut Proof, place: &Place, id: i64, saved: &[Saved]) {
    let entries: i64 = sqlx::query_scalar(
        "select count(*) from audit_entry where entity = 'loan' and entity_id = $1 and action <> 'loan.create'",
    )
    .bind(id.to_string())
    .fetch_one(&mut place.superuser().await)
    .await
    .expect("the log");
    let is_whole = usize::try_from(entries).ok() == Some(saved.len());
    proof.row("the audit log", "one entry for each save", format!("{entries} for {}", saved.len()), is_whole);
}
