//! The accounts of the demo world in an installation that becomes a real one. Their password is published.

use crate::{database, setup::Dialog};
use anyhow::{bail, ensure};
use platform::{GlobalTx, Result, config::Config, record::Audit};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use std::io::{self, IsTerminal};

/// Most accounts that a message names.
const NAMED_MAX: usize = 40;

/// Counts of closed companies, accounts and sign-ins.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Companies that were closed.
    pub companies: usize,
    /// Accounts that were deactivated.
    pub accounts: i64,
    /// Logins that ended.
    pub logins: i64,
}

/// Marks a company as one of the demo world.
pub(super) async fn mark(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!("update org_unit set is_demo = true where id = $1", company).execute(connection).await?;
    Ok(())
}

/// Addresses of the demo world's people whose accounts are not deactivated.
///
/// # Errors
/// The database's.
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

/// Refuses to go on while demo accounts are active.
///
/// # Errors
/// There are some, and the message names them; or the database's.
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
/// The operator declines, no terminal is attached to ask, or the database fails.
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

/// Deactivates the people of the demo companies, ends their logins, makes their passwords useless, and closes the companies.
/// Their rows stay, because the audit log is append-only.
///
/// # Errors
/// The database's.
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

/// Closes one company; its short name and hosts are free afterwards. Answers how many accounts and logins there were.
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
