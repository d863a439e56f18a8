//! Creates the provider, the first company and its administrator in one transaction.

use super::Answers;
use anyhow::{Context, bail, ensure};
use lending::access::Role;
use orgs::NewCompany;
use people::NewPerson;
use platform::{Error, GlobalTx, Origin, Result, config::Config, record::Audit};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

/// Default color of a company.
const THEME_COLOR: &str = "#1f5fa8";
/// Maximum length of a company's short name.
const SLUG_LENGTH_MAX: usize = 50;
/// Message if the setup runs again.
pub(super) const REFUSED_TWICE: &str = "this installation is set up already. Sign in as its super administrator to add companies. \
     If the first link was lost, `keyturn setup --new-link` prints another";

/// Result of the setup, for the operator.
#[derive(Debug)]
pub struct Created {
    /// Email address of the super administrator.
    pub email: String,
    /// Where staff sign in.
    pub origin: Origin,
    /// One-time link for setting the password.
    pub link: String,
}

impl Created {
    /// The next step, as shown in the terminal.
    #[must_use]
    pub fn invitation(&self, config: &Config) -> String {
        let Self { email, origin, link } = self;
        match &config.auth_issuer {
            Some(issuer) => format!("Sign in at {} as {email}, through {issuer}.", origin.base()),
            None => format!(
                "Start the server, then open this link to set the password of {email} and to add an authenticator app.\n\
                 It works once, within seven days:\n\n  {link}"
            ),
        }
    }
}

/// Returns true if there is a provider other than the demo one.
pub async fn is_set_up(pool: &PgPool) -> Result<bool> {
    let mut connection = pool.acquire().await?;
    has_provider(&mut connection).await
}

async fn has_provider(connection: &mut PgConnection) -> Result<bool> {
    Ok(sqlx::query_scalar!("select exists (select from org_unit where type = 'PROVIDER' and not is_demo) as \"is!\"")
        .fetch_one(connection)
        .await?)
}

/// Creates everything. The super administrator is also the first company's administrator, so that one account suffices.
///
/// # Errors
///
/// The installation is set up already, or the host or address is taken.
pub async fn create(config: &Config, pool: &PgPool, answers: &Answers) -> anyhow::Result<Created> {
    let mut tx = GlobalTx::begin(pool).await?;
    // Of two concurrent setups, one waits and is then refused.
    sqlx::query!("select pg_advisory_xact_lock(hashtext('keyturn setup')) is null as \"locked!\"")
        .fetch_one(&mut *tx)
        .await?;
    ensure!(!has_provider(&mut tx).await?, REFUSED_TWICE);
    let provider = create_company(&mut tx, answers, None).await.map_err(taken)?;
    let company = create_company(&mut tx, answers, Some(provider)).await.map_err(taken)?;
    tx.enter(provider).await?;
    orgs::create_defaults(&mut tx, provider).await?;
    tx.enter(company).await?;
    orgs::create_defaults(&mut tx, company).await?;
    let user = create_administrator(&mut tx, config, answers, (provider, company)).await.map_err(taken)?;
    tx.enter(company).await?;
    billing::begin_trial(&mut tx, company).await?;
    let after = json!({
        "name": answers.company_name, "nmlsId": answers.nmls_id, "stateCode": answers.state,
        "timeZone": answers.time_zone.as_str(), "host": answers.host, "adminUserId": user,
    });
    audit(&mut tx, company, "org-unit.create", after).await?;
    tx.enter(provider).await?;
    audit(&mut tx, provider, "installation.setup", json!({ "companyId": company, "adminUserId": user })).await?;
    let created = link(&mut tx, user, &answers.host).await?;
    tx.commit().await?;
    Ok(created)
}

