//! SQL for retiring a matching key in the directory.

use crate::rehash::Rehashed;
use platform::{InCompany, JobTx, Result};

/// A record with hashes of the retired key.
#[derive(Debug)]
pub(crate) struct Record {
    pub id: i64,
    pub birth_key: Option<Vec<u8>>,
}

/// Replaces hashes of taxpayer numbers. Returns the ids of the records.
pub(crate) async fn set_ssn_keys(tx: &mut JobTx, number: i16, newest: i16, rehashed: &[Rehashed]) -> Result<Vec<i64>> {
    let company = tx.company();
    let (old, new): (Vec<_>, Vec<_>) = rehashed.iter().map(|one| (one.old.clone(), one.new.clone())).unzip();
    Ok(sqlx::query_scalar!(
        "update borrower b
         set ssn_key = given.new, ssn_key_version = $3
         from unnest($4::bytea[], $5::bytea[]) as given(old, new)
         where b.company_id = $1
           and b.ssn_key = given.old
           and b.ssn_key_version = $2
         returning b.id",
        company,
        number,
        newest,
        &old,
        &new
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The next records by id with a hash of a key.
pub(crate) async fn under_key(tx: &mut JobTx, number: i16, after: i64, limit: i64) -> Result<Vec<Record>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Record,
        "select id, case when birth_key_version = $2 then birth_key end as birth_key
         from borrower
         where company_id = $1
           and id > $3
           and (birth_key_version = $2 or ssn_key_version = $2)
         order by id
         limit $4
         for update",
        company,
        number,
        after,
        limit
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Replaces hashes of birth dates, and deletes old hashes without a new one.
pub(crate) async fn set_birth_keys(
    tx: &mut JobTx,
    number: i16,
    newest: i16,
    ids: &[i64],
    births: &[Option<Vec<u8>>],
) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "update borrower b
         set birth_key = case when b.birth_key_version = $2 then given.birth_key else b.birth_key end,
             birth_key_version = case when b.birth_key_version <> $2 then b.birth_key_version
                                      when given.birth_key is not null then $3::smallint end,
             ssn_key = case when b.ssn_key_version = $2 then null else b.ssn_key end,
             ssn_key_version = nullif(b.ssn_key_version, $2)
         from unnest($4::bigint[], $5::bytea[]) as given(id, birth_key)
         where b.company_id = $1
           and b.id = given.id",
        company,
        number,
        newest,
        ids,
        births as &[Option<Vec<u8>>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Number of records with a hash of a key.
pub(crate) async fn count_under_key(tx: &mut JobTx, number: i16) -> Result<i64> {
    let company = tx.company();
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from borrower
         where company_id = $1
           and (birth_key_version = $2 or ssn_key_version = $2)",
        company,
        number
    )
    .fetch_one(&mut **tx)
    .await?)
}
