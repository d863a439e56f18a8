//! SQL for companies, branches, hosts and branding.

pub(crate) mod announcements;
pub(crate) mod branches;
pub(crate) mod branding;
pub(crate) mod companies;
pub(crate) mod images;
pub(crate) mod lists;
pub(crate) mod units;

use platform::{Result, mail::Look};
use sqlx::{PgConnection, PgPool};

/// Branding as stored.
#[derive(Debug)]
pub(crate) struct ThemeRow {
    pub org_unit_id: i64,
    pub company_name: String,
    pub logo: String,
    pub app_title: Option<String>,
    pub asset_path: String,
    pub remote_asset_path: Option<String>,
    pub theme_name: Option<String>,
    pub theme_color: Option<String>,
    pub login_title: Option<String>,
    pub compliance_logo: Option<String>,
    pub light_logo_url: Option<String>,
    pub is_realtor_portal_old_url: bool,
    pub los_remote_asset_path: Option<String>,
}

/// Branding of the host's company, or of the slug's company.
pub(crate) async fn theme(connection: &mut PgConnection, host: &str, slug: Option<&str>) -> Result<Option<ThemeRow>> {
    Ok(sqlx::query_as!(
        ThemeRow,
        "with named as (
           select org_unit_id, 1 as place from org_domain where host = $1
           union all
           select id, 2 from org_unit where slug = $2
         )
         select c.id as org_unit_id, c.display_name as company_name, coalesce(t.logo, 'logo.svg') as \"logo!\", t.app_title,
                coalesce(t.asset_path, '/assets') as \"asset_path!\", t.remote_asset_path, t.theme_name, t.theme_color,
                coalesce(t.login_title, c.display_name) as login_title, t.compliance_logo, t.light_logo_url,
                coalesce(t.is_realtor_portal_old_url, false) as \"is_realtor_portal_old_url!\", t.los_remote_asset_path
         from named
         join org_unit u on u.id = named.org_unit_id
         join org_unit c on c.id = u.company_id
         left join org_theme t on t.org_unit_id = c.id
         order by named.place
         limit 1",
        host,
        slug
    )
    .fetch_optional(connection)
    .await?)
}

/// LOS, POS or REALTOR. `None` if the host belongs to no company.
pub(crate) async fn context_of_host(connection: &mut PgConnection, host: &str) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!("select context from org_domain where host = $1", host).fetch_optional(connection).await?)
}

/// Name, color and NMLS id of a company for its mail.
pub(crate) async fn look(pool: &PgPool, company: i64) -> Result<Option<Look>> {
    Ok(sqlx::query_as!(
        Look,
        "select c.display_name as name, t.theme_color as \"color?\", c.nmls_id
         from org_unit c
         left join org_theme t on t.org_unit_id = c.id
         where c.id = $1
           and c.company_id = c.id",
        company
    )
    .fetch_optional(pool)
    .await?)
}

/// The company whose name and branding the installation uses if no other company is known: the one with the slug, or
/// else the provider. Skips a closed provider.
pub async fn speaker(pool: &PgPool, slug: Option<&str>) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select id
         from org_unit
         where id = company_id
           and (slug = $1 or type = 'PROVIDER')
           and state = 'ACTIVE'
         order by slug is not distinct from $1 desc, id
         limit 1",
        slug
    )
    .fetch_optional(pool)
    .await?)
}

/// A company as shown to operators.
#[derive(Debug)]
pub struct Named {
    pub id: i64,
    /// Short name in URLs.
    pub slug: Option<String>,
    pub name: String,
}

/// All companies of the installation, including the provider.
pub async fn named(pool: &PgPool) -> Result<Vec<Named>> {
    Ok(sqlx::query_as!(Named, "select id, slug, display_name as name from org_unit where id = company_id order by id")
        .fetch_all(pool)
        .await?)
}

