//! Retiring a matching key: hashes that it made are made again under the newest key.
//!
//! The directory doesn't hold the taxpayer numbers themselves. The loans give each old hash with its new one. Birth dates need no
//! such help: there are few enough of them to hash each.

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

/// Records that one transaction changes.
const BATCH: i64 = 500;
/// Nobody who borrows was born earlier.
const EARLIEST_BIRTH: Date = jiff::civil::date(1880, 1, 1);

/// Hashes under the newest key, by those under the key that is retired.
type NewHashes = HashMap<Vec<u8>, Vec<u8>>;

/// A hash under the key that is retired, and of the same number under the newest one.
#[derive(Clone, Debug)]
pub struct Rehashed {
    /// Under the retired key.
    pub old: Vec<u8>,
    /// Under the newest key.
    pub new: Vec<u8>,
}

/// Changes the taxpayer numbers' hashes of records, and the register of people with them.
pub async fn rehash_numbers(tx: &mut JobTx, number: i16, newest: i16, rehashed: &[Rehashed]) -> Result<()> {
    let changed = store::set_ssn_keys(tx, number, newest, rehashed).await?;
    directory::register(tx, &changed).await
}

/// Changes the birth dates' hashes of a company's records. The last step of retiring a matching key in a company: a hash of a taxpayer
/// number that is still there belongs to no loan, so it can't be made again, and is removed.
#[derive(Serialize, Deserialize)]
pub struct RehashBirths {
    /// The company.
    pub company: i64,
    /// The key that is retired.
    pub number: i16,
    /// The last record that was looked at.
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

/// The newest key's number, and of each possible birth date the hash under an old key with the one under the newest.
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

/// Nothing can be made again without the old key.
#[must_use]
pub fn key_is_gone(number: i16) -> Error {
    Error::internal(Invalid(format!("matching-{number}.key is missing: put it back until its hashes are made again")))
}

/// This process doesn't know a newer key.
#[must_use]
pub fn key_is_in_use(number: i16) -> Error {
    Error::internal(Invalid(format!(
        "matching-{number}.key is the newest that this process knows: restart every process"
    )))
}

/// Records with hashes under a key.
pub async fn count_under_key(tx: &mut JobTx, number: i16) -> Result<i64> {
    store::count_under_key(tx, number).await
}
