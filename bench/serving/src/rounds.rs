//! The measurements and how they are taken.

use crate::{
    http::{Connection, flood},
    log::{Message, messages},
    pgbench::{self, Script},
    report,
    server::{Person, Server},
};
use anyhow::Context;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs, thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const CLIENTS: usize = 8;
pub const RUNS: usize = 5;
/// Number of users whose requests are used.
pub const PEOPLE: u32 = 16;
/// Number of pages of each user that are used.
const PAGES: usize = 4;

pub fn officers(server: &Server, count: u32) -> anyhow::Result<Vec<Person>> {
    let step = (server.officers / count).max(1);
    (0..count.min(server.officers))
        .map(|n| server.sign_in(&format!("officer.{}@meridian.example", n * step), false))
        .collect()
}

fn payload(person: &Person) -> Value {
    json!({
        "PrimaryBorrower": {"email": "maya.ortiz@example.com", "firstName": "Maya", "lastName": "Ortiz", "phone": "4155550132"},
        "isProspect": false, "inviteBorrower": false, "validate": false, "fileVersion": "URLA_2021",
        "LoanPurposeType": "Purchase", "StateCode": "CA", "PropertyUsageType": "PrimaryResidence",
        "LoanOfficerId": person.membership,
        "otherUsers": {"loanAssistant": null, "WizeUsers": [], "ProcessorUser": null, "ProcessorOrgUnitId": null},
    })
}

/// An idempotency key that each request replaces in place.
pub const KEY: &str = "00000000-0000-4000-8000-000000000000";
/// Twelve digits that each request also replaces in place, if it contains them.
pub const SERIAL: &str = "700000000007";

/// Compares creating a loan with pgbench.
pub fn create(server: &Server, seconds: f64) -> anyhow::Result<()> {
    report::heading("Creating a loan: requests a second beside pgbench's transactions of the same statements");
    create_beside(server, &creations(server)?, fresh_values, seconds)
}

/// Compares creating requests with pgbench. Each request has its own idempotency key. `fresh` determines, from a
/// recorded request, which values differ each time.
pub fn create_beside<Fresh>(
    server: &Server,
    requests: &[Vec<u8>],
    fresh: impl Fn(&[Message]) -> Fresh,
    seconds: f64,
) -> anyhow::Result<()>
where
    Fresh: Fn(&str, usize, &str) -> Option<String>,
{
    // Use a new idempotency key for each request, also across runs.
    let mut next_key = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64;
    let mut keyed = |request: &[u8]| {
        next_key += 1;
        let mut bytes = request.to_vec();
        replace_key(&mut bytes, next_key);
        bytes
    };
    let scripts: Vec<_> = record(server, requests.iter().map(Vec::as_slice), &mut keyed)?
        .iter()
        .enumerate()
        .map(|(number, messages)| Script::new(messages, number, fresh(messages)))
        .collect();
    let mut ratios = Vec::new();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let created = created_a_second(server, requests, seconds)?;
        let bare = pgbench::run(&scripts, &server.socket(), &server.folder(), CLIENTS, seconds)?;
        ours.push(created);
        theirs.push(bare);
        ratios.push(created / bare);
    }
    report::line("Keyturn, made in a second", "", ours);
    report::line("pgbench, transactions a second", "", theirs);
    report::line("ratio", "0.7, better 0.8", ratios);
    Ok(())
}

/// Requests of several officers that create a loan.
pub fn creations(server: &Server) -> anyhow::Result<Vec<Vec<u8>>> {
    let creation =
        |person: &Person| person.request("POST", "/api/loans", &[("idempotency-key", KEY)], Some(&payload(person)));
    Ok(officers(server, PEOPLE)?.iter().map(creation).collect())
}

/// Records created per second by all clients together.
pub fn created_a_second(server: &Server, creations: &[Vec<u8>], seconds: f64) -> anyhow::Result<f64> {
    let creations = creations.to_vec();
    // Clients draw the same random numbers in every run, and a repeated key would only return the existing loan.
    let this_run = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64;
    let run = flood(server.port, CLIENTS, seconds, move |random, bytes| {
        bytes.extend_from_slice(&creations[(random % creations.len() as u64) as usize]);
        replace_key(bytes, random ^ this_run);
    })?;
    Ok(run.per_second)
}

