//! Kill -9 during a bulk import.
//!
//! An officer adds many files to a batch and starts it. Then the server is killed at random moments, sometimes together
//! with PostgreSQL, until all files are processed. Each file must have become exactly one loan.

use crate::{table::Proof, whole};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use testkit::{
    Client, Server,
    officer::{fixture, membership, upload},
    signal,
};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of files.
    pub files: usize,
    /// Number of kills.
    pub kills: u32,
    /// One in this many kills also kills PostgreSQL.
    pub postgres_every: u32,
    /// Seed of the random moments.
    pub seed: u64,
    /// Maximum time of a start after a kill, including PostgreSQL's recovery.
    pub start_max: Option<Duration>,
}

/// Files per archive: the maximum of an upload.
const PACKED: usize = 1_000;
/// How long to wait for completion after the last kill.
const PATIENCE: Duration = Duration::from_secs(120);

/// Repeatedly kills a server.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("batches");
    let mut random = StdRng::seed_from_u64(size.seed);
    // Shorten the recovery interval, so that the proof finishes in reasonable time.
    let environment = [("KEYTURN_JOB_RECOVERY_SECONDS", "3".to_owned())];
    let mut server = Server::start_with(program, &environment, None);
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let batch = filled(&avery, 0, size.files).await;
    let _ = avery.post(&format!("/api/bulk-imports/{batch}/start"), json!({})).await.expect(200);
    let (mut slowest, mut slowest_with_postgres) = (Duration::ZERO, Duration::ZERO);
    let mut killed_meanwhile = 0;
    for kill in 1..=size.kills {
        tokio::time::sleep(Duration::from_millis(random.random_range(50..700))).await;
        killed_meanwhile += u32::from(left(&server).await.is_some_and(|left| left > 0));
        let postmaster = server.postmaster().filter(|_| kill % size.postgres_every == 0);
        server.kill();
        if let Some(pid) = postmaster {
            signal("KILL", pid);
        }
        let began = Instant::now();
        server.start_again();
        let of_this_kind = if postmaster.is_some() { &mut slowest_with_postgres } else { &mut slowest };
        *of_this_kind = (*of_this_kind).max(began.elapsed());
        eprint!("\rbatches: kill {kill} of {}", size.kills);
    }
    eprintln!();
    let began = Instant::now();
    while !is_over(&server).await && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut superuser = server.superuser().await;
    let faults: Vec<String> = sqlx::query_scalar(
        "select i.file_name || ': ' || i.status || ', ' || count(l.id) || ' loans'
         from import_batch_item i
         left join file_content c on c.company_id = i.company_id and c.content_key = i.content_key
         left join loan l on l.company_id = i.company_id and l.source_file_id = c.file_id
         group by i.id, i.file_name, i.status, i.loan_id
         having i.status <> 'DONE' or count(l.id) <> 1 or max(l.id) is distinct from i.loan_id",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the files");
    proof.none(
        format!("{} kills (seed {}), PostgreSQL with every {}th", size.kills, size.seed, size.postgres_every),
        format!("{} files, each exactly one loan by its content", size.files),
        &format!("{killed_meanwhile} kills while it ran, {} s after the last", began.elapsed().as_secs()),
        &faults,
    );
    let state: (String, i64) =
        sqlx::query_as("select b.status, count(i.id) from import_batch b join import_batch_item i on i.batch_id = b.id group by b.status")
            .fetch_one(&mut superuser)
            .await
            .expect("the batch");
    let all = (state.0.as_str(), usize::try_from(state.1).unwrap_or(0)) == ("COMPLETED", size.files);
    proof.row("the batch", "completed, with every file", format!("{}, {} files", state.0, state.1), all);
    let loans = whole::loans(&mut superuser).await.expect("the loans");
    proof.none(
        "every loan with all that belongs to it",
        "application, property, officer, stage change, search, audit, event: one each",
        &format!("{} loans, {} faults", loans.count, loans.wrong.len()),
        &loans.wrong,
    );
    poison(&mut proof, &mut server, size.files).await;
    let starts = format!("{} ms, {} ms with PostgreSQL", slowest.as_millis(), slowest_with_postgres.as_millis());
    let wanted = size.start_max.map_or("told".to_owned(), |max| format!("{} ms at most", max.as_millis()));
    let is_quick = size.start_max.is_none_or(|max| slowest.max(slowest_with_postgres) <= max);
    proof.row("the slowest start after a kill", wanted, starts, is_quick);
    let stopped = server.stop();
    proof.row("ctrl-C at the end", "stops all it started", stopped.to_string(), stopped.success());
    proof
}

