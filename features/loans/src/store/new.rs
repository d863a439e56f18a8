//! SQL that makes loans: many of one officer in one statement each.

use super::{small, text};
use crate::make::NewLoan;
use borrowers::directory::{self, Known, Told, hex};
use lending::{
    application::{Application, FILE_VERSION, SCHEMA},
    calendar::BusinessCalendar,
    clocks::Clock,
    project::Projection,
    stages::StageKind,
    team::Member,
    values::{Money, Rate},
};
use platform::{
    InCompany, Result,
    db::{Date, Timestamp},
    seal::Sealed,
};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

/// What new loans need to know before they are written.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// An id for each.
    pub ids: Vec<i64>,
    pub loan_number_pattern: String,
    pub is_non_delegated: bool,
    pub stage_id: i64,
    pub stage_name: String,
    pub officer: Option<Officer>,
    /// Records of the directory that may be those of the borrowers.
    pub known_borrowers: Vec<Known>,
    /// An id for each borrower who turns out to be new.
    pub borrower_ids: Vec<i64>,
}

/// The officer of new loans.
#[derive(Debug)]
pub(crate) struct Officer {
    pub org_unit: i64,
    pub is_active: bool,
    pub roles: Vec<String>,
    pub branch_nmls_id: Option<String>,
    /// Of the branch, as its days are counted.
    pub calendar: BusinessCalendar,
    pub time_zone: String,
}

/// The next ids, the company's pattern for numbers, its stage of a kind, the officer, and who of the borrowers may be known: in one
/// statement.
pub(crate) async fn prepare(
    tx: &mut impl InCompany,
    officer: i64,
    stage: StageKind,
    loans: usize,
    people: &[&Told],
) -> Result<Prepared> {
    let company = tx.company();
    let (ssn_keys, email_keys) = directory::keys_of(people.iter().copied());
    let row = sqlx::query!(
        "select array(select nextval('loan_id') from generate_series(1, $6::integer)) as \"ids!\",
                c.loan_number_pattern, c.is_non_delegated, s.id as stage_id, s.name as stage_name,
                m.org_unit_id as \"org_unit?\", m.is_active as \"is_active?\", m.roles as \"roles?\", m.branch_nmls_id,
                o.time_zone as \"time_zone?\", o.saturday_open as \"saturday_open?\", o.closed_weekdays as \"closed_weekdays?\",
                o.holidays as \"holidays?: Vec<Date>\", o.holiday_names as \"holiday_names?\",
                known_borrowers($1, $4, $5) as \"known!\",
                array(select nextval('borrower_id') from generate_series(1, $7::integer)) as \"borrower_ids!\"
         from org_unit c
         join lateral (select id, name
                       from loan_stage
                       where company_id = $1
                       order by kind = $3 desc, is_active desc, position
                       limit 1) s on true
         left join member m on m.company_id = $1 and m.membership_id = $2
         left join office_calendar o on o.company_id = $1 and o.org_unit_id = m.org_unit_id
         where c.id = $1",
        company,
        officer,
        stage.as_str(),
        &ssn_keys,
        &email_keys,
        i32::try_from(loans).unwrap_or(i32::MAX),
        i32::try_from(people.len()).unwrap_or(i32::MAX)
    )
    .fetch_one(&mut **tx)
    .await?;
    let holidays = row.holidays.unwrap_or_default().into_iter().map(|day| *day);
    let calendar = BusinessCalendar {
        saturday_open: row.saturday_open.unwrap_or_default(),
        closed_weekdays: row.closed_weekdays.unwrap_or_default(),
        holidays: holidays.zip(row.holiday_names.unwrap_or_default()).collect(),
    };
    let officer = match (row.org_unit, row.is_active, row.roles, row.time_zone) {
        (Some(org_unit), Some(is_active), Some(roles), Some(time_zone)) => {
            Some(Officer { org_unit, is_active, roles, branch_nmls_id: row.branch_nmls_id, calendar, time_zone })
        }
        _ => None,
    };
    Ok(Prepared {
        ids: row.ids,
        loan_number_pattern: row.loan_number_pattern,
        is_non_delegated: row.is_non_delegated,
        stage_id: row.stage_id,
        stage_name: row.stage_name,
        officer,
        known_borrowers: directory::read(row.known)?,
        borrower_ids: row.borrower_ids,
    })
}