/// Records the statements of requests with warm caches.
fn record<'a>(
    server: &Server,
    requests: impl IntoIterator<Item = &'a [u8]>,
    mut keyed: impl FnMut(&[u8]) -> Vec<u8>,
) -> anyhow::Result<Vec<Vec<Message>>> {
    server.log_statements(true)?;
    let mut connection = Connection::open(server.port)?;
    let mut send = |request: &[u8]| -> anyhow::Result<Vec<Message>> {
        let from = fs::metadata(server.log())?.len();
        let status = connection.send(&keyed(request))?;
        anyhow::ensure!(status < 300, "a request to record was answered {status}");
        // A separate process writes the log.
        thread::sleep(Duration::from_millis(30));
        messages(&server.log(), from)
    };
    let mut recorded = Vec::new();
    for request in requests {
        // The first request prepares statements and fills caches.
        send(request)?;
        recorded.push(transaction(&send(request)?)?);
    }
    server.log_statements(false)?;
    Ok(recorded)
}

/// The request's own transaction within the logged messages.
fn transaction(recorded: &[Message]) -> anyhow::Result<Vec<Message>> {
    let is_begin =
        |message: &Message| matches!(message, Message::Simple(texts) if texts[0] == "BEGIN" && texts.len() > 1);
    let is_end = |message: &Message| matches!(message, Message::Simple(texts) if matches!(texts[0].as_str(), "COMMIT" | "ROLLBACK"));
    let begins = recorded.iter().position(is_begin).context("no transaction was logged")?;
    let ends = recorded[begins..].iter().position(is_end).context("the transaction's end was not logged")?;
    Ok(recorded[begins..=begins + ends].to_vec())
}

/// Writes a number into the idempotency key of a request and into its serial.
fn replace_key(bytes: &mut [u8], number: u64) {
    let key =
        format!("{:08x}-{:04x}-4000-8000-{:012x}", number >> 32, (number >> 16) & 0xffff, number & 0xffff_ffff_ffff);
    for (mark, fresh) in [(KEY, key), (SERIAL, format!("{:012}", number % 1_000_000_000_000))] {
        if let Some(at) = bytes.windows(mark.len()).position(|window| window == mark.as_bytes()) {
            bytes[at..at + mark.len()].copy_from_slice(fresh.as_bytes());
        }
    }
}

/// Values that differ for each created loan: its id and the idempotency key.
fn fresh_values(recorded: &[Message]) -> impl Fn(&str, usize, &str) -> Option<String> + use<> {
    let is_insert = |statement: &str| statement.contains("insert into loan (");
    let id = told_id(recorded, is_insert).unwrap_or_default();
    let fresh = "(:p_ids::text::bigint[])[1]";
    move |statement, _, value| match () {
        () if value == id => Some(fresh.to_owned()),
        () if is_insert(statement) && value.starts_with('[') => {
            Some(format!("replace({{}}::text, 'id\": {id}', 'id\": ' || {fresh})::jsonb"))
        }
        () => (is_insert(statement) && value.len() == 36 && value.matches('-').count() == 4)
            .then(|| "gen_random_uuid()".to_owned()),
    }
}

/// The id of the created record. Statements receive it and related values as JSON.
pub fn told_id(recorded: &[Message], is_insert: impl Fn(&str) -> bool) -> Option<String> {
    recorded.iter().find_map(|message| match message {
        Message::Prepared(statement, values) if is_insert(statement) => values.iter().flatten().find_map(|value| {
            Some(serde_json::from_str::<Value>(value).ok()?.get(0)?.get("id")?.as_i64()?.to_string())
        }),
        _ => None,
    })
}

