//! `keyturn keys`: lists the installation's keys, counts what still needs each, and replaces one.
//!
//! Processes use a new key after a restart. Retiring the old key enqueues jobs that seal values and files again and
//! hash numbers again. A job finds the remaining rows by their key number, so it can continue after a crash. The old
//! file can be removed when nothing needs it.

use crate::{database, serve};
use anyhow::{Context, ensure};
use futures::StreamExt;
use platform::{
    App, GlobalTx, JobTx, Result,
    config::Config,
    error::Error,
    jobs::{self, Job},
    keys::{KeyRing, Keys},
    reseal::SealedTable,
    tenant::companies,
};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, path::PathBuf};

/// Batches that one job seals again. Kept small so that shutdown doesn't wait long.
const BATCHES: usize = 20;

/// All tables with sealed values. `tests/it/keys.rs` compares the list with the database.
#[must_use]
pub fn sealed_tables() -> Vec<SealedTable> {
    [&access::SEALED[..], &imports::SEALED, &integrations::SEALED, &leads::SEALED, &loans::SEALED].concat()
}

/// Enqueues the jobs that replace a key, for each company and table.
#[derive(Serialize, Deserialize)]
pub struct RetireKey {
    /// Sealing or matching.
    pub ring: KeyRing,
    pub number: i16,
}

impl Job for RetireKey {
    const NAME: &'static str = "retire-key";

    async fn run(self, app: &App) -> Result<()> {
        let Self { ring, number } = self;
        check_newer(app, ring, number)?;
        let companies = companies(&app.pool).await?;
        let mut tx = GlobalTx::begin(&app.pool).await?;
        if ring == KeyRing::Matching {
            for company in companies {
                jobs::enqueue(&mut tx, &loans::RehashNumbers { company, number, after: 0 }).await?;
            }
            return tx.commit().await;
        }
        for SealedTable { table, is_tenant, .. } in sealed_tables() {
            let owners = if is_tenant { companies.iter().copied().map(Some).collect() } else { vec![None] };
            for company in owners {
                jobs::enqueue(&mut tx, &ResealRows { table: table.to_owned(), company, number }).await?;
            }
        }
        jobs::enqueue(&mut tx, &ResealFiles { number }).await?;
        tx.commit().await
    }
}

/// Seals the rows of a table again, for one company in a tenant table.
#[derive(Serialize, Deserialize)]
pub struct ResealRows {
    pub table: String,
    /// The company, for a tenant table.
    pub company: Option<i64>,
    /// The retired key.
    pub number: i16,
}

impl Job for ResealRows {
    const NAME: &'static str = "reseal-rows";
    const PRIORITY: i16 = 20;

    async fn run(self, app: &App) -> Result<()> {
        let Self { table, company, number } = &self;
        check_newer(app, KeyRing::Sealing, *number)?;
        let known = sealed_tables().into_iter().find(|known| known.table == table);
        let table = known.ok_or_else(|| Error::internal(anyhow::anyhow!("no table {table} holds sealed values")))?;
        for _ in 0..BATCHES {
            let _turn = app.turns.take().await;
            let mut tx = begin(app, *company).await?;
            let resealed = table.reseal_some(&mut tx, &app.keys, *company, *number).await?;
            if resealed == 0 {
                let left = table.count(&mut tx, *company, *number).await?;
                return match left {
                    0 => Ok(()),
                    left => Err(Error::internal(anyhow::anyhow!("{left} rows of {} were in use", table.table))),
                };
            }
            tx.commit().await?;
        }
        let mut tx = GlobalTx::begin(&app.pool).await?;
        jobs::enqueue(&mut tx, &self).await?;
        tx.commit().await
    }
}

/// Encrypts stored files again, one at a time. Skips those that have a newer key.
#[derive(Serialize, Deserialize)]
pub struct ResealFiles {
    /// The retired key.
    pub number: i16,
}

impl Job for ResealFiles {
    const NAME: &'static str = "reseal-files";
    const PRIORITY: i16 = 20;

    async fn run(self, app: &App) -> Result<()> {
        check_newer(app, KeyRing::Sealing, self.number)?;
        let mut listed = std::pin::pin!(app.files.list());
        while let Some(object) = listed.next().await {
            let (company, id, _) = object?;
            if app.files.sealed_with(company, id).await? != Some(self.number) {
                continue;
            }
            let _turn = app.turns.take().await;
            match app.files.reseal(&app.keys, company, id).await {
                // Deleted since it was listed.
                Err(Error::NotFound) => {}
                done => done?,
            }
        }
        Ok(())
    }
}

/// Fails in a process that started before the new key was created, because it would keep using the old one.
fn check_newer(app: &App, ring: KeyRing, number: i16) -> Result<()> {
    match app.keys.numbers(ring).last() {
        Some(newest) if *newest > number => Ok(()),
        _ => Err(Error::internal(anyhow::anyhow!(
            "{} is the newest that this process knows: restart every process after `keyturn keys add`",
            ring.file(number)
        ))),
    }
}

async fn begin(app: &App, company: Option<i64>) -> Result<GlobalTx> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    if let Some(company) = company {
        tx.enter(company).await?;
    }
    Ok(tx)
}

