//! One PostgreSQL per test process, a template database with the demo data, and a copy of it for each test.

use crate::{Place, place::address};
use access::Doors;
use events::Hub;
use keyturn::{
    app, database, demo,
    dev_mail::{self, Mail},
    live, schema, serve, work,
};
use localpg::{Cluster, Options, SUPERUSER};
use platform::{
    App,
    config::{Config, Profile},
    jobs::{self, Job, Work},
};
use sqlx::{Connection, PgConnection, PgPool};
use std::{
    net::SocketAddr,
    ops::Deref,
    path::PathBuf,
    sync::{Arc, OnceLock, mpsc},
    thread,
};
use tempfile::TempDir;
use tokio::{net::TcpListener, runtime, sync::watch, task::JoinHandle};

const TEMPLATE: &str = "keyturn_template";
const OWNER: &str = "keyturn_owner";
const PROGRAM: &str = "keyturn_app";

/// Shared state of all tests in a process. It has its own thread, because each test's runtime ends with the test.
struct World {
    superuser: String,
    socket_dir: PathBuf,
    /// Folder of the keys that decrypt the template's secrets.
    keys: PathBuf,
    finished: tokio::sync::mpsc::UnboundedSender<String>,
}

static WORLD: OnceLock<World> = OnceLock::new();

fn world() -> &'static World {
    WORLD.get_or_init(|| {
        let (ready, is_ready) = mpsc::channel();
        thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(keep(ready));
        });
        is_ready.recv().expect("the world of the tests can't be made: see above")
    })
}

/// Creates the template, then drops the databases of tests that have ended.
async fn keep(ready: mpsc::Sender<World>) {
    let options = Options::throwaway();
    // Use the cluster's own folder, which is deleted when this process ends for any reason.
    let data = options.root.join("world");
    let cluster = Cluster::start(options).await.expect("a PostgreSQL for the tests");
    std::fs::create_dir(&data).expect("a folder");
    let superuser = cluster.url(SUPERUSER, "postgres");
    database::prepare(&superuser, TEMPLATE).await.expect("the roles and the template");
    schema::migrate(&cluster.url(OWNER, TEMPLATE)).await.expect("the tables");
    let config = config(data.clone());
    let pool = platform::db::connect(&config, &cluster.url(PROGRAM, TEMPLATE)).await.expect("the template");
    let (app, doors) = serve::build(config, pool).await.expect("a server over the template");
    demo::cast::ensure(&app, &doors).await.expect("the cast");
    app.pool.close().await;

    let (finished, mut to_remove) = tokio::sync::mpsc::unbounded_channel();
    let world = World {
        superuser: superuser.clone(),
        socket_dir: cluster.socket_dir().to_owned(),
        keys: data.join("keys"),
        finished,
    };
    if ready.send(world).is_err() {
        return;
    }
    while let Some(name) = to_remove.recv().await {
        if let Ok(mut connection) = PgConnection::connect(&superuser).await {
            let statement = format!("drop database if exists {name} with (force)");
            let _ = sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await;
        }
    }
}

fn config(data_dir: PathBuf) -> Config {
    Config { profile: Profile::Demo, data_dir, database_connections: 8, ..Config::default() }
}

/// A running server with its own database.
pub struct Keyturn {
    place: Place,
    /// The server's state.
    pub app: App,
    /// The server's authentication caches.
    pub doors: Arc<Doors>,
    /// Name of its database.
    database: String,
    /// Whether to drop the database with this server. A second process leaves that to the first.
    owns_database: bool,
    data: TempDir,
    serving: JoinHandle<()>,
    /// Dropping this ends the live events.
    telling: watch::Sender<bool>,
}

