//! All SQL of retiring a matching key in loans.

use platform::{InCompany, JobTx, Result};
use uuid::Uuid;

/// A borrower of a loan with a hash under the key that is retired, and the loan's sealed values.
#[derive(Debug)]
pub(crate) struct Row {
    pub loan_id: i64,
    pub id: Uuid,
    pub ssn_key: Option<Vec<u8>>,
    pub key_id: Option<i16>,
    pub ciphertext: Option<Vec<u8>>,
}

/// Hashes of numbers and of their endings, by loan and borrower.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    loans: Vec<i64>,
    ids: Vec<Uuid>,
    ssn_keys: Vec<Option<Vec<u8>>>,
    endings: Vec<Option<Vec<u8>>>,
}

impl Columns {
    /// Adds a borrower; without hashes where no number is known any more.
    pub fn push(&mut self, loan: i64, id: Uuid, hashes: Option<(Vec<u8>, Vec<u8>)>) {
        let (ssn_key, ending) = hashes.unzip();
        self.loans.push(loan);
        self.ids.push(id);
        self.ssn_keys.push(ssn_key);
        self.endings.push(ending);
    }
}

/// The borrowers of the next loans, by id, with a hash under a key.
pub(crate) async fn under_key(tx: &mut JobTx, number: i16, after: i64, loans: i64) -> Result<Vec<Row>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Row,
        "select b.loan_id, b.id, b.ssn_key, s.key_id as \"key_id?\", s.ciphertext as \"ciphertext?\"
         from (select distinct loan_id
               from loan_borrower
               where company_id = $1 and loan_id > $3 and ssn_key_version = $2
               order by loan_id
               limit $4) as next
         join loan_borrower b on b.company_id = $1 and b.loan_id = next.loan_id
         left join loan_secret s on s.company_id = $1 and s.loan_id = b.loan_id
         where b.ssn_key_version = $2
         order by b.loan_id
         for update of b",
        company,
        number,
        after,
        loans
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Replaces hashes under the old key. A borrower whose number has changed meanwhile has a newer one already.
pub(crate) async fn set_ssn_keys(tx: &mut JobTx, number: i16, newest: i16, columns: &Columns) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "update loan_borrower b
         set ssn_key = given.ssn_key, ssn_ending_key = given.ending,
             ssn_key_version = case when given.ssn_key is not null then $3::smallint end
         from unnest($4::bigint[], $5::uuid[], $6::bytea[], $7::bytea[]) as given(loan_id, id, ssn_key, ending)
         where b.company_id = $1
           and b.loan_id = given.loan_id
           and b.id = given.id
           and b.ssn_key_version = $2",
        company,
        number,
        newest,
        &columns.loans,
        &columns.ids,
        &columns.ssn_keys as &[Option<Vec<u8>>],
        &columns.endings as &[Option<Vec<u8>>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Borrowers of loans with a hash under a key.
pub(crate) async fn count_under_key(tx: &mut JobTx, number: i16) -> Result<i64> {
    let company = tx.company();
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\" from loan_borrower where company_id = $1 and ssn_key_version = $2",
        company,
        number
    )
    .fetch_one(&mut **tx)
    .await?)
}
