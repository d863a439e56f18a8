//! All SQL on loans.

pub(crate) mod acts;
pub(crate) mod center;
pub(crate) mod clocks;
pub(crate) mod differences;
pub(crate) mod hand_over;
pub(crate) mod history;
pub(crate) mod new;
pub(crate) mod notify;
pub(crate) mod presence;
pub(crate) mod rehash;
pub(crate) mod retention;
pub(crate) mod stages;
pub(crate) mod steps;
pub(crate) mod team;

use crate::{
    application::Cause,
    fields::{BranchOut, LoanOut, LockedBy, MemberOut, OfficerOut, SourceFile, StageOut},
    lookups::LenderOut,
};
use lending::{
    application::{Application, SCHEMA},
    patch::Made,
    project::Projection,
    stages::StageKind,
    team::{Member, Slot},
    values::{Money, Rate},
};
use platform::{
    Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
    seal::Sealed,
};
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection, types::Json};
use std::{collections::HashMap, str::FromStr};
use uuid::Uuid;

/// Gives a company the stages that a new one begins with.
///
/// # Errors
/// The database's.
pub async fn create_default_stages(connection: &mut PgConnection, company: i64) -> Result<()> {
    let names: Vec<String> = StageKind::ALL.iter().map(|kind| kind.default_name().to_owned()).collect();
    let kinds: Vec<String> = StageKind::ALL.iter().map(|kind| kind.as_str().to_owned()).collect();
    let ranks: Vec<i16> = StageKind::ALL.iter().map(|kind| kind.rank()).collect();
    sqlx::query!(
        "insert into loan_stage (company_id, name, kind, rank, position)
         select $1, name, kind, rank, position
         from unnest($2::text[], $3::text[], $4::smallint[]) with ordinality as given(name, kind, rank, position)",
        company,
        &names,
        &kinds,
        &ranks
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The company's stages in its own order; what was retired only while a loan still stands at it.
pub(crate) async fn stages(tx: &mut Tx) -> Result<Vec<StageOut>> {
    let rows = sqlx::query!(
        "select s.id, s.name, s.kind
             from loan_stage s
             where s.company_id = $1
               and (s.is_active or exists (select from loan l where l.company_id = $1 and l.stage_id = s.id))
             order by s.position, s.id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| stage_out(row.id, row.name, row.kind)).collect())
}

/// The lenders that the company works with, in its own order.
pub(crate) async fn lenders(tx: &mut Tx) -> Result<Vec<LenderOut>> {
    Ok(sqlx::query_as!(
        LenderOut,
        "select id as \"id!\", name as \"name!\"
         from list_choice
         where company_id = $1
           and list = 'lender'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// The time zone of the active branch.
pub(crate) async fn time_zone(tx: &mut Tx) -> Result<String> {
    Ok(sqlx::query_scalar!(
        "select time_zone as \"time_zone!\" from office_calendar where company_id = $1 and org_unit_id = $2",
        tx.company(),
        tx.actor().org_unit()
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Ids of loans whose words hold a pattern and all others, at most so many.
pub(crate) async fn searched(tx: &mut Tx, longest: &str, others: &[String], most: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select e.id as \"id!\" from find_search_entries('loan', $1, $2, $3, null) as e(id)",
        longest,
        others,
        i32::try_from(most).unwrap_or(i32::MAX)
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Gives a loan another lender, if it still has the one that was seen.
pub(crate) async fn set_lender(tx: &mut Tx, loan: i64, from: Option<i64>, to: Option<i64>) -> Result<bool> {
    let done = sqlx::query!(
        "update loan
         set lender_id = $4, updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and lender_id is not distinct from $3",
        tx.company(),
        loan,
        from,
        to
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A stage as it is answered.
pub(crate) fn stage_out(id: i64, name: String, kind: String) -> StageOut {
    let read_only = StageKind::from_str(&kind).is_ok_and(StageKind::is_read_only);
    StageOut { id, name, kind, read_only }
}

/// The borrowers of a projection as columns.
struct BorrowerColumns {
    ids: Vec<Uuid>,
    first_names: Vec<String>,
    last_names: Vec<String>,
    name_keys: Vec<String>,
    emails: Vec<Option<String>>,
    email_keys: Vec<Option<String>>,
    phones: Vec<Option<String>>,
}

impl BorrowerColumns {
    fn new(projection: &Projection) -> Self {
        let of = |get: fn(&lending::project::ProjectedBorrower) -> Option<String>| {
            projection.borrowers.iter().map(get).collect::<Vec<_>>()
        };
        let text = |get: fn(&lending::project::ProjectedBorrower) -> String| {
            projection.borrowers.iter().map(get).collect::<Vec<_>>()
        };
        Self {
            ids: projection.borrowers.iter().map(|borrower| borrower.id).collect(),
            first_names: text(|borrower| borrower.first_name.clone()),
            last_names: text(|borrower| borrower.last_name.clone()),
            name_keys: text(|borrower| borrower.name_key.clone()),
            emails: of(|borrower| borrower.email.clone()),
            email_keys: of(|borrower| borrower.email_key.clone()),
            phones: of(|borrower| borrower.phone.clone()),
        }
    }
}

fn text<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn small(value: Option<u16>) -> Option<i16> {
    value.and_then(|value| i16::try_from(value).ok())
}

/// Words of a loan: those of its application, then its own numbers.
fn words(projection: &Projection, id: i64, number: &str) -> String {
    format!("{} {id} {}", projection.words, number.to_lowercase())
}

/// A loan with what its page shows.
#[derive(Debug)]
pub(crate) struct LoanRow {
    pub id: i64,
    pub org_unit_id: i64,
    pub officer_id: i64,
    pub loan_number: String,
    pub version: i32,
    pub stage_id: i64,
    pub stage_name: String,
    pub stage_kind: String,
    pub stage_since: Timestamp,
    pub is_prospect: bool,
    pub invite_borrower: bool,
    pub file_version: String,
    pub import_type: Option<String>,
    pub source_file_id: Option<Uuid>,
    pub source_file_name: Option<String>,
    pub is_non_delegated_correspondent: bool,
    pub funded_on: Option<Date>,
    pub adverse_on: Option<Date>,
    pub doc_signed_on: Option<Date>,
    pub trid_on: Option<Date>,
    pub application_on: Option<Date>,
    pub borrower_name: String,
    pub purpose: Option<String>,
    pub state_code: Option<String>,
    pub property_usage: Option<String>,
    pub amount_cents: i64,
    pub note_rate_millionths: Option<i64>,
    pub officer_name: Option<String>,
    pub officer_email: Option<String>,
    pub branch_name: Option<String>,
    pub lead_id: Option<i64>,
    pub lead_is_back: Option<bool>,
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub team: Json<Vec<MemberOut>>,
    /// Names the active membership.
    pub is_own: bool,
    /// Of a lock that has not lapsed.
    pub lock_session: Option<Uuid>,
    pub lock_name: Option<String>,
    pub lock_since: Option<Timestamp>,
}

/// Has what the transaction changes from now on name a rule, and the rules that led to it, the first one first.
pub(crate) async fn act_by_rule(tx: &mut impl InCompany, rule: i64, after: &[i64]) -> Result<()> {
    sqlx::query!(
        "select set_config('app.rule_id', $1::bigint::text, true) as rule,
                set_config('app.after_rules', $2::bigint[]::text, true) as after",
        rule,
        after
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(())
}

/// One loan of the company, whatever one's reach.
pub(crate) async fn loan(tx: &mut Tx, id: i64) -> Result<Option<LoanRow>> {
    let membership = tx.actor().membership();
    loan_as(tx, id, Some(membership)).await
}

/// One loan as somebody sees it, or nobody.
pub(crate) async fn loan_as(tx: &mut impl InCompany, id: i64, membership: Option<i64>) -> Result<Option<LoanRow>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        LoanRow,
        "select l.id, l.org_unit_id, l.officer_id, l.loan_number, l.version, l.stage_id, s.name as stage_name,
                s.kind as stage_kind, l.stage_since, l.is_prospect, l.invite_borrower, l.file_version, l.import_type,
                l.source_file_id, f.name as \"source_file_name?\", l.is_non_delegated_correspondent, l.funded_on,
                l.adverse_on, l.doc_signed_on, l.trid_on, l.application_on, l.borrower_name, l.purpose, l.state_code,
                l.property_usage, l.amount_cents, l.note_rate_millionths, m.name as officer_name, m.email as \"officer_email?\",
                m.branch_name as \"branch_name?\", a.lead_id as \"lead_id?\", a.is_back as \"lead_is_back?\", c.name as created_by, l.created_at, l.updated_at,
                array_to_json(array(
                  select json_build_object('LoanRole', t.role, 'primary', t.is_primary, 'WizeUserOrgUnitId', t.membership_id,
                                           'name', w.name, 'branchName', w.branch_name)
                  from loan_team_member t
                  join member w on w.company_id = $1 and w.membership_id = t.membership_id
                  where t.company_id = $1 and t.loan_id = l.id
                )) as \"team!: Json<Vec<MemberOut>>\",
                exists (select
                        from loan_team_member t
                        where t.company_id = $1 and t.loan_id = l.id and t.membership_id = $3) as \"is_own!\",
                k.session_id as \"lock_session?\", h.name as lock_name, k.since as \"lock_since?\"
         from loan l
         join loan_stage s on s.company_id = $1 and s.id = l.stage_id
         left join member m on m.company_id = $1 and m.membership_id = l.officer_id
         left join person c on c.user_id = l.created_by
         left join loan_lead a on a.company_id = $1 and a.loan_id = l.id
         left join file f on f.company_id = $1 and f.id = l.source_file_id
         left join loan_lock k on k.company_id = $1 and k.loan_id = l.id and k.refreshed_at > now() - interval '90 seconds'
         left join member h on h.company_id = $1 and h.membership_id = k.membership_id
         where l.company_id = $1
           and l.id = $2",
        company,
        id,
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

impl LoanRow {
    /// Application, team and terms are closed at its stage.
    pub fn stage_is_read_only(&self) -> bool {
        StageKind::from_str(&self.stage_kind).is_ok_and(StageKind::is_read_only)
    }

    /// Another tab holds the lock.
    pub fn is_locked_by_another(&self, tx: &Tx) -> bool {
        self.lock_session.is_some_and(|session| session != tx.actor().session)
    }

    /// Nothing of it can be changed by this tab: by its stage, or because another tab holds the lock.
    pub fn is_read_only(&self, tx: &Tx) -> bool {
        self.stage_is_read_only() || self.is_locked_by_another(tx)
    }

    /// The fixed kind of its stage.
    pub fn stage_kind(&self) -> Result<StageKind> {
        StageKind::from_str(&self.stage_kind).map_err(Error::internal)
    }

    /// Who works on it, in no order.
    pub fn members(&self) -> Vec<Member> {
        let members = self.team.0.iter();
        members
            .map(|MemberOut { role, primary, membership, .. }| Member {
                role: *role,
                primary: *primary,
                membership: *membership,
            })
            .collect()
    }

    /// Where it stands, as it is answered.
    pub fn stage(&self) -> StageOut {
        stage_out(self.stage_id, self.stage_name.clone(), self.stage_kind.clone())
    }

    /// The loan as it is answered.
    pub fn into_out(self, tx: &Tx) -> LoanOut {
        let read_only = self.is_read_only(tx);
        let mut team = self.team.0;
        team.sort_by_key(|member| (Slot::of(member.role, member.primary), member.role));
        let locked_by = match (self.lock_session, &self.lock_name, self.lock_since) {
            (Some(session), Some(name), Some(since)) => {
                Some(LockedBy { name: name.clone(), since, mine: session == tx.actor().session })
            }
            _ => None,
        };
        LoanOut {
            read_only,
            id: self.id,
            loan_number: self.loan_number,
            version: self.version,
            stage: stage_out(self.stage_id, self.stage_name, self.stage_kind),
            stage_since: self.stage_since,
            locked_by,
            borrower_name: self.borrower_name,
            loan_purpose_type: self.purpose,
            state_code: self.state_code,
            property_usage_type: self.property_usage,
            loan_amount: Money::from_cents(self.amount_cents),
            note_rate: self.note_rate_millionths.map(Rate::from_millionths),
            officer: OfficerOut {
                wize_user_org_unit_id: self.officer_id,
                name: self.officer_name,
                email: self.officer_email,
            },
            team,
            branch: BranchOut { id: self.org_unit_id, display_name: self.branch_name },
            is_prospect: self.is_prospect,
            invite_borrower: self.invite_borrower,
            import_type: self.import_type,
            file_version: self.file_version,
            source_file: self.source_file_id.map(|id| SourceFile { id, name: self.source_file_name }),
            application_date: self.application_on,
            funded_date: self.funded_on,
            adverse_date: self.adverse_on,
            doc_signed_date: self.doc_signed_on,
            trid_date: self.trid_on,
            non_delegated_correspondent_loan: self.is_non_delegated_correspondent,
            created_at: self.created_at,
            lead_id: self.lead_id,
            lead_is_back: self.lead_is_back == Some(true),
            created_by: self.created_by,
            updated_at: self.updated_at,
            access_warning: None,
        }
    }
}

/// Columns of a row of the pipeline, over `r`, the stage `s`, the officer `m`, the processor `pr`, the lender `le`, the
/// property `sp` and the receipt deadline `rc`.
pub(crate) const PIPELINE_COLUMNS: &str = "r.id, r.version, r.loan_number, r.borrower_name, r.sort_name, r.stage_id, \
    s.name as stage_name, s.kind as stage_kind, r.stage_rank, r.stage_since, m.name as officer_name, r.amount_cents, \
    r.note_rate_millionths, r.lock_expires_on, r.closing_on, r.next_deadline_on, rc.due_on as receipt_due_on, r.purpose, r.state_code, \
    r.created_at, r.updated_at, pr.name as processor_name, le.name as lender_name, m.branch_name, r.mortgage_type, r.lien, r.amortization, \
    r.property_usage, r.term_months, r.note_amount_cents, r.purchase_price_cents, r.appraised_value_cents, r.application_on, \
    r.funded_on, r.borrower_count, sp.city, sp.postal_code";

/// A row of the pipeline.
#[derive(Debug, FromRow)]
pub struct PipelineRow {
    pub id: i64,
    pub version: i32,
    pub loan_number: String,
    pub borrower_name: String,
    pub sort_name: String,
    pub stage_id: i64,
    pub stage_name: String,
    pub stage_kind: String,
    pub stage_rank: i16,
    pub stage_since: Timestamp,
    pub officer_name: Option<String>,
    pub amount_cents: i64,
    pub note_rate_millionths: Option<i64>,
    pub lock_expires_on: Option<Date>,
    pub closing_on: Option<Date>,
    pub next_deadline_on: Option<Date>,
    pub receipt_due_on: Option<Date>,
    pub purpose: Option<String>,
    pub state_code: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub processor_name: Option<String>,
    pub lender_name: Option<String>,
    pub branch_name: Option<String>,
    pub mortgage_type: Option<String>,
    pub lien: Option<String>,
    pub amortization: Option<String>,
    pub property_usage: Option<String>,
    pub term_months: Option<i16>,
    pub note_amount_cents: Option<i64>,
    pub purchase_price_cents: Option<i64>,
    pub appraised_value_cents: Option<i64>,
    pub application_on: Option<Date>,
    pub funded_on: Option<Date>,
    pub borrower_count: i16,
    pub city: Option<String>,
    pub postal_code: Option<String>,
}

/// A document with its sealed map.
#[derive(Debug)]
pub(crate) struct ApplicationRow {
    pub version: i32,
    pub document: Value,
    pub key_id: Option<i16>,
    pub ciphertext: Option<Vec<u8>>,
    /// The day on which the last of the six items of the TRID application arrived.
    pub trid_on: Option<Date>,
    /// When it arrived. Only meaningful with `trid_on`.
    pub trid_at: Timestamp,
    /// The time zone of the loan's branch.
    pub time_zone: String,
}

pub(crate) async fn application(tx: &mut impl InCompany, id: i64) -> Result<Option<ApplicationRow>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        ApplicationRow,
        "select a.version, a.document, s.key_id as \"key_id?\", s.ciphertext as \"ciphertext?\", l.trid_on,
                coalesce(l.trid_at, l.created_at) as \"trid_at!\", c.time_zone as \"time_zone!\"
         from loan_application a
         join loan l on l.company_id = $1 and l.id = a.loan_id
         join office_calendar c on c.company_id = $1 and c.org_unit_id = l.org_unit_id
         left join loan_secret s on s.company_id = $1 and s.loan_id = a.loan_id
         where a.company_id = $1
           and a.loan_id = $2",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Locks a loan's row until the transaction ends.
pub(crate) async fn lock_row(tx: &mut impl InCompany, id: i64) -> Result<()> {
    let company = tx.company();
    let found = sqlx::query!("select id from loan where company_id = $1 and id = $2 for update", company, id)
        .fetch_optional(&mut **tx)
        .await?;
    found.map(|_| ()).ok_or(Error::NotFound)
}

/// A changed application to be written.
pub(crate) struct Update<'a> {
    pub id: i64,
    pub application: &'a Application,
    pub projection: &'a Projection,
    pub sealed: Option<Sealed>,
    pub ssn_key_version: i16,
    pub ssn_keys: &'a [Option<Vec<u8>>],
    pub ssn_ending_keys: &'a [Option<Vec<u8>>],
    pub made: &'a [Made],
    /// The borrowers' records in the directory, in the order of the borrowers.
    pub linked: &'a [i64],
    /// What the directory does not have yet, and what it had from this loan and has changed.
    pub records: Value,
    pub followed: Value,
    pub cause: Cause,
}

/// The records that a loan's borrowers are linked to, by the items' ids.
pub(crate) async fn linked_borrowers(tx: &mut impl InCompany, id: i64) -> Result<HashMap<Uuid, i64>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select id, borrower_id as \"borrower_id!\"
         from loan_borrower
         where company_id = $1
           and loan_id = $2
           and borrower_id is not null",
        company,
        id
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.borrower_id)).collect())
}

/// Ids for records that are to be made.
pub(crate) async fn borrower_ids(tx: &mut impl InCompany, count: usize) -> Result<Vec<i64>> {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    Ok(sqlx::query_scalar!("select nextval('borrower_id') as \"id!\" from generate_series(1, $1::integer)", count)
        .fetch_all(&mut **tx)
        .await?)
}

/// Writes a changed application with everything that follows from it; answers the new version.
pub(crate) async fn update(tx: &mut impl InCompany, update: Update<'_>) -> Result<i32> {
    let Update {
        id,
        application,
        projection,
        sealed,
        ssn_key_version,
        ssn_keys,
        ssn_ending_keys,
        made,
        linked,
        records,
        followed,
        cause: Cause { by_rule, restored_from },
    } = update;
    let borrowers = BorrowerColumns::new(projection);
    let property = &projection.property;
    let document = serde_json::to_value(application).map_err(Error::internal)?;
    let paths: Vec<String> = made.iter().map(|change| change.path.clone()).collect();
    let before: Vec<Value> = made.iter().map(|change| change.before.clone()).collect();
    let after: Vec<Value> = made.iter().map(|change| change.after.clone()).collect();
    let positions: Vec<Option<i32>> =
        made.iter().map(|change| change.position.and_then(|position| position.try_into().ok())).collect();
    let noted = match restored_from {
        Some(at) => Some(json!({ "restoredFrom": at })),
        None => by_rule,
    };
    let (company, user) = (tx.company(), tx.user());
    let rtc_client_id = tx.rtc_client_id().map(str::to_owned);
    // Rows that are replaced go first: a statement does not see what its other parts have removed.
    sqlx::query!("delete from loan_borrower where company_id = $1 and loan_id = $2", company, id)
        .execute(&mut **tx)
        .await?;
    match sealed {
        Some(Sealed { key_id, ciphertext }) => {
            sqlx::query!(
                "insert into loan_secret (company_id, loan_id, key_id, ciphertext)
                 values ($1, $2, $3, $4)
                 on conflict (company_id, loan_id) do update set key_id = excluded.key_id, ciphertext = excluded.ciphertext",
                company,
                id,
                key_id,
                ciphertext
            )
            .execute(&mut **tx)
            .await?;
        }
        None => {
            sqlx::query!("delete from loan_secret where company_id = $1 and loan_id = $2", company, id)
                .execute(&mut **tx)
                .await?;
        }
    }
    let row = sqlx::query!(
        "with loan as (
           update loan
           set borrower_name = $3, sort_name = $4, purpose = $5, mortgage_type = $6, lien = $7, amortization = $8,
               property_usage = $9, state_code = $10, amount_cents = $11, note_amount_cents = $12,
               purchase_price_cents = $13, appraised_value_cents = $14, note_rate_millionths = $15, term_months = $16,
               application_on = coalesce($17, trid_on), borrower_count = $18, words = $19 || ' ' || id::text || ' ' || lower(loan_number),
               updated_at = now(), version = version + 1
           where company_id = $1
             and id = $2
           returning version, org_unit_id, officer_id, created_by, words
         ), application as (
           update loan_application
           set document = $20, schema = $21, version = version + 1
           where company_id = $1
             and loan_id = $2
           returning version
         ), borrower as (
           insert into loan_borrower (company_id, loan_id, id, position, first_name, last_name, name_key, email,
                                      email_key, phone, ssn_key, ssn_key_version, ssn_ending_key, borrower_id)
           select $1, $2, b.id, b.position, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone,
                  b.ssn_key, case when b.ssn_key is not null then $30::smallint end, b.ssn_ending_key, b.borrower_id
           from unnest($22::uuid[], $23::text[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[], $29::bytea[],
                       $43::bigint[], $46::bytea[])
                with ordinality as b(id, first_name, last_name, name_key, email, email_key, phone, ssn_key, borrower_id,
                                     ssn_ending_key, position)
         ), property as (
           update subject_property
           set line = $31, unit = $32, city = $33, county = $34, state_code = $10, postal_code = $35,
               is_to_be_determined = $36, unit_count = $37
           where company_id = $1
             and loan_id = $2
         ), history as (
           insert into field_change (company_id, loan_id, path, before, after, changed_by, changed_at, position, restored_from)
           select $1, $2, c.path, c.before, c.after, $38, statement_timestamp(), c.position, $49
           from unnest($39::text[], $40::jsonb[], $41::jsonb[], $48::integer[]) as c(path, before, after, position)
         ), audit as (
           insert into audit_entry (company_id, action, entity, entity_id, before, after)
           select $1, 'loan.change', 'loan', $2::bigint::text, jsonb_object_agg(c.path, c.before),
                  jsonb_object_agg(c.path, c.after) || coalesce($47::jsonb, '{}')
           from unnest($39::text[], $40::jsonb[], $41::jsonb[]) as c(path, before, after)
         ), event as (
           insert into event (company_id, kind, entity_id, rtc_client_id) values ($1, 'loan.changed', $2, $42)
         )
         select application.version,
                put_search_entry('loan', loan.org_unit_id, $2, loan.words) is null as \"written!\",
                put_borrowers($1, loan.org_unit_id, loan.officer_id, coalesce($38, loan.created_by), $44) is null as \"recorded!\",
                follow_borrowers($1, $45) is null as \"followed!\"
         from application, loan",
        company,
        id,
        projection.borrower_name,
        projection.sort_name,
        text(projection.purpose),
        text(projection.mortgage_type),
        text(projection.lien),
        text(projection.amortization),
        text(projection.property_usage),
        text(projection.state_code),
        projection.amount.cents(),
        projection.note_amount.map(Money::cents),
        projection.purchase_price.map(Money::cents),
        projection.appraised_value.map(Money::cents),
        projection.note_rate.map(Rate::millionths),
        small(projection.term_months),
        projection.application_on.map(Date) as Option<Date>,
        i16::try_from(projection.borrowers.len()).unwrap_or(i16::MAX),
        projection.words,
        document,
        SCHEMA,
        &borrowers.ids,
        &borrowers.first_names,
        &borrowers.last_names,
        &borrowers.name_keys,
        &borrowers.emails as &[Option<String>],
        &borrowers.email_keys as &[Option<String>],
        &borrowers.phones as &[Option<String>],
        ssn_keys as &[Option<Vec<u8>>],
        ssn_key_version,
        property.line,
        property.unit,
        property.city,
        property.county,
        property.postal_code,
        property.is_to_be_determined,
        small(property.unit_count),
        user,
        &paths,
        &before,
        &after,
        rtc_client_id,
        linked,
        records,
        followed,
        ssn_ending_keys as &[Option<Vec<u8>>],
        noted,
        &positions as &[Option<i32>],
        restored_from as Option<Timestamp>,
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.version)
}

/// Takes or refreshes the lock for this tab; false where another tab holds one that has not lapsed.
pub(crate) async fn take_lock(tx: &mut Tx, id: i64) -> Result<bool> {
    let taken = sqlx::query!(
        "insert into loan_lock as k (company_id, loan_id, session_id, membership_id)
         values ($1, $2, $3, $4)
         on conflict (company_id, loan_id) do update
         set session_id = $3, membership_id = $4, refreshed_at = now(),
             since = case when k.session_id = $3 then k.since else now() end
         where k.session_id = $3
            or k.refreshed_at <= now() - interval '90 seconds'",
        tx.company(),
        id,
        tx.actor().session,
        tx.actor().membership()
    )
    .execute(&mut **tx)
    .await?;
    Ok(taken.rows_affected() == 1)
}

pub(crate) async fn drop_lock(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("delete from loan_lock where company_id = $1 and loan_id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(crate) async fn drop_locks_of_session(tx: &mut Tx) -> Result<()> {
    let session = tx.actor().session;
    sqlx::query!("delete from loan_lock where company_id = $1 and session_id = $2", tx.company(), session)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
