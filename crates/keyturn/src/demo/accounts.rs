//! Closes demo accounts when an installation moves to production. Their password is public.

use crate::{database, setup::Dialog};
use anyhow::{bail, ensure};
use platform::{GlobalTx, Result, config::Config, record::Audit};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use std::io::{self, IsTerminal};

/// Maximum number of accounts listed in a message.
const NAMED_MAX: usize = 40;

/// Counts of what was closed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Removed {
    pub companies: usize,
    /// Number of deactivated accounts.
    pub accounts: i64,
    /// Number of ended logins.
    pub logins: i64,
}

/// Marks a company as a demo company.
pub(super) async fn mark(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!("update org_unit set is_demo = true where id = $1", company).execute(connection).await?;
    Ok(())
}

/// Addresses of active demo accounts.
pub async fn active(pool: &PgPool) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select u.email
         from app_user u
         join org_unit c on c.id = u.home_company_id
         where c.is_demo
           and u.state <> 'DEACTIVATED'
         order by u.id"
    )
    .fetch_all(pool)
    .await?)
}

/// Returns an error if demo accounts are active.
///
/// # Errors
///
/// Demo accounts are active. The message lists them.
pub async fn refuse(pool: &PgPool) -> anyhow::Result<()> {
    let accounts = active(pool).await?;
    ensure!(
        accounts.is_empty(),
        "the production profile does not start with demo accounts, because their password is published:\n{}\n\
         `keyturn demo --remove` deactivates them and closes their companies",
        listed(&accounts)
    );
    Ok(())
}

/// `keyturn demo --remove`.
///
/// # Errors
///
/// The operator declines, or no terminal is attached for the confirmation.
#[allow(clippy::print_stdout, reason = "a command prints what it did")]
pub async fn remove(config: &Config, is_confirmed: bool) -> anyhow::Result<()> {
    let database = database::open_beside(config).await?;
    let removed = remove_from(&database.pool, is_confirmed).await;
    database.close().await?;
    match removed? {
        Removed { companies: 0, .. } => println!("There are no demo companies."),
        Removed { companies, accounts, logins } => println!(
            "{companies} demo companies are closed, {accounts} accounts are deactivated, and {logins} logins have ended."
        ),
    }
    Ok(())
}

async fn remove_from(pool: &PgPool, is_confirmed: bool) -> anyhow::Result<Removed> {
    let accounts = active(pool).await?;
    if !accounts.is_empty() && !is_confirmed {
        ensure!(
            io::stdin().is_terminal() && io::stdout().is_terminal(),
            "these accounts would be deactivated:\n{}\nadd --yes to confirm",
            listed(&accounts)
        );
        let (mut input, mut output) = (io::stdin().lock(), io::stdout());
        let question = format!("{}\nDeactivate these accounts and close their companies?", listed(&accounts));
        if !(Dialog { input: &mut input, output: &mut output }).confirm(&question)? {
            bail!("nothing was changed");
        }
    }
    Ok(close(pool).await?)
}

/// Deactivates the users of demo companies, ends their logins, invalidates their passwords, and closes the companies.
/// Rows stay because the audit log is append-only.
pub async fn close(pool: &PgPool) -> Result<Removed> {
    let mut tx = GlobalTx::begin(pool).await?;
    let companies = sqlx::query!(
        "select c.id
         from org_unit c
         where c.is_demo
           and (c.state = 'ACTIVE'
                or exists (select from app_user u where u.home_company_id = c.id and u.state <> 'DEACTIVATED'))
         order by c.id
         for update"
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut removed = Removed { companies: companies.len(), ..Removed::default() };
    for company in companies {
        tx.enter(company.id).await?;
        let (accounts, logins) = close_company(&mut tx, company.id).await?;
        let id = company.id.to_string();
        let after = json!({ "state": "SUSPENDED", "accountsDeactivated": accounts, "loginsEnded": logins });
        let entry =
            Audit { action: "demo.remove", entity: "org-unit", entity_id: &id, before: None, after: Some(after) };
        tx.audit(company.id, entry).await?;
        removed.accounts += accounts;
        removed.logins += logins;
    }
    tx.commit().await?;
    Ok(removed)
}

/// Closes one company and frees its short name and hosts. Returns the number of accounts and logins.
async fn close_company(tx: &mut GlobalTx, company: i64) -> Result<(i64, i64)> {
    let ended = sqlx::query!(
        "with gone as (
           update app_user
           set state = 'DEACTIVATED', deactivated_from = state, version = version + 1
           where home_company_id = $1 and state <> 'DEACTIVATED'
           returning id
         ), ended as (
           update login
           set revoked_at = now(), ended_reason = 'demo removed'
           where revoked_at is null and user_id in (select id from app_user where home_company_id = $1)
           returning id
         ), links as (
           update account_token
           set expires_at = least(expires_at, now())
           where used_at is null and user_id in (select id from app_user where home_company_id = $1)
         ), memberships as (
           update membership
           set access_version = access_version + 1
           where user_id in (select id from app_user where home_company_id = $1)
         ), passwords as (
           -- Not the hash of any password, should somebody reactivate the account.
           update credential
           set password_hash = '!', changed_at = now()
           where user_id in (select id from app_user where home_company_id = $1)
         )
         select (select count(*) from gone) as \"accounts!\", (select count(*) from ended) as \"logins!\"",
        company
    )
    .fetch_one(&mut **tx)
    .await?;
    sqlx::query!(
        "with hosts as (
           delete from org_domain where org_unit_id in (select id from org_unit where company_id = $1)
         )
         update org_unit
         set state = 'SUSPENDED', slug = null, access_version = access_version + 1, version = version + 1
         where id = $1",
        company
    )
    .execute(&mut **tx)
    .await?;
    Ok((ended.accounts, ended.logins))
}

fn listed(accounts: &[String]) -> String {
    let mut lines: Vec<String> = accounts.iter().take(NAMED_MAX).map(|email| format!("  {email}")).collect();
    if accounts.len() > NAMED_MAX {
        lines.push(format!("  and {} more", accounts.len() - NAMED_MAX));
    }
    lines.join("\n")
}
