//! The sealer.

use crate::{
    canonical::{BEGINNING, hash_of_restore},
    heads::NoteHeads,
    store::{self, Place, Seal},
};
use platform::{App, GlobalTx, Result, jobs::Job, tenant::companies};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Entries of one transaction.
const BATCH: i64 = 1_000;
/// The rest between two rounds is so many times as long as a round took, so that the sealer keeps to a tenth of a connection.
const REST: u32 = 9;

/// Seals, round after round, until told to stop. Every process does; each company is sealed by one at a time.
pub async fn seal_until(app: App, mut stopped: watch::Receiver<bool>) {
    let pause = Duration::from_secs(app.config.audit_seal_seconds.into());
    let mut has_noted_heads = false;
    while !*stopped.borrow() {
        let took = seal_all(&app, || *stopped.borrow()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the audit log was not sealed; it is tried again");
            Duration::ZERO
        });
        // Noted after the first round, so that a process that lives for less than an hour leaves a head too.
        if !has_noted_heads && !*stopped.borrow() {
            has_noted_heads = note_heads(&app).await;
        }
        let _ = tokio::time::timeout(pause.max(took * REST), stopped.changed()).await;
    }
}

/// Notes the newest hash of each chain; answers whether that worked.
async fn note_heads(app: &App) -> bool {
    let noted = NoteHeads {}.run(app).await;
    noted.inspect_err(|error| tracing::warn!(%error, "the heads of the audit log were not noted")).is_ok()
}

/// Seals what there is, company by company.
///
/// # Errors
/// The database's; what was sealed until then stays.
pub async fn seal(app: &App) -> Result<()> {
    seal_all(app, || false).await.map(drop)
}

/// The same, until it is told to stop between two transactions; answers how long it took, without the waiting for turns.
async fn seal_all(app: &App, is_stopped: impl Fn() -> bool) -> Result<Duration> {
    let mut took = Duration::ZERO;
    for company in companies(&app.pool).await? {
        let mut has_more = true;
        while has_more && !is_stopped() {
            let _turn = app.turns.take().await;
            let begun = Instant::now();
            has_more = seal_some(app, company).await? == BATCH;
            took += begun.elapsed();
        }
    }
    Ok(took)
}

/// Seals a batch of a company's entries; answers how many there were.
async fn seal_some(app: &App, company: i64) -> Result<i64> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    if !store::take_turn(&mut tx, company).await? {
        return Ok(0);
    }
    let last = store::last(&mut tx, company).await?;
    // The counter of transactions is behind the chain: entries begin anew at its beginning.
    let restored = last.as_ref().filter(|last| last.is_ahead);
    let from = match (&last, restored) {
        (Some(last), None) => last.place,
        _ => Place::BEGINNING,
    };
    let entries = store::waiting(&mut tx, company, from, BATCH).await?;
    if entries.is_empty() {
        return Ok(0);
    }
    let key = app.keys.audit(company);
    let (mut position, mut hash) = last.as_ref().map_or((0, BEGINNING), |last| (last.position, last.hash));
    let mut seals = Vec::with_capacity(entries.len() + 1);
    if restored.is_some() {
        tracing::warn!(company, position, "the database was restored: the audit log's chain goes on");
        position += 1;
        hash = hash_of_restore(&key, &hash, position);
        seals.push(Seal { position, place: Place::BEGINNING, hash });
    }
    for entry in &entries {
        position += 1;
        hash = entry.hash(&key, &hash, position);
        seals.push(Seal { position, place: Place { xid: entry.xid, id: entry.id }, hash });
    }
    store::append(&mut tx, company, &seals).await?;
    tx.commit().await?;
    Ok(entries.len() as i64)
}