/// Requests for pages after the first, which don't count the rows.
fn pages(server: &Server, people: &[Person], list: &str, query: &str) -> anyhow::Result<Vec<(usize, Vec<u8>)>> {
    let mut found = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let mut after: Option<String> = None;
        for _ in 0..PAGES {
            let path = match &after {
                Some(after) => format!("{list}?{query}&after={after}"),
                None => format!("{list}?{query}"),
            };
            let page = server.get(person, &path)?;
            if after.is_some() {
                found.push((number, person.request("GET", &path, &[], None)));
            }
            match page["next"].as_str() {
                Some(next) => after = Some(next.to_owned()),
                None => break,
            }
        }
    }
    anyhow::ensure!(!found.is_empty(), "no second page of {list}?{query}");
    Ok(found)
}

/// Users by access scope, in the generated company.
pub fn reaches(server: &Server) -> anyhow::Result<[(&'static str, Vec<Person>); 3]> {
    let admin = server.sign_in("grace.whitfield@meridian.example", true)?;
    let branches: Vec<_> = (0..server.branches.min(4))
        .map(|n| server.sign_in(&format!("officer.{n}@meridian.example"), false))
        .collect::<anyhow::Result<_>>()?;
    // Branch managers come first, followed by plain officers.
    let step = ((server.officers - server.branches) / PEOPLE).max(1);
    let own: Vec<_> = (0..PEOPLE.min(server.officers - server.branches))
        .map(|n| server.sign_in(&format!("officer.{}@meridian.example", server.branches + n * step), false))
        .collect::<anyhow::Result<_>>()?;
    Ok([("company", vec![admin]), ("branch", branches), ("own", own)])
}

/// Compares reading a page of a list with pgbench.
pub fn page(server: &Server, list: &str, seconds: f64) -> anyhow::Result<()> {
    report::heading(&format!(
        "Reading a page of 25 of {list}: requests a second beside pgbench's transactions of the same statements"
    ));
    for (reach, people) in reaches(server)? {
        let requests = pages(server, &people, list, "limit=25")?;
        let requests: Vec<_> = requests.into_iter().take(48).map(|(_, request)| request).collect();
        let scripts: Vec<_> = record(server, requests.iter().map(Vec::as_slice), <[u8]>::to_vec)?
            .iter()
            .enumerate()
            .map(|(number, messages)| Script::new(messages, number, |_, _, _| None))
            .collect();
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let requests = requests.clone();
            let run = flood(server.port, CLIENTS, seconds, move |random, bytes| {
                bytes.extend_from_slice(&requests[(random % requests.len() as u64) as usize]);
            })?;
            let bare = pgbench::run(&scripts, &server.socket(), &server.folder(), CLIENTS, seconds)?;
            ours.push(run.per_second);
            theirs.push(bare);
            ratios.push(run.per_second / bare);
        }
        report::line(&format!("{reach}: Keyturn, pages a second"), "", ours);
        report::line(&format!("{reach}: pgbench, transactions a second"), "", theirs);
        report::line(&format!("{reach}: ratio"), "0.5, better 0.6", ratios);
    }
    Ok(())
}

