//! Searches duplicates among records of one kind after changes.

use super::{
    Found, Record,
    store::{self, Pair, Waiting},
};
use lending::matching::{Agreement, MatchField, Person, Strength};
use platform::{App, GlobalTx, Result, tenant::companies};
use std::{
    collections::{BTreeMap, HashMap},
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// Records per transaction.
const BATCH: i32 = 100;
/// Maximum number of candidates with a common key per person.
const COMPARED_MAX: i32 = 200;
/// Interval between checks while nothing is waiting.
const PAUSE: Duration = Duration::from_secs(2);
/// Pause after each round, as a multiple of its duration, so that bulk imports aren't slowed down.
const REST: u32 = 4;

/// Searches duplicates until stopped. Every process runs it; within a company, one at a time.
pub async fn find_duplicates_until(app: App, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let rest = match find_some(&app).await {
            Ok(Round { looked_for: 0, .. }) => PAUSE,
            Ok(round) => round.took * REST,
            Err(error) => {
                tracing::warn!(%error, "duplicates were not looked for; it is tried again");
                PAUSE
            }
        };
        let _ = tokio::time::timeout(rest, stopped.changed()).await;
    }
}

/// Searches the duplicates of all changed records.
///
/// # Errors
///
/// The database fails. Pairs found so far stay.
pub async fn find_duplicates(app: &App) -> Result<()> {
    while find_some(app).await?.looked_for > 0 {}
    Ok(())
}

/// Result of a round.
#[derive(Default)]
struct Round {
    /// Number of records.
    looked_for: usize,
    /// Duration without waiting for permits.
    took: Duration,
}

/// Searches the duplicates of some changed records of each company.
async fn find_some(app: &App) -> Result<Round> {
    let mut round = Round::default();
    for company in companies(&app.pool).await? {
        let _turn = app.turns.take().await;
        let begun = Instant::now();
        round.looked_for += find_some_of(app, company).await?;
        round.took += begun.elapsed();
    }
    Ok(round)
}

/// Holds no locks while comparing. If a record changes or is deleted meanwhile, its pairs aren't written, and it is
/// searched again.
async fn find_some_of(app: &App, company: i64) -> Result<usize> {
    let mut tx = GlobalTx::begin_repeatable(&app.pool).await?;
    tx.enter(company).await?;
    let waiting = store::waiting(&mut tx, BATCH).await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let rules = store::rules(&mut tx, company).await?;
    // A lead has several people.
    let mut records = HashMap::<Record, Vec<Person>>::new();
    for Waiting { known, .. } in &waiting {
        records.entry(known.record).or_default().push(known.person.clone());
    }
    let looked_for: Vec<_> = records.keys().copied().collect();
    let mut found = Vec::new();
    for (record, sharing) in store::sharing_with(&mut tx, &looked_for, COMPARED_MAX).await? {
        let Some(people) = records.get(&record) else { continue };
        let compared = sharing.compared(people, &rules).filter(|found| may_be_one(&found.agreement));
        found.extend(compared.map(|compared| (record, compared)));
    }
    let versions = waiting.into_iter().map(|Waiting { known, version }| (known.record, version)).collect();
    let noted = store::note_looked_for(&mut tx, &versions).await?;
    records.retain(|record, _| noted.contains(record));
    let unchanged: Vec<_> = records.keys().copied().collect();
    let pairs = pairs_of(found.into_iter().filter(|(record, _)| records.contains_key(record)));
    store::put_duplicates(&mut tx, company, &unchanged, &pairs).await?;
    tx.commit().await?;
    Ok(versions.len())
}

/// Each pair once with its strongest match.
fn pairs_of(found: impl Iterator<Item = (Record, Found)>) -> Vec<Pair> {
    let mut pairs = BTreeMap::<_, Pair>::new();
    for (record, Found { record: other, agreement, .. }) in found {
        let pair = Pair { kind: record.kind, one: record.id.min(other.id), other: record.id.max(other.id), agreement };
        let surer = |known: &Pair| sureness(&known.agreement) >= sureness(&pair.agreement);
        let key = (pair.kind.as_str(), pair.one, pair.other);
        if !pairs.get(&key).is_some_and(surer) {
            pairs.insert(key, pair);
        }
    }
    pairs.into_values().collect()
}

fn sureness(agreement: &Agreement) -> (Strength, i32) {
    (agreement.strength, agreement.score)
}

/// Spouses, twins and housemates share many values but are different people. A pair needs an agreeing first name, or
/// more than a household shares.
fn may_be_one(agreement: &Agreement) -> bool {
    agreement.strength > Strength::Possible
        || agreement.fields.iter().any(|agreed| agreed.field == MatchField::FirstName)
}
