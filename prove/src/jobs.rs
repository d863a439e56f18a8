//! Processes are killed while they run jobs that send emails.
//!
//! A mail server accepts messages, but never responds to one for `stalled@`. Every process that sends that one is
//! killed, which to the queue looks like a job that crashes its process. Then servers are killed at random moments
//! while sending many messages, while a second server keeps running.

use crate::table::Proof;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use sqlx::{Connection, PgConnection};
use std::{
    collections::HashMap,
    path::Path,
    time::{Duration, Instant},
};
use testkit::{
    Server, signal,
    smtp::{Smtp, SmtpServer},
};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of messages in addition to the poisonous one.
    pub innocents: usize,
    /// Number of kills at random moments.
    pub rounds: usize,
    /// Number of messages queued before each kill.
    pub messages: usize,
    /// Seed of the random moments.
    pub seed: u64,
}

/// Recipient of the message that kills its sender.
const POISON: &str = "stalled@keyturn.example";
/// How long to wait for something that needs the queue's recovery.
const PATIENCE: Duration = Duration::from_secs(90);

/// Kills servers.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("jobs");
    let smtp = SmtpServer::start(Smtp::default());
    let environment = [
        ("KEYTURN_SMTP_HOST", "localhost".to_owned()),
        ("KEYTURN_SMTP_PORT", smtp.port().to_string()),
        ("KEYTURN_SMTP_TLS", "none".to_owned()),
        ("KEYTURN_MAIL_FROM", "no-reply@keyturn.example".to_owned()),
        // Shorten the recovery interval, so that the proof finishes in reasonable time.
        ("KEYTURN_JOB_RECOVERY_SECONDS", "3".to_owned()),
    ];
    let mut server = Server::start_with(program, &environment, None);
    poison(&mut proof, &mut server, &smtp, size).await;
    random_kills(&mut proof, &mut server, &smtp, size).await;
    database_away(&mut proof, &server, &smtp, size).await;
    let stopped = server.stop();
    proof.row("ctrl-C at the end", "stops all it started", stopped.to_string(), {
        stopped.success() && server.postmaster().is_none()
    });
    proof
}

