//! Throughput of bulk imports: files per second with one and four slots, and with one and two processes. Also measures
//! users' response times meanwhile, compares with PostgreSQL's COPY of the same rows, and checks that throughput stays
//! constant over many files.

use crate::{batches::filled, memory::FullMemory, table::Proof};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use testkit::{
    Client, Server,
    officer::{manual, membership},
};
use tokio::{sync::watch, time::sleep};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of files of each run.
    pub files: usize,
}

/// Minimum files per second, and required ratios between the runs.
const FILES_A_SECOND_MIN: f64 = 250.0;
const FOUR_SLOTS_MIN: f64 = 1.5;
const TWO_PROCESSES_MIN: f64 = 0.8;
const OF_COPY_MIN: f64 = 0.25;
const PEOPLE_MAX: f64 = 2.0;
const LAST_TENTH_MIN: f64 = 0.9;
/// Number of servers whose median decides whether throughput stays constant. Two runs of the same program differ by ten
/// percent.
const LASTING_RUNS: usize = 3;
/// Interval between a user's requests.
const ASK_EVERY: Duration = Duration::from_millis(40);
/// Maximum number of files in a batch.
const OF_A_BATCH: usize = 5_000;
/// Interval between counts of the remaining files.
const COUNT_EVERY: Duration = Duration::from_millis(100);
/// Number of requests to an idle server.
const QUIET_REQUESTS: usize = 600;
/// Time after the last request until the server considers itself unused.
const ALONE_AFTER: Duration = Duration::from_secs(11);
/// Pause after background work is done until the server counts as idle.
const REST: Duration = Duration::from_secs(5);

/// Settings of a run.
#[derive(Clone, Copy)]
struct Run {
    files: usize,
    slots: u16,
    processes: usize,
    /// Whether a user works during the import.
    has_people: bool,
}

/// Results of a run.
struct Ran {
    server: Server,
    progress: Progress,
    /// Response times during the import, and afterwards with the same number of loans.
    meanwhile: Times,
    quiet: Times,
}

/// Runs the proof with several servers, one after the other.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("throughput");
    let alone = Run { files: size.files, slots: 4, processes: 1, has_people: false };
    let one = run(program, Run { slots: 1, ..alone }).await.progress.all();
    let four = run(program, alone).await;
    let copy = copy(&four.server).await;
    let Ran { server, progress: four, .. } = four;
    drop(server);
    let two = run(program, Run { processes: 2, ..alone }).await.progress.all();
    proof.row("one process with one slot", "told", a_second(one), true);
    tell_rate(&mut proof, &format!("one process with four slots, {} files", size.files), four.all());
    let mut ratio = |what: &str, value: f64, min: f64| {
        proof.row(what, format!("at least {min:.2}"), format!("{value:.2}"), value >= min);
    };
    ratio("four slots over one", four.all() / one, FOUR_SLOTS_MIN);
    ratio("two processes with four slots each over one", two / four.all(), TWO_PROCESSES_MIN);
    ratio("over COPY of the same rows", four.all() * copy / size.files as f64, OF_COPY_MIN);
    ratio("the last tenth over all", four.tenth(9) / four.all(), LAST_TENTH_MIN);
    proof
}

/// Imports files while a user works, and measures both.
pub async fn prove_meanwhile(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("meanwhile");
    let ran = run(program, Run { files: size.files, slots: 4, processes: 1, has_people: true }).await;
    tell_rate(&mut proof, &format!("four slots while a user works, {} files", size.files), ran.progress.all());
    tell_people(&mut proof, &ran);
    proof
}

