//! Retires a matching key by creating its hashes again with the newest key.
//!
//! The directory doesn't store taxpayer numbers, so the loans provide each old hash with its new one. Birth dates need
//! no help, because all possible dates can be hashed.

use crate::{directory, store::rehash as store};
use jiff::{ToSpan, civil::Date};
use lending::values::Invalid;
use platform::{
    App, Error, JobTx, Result,
    jobs::{self, Job},
    keys::{Keys, mac},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Records per transaction.
const BATCH: i64 = 500;
/// No borrower was born earlier.
const EARLIEST_BIRTH: Date = jiff::civil::date(1880, 1, 1);

/// Hashes with the newest key, by hashes with the retired key.
type NewHashes = HashMap<Vec<u8>, Vec<u8>>;

/// Hashes of the same number with the retired and the newest key.
#[derive(Clone, Debug)]
pub struct Rehashed {
    pub old: Vec<u8>,
    pub new: Vec<u8>,
}

/// Replaces the hashes of taxpayer numbers and updates the matching register.
pub async fn rehash_numbers(tx: &mut JobTx, number: i16, newest: i16, rehashed: &[Rehashed]) -> Result<()> {
    let changed = store::set_ssn_keys(tx, number, newest, rehashed).await?;
    directory::register(tx, &changed).await
}

/// Replaces the hashes of birth dates in a company. This is the last step of retiring a matching key there: a remaining
/// taxpayer number hash belongs to no loan, can't be created again, and is deleted.
#[derive(Serialize, Deserialize)]
pub struct RehashBirths {
    pub company: i64,
    /// The retired key.
    pub number: i16,
    /// Id of the last processed record.
    pub after: i64,
}

impl Job for RehashBirths {
    const NAME: &'static str = "rehash-births";
    const PRIORITY: i16 = 20;

    async fn run(self, app: &App) -> Result<()> {
        let Self { company, number, after } = self;
        let (newest, hashes) = births(&app.keys, company, number)?;
        let _turn = app.turns.take().await;
        let mut tx = JobTx::begin(app, company, None).await?;
        let records = store::under_key(&mut tx, number, after, BATCH).await?;
        let Some(last) = records.last() else { return Ok(()) };
        let after = last.id;
        let ids: Vec<i64> = records.iter().map(|record| record.id).collect();
        let new = |record: &store::Record| record.birth_key.as_ref().and_then(|old| hashes.get(old).cloned());
        let births: Vec<Option<Vec<u8>>> = records.iter().map(new).collect();
        store::set_birth_keys(&mut tx, number, newest, &ids, &births).await?;
        directory::register(&mut tx, &ids).await?;
        jobs::enqueue(&mut tx, &Self { company, number, after }).await?;
        tx.commit().await
    }
}

/// Number of the newest key, and for each possible birth date the hash with the old key and with the newest.
fn births(keys: &Keys, company: i64, number: i16) -> Result<(i16, NewHashes)> {
    let (newest, key) = keys.matching(company);
    let old = keys.matching_of(number, company).ok_or_else(|| key_is_gone(number))?;
    if newest == number {
        return Err(key_is_in_use(number));
    }
    let today = jiff::Zoned::now().date();
    let days = EARLIEST_BIRTH.series(1.day()).take_while(|day| *day <= today);
    let hashes = days.map(|day| {
        let text = day.to_string();
        let hash = |key| mac(key, &[b"birth date", text.as_bytes()]).to_vec();
        (hash(&old), hash(&key))
    });
    Ok((newest, hashes.collect()))
}

/// Error if the old key is missing, because hashes can't be converted without it.
#[must_use]
pub fn key_is_gone(number: i16) -> Error {
    Error::internal(Invalid(format!("matching-{number}.key is missing: put it back until its hashes are made again")))
}

/// Error if this process doesn't know a newer key.
#[must_use]
pub fn key_is_in_use(number: i16) -> Error {
    Error::internal(Invalid(format!(
        "matching-{number}.key is the newest that this process knows: restart every process"
    )))
}

/// Number of records with hashes of a key.
pub async fn count_under_key(tx: &mut JobTx, number: i16) -> Result<i64> {
    store::count_under_key(tx, number).await
}
