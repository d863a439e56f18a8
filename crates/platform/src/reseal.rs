//! Retiring a sealing key: values that it sealed are sealed again under the newest key, in batches.
//!
//! A feature describes each table that holds sealed values. `keyturn::keys` has the list and the jobs that walk it.

use crate::{
    error::{Error, Result},
    keys::Keys,
    seal::Sealed,
};
use sqlx::{AssertSqlSafe, PgConnection};

/// Rows that one transaction seals again.
const BATCH: i64 = 500;

/// A table with a column of sealed values.
#[derive(Clone, Copy, Debug)]
pub struct SealedTable {
    /// Its name.
    pub table: &'static str,
    /// The column with the number of the key.
    pub key: &'static str,
    /// The column with the sealed value.
    pub value: &'static str,
    /// The first part of the place that a value is bound to.
    pub place: &'static str,
    /// The column with the last part.
    pub place_id: &'static str,
    /// Whether rows are a company's. Then the place names the company too.
    pub is_tenant: bool,
}

impl SealedTable {
    /// Rows that still need a key. For a tenant table, those of the company that was entered.
    ///
    /// # Errors
    /// The database's.
    pub async fn count(&self, connection: &mut PgConnection, company: Option<i64>, number: i16) -> Result<i64> {
        let Self { table, key, value, .. } = self;
        let own = self.own_rows();
        // Names of tables and columns are the program's own constants.
        let sql = format!("select count(*) from {table} where {own} and {key} = $2 and {value} is not null");
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(company).bind(number).fetch_one(connection).await?)
    }

    /// Seals some rows again under the newest key; answers how many. Rows that another transaction holds are left for the next call.
    ///
    /// # Errors
    /// The database's; a value that can't be opened.
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
        // The rows are locked, so they stay where they are.
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

    /// A condition with `$1` for the company, in a global table too, so that all statements take the same values.
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