/// A demo account.
#[derive(Debug)]
pub(crate) struct SignInRow {
    pub name: String,
    pub email: String,
    pub role: String,
    pub branch: String,
    pub company: String,
    pub company_slug: Option<String>,
}

/// Accounts with passwords of the host's company. On other hosts, those of all companies, including the provider's
/// super administrator.
pub(crate) async fn demo_sign_ins(connection: &mut PgConnection, host: &str) -> Result<Vec<SignInRow>> {
    Ok(sqlx::query_as!(
        SignInRow,
        "select u.first_name || ' ' || u.last_name as \"name!\", u.email, r.role, b.display_name as branch,
                c.display_name as company, case when c.type <> 'PROVIDER' then c.slug end as company_slug
         from app_user u
         join credential k on k.user_id = u.id
         join membership m on m.user_id = u.id and m.is_default and m.active
         join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.position = 1
         join org_unit b on b.id = m.org_unit_id
         join org_unit c on c.id = u.home_company_id
         where u.state = 'ACTIVE'
           and c.type in ('PROVIDER', 'BROKER', 'PROCESSOR')
           and coalesce(c.id = (select o.company_id from org_domain d join org_unit o on o.id = d.org_unit_id where d.host = $1), true)
         order by c.id, u.id
         limit 50",
        host
    )
    .fetch_all(connection)
    .await?)
}

/// A new company.
#[derive(Clone, Copy, Debug)]
pub struct NewCompany<'a> {
    /// The provider. `None` for the provider itself.
    pub parent: Option<i64>,
    /// PROVIDER, BROKER or PROCESSOR.
    pub unit_type: &'a str,
    pub name: &'a str,
    /// Short name in URLs.
    pub slug: &'a str,
    pub nmls_id: Option<&'a str>,
    /// The company's state.
    pub state_code: &'a str,
    /// IANA time zone.
    pub time_zone: &'a str,
    /// Color as `#rrggbb`.
    pub theme_color: &'a str,
    /// Non-delegated correspondent.
    pub is_non_delegated: bool,
    pub hosts: &'a [String],
}

/// Creates a company with its branding and hosts.
///
/// # Errors
///
/// The slug or a host is taken.
pub async fn create_company(connection: &mut PgConnection, company: &NewCompany<'_>) -> Result<i64> {
    let id = sqlx::query_scalar!("select nextval(pg_get_serial_sequence('org_unit', 'id')) as \"id!\"")
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into org_unit (id, parent_id, company_id, type, name, display_name, slug, nmls_id, state_code, time_zone,
                               is_non_delegated)
         overriding system value
         values ($1, $2, $1, $3, $4, $4, $5, $6, $7, $8, $9)",
        id,
        company.parent,
        company.unit_type,
        company.name,
        company.slug,
        company.nmls_id,
        company.state_code,
        company.time_zone,
        company.is_non_delegated
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into org_theme (org_unit_id, app_title, theme_name, theme_color, login_title)
         values ($1, $2, $3, $4, $2)",
        id,
        company.name,
        company.slug,
        company.theme_color
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into org_domain (host, context, org_unit_id) select host, 'LOS', $2 from unnest($1::text[]) as host",
        company.hosts,
        id
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// A new branch.
#[derive(Clone, Copy, Debug)]
pub struct NewBranch<'a> {
    pub company: i64,
    pub name: &'a str,
    pub nmls_id: Option<&'a str>,
    /// The branch's state.
    pub state_code: &'a str,
}

pub async fn create_branch(connection: &mut PgConnection, branch: &NewBranch<'_>) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into org_unit (parent_id, company_id, type, name, display_name, nmls_id, state_code, time_zone)
         select $1, $1, 'BRANCH', $2, $2, $3, $4, c.time_zone
         from org_unit c
         where c.id = $1
         returning id",
        branch.company,
        branch.name,
        branch.nmls_id,
        branch.state_code
    )
    .fetch_one(connection)
    .await?)
}
