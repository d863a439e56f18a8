//! SQL for borrowers.

pub(crate) mod duplicates;
pub(crate) mod known;
pub(crate) mod leads;
pub(crate) mod merges;
pub(crate) mod rehash;

use crate::{
    directory::Told,
    matching,
    record::{AddressOut, Facts, Owner, Relative},
    timeline::Entry,
};
use lending::{
    matching::{Fingerprint, Person},
    values::name_key,
};
use platform::{Error, InCompany, Result, Tx, db::Timestamp};
use sqlx::FromRow;

pub(crate) async fn is_known_email(tx: &mut Tx, emails: &[String]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from loan_contact where company_id = $1 and email_key = any ($2)) as \"known!\"",
        tx.company(),
        emails
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Columns of the list, over `r`, the owner `m` and the loans `n`.
pub(crate) const LIST_COLUMNS: &str = "r.id, r.first_name, r.last_name, r.sort_name, r.email, r.phone, \
    m.name as owner_name, n.loans, r.created_at, r.updated_at";

/// A borrower in the list.
#[derive(Debug, FromRow)]
pub struct ListRow {
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub sort_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub owner_name: Option<String>,
    pub loans: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A directory record.
pub(crate) struct Record {
    pub org_unit_id: i64,
    pub facts: Facts,
    pub owner_name: Option<String>,
    pub branch_name: Option<String>,
    pub ssn_key: Option<Vec<u8>>,
    pub birth_key: Option<Vec<u8>>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub version: i32,
    /// The active membership owns it or works on one of its loans.
    pub is_own: bool,
}

/// Finds a record of the company, regardless of scope.
pub(crate) async fn record(tx: &mut Tx, id: i64) -> Result<Option<Record>> {
    let row = sqlx::query!(
        "select b.org_unit_id, b.owner_id, b.first_name, b.last_name, b.email, b.phone, b.line, b.unit, b.city, b.state_code,
                b.postal_code, b.ssn_key, b.birth_key,
                b.created_at as \"created_at: Timestamp\", b.updated_at as \"updated_at: Timestamp\", b.version,
                m.name as owner_name, u.display_name as \"branch_name?\",
                b.owner_id = $3 or exists (select
                                           from borrower_member t
                                           where t.company_id = $1 and t.membership_id = $3 and t.borrower_id = b.id) as \"is_own!\"
         from borrower b
         left join member m on m.company_id = $1 and m.membership_id = b.owner_id
         left join org_unit u on u.company_id = $1 and u.id = b.org_unit_id
         where b.company_id = $1
           and b.id = $2",
        tx.company(),
        id,
        tx.actor().membership()
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| Record {
        org_unit_id: row.org_unit_id,
        facts: Facts {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            cell_phone: row.phone,
            address: AddressOut::of_columns(row.line, row.unit, row.city, row.state_code, row.postal_code),
            owner_id: row.owner_id,
        },
        owner_name: row.owner_name,
        branch_name: row.branch_name,
        ssn_key: row.ssn_key,
        birth_key: row.birth_key,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
        is_own: row.is_own,
    }))
}