/// The time of a page at 1 million loans relative to 10 thousand, in one access scope or in all.
pub fn growth(small: &Server, large: &Server, seconds: f64, only: Option<&str>) -> anyhow::Result<()> {
    report::heading("Growth: time of a page in the large world over its time in the small one, without the count");
    let sorts = ["updated", "created", "amount", "borrower", "stage", "closing", "lockExpiry", "nextDeadline"];
    let stage = |server: &Server| {
        server.sql(
            "select s.id from loan_stage s join org_unit u on u.id = s.company_id
             where u.slug = 'meridian' and s.kind = 'PreApproved'",
        )
    };
    let stages = (stage(small)?, stage(large)?);
    for number in 0..3 {
        // Sign in again, because a token expires before all measurements are done.
        let (in_small, in_large) = (reaches(small)?, reaches(large)?);
        // For the company scope, filter by an officer who manages a branch. For the other scopes, by the user.
        let officers = [&in_small, &in_large].map(|reaches| &reaches[number.max(1)].1[0]);
        let ((reach, few), (_, many)) = (&in_small[number], &in_large[number]);
        if only.is_some_and(|only| only != *reach) {
            continue;
        }
        let mut queries: Vec<(String, String, String)> = sorts
            .iter()
            .map(|sort| {
                (format!("{reach}, by {sort}"), format!("limit=25&orderBy={sort}"), format!("limit=25&orderBy={sort}"))
            })
            .collect();
        // Use pages of ten, so that an officer's few loans in a stage fill more than one page.
        queries.push((
            format!("{reach}, one stage"),
            format!("limit=10&stage={}", stages.0),
            format!("limit=10&stage={}", stages.1),
        ));
        let one = |officer: &Person| format!("limit=10&assigneeType=USER&assigneeId={}", officer.membership);
        queries.push((format!("{reach}, one officer"), one(officers[0]), one(officers[1])));
        for (name, of_small, of_large) in queries {
            let of_small = pages(small, few, "/api/loans", &of_small)?;
            let of_large = pages(large, many, "/api/loans", &of_large)?;
            let mut ratios = Vec::new();
            for _ in 0..RUNS {
                let rate = |server: &Server, requests: &[(usize, Vec<u8>)]| {
                    let requests: Vec<_> = requests.iter().map(|(_, request)| request.clone()).collect();
                    flood(server.port, CLIENTS, seconds / 3.0, move |random, bytes| {
                        bytes.extend_from_slice(&requests[(random % requests.len() as u64) as usize]);
                    })
                };
                let (quick, slow) = (rate(small, &of_small)?, rate(large, &of_large)?);
                ratios.push(quick.per_second / slow.per_second);
            }
            report::line(&name, "1.2 at most", ratios);
        }
    }
    Ok(())
}

/// A typical search text and its category.
#[derive(Clone, Debug)]
pub struct Text {
    pub sort: &'static str,
    pub text: String,
}

/// Typical search texts from the people in a table. `columns` are first and last name, email, phone and the record's
/// number.
pub fn texts(server: &Server, table: &str, columns: [&str; 5], seed: u64) -> anyhow::Result<Vec<Text>> {
    let mut random = StdRng::seed_from_u64(seed);
    let columns = columns.map(|column| format!("coalesce({column}::text, '')")).join(" || '|' || ");
    let names = server.sql(&format!("select {columns} from {table} order by hashint8({seed} + id) limit 400"))?;
    let texts: Vec<Text> = names
        .lines()
        .filter_map(|line| {
            let parts: Vec<_> = line.split('|').collect();
            let [first, last, email, phone, id] = parts[..] else { return None };
            let (sort, text) = match random.random_range(0..6) {
                0 => ("a last name", last.to_owned()),
                1 => ("first and last name", format!("{first} {last}")),
                2 => ("three letters", last.chars().take(3).collect()),
                3 => ("an e-mail address", email.to_owned()),
                4 => ("a phone number", phone.to_owned()),
                _ => ("a record's number", id.to_owned()),
            };
            Some(Text { sort, text })
        })
        // The search ignores shorter texts.
        .filter(|text| text.text.chars().count() >= 2)
        .collect();
    anyhow::ensure!(texts.len() > 50, "too few names were drawn");
    Ok(texts)
}

/// Typical search texts for loans, from about as many borrowers as one officer has, independent of the data set's size.
pub fn loan_texts(server: &Server, seed: u64) -> anyhow::Result<Vec<Text>> {
    let percent = 100.0 / f64::from(server.officers);
    let table = format!(
        "(select first_name, last_name, email, phone, loan_id, loan_id as id
          from loan_borrower tablesample system ({percent})) as b"
    );
    texts(server, &table, ["first_name", "last_name", "email", "phone", "loan_id"], seed)
}

/// Measures the text filter of the pipeline.
pub fn text(server: &Server) -> anyhow::Result<()> {
    report::heading("Text filter: milliseconds, twenty requests a second, the first page with its count");
    let (before, texts) = (loan_texts(server, 1)?, loan_texts(server, 2)?);
    for Filtered { reach, p95s, .. } in filtered(server, "/api/loans", &before, &texts)? {
        report::line(&format!("{reach}: p95"), "50 at most", p95s);
    }
    Ok(())
}