/// Every process that sends the poisonous message is killed. After three attempts the message must be set aside, and
/// all other messages sent.
async fn poison(proof: &mut Proof, server: &mut Server, smtp: &SmtpServer, size: Size) {
    let innocents: Vec<_> = (0..size.innocents).map(|n| format!("innocent{n}@keyturn.example")).collect();
    server.put_down(&[POISON.to_owned()]).await;
    server.put_down(&innocents).await;
    let began = Instant::now();
    let mut deaths = 0;
    while !is_set_aside(server).await && began.elapsed() < PATIENCE {
        if smtp.named(POISON) > deaths {
            server.kill();
            deaths += 1;
            server.start_again();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let seconds = began.elapsed().as_secs();
    proof.row(
        "a job that kills its process",
        "set aside after 3 deaths, and listed",
        format!("{deaths} deaths, {}", if is_set_aside(server).await { "set aside" } else { "still tried" }),
        deaths == 3 && is_set_aside(server).await,
    );
    let left = until_sent(server, size.innocents).await;
    let faults = misdelivered(smtp, &innocents);
    proof.none(
        format!("{} innocent jobs beside it", size.innocents),
        "all done, a message that arrives twice is the same to the byte",
        &format!("{} left, {} messages, {seconds} s until it was set aside", left, smtp.received().len()),
        &faults.into_iter().chain((left > 0).then(|| format!("{left} were not sent"))).collect::<Vec<_>>(),
    );
    proof.row(
        "the deadly one after that",
        "is not tried again",
        format!("named {} times", smtp.named(POISON)),
        smtp.named(POISON) == 3,
    );
}

/// Kills a server while it sends messages. A second server must take over its jobs.
async fn random_kills(proof: &mut Proof, server: &mut Server, smtp: &SmtpServer, size: Size) {
    let mut random = StdRng::seed_from_u64(size.seed);
    let other = server.beside();
    let before = smtp.received().len();
    // The first time, the server stays dead until the other one has finished everything.
    let mut addresses: Vec<_> = (0..size.messages).map(|n| format!("left.{n}@keyturn.example")).collect();
    server.put_down(&addresses).await;
    tokio::time::sleep(Duration::from_millis(random.random_range(300..900))).await;
    server.kill();
    let began = Instant::now();
    let left = until_sent(server, size.innocents + addresses.len()).await;
    proof.row(
        "a server is killed while it does jobs, and stays away",
        "another does the rest",
        format!("{left} of {} left after {} s", addresses.len(), began.elapsed().as_secs()),
        left == 0,
    );
    server.start_again();
    // Number of deliveries of each message at the time it was recorded as sent. It must not increase afterwards.
    let mut noted = HashMap::new();
    for round in 0..size.rounds {
        let these: Vec<_> = (0..size.messages).map(|n| format!("round{round}.{n}@keyturn.example")).collect();
        server.put_down(&these).await;
        tokio::time::sleep(Duration::from_millis(random.random_range(0..1_200))).await;
        server.kill();
        // Query this first. The other server keeps running, so messages it sends and records after the count would look
        // like duplicates.
        let sent = noted_as_sent(server).await;
        // Reports from the mail server take a moment to arrive.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let arrived = counts(smtp);
        for address in sent {
            let count = arrived.get(&address).copied().unwrap_or_default();
            noted.entry(address).or_insert(count);
        }
        addresses.extend(these);
        server.start_again();
        eprint!("\rjobs: kill {} of {}", round + 1, size.rounds);
    }
    eprintln!();
    let left = until_sent(server, size.innocents + addresses.len()).await;
    let mut faults = misdelivered(smtp, &addresses);
    let counts = counts(smtp);
    let again = noted.iter().filter(|(address, count)| counts.get(*address) > Some(count));
    faults.extend(again.map(|(address, _)| format!("{address} was noted as sent and sent again")));
    let twice = addresses.iter().filter(|address| counts.get(address.as_str()).is_some_and(|count| *count > 1)).count();
    proof.none(
        format!("{} kills at random moments (seed {}) of one of two servers", size.rounds, size.seed),
        "all arrive, none again once noted as sent; twice is the same to the byte",
        &format!("{} messages, {} of them twice", smtp.received().len() - before, twice),
        &faults.into_iter().chain((left > 0).then(|| format!("{left} were not sent"))).collect::<Vec<_>>(),
    );
    drop(other);
}

/// Kills PostgreSQL while messages are being sent. The server restarts it and must continue without help.
async fn database_away(proof: &mut Proof, server: &Server, smtp: &SmtpServer, size: Size) {
    let before = noted_as_sent(server).await.len();
    let these: Vec<_> = (0..size.messages).map(|n| format!("away.{n}@keyturn.example")).collect();
    server.put_down(&these).await;
    let pid = server.postmaster().expect("the private PostgreSQL");
    signal("KILL", pid);
    let began = Instant::now();
    while server.postmaster().is_none_or(|now| now == pid) && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // PostgreSQL recovers before it accepts connections.
    while PgConnection::connect(&server.superuser).await.is_err() && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let left = until_sent(server, before + these.len()).await;
    let faults = misdelivered(smtp, &these);
    proof.none(
        "PostgreSQL killed in the middle of messages",
        "the server continues, all arrive",
        &format!("{left} left after {} s", began.elapsed().as_secs()),
        &faults.into_iter().chain((left > 0).then(|| format!("{left} were not sent"))).collect::<Vec<_>>(),
    );
}

/// Whether the poisonous job has used up its attempts.
async fn is_set_aside(server: &Server) -> bool {
    let found: i64 = sqlx::query_scalar(
        "select count(*) from jobs._private_jobs where attempts >= max_attempts and locked_at is null",
    )
    .fetch_one(&mut server.superuser().await)
    .await
    .expect("the queue");
    found == 1
}

/// Waits until this number of emails is recorded as sent. Returns how many are missing on timeout.
async fn until_sent(server: &Server, count: usize) -> usize {
    let began = Instant::now();
    loop {
        let sent = noted_as_sent(server).await.len();
        if sent >= count || began.elapsed() > PATIENCE {
            return count.saturating_sub(sent);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn noted_as_sent(server: &Server) -> Vec<String> {
    sqlx::query_scalar("select recipient from outbox_email where sent_at is not null")
        .fetch_all(&mut server.superuser().await)
        .await
        .expect("the outbox")
}

fn counts(smtp: &SmtpServer) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for received in smtp.received() {
        *counts.entry(received.mail.to).or_insert(0) += 1;
    }
    counts
}

/// Addresses without a delivery, and those with two deliveries of different content.
fn misdelivered(smtp: &SmtpServer, addresses: &[String]) -> Vec<String> {
    let mut messages: HashMap<String, Vec<Vec<u8>>> = HashMap::new();
    for received in smtp.received() {
        messages.entry(received.mail.to).or_default().push(received.bytes);
    }
    addresses
        .iter()
        .filter_map(|address| match messages.get(address).map(Vec::as_slice) {
            None | Some([]) => Some(format!("{address}: nothing arrived")),
            Some([first, more @ ..]) if more.iter().any(|other| other != first) => {
                Some(format!("{address}: two different messages arrived"))
            }
            Some(_) => None,
        })
        .collect()
}
