//! From an empty database to a production installation with an administrator, and from a demo to production.

use keyturn::{
    database,
    demo::accounts::{self, Removed},
    schema,
    setup::{self, Answers, Dialog, SetupArguments},
};
use localpg::{Cluster, Options, SUPERUSER};
use platform::config::{Config, Profile};
use sqlx::{Connection, PgConnection, Row};
use std::{
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;
use testkit::{Keyturn, PASSWORD, SignInPage, private_postgres, program};

const KEYTURN: &str = env!("CARGO_BIN_EXE_keyturn");

/// Arguments of the setup command.
const LAKESIDE: [&str; 8] = [
    "--company-name=Lakeside Lending",
    "--nmls-id=207900",
    "--state=MN",
    "--time-zone=America/Chicago",
    "--host=loans.lakeside.example",
    "--first-name=Dana",
    "--last-name=Frost",
    "--email=dana.frost@lakeside.example",
];

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs a command in the production profile without a terminal.
fn run(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    program(Path::new(KEYTURN), data)
        .env("KEYTURN_PROFILE", "production")
        .envs(environment.iter().copied())
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs a command on a terminal with the given input lines.
fn run_on_terminal(data: &Path, command: &str, environment: &[(&str, &str)], typed: &str) -> String {
    let keyturn = program(Path::new(KEYTURN), data);
    let mut child = Command::new("script")
        .args(["--quiet", "--return", "--command", &format!("{KEYTURN} {command}"), "/dev/null"])
        .envs(keyturn.get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))))
        .env_remove("DATABASE_OWNER_URL")
        .env("KEYTURN_PROFILE", "production")
        .envs(environment.iter().copied())
        .current_dir(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    said(&child.wait_with_output().unwrap())
}

fn data_folder() -> TempDir {
    let data = TempDir::with_prefix("keyturn-setup-").unwrap();
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    data
}

/// The link that the setup printed.
fn link_in(text: &str) -> &str {
    text.split_whitespace()
        .find(|word| word.starts_with("https://loans.lakeside.example/setPassword?"))
        .unwrap_or_else(|| panic!("no link: {text}"))
}