impl Keyturn {
    /// Starts a server with the demo data.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts a server with changed settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let world = tokio::task::spawn_blocking(world).await.expect("the world");
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        let mut superuser = PgConnection::connect(&world.superuser).await.expect("a superuser");
        let statement = format!("create database {name} template {TEMPLATE} owner {OWNER}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut superuser).await.expect("a database for the test");
        superuser.close().await.expect("a superuser");

        let data = TempDir::with_prefix("keyturn-test-").expect("a folder");
        std::os::unix::fs::symlink(&world.keys, data.path().join("keys")).expect("the keys");
        let mut config = config(data.path().to_owned());
        change(&mut config);
        let pool = platform::db::connect(&config, &address_of(PROGRAM, &name)).await.expect("the test's database");
        Self::serve(config, pool, name, data).await
    }

    /// Simulates a second process with the same database and files.
    pub async fn second_process(&self) -> Self {
        let pool =
            platform::db::connect(&self.app.config, &address_of(PROGRAM, &self.database)).await.expect("the database");
        let data = TempDir::with_prefix("keyturn-test-").expect("a folder");
        for shared in ["keys", "files"] {
            std::os::unix::fs::symlink(self.data.path().join(shared), data.path().join(shared)).expect("a link");
        }
        let config = Config { data_dir: data.path().to_owned(), ..self.app.config.clone() };
        let mut second = Self::serve(config, pool, self.database.clone(), data).await;
        second.owns_database = false;
        second
    }

    async fn serve(config: Config, pool: PgPool, database: String, data: TempDir) -> Self {
        let (app, doors) = serve::build(config, pool).await.expect("a server");
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
        let place = Place {
            base: format!("http://localhost:{}", listener.local_addr().expect("an address").port()),
            superuser: address_of(SUPERUSER, &database),
            files: data.path().join("files"),
        };
        let hub = Hub::new(&app, live::subjects());
        let (telling, stopped) = watch::channel(false);
        tokio::spawn(hub.clone().run_until(stopped));
        let router = app::router(app.clone(), doors.clone(), hub);
        let config = app.config.clone();
        let serving = tokio::spawn(async move { keyturn::serve_router(listener, router, &config).await });
        Self { place, app, doors, database, owns_database: true, data, serving, telling }
    }

    /// The server's connection pool, which uses the program's role.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.app.pool
    }

    /// Runs all due jobs and the jobs they create. Failed jobs wait for their retry, and jobs scheduled for later don't
    /// run.
    pub async fn do_jobs(&self) {
        self.do_jobs_of(work::work()).await;
    }

    /// Runs all due jobs with a custom set of job types.
    pub async fn do_jobs_of(&self, work: Work) {
        let pool = self.pool_for_jobs();
        jobs::run_due(self.app.on(pool.clone()), work).await.expect("the worker");
        pool.close().await;
    }

    /// Records the newest hashes of the audit log, as a daily job does.
    pub async fn note_audit_heads(&self) {
        audit::NoteHeads {}.run(&self.app).await.expect("the heads");
    }

    /// A connection pool for jobs, like the server's.
    pub fn pool_for_jobs(&self) -> PgPool {
        let address = address_of(PROGRAM, &self.database);
        platform::db::pool_for_jobs(&self.app.config, &address, platform::db::Home::Elsewhere).expect("the database")
    }

    /// Emails to an address that [`Self::do_jobs`] has written, newest last.
    #[must_use]
    pub fn mail_to(&self, address: &str) -> Vec<Mail> {
        let mut mails = dev_mail::inbox(&self.data.path().join("mail"));
        mails.retain(|mail| mail.to == address);
        mails.reverse();
        mails
    }

    /// A connection with the program's role that hasn't selected a company.
    pub async fn program(&self) -> PgConnection {
        PgConnection::connect(&address_of(PROGRAM, &self.database)).await.expect("the program's role")
    }
}

impl Deref for Keyturn {
    type Target = Place;
    fn deref(&self) -> &Place {
        &self.place
    }
}

/// Connection URL of a test's database for a role.
fn address_of(role: &str, database: &str) -> String {
    address(&world().socket_dir, role, database)
}

impl Drop for Keyturn {
    fn drop(&mut self) {
        self.serving.abort();
        let _ = self.telling.send(true);
        if self.owns_database {
            let _ = world().finished.send(std::mem::take(&mut self.database));
        }
    }
}
