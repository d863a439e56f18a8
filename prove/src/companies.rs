//! Two companies in one installation. If a user of one company sends ids of the other, the response must be identical
//! to that for ids that never existed.
//!
//! Each request is sent twice: with ids of the other company, and with ids that never existed.

use crate::table::Proof;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::{collections::BTreeMap, sync::Arc};
use testkit::{
    Client, Company, Place,
    officer::{fixture, import_fnma, lead, manual, membership, owner, upload},
    visits::{Ids, Visit, api_key_of, visits},
};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of requests, each sent with foreign and with nonexistent ids.
    pub requests: u32,
    /// Seed of the random requests.
    pub seed: u64,
    /// Whether the server runs jobs. If so, they must finish before the database is compared.
    pub has_jobs: bool,
}

/// Number of borrower lookups after which their rate limit is reset, because this proof isn't about the limit.
const LOOKUPS_MAX: u32 = 40;

/// Sends one company's requests with the other's ids.
pub async fn prove(place: &Place, size: Size) -> Proof {
    let mut proof = Proof::of("companies");
    let (cove, inlet) = (place.company("cove-of-proof").await, place.company("inlet-of-proof").await);
    let foreign = Arc::new(Foreign::of(&cove, place).await);
    let routes = Arc::new(Route::all(&place.visitor()).await);
    if size.has_jobs {
        place.settled().await;
    }
    let before = fingerprint(&mut place.superuser().await, cove.id).await;

    let people = [
        inlet.sign_in("avery.stone").await,
        inlet.sign_in("beth.sullivan").await,
        inlet.sign_in("grace.whitfield").await.with_header("x-consolidated", "true"),
        inlet.sign_in("omar.haddad").await,
    ];
    let mut asking = JoinSet::new();
    for (n, client) in (0..).zip(people) {
        let asker = Asker {
            own_loan: loan(&inlet.sign_in("avery.stone").await, "Own", n).await.0,
            client,
            foreign: foreign.clone(),
            routes: routes.clone(),
            superuser: place.superuser().await,
            random: StdRng::seed_from_u64(size.seed.wrapping_mul(1_000) + n as u64),
            tally: Tally::default(),
        };
        asking.spawn(asker.ask(size.requests / 4));
    }
    let mut tally = Tally::default();
    while let Some(asked) = asking.join_next().await {
        tally.add(asked.expect("an asker"));
    }

    let statuses: Vec<_> = tally.statuses.iter().map(|(status, count)| format!("{count} of {status}")).collect();
    proof.none(
        format!(
            "{} requests on {} routes with the other company's ids (seed {})",
            tally.asked,
            routes.len(),
            size.seed
        ),
        "the same answer as for ids that never were",
        &statuses.join(", "),
        &tally.unlike,
    );
    proof.none(
        "their borrowers' names, numbers and addresses in those answers",
        "none",
        &format!("{} names searched for", foreign.words.len()),
        &tally.told,
    );
    let missed: Vec<_> =
        routes.iter().map(|route| route.name.clone()).filter(|name| !tally.routes.contains_key(name)).collect();
    proof.none(
        "routes that name a company's records",
        "each is asked",
        &format!("{} routes", tally.routes.len()),
        &missed,
    );
    let after = fingerprint(&mut place.superuser().await, cove.id).await;
    let changed: Vec<_> = before
        .iter()
        .filter(|(table, hash)| after.get(*table) != Some(*hash))
        .map(|(table, _)| table.clone())
        .collect();
    proof.none(
        "the other company's rows in every table",
        "not one is changed",
        &format!("{} tables", before.len()),
        &changed,
    );
    proof
}

/// Ids of one company that the other may try to use.
struct Foreign {
    company: i64,
    loans: Vec<(i64, String)>,
    officers: Vec<i64>,
    stages: Vec<i64>,
    files: Vec<String>,
    units: Vec<i64>,
    users: Vec<i64>,
    resets: Vec<i64>,
    api_keys: Vec<i64>,
    lead_sources: Vec<i64>,
    task_templates: Vec<i64>,
    leads: Vec<i64>,
    licenses: Vec<i64>,
    /// Pairs of a person and a member of their household.
    people: Vec<[i64; 2]>,
    contacts: Vec<i64>,
    contact_companies: Vec<i64>,
    contract: i64,
    sessions: Vec<Uuid>,
    keys: Vec<Uuid>,
    /// Search words that match its loans.
    words: Vec<String>,
}