/// Counts what still needs a key, by name. Omits zeros.
pub async fn needs(app: &App, ring: KeyRing, number: i16) -> Result<Vec<(&'static str, i64)>> {
    let mut needs = Vec::new();
    let companies = companies(&app.pool).await?;
    match ring {
        KeyRing::Matching => {
            let mut count = 0;
            for company in companies {
                count += loans::count_under_key(&mut JobTx::begin(app, company, None).await?, number).await?;
            }
            needs.push(("hashes", count));
        }
        KeyRing::Sealing => {
            for table in sealed_tables() {
                let owners = if table.is_tenant { companies.iter().copied().map(Some).collect() } else { vec![None] };
                let mut count = 0;
                for company in owners {
                    count += table.count(&mut *begin(app, company).await?, company, number).await?;
                }
                needs.push((table.table, count));
            }
            let (mut count, mut listed) = (0, std::pin::pin!(app.files.list()));
            while let Some(object) = listed.next().await {
                let (company, id, _) = object?;
                count += i64::from(app.files.sealed_with(company, id).await? == Some(number));
            }
            needs.push(("files", count));
        }
    }
    needs.retain(|(_, count)| *count > 0);
    Ok(needs)
}

/// The list that `keyturn keys` prints.
pub async fn describe(app: &App) -> Result<String> {
    let mut text = String::new();
    for ring in KeyRing::ALL {
        let numbers = app.keys.numbers(ring);
        for number in &numbers {
            let state = if numbers.last() == Some(number) { "in use for new values" } else { "old" };
            let _ = writeln!(text, "{}: {state}, {}", ring.file(*number), counts(&needs(app, ring, *number).await?));
        }
    }
    Ok(text)
}

fn counts(needs: &[(&str, i64)]) -> String {
    match needs {
        [] => "needed by nothing".to_owned(),
        needs => {
            let counts: Vec<String> = needs.iter().map(|(name, count)| format!("{count} {name}")).collect();
            format!("needed by {}", counts.join(", "))
        }
    }
}

/// `keyturn keys`: creates missing keys and lists all of them.
///
/// # Errors
///
/// The folder isn't writable, or the database or file store is unreachable.
#[allow(clippy::print_stdout, reason = "a command prints what it was asked for")]
pub async fn list(config: Config) -> anyhow::Result<()> {
    let folder = folder(&config);
    Keys::load_or_create(&folder)?;
    println!("The keys are in {}. Back them up apart from the database.", folder.display());
    if config.database_url.is_none() && !config.data_dir.join("postgres").exists() {
        return Ok(());
    }
    let text = with_app(config, async |app| Ok(describe(app).await?)).await?;
    print!("{text}");
    Ok(())
}

/// `keyturn keys add`: creates the next key of a ring.
///
/// # Errors
///
/// The folder isn't writable.
#[allow(clippy::print_stdout, reason = "a command prints what it was asked for")]
pub fn add(config: &Config, ring: KeyRing) -> anyhow::Result<()> {
    let number = Keys::add(&folder(config), ring)?;
    println!(
        "Made {}. Back it up, copy it to every machine that serves, and restart every process. Then retire the key before it.",
        ring.file(number)
    );
    Ok(())
}

/// `keyturn keys retire`: makes a running server replace a key.
///
/// # Errors
///
/// The key doesn't exist, no newer key exists, or the database is unreachable.
#[allow(clippy::print_stdout, reason = "a command prints what it was asked for")]
pub async fn retire(config: Config, ring: KeyRing, number: i16) -> anyhow::Result<()> {
    with_app(config, async |app| {
        check_old(app, ring, number)?;
        let mut tx = GlobalTx::begin(&app.pool).await?;
        jobs::enqueue(&mut tx, &RetireKey { ring, number }).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    println!(
        "A running server now replaces {}. `keyturn keys` shows what still needs it. If nothing does, run `keyturn keys remove {} {number}`.",
        ring.file(number),
        ring.as_str()
    );
    Ok(())
}

/// `keyturn keys remove`: deletes the file of a key that nothing needs.
///
/// # Errors
///
/// The key doesn't exist, is the newest, or is still needed.
#[allow(clippy::print_stdout, reason = "a command prints what it was asked for")]
pub async fn remove(config: Config, ring: KeyRing, number: i16) -> anyhow::Result<()> {
    let file = folder(&config).join(ring.file(number));
    with_app(config, async |app| {
        check_old(app, ring, number)?;
        let needs = needs(app, ring, number).await?;
        ensure!(
            needs.is_empty(),
            "{} is {}: run `keyturn keys retire {} {number}` with a running server first",
            ring.file(number),
            counts(&needs),
            ring.as_str()
        );
        Ok(())
    })
    .await?;
    std::fs::remove_file(&file).with_context(|| format!("{} can't be removed", file.display()))?;
    println!("Removed {}. Keep its backup as long as you keep backups of the database that need it.", file.display());
    Ok(())
}

fn check_old(app: &App, ring: KeyRing, number: i16) -> anyhow::Result<()> {
    let numbers = app.keys.numbers(ring);
    ensure!(numbers.contains(&number), "there is no {}", ring.file(number));
    ensure!(
        numbers.last() != Some(&number),
        "{} is in use for new values: run `keyturn keys add {}` and restart every process first",
        ring.file(number),
        ring.as_str()
    );
    Ok(())
}

fn folder(config: &Config) -> PathBuf {
    config.data_dir.join("keys")
}

/// Runs an action while a server may be running.
async fn with_app<T>(config: Config, work: impl AsyncFnOnce(&App) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let database = database::open_beside(&config).await?;
    let (app, _) = serve::build(config, database.pool.clone()).await?;
    let done = work(&app).await;
    app.pool.close().await;
    database.jobs.close().await;
    if let Some(cluster) = database.cluster {
        cluster.stop().await?;
    }
    done
}
