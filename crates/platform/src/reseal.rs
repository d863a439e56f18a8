//! Retires a sealing key by sealing its values again under the newest key, in batches.
//!
//! Each feature describes its tables with sealed values. `keyturn::keys` has the list and the jobs.

use crate::{
    error::{Error, Result},
    keys::Keys,
    seal::Sealed,
};
use sqlx::{AssertSqlSafe, PgConnection};

/// Rows per transaction.
const BATCH: i64 = 500;

/// A table with a column of sealed values.
#[derive(Clone, Copy, Debug)]
pub struct SealedTable {
    pub table: &'static str,
    /// Column with the key number.
    pub key: &'static str,
    /// Column with the sealed value.
    pub value: &'static str,
    /// Prefix of the place that binds a value.
    pub place: &'static str,
    /// Column with the last part of the place.
    pub place_id: &'static str,
    /// Rows belong to a company, whose id is then part of the place.
    pub is_tenant: bool,
}

impl SealedTable {
    /// Counts rows that still need a key. Tenant tables count only the entered company.
    pub async fn count(&self, connection: &mut PgConnection, company: Option<i64>, number: i16) -> Result<i64> {
        let Self { table, key, value, .. } = self;
        let own = self.own_rows();
        // Table and column names are constants of the program.
        let sql = format!("select count(*) from {table} where {own} and {key} = $2 and {value} is not null");
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(company).bind(number).fetch_one(connection).await?)
    }

    /// Seals a batch of rows again under the newest key and returns their number. Skips rows that another transaction
    /// has locked.
    ///
    /// # Errors
    ///
    /// A value can't be opened.
    pub async fn reseal_some(
        &self,
        connection: &mut PgConnection,
        keys: &Keys,
        company: Option<i64>,
        number: i16,
    ) -> Result<usize> {
        let Self { table, key, value, place_id, .. } = self;
        let own = self.own_rows();
        let sql = format!(
            "select ctid::text, {place_id}::text, {value} from {table}
             where {own} and {key} = $2 and {value} is not null
             limit $3 for update skip locked"
        );
        let rows: Vec<(String, String, Vec<u8>)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(company)
            .bind(number)
            .bind(BATCH)
            .fetch_all(&mut *connection)
            .await?;
        let (mut rows_at, mut values, mut newest) = (Vec::new(), Vec::new(), number);
        for (row_at, place_id, ciphertext) in rows {
            let place = self.place_of(company, &place_id);
            let opened = keys.open(&place, &Sealed { key_id: number, ciphertext }).map_err(Error::internal)?;
            let sealed = keys.seal(&place, &opened).map_err(Error::internal)?;
            newest = sealed.key_id;
            rows_at.push(row_at);
            values.push(sealed.ciphertext);
        }
        // The rows are locked, so their `ctid` can't change.
        let sql = format!(
            "update {table} set {key} = $3, {value} = given.value
             from unnest($4::text[], $5::bytea[]) as given(row_at, value)
             where {own} and {key} = $2 and {table}.ctid = given.row_at::tid"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(company)
            .bind(number)
            .bind(newest)
            .bind(&rows_at)
            .bind(&values)
            .execute(connection)
            .await?;
        Ok(rows_at.len())
    }

    /// Condition with `$1` for the company. Global tables use `$1` as well, so that all statements have the same
    /// parameters.
    fn own_rows(&self) -> &'static str {
        if self.is_tenant { "company_id = $1::bigint" } else { "$1::bigint is null" }
    }

    fn place_of(&self, company: Option<i64>, id: &str) -> String {
        match company {
            Some(company) => format!("{}/{company}/{id}", self.place),
            None => format!("{}/{id}", self.place),
        }
    }
}
