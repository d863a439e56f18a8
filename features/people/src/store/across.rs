//! SQL for users of all companies. Only for the provider's super administrator.

use platform::{Result, Tx};
use serde::Deserialize;

/// Ids of a page of users, and their total number.
pub(crate) struct Ids {
    pub ids: Vec<i64>,
    pub count: i64,
}

/// A row of such a page.
struct Id {
    id: i64,
    count: i64,
}

fn page(rows: Vec<Id>) -> Ids {
    let count = rows.first().map_or(0, |row| row.count);
    Ids { ids: rows.into_iter().map(|row| row.id).collect(), count }
}

/// `like` patterns that find each word anywhere.
fn patterns(text: &str) -> Vec<String> {
    text.to_lowercase().split_whitespace().map(pattern).collect()
}

fn pattern(word: &str) -> String {
    format!("%{}%", word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

/// The longest word uses the index; the others are compared.
fn longest(patterns: &[String]) -> String {
    patterns.iter().max_by_key(|pattern| pattern.len()).cloned().unwrap_or_else(|| "%".to_owned())
}

/// Users whose name contains every word.
pub(crate) async fn named(tx: &mut Tx, text: &str, limit: u32, offset: u32) -> Result<Ids> {
    let patterns = patterns(text);
    let rows = sqlx::query_as!(
        Id,
        "select id, count(*) over () as \"count!\"
         from app_user
         where lower(first_name || ' ' || last_name) like $1
           and lower(first_name || ' ' || last_name) like all ($2)
         order by last_name, first_name, id
         limit $3
         offset $4",
        longest(&patterns),
        &patterns,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(page(rows))
}

/// Users whose email address contains the text.
pub(crate) async fn with_address(tx: &mut Tx, text: &str, limit: u32, offset: u32) -> Result<Ids> {
    let rows = sqlx::query_as!(
        Id,
        "select id, count(*) over () as \"count!\"
         from app_user
         where email_key like $1
         order by email_key
         limit $2
         offset $3",
        pattern(&text.to_lowercase()),
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(page(rows))
}

/// Users of companies whose name contains every word, grouped by company.
pub(crate) async fn of_companies_named(tx: &mut Tx, text: &str, limit: u32, offset: u32) -> Result<Ids> {
    let rows = sqlx::query_as!(
        Id,
        "select u.id, count(*) over () as \"count!\"
         from org_unit c
         join app_user u on u.home_company_id = c.id
         where c.id = c.company_id
           and lower(c.display_name || ' ' || c.name) like all ($1)
         order by lower(c.display_name), c.id, u.last_name, u.first_name, u.id
         limit $2
         offset $3",
        &patterns(text),
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(page(rows))
}

/// Users with this NMLS id, or who work in the company or branch that has it.
pub(crate) async fn with_nmls_id(tx: &mut Tx, nmls_id: &str, limit: u32, offset: u32) -> Result<Ids> {
    let rows = sqlx::query_as!(
        Id,
        "select u.id, count(*) over () as \"count!\"
         from app_user u
         where u.id in (
           select p.id from app_user p where p.nmls_id = $1
           union
           select m.user_id
           from org_unit o
           join membership m on m.company_id = o.company_id and m.active
           where o.nmls_id = $1
             and (o.id = o.company_id or m.org_unit_id = o.id)
         )
         order by u.nmls_id is not distinct from $1 desc, u.last_name, u.first_name, u.id
         limit $2
         offset $3",
        nmls_id,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(page(rows))
}

/// People on a loan of any company: user, loan number, roles.
pub(crate) async fn on_loan(tx: &mut Tx, loan: i64) -> Result<Vec<(i64, String, Vec<String>)>> {
    let rows = sqlx::query!(
        "select user_id as \"user_id!\", loan_number as \"loan_number!\", roles as \"roles!\"
         from provider_find_loan_people($1)",
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.loan_number, row.roles)).collect())
}

/// Returns true if an id is a company's.
pub(crate) async fn is_company(tx: &mut Tx, company: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from org_unit where id = $1 and id = company_id) as \"is_company!\"",
        company
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Users of a company, and others who work in it, whose name or email address contains every word.
pub(crate) async fn of_company(tx: &mut Tx, company: i64, text: &str, limit: u32, offset: u32) -> Result<Ids> {
    let rows = sqlx::query_as!(
        Id,
        "select u.id, count(*) over () as \"count!\"
         from app_user u
         where u.id in (
           select h.id from app_user h where h.home_company_id = $1
           union
           select m.user_id from membership m where m.company_id = $1 and m.active
         )
           and lower(u.first_name || ' ' || u.last_name || ' ' || u.email) like all ($2)
         order by u.last_name, u.first_name, u.id
         limit $3
         offset $4",
        company,
        &patterns(text),
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(page(rows))
}

/// A user with company and units.
#[derive(Debug)]
pub(crate) struct Found {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub nmls_id: Option<String>,
    pub state: String,
    pub company: i64,
    pub company_name: String,
    pub company_state: String,
    pub units: Vec<Unit>,
    pub is_of_provider: bool,
}

/// A unit in which a user works.
#[derive(Debug, Deserialize)]
pub(crate) struct Unit {
    pub id: i64,
    pub display_name: String,
    pub is_provider: bool,
    /// Role codes, primary role first.
    pub roles: Vec<String>,
}

/// Users of a page, in its order.
pub(crate) async fn details(tx: &mut Tx, ids: &[i64]) -> Result<Vec<Found>> {
    let rows = sqlx::query!(
        "select u.id, u.first_name || ' ' || u.last_name as \"name!\", u.email, u.nmls_id, u.state,
                c.id as company, c.display_name as company_name, c.state as company_state, c.type as company_type,
                (select coalesce(json_agg(json_build_object(
                          'id', b.id,
                          'display_name', b.display_name,
                          'is_provider', w.type = 'PROVIDER',
                          'roles', array(select r.role
                                         from membership_role r
                                         where r.company_id = m.company_id and r.membership_id = m.id
                                         order by r.position))
                        order by b.type = 'BRANCH', b.display_name, b.id), '[]')
                 from membership m
                 join org_unit b on b.id = m.org_unit_id
                 join org_unit w on w.id = m.company_id
                 where m.user_id = u.id and m.active) as \"units!: sqlx::types::Json<Vec<Unit>>\"
         from unnest($1::bigint[]) with ordinality as wanted(id, place)
         join app_user u on u.id = wanted.id
         join org_unit c on c.id = u.home_company_id
         order by wanted.place",
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Found {
            id: row.id,
            name: row.name,
            email: row.email,
            nmls_id: row.nmls_id,
            state: row.state,
            company: row.company,
            company_name: row.company_name,
            company_state: row.company_state,
            is_of_provider: row.company_type == "PROVIDER" || row.units.0.iter().any(|unit| unit.is_provider),
            units: row.units.0,
        })
        .collect())
}