impl Foreign {
    async fn of(company: &Company<'_>, place: &Place) -> Self {
        let mut found = Self {
            company: company.id,
            loans: Vec::new(),
            officers: Vec::new(),
            stages: Vec::new(),
            files: Vec::new(),
            units: Vec::new(),
            users: Vec::new(),
            resets: Vec::new(),
            api_keys: Vec::new(),
            lead_sources: Vec::new(),
            task_templates: Vec::new(),
            leads: Vec::new(),
            licenses: Vec::new(),
            people: Vec::new(),
            contacts: Vec::new(),
            contact_companies: Vec::new(),
            contract: testkit::visits::contract(&mut place.superuser().await, company.id).await,
            sessions: Vec::new(),
            keys: Vec::new(),
            words: Vec::new(),
        };
        for name in ["avery.stone", "priya.nguyen", "marcus.bell"] {
            let client = company.sign_in(name).await;
            let officer = membership(&client).await;
            found.officers.push(officer);
            let me = client.get("/api/users/me").await.expect(200);
            let user = me.at("/activeUser/id").as_i64().expect("an id");
            found.users.push(user);
            found.api_keys.push(api_key_of(officer, &mut place.superuser().await).await);
            found.licenses.push(testkit::visits::license(&mut place.superuser().await, company.id, user).await);
            let made = testkit::visits::Ids::made_by(&client, company.id).await;
            found.people.push([made.person, made.relative]);
            found.contacts.push(made.contact);
            found.contact_companies.push(made.contact_company);
            let sources = client.get("/api/lead-sources").await.expect(200);
            found.lead_sources.push(sources.at("/0/id").as_i64().expect("an id"));
            let templates = client.get("/api/task-templates").await.expect(200);
            found.task_templates.push(templates.at("/rows/0/id").as_i64().expect("an id"));
            let asked = lead("Quilla", &format!("Zephyrine{officer}"), &[owner(&client).await]);
            let asked = client.post("/api/leads", asked).await.expect(201);
            found.leads.push(asked.at("/id").as_i64().expect("an id"));
            found.resets.push(
                sqlx::query_scalar(
                    "insert into second_factor_reset (company_id, user_id) values ($1, $2) returning id",
                )
                .bind(company.id)
                .bind(user)
                .fetch_one(&mut place.superuser().await)
                .await
                .expect("a reset"),
            );
            for n in 0..5 {
                let last = format!("Zephyrine{officer}x{n}");
                let key = Uuid::new_v4();
                let keyed = client.with_header("idempotency-key", &key.to_string());
                let made = keyed.post("/api/loans", manual("Quilla", &last, officer)).await.expect(201);
                let id = made.at("/id").as_i64().expect("an id");
                let whole = client.get(&format!("/api/loans/{id}/application")).await.expect(200);
                let borrower = whole.at("/application/borrowers/0/id").as_str().expect("an id").to_owned();
                let number = json!([{"path": format!("borrowers/{borrower}/taxpayerIdentifier"), "to": "219-09-9993"}]);
                let _ = client.patch(&format!("/api/loans/{id}/application"), number).await.expect(200);
                found.loans.push((id, borrower));
                found.stages.push(made.at("/stage/id").as_i64().expect("an id"));
                found.units.push(made.at("/branch/id").as_i64().expect("an id"));
                found.keys.push(key);
                found.words.push(last);
            }
            found.files.push(upload(&client, "a.xml", fixture("conventional-purchase.xml")).await);
            let read = import_fnma(&client, "a.fnm", fixture("couple-buys-condominium.fnm")).await.expect(200);
            found.files.push(read.at("/fileId").as_str().expect("an id").to_owned());
        }
        found.sessions = sqlx::query_scalar(
            "select s.id from session s join app_user u on u.id = s.active_user_id where u.home_company_id = $1",
        )
        .bind(company.id)
        .fetch_all(&mut place.superuser().await)
        .await
        .expect("the sessions");
        found
    }
}

/// Creates a loan and returns its id and first borrower.
async fn loan(client: &Client, first: &str, n: u32) -> (i64, String) {
    let officer = membership(client).await;
    let made = client.post("/api/loans", manual(first, &format!("Loan{n}"), officer)).await.expect(201);
    (made.at("/id").as_i64().expect("an id"), String::new())
}

/// A route with ids of a company's records, from the OpenAPI document.
struct Route {
    name: String,
    method: Method,
    request: fn(&Ids) -> (String, Option<Value>),
}

