//! `prove/run`: runs the named proofs, or all of them, and prints a table for each.

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

/// Runs long proofs.
#[derive(Parser)]
#[command(name = "prove/run")]
struct Arguments {
    /// Proofs to run; all if omitted.
    names: Vec<Name>,
    /// Seed of random moments and requests.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Path of the program. Defaults to the one built next to this binary.
    #[arg(long, env = "KEYTURN_BINARY")]
    program: Option<PathBuf>,
    /// Number of kills in `kill`, `batches` and `rules`.
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// Number of files per run: by default 5,000 for `throughput`, 10,000 for `meanwhile`, and 100,000 for `lasting`.
    #[arg(long)]
    files: Option<usize>,
}

/// Name of a proof.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Name {
    /// Kill -9 while loans are being created
    Kill,
    /// Kill -9 during a bulk import
    Batches,
    /// Kill -9 while rules act
    Rules,
    /// Kill -9 while jobs are running
    Jobs,
    /// Malicious files
    Hostile,
    /// Loan files with random damage
    Mutation,
    /// Detection of duplicate people in five generated towns
    Matching,
    /// A thousand tabs with live events while a process is killed
    Sockets,
    /// Invalid requests
    Nonsense,
    /// The file store with a folder and with S3
    Files,
    /// 64 concurrent clients on a few shared loans
    Flood,
    /// 50 concurrent users on the team, stage and terms of one loan
    People,
    /// One company's requests with another's ids
    Companies,
    /// Attacks on signing in
    Access,
    /// PostgreSQL goes down under load and comes back
    Database,
    /// Throughput of bulk imports in files per second
    Throughput,
    /// Response times for users during a bulk import
    Meanwhile,
    /// Whether the throughput stays constant over 100,000 files
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
    // Each server runs in its own folder, so make the path absolute.
    let given = arguments.program.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    given.or_else(beside).unwrap_or_else(|| PathBuf::from("keyturn"))
}

#[allow(clippy::print_stdout, reason = "printing the table is its purpose")]
fn print(proof: &Proof) {
    println!("{proof}");
}
