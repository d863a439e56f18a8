//! Migrations of this version, and the schemas that it can serve.
//!
//! The opening comment of each migration states whether older versions still work after it: `-- Compatible: yes` or `--
//! Compatible: no`. `migrate` copies the mark into `migration_compatibility`, where an older program reads it.

use anyhow::Context;
use platform::{db::DatabaseError, jobs};
use sqlx::{
    ConnectOptions, PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::str::FromStr;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// Migrates the schema and the job queue to this version. Keeps a newer compatible schema as it is.
///
/// # Errors
///
/// The owner's URL is unreachable, the schema is newer and incompatible, or a migration fails. Each migration is
/// applied completely or not at all.
pub async fn migrate(owner: &str) -> anyhow::Result<()> {
    let options = PgConnectOptions::from_str(owner)?.application_name("keyturn migrate").disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .context("the owner's address can't be reached")?;
    refuse_incompatible(&pool, &applied(&pool).await?).await?;
    let mut migrator = Migrator::with_migrations(MIGRATIONS.iter().cloned().collect());
    // The newer ones were checked above.
    migrator.set_ignore_missing(true);
    migrator.run(&pool).await.context("a step of the migration failed")?;
    jobs::migrate(&pool).await?;
    record_compatibility(&pool).await?;
    // The program reads the list before it serves.
    sqlx::query("grant select on _sqlx_migrations to keyturn_app").execute(&pool).await?;
    pool.close().await;
    Ok(())
}

/// Checks that this version can serve the database.
///
/// # Errors
///
/// A migration of this version is missing, or the schema is newer and incompatible.
pub async fn check(pool: &PgPool) -> Result<(), DatabaseError> {
    let applied = applied(pool).await?;
    refuse_incompatible(pool, &applied).await?;
    let expected = MIGRATIONS.iter().count();
    let found = MIGRATIONS.iter().filter(|migration| applied.contains(&migration.version)).count();
    if found < expected {
        return Err(DatabaseError::NotMigrated { expected, found });
    }
    match jobs::is_migrated(pool).await {
        true => Ok(()),
        false => Err(DatabaseError::QueueNotMigrated),
    }
}

/// Reads the compatibility mark in a migration's opening comment. `None` if there is none.
#[must_use]
pub fn compatibility(migration: &str) -> Option<bool> {
    let opening = migration.lines().take_while(|line| line.starts_with("--"));
    opening.into_iter().find_map(|line| match line.strip_prefix("-- Compatible: ")?.trim() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

/// Versions of the applied migrations.
async fn applied(pool: &PgPool) -> sqlx::Result<Vec<i64>> {
    let is_new: bool =
        sqlx::query_scalar("select to_regclass('public._sqlx_migrations') is null").fetch_one(pool).await?;
    if is_new {
        return Ok(Vec::new());
    }
    sqlx::query_scalar("select version from _sqlx_migrations where success order by version").fetch_all(pool).await
}

async fn refuse_incompatible(pool: &PgPool, applied: &[i64]) -> Result<(), DatabaseError> {
    let unknown: Vec<i64> = applied.iter().copied().filter(|version| !MIGRATIONS.version_exists(*version)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let has_marks: bool =
        sqlx::query_scalar("select to_regclass('public.migration_compatibility') is not null").fetch_one(pool).await?;
    let compatible: Vec<i64> = match has_marks {
        true => {
            sqlx::query_scalar("select version from migration_compatibility where is_compatible and version = any ($1)")
                .bind(&unknown)
                .fetch_all(pool)
                .await?
        }
        false => Vec::new(),
    };
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    match unknown.into_iter().find(|version| !compatible.contains(version)) {
        Some(version) if version > newest => Err(DatabaseError::Newer(version)),
        Some(version) => Err(DatabaseError::Withdrawn(version)),
        None => Ok(()),
    }
}

/// A migration without a mark counts as incompatible.
async fn record_compatibility(pool: &PgPool) -> sqlx::Result<()> {
    let (versions, marks): (Vec<i64>, Vec<bool>) = MIGRATIONS
        .iter()
        .map(|migration| (migration.version, compatibility(migration.sql.as_str()).unwrap_or(false)))
        .unzip();
    sqlx::query(
        "insert into migration_compatibility (version, is_compatible)
         select * from unnest($1::bigint[], $2::boolean[])
         on conflict (version) do nothing",
    )
    .bind(versions)
    .bind(marks)
    .execute(pool)
    .await?;
    Ok(())
}
