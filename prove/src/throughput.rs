//! How many files of a bulk import become loans in a second, with one slot and with four, by one process and by two; how people fare
//! meanwhile; how long PostgreSQL itself takes to COPY the same rows; and whether the last of very many files are as quick as the first.

use crate::{
    batches::{filled, left_by},
    table::Proof,
};
use serde_json::json;
use sqlx::AssertSqlSafe;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use testkit::{Client, Server};
use tokio::{sync::watch, time::sleep};

/// How much of it.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Files of each run.
    pub files: usize,
}

/// Files a second that are asked for, and how the runs have to compare.
const FILES_A_SECOND_MIN: f64 = 250.0;
const FOUR_SLOTS_MIN: f64 = 1.5;
const TWO_PROCESSES_MIN: f64 = 0.8;
const OF_COPY_MIN: f64 = 0.25;
const PEOPLE_MAX: f64 = 2.0;
const LAST_TENTH_MIN: f64 = 0.9;
/// How often somebody looks at the pipeline.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// How often the files that are left are counted.
const COUNT_EVERY: Duration = Duration::from_millis(100);
/// Looks of a quiet server.
const LOOKS: usize = 100;

/// How long a server is left alone before it counts as quiet.
const REST: Duration = Duration::from_secs(5);

/// One run.
struct Run {
    /// Files a second, over all, in the first tenth and in the last.
    all: f64,
    first_tenth: f64,
    last_tenth: f64,
    /// The 95th percentile of a person's page meanwhile, and of a page of as many loans afterwards.
    meanwhile: Duration,
    quiet: Duration,
}

/// Runs it with servers of its own, one after the other.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("throughput");
    let (one, _) = run(program, size, 1, false).await;
    let (four, server) = run(program, size, 4, false).await;
    let copy = copy(&server).await;
    drop(server);
    let (two, _) = run(program, size, 4, true).await;
    let a_second = |rate: f64| format!("{rate:.0} files a second");
    proof.row("one process with one slot", "told", a_second(one.all), true);
    proof.row(
        format!("one process with four slots, {} files", size.files),
        format!("at least {}", a_second(FILES_A_SECOND_MIN)),
        a_second(four.all),
        four.all >= FILES_A_SECOND_MIN,
    );
    let mut ratio = |what: &str, value: f64, min: f64| {
        proof.row(what, format!("at least {min:.2}"), format!("{value:.2}"), value >= min);
    };
    ratio("four slots over one", four.all / one.all, FOUR_SLOTS_MIN);
    ratio("two processes with four slots each over one", two.all / four.all, TWO_PROCESSES_MIN);
    ratio("over COPY of the same rows", four.all * copy / size.files as f64, OF_COPY_MIN);
    ratio("the last tenth over all", four.last_tenth / four.all, LAST_TENTH_MIN);
    tell_people(&mut proof, &four);
    proof
}

/// Imports very many files, as a brokerage has that moves in, with a server of its own.
pub async fn prove_lasting(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("lasting");
    let (run, _) = run(program, size, 4, false).await;
    let ratio = run.last_tenth / run.first_tenth;
    proof.row(
        format!("the last tenth of {} files over the first", size.files),
        format!("at least {LAST_TENTH_MIN:.2}"),
        format!("{ratio:.2}: {:.0} and {:.0} files a second, {:.0} over all", run.last_tenth, run.first_tenth, run.all),
        ratio >= LAST_TENTH_MIN,
    );
    tell_people(&mut proof, &run);
    proof
}

fn tell_people(proof: &mut Proof, run: &Run) {
    let slower = run.meanwhile.as_secs_f64() / run.quiet.as_secs_f64();
    proof.row(
        "a page of the pipeline meanwhile, p95",
        format!("at most {PEOPLE_MAX:.1} times its quiet value"),
        format!("{slower:.1} times: {} ms instead of {} ms", ms(run.meanwhile), ms(run.quiet)),
        slower <= PEOPLE_MAX,
    );
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

async fn run(program: &Path, size: Size, slots: u16, is_two: bool) -> (Run, Server) {
    let environment = [("KEYTURN_JOBS_AT_ONCE", slots.to_string())];
    let server = Server::start_with(program, &environment, None);
    let beside = is_two.then(|| server.beside());
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let batch = filled(&avery, 0, size.files).await;
    let grace = server.sign_in("grace.whitfield@harbor.example").await;
    let (stop, stopped) = watch::channel(false);
    let looking = tokio::spawn(async move {
        let mut times = Vec::new();
        while !*stopped.borrow() {
            times.push(look(&grace).await);
            sleep(LOOK_EVERY).await;
        }
        (times, grace)
    });
    let began = Instant::now();
    let _ = avery.post(&format!("/api/bulk-imports/{batch}/start"), json!({})).await.expect(200);
    let whole = i64::try_from(size.files).unwrap_or(i64::MAX);
    let tenth = (whole / 10).max(1);
    let (mut first_tenth, mut nine_tenths) = (None, None);
    let mut counting = server.superuser().await;
    loop {
        match left_by(&mut counting).await {
            Ok(0) => break,
            Ok(left) => {
                let now = Instant::now();
                if whole - left >= tenth && first_tenth.is_none() {
                    first_tenth = Some((whole - left, now - began));
                }
                if left <= tenth && nine_tenths.is_none() {
                    nine_tenths = Some((left, now));
                }
            }
            Err(_) => {}
        }
        sleep(COUNT_EVERY).await;
    }
    let took = began.elapsed().as_secs_f64();
    let first_tenth = first_tenth.map_or(f64::NAN, |(done, took)| done as f64 / took.as_secs_f64());
    let last_tenth = nine_tenths.map_or(f64::NAN, |(left, at)| left as f64 / at.elapsed().as_secs_f64());
    let _ = stop.send(true);
    let (meanwhile, grace) = looking.await.expect("whoever looks");
    sleep(REST).await;
    let mut quiet = Vec::new();
    for _ in 0..LOOKS {
        quiet.push(look(&grace).await);
        sleep(LOOK_EVERY).await;
    }
    drop(beside);
    let (meanwhile, quiet) = (p95(meanwhile), p95(quiet));
    (Run { all: size.files as f64 / took, first_tenth, last_tenth, meanwhile, quiet }, server)
}

async fn look(client: &Client) -> Duration {
    let began = Instant::now();
    let _ = client.get("/api/loans").await.expect(200);
    began.elapsed()
}

fn p95(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}

/// How many seconds PostgreSQL takes to read the rows of all tables from files into tables of the same shape, with their indexes.
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
