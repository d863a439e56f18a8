//! Many loans at once, for the demo world and for measurements: the same rows as [`crate::make`] writes, some thousand in
//! a statement. Who made them is nobody in particular, so they carry no audit entry of their own.

use crate::secrets;
use lending::{
    application::{Application, FILE_VERSION, SCHEMA, Secrets},
    patch::show_last_four,
    project::project,
    stages::StageKind,
    values::{Money, Rate},
};
use platform::{
    Error, GlobalTx, Result,
    db::{Date, Timestamp},
    keys::Keys,
};
use serde_json::Value;
use std::collections::HashMap;
use uuid::Uuid;

/// A loan as it shall stand.
#[derive(Debug)]
pub struct BulkLoan {
    /// The application.
    pub application: Application,
    /// What is sealed apart from it.
    pub secrets: Secrets,
    /// The officer's membership.
    pub officer: i64,
    /// The officer's branch.
    pub org_unit: i64,
    /// The person who made it.
    pub created_by: i64,
    /// Where it stands.
    pub stage: StageKind,
    /// Since when.
    pub stage_since: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Expected closing.
    pub closing_on: Option<Date>,
    /// End of the rate lock.
    pub lock_expires_on: Option<Date>,
    /// Next deadline.
    pub next_deadline_on: Option<Date>,
    /// Funded.
    pub funded_on: Option<Date>,
}

/// Columns of all loans of a statement.
#[derive(Default)]
struct Columns {
    ids: Vec<i64>,
    units: Vec<i64>,
    officers: Vec<i64>,
    makers: Vec<i64>,
    numbers: Vec<String>,
    stages: Vec<i64>,
    ranks: Vec<i16>,
    stage_since: Vec<Timestamp>,
    created: Vec<Timestamp>,
    updated: Vec<Timestamp>,
    closing: Vec<Option<Date>>,
    lock_expires: Vec<Option<Date>>,
    deadlines: Vec<Option<Date>>,
    funded: Vec<Option<Date>>,
    adverse: Vec<Option<Date>>,
    borrowers: Vec<String>,
    sort_names: Vec<String>,
    purposes: Vec<Option<String>>,
    mortgage_types: Vec<Option<String>>,
    liens: Vec<Option<String>>,
    amortizations: Vec<Option<String>>,
    usages: Vec<Option<String>>,
    states: Vec<Option<String>>,
    amounts: Vec<i64>,
    prices: Vec<Option<i64>>,
    values: Vec<Option<i64>>,
    rates: Vec<Option<i64>>,
    terms: Vec<Option<i16>>,
    applied: Vec<Option<Date>>,
    borrower_counts: Vec<i16>,
    words: Vec<String>,
    documents: Vec<Value>,
    lines: Vec<Option<String>>,
    cities: Vec<Option<String>>,
    zips: Vec<Option<String>>,
    // One row per borrower.
    borrower_loans: Vec<i64>,
    borrower_ids: Vec<Uuid>,
    positions: Vec<i16>,
    first_names: Vec<String>,
    last_names: Vec<String>,
    name_keys: Vec<String>,
    emails: Vec<Option<String>>,
    email_keys: Vec<Option<String>>,
    phones: Vec<Option<String>>,
    ssn_keys: Vec<Option<Vec<u8>>>,
    ssn_ending_keys: Vec<Option<Vec<u8>>>,
    // One row per sealed map.
    sealed_loans: Vec<i64>,
    key_ids: Vec<i16>,
    ciphertexts: Vec<Vec<u8>>,
}

/// Writes many loans of one company, which the transaction has entered.
///
/// # Errors
/// The database's, or a value that can't be sealed.
pub async fn insert_many(tx: &mut GlobalTx, keys: &Keys, company: i64, loans: Vec<BulkLoan>) -> Result<()> {
    let count = i64::try_from(loans.len()).unwrap_or(0);
    let ids: Vec<i64> =
        sqlx::query_scalar!("select nextval('loan_id') as \"id!\" from generate_series(1, $1::bigint)", count)
            .fetch_all(&mut **tx)
            .await?;
    let stages: HashMap<String, i64> = sqlx::query!(
        "select distinct on (kind) kind, id from loan_stage where company_id = $1 order by kind, is_active desc, position",
        company
    )
    .fetch_all(&mut **tx)
    .await?
    .into_iter()
    .map(|row| (row.kind, row.id))
    .collect();
    let mut columns = Columns::default();
    for (id, loan) in ids.into_iter().zip(loans) {
        columns.push(keys, company, id, &stages, loan)?;
    }
    write(tx, company, keys.matching(company).0, columns).await
}

