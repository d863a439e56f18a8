//! Records of one kind that tell of one person, looked for whenever one of them has changed.

use super::{
    Record, Rules,
    store::{self, Known},
};
use lending::matching::{self, Agreement, MatchField, MatchKey, Strength};
use platform::{App, GlobalTx, Result, tenant::companies};
use sqlx::PgConnection;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// People of one transaction.
const BATCH: i32 = 100;
/// People with a key in common who are compared with one.
const COMPARED_MAX: i32 = 200;
/// Between two rounds, at least.
const PAUSE: Duration = Duration::from_secs(2);
/// The rest between two rounds is so many times as long as a round took.
const REST: u32 = 4;

/// Looks for duplicates, round after round, until told to stop. Every process does; each person is taken by one.
pub async fn find_duplicates_until(app: App, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let begun = Instant::now();
        if let Err(error) = find(&app, || *stopped.borrow()).await {
            tracing::warn!(%error, "duplicates were not looked for; it is tried again");
        }
        let _ = tokio::time::timeout(PAUSE.max(begun.elapsed() * REST), stopped.changed()).await;
    }
}

/// Looks for the duplicates of everybody who has changed, company by company.
///
/// # Errors
/// The database's; what was found until then stays.
pub async fn find_duplicates(app: &App) -> Result<()> {
    find(app, || false).await
}

/// The same, until it is told to stop between two transactions.
async fn find(app: &App, is_stopped: impl Fn() -> bool) -> Result<()> {
    for company in companies(&app.pool).await? {
        while !is_stopped() && find_some(app, company).await? == BATCH as usize {}
    }
    Ok(())
}

/// Looks for the duplicates of some people; answers how many these were.
async fn find_some(app: &App, company: i64) -> Result<usize> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(company).await?;
    let people = store::take(&mut tx, BATCH).await?;
    if people.is_empty() {
        return Ok(0);
    }
    let rules = store::rules(&mut tx, company).await?;
    let taken = people.len();
    // A lead tells of several people, and is looked at once.
    let mut records = BTreeMap::<_, Vec<Known>>::new();
    for person in people {
        records.entry((person.record.kind.as_str(), person.record.id)).or_default().push(person);
    }
    for people in records.into_values() {
        let record = people[0].record;
        let duplicates = duplicates_of(&mut tx, record, people, &rules).await?;
        store::put_duplicates(&mut tx, company, record, &duplicates).await?;
    }
    tx.commit().await?;
    Ok(taken)
}

/// Other records of the same kind that tell of one of these people, each by the two who agree most.
async fn duplicates_of(
    connection: &mut PgConnection,
    record: Record,
    people: Vec<Known>,
    rules: &Rules,
) -> Result<Vec<(i64, Agreement)>> {
    let people: Vec<_> = people.into_iter().map(|known| known.person).collect();
    let firm: Vec<_> =
        people.iter().flat_map(|person| matching::keys(person, &rules.nicknames)).filter(MatchKey::is_firm).collect();
    let known = store::sharing(connection, &firm, &[], &[record.kind], COMPARED_MAX).await?;
    let mut duplicates = BTreeMap::<i64, Agreement>::new();
    for known in known.into_iter().filter(|known| known.record != record) {
        let id = known.record.id;
        let Some(found) = known.compared(&people, rules).filter(|found| may_be_one(&found.agreement)) else { continue };
        match duplicates.get(&id) {
            Some(better) if (better.strength, better.score) >= (found.agreement.strength, found.agreement.score) => {}
            _ => drop(duplicates.insert(id, found.agreement)),
        }
    }
    Ok(duplicates.into_iter().collect())
}

/// Spouses, twins and housemates agree in much, and are two people: a pair needs a first name that agrees, or more than
/// a household shares.
fn may_be_one(agreement: &Agreement) -> bool {
    agreement.strength > Strength::Possible
        || agreement.fields.iter().any(|agreed| agreed.field == MatchField::FirstName)
}
