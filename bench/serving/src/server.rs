//! The program, serving a data set of a given size.

use crate::http::{Connection, request};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// Size of a data set.
pub struct World {
    pub name: &'static str,
    pub loans: u64,
    pub leads: u64,
    pub officers: u32,
    pub branches: u32,
}

/// A running server.
pub struct Server {
    child: Child,
    data: PathBuf,
    pub port: u16,
    pub officers: u32,
    pub branches: u32,
}

/// A signed-in user in a tab.
#[derive(Clone)]
pub struct Person {
    token: String,
    session: String,
    consolidated: bool,
    /// Id of the user's membership.
    pub membership: i64,
}

impl Server {
    /// Serves a data set. Creates it if needed.
    pub fn start(program: &Path, data: &Path, world: &World) -> anyhow::Result<Self> {
        Self::start_with(program, data, world, &[])
    }

    /// Serves a data set with custom settings.
    pub fn start_with(program: &Path, data: &Path, world: &World, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let program = program.canonicalize().context("build it first: cargo build --release -p keyturn")?;
        let data = data.join(format!("{}-{}", world.name, world.loans.max(world.leads)));
        fs::create_dir_all(&data)?;
        let command = || {
            let mut command = Command::new(&program);
            command
                .env_remove("DATABASE_URL")
                .env("KEYTURN_PROFILE", "demo")
                .env("KEYTURN_LOG", "warn")
                .env("KEYTURN_LISTEN", "127.0.0.1:0")
                .env("KEYTURN_DATA_DIR", &data)
                .current_dir(&data);
            command
        };
        if !data.join("made").exists() {
            println!("Making the {} world of {} loans and {} leads.", world.name, world.loans, world.leads);
            let made = command()
                .args(["demo", "--company", "meridian", "--loans", &world.loans.to_string()])
                .args(["--leads", &world.leads.to_string()])
                .args(["--officers", &world.officers.to_string(), "--branches", &world.branches.to_string()])
                .status()?;
            if !made.success() {
                bail!("the {} world was not made", world.name);
            }
            fs::write(data.join("made"), "")?;
        }
        let log = fs::File::create(data.join("serve.log"))?;
        let child =
            command().arg("serve").envs(settings.iter().copied()).stdout(log.try_clone()?).stderr(log).spawn()?;
        let mut server = Self { child, data, port: 0, officers: world.officers, branches: world.branches };
        for _ in 0..600 {
            let said = fs::read_to_string(server.data.join("serve.log"))?;
            if let Some(address) =
                said.lines().find_map(|line| line.strip_prefix("Keyturn answers on http://localhost:"))
            {
                server.port = address.parse()?;
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
        if server.port == 0 {
            bail!("the server does not start: see {}", server.data.join("serve.log").display());
        }
        if !server.data.join("settled").exists() {
            server.sql("vacuum (analyze)")?;
            fs::write(server.data.join("settled"), "")?;
        }
        server.sql("checkpoint")?;
        server.warm()?;
        Ok(server)
    }

    /// Loads the data that users work with into memory, as on a server that has run for a while: loans, leads, people
    /// and their search indexes. Otherwise the first read of each page would dominate the times.
    fn warm(&self) -> anyhow::Result<()> {
        self.sql(
            "create extension if not exists pg_prewarm;
             select sum(pg_prewarm(i.indexrelid))
             from pg_index i
             where i.indrelid in ('search_term'::regclass, 'search_word'::regclass);
             select sum(pg_prewarm(c.oid)) + sum(pg_prewarm(i.indexrelid))
             from pg_class c
             join pg_index i on i.indrelid = c.oid and (i.indisprimary or i.indexrelid::regclass::text like '%_own%')
             where c.oid in ('loan'::regclass, 'loan_borrower'::regclass, 'loan_team_member'::regclass, 'borrower'::regclass,
                             'lead'::regclass, 'lead_contact'::regclass, 'lead_user'::regclass, 'membership'::regclass,
                             'app_user'::regclass)",
        )?;
        Ok(())
    }

    /// The folder of the database's socket.
    pub fn socket(&self) -> PathBuf {
        let cluster = self.data.join("postgres/cluster");
        let cluster = cluster.canonicalize().unwrap_or(cluster);
        fs::read_to_string(cluster.join("data/postmaster.pid"))
            .ok()
            .and_then(|text| text.lines().nth(4).map(PathBuf::from))
            .unwrap_or(cluster)
    }

    /// The database's log.
    pub fn log(&self) -> PathBuf {
        let cluster = self.data.join("postgres/cluster");
        let cluster = cluster.canonicalize().unwrap_or(cluster);
        for name in ["log", "postgres.log"] {
            if cluster.join(name).is_file() {
                return cluster.join(name);
            }
        }
        cluster.join("log")
    }

    /// Turns logging of the program's statements with their values on or off. Closes existing connections, so that the
    /// setting applies to all.
    pub fn log_statements(&self, log: bool) -> anyhow::Result<()> {
        let settings = [("log_statement", "all"), ("log_error_verbosity", "default")];
        for (name, value) in settings {
            self.sql(&match log {
                true => format!("alter role keyturn_app set {name} = '{value}'"),
                false => format!("alter role keyturn_app reset {name}"),
            })?;
        }
        self.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keyturn_app'")?;
        let mut connection = Connection::open(self.port)?;
        for _ in 0..100 {
            if connection.send(&request("GET", "/api/ready", &[], None))? == 200 {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        bail!("the program does not come back to its database")
    }

    /// A folder for scripts.
    pub fn folder(&self) -> PathBuf {
        self.data.join("pgbench")
    }

    /// Runs a statement as the superuser and returns psql's output.
    pub fn sql(&self, statement: &str) -> anyhow::Result<String> {
        let output = Command::new("psql")
            .args(["-X", "-q", "-A", "-t", "-U", "postgres", "-d", "keyturn", "-h"])
            .arg(self.socket())
            .args(["-c", statement])
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Signs in a user.
    pub fn sign_in(&self, email: &str, consolidated: bool) -> anyhow::Result<Person> {
        let mut connection = Connection::open(self.port)?;
        let tokens =
            connection.json(&request("POST", "/api/auth/programmatic-login", &[], Some(&json!({ "email": email }))))?;
        let token = tokens["id_token"].as_str().context("no token")?.to_owned();
        let bearer = format!("Bearer {token}");
        let me = connection.json(&request("GET", "/api/users/me", &[("authorization", &bearer)], None))?;
        let membership = me["activeUser"]["WizeUserOrgUnitId"].as_i64().context("no membership")?;
        let session = self
            .sql("select s.id from session s join login l on l.id = s.login_id order by s.created_at desc limit 1")?;
        Ok(Person { token, session, consolidated, membership })
    }

    /// Sends a GET request as a user.
    pub fn get(&self, person: &Person, path: &str) -> anyhow::Result<Value> {
        Connection::open(self.port)?.json(&person.request("GET", path, &[], None))
    }
}

impl Person {
    /// Builds a request of this user.
    pub fn request(&self, method: &str, path: &str, more: &[(&str, &str)], body: Option<&Value>) -> Vec<u8> {
        let bearer = format!("Bearer {}", self.token);
        let consolidated = if self.consolidated { "true" } else { "false" };
        let mut headers =
            vec![("authorization", bearer.as_str()), ("x-session-id", &self.session), ("x-consolidated", consolidated)];
        headers.extend_from_slice(more);
        request(method, path, &headers, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