/// Kills the process each time it works on one of three files. A lock, held as if another process were creating a loan
/// from that file, keeps it busy until then. The other files must be processed. After three deaths the file must be set
/// aside, and the user who started the batch notified.
async fn poison(proof: &mut Proof, server: &mut Server, first: usize) {
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let batch = filled(&avery, first, 3).await;
    let held = sqlx::query_scalar::<_, String>(
        "select i.file_name
         from import_batch_item i, pg_advisory_lock(('x' || encode(substr(i.content_key, 1, 8), 'hex'))::bit(64)::bigint)
         where i.batch_id = $1::uuid and i.file_name = $2",
    );
    let mut holder = server.superuser().await;
    let file = format!("loan{}.xml", first + 1);
    let held: Vec<String> = held.bind(&batch).bind(&file).fetch_all(&mut holder).await.expect("the file");
    assert_eq!(held, [file.as_str()]);
    let _ = avery.post(&format!("/api/bulk-imports/{batch}/start"), json!({})).await.expect(200);
    let began = Instant::now();
    let mut deaths = 0;
    while !is_over(server).await && began.elapsed() < PATIENCE {
        // The waiting connection belongs to the server that is about to be killed, and would keep waiting.
        let waits = "select pid from pg_locks where locktype = 'advisory' and not granted";
        let waiting: Option<i32> = sqlx::query_scalar(waits).fetch_optional(&mut holder).await.expect("the locks");
        if let Some(pid) = waiting {
            server.kill();
            let ended = sqlx::query("select pg_terminate_backend($1)").bind(pid).execute(&mut holder).await;
            ended.expect("the end of a connection");
            deaths += 1;
            server.start_again();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let told = server.sign_in("avery.stone@harbor.example").await;
    let told = told.get(&format!("/api/bulk-imports/{batch}")).await.expect(200).json;
    let items: Vec<_> = told["MismoImportBatchItems"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| format!("{}: {}, {}", item["fileName"], item["status"], item["autoRuleErr"][0]["error"]))
        .collect();
    let is_set_aside = |item: &&String| item.contains("\"FAILED\"") && item.contains("was set aside");
    let is_told = items.iter().find(is_set_aside).is_some_and(|item| item.contains(&file));
    let done = items.iter().filter(|item| item.contains("\"DONE\"")).count();
    proof.row(
        "a file that kills every process working on it",
        "set aside and reported after 3 deaths, the others are loans, the batch is completed",
        format!("{deaths} deaths with the one among others, {}, {}", told["status"], items.join("; ")),
        deaths == 4 && is_told && done == 2 && told["status"] == "COMPLETED",
    );
}

/// Creates a batch with this number of files, uploaded as archives and numbered from `first`.
pub(crate) async fn filled(client: &Client, first: usize, files: usize) -> String {
    let body = json!({"importType": "MISMO_IMPORT", "data": {"LoanOfficerId": membership(client).await}});
    let made = client.post("/api/bulk-imports", body).await.expect(201);
    let batch = made.at("/_id").as_str().expect("an id").to_owned();
    let text = String::from_utf8(fixture("va-purchase.xml")).expect("a text");
    let numbers: Vec<usize> = (first..first + files).collect();
    for some in numbers.chunks(PACKED) {
        let packed: Vec<_> = some.iter().map(|n| (format!("loan{n}.xml"), numbered(&text, *n))).collect();
        let id = upload(client, "loans.zip", archives::pack(&packed).expect("an archive")).await;
        let body = json!({"fileName": "loans.zip", "filePath": format!("imports/{id}/loans.zip")});
        let _ = client.post(&format!("/api/bulk-imports/{batch}/items"), body).await.expect(200);
    }
    batch
}

/// The same file for another person: different name, birth date, numbers and address.
fn numbered(text: &str, number: usize) -> String {
    const TAG: &str = "<TaxpayerIdentifierValue>";
    let mut parts = text.split(TAG);
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (at, part) in parts.enumerate() {
        numbered.push_str(&format!("{TAG}{:09}", 101_010_000 + number * 10 + at));
        numbered.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    let birth_date = format!("{}-{:02}-{:02}", 1950 + number % 50, 1 + number / 50 % 12, 1 + number / 600 % 28);
    numbered
        // Each full name is unique, but one in eight thousand people shares each part of it.
        .replacen("<FirstName>Marcus", &format!("<FirstName>{}", name(number * 7_919 + number / 8_000)), 1)
        .replacen("<LastName>O'Hallahan", &format!("<LastName>{}", name(number)), 1)
        .replacen("1986-04-09", &birth_date, 1)
        .replacen("2025550131", &(2_022_000_000 + number).to_string(), 1)
        .replacen("200 Barracks Row", &format!("{} {} Row", 1 + number % 900, name(number / 900)), 1)
        .replace("@example.com", &format!(".{number}@example.com"))
}

/// One of eight thousand names.
fn name(number: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "bar", "ces", "dal", "fen", "gor", "hil", "jan", "kel", "lom", "mar", "nev", "ost", "pel", "quin", "ros",
        "sar", "tol", "ven", "win", "yar",
    ];
    let syllable = |at: usize| SYLLABLES[number / 20_usize.pow(at as u32) % 20];
    let (first, rest) = syllable(0).split_at(1);
    format!("{}{rest}{}{}", first.to_uppercase(), syllable(1), syllable(2))
}

/// Whether every file is processed and the batch is marked as completed, which a separate transaction does.
async fn is_over(server: &Server) -> bool {
    let Ok(mut superuser) = PgConnection::connect(&server.superuser).await else { return false };
    sqlx::query_scalar("select bool_and(status = 'COMPLETED') from import_batch")
        .fetch_one(&mut superuser)
        .await
        .is_ok_and(|is_over: Option<bool>| is_over == Some(true))
}

/// Number of unprocessed files. `None` while the database is down.
async fn left(server: &Server) -> Option<i64> {
    let mut superuser = PgConnection::connect(&server.superuser).await.ok()?;
    sqlx::query_scalar("select count(*) from import_batch_item where status in ('PENDING', 'PROCESSING')")
        .fetch_one(&mut superuser)
        .await
        .ok()
}
