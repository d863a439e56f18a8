//! How many files of a bulk import become loans in a second, with one slot and with four, by one process and by two; how people fare
//! meanwhile; and how long PostgreSQL itself takes to COPY the same rows.

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
/// Looks of a quiet server.
const LOOKS: usize = 100;

/// One run.
struct Run {
    /// Files a second, over all and in the last tenth.
    all: f64,
    last_tenth: f64,
    /// The 95th percentile of a person's page, before and meanwhile.
    quiet: Duration,
    meanwhile: Duration,
    /// Seconds that COPY takes for the same rows.
    copy: f64,
}

/// Runs it with servers of its own, one after the other.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("throughput");
    let one = run(program, size, 1, false).await;
    let four = run(program, size, 4, false).await;
    let two = run(program, size, 4, true).await;
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
    ratio("over COPY of the same rows", four.all * four.copy / size.files as f64, OF_COPY_MIN);
    ratio("the last tenth over all", four.last_tenth / four.all, LAST_TENTH_MIN);
    let slower = four.meanwhile.as_secs_f64() / four.quiet.as_secs_f64();
    proof.row(
        "a page of the pipeline meanwhile, p95",
        format!("at most {PEOPLE_MAX:.1} times its quiet value"),
        format!("{slower:.1} times: {} ms instead of {} ms", ms(four.meanwhile), ms(four.quiet)),
        slower <= PEOPLE_MAX,
    );
    proof
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

async fn run(program: &Path, size: Size, slots: u16, is_two: bool) -> Run {
    let environment = [("KEYTURN_JOBS_AT_ONCE", slots.to_string())];
    let server = Server::start_with(program, &environment, None);
    let beside = is_two.then(|| server.beside());
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let batch = filled(&avery, 0, size.files).await;
    let grace = server.sign_in("grace.whitfield@harbor.example").await;
    let mut quiet = Vec::new();
    for _ in 0..LOOKS {
        quiet.push(look(&grace).await);
        sleep(LOOK_EVERY).await;
    }
    let (stop, stopped) = watch::channel(false);
    let looking = tokio::spawn(async move {
        let mut times = Vec::new();
        while !*stopped.borrow() {
            times.push(look(&grace).await);
            sleep(LOOK_EVERY).await;
        }
        times
    });
    let began = Instant::now();
    let _ = avery.post(&format!("/api/bulk-imports/{batch}/start"), json!({})).await.expect(200);
    let tenth = i64::try_from(size.files / 10).unwrap_or_default().max(1);
    let mut nine_tenths = None;
    let mut counting = server.superuser().await;
    loop {
        match left_by(&mut counting).await {
            Ok(0) => break,
            Ok(left) if left <= tenth && nine_tenths.is_none() => nine_tenths = Some((left, Instant::now())),
            _ => {}
        }
        sleep(Duration::from_millis(100)).await;
    }
    let took = began.elapsed().as_secs_f64();
    let last_tenth = nine_tenths.map_or(f64::NAN, |(left, at)| left as f64 / at.elapsed().as_secs_f64());
    let _ = stop.send(true);
    let meanwhile = looking.await.expect("whoever looks");
    let copy = if is_two { f64::NAN } else { copy(&server).await };
    drop(beside);
    Run { all: size.files as f64 / took, last_tenth, quiet: p95(quiet), meanwhile: p95(meanwhile), copy }
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
