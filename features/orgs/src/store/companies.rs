//! SQL for companies as the provider sees them.

use crate::{
    provider::{
        company::{BranchRow, Details, Domain, Out},
        list::Row,
    },
    unit::Address,
};
use platform::{Result, Tx, db::Timestamp};

/// A page of companies whose name, hosts or NMLS id contain every word, and their total number.
pub(crate) async fn list(
    tx: &mut Tx,
    text: &str,
    states: &[String],
    limit: u32,
    offset: u32,
) -> Result<(Vec<Row>, i64)> {
    let words: Vec<String> = text
        .to_lowercase()
        .split_whitespace()
        .map(|word| format!("%{}%", word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")))
        .collect();
    let rows = sqlx::query!(
        "with page as (
           select c.id, count(*) over () as count
           from org_unit c
           where c.id = c.company_id
             and c.state = any ($2)
             and lower(concat_ws(' ', c.display_name, c.name, c.nmls_id,
                                 (select string_agg(d.host, ' ') from org_domain d where d.org_unit_id = c.id))) like all ($1)
           order by lower(c.display_name), c.id
           limit $3
           offset $4
         )
         select c.id, c.type as unit_type, c.state, c.display_name, c.nmls_id, c.state_code,
                c.created_at as \"created_at: Timestamp\", page.count as \"count!\",
                (select min(d.host) from org_domain d where d.org_unit_id = c.id and d.context = 'LOS') as host,
                (select count(*) from org_unit b where b.parent_id = c.id and b.type = 'BRANCH') as \"branches!\",
                (select count(*) from app_user u where u.home_company_id = c.id and u.state <> 'DEACTIVATED') as \"people!\"
         from page
         join org_unit c on c.id = page.id
         order by lower(c.display_name), c.id",
        &words,
        states,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(&mut **tx)
    .await?;
    let count = rows.first().map_or(0, |row| row.count);
    let rows = rows
        .into_iter()
        .map(|row| Row {
            id: row.id,
            unit_type: row.unit_type,
            state: row.state,
            display_name: row.display_name,
            nmls_id: row.nmls_id,
            state_code: row.state_code,
            host: row.host,
            branches: row.branches,
            people: row.people,
            created_at: row.created_at,
        })
        .collect();
    Ok((rows, count))
}

/// A company with its hosts and branches.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Option<Out>> {
    let found = sqlx::query!(
        "select c.id, c.type as unit_type, c.state, c.name, c.display_name, c.slug, c.nmls_id, c.street, c.city, c.state_code,
                c.postal_code, c.time_zone, c.is_non_delegated, c.version, c.created_at as \"created_at: Timestamp\",
                (select count(*) from app_user u where u.home_company_id = c.id and u.state <> 'DEACTIVATED') as \"people!\"
         from org_unit c
         where c.id = $1
           and c.id = c.company_id",
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let domains = sqlx::query_as!(
        Domain,
        "select host, context from org_domain where org_unit_id = $1 order by context, host",
        id
    )
    .fetch_all(&mut **tx)
    .await?;
    let branches = sqlx::query_as!(
        BranchRow,
        "select b.id, b.display_name, b.nmls_id, b.state_code, b.state,
                (select count(*) from membership m where m.company_id = b.company_id and m.org_unit_id = b.id and m.active)
                  as \"people!\"
         from org_unit b
         where b.company_id = $1
           and b.type = 'BRANCH'
         order by lower(b.display_name), b.id
         limit 1000",
        id
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(Some(Out {
        id: found.id,
        unit_type: found.unit_type,
        details: Details {
            state: found.state,
            name: found.name,
            display_name: found.display_name,
            slug: found.slug,
            nmls_id: found.nmls_id,
            address: Address {
                street: found.street,
                city: found.city,
                state_code: found.state_code,
                postal_code: found.postal_code,
            },
            time_zone: found.time_zone,
            is_non_delegated: found.is_non_delegated,
        },
        domains,
        branches,
        people: found.people,
        created_at: found.created_at,
        version: found.version,
    }))
}

/// Writes a company's details if the version matches. State and time zone are part of the cached rights of its users,
/// so changing them makes those stale.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, details: &Details) -> Result<bool> {
    let updated = sqlx::query!(
        "update org_unit
         set access_version = access_version + (state <> $3 or time_zone <> $12)::integer,
             state = $3,
             name = $4,
             display_name = $5,
             slug = $6,
             nmls_id = $7,
             street = $8,
             city = $9,
             state_code = $10,
             postal_code = $11,
             time_zone = $12,
             is_non_delegated = $13,
             version = version + 1
         where id = $1
           and id = company_id
           and version = $2",
        id,
        version,
        details.state,
        details.name,
        details.display_name,
        details.slug,
        details.nmls_id,
        details.address.street,
        details.address.city,
        details.address.state_code,
        details.address.postal_code,
        details.time_zone,
        details.is_non_delegated
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Increments the version if it matches, for changes of dependent records.
pub(crate) async fn next_version(tx: &mut Tx, id: i64, version: i32) -> Result<bool> {
    let updated = sqlx::query!("update org_unit set version = version + 1 where id = $1 and version = $2", id, version)
        .execute(&mut **tx)
        .await?;
    Ok(updated.rows_affected() == 1)
}

/// Replaces a company's hosts.
pub(crate) async fn put_domains(tx: &mut Tx, id: i64, domains: &[Domain]) -> Result<()> {
    let hosts: Vec<String> = domains.iter().map(|domain| domain.host.clone()).collect();
    let contexts: Vec<String> = domains.iter().map(|domain| domain.context.clone()).collect();
    sqlx::query!("delete from org_domain where org_unit_id = $1", id).execute(&mut **tx).await?;
    sqlx::query!(
        "insert into org_domain (host, context, org_unit_id)
         select host, context, $1
         from unnest($2::text[], $3::text[]) as given(host, context)",
        id,
        &hosts,
        &contexts
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns true if a host belongs to another unit.
pub(crate) async fn is_host_of_another(tx: &mut Tx, host: &str, id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from org_domain where host = $1 and org_unit_id <> $2) as \"taken!\"",
        host,
        id
    )
    .fetch_one(&mut **tx)
    .await?)
}

pub(crate) async fn is_slug_taken(tx: &mut Tx, slug: &str) -> Result<bool> {
    Ok(sqlx::query_scalar!("select exists (select from org_unit where slug = $1) as \"taken!\"", slug)
        .fetch_one(&mut **tx)
        .await?)
}

/// Moves the transaction into the company that it just created.
pub(crate) async fn enter_new(tx: &mut Tx, company: i64) -> Result<()> {
    sqlx::query!("select provider_enter_new_company($1) is null as entered", company).fetch_one(&mut **tx).await?;
    Ok(())
}