/// Imports a very large number of files, as when a brokerage migrates, with several servers one after the other.
///
/// # Panics
/// If the machine's memory can't be filled first.
pub async fn prove_lasting(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("lasting");
    let mut ratios = [0.0; LASTING_RUNS];
    for (n, ratio) in ratios.iter_mut().enumerate() {
        let _full = FullMemory::new().expect("a file as large as memory");
        let progress =
            run(program, Run { files: size.files, slots: 4, processes: 1, has_people: false }).await.progress;
        *ratio = progress.tenth(9) / progress.tenth(0);
        let tenths: Vec<String> = (0..10).map(|tenth| format!("{:.0}", progress.tenth(tenth))).collect();
        let seen = format!("{ratio:.2}: {} a second, {:.0} over all", tenths.join(", "), progress.all());
        proof.row(format!("the last tenth over the first, and each, of server {}", n + 1), "told", seen, true);
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[LASTING_RUNS / 2];
    proof.row(
        format!("the last tenth of {} files over the first, in the middle of {LASTING_RUNS}", size.files),
        format!("at least {LAST_TENTH_MIN:.2}"),
        format!("{middle:.2}"),
        middle >= LAST_TENTH_MIN,
    );
    proof
}

fn tell_rate(proof: &mut Proof, what: &str, rate: f64) {
    proof.row(what, format!("at least {}", a_second(FILES_A_SECOND_MIN)), a_second(rate), rate >= FILES_A_SECOND_MIN);
}

fn a_second(rate: f64) -> String {
    format!("{rate:.0} files a second")
}

fn tell_people(proof: &mut Proof, ran: &Ran) {
    let (meanwhile, quiet) = (ran.meanwhile.p95(), ran.quiet.p95());
    let slower = meanwhile.as_secs_f64() / quiet.as_secs_f64();
    proof.row(
        format!("users' requests during the import, p95 of {}", ran.meanwhile.0.len()),
        format!("at most {PEOPLE_MAX:.1} times its quiet value"),
        format!("{slower:.1} times: {} ms instead of {} ms", ms(meanwhile), ms(quiet)),
        slower <= PEOPLE_MAX,
    );
    for what in ASKED {
        let [meanwhile, quiet] = [&ran.meanwhile, &ran.quiet].map(|times| ms(times.p95_of(what)));
        proof.row(format!("{what} among them"), "told", format!("{meanwhile} ms instead of {quiet} ms"), true);
    }
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

async fn run(program: &Path, run: Run) -> Ran {
    let environment = [("KEYTURN_JOBS_AT_ONCE", run.slots.to_string())];
    let server = Server::start_with(program, &environment, None);
    let beside: Vec<_> = (1..run.processes).map(|_| server.beside()).collect();
    let mut avery = server.sign_in("avery.stone@harbor.example").await;
    let mut grace = None;
    if run.has_people {
        let client = server.sign_in("grace.whitfield@harbor.example").await.with_header("x-consolidated", "true");
        grace = Some(Person::at_work(client, &avery).await);
    } else {
        // Mark requests as background requests. Neither those nor uploads should count as user activity.
        avery = avery.with_header("x-background", "1");
        sleep(ALONE_AFTER).await;
    }
    let mut counting = server.superuser().await;
    let mut progress = Progress { files: run.files, seen: vec![(0, Duration::ZERO)], took: Duration::ZERO };
    let mut meanwhile = Times::default();
    // Create one batch after another, as a migrating company must.
    for first in (0..run.files).step_by(OF_A_BATCH) {
        let files = OF_A_BATCH.min(run.files - first);
        let batch = filled(&avery, first, files).await;
        let (stop, stopped) = watch::channel(false);
        let working = grace.take().map(|grace| tokio::spawn(grace.works_until(stopped)));
        let began = Instant::now();
        let _ = avery.post(&format!("/api/bulk-imports/{batch}/start"), json!({})).await.expect(200);
        loop {
            let left = left_of(&mut counting, &batch).await.ok().and_then(|left| usize::try_from(left).ok());
            if let Some(left) = left {
                progress.seen.push((first + files - left, progress.took + began.elapsed()));
            }
            if left == Some(0) {
                break;
            }
            sleep(COUNT_EVERY).await;
        }
        progress.took += began.elapsed();
        let _ = stop.send(true);
        if let Some(working) = working {
            let (times, who) = working.await.expect("the working user");
            meanwhile.0.extend(times.0);
            grace = Some(who);
        }
    }
    let mut quiet = Times::default();
    if let Some(grace) = &mut grace {
        server.settled().await;
        sleep(REST).await;
        for _ in 0..QUIET_REQUESTS {
            quiet.0.push(grace.asks().await);
            sleep(ASK_EVERY).await;
        }
    }
    drop(beside);
    Ran { server, progress, meanwhile, quiet }
}

/// Progress of an import over time.
struct Progress {
    files: usize,
    /// Number of processed files and elapsed time, from none to all.
    seen: Vec<(usize, Duration)>,
    took: Duration,
}

impl Progress {
    /// Overall files per second.
    fn all(&self) -> f64 {
        self.files as f64 / self.took.as_secs_f64()
    }

    /// Files per second in one tenth of the files, from 0 to 9.
    fn tenth(&self, tenth: usize) -> f64 {
        let [(before, since), (done, until)] = [tenth, tenth + 1].map(|tenths| self.after(self.files * tenths / 10));
        (done - before) as f64 / (until - since).as_secs_f64()
    }

    /// The first measurement at which at least this many files were processed.
    fn after(&self, files: usize) -> (usize, Duration) {
        self.seen.iter().copied().find(|(done, _)| *done >= files).expect("all files are through in the end")
    }
}

/// Number of unprocessed files of a batch.
async fn left_of(connection: &mut PgConnection, batch: &str) -> sqlx::Result<i64> {
    let left = "select count(*) from import_batch b join import_batch_item i on i.company_id = b.company_id and i.batch_id = b.id
                where b.id = $1::uuid and i.status in ('PENDING', 'PROCESSING')";
    sqlx::query_scalar(left).bind(batch).fetch_one(connection).await
}

/// Requests that a typical user repeats in turn.
const ASKED: [&str; 5] = ["own loans", "all loans", "a name", "a loan", "a change"];

/// A user who works during the import, with a loan to change.
struct Person {
    client: Client,
    loan: String,
    /// Number of requests so far.
    asked: usize,
}

impl Person {
    async fn at_work(client: Client, officer: &Client) -> Self {
        let made = officer.post("/api/loans", manual("Maya", "Ortiz", membership(officer).await)).await.expect(201);
        Self { loan: format!("/api/loans/{}", made.at("/id")), client, asked: 0 }
    }

    /// Sends requests until stopped. Returns the response times and the user.
    async fn works_until(mut self, stopped: watch::Receiver<bool>) -> (Times, Self) {
        let mut times = Times::default();
        while !*stopped.borrow() {
            times.0.push(self.asks().await);
            sleep(ASK_EVERY).await;
        }
        (times, self)
    }

    /// Sends the next request. Returns its name and response time.
    async fn asks(&mut self) -> (&'static str, Duration) {
        let what = ASKED[self.asked % ASKED.len()];
        let rates = [Value::Null, json!("6.500"), json!("6.625")];
        let round = self.asked / ASKED.len();
        let (from, to) = (&rates[if round == 0 { 0 } else { 1 + (round - 1) % 2 }], &rates[1 + round % 2]);
        self.asked += 1;
        let application = format!("{}/application", self.loan);
        let began = Instant::now();
        let answer = match what {
            "own loans" => self.client.get("/api/loans").await,
            "all loans" => self.client.get("/api/loans?assigneeType=ALL").await,
            "a name" => self.client.get("/api/loans?assigneeType=ALL&string=ortiz").await,
            "a loan" => self.client.get(&application).await,
            _ => {
                let change = json!([{ "path": "loan/noteRate", "from": from, "to": to }]);
                self.client.patch(&application, change).await
            }
        };
        let took = began.elapsed();
        let _ = answer.expect(200);
        (what, took)
    }
}

/// Requests with their response times.
#[derive(Default)]
struct Times(Vec<(&'static str, Duration)>);

impl Times {
    fn p95(&self) -> Duration {
        p95(self.0.iter().map(|(_, took)| *took).collect())
    }

    fn p95_of(&self, what: &str) -> Duration {
        p95(self.0.iter().filter(|(asked, _)| *asked == what).map(|(_, took)| *took).collect())
    }
}

fn p95(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}

/// Seconds that PostgreSQL needs to COPY the rows of all tables into identical tables with their indexes.
async fn copy(server: &Server) -> f64 {
    let mut superuser = server.superuser().await;
    let tables: Vec<(String, String)> = sqlx::query_as(
        "select c.relname::text, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace
           and c.relkind = 'r'
           and not c.relispartition
           and a.attnum > 0
           and not a.attisdropped
           and a.attgenerated = ''
         group by c.relname",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the tables");
    let file = std::env::temp_dir().join(format!("keyturn-copy-{}", server.pid()));
    let mut seconds = 0.0;
    for (table, columns) in tables {
        let path = file.display();
        let out = format!(
            "copy \"{table}\" ({columns}) to '{path}'; create table \"copied {table}\" (like \"{table}\" including all)"
        );
        sqlx::raw_sql(AssertSqlSafe(out)).execute(&mut superuser).await.expect("a file of the rows");
        let began = Instant::now();
        let back = format!("copy \"copied {table}\" ({columns}) from '{path}'");
        sqlx::raw_sql(AssertSqlSafe(back)).execute(&mut superuser).await.expect("the rows again");
        seconds += began.elapsed().as_secs_f64();
        let _ = fs::remove_file(&file);
    }
    seconds
}
