//! Schema versions that a program version can serve.

use keyturn::{database, schema};
use localpg::SUPERUSER;
use platform::config::Config;
use sqlx::PgConnection;
use testkit::Keyturn;

/// Database URLs of a test for the owner and for the program.
fn addresses(keyturn: &Keyturn) -> (String, String) {
    let of = |role: &str| keyturn.superuser.replace(&format!("//{SUPERUSER}@"), &format!("//{role}@"));
    (of("keyturn_owner"), of("keyturn_app"))
}

/// Simulates the state after an update by a newer version.
async fn add_newer_migration(superuser: &mut PgConnection, version: i64, is_compatible: Option<bool>) {
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values ($1, 'newer', true, '\\x00', 0)",
    )
    .bind(version)
    .execute(&mut *superuser)
    .await
    .unwrap();
    if let Some(is_compatible) = is_compatible {
        sqlx::query("insert into migration_compatibility (version, is_compatible) values ($1, $2)")
            .bind(version)
            .bind(is_compatible)
            .execute(superuser)
            .await
            .unwrap();
    }
}

async fn remove_migration(superuser: &mut PgConnection, version: i64) {
    sqlx::query("delete from _sqlx_migrations where version = $1").bind(version).execute(superuser).await.unwrap();
}

async fn open(address: &str) -> Result<(), String> {
    let config = Config { database_url: Some(address.to_owned()), database_connections: 2, ..Config::default() };
    let opened = database::open(&config).await.map_err(|error| format!("{error:#}"))?;
    opened.close().await.map_err(|error| format!("{error:#}"))
}

#[tokio::test]
async fn an_older_program_serves_a_newer_schema_that_is_marked_compatible() {
    let keyturn = Keyturn::start().await;
    let (owner, program) = addresses(&keyturn);
    let mut superuser = keyturn.superuser().await;
    open(&program).await.unwrap();

    add_newer_migration(&mut superuser, 20990101000000, Some(true)).await;
    open(&program).await.unwrap();
    schema::migrate(&owner).await.unwrap();

    for (version, mark) in [(20990102000000, Some(false)), (20990103000000, None)] {
        add_newer_migration(&mut superuser, version, mark).await;
        let migrated = schema::migrate(&owner).await.map_err(|error| format!("{error:#}"));
        for refused in [open(&program).await, migrated] {
            let sentence = refused.unwrap_err();
            assert!(
                sentence.contains("a newer version of Keyturn") && sentence.contains(&version.to_string()),
                "{sentence}"
            );
        }
        remove_migration(&mut superuser, version).await;
    }
    open(&program).await.unwrap();

    // The first migrations were rewritten before the first release.
    add_newer_migration(&mut superuser, 20261121000100, None).await;
    for refused in [open(&program).await, schema::migrate(&owner).await.map_err(|error| format!("{error:#}"))] {
        let sentence = refused.unwrap_err();
        assert!(sentence.contains("from before the first release"), "{sentence}");
    }
}

#[tokio::test]
async fn a_program_refuses_a_schema_that_lacks_one_of_its_migrations() {
    let keyturn = Keyturn::start().await;
    let (_, program) = addresses(&keyturn);
    let mut superuser = keyturn.superuser().await;
    // A newer migration doesn't compensate for a missing one.
    add_newer_migration(&mut superuser, 20990101000000, Some(true)).await;
    sqlx::raw_sql("delete from _sqlx_migrations where version = (select min(version) from _sqlx_migrations)")
        .execute(&mut superuser)
        .await
        .unwrap();
    let sentence = open(&program).await.unwrap_err();
    assert!(sentence.contains("keyturn migrate"), "{sentence}");
}

#[tokio::test]
async fn migrate_records_what_each_migration_says() {
    let keyturn = Keyturn::start().await;
    let marks: Vec<(i64, bool)> =
        sqlx::query_as("select version, is_compatible from migration_compatibility order by version")
            .fetch_all(keyturn.pool())
            .await
            .unwrap();
    let applied: Vec<i64> = sqlx::query_scalar("select version from _sqlx_migrations order by version")
        .fetch_all(keyturn.pool())
        .await
        .unwrap();
    assert_eq!(marks.iter().map(|(version, _)| *version).collect::<Vec<_>>(), applied);
    assert!(marks.contains(&(20261127081000, true)), "{marks:?}");
    assert!(marks.contains(&(20261127000100, false)), "a migration without a mark counts as incompatible");
}
