//! Records of one kind that tell of one person, looked for whenever one of them has changed.

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

/// Records of one transaction.
const BATCH: i32 = 100;
/// People with a key in common who are compared with one.
const COMPARED_MAX: i32 = 200;
/// Until somebody is looked for who has changed, once nobody waits.
const PAUSE: Duration = Duration::from_secs(2);
/// The rest after each round is so many times as long as the round took: a crowd that comes in is not slowed by it.
const REST: u32 = 4;

/// Looks for duplicates, round after round, until told to stop. Every process does, one at a time in each company.
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

/// Looks for the duplicates of everybody who has changed.
///
/// # Errors
/// The database's; what was found until then stays.
pub async fn find_duplicates(app: &App) -> Result<()> {
    while find_some(app).await?.looked_for > 0 {}
    Ok(())
}

/// What was done in a round.
#[derive(Default)]
struct Round {
    /// Records.
    looked_for: usize,
    /// Without the waiting for turns.
    took: Duration,
}

/// Looks for the duplicates of some people of each company.
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

/// Nobody is locked while they are compared: who is saved or removed meanwhile has no pair written, and is looked for again.
async fn find_some_of(app: &App, company: i64) -> Result<usize> {
    let mut tx = GlobalTx::begin_repeatable(&app.pool).await?;
    tx.enter(company).await?;
    let waiting = store::waiting(&mut tx, BATCH).await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let rules = store::rules(&mut tx, company).await?;
    // A lead tells of several people.
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

/// Each pair once, as surely as it was found.
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

/// Spouses, twins and housemates agree in much, and are two people: a pair needs a first name that agrees, or more than
/// a household shares.
fn may_be_one(agreement: &Agreement) -> bool {
    agreement.strength > Strength::Possible
        || agreement.fields.iter().any(|agreed| agreed.field == MatchField::FirstName)
}