/// Creates another link for a super administrator who hasn't set a password yet.
///
/// # Errors
///
/// Every super administrator has a password.
pub async fn renew_link(pool: &PgPool) -> anyhow::Result<Created> {
    let mut tx = GlobalTx::begin(pool).await?;
    let waiting = sqlx::query!(
        "select u.id, p.id as provider,
                (select min(d.host)
                 from membership m
                 join org_domain d on d.org_unit_id = m.company_id and d.context = 'LOS'
                 where m.user_id = u.id and m.active) as host
         from org_unit p
         join app_user u on u.home_company_id = p.id
         where p.type = 'PROVIDER'
           and not p.is_demo
           and u.state = 'INVITED'
         order by u.id
         limit 1"
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(waiting) = waiting else {
        bail!("no super administrator waits for a link. \"Forgot password?\" on the sign-in page sends one by mail");
    };
    let host = waiting.host.context("the super administrator's companies have no host")?;
    tx.enter(waiting.provider).await?;
    let created = link(&mut tx, waiting.id, &host).await?;
    let id = waiting.id.to_string();
    let entry = Audit { action: "user.invite-again", entity: "user", entity_id: &id, before: None, after: None };
    tx.audit(waiting.provider, entry).await?;
    tx.commit().await?;
    Ok(created)
}

/// Creates the provider if it has no parent, otherwise the first company.
async fn create_company(tx: &mut GlobalTx, answers: &Answers, parent: Option<i64>) -> Result<i64> {
    let is_provider = parent.is_none();
    let name = if is_provider { "Keyturn" } else { &answers.company_name };
    let slug = free_slug(tx, &if is_provider { "provider".to_owned() } else { slug_of(name) }).await?;
    let hosts = [answers.host.clone()];
    let company = NewCompany {
        parent,
        unit_type: if is_provider { "PROVIDER" } else { "BROKER" },
        name,
        slug: &slug,
        nmls_id: answers.nmls_id.as_deref().filter(|_| !is_provider),
        state_code: answers.state.as_str(),
        time_zone: answers.time_zone.as_str(),
        theme_color: THEME_COLOR,
        is_non_delegated: false,
        hosts: if is_provider { &[] } else { &hosts },
    };
    orgs::create_company(tx, &company).await
}

async fn create_administrator(
    tx: &mut GlobalTx,
    config: &Config,
    answers: &Answers,
    (provider, company): (i64, i64),
) -> Result<i64> {
    let person = NewPerson {
        home_company: provider,
        first_name: &answers.first_name,
        last_name: &answers.last_name,
        email: answers.email.as_str(),
        nmls_id: None,
        memberships: &[(provider, provider, vec![Role::SuperAdmin]), (company, company, vec![Role::CompanyAdmin])],
    };
    // With an external OpenID provider there is no password to set.
    let (user, _) = match config.auth_issuer {
        None => people::create_invited(tx, &person).await?,
        Some(_) => people::create_person(tx, &person).await?,
    };
    Ok(user)
}

async fn link(tx: &mut GlobalTx, user: i64, host: &str) -> anyhow::Result<Created> {
    let person = people::person_by_id(tx, user).await?.context("the super administrator was just created")?;
    let origin = Origin::of_host(host).with_context(|| format!("{host} is not a host name"))?;
    let link = access::invitation_link(tx, &origin, &person).await?;
    Ok(Created { email: person.email, origin, link })
}

async fn audit(tx: &mut GlobalTx, company: i64, action: &'static str, after: serde_json::Value) -> Result<()> {
    let id = company.to_string();
    tx.audit(company, Audit { action, entity: "org-unit", entity_id: &id, before: None, after: Some(after) }).await
}

/// Converts a name to a short name for URLs: letters and digits with hyphens between them.
fn slug_of(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let slug: String = plain.split_whitespace().collect::<Vec<_>>().join("-").chars().take(SLUG_LENGTH_MAX).collect();
    if slug.is_empty() { "company".to_owned() } else { slug }
}

/// Appends a number if another company has the short name.
async fn free_slug(connection: &mut PgConnection, slug: &str) -> Result<String> {
    let taken = sqlx::query_scalar!("select slug as \"slug!\" from org_unit where slug like $1 || '%'", slug)
        .fetch_all(connection)
        .await?;
    let mut candidates = std::iter::once(slug.to_owned()).chain((2..).map(|number| format!("{slug}-{number}")));
    Ok(candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default())
}

/// A company from the demo profile may have the host or the address.
fn taken(error: Error) -> anyhow::Error {
    match error {
        error if error.violates("org_domain_pkey") => anyhow::anyhow!("--host: this host belongs to another company"),
        error if error.violates("app_user_email_key_key") => {
            anyhow::anyhow!("--email: this address belongs to another account")
        }
        error => error.into(),
    }
}