/// Measures the global search with the texts of the filter, some of them with a typing error.
pub fn search(small: &Server, large: &Server) -> anyhow::Result<()> {
    report::heading("Search of everything: milliseconds, twenty requests a second");
    let measured = |server: &Server| {
        let [before, texts] = [1, 2].map(|seed| loan_texts(server, seed));
        let mistyped = texts?
            .iter()
            .enumerate()
            .map(|(n, text)| if n % 8 == 0 { swapped(text) } else { text.clone() })
            .collect::<Vec<_>>();
        filtered(server, "/api/search", &before?, &mistyped)
    };
    grown(&measured(small)?, &measured(large)?);
    Ok(())
}

/// Prints the times at large scale, absolute and relative to the small scale.
pub fn grown(few: &[Filtered], many: &[Filtered]) {
    for (few, many) in few.iter().zip(many) {
        let reach = many.reach;
        let ratios = many.p95s.iter().zip(&few.p95s).map(|(large, small)| large / small).collect();
        report::line(&format!("{reach}: p95"), "100 at most", many.p95s.clone());
        report::line(&format!("{reach}: over the small world"), "1.5 at most", ratios);
        for (sort, times) in &many.by_sort {
            let small = few.by_sort.get(sort).map_or(f64::NAN, |times| median(times));
            let told = format!("small {small:.3}, of {} texts", times.len());
            report::line(&format!("  {sort}"), &told, times.clone());
        }
    }
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The text with two letters swapped.
fn swapped(typed: &Text) -> Text {
    let mut letters: Vec<char> = typed.text.chars().collect();
    let middle = letters.len() / 2;
    letters.swap(middle - 1, middle);
    Text { sort: "mistyped", text: letters.into_iter().collect() }
}

/// Times of a list's text filter in one access scope.
#[derive(Debug)]
pub struct Filtered {
    pub reach: &'static str,
    /// 95th percentile of each run, in milliseconds.
    pub p95s: Vec<f64>,
    /// Times by category of the text, in milliseconds.
    pub by_sort: BTreeMap<&'static str, Vec<f64>>,
}

/// Measures the text filter of a list at twenty requests per second in each access scope. The server was just started,
/// so it first answers other texts to warm up.
pub fn filtered(server: &Server, list: &str, before: &[Text], texts: &[Text]) -> anyhow::Result<Vec<Filtered>> {
    let mut measured = Vec::new();
    for (reach, people) in reaches(server)? {
        let mut connection = Connection::open(server.port)?;
        let mut ask = |typed: &Text, person: &Person| {
            let path = format!("{list}?string={}", encoded(&typed.text));
            timed(&mut connection, &person.request("GET", &path, &[], None))
        };
        for (n, text) in before.iter().enumerate() {
            ask(text, &people[n % people.len()])?;
        }
        let mut p95s = Vec::new();
        let mut by_sort = BTreeMap::<_, Vec<_>>::new();
        for run in 0..RUNS {
            p95s.push(p95(80, |n| {
                let typed = &texts[(run * 80 + n) % texts.len()];
                let took = ask(typed, &people[n % people.len()])?;
                by_sort.entry(typed.sort).or_default().push(took);
                Ok(took)
            })?);
        }
        measured.push(Filtered { reach, p95s, by_sort });
    }
    Ok(measured)
}

pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// Milliseconds until the response to a request.
pub fn timed(connection: &mut Connection, request: &[u8]) -> anyhow::Result<f64> {
    let begun = Instant::now();
    let status = connection.send(request)?;
    anyhow::ensure!(status == 200, "{}: {status}", String::from_utf8_lossy(request).lines().next().unwrap_or_default());
    Ok(begun.elapsed().as_secs_f64() * 1000.0)
}

/// The 95th percentile of this many measurements, taken at twenty per second.
pub fn p95(count: usize, mut measure: impl FnMut(usize) -> anyhow::Result<f64>) -> anyhow::Result<f64> {
    let mut times = Vec::with_capacity(count);
    for n in 0..count {
        let due = Instant::now() + Duration::from_millis(50);
        times.push(measure(n)?);
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[count * 95 / 100])
}