impl Route {
    async fn all(visitor: &Client) -> Vec<Self> {
        let visits = visits();
        let document = visitor.get("/api/openapi.json").await.expect(200).json;
        let items = document["paths"].as_object().expect("paths").values();
        let operations = items.flat_map(|item| item.as_object().expect("operations"));
        operations
            .filter_map(|(method, operation)| {
                let name = operation["operationId"].as_str()?.to_owned();
                let Some(Visit::Names(request)) = visits.get(name.as_str()) else { return None };
                Some(Self { name, method: method.to_uppercase().parse().ok()?, request: *request })
            })
            .collect()
    }
}

#[derive(Debug, Default)]
struct Tally {
    asked: u32,
    statuses: BTreeMap<u16, u32>,
    routes: BTreeMap<String, u32>,
    unlike: Vec<String>,
    told: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.asked += other.asked;
        other.statuses.into_iter().for_each(|(status, count)| *self.statuses.entry(status).or_default() += count);
        other.routes.into_iter().for_each(|(name, count)| *self.routes.entry(name).or_default() += count);
        self.unlike.extend(other.unlike);
        self.told.extend(other.told);
    }
}

/// A user of one company who requests records of the other.
struct Asker {
    client: Client,
    own_loan: i64,
    foreign: Arc<Foreign>,
    routes: Arc<Vec<Route>>,
    superuser: PgConnection,
    random: StdRng,
    tally: Tally,
}

/// A request, with foreign ids and with nonexistent ids.
struct Pair {
    name: String,
    method: Method,
    paths: [String; 2],
    bodies: [Option<Value>; 2],
    headers: Vec<(&'static str, [String; 2])>,
    /// Values of the request that its response can repeat.
    repeated: Vec<[String; 2]>,
}

impl Asker {
    async fn ask(mut self, requests: u32) -> Tally {
        let mut lookups = 0;
        for n in 0..requests {
            if n % 500 == 0 {
                eprint!("\rcompanies: {n} of {requests} of each of four people ");
            }
            let pair = self.draw(n);
            if matches!(&*pair.name, "findBorrowerMatches" | "checkLead") {
                lookups += 1;
                if lookups % LOOKUPS_MAX == 0 {
                    sqlx::raw_sql("delete from rate_limit").execute(&mut self.superuser).await.expect("the limits");
                }
            }
            self.compare(pair).await;
        }
        eprintln!();
        self.tally
    }

    fn pick<T: Clone>(&mut self, from: impl Fn(&Foreign) -> &[T]) -> T {
        from(&self.foreign).choose(&mut self.random).cloned().expect("something to name")
    }

    /// The next request: each route once, then random ones.
    fn draw(&mut self, number: u32) -> Pair {
        let routes = self.routes.clone();
        let route = routes.get(number as usize).or_else(|| routes.choose(&mut self.random)).expect("a route");
        let (loan, borrower) = self.pick(|foreign| &foreign.loans);
        let [person, relative] = self.pick(|foreign| &foreign.people);
        let mut theirs = Ids {
            loan,
            borrower,
            officer: self.pick(|foreign| &foreign.officers),
            stage: self.pick(|foreign| &foreign.stages),
            file: self.pick(|foreign| &foreign.files),
            company: self.foreign.company,
            branch: self.pick(|foreign| &foreign.units),
            user: self.pick(|foreign| &foreign.users),
            reset: self.pick(|foreign| &foreign.resets),
            api_key: self.pick(|foreign| &foreign.api_keys),
            lead_source: self.pick(|foreign| &foreign.lead_sources),
            task_template: self.pick(|foreign| &foreign.task_templates),
            lead: self.pick(|foreign| &foreign.leads),
            // Both of a pair could be the same lead, so use a nonexistent one.
            other_lead: Ids::never_were().other_lead,
            license: self.pick(|foreign| &foreign.licenses),
            contract: self.foreign.contract,
            // The other company has no such records, so use nonexistent ids.
            act: Ids::never_were().act,
            task: Ids::never_were().task,
            task_comment: Ids::never_were().task_comment,
            rule: Ids::never_were().rule,
            lead_import: Ids::never_were().lead_import,
            view: Ids::never_were().view,
            batch: Ids::never_were().batch,
            batch_item: Ids::never_were().batch_item,
            person,
            relative,
            contact: self.pick(|foreign| &foreign.contacts),
            contact_company: self.pick(|foreign| &foreign.contact_companies),
        };
        let mut nobodys = Ids::never_were();
        // Mix the user's own loan with foreign ids, if the request changes nothing.
        if matches!(&*route.name, "getLoan" | "getApplication" | "revealLoanValue") && self.random.random_bool(0.3) {
            theirs.loan = self.own_loan;
            nobodys.loan = self.own_loan;
        }
        let repeated =
            vec![[theirs.borrower.clone(), nobodys.borrower.clone()], [theirs.file.clone(), nobodys.file.clone()]];
        let ((path, body), (other_path, other_body)) = ((route.request)(&theirs), (route.request)(&nobodys));
        let mut pair = Pair {
            name: route.name.clone(),
            method: route.method.clone(),
            paths: [path, other_path],
            bodies: [body, other_body],
            headers: Vec::new(),
            repeated,
        };
        self.look_for_words(&mut pair);
        self.add_headers(&mut pair);
        pair
    }

