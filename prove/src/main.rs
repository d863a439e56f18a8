//! `prove/run`: runs the proofs that are named, or all, and prints a table for each.

use clap::{Parser, ValueEnum};
use prove::{
    Proof, access, batches, companies, database, files, flood, hostile, jobs, kill, matching, mutation, nonsense,
    people, rules, sockets, throughput,
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};
use testkit::{Issuer, Server};

/// Proofs that take long.
#[derive(Parser)]
#[command(name = "prove/run")]
struct Arguments {
    /// Which; none for all.
    names: Vec<Name>,
    /// The same seed draws the same moments and requests.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; the one that was built beside this one where it is not given.
    #[arg(long, env = "KEYTURN_BINARY")]
    program: Option<PathBuf>,
    /// Kills of `kill`, of `batches` and of `rules`.
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// Files of each run of `throughput`, 5,000, of `meanwhile`, 10,000, and of `lasting`, 100,000.
    #[arg(long)]
    files: Option<usize>,
}

/// A proof.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Name {
    /// Kill -9 in the middle of making loans
    Kill,
    /// Kill -9 in the middle of a bulk import
    Batches,
    /// Kill -9 while rules act
    Rules,
    /// Kill -9 in the middle of jobs
    Jobs,
    /// Files that nobody's loan system has written
    Hostile,
    /// Loan files with random damage
    Mutation,
    /// People who are written down twice, in five drawn towns
    Matching,
    /// A thousand tabs that follow, while a process is killed
    Sockets,
    /// Requests that no web page sends
    Nonsense,
    /// The file store over a folder and over S3
    Files,
    /// 64 clients at once on the same few loans
    Flood,
    /// 50 people at once on the team, the stage and the terms of one loan
    People,
    /// One company's requests with another's ids
    Companies,
    /// Attacks on signing in
    Access,
    /// PostgreSQL goes away under load and comes back
    Database,
    /// How many files of a bulk import become loans in a second
    Throughput,
    /// What somebody waits for who works while files become loans
    Meanwhile,
    /// Whether the last of 100,000 files become loans as quickly as the first
    Lasting,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut all_ok = true;
    for name in Name::value_variants() {
        if !arguments.names.is_empty() && !arguments.names.contains(name) {
            continue;
        }
        let proof = run(*name, &arguments).await;
        print(&proof);
        all_ok &= proof.is_ok();
    }
    if all_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn run(name: Name, arguments: &Arguments) -> Proof {
    let Arguments { seed, rounds, .. } = *arguments;
    let program = program(arguments);
    match name {
        Name::Kill => kill::prove(&program, kill::Size { rounds, postgres_every: 4, seed }).await,
        Name::Batches => {
            let start_max = Some(Duration::from_secs(2));
            let size = batches::Size { files: 5_000, kills: rounds, postgres_every: 40, seed, start_max };
            batches::prove(&program, size).await
        }
        Name::Rules => rules::prove(&program, rules::Size { kills: rounds, loans: 5, seed }).await,
        Name::Jobs => {
            let size = jobs::Size { innocents: 200, rounds: 20, messages: 200, seed };
            jobs::prove(&program, size).await
        }
        Name::Hostile => prove_hostile(&program).await,
        Name::Mutation => {
            mutation::prove(mutation::Size { files: 200_000, seed, time_max: Some(Duration::from_secs(1)) })
        }
        Name::Matching => matching::prove(matching::Size { people: 100_000, duplicates: 5_000, seed }),
        Name::Sockets => prove_sockets(&program).await,
        Name::Nonsense => nonsense::prove(&Server::start(&program)).await,
        Name::Files => files::prove(Some(&files::S3::start(&files::S3::environment()).await)).await,
        Name::Flood => {
            let (time, let_go) = (Duration::from_secs(30), Some(Duration::from_secs(45)));
            let size = flood::Size { clients: 64, time, loans: 4, stalled: 24, let_go, seed };
            flood::prove(&Server::start(&program), size).await
        }
        Name::People => {
            let size = people::Size { people: 50, time: Duration::from_secs(10), seed };
            people::prove(&Server::start(&program), size).await
        }
        Name::Companies => {
            companies::prove(&Server::start(&program), companies::Size { requests: 20_000, seed, has_jobs: true }).await
        }
        Name::Access => prove_access(&program).await,
        Name::Throughput => {
            throughput::prove(&program, throughput::Size { files: arguments.files.unwrap_or(5_000) }).await
        }
        Name::Meanwhile => {
            throughput::prove_meanwhile(&program, throughput::Size { files: arguments.files.unwrap_or(10_000) }).await
        }
        Name::Lasting => {
            throughput::prove_lasting(&program, throughput::Size { files: arguments.files.unwrap_or(100_000) }).await
        }
        Name::Database => {
            let (work, away) = (Duration::from_secs(3), Duration::from_secs(3));
            database::prove(&program, database::Size { clients: 16, work, away, kills: 5 }).await
        }
    }
}

async fn prove_hostile(program: &Path) -> Proof {
    let server = Server::start(program);
    let (time_max, growth_max_mib) = (Duration::from_secs(1), 64);
    hostile::prove(&server, Some(hostile::Limits { pid: server.pid(), time_max, growth_max_mib })).await
}

async fn prove_sockets(program: &Path) -> Proof {
    let limits = sockets::Limits {
        p50_max: Duration::from_millis(40),
        p99_max: Duration::from_millis(150),
        back_max: Duration::from_secs(10),
        stalled_kib_max: 1024,
    };
    let pause = Duration::from_millis(150);
    let size = sockets::Size { tabs: 1_000, loans: 100, pause, stalled: 15, changes: 1_200, limits: Some(limits) };
    sockets::prove(program, size).await
}

async fn prove_access(program: &Path) -> Proof {
    let issuer = Issuer::start().await;
    let plain = Server::start(program);
    let strict = Server::start_with(program, &[("KEYTURN_SECOND_FACTOR", "true".to_owned())], None);
    let federated = Server::start_with(program, &[("KEYTURN_AUTH_ISSUER", issuer.url.clone())], None);
    let servers = access::Servers { plain: &plain, strict: &strict, federated: &federated, issuer: &issuer };
    access::prove(servers, access::Size { guesses: 1_000, timed: Some(1_000) }).await
}

fn program(arguments: &Arguments) -> PathBuf {
    let beside = || std::env::current_exe().ok()?.parent().map(|folder| folder.join("keyturn"));
    // A server of a proof is started in a folder of its own.
    let given = arguments.program.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    given.or_else(beside).unwrap_or_else(|| PathBuf::from("keyturn"))
}

#[allow(clippy::print_stdout, reason = "the table is what it is for")]
fn print(proof: &Proof) {
    println!("{proof}");
}