/// A loan to be written.
pub(crate) struct Insert<'a> {
    pub id: i64,
    pub number: String,
    pub org_unit: i64,
    pub stage_id: i64,
    pub new: &'a NewLoan,
    pub projection: Projection,
    pub sealed: Option<Sealed>,
    pub ssn_key_version: i16,
    pub ssn_keys: &'a [Option<Vec<u8>>],
    pub ssn_ending_keys: Vec<Option<Vec<u8>>>,
    /// The borrowers' records in the directory.
    pub linked: Vec<i64>,
    /// What the law asks for by when, and the first day of it.
    pub clocks: Vec<Clock>,
    pub next_deadline_on: Option<Date>,
    pub after: Value,
}

/// Writes loans with everything that belongs to them, and the records of their borrowers, in one statement.
pub(crate) async fn insert(tx: &mut impl InCompany, loans: &[Insert<'_>], records: Value) -> sqlx::Result<()> {
    let (company, user) = (tx.company(), tx.user());
    let rtc_client_id = tx.rtc_client_id().map(str::to_owned);
    let rows: Vec<_> = loans.iter().map(LoanRow::of).collect();
    let borrowers: Vec<_> = loans.iter().flat_map(BorrowerRow::of).collect();
    let team: Vec<_> = loans.iter().flat_map(MemberRow::of).collect();
    let clocks: Vec<_> = loans.iter().flat_map(ClockRow::of).collect();
    sqlx::query!(
        "with given as materialized (
           select *
           from jsonb_to_recordset($3) as l(
             id bigint, org_unit_id bigint, officer_id bigint, loan_number text, stage_id bigint, stage_rank smallint,
             stage_since timestamptz, created_at timestamptz, is_prospect boolean, invite_borrower boolean, import_type text,
             source_file_id uuid, is_non_delegated_correspondent boolean, funded_on date, adverse_on date, doc_signed_on date, trid_on date,
             closing_on date, lock_expires_on date, next_deadline_on date, borrower_name text, sort_name text, purpose text,
             mortgage_type text, lien text, amortization text, property_usage text, state_code text, amount_cents bigint,
             note_amount_cents bigint, purchase_price_cents bigint, appraised_value_cents bigint,
             note_rate_millionths bigint, term_months smallint, application_on date, borrower_count smallint, words text,
             document jsonb, key_id smallint, ciphertext text, line text, unit text, city text, county text,
             postal_code text, is_to_be_determined boolean, unit_count smallint, after jsonb)
         ), loan as (
           insert into loan (
             company_id, id, org_unit_id, officer_id, loan_number, stage_id, stage_rank, stage_since, created_at, updated_at,
             is_prospect, invite_borrower, file_version, import_type, source_file_id, is_non_delegated_correspondent, funded_on, adverse_on, doc_signed_on, trid_on,
             closing_on, lock_expires_on, next_deadline_on, borrower_name, sort_name, purpose, mortgage_type, lien, amortization, property_usage, state_code,
             amount_cents, note_amount_cents, purchase_price_cents, appraised_value_cents, note_rate_millionths,
             term_months, application_on, borrower_count, words, created_by)
           select $1, id, org_unit_id, officer_id, loan_number, stage_id, stage_rank, coalesce(stage_since, now()),
                  coalesce(created_at, now()), coalesce(stage_since, now()), is_prospect, invite_borrower, $8, import_type,
                  source_file_id, is_non_delegated_correspondent, funded_on, adverse_on, doc_signed_on, trid_on, closing_on,
                  lock_expires_on, next_deadline_on, borrower_name, sort_name, purpose, mortgage_type, lien, amortization,
                  property_usage, state_code, amount_cents, note_amount_cents, purchase_price_cents, appraised_value_cents,
                  note_rate_millionths, term_months, application_on, borrower_count, words, $2
           from given
         ), application as (
           insert into loan_application (company_id, loan_id, schema, version, document)
           select $1, id, $9, 1, document from given
         ), secret as (
           insert into loan_secret (company_id, loan_id, key_id, ciphertext)
           select $1, id, key_id, decode(ciphertext, 'hex') from given where ciphertext is not null
         ), borrower as (
           insert into loan_borrower (company_id, loan_id, id, position, first_name, last_name, name_key, email,
                                      email_key, phone, ssn_key, ssn_key_version, ssn_ending_key, borrower_id)
           select $1, loan_id, id, position, first_name, last_name, name_key, email, email_key, phone, decode(ssn_key, 'hex'),
                  case when ssn_key is not null then ssn_key_version end, decode(ssn_ending_key, 'hex'), borrower_id
           from jsonb_to_recordset($4) as b(
             loan_id bigint, id uuid, position smallint, first_name text, last_name text, name_key text, email text, email_key text,
             phone text, ssn_key text, ssn_key_version smallint, ssn_ending_key text, borrower_id bigint)
         ), property as (
           insert into subject_property (company_id, loan_id, line, unit, city, county, state_code, postal_code,
                                         is_to_be_determined, unit_count)
           select $1, id, line, unit, city, county, state_code, postal_code, is_to_be_determined, unit_count from given
         ), team as (
           insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
           select $1, loan_id, role, is_primary, membership_id, org_unit_id
           from jsonb_to_recordset($5) as t(loan_id bigint, role text, is_primary boolean, membership_id bigint, org_unit_id bigint)
         ), clock as (
           insert into loan_clock (company_id, loan_id, rule, subject_id, started_on, due_on, days, state, reason)
           select $1, loan_id, rule, subject_id, started_on, due_on, days, state, reason
           from jsonb_to_recordset($6) as c(
             loan_id bigint, rule text, subject_id bigint, started_on date, due_on date, days jsonb, state text, reason text)
         ), stage as (
           insert into loan_stage_change (company_id, loan_id, stage_id, stage_rank, valid_from, changed_by)
           select $1, id, stage_id, stage_rank, coalesce(stage_since, now()), $2 from given order by id
         ), audit as (
           insert into audit_entry (company_id, action, entity, entity_id, after)
           select $1, 'loan.create', 'loan', id::text, after from given order by id
         ), event as (
           insert into event (company_id, kind, entity_id, rtc_client_id)
           select $1, 'loan.created', id, $10 from given order by id
         )
         select put_search_entries('loan', array_agg(org_unit_id), array_agg(id), array_agg(words)) is null as \"written!\",
                put_borrowers($1, $2, $7) is null as \"recorded!\"
         from given",
        company,
        user,
        Json(&rows) as _,
        Json(&borrowers) as _,
        Json(&team) as _,
        Json(&clocks) as _,
        records,
        FILE_VERSION,
        SCHEMA,
        rtc_client_id,
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(())
}

/// A loan as the statement reads it.
#[derive(Serialize)]
struct LoanRow<'a> {
    id: i64,
    org_unit_id: i64,
    officer_id: i64,
    loan_number: &'a str,
    stage_id: i64,
    stage_rank: i16,
    stage_since: Option<Timestamp>,
    created_at: Option<Timestamp>,
    is_prospect: bool,
    invite_borrower: bool,
    import_type: Option<&'static str>,
    source_file_id: Option<Uuid>,
    is_non_delegated_correspondent: bool,
    funded_on: Option<Date>,
    adverse_on: Option<Date>,
    doc_signed_on: Option<Date>,
    trid_on: Option<Date>,
    closing_on: Option<Date>,
    lock_expires_on: Option<Date>,
    next_deadline_on: Option<Date>,
    borrower_name: &'a str,
    sort_name: &'a str,
    purpose: Option<String>,
    mortgage_type: Option<String>,
    lien: Option<String>,
    amortization: Option<String>,
    property_usage: Option<String>,
    state_code: Option<String>,
    amount_cents: i64,
    note_amount_cents: Option<i64>,
    purchase_price_cents: Option<i64>,
    appraised_value_cents: Option<i64>,
    note_rate_millionths: Option<i64>,
    term_months: Option<i16>,
    application_on: Option<Date>,
    borrower_count: i16,
    words: String,
    document: &'a Application,
    key_id: Option<i16>,
    ciphertext: Option<String>,
    line: Option<&'a str>,
    unit: Option<&'a str>,
    city: Option<&'a str>,
    county: Option<&'a str>,
    postal_code: Option<&'a str>,
    is_to_be_determined: bool,
    unit_count: Option<i16>,
    after: &'a Value,
}