    /// Searches for the other company's names in routes with a search text.
    fn look_for_words(&mut self, pair: &mut Pair) {
        let word = self.pick(|foreign| &foreign.words);
        let other = word.replace("Zephyrine", "Nobodyine");
        let paths = |of: &dyn Fn(&str) -> String| [of(&word), of(&other)];
        match &*pair.name {
            "listLoans" if self.random.random_bool(0.5) => {
                pair.paths = paths(&|word| format!("/api/loans?string={word}&assigneeType=ALL"));
            }
            "findBorrowerMatches" => {
                pair.paths = match self.random.random_bool(0.5) {
                    true => paths(&|word| {
                        format!(
                            "/api/borrowers/matches?Email=quilla.{}%40example.com&LoanOnly=true",
                            word.to_lowercase()
                        )
                    }),
                    false => {
                        paths(&|word| format!("/api/borrowers/matches?FirstName=Quilla&LastName={word}&LoanOnly=true"))
                    }
                };
            }
            _ => {}
        }
    }

    fn add_headers(&mut self, pair: &mut Pair) {
        let never = Uuid::from_u128(0x018f_0000_0000_7000_8000_0000_0000_dead).to_string();
        if self.random.random_bool(0.2) {
            let session = self.pick(|foreign| &foreign.sessions).to_string();
            pair.headers.push(("x-session-id", [session, never.clone()]));
        }
        if self.random.random_bool(0.1) {
            let unit = self.pick(|foreign| &foreign.units).to_string();
            pair.headers.push(("x-org-unit-id", [unit, "999999999".to_owned()]));
        }
        if pair.name.starts_with("createLoan") && self.random.random_bool(0.5) {
            let key = self.pick(|foreign| &foreign.keys).to_string();
            pair.headers.push(("idempotency-key", [key, never]));
        }
        if self.random.random_bool(0.1) {
            pair.headers.push(("x-loan-exit", ["true".to_owned(), "true".to_owned()]));
        }
    }

    async fn compare(&mut self, pair: Pair) {
        let mut answers = Vec::new();
        for n in [0, 1] {
            let client = if pair.headers.iter().any(|(name, _)| *name == "x-session-id") {
                self.client.another_tab()
            } else {
                self.client.clone()
            };
            let mut request = client.request(pair.method.clone(), &pair.paths[n]).header("if-match", "1");
            for (name, values) in &pair.headers {
                request = request.header(*name, &values[n]);
            }
            if let Some(body) = &pair.bodies[n] {
                request = request.json(body);
            }
            answers.push(client.send(request).await);
        }
        let theirs =
            pair.repeated.iter().fold(answers[0].json.to_string(), |text, [id, never]| text.replace(id, never));
        let nobodys = answers[1].json.to_string();
        let asked = format!("{} {}", pair.method, pair.paths[0]);
        if (answers[0].status, &theirs) != (answers[1].status, &nobodys) {
            self.tally
                .unlike
                .push(format!("{asked}: {} {theirs}, but {} {nobodys}", answers[0].status, answers[1].status));
        }
        if theirs.contains("Zephyrine") || theirs.contains("Quilla") || theirs.contains("99-9993") {
            self.tally.told.push(format!("{asked}: {theirs}"));
        }
        self.tally.asked += 1;
        *self.tally.statuses.entry(answers[0].status).or_default() += 1;
        *self.tally.routes.entry(pair.name).or_default() += 1;
    }
}

/// A hash of all rows of a company, by table.
async fn fingerprint(superuser: &mut PgConnection, company: i64) -> BTreeMap<String, String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select c.relname::text
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace",
    )
    .fetch_all(&mut *superuser)
    .await
    .expect("the tables");
    let mut hashes = BTreeMap::new();
    for table in tables {
        let statement = sqlx::AssertSqlSafe(format!(
            "select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from {table} t where company_id = $1"
        ));
        let hash = sqlx::query_scalar(statement).bind(company).fetch_one(&mut *superuser).await.expect("a hash");
        hashes.insert(table, hash);
    }
    hashes
}
