//! SQL for business contacts.

use crate::{companies, list::CategoryOut, record::Facts};
use lending::values::name_key;
use platform::{Result, Tx, db::Timestamp};
use sqlx::FromRow;

/// Columns of the list, over `r`, the category `g`, the company `c` and the owner `m`.
pub(crate) const LIST_COLUMNS: &str = "r.id, r.first_name, r.last_name, r.sort_name, r.company_key, r.email, r.phone, \
    r.category_id, g.name as category_name, r.contact_company_id, c.name as contact_company_name, m.name as owner_name, \
    r.updated_at";

/// A contact in the list.
#[derive(Debug, FromRow)]
pub struct ListRow {
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub sort_name: String,
    pub company_key: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub category_id: i64,
    pub category_name: String,
    pub contact_company_id: Option<i64>,
    pub contact_company_name: Option<String>,
    pub owner_name: Option<String>,
    pub updated_at: Timestamp,
}

/// A contact as stored.
pub(crate) struct Record {
    pub id: i64,
    pub org_unit_id: i64,
    pub facts: Facts,
    pub category_name: String,
    pub company_name: Option<String>,
    pub owner_name: Option<String>,
    pub branch_name: Option<String>,
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub version: i32,
}

/// Finds a contact of the company, regardless of scope.
pub(crate) async fn record(tx: &mut Tx, id: i64) -> Result<Option<Record>> {
    let row = sqlx::query!(
        "select b.org_unit_id, b.owner_id, b.first_name, b.last_name, b.email, b.phone, b.category_id, b.contact_company_id,
                g.name as category_name, c.name as \"company_name?\", m.name as owner_name,
                u.display_name as \"branch_name?\", p.name as created_by, b.created_at as \"created_at: Timestamp\",
                b.updated_at as \"updated_at: Timestamp\", b.version
         from business_contact b
         join contact_category g on g.company_id = $1 and g.id = b.category_id
         left join business_contact_company c on c.company_id = $1 and c.id = b.contact_company_id
         left join member m on m.company_id = $1 and m.membership_id = b.owner_id
         left join org_unit u on u.company_id = $1 and u.id = b.org_unit_id
         left join person p on p.user_id = b.created_by
         where b.company_id = $1
           and b.id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| Record {
        id,
        org_unit_id: row.org_unit_id,
        facts: Facts {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            category: row.category_id,
            contact_company: row.contact_company_id,
            owner_id: row.owner_id,
        },
        category_name: row.category_name,
        company_name: row.company_name,
        owner_name: row.owner_name,
        branch_name: row.branch_name,
        created_by: row.created_by,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }))
}

pub(crate) async fn create(tx: &mut Tx, org_unit: i64, facts: &Facts) -> Result<i64> {
    let Facts { first_name, last_name, email, phone, category, contact_company, owner_id } = facts;
    let full_name = name_key(&format!("{first_name} {last_name}"));
    let sort_name = name_key(&format!("{last_name} {first_name}"));
    let email_key = email.as_deref().map(str::to_lowercase);
    let row = sqlx::query!(
        "with employer as (
           select coalesce((select name_key from business_contact_company where company_id = $1 and id = $10), '') as key
         ), made as (
           insert into business_contact (company_id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email,
                                         email_key, phone, contact_company_id, company_key, category_id, words, created_by)
           select $1, $2, $3, $4, $5, $6, $7, $8, $13, $9, $10, employer.key, $11,
                  concat_ws(' ', $6::text, nullif(employer.key, ''), $13::text, $9::text), $12
           from employer
           returning id, words
         )
         select id, put_search_entry('contact', $2, id, words) is null as done from made",
        tx.company(),
        org_unit,
        owner_id,
        first_name,
        last_name,
        full_name,
        sort_name,
        email.as_deref(),
        phone.as_deref(),
        *contact_company,
        category,
        tx.actor().user,
        email_key
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.id)
}

