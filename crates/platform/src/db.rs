//! Connections to PostgreSQL, and the two time types used in rows and payloads.

use crate::{config::Config, give_way::let_process_give_way};
use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{str::FromStr, time::Duration};

/// Wraps a jiff type for sqlx, serde and the API description. Derefs to jiff.
macro_rules! time_type {
    ($(#[$meta:meta])* $name:ident, $jiff:ty, $via:ty, $format:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(pub $jiff);

        impl std::ops::Deref for $name {
            type Target = $jiff;
            fn deref(&self) -> &$jiff {
                &self.0
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
        impl From<$jiff> for $name {
            fn from(value: $jiff) -> Self {
                Self(value)
            }
        }
        impl From<$name> for $jiff {
            fn from(value: $name) -> Self {
                value.0
            }
        }
        impl sqlx::Type<sqlx::Postgres> for $name {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                <$via as sqlx::Type<sqlx::Postgres>>::type_info()
            }
        }
        impl sqlx::postgres::PgHasArrayType for $name {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                <$via as sqlx::postgres::PgHasArrayType>::array_type_info()
            }
        }
        impl sqlx::Encode<'_, sqlx::Postgres> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut sqlx::postgres::PgArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                <$via as sqlx::Encode<sqlx::Postgres>>::encode(<$via>::from(self.0), buffer)
            }
        }
        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $name {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                Ok(Self(<$via as sqlx::Decode<sqlx::Postgres>>::decode(value)?.into()))
            }
        }
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::{KnownFormat, ObjectBuilder, SchemaFormat, schema::Type};
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::$format)))
                    .into()
            }
        }
        impl utoipa::ToSchema for $name {}
    };
}

time_type!(
    /// An instant with microsecond precision, like PostgreSQL's.
    #[derive(serde::Deserialize)]
    Timestamp, jiff::Timestamp, jiff_sqlx::Timestamp, DateTime
);
time_type!(
    /// A calendar day without a time zone.
    Date, jiff::civil::Date, jiff_sqlx::Date, Date
);

impl<'de> serde::Deserialize<'de> for Date {
    /// Refuses days before 1900 in every request.
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        lending::days::required(from).map(Self)
    }
}

impl Date {
    /// Today in a time zone. Falls back to UTC if the zone is unknown.
    #[must_use]
    pub fn today_in(time_zone: &str) -> Self {
        Timestamp::now().date_in(time_zone)
    }
}

impl Timestamp {
    #[must_use]
    pub fn now() -> Self {
        let now = jiff::Timestamp::now();
        Self(jiff::Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now))
    }

    /// The calendar day in a time zone. Falls back to UTC if the zone is unknown.
    #[must_use]
    pub fn date_in(&self, time_zone: &str) -> Date {
        let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        Date(self.0.to_zoned(zone).date())
    }
}

/// Why the database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    #[error(transparent)]
    Sqlx(#[from] sqlx::Error),
    /// The program's role could bypass row-level security.
    #[error(
        "the server refuses to start: its database role {0}. Give DATABASE_URL a role that owns nothing and bypasses nothing, as `keyturn migrate --create-roles` makes it"
    )]
    Role(&'static str),
    /// Migrations are missing.
    #[error("the database is not migrated to this version ({found} of {expected} steps): run `keyturn migrate` first")]
    NotMigrated {
        /// Number of migrations in this program.
        expected: usize,
        /// Number of migrations applied to the database.
        found: usize,
    },
    /// The database has a newer, incompatible version.
    #[error(
        "the database belongs to a newer version of Keyturn: migration {0} is not marked compatible with older versions. Start the newer version, or restore the backup from before the update"
    )]
    Newer(i64),
    /// The database has a migration that was withdrawn.
    #[error(
        "the database is from before the first release: this version doesn't have its migration {0}. Begin with an empty database, or with another data_dir"
    )]
    Withdrawn(i64),
    /// The job queue's migrations are missing.
    #[error("the job queue is not migrated to this version: run `keyturn migrate` first")]
    QueueNotMigrated,
}

/// Opens the connection pool for user requests.
///
/// Uses generic plans, because every statement has its own shape and no plan should depend on a value. Connections
/// aren't tested before use; a broken one fails at its first statement.
///
/// # Errors
///
/// The URL is invalid or unreachable, or the role could bypass row-level security.
pub async fn connect(config: &Config, address: &str) -> Result<PgPool, DatabaseError> {
    let options = PgConnectOptions::from_str(address)?
        .application_name("keyturn")
        .statement_cache_capacity(1000)
        .options([("plan_cache_mode", "force_generic_plan"), ("statement_timeout", "15s"), ("jit", "off")]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .min_connections(1)
        .acquire_timeout(Duration::from_secs(10))
        .test_before_acquire(false)
        .connect_with(options)
        .await?;
    check_role(&pool).await?;
    Ok(pool)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// On this machine, started by this program, which can lower the priority of its processes.
    Private,
    /// On another machine, or started by someone else.
    Elsewhere,
}

/// Opens the connection pool for jobs. It is separate from the pool for requests, allows longer statements, and runs at
/// low priority.
///
/// Connections open lazily on the jobs' threads, so that only those threads wake up for the answers. [`connect`] has
/// already checked the role.
///
/// # Errors
///
/// The URL is invalid.
pub fn pool_for_jobs(config: &Config, address: &str, home: Home) -> Result<PgPool, DatabaseError> {
    let options = PgConnectOptions::from_str(address)?.application_name("keyturn jobs").options([
        ("plan_cache_mode", "force_generic_plan"),
        ("statement_timeout", "120s"),
        ("jit", "off"),
    ]);
    let pool = PgPoolOptions::new()
        // Besides one connection per job: heartbeat, polling, completion, cron and the audit sealer.
        .max_connections(u32::from(config.jobs_at_once) + 5)
        .acquire_timeout(Duration::from_secs(30))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if home == Home::Private {
                    let process: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(connection).await?;
                    let_process_give_way(process).await;
                }
                Ok(())
            })
        })
        .connect_lazy_with(options);
    Ok(pool)
}

/// Refuses a role that could bypass row-level security: superuser, BYPASSRLS, or owner of a table.
async fn check_role(pool: &PgPool) -> Result<(), DatabaseError> {
    let role = sqlx::query!(
        "select rolsuper as \"is_superuser!\", rolbypassrls as \"bypasses!\",
                exists (select from pg_class where relowner = r.oid) as \"owns!\"
         from pg_roles r
         where rolname = current_user"
    )
    .fetch_one(pool)
    .await?;
    match role {
        _ if role.is_superuser => Err(DatabaseError::Role("is a superuser")),
        _ if role.bypasses => Err(DatabaseError::Role("bypasses row-level security")),
        _ if role.owns => Err(DatabaseError::Role("owns tables")),
        _ => Ok(()),
    }
}
