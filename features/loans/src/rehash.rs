//! Retiring a matching key: the taxpayer numbers of loans, which are sealed, are hashed again under the newest key.

use crate::{secrets, store::rehash as store};
use borrowers::rehash::{RehashBirths, Rehashed, key_is_gone, key_is_in_use, rehash_numbers};
use lending::application::Secrets;
use platform::{
    App, InCompany, JobTx, Result,
    jobs::{self, Job},
    keys::{Keys, mac},
};
use serde::{Deserialize, Serialize};

/// Loans that one transaction changes.
const BATCH: i64 = 100;

/// Hashes the numbers of a company's borrowers again, loan by loan; then has the directory do the birth dates.
#[derive(Serialize, Deserialize)]
pub struct RehashNumbers {
    /// The company.
    pub company: i64,
    /// The key that is retired.
    pub number: i16,
    /// The last loan that was looked at.
    pub after: i64,
}

impl Job for RehashNumbers {
    const NAME: &'static str = "rehash-numbers";
    const PRIORITY: i16 = 20;

    async fn run(self, app: &App) -> Result<()> {
        let Self { company, number, after } = self;
        if app.keys.matching(company).0 == number {
            return Err(key_is_in_use(number));
        }
        app.keys.matching_of(number, company).ok_or_else(|| key_is_gone(number))?;
        let _turn = app.turns.take().await;
        let mut tx = JobTx::begin(app, company, None).await?;
        let rows = store::under_key(&mut tx, number, after, BATCH).await?;
        match rows.last().map(|row| row.loan_id) {
            Some(after) => {
                rehash(app, &mut tx, number, rows).await?;
                jobs::enqueue(&mut tx, &Self { company, number, after }).await?;
            }
            // A loan that was written under the old key meanwhile has the walk begin again.
            None if store::count_under_key(&mut tx, number).await? > 0 => {
                jobs::enqueue(&mut tx, &Self { company, number, after: 0 }).await?;
            }
            None => jobs::enqueue(&mut tx, &RehashBirths { company, number, after: 0 }).await?,
        }
        tx.commit().await
    }
}

async fn rehash(app: &App, tx: &mut JobTx, number: i16, rows: Vec<store::Row>) -> Result<()> {
    let company = tx.company();
    let (newest, _) = app.keys.matching(company);
    let (mut columns, mut rehashed) = (store::Columns::default(), Vec::new());
    for row in rows {
        let secrets = secrets::open(app, company, row.loan_id, row.key_id, row.ciphertext)?;
        let hashes = hashes_of(&app.keys, company, &secrets, row.id);
        if let (Some(old), Some((new, _))) = (row.ssn_key, &hashes) {
            rehashed.push(Rehashed { old, new: new.clone() });
        }
        columns.push(row.loan_id, row.id, hashes);
    }
    store::set_ssn_keys(tx, number, newest, &columns).await?;
    rehash_numbers(tx, number, newest, &rehashed).await
}

/// The hashes of a borrower's number and of its last four digits.
fn hashes_of(keys: &Keys, company: i64, secrets: &Secrets, borrower: uuid::Uuid) -> Option<(Vec<u8>, Vec<u8>)> {
    let number = secrets.borrowers.get(&borrower)?.taxpayer_identifier.as_ref()?.reveal();
    let (_, key) = keys.matching(company);
    let ending = number.get(number.len().checked_sub(4)?..)?;
    let hash = mac(&key, &[number.as_bytes()]).to_vec();
    Some((hash, mac(&keys.endings(company), &[ending.as_bytes()]).to_vec()))
}

/// Borrowers and records of the directory with hashes under a key.
///
/// # Errors
/// The database's.
pub async fn count_under_key(tx: &mut JobTx, number: i16) -> Result<i64> {
    Ok(store::count_under_key(tx, number).await? + borrowers::rehash::count_under_key(tx, number).await?)
}