/// Updates a contact if its version matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, org_unit: i64, facts: &Facts) -> Result<bool> {
    let Facts { first_name, last_name, email, phone, category, contact_company, owner_id } = facts;
    let full_name = name_key(&format!("{first_name} {last_name}"));
    let sort_name = name_key(&format!("{last_name} {first_name}"));
    let email_key = email.as_deref().map(str::to_lowercase);
    let updated = sqlx::query!(
        "with employer as (
           select coalesce((select name_key from business_contact_company where company_id = $1 and id = $12), '') as key
         ), written as (
           update business_contact
           set org_unit_id = $4, owner_id = $5, first_name = $6, last_name = $7, name_key = $8, sort_name = $9, email = $10,
               email_key = $14, phone = $11, contact_company_id = $12, company_key = employer.key, category_id = $13,
               words = concat_ws(' ', $8::text, nullif(employer.key, ''), $14::text, $11::text), updated_at = now(),
               version = version + 1
           from employer
           where company_id = $1
             and id = $2
             and version = $3
           returning words
         )
         select put_search_entry('contact', $4, $2, words) is null as done from written",
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
        phone.as_deref(),
        *contact_company,
        category,
        email_key
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(updated.is_some())
}

/// Deletes a contact and its search entries.
pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!(
        "with removed as (
           delete from business_contact where company_id = $1 and id = $2 returning id
         )
         select remove_search_entry('contact', id) is null as done from removed",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(())
}

/// Returns true if a category is active.
pub(crate) async fn is_category(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(categories(tx).await?.iter().any(|category| category.id == id))
}

/// Active categories in the company's order.
pub async fn categories(tx: &mut Tx) -> Result<Vec<CategoryOut>> {
    Ok(sqlx::query_as!(
        CategoryOut,
        "select id as \"id!\", name as \"name!\"
         from list_choice
         where company_id = $1
           and list = 'contact-category'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Branch of an active member.
pub(crate) async fn unit_of_member(tx: &mut Tx, membership: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select org_unit_id as \"org_unit!\" from member where company_id = $1 and membership_id = $2 and is_active",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Companies by name, and their total number.
pub(crate) async fn companies(tx: &mut Tx, text: &str, limit: u32, offset: u32) -> Result<(Vec<companies::Out>, i64)> {
    let key = name_key(text);
    let rows = sqlx::query!(
        "select id, name, phone, website, version, count(*) over () as \"count!\"
         from business_contact_company
         where company_id = $1
           and strpos(name_key, $2) > 0
         order by name_key, id
         limit $3
         offset $4",
        tx.company(),
        key,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let company = rows.into_iter().map(|row| companies::Out {
        id: row.id,
        name: row.name,
        phone: row.phone,
        website: row.website,
        version: row.version,
    });
    Ok((company.collect(), count))
}

/// Finds a company.
pub(crate) async fn company(tx: &mut Tx, id: i64) -> Result<Option<companies::Out>> {
    Ok(sqlx::query_as!(
        companies::Out,
        "select id, name, phone, website, version from business_contact_company where company_id = $1 and id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Finds a company by normalized name.
pub(crate) async fn company_by_name(tx: &mut Tx, name: &str) -> Result<Option<companies::Out>> {
    Ok(sqlx::query_as!(
        companies::Out,
        "select id, name, phone, website, version from business_contact_company where company_id = $1 and name_key = $2",
        tx.company(),
        name_key(name)
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Adds a company. `None` if another one has its name.
pub(crate) async fn create_company(tx: &mut Tx, facts: &companies::Facts) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "insert into business_contact_company (company_id, name, name_key, phone, website)
         values ($1, $2, $3, $4, $5)
         on conflict (company_id, name_key) do nothing
         returning id",
        tx.company(),
        facts.name,
        name_key(&facts.name),
        facts.phone.as_deref(),
        facts.website.as_deref()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Updates a company if its version matches, and the sort and search keys of its contacts.
pub(crate) async fn update_company(tx: &mut Tx, id: i64, version: i32, facts: &companies::Facts) -> Result<bool> {
    let updated = sqlx::query!(
        "update business_contact_company
         set name = $4, name_key = $5, phone = $6, website = $7, version = version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        tx.company(),
        id,
        version,
        facts.name,
        name_key(&facts.name),
        facts.phone.as_deref(),
        facts.website.as_deref()
    )
    .execute(&mut **tx)
    .await?;
    if updated.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "with written as (
           update business_contact
           set company_key = $3, words = concat_ws(' ', name_key, nullif($3, ''), email_key, phone)
           where company_id = $1
             and contact_company_id = $2
             and company_key <> $3
           returning id, org_unit_id, words
         )
         select count(put_search_entry('contact', org_unit_id, id, words)) from written",
        tx.company(),
        id,
        name_key(&facts.name)
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(true)
}