/// Tells the planner what has been written. Best called early, since a plan made for empty tables lasts.
///
/// # Errors
/// The database's.
pub async fn refresh_statistics(tx: &mut GlobalTx) -> Result<()> {
    sqlx::query!("select refresh_loan_statistics() is null as \"done\"").fetch_one(&mut **tx).await?;
    Ok(())
}

impl Columns {
    fn push(
        &mut self,
        keys: &Keys,
        company: i64,
        id: i64,
        stages: &HashMap<String, i64>,
        mut loan: BulkLoan,
    ) -> Result<()> {
        show_last_four(&mut loan.application, &loan.secrets);
        let projection = project(&loan.application);
        let number = format!("{}-{id}", loan.created_at.to_zoned(jiff::tz::TimeZone::UTC).year());
        let stage = stages.get(loan.stage.as_str()).copied();
        let stage = stage.ok_or_else(|| Error::internal(std::io::Error::other("the company lacks a stage")))?;
        self.ids.push(id);
        self.units.push(loan.org_unit);
        self.officers.push(loan.officer);
        self.makers.push(loan.created_by);
        self.stages.push(stage);
        self.ranks.push(loan.stage.rank());
        self.stage_since.push(loan.stage_since);
        self.created.push(loan.created_at);
        self.updated.push(loan.updated_at);
        self.closing.push(loan.closing_on);
        self.lock_expires.push(loan.lock_expires_on);
        self.deadlines.push(loan.next_deadline_on);
        self.funded.push(loan.funded_on);
        let stage_since = loan.stage_since.to_zoned(jiff::tz::TimeZone::UTC).date();
        self.adverse.push(loan.stage.is_adverse().then_some(Date(stage_since)));
        self.purposes.push(projection.purpose.map(|word| word.to_string()));
        self.mortgage_types.push(projection.mortgage_type.map(|word| word.to_string()));
        self.liens.push(projection.lien.map(|word| word.to_string()));
        self.amortizations.push(projection.amortization.map(|word| word.to_string()));
        self.usages.push(projection.property_usage.map(|word| word.to_string()));
        self.states.push(projection.state_code.map(|word| word.to_string()));
        self.amounts.push(projection.amount.cents());
        self.prices.push(projection.purchase_price.map(Money::cents));
        self.values.push(projection.appraised_value.map(Money::cents));
        self.rates.push(projection.note_rate.map(Rate::millionths));
        self.terms.push(projection.term_months.and_then(|months| i16::try_from(months).ok()));
        self.applied.push(projection.application_on.map(Date));
        self.borrower_counts.push(i16::try_from(projection.borrowers.len()).unwrap_or(i16::MAX));
        self.words.push(format!("{} {id} {number}", projection.words));
        self.numbers.push(number);
        self.documents.push(serde_json::to_value(&loan.application).map_err(Error::internal)?);
        self.lines.push(projection.property.line);
        self.cities.push(projection.property.city);
        self.zips.push(projection.property.postal_code);
        self.borrowers.push(projection.borrower_name);
        self.sort_names.push(projection.sort_name);
        let (_, ssn_keys) = secrets::ssn_keys(keys, company, &loan.application, &loan.secrets);
        self.ssn_ending_keys.extend(secrets::ssn_ending_keys(keys, company, &loan.application, &loan.secrets));
        for (position, (borrower, ssn_key)) in projection.borrowers.into_iter().zip(ssn_keys).enumerate() {
            self.borrower_loans.push(id);
            self.borrower_ids.push(borrower.id);
            self.positions.push(i16::try_from(position + 1).unwrap_or(i16::MAX));
            self.first_names.push(borrower.first_name);
            self.last_names.push(borrower.last_name);
            self.name_keys.push(borrower.name_key);
            self.emails.push(borrower.email);
            self.email_keys.push(borrower.email_key);
            self.phones.push(borrower.phone);
            self.ssn_keys.push(ssn_key);
        }
        if let Some(sealed) = secrets::seal(keys, company, id, &loan.secrets)? {
            self.sealed_loans.push(id);
            self.key_ids.push(sealed.key_id);
            self.ciphertexts.push(sealed.ciphertext);
        }
        Ok(())
    }
}