#[tokio::test]
async fn an_empty_database_is_set_up_once() {
    let data = data_folder();
    let cluster = Cluster::start(Options::throwaway()).await.unwrap();
    let superuser = cluster.url(SUPERUSER, "postgres");
    let with_password = |role: &str, password: &str| {
        cluster.url(role, "postgres").replace(&format!("//{role}@"), &format!("//{role}:{password}@"))
    };
    let (owner, app) = (with_password("keyturn_owner", "it%27s-secret"), with_password("keyturn_app", "app-secret"));
    let addresses = [
        ("KEYTURN_SUPERUSER_URL", superuser.as_str()),
        ("DATABASE_OWNER_URL", owner.as_str()),
        ("DATABASE_URL", app.as_str()),
    ];
    let migrated = run(data.path(), &["migrate", "--create-roles"], &addresses);
    assert!(migrated.status.success(), "{}", said(&migrated));
    let mut superuser = PgConnection::connect(&superuser).await.unwrap();
    let with_passwords: Vec<String> = sqlx::query_scalar(
        "select rolname::text from pg_authid where rolpassword is not null and rolname like 'keyturn%' order by 1",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert_eq!(with_passwords, ["keyturn_app", "keyturn_owner"], "the roles have the passwords of their addresses");

    // Without a terminal, the server names the command, and the command names each missing value.
    let database = [("DATABASE_URL", app.as_str())];
    let empty = run(data.path(), &["serve"], &database);
    assert!(!empty.status.success() && said(&empty).contains("run `keyturn setup`"), "{}", said(&empty));
    let lacking = run(data.path(), &["setup", "--host=localhost", "--nmls-id=x1"], &database);
    let told = said(&lacking);
    assert!(!lacking.status.success(), "{told}");
    for flag in ["--company-name or KEYTURN_SETUP_COMPANY_NAME", "--email or KEYTURN_SETUP_EMAIL", "--state or"] {
        assert!(told.contains(flag), "{told}");
    }
    assert!(told.contains("--host: Enter a host name") && told.contains("--nmls-id: An NMLS ID has digits"), "{told}");
    let demo = run(data.path(), &["setup"], &[("KEYTURN_PROFILE", "demo")]);
    assert!(!demo.status.success() && said(&demo).contains("is for production"), "{}", said(&demo));
    assert!(!data.path().join("keys").exists(), "a setup that is refused leaves nothing");

    let arguments = [&["setup"][..], &LAKESIDE[1..]].concat();
    let name = ("KEYTURN_SETUP_COMPANY_NAME", "Lakeside Lending");
    let made = run(data.path(), &arguments, &[database[0], name]);
    assert!(made.status.success(), "{}", said(&made));
    let first = link_in(&said(&made)).to_owned();
    assert!(data.path().join("keys/audit.key").exists());
    what_was_created(&mut superuser).await;

    let again = run(data.path(), &[&["setup"][..], &LAKESIDE[..]].concat(), &database);
    assert!(!again.status.success() && said(&again).contains("is set up already"), "{}", said(&again));
    let renewed = run(data.path(), &["setup", "--new-link"], &database);
    assert!(renewed.status.success() && link_in(&said(&renewed)) != first, "{}", said(&renewed));
    let good: i64 = sqlx::query_scalar("select count(*) from account_token where expires_at > now()")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(good, 1, "the first link has ended");
    sqlx::raw_sql("update app_user set state = 'ACTIVE'").execute(&mut superuser).await.unwrap();
    let late = run(data.path(), &["setup", "--new-link"], &database);
    assert!(!late.status.success() && said(&late).contains("Forgot password?"), "{}", said(&late));
    superuser.close().await.unwrap();
    cluster.stop().await.unwrap();
}

/// The company starts like every new company.
async fn what_was_created(superuser: &mut PgConnection) {
    let row = sqlx::query(
        "select c.name, c.slug, c.nmls_id, c.state_code, c.time_zone, c.is_billing_enabled, p.type as parent,
                (select state from subscription where company_id = c.id) as subscription,
                (select count(*) from loan_stage where company_id = c.id) as stages,
                (select count(*) from task_template where company_id = c.id) as templates,
                (select count(*) from list_entry where company_id = c.id) as entries,
                (select string_agg(host || ' ' || context, ',') from org_domain where org_unit_id = c.id) as hosts
         from org_unit c
         join org_unit p on p.id = c.parent_id
         where c.type = 'BROKER'",
    )
    .fetch_one(&mut *superuser)
    .await
    .unwrap();
    let text = |column: &str| row.get::<Option<String>, _>(column).unwrap_or_default();
    assert_eq!(
        ["name", "slug", "nmls_id", "state_code", "time_zone", "parent", "subscription", "hosts"].map(text),
        [
            "Lakeside Lending",
            "lakeside-lending",
            "207900",
            "MN",
            "America/Chicago",
            "PROVIDER",
            "TRIAL",
            "loans.lakeside.example LOS"
        ]
    );
    for count in ["stages", "templates", "entries"] {
        assert!(row.get::<i64, _>(count) > 0, "no {count}");
    }
    let roles: Vec<String> = sqlx::query_scalar(
        "select u.state || ' ' || b.type || ' ' || r.role
         from app_user u
         join membership m on m.user_id = u.id
         join membership_role r on r.company_id = m.company_id and r.membership_id = m.id
         join org_unit b on b.id = m.org_unit_id
         where u.email = 'dana.frost@lakeside.example'
         order by m.is_default desc",
    )
    .fetch_all(&mut *superuser)
    .await
    .unwrap();
    assert_eq!(roles, ["INVITED PROVIDER SUPERADMIN", "INVITED BROKER COMPANYADMIN"]);
    let entries: Vec<String> =
        sqlx::query_scalar("select action from audit_entry order by action").fetch_all(superuser).await.unwrap();
    assert_eq!(entries, ["installation.setup", "org-unit.create"]);
}

#[tokio::test]
async fn setup_asks_on_a_terminal_until_every_answer_is_right() {
    let data = data_folder();
    let cluster = Cluster::start(Options::throwaway()).await.unwrap();
    database::prepare(&cluster.url(SUPERUSER, "postgres"), "keyturn").await.unwrap();
    schema::migrate(&cluster.url("keyturn_owner", "keyturn")).await.unwrap();
    let app = cluster.url("keyturn_app", "keyturn");
    let database = [("DATABASE_URL", app.as_str())];

    let declined = run_on_terminal(data.path(), "serve", &database, "no\n");
    assert!(declined.contains("Set it up now? [Y/n]") && declined.contains("keyturn keys"), "{declined}");
    let typed = "\nLakeside Lending\n\nTexas\nMN\nCentral\nAmerica/Chicago\nlocalhost\nloans.lakeside.example\n\
                 Dana\nFrost\ndana\ndana.frost@lakeside.example\n";
    let refused = run_on_terminal(data.path(), "setup", &database, &format!("{typed}n\n"));
    for sentence in [
        "A name is required",
        "Choose a US state or territory",
        "Choose one of America/Puerto_Rico",
        "Enter a host name such as",
        "Create Lakeside Lending at https://loans.lakeside.example, with Dana Frost",
        "nothing was created",
    ] {
        assert!(refused.contains(sentence), "{sentence} is missing: {refused}");
    }
    let made =
        run_on_terminal(data.path(), "setup --state=MN", &database, &format!("{}\n", typed.replace("Texas\nMN\n", "")));
    assert!(made.contains("Lakeside Lending is ready") && made.contains("/setPassword?"), "{made}");
    cluster.stop().await.unwrap();
}

#[test]
fn setup_says_when_the_input_ends() {
    let mut output = Vec::new();
    let mut dialog = Dialog { input: &mut &b"Lakeside Lending\n"[..], output: &mut output };
    let error = setup::gather(&SetupArguments::default(), Some(&mut dialog)).unwrap_err();
    assert!(error.to_string().contains("nothing was created"), "{error}");
    assert!(String::from_utf8(output).unwrap().contains("NMLS ID of your company"));
}

/// The keys' folder is private. The folder above can't be, because PostgreSQL's account must pass through it.
#[test]
fn keys_made_first_leave_the_private_database_in_the_data_folder() {
    let folder = data_folder();
    let data = folder.path().join("new/data");
    let keys = Command::new("sh")
        .args(["-c", "umask 077; exec \"$0\" keys", KEYTURN])
        .env("KEYTURN_DATA_DIR", &data)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(keys.status.success(), "{}", said(&keys));
    let environment = [("KEYTURN_DATA_DIR", data.to_str().unwrap())];
    let made = run(folder.path(), &[&["setup"][..], &LAKESIDE[..]].concat(), &environment);
    assert!(made.status.success(), "{}", said(&made));
    let cluster = data.join("postgres/cluster");
    assert!(cluster.is_dir() && !cluster.is_symlink(), "the database was moved out of data_dir");
}

/// A server that can't start stops the PostgreSQL that it started.
#[test]
fn a_server_that_refuses_to_start_leaves_no_private_database_running() {
    let data = data_folder();
    let refused = run(data.path(), &["serve"], &[]);
    let told = said(&refused);
    assert!(
        !refused.status.success() && told.contains("run `keyturn setup`") && told.contains("keyturn keys"),
        "{told}"
    );
    assert!(data.path().join("postgres/cluster").is_dir());
    assert!(private_postgres(data.path()).is_none(), "PostgreSQL goes on running");
}

fn answers() -> Answers {
    Answers {
        company_name: "Harbor".to_owned(),
        nmls_id: None,
        state: "CA".parse().unwrap(),
        time_zone: "America/Los_Angeles".parse().unwrap(),
        host: "harbor.localhost".to_owned(),
        first_name: "Dana".to_owned(),
        last_name: "Frost".to_owned(),
        email: "dana.frost@lakeside.com".parse().unwrap(),
    }
}

#[tokio::test]
async fn production_does_not_start_with_demo_accounts_until_they_are_removed() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let _ = keyturn.company("cove").await;
    let pool = keyturn.pool();
    let data = data_folder();
    let app = keyturn.superuser.replace(&format!("//{SUPERUSER}@"), "//keyturn_app@");
    let database = [("DATABASE_URL", app.as_str())];
    let everybody = accounts::active(pool).await.unwrap();
    for email in ["sam.rivera@provider.example", "avery.stone@harbor.example", "ethan.moss@juniper.example"] {
        assert!(everybody.iter().any(|active| active == email), "{email}");
    }
    assert!(everybody.iter().any(|email| email.ends_with("@cove.example")), "companies of tests are demo companies");

    for arguments in [&["serve"][..], &["setup"]] {
        let refused = run(data.path(), arguments, &database);
        let told = said(&refused);
        assert!(!refused.status.success(), "{told}");
        assert!(told.contains("sam.rivera@provider.example") && told.contains("keyturn demo --remove"), "{told}");
    }
    let unconfirmed = run(data.path(), &["demo", "--remove"], &database);
    assert!(!unconfirmed.status.success() && said(&unconfirmed).contains("--yes"), "{}", said(&unconfirmed));
    assert_eq!(accounts::active(pool).await.unwrap(), everybody, "nothing happens without a confirmation");

    let removed = run(data.path(), &["demo", "--remove", "--yes"], &database);
    assert!(removed.status.success(), "{}", said(&removed));
    assert_eq!(accounts::active(pool).await.unwrap(), Vec::<String>::new());
    assert_eq!(avery.get("/api/users/me").await.status, 401, "her login has ended");
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let _ = page.password("avery.stone@harbor.example", PASSWORD).await.expect(401);
    let mut superuser = keyturn.superuser().await;
    let (open, hosts, passwords, entries): (i64, i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from org_unit where id = company_id and state = 'ACTIVE'),
                (select count(*) from org_domain),
                (select count(*) from credential where password_hash like '$argon2%'),
                (select count(distinct company_id) from audit_entry where action = 'demo.remove')",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!((open, hosts, passwords, entries), (0, 0, 0, 8));
    assert_eq!(accounts::close(pool).await.unwrap(), Removed::default(), "a second time does nothing");

    // Slugs and hosts are free, and the installation can be set up.
    let config = Config { profile: Profile::Production, ..keyturn.app.config.clone() };
    let created = setup::create(&config, pool, &answers()).await.unwrap();
    assert_eq!(created.email, "dana.frost@lakeside.com");
    let slug: String = sqlx::query_scalar("select slug from org_unit where display_name = 'Harbor'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(slug, "harbor");
    let twice = setup::create(&config, pool, &answers()).await.unwrap_err();
    assert!(twice.to_string().contains("is set up already"), "{twice}");
}

/// Older data folders without the marker are recognized too.
#[tokio::test]
async fn older_demo_companies_are_recognized_by_the_addresses_of_their_people() {
    let keyturn = Keyturn::start().await;
    let _ = keyturn.company("cove").await;
    let mut superuser = keyturn.superuser().await;
    let marked = "select array_agg(id order by id) from org_unit where is_demo";
    let before: Vec<i64> = sqlx::query_scalar(marked).fetch_one(&mut superuser).await.unwrap();
    assert_eq!(before.len(), 8);
    // A company from the setup, with a user who has a lookalike address.
    let config = Config { profile: Profile::Production, ..keyturn.app.config.clone() };
    let answers = Answers { host: "loans.lakeside.com".to_owned(), ..answers() };
    let _ = setup::create(&config, keyturn.pool(), &answers).await.unwrap();
    sqlx::raw_sql("update org_unit set is_demo = false").execute(&mut superuser).await.unwrap();
    let migration = include_str!("../../../../migrations/20261127081010_demo_companies.sql");
    let update = migration.split_once("update org_unit c").unwrap().1;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("update org_unit c{update}"))).execute(&mut superuser).await.unwrap();
    let after: Vec<i64> = sqlx::query_scalar(marked).fetch_one(&mut superuser).await.unwrap();
    assert_eq!(after, before);
}
