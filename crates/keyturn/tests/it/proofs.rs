//! The small forms of what `prove/run` runs in full: the same stories, shorter. They assert behavior, never milliseconds.

use prove::{
    access, batches, companies, database, files, flood, hostile, jobs, kill, matching, mutation, nonsense, people,
    rules, sockets,
};
use std::{path::Path, time::Duration};
use testkit::{Issuer, Keyturn};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_keyturn"))
}

/// Kill -9 in the middle of creations and imports: after the restart each loan is there once or not at all, and the
/// retry under the same key gives one loan.
#[tokio::test]
async fn a_killed_server_leaves_each_loan_once_or_not_at_all() {
    kill::prove(program(), kill::Size { rounds: 4, postgres_every: 4, seed: 1 }).await.assert();
}

/// Kill -9 in the middle of a bulk import: each file is one loan, counted by what it holds.
#[tokio::test]
async fn a_killed_server_makes_one_loan_of_each_file_of_a_batch() {
    let size = batches::Size { files: 120, kills: 3, postgres_every: 3, seed: 1, start_max: None };
    batches::prove(program(), size).await.assert();
}

/// What is stored is read back, what is refused leaves nothing: over a folder. `prove/run files` asks an S3 server the same.
#[tokio::test]
async fn files_are_stored_whole_or_not_at_all() {
    files::prove(None).await.assert();
}

/// Tabs at two processes, one of which is killed: each hears of what it may see, once, and of nothing else. `prove/run sockets`
/// has a thousand and counts milliseconds.
#[tokio::test]
async fn tabs_of_a_killed_server_come_back_and_have_missed_nothing() {
    let pause = Duration::from_millis(20);
    let size = sockets::Size { tabs: 160, loans: 10, pause, stalled: 4, changes: 40, limits: None };
    sockets::prove(program(), size).await.assert();
}

/// AUTO-11: kill -9 while rules act: each loan has its task, once. `prove/run rules` has 200 kills during 1,000 events.
#[tokio::test]
async fn a_killed_server_has_rules_act_once() {
    rules::prove(program(), rules::Size { kills: 4, loans: 5, seed: 1 }).await.assert();
}

/// A server that is killed while it does jobs: another does them, and a job that kills each server is set aside while the
/// innocent ones are done.
#[tokio::test]
async fn jobs_of_a_killed_server_are_done_and_one_that_kills_is_set_aside() {
    let size = jobs::Size { innocents: 8, rounds: 1, messages: 20, seed: 1 };
    jobs::prove(program(), size).await.assert();
}

/// What can't become a loan is refused with a sentence and leaves no loan and no file behind.
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
fn people_who_are_written_down_twice_are_found() {
    matching::prove(matching::Size { people: 4_000, duplicates: 400, seed: 1 }).assert();
}

#[tokio::test]
async fn nonsense_is_answered_and_never_by_a_fault() {
    let keyturn = Keyturn::start().await;
    nonsense::prove(&keyturn).await.assert();
}

#[tokio::test]
async fn a_flood_leaves_every_acknowledged_change_in_its_place() {
    let size = flood::Size { clients: 12, time: Duration::from_secs(3), loans: 2, stalled: 6, let_go: None, seed: 1 };
    let keyturn = Keyturn::start().await;
    flood::prove(&keyturn, size).await.assert();
}

/// Twelve people change team, stage and terms of one loan: every save is stored or answered with a conflict, and the history
/// replays to the present state.
#[tokio::test]
async fn what_many_change_at_once_is_stored_or_refused() {
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
async fn work_goes_on_when_the_database_was_away() {
    let (work, away) = (Duration::from_millis(500), Duration::from_secs(1));
    database::prove(program(), database::Size { clients: 4, work, away, kills: 1 }).await.assert();
}

/// Forged tokens, return addresses that are almost right, what is used twice, and guessing: none gets anywhere, and the
/// owner's own device gets in meanwhile.
#[tokio::test]
async fn attacks_on_signing_in_get_nowhere() {
    let issuer = Issuer::start().await;
    let url = issuer.url.clone();
    let plain = Keyturn::start().await;
    let strict = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let federated = Keyturn::start_with(|config| config.auth_issuer = Some(url)).await;
    let servers = access::Servers { plain: &plain, strict: &strict, federated: &federated, issuer: &issuer };
    access::prove(servers, access::Size { guesses: 120, timed: None }).await.assert();
}