async fn write(tx: &mut GlobalTx, company: i64, ssn_key_version: i16, c: Columns) -> Result<()> {
    sqlx::query!(
        "with given as materialized (
           select *
           from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::smallint[],
                       $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::date[], $13::date[], $14::date[],
                       $15::date[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],
                       $22::text[], $23::text[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[],
                       $28::smallint[], $29::date[], $30::smallint[], $31::text[], $32::jsonb[], $33::text[], $34::text[],
                       $35::text[], $38::date[])
                as given(id, org_unit_id, officer_id, created_by, loan_number, stage_id, stage_rank, stage_since,
                         created_at, updated_at, closing_on, lock_expires_on, next_deadline_on, funded_on,
                         borrower_name, sort_name, purpose, mortgage_type, lien, amortization, property_usage,
                         state_code, amount_cents, purchase_price_cents, appraised_value_cents, note_rate_millionths,
                         term_months, application_on, borrower_count, words, document, line, city, postal_code, adverse_on)
         ), loan as (
           insert into loan (
             company_id, id, org_unit_id, officer_id, loan_number, stage_id, stage_rank, stage_since, file_version,
             closing_on, lock_expires_on, next_deadline_on, funded_on, adverse_on, borrower_name, sort_name, purpose,
             mortgage_type, lien, amortization, property_usage, state_code, amount_cents, purchase_price_cents,
             appraised_value_cents, note_rate_millionths, term_months, application_on, borrower_count, words, created_by,
             created_at, updated_at)
           select $1, id, org_unit_id, officer_id, loan_number, stage_id, stage_rank, stage_since, $36, closing_on,
                  lock_expires_on, next_deadline_on, funded_on, adverse_on, borrower_name, sort_name, purpose, mortgage_type,
                  lien, amortization, property_usage, state_code, amount_cents, purchase_price_cents,
                  appraised_value_cents, note_rate_millionths, term_months, application_on, borrower_count, words,
                  created_by, created_at, updated_at
           from given
         ), application as (
           insert into loan_application (company_id, loan_id, schema, version, document)
           select $1, id, $37, 1, document
           from given
         ), property as (
           insert into subject_property (company_id, loan_id, line, city, state_code, postal_code, is_to_be_determined)
           select $1, id, line, city, state_code, postal_code, line is null
           from given
         ), team as (
           insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
           select $1, id, 'ORIGINATOR', true, officer_id, org_unit_id
           from given
         ), stage as (
           insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, valid_from, changed_by)
           select $1, id, stage_id, stage_rank, stage_since, created_by
           from given
         )
         select count(put_search_entry('loan', org_unit_id, id, words)) from given",
        company,
        &c.ids,
        &c.units,
        &c.officers,
        &c.makers,
        &c.numbers,
        &c.stages,
        &c.ranks,
        c.stage_since,
        c.created,
        c.updated,
        c.closing as Vec<Option<Date>>,
        c.lock_expires as Vec<Option<Date>>,
        c.deadlines as Vec<Option<Date>>,
        c.funded as Vec<Option<Date>>,
        &c.borrowers,
        &c.sort_names,
        &c.purposes as &[Option<String>],
        &c.mortgage_types as &[Option<String>],
        &c.liens as &[Option<String>],
        &c.amortizations as &[Option<String>],
        &c.usages as &[Option<String>],
        &c.states as &[Option<String>],
        &c.amounts,
        &c.prices as &[Option<i64>],
        &c.values as &[Option<i64>],
        &c.rates as &[Option<i64>],
        &c.terms as &[Option<i16>],
        c.applied as Vec<Option<Date>>,
        &c.borrower_counts,
        &c.words,
        &c.documents,
        &c.lines as &[Option<String>],
        &c.cities as &[Option<String>],
        &c.zips as &[Option<String>],
        FILE_VERSION,
        SCHEMA,
        c.adverse as Vec<Option<Date>>
    )
    .fetch_one(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into loan_borrower (company_id, loan_id, id, position, first_name, last_name, name_key, email, email_key,
                                    phone, ssn_key, ssn_key_version, ssn_ending_key)
         select $1, b.loan_id, b.id, b.position, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone,
                b.ssn_key, case when b.ssn_key is not null then $12::smallint end, b.ssn_ending_key
         from unnest($2::bigint[], $3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::text[], $11::bytea[], $13::bytea[])
              as b(loan_id, id, position, first_name, last_name, name_key, email, email_key, phone, ssn_key,
                   ssn_ending_key)",
        company,
        &c.borrower_loans,
        &c.borrower_ids,
        &c.positions,
        &c.first_names,
        &c.last_names,
        &c.name_keys,
        &c.emails as &[Option<String>],
        &c.email_keys as &[Option<String>],
        &c.phones as &[Option<String>],
        &c.ssn_keys as &[Option<Vec<u8>>],
        ssn_key_version,
        &c.ssn_ending_keys as &[Option<Vec<u8>>]
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("select record_borrowers($1, $2) as records", company, &c.ids).fetch_one(&mut **tx).await?;
    sqlx::query!(
        "insert into loan_secret (company_id, loan_id, key_id, ciphertext)
         select $1, s.loan_id, s.key_id, s.ciphertext
         from unnest($2::bigint[], $3::smallint[], $4::bytea[]) as s(loan_id, key_id, ciphertext)",
        company,
        &c.sealed_loans,
        &c.key_ids,
        &c.ciphertexts
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
