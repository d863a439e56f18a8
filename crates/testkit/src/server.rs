//! The program as a separate process, which tests start, kill and restart.

use crate::{
    Place,
    place::{private_postgres, private_program},
};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::{Ipv4Addr, SocketAddr, TcpListener},
    ops::Deref,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
};
use tempfile::TempDir;

/// `keyturn serve` in the demo profile, with a data folder of its own. It keeps its port across restarts, so that
/// tokens stay valid.
pub struct Server {
    place: Place,
    program: PathBuf,
    /// Shared with the processes that [`Server::beside`] starts.
    data: Arc<TempDir>,
    listen: SocketAddr,
    environment: Vec<(&'static str, String)>,
    child: Child,
}

/// The program with a data folder and without settings from the environment. The caller adds a command.
#[must_use]
pub fn program(program: &Path, data: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_remove("DATABASE_URL")
        .env_remove("DATABASE_OWNER_URL")
        .env("KEYTURN_PROFILE", "demo")
        .env("KEYTURN_LISTEN", "127.0.0.1:0")
        .env("KEYTURN_LOG", "warn")
        .env("KEYTURN_DATA_DIR", data)
        .current_dir(data);
    command
}

impl Server {
    /// Starts a server with a private PostgreSQL.
    #[must_use]
    pub fn start(program: &Path) -> Self {
        Self::start_with(program, &[], None)
    }

    /// Starts a server with custom settings. If they include DATABASE_URL, `superuser` is that database's superuser
    /// URL.
    #[must_use]
    pub fn start_with(program: &Path, environment: &[(&'static str, String)], superuser: Option<String>) -> Self {
        let data = TempDir::with_prefix("keyturn-server-").expect("a folder");
        let listen = free_address();
        // Make tokens valid for hours, because a proof can take longer than the default minutes.
        let mut environment = environment.to_vec();
        environment.extend([("KEYTURN_LISTEN", listen.to_string()), ("KEYTURN_ID_TOKEN_MINUTES", "600".to_owned())]);
        let (child, base) = spawn(program, data.path(), &environment);
        let superuser = superuser.or_else(|| Some(private_postgres(data.path())?.1)).expect("a database");
        let place = Place { base, superuser, files: data.path().join("files") };
        let data = Arc::new(data);
        Self { place, program: program.to_owned(), data, listen, environment, child }
    }

    /// Starts a second process with the same database, keys and files.
    ///
    /// # Panics
    /// If the private PostgreSQL isn't running.
    #[must_use]
    pub fn beside(&self) -> Self {
        let listen = free_address();
        let mut environment: Vec<_> =
            self.environment.iter().filter(|(name, _)| *name != "KEYTURN_LISTEN").cloned().collect();
        let database = private_program(self.data.path()).expect("the private PostgreSQL");
        environment.extend([("KEYTURN_LISTEN", listen.to_string()), ("DATABASE_URL", database)]);
        let (child, base) = spawn(&self.program, self.data.path(), &environment);
        let place = Place { base, ..self.place.clone() };
        Self { place, program: self.program.clone(), data: self.data.clone(), listen, environment, child }
    }

    /// Restarts the server after it was killed or stopped, on the same port.
    pub fn start_again(&mut self) {
        let (child, base) = spawn(&self.program, self.data.path(), &self.environment);
        assert_eq!(base, self.place.base, "the port {} is not its own any more", self.listen.port());
        self.child = child;
    }

    /// Kills the process with kill -9, without any cleanup.
    pub fn kill(&mut self) {
        self.child.kill().expect("the process");
        self.child.wait().expect("the process");
    }

    /// Stops the process with ctrl-C, and waits until it is gone.
    pub fn stop(&mut self) -> ExitStatus {
        signal("INT", self.child.id());
        self.child.wait().expect("the process")
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process has ended.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Its data folder.
    #[must_use]
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// Process id of its private PostgreSQL.
    #[must_use]
    pub fn postmaster(&self) -> Option<u32> {
        private_postgres(self.data.path()).map(|(pid, _)| pid)
    }

    /// Its log since the first start.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(log_of(self.data.path())).unwrap_or_default()
    }
}

impl Deref for Server {
    type Target = Place;
    fn deref(&self) -> &Place {
        &self.place
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.stop();
        }
        // A killed server leaves its private PostgreSQL running. The last server that uses it stops it.
        if let (Some(pid), 1) = (self.postmaster(), Arc::strong_count(&self.data)) {
            signal("QUIT", pid);
        }
    }
}

fn free_address() -> SocketAddr {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    free.local_addr().expect("an address")
}

/// Sends a signal to a process, by the signal's name.
pub fn signal(name: &str, pid: u32) -> bool {
    let sent = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).stderr(Stdio::null()).status();
    sent.is_ok_and(|status| status.success())
}

fn log_of(data: &Path) -> PathBuf {
    data.join("server.log")
}

/// Starts the process and waits until it prints its URL.
fn spawn(executable: &Path, data: &Path, environment: &[(&'static str, String)]) -> (Child, String) {
    let log = File::options().create(true).append(true).open(log_of(data)).expect("a log");
    let mut command = program(executable, data);
    command.arg("serve").envs(environment.iter().cloned()).stdout(Stdio::piped()).stderr(log);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", executable.display()));
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    // Keep reading, so that the server never blocks on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    match first.strip_prefix("Keyturn answers on ") {
        Some(base) => (child, base.to_owned()),
        None => panic!("the server does not start: {first}\n{}", fs::read_to_string(log_of(data)).unwrap_or_default()),
    }
}
