//! Opens and migrates the database.
//!
//! There are three roles: the owner creates tables, the program reads and writes rows, and the provider role owns the
//! functions that cross companies. Without DATABASE_URL, a private PostgreSQL runs in the data folder.

use crate::schema::{self, migrate};
use anyhow::Context;
use localpg::{Cluster, Options, SUPERUSER};
use percent_encoding::percent_decode_str;
use platform::{
    config::Config,
    db::{Home, connect, pool_for_jobs},
    folders::create_passable,
};
use sqlx::{Connection, PgConnection, PgPool};
use std::path::Path;
use url::Url;

/// Role that owns the tables.
const OWNER: &str = "keyturn_owner";
/// The program's role.
const PROGRAM: &str = "keyturn_app";
/// Database name in a private PostgreSQL.
const DATABASE: &str = "keyturn";

/// Connection pools, and the private PostgreSQL if there is one.
pub struct Database {
    /// Connections of the program's role for user requests.
    pub pool: PgPool,
    /// Connections for jobs.
    pub jobs: PgPool,
    /// Stop it last.
    pub cluster: Option<Cluster>,
}

impl Database {
    /// Closes the connections and stops the private PostgreSQL if this process started it.
    ///
    /// # Errors
    ///
    /// PostgreSQL doesn't stop.
    pub async fn close(self) -> anyhow::Result<()> {
        self.pool.close().await;
        self.jobs.close().await;
        if let Some(cluster) = self.cluster {
            cluster.stop().await?;
        }
        Ok(())
    }
}

/// Opens the configured database, or starts and migrates the private one.
///
/// # Errors
///
/// The database is unreachable or not migrated, or the role could bypass row-level security.
pub async fn open(config: &Config) -> anyhow::Result<Database> {
    if let Some(address) = &config.database_url {
        let pool = connect(config, address).await?;
        schema::check(&pool).await?;
        let jobs = pool_for_jobs(config, address, Home::Elsewhere)?;
        return Ok(Database { pool, jobs, cluster: None });
    }
    let cluster = start_private(&config.data_dir).await?;
    compress_by_lz4(&cluster.url(SUPERUSER, "postgres")).await?;
    prepare(&cluster.url(SUPERUSER, "postgres"), DATABASE).await?;
    migrate(&cluster.url(OWNER, DATABASE)).await?;
    let address = cluster.url(PROGRAM, DATABASE);
    let pool = connect(config, &address).await?;
    let jobs = pool_for_jobs(config, &address, Home::Private)?;
    Ok(Database { pool, jobs, cluster: Some(cluster) })
}

/// Opens the database while a server may be running. Doesn't take over its private PostgreSQL.
pub async fn open_beside(config: &Config) -> anyhow::Result<Database> {
    let running = Cluster::url_of_running(&config.data_dir.join("postgres"), PROGRAM, DATABASE);
    match (&config.database_url, running) {
        (None, Some(address)) => open(&Config { database_url: Some(address), ..config.clone() }).await,
        _ => open(config).await,
    }
}

/// Starts the private PostgreSQL with a quarter of the machine's memory as shared buffers, at most 4 GiB.
async fn start_private(data_dir: &Path) -> anyhow::Result<Cluster> {
    create_passable(data_dir)?;
    let memory_mib = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u32>().ok()? / 1024)
    });
    let shared_buffers_mib = memory_mib.map_or(256, |mib| (mib / 4).clamp(128, 4096));
    let settings = [
        ("effective_cache_size", format!("{}MB", memory_mib.unwrap_or(1024) / 2)),
        ("random_page_cost", "1.1".to_owned()),
        ("max_wal_size", "4GB".to_owned()),
        ("checkpoint_timeout", "15min".to_owned()),
        // A company that moves in fills empty tables within a minute. Without fresh statistics, plans assume a few
        // rows.
        ("autovacuum_naptime", "1s".to_owned()),
        // Each analyze of a table invalidates the plans that use it in every connection, so analyze less often.
        ("autovacuum_analyze_scale_factor", "0.5".to_owned()),
    ];
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let options = Options { shared_buffers_mib, settings, ..Options::new(data_dir.join("postgres")) };
    Cluster::start(options).await.context("the private PostgreSQL does not start")
}