impl<'a> LoanRow<'a> {
    fn of(insert: &'a Insert<'a>) -> Self {
        let Insert { id, number, org_unit, stage_id, new, projection, sealed, next_deadline_on, after, .. } = insert;
        let property = &projection.property;
        let (key_id, ciphertext) = sealed.as_ref().map(|sealed| (sealed.key_id, hex(&sealed.ciphertext))).unzip();
        Self {
            id: *id,
            org_unit_id: *org_unit,
            officer_id: new.officer,
            loan_number: number,
            stage_id: *stage_id,
            stage_rank: new.stage.rank(),
            stage_since: new.begun.map(|begun| begun.stage_since),
            created_at: new.begun.map(|begun| begun.created_at),
            is_prospect: new.is_prospect,
            invite_borrower: new.invite_borrower,
            import_type: new.import_type,
            source_file_id: new.source_file,
            is_non_delegated_correspondent: new.is_non_delegated_correspondent,
            funded_on: new.dates.funded_on,
            adverse_on: new.dates.adverse_on,
            doc_signed_on: new.dates.doc_signed_on,
            trid_on: new.dates.trid_on,
            closing_on: new.schedule.closing_on,
            lock_expires_on: new.schedule.lock_expires_on,
            next_deadline_on: *next_deadline_on,
            borrower_name: &projection.borrower_name,
            sort_name: &projection.sort_name,
            purpose: text(projection.purpose),
            mortgage_type: text(projection.mortgage_type),
            lien: text(projection.lien),
            amortization: text(projection.amortization),
            property_usage: text(projection.property_usage),
            state_code: text(projection.state_code),
            amount_cents: projection.amount.cents(),
            note_amount_cents: projection.note_amount.map(Money::cents),
            purchase_price_cents: projection.purchase_price.map(Money::cents),
            appraised_value_cents: projection.appraised_value.map(Money::cents),
            note_rate_millionths: projection.note_rate.map(Rate::millionths),
            term_months: small(projection.term_months),
            application_on: projection.application_on.map(Date).or(new.dates.trid_on),
            borrower_count: i16::try_from(projection.borrowers.len()).unwrap_or(i16::MAX),
            words: super::words(projection, *id, number),
            document: &new.application,
            key_id,
            ciphertext,
            line: property.line.as_deref(),
            unit: property.unit.as_deref(),
            city: property.city.as_deref(),
            county: property.county.as_deref(),
            postal_code: property.postal_code.as_deref(),
            is_to_be_determined: property.is_to_be_determined,
            unit_count: small(property.unit_count),
            after,
        }
    }
}

