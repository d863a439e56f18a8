//! Short versions of the runs in `prove/run`. They assert behavior, not timing.

use prove::{
    access, batches, companies, database, files, flood, hostile, jobs, kill, matching, mutation, nonsense, people,
    rules, sockets,
};
use std::{path::Path, time::Duration};
use testkit::{Issuer, Keyturn};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_keyturn"))
}

/// Kill -9 during creations and imports: after the restart each loan exists once or not at all, and a retry with the
/// same key creates one loan.
#[tokio::test]
async fn a_killed_server_leaves_each_loan_once_or_not_at_all() {
    kill::prove(program(), kill::Size { rounds: 4, postgres_every: 4, seed: 1 }).await.assert();
}

/// Kill -9 during a bulk import: each file becomes one loan, identified by its content.
#[tokio::test]
async fn a_killed_server_creates_one_loan_per_file_of_a_batch() {
    let size = batches::Size { files: 120, kills: 3, postgres_every: 3, seed: 1, start_max: None };
    batches::prove(program(), size).await.assert();
}

/// Stored files can be read, and refused ones leave nothing, in a folder. `prove/run files` tests an S3 server.
#[tokio::test]
async fn files_are_stored_whole_or_not_at_all() {
    files::prove(None).await.assert();
}

/// Tabs at two processes, one of which is killed: each gets its events once and no others. `prove/run sockets` has a
/// thousand tabs and measures latency.
#[tokio::test]
async fn tabs_of_a_killed_server_reconnect_without_missing_events() {
    let pause = Duration::from_millis(20);
    let size = sockets::Size { tabs: 160, loans: 10, pause, stalled: 4, changes: 40, limits: None };
    sockets::prove(program(), size).await.assert();
}

/// AUTO-11: kill -9 while rules run: each loan has its task once. `prove/run rules` has 200 kills during 1,000 events.
#[tokio::test]
async fn a_killed_server_runs_rules_once() {
    rules::prove(program(), rules::Size { kills: 4, loans: 5, seed: 1 }).await.assert();
}

/// Another server runs the jobs of a killed one. A job that kills its server is set aside, and the others run.
#[tokio::test]
async fn jobs_of_a_killed_server_run_and_a_crashing_job_is_set_aside() {
    let size = jobs::Size { innocents: 8, rounds: 1, messages: 20, seed: 1 };
    jobs::prove(program(), size).await.assert();
}

/// Files that can't become a loan are refused with a message and leave no loan and no file.
#[tokio::test]
async fn hostile_files_are_refused_and_leave_nothing() {
    let keyturn = Keyturn::start().await;
    hostile::prove(&keyturn, None).await.assert();
}

#[test]
fn damaged_loan_files_are_read_or_refused() {
    mutation::prove(mutation::Size { files: 1_500, seed: 1, time_max: None }).assert();
}

#[test]
fn duplicate_people_are_found() {
    matching::prove(matching::Size { people: 4_000, duplicates: 400, seed: 1 }).assert();
}

#[tokio::test]
async fn malformed_requests_never_cause_server_errors() {
    let keyturn = Keyturn::start().await;
    nonsense::prove(&keyturn).await.assert();
}

#[tokio::test]
async fn every_acknowledged_change_survives_a_flood() {
    let size = flood::Size { clients: 12, time: Duration::from_secs(3), loans: 2, stalled: 6, let_go: None, seed: 1 };
    let keyturn = Keyturn::start().await;
    flood::prove(&keyturn, size).await.assert();
}

/// Twelve users change team, stage and terms of one loan: every change is stored or answered with a conflict, and
/// replaying the history gives the current state.
#[tokio::test]
async fn concurrent_changes_are_stored_or_refused() {
    let keyturn = Keyturn::start().await;
    let size = people::Size { people: 12, time: Duration::from_secs(3), seed: 1 };
    people::prove(&keyturn, size).await.assert();
}

#[tokio::test]
async fn random_requests_with_another_companys_ids_find_nothing() {
    let keyturn = Keyturn::start().await;
    companies::prove(&keyturn, companies::Size { requests: 800, seed: 1, has_jobs: false }).await.assert();
}

#[tokio::test]
async fn work_continues_after_a_database_outage() {
    let (work, away) = (Duration::from_millis(500), Duration::from_secs(1));
    database::prove(program(), database::Size { clients: 4, work, away, kills: 1 }).await.assert();
}

/// Forged tokens, almost correct return URLs, reused values, and guessing all fail, while the owner's device can sign
/// in.
#[tokio::test]
async fn attacks_on_sign_in_fail() {
    let issuer = Issuer::start().await;
    let url = issuer.url.clone();
    let plain = Keyturn::start().await;
    let strict = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let federated = Keyturn::start_with(|config| config.auth_issuer = Some(url)).await;
    let servers = access::Servers { plain: &plain, strict: &strict, federated: &federated, issuer: &issuer };
    access::prove(servers, access::Size { guesses: 120, timed: None }).await.assert();
}
