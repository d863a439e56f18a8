//! The queue's tables: created by the owner, used by the program's role.

use crate::error::Result;
use anyhow::Context;
use graphile_worker_migrations::sql::GRAPHILE_WORKER_MIGRATIONS;
use sqlx::PgPool;

pub const SCHEMA: &str = "jobs";

/// Migrates the queue's tables and grants access to the program's role.
///
/// Queue rows are global because payloads hold only ids. The library enables row-level security without a policy, which
/// would hide all rows from the program.
///
/// # Errors
///
/// A migration fails. Each is applied completely or not at all.
pub async fn migrate(owner: &PgPool) -> anyhow::Result<()> {
    graphile_worker_migrations::migrate(owner.clone(), SCHEMA).await.context("the queue's tables can't be made")?;
    sqlx::raw_sql(
        "do $$
         declare
           queue record;
         begin
           -- Two at once would write the same rows of the catalogue.
           perform pg_advisory_xact_lock(hashtext('keyturn jobs'));
           grant usage on schema jobs to keyturn_app;
           grant select, insert, update, delete on all tables in schema jobs to keyturn_app;
           revoke insert, update, delete on jobs.migrations from keyturn_app;
           grant usage on all sequences in schema jobs to keyturn_app;
           grant execute on all functions in schema jobs to keyturn_app;
           for queue in
             select c.oid::regclass as name
             from pg_class c
             where c.relnamespace = 'jobs'::regnamespace
               and c.relrowsecurity
               and not exists (select from pg_policy p where p.polrelid = c.oid)
           loop
             execute format('create policy program on %s to keyturn_app using (true)', queue.name);
           end loop;
         end
         $$",
    )
    .execute(owner)
    .await
    .context("the program's role can't be let into the queue")?;
    Ok(())
}

/// Returns true if the queue's tables match this program's version.
pub async fn is_migrated(pool: &PgPool) -> bool {
    let found: i64 = sqlx::query_scalar("select count(*) from jobs.migrations").fetch_one(pool).await.unwrap_or(0);
    usize::try_from(found) == Ok(GRAPHILE_WORKER_MIGRATIONS.len())
}

/// Deletes jobs a month after they failed for the last time or were set aside.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query(
        "delete from jobs._private_jobs
         where attempts >= max_attempts
           and locked_at is null
           and updated_at < now() - interval '30 days'",
    )
    .execute(pool)
    .await?;
    sqlx::query!("delete from job_crash where at < now() - interval '30 days'").execute(pool).await?;
    Ok(())
}