/// Finds an active member of the company.
pub(crate) async fn owner(tx: &mut Tx, membership: i64) -> Result<Option<Owner>> {
    Ok(sqlx::query_as!(
        Owner,
        "select membership_id as \"membership!\", org_unit_id as \"org_unit!\"
         from member
         where company_id = $1
           and membership_id = $2
           and is_active",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

pub(crate) async fn create(tx: &mut Tx, owner: Owner, told: &Told) -> Result<i64> {
    let id = sqlx::query_scalar!("select nextval('borrower_id') as \"id!\"").fetch_one(&mut **tx).await?;
    let (company, user) = (tx.company(), tx.actor().user);
    let people = serde_json::json!([told.record(id, 0)]);
    sqlx::query!(
        "select put_borrowers($1, $2, $3, $4, $5) is null as done",
        company,
        owner.org_unit,
        owner.membership,
        user,
        people
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(id)
}

/// Updates a record if its version matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, org_unit: i64, facts: &Facts) -> Result<bool> {
    let Facts { first_name, last_name, email, cell_phone, address, owner_id } = facts;
    let [line, unit, city, state_code, postal_code] = address.columns();
    let full_name = name_key(&format!("{first_name} {last_name}"));
    let sort_name = name_key(&format!("{last_name} {first_name}"));
    let email_key = email.as_deref().map(str::to_lowercase);
    let updated = sqlx::query!(
        "with written as (
           update borrower
           set org_unit_id = $4, owner_id = $5, first_name = $6, last_name = $7, name_key = $8, sort_name = $9, email = $10,
               email_key = $11, phone = $12, line = $13, unit = $14, city = $15, state_code = $16, postal_code = $17,
               words = concat_ws(' ', $8::text, $11::text, $12::text), updated_at = now(), version = version + 1
           where company_id = $1
             and id = $2
             and version = $3
           returning words
         )
         select put_search_entry('borrower', $4, $2, words) is null as done from written",
        tx.company(),
        id,
        version,
        org_unit,
        owner_id,
        first_name,
        last_name,
        full_name,
        sort_name,
        email.as_deref(),
        email_key,
        cell_phone.as_deref(),
        line,
        unit,
        city,
        state_code,
        postal_code
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(updated.is_some())
}

/// A loan of a borrower with the data that determines access.
pub(crate) struct LoanRow {
    pub loan_id: i64,
    pub position: i16,
    pub org_unit_id: i64,
    pub loan_number: String,
    pub amount_cents: i64,
    pub stage_id: i64,
    pub stage_name: String,
    pub stage_kind: String,
    pub officer_name: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub is_own: bool,
}

/// The borrower's loans, newest first.
pub(crate) async fn loans(tx: &mut Tx, id: i64) -> Result<Vec<LoanRow>> {
    Ok(sqlx::query_as!(
        LoanRow,
        "select l.loan_id as \"loan_id!\", min(l.position) as \"position!\", l.org_unit_id as \"org_unit_id!\",
                l.loan_number as \"loan_number!\", l.amount_cents as \"amount_cents!\", l.stage_id as \"stage_id!\",
                l.stage_name as \"stage_name!\", l.stage_kind as \"stage_kind!\", m.name as officer_name,
                l.created_at as \"created_at!: Timestamp\", l.updated_at as \"updated_at!: Timestamp\",
                exists (select
                        from loan_member t
                        where t.company_id = $1 and t.loan_id = l.loan_id and t.membership_id = $3) as \"is_own!\"
         from borrower_loan l
         left join member m on m.company_id = $1 and m.membership_id = l.officer_id
         where l.company_id = $1
           and l.borrower_id = $2
         group by l.loan_id, l.org_unit_id, l.loan_number, l.amount_cents, l.stage_id, l.stage_name, l.stage_kind, m.name,
                  l.created_at, l.updated_at
         order by l.created_at desc, l.loan_id desc
         limit 200",
        tx.company(),
        id,
        tx.actor().membership()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A borrower's relatives by name.
pub(crate) async fn relatives(tx: &mut Tx, id: i64) -> Result<Vec<Relative>> {
    Ok(sqlx::query_as!(
        Relative,
        "select b.id, b.first_name || ' ' || b.last_name as \"name!\", r.relation
         from borrower_relative r
         join borrower b on b.company_id = $1 and b.id = r.relative_id
         where r.company_id = $1
           and r.borrower_id = $2
         order by b.sort_name, b.id",
        tx.company(),
        id
    )
    .fetch_all(&mut **tx)
    .await?)
}

const RELATIVES_MAX: i64 = 50;

/// Sets the relation of two borrowers.
pub(crate) async fn put_relative(tx: &mut Tx, id: i64, relative: i64, relation: &str, back: &str) -> Result<()> {
    let count = sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from borrower_relative
         where company_id = $1 and borrower_id = any (array[$2, $3]::bigint[])",
        tx.company(),
        id,
        relative
    )
    .fetch_one(&mut **tx)
    .await?;
    if count > RELATIVES_MAX {
        return Err(Error::field("relative", "A borrower has at most 50 relatives"));
    }
    sqlx::query!(
        "insert into borrower_relative (company_id, borrower_id, relative_id, relation)
         values ($1, $2, $3, $4), ($1, $3, $2, $5)
         on conflict (company_id, borrower_id, relative_id) do update set relation = excluded.relation",
        tx.company(),
        id,
        relative,
        relation,
        back
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Removes the relation of two borrowers. Returns false if there was none.
pub(crate) async fn remove_relative(tx: &mut Tx, id: i64, relative: i64) -> Result<bool> {
    let removed = sqlx::query!(
        "delete from borrower_relative
         where company_id = $1
           and (borrower_id, relative_id) in (($2, $3), ($3, $2))",
        tx.company(),
        id,
        relative
    )
    .execute(&mut **tx)
    .await?;
    Ok(removed.rows_affected() > 0)
}

/// Timeline entries of a borrower and these loans and leads, newest first.
pub(crate) async fn timeline(tx: &mut Tx, id: i64, loans: &[i64], leads: &[i64], limit: i64) -> Result<Vec<Entry>> {
    Ok(sqlx::query_as!(
        Entry,
        "select t.at as \"at!: Timestamp\", t.kind as \"kind!\", t.loan_id, t.loan_number, t.stage_name, t.lead_id,
                p.name as by
         from (
           (select distinct created_at as at, 'loan.created' as kind, loan_id, loan_number, null::text as stage_name,
                   null::bigint as lead_id, created_by as user_id
            from borrower_loan
            where company_id = $1 and borrower_id = $2 and loan_id = any ($3))
           union all
           (select s.at, 'loan.stage', s.loan_id, l.loan_number, s.stage_name, null, s.changed_by
            from loan_stage_step s
            join (select distinct loan_id, loan_number
                  from borrower_loan
                  where company_id = $1 and borrower_id = $2 and loan_id = any ($3)) l on l.loan_id = s.loan_id
            where s.company_id = $1 and s.loan_id = any ($3)
            order by s.at desc
            limit $4)
           union all
           (select created_at, 'lead.created', null, null, null, lead_id, created_by
            from lead_summary
            where company_id = $1 and lead_id = any ($5))
           union all
           (select at, 'lead.' || lower(kind), null, null, status_name, lead_id, user_id
            from lead_step
            where company_id = $1
              and lead_id = any (array(select unnest($5::bigint[])
                                       union
                                       select part_id from lead_part where company_id = $1 and lead_id = any ($5)))
            order by at desc
            limit $4)
           union all
           (select at, action, null, null, null, null, active_user_id
            from audit_entry
            where company_id = $1
              and entity = 'borrower'
              and entity_id = any (array(select $2::bigint::text
                                         union all
                                         select p.record_id::text
                                         from merge m
                                         join merge_part p on p.company_id = $1 and p.merge_id = m.id
                                         where m.company_id = $1 and m.survivor_id = $2 and m.undone_at is null))
              and action in ('borrower.create', 'borrower.edit', 'borrower.merge', 'borrower.unmerge')
            order by id desc
            limit $4)
         ) t
         left join person p on p.user_id = t.user_id
         order by t.at desc, t.loan_id desc nulls last
         limit $4",
        tx.company(),
        id,
        loans,
        limit,
        leads
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Records as the matching register stores them.
pub(crate) async fn told(tx: &mut impl InCompany, ids: &[i64]) -> Result<Vec<matching::Told>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select id, org_unit_id, owner_id, created_at as \"created_at: Timestamp\", first_name, last_name, email, phone,
                ssn_key, birth_key, line, postal_code
         from borrower
         where company_id = $1
           and id = any ($2)",
        company,
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    let told = rows.into_iter().map(|row| matching::Told {
        record: matching::Record { kind: matching::RecordKind::Borrower, id: row.id },
        org_unit: row.org_unit_id,
        owner: Some(row.owner_id),
        created_at: row.created_at,
        people: vec![Person {
            first_name: row.first_name,
            last_name: row.last_name,
            emails: row.email.and_then(|text| text.parse().ok()).into_iter().collect(),
            phones: row.phone.and_then(|text| text.parse().ok()).into_iter().collect(),
            taxpayer_identifier: row.ssn_key.map(Fingerprint),
            birth_date: row.birth_key.map(Fingerprint),
            street: row.line,
            postal_code: row.postal_code.and_then(|text| text.parse().ok()),
        }],
    });
    Ok(told.collect())
}