/// A borrower of a loan.
#[derive(Serialize)]
struct BorrowerRow<'a> {
    loan_id: i64,
    id: Uuid,
    position: usize,
    first_name: &'a str,
    last_name: &'a str,
    name_key: &'a str,
    email: Option<&'a str>,
    email_key: Option<&'a str>,
    phone: Option<&'a str>,
    ssn_key: Option<String>,
    ssn_key_version: i16,
    ssn_ending_key: Option<String>,
    borrower_id: i64,
}

impl<'a> BorrowerRow<'a> {
    fn of(insert: &'a Insert<'a>) -> impl Iterator<Item = Self> {
        let Insert { id: loan_id, projection, ssn_key_version, ssn_keys, ssn_ending_keys, linked, .. } = insert;
        let keys = ssn_keys.iter().zip(ssn_ending_keys);
        projection.borrowers.iter().zip(keys).zip(linked).enumerate().map(
            |(at, ((borrower, (ssn_key, ending_key)), record))| Self {
                loan_id: *loan_id,
                id: borrower.id,
                position: at + 1,
                first_name: &borrower.first_name,
                last_name: &borrower.last_name,
                name_key: &borrower.name_key,
                email: borrower.email.as_deref(),
                email_key: borrower.email_key.as_deref(),
                phone: borrower.phone.as_deref(),
                ssn_key: ssn_key.as_deref().map(hex),
                ssn_key_version: *ssn_key_version,
                ssn_ending_key: ending_key.as_deref().map(hex),
                borrower_id: *record,
            },
        )
    }
}

/// Somebody on the team of a loan.
#[derive(Serialize)]
struct MemberRow {
    loan_id: i64,
    role: &'static str,
    is_primary: bool,
    membership_id: i64,
    org_unit_id: i64,
}

impl MemberRow {
    fn of<'a>(insert: &'a Insert<'a>) -> impl Iterator<Item = Self> {
        insert.new.team.iter().map(|Member { role, primary, membership }| Self {
            loan_id: insert.id,
            role: role.as_str(),
            is_primary: *primary,
            membership_id: *membership,
            org_unit_id: insert.org_unit,
        })
    }
}

/// A clock of a loan on which nothing was done yet.
#[derive(Serialize)]
struct ClockRow {
    loan_id: i64,
    rule: String,
    subject_id: i64,
    started_on: Option<Date>,
    due_on: Option<Date>,
    days: Value,
    state: &'static str,
    reason: Option<String>,
}

impl ClockRow {
    fn of<'a>(insert: &'a Insert<'a>) -> impl Iterator<Item = Self> {
        insert.clocks.iter().map(|clock| Self {
            loan_id: insert.id,
            rule: clock.rule.to_string(),
            subject_id: clock.subject.unwrap_or_default(),
            started_on: clock.count.as_ref().map(|count| Date(count.from)),
            due_on: clock.due_on().map(Date),
            days: super::clocks::days(clock),
            state: super::clocks::word(&clock.state),
            reason: super::clocks::reason(&clock.state).map(str::to_owned),
        })
    }
}