/// Makes PostgreSQL compress with LZ4 if its build supports it.
///
/// This covers full-page images in the WAL, which make up most of what an import writes, and loan documents, for which
/// the default method is several times slower.
async fn compress_by_lz4(superuser: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(superuser).await.context("the superuser's address can't be reached")?;
    let otherwise: Vec<String> = sqlx::query_scalar(
        "select name
         from pg_settings
         where name in ('wal_compression', 'default_toast_compression') and setting <> 'lz4' and 'lz4' = any (enumvals)",
    )
    .fetch_all(&mut connection)
    .await?;
    for name in &otherwise {
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("alter system set {name} = lz4"))).execute(&mut connection).await?;
    }
    if !otherwise.is_empty() {
        sqlx::raw_sql("select pg_reload_conf()").execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(())
}

/// Creates missing roles and a database owned by the owner role.
///
/// # Errors
///
/// The URL isn't a superuser's.
pub async fn prepare(superuser: &str, database: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(superuser).await.context("the superuser's address can't be reached")?;
    create_roles(&mut connection).await?;
    let exists: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(database)
        .fetch_one(&mut connection)
        .await?;
    if !exists {
        // A constant or a test's name. It can't be bound as a parameter and needs no further quoting.
        let statement = format!("create database \"{}\" owner {OWNER}", database.replace('"', ""));
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(())
}

async fn create_roles(connection: &mut PgConnection) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "do $$
         declare
           wanted record;
         begin
           perform pg_advisory_xact_lock(hashtext('keyturn roles'));
           for wanted in values ('keyturn_owner', 'login'), ('keyturn_app', 'login'), ('keyturn_provider', 'nologin') loop
             if not exists (select from pg_roles where rolname = wanted.column1) then
               execute format('create role %I %s', wanted.column1, wanted.column2);
             end if;
           end loop;
           grant keyturn_provider to keyturn_owner;
         end
         $$",
    )
    .execute(connection)
    .await
    .context("the roles can't be made: is this a superuser's address?")?;
    Ok(())
}

/// Sets the passwords of both roles from their URLs, so that an operator writes each password once. Returns the roles
/// whose URL has no password.
async fn set_passwords(connection: &mut PgConnection, config: &Config) -> anyhow::Result<Vec<&'static str>> {
    // The statements below contain passwords and must not appear in PostgreSQL's log.
    sqlx::raw_sql(
        "set log_statement = 'none'; set log_min_error_statement = 'panic'; set log_min_duration_statement = -1",
    )
    .execute(&mut *connection)
    .await?;
    let mut without = Vec::new();
    for (role, address) in [(OWNER, &config.database_owner_url), (PROGRAM, &config.database_url)] {
        let address = address.as_deref().and_then(|address| Url::parse(address).ok());
        let address = address.filter(|address| address.username() == role);
        let Some(password) = address.as_ref().and_then(Url::password) else {
            without.push(role);
            continue;
        };
        let password = percent_decode_str(password).decode_utf8().context("a password is not UTF-8")?.into_owned();
        let statement: String = sqlx::query_scalar("select format('alter role %I password %L', $1, $2)")
            .bind(role)
            .bind(password)
            .fetch_one(&mut *connection)
            .await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    Ok(without)
}

/// `keyturn migrate`: creates the roles if requested and applies the migrations.
///
/// # Errors
///
/// A URL is missing, or [`prepare`] or [`migrate`] fails.
#[allow(clippy::print_stdout, reason = "a command prints what it did")]
pub async fn migrate_by_addresses(config: &Config, with_roles: bool) -> anyhow::Result<()> {
    let superuser = std::env::var("KEYTURN_SUPERUSER_URL").ok();
    if with_roles {
        let superuser = superuser.context("--create-roles needs a superuser's address in KEYTURN_SUPERUSER_URL")?;
        let mut connection =
            PgConnection::connect(&superuser).await.context("the superuser's address can't be reached")?;
        create_roles(&mut connection).await?;
        sqlx::raw_sql(
            "do $$
             begin
               execute format('alter database %I owner to keyturn_owner', current_database());
               alter schema public owner to keyturn_owner;
             end
             $$",
        )
        .execute(&mut connection)
        .await?;
        let without = set_passwords(&mut connection, config).await?;
        println!("The roles {OWNER}, {PROGRAM} and keyturn_provider are ready.");
        for role in without {
            println!("{role} was given no password: write one into its address, or let it in by pg_hba.conf.");
        }
    }
    match &config.database_owner_url {
        Some(owner) => {
            migrate(owner).await?;
            println!("The tables are those of this version.");
            Ok(())
        }
        None if with_roles => Ok(()),
        None => anyhow::bail!("DATABASE_OWNER_URL is not set: the address of the database for its owner"),
    }
}
