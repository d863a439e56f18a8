//! Controls PostgreSQL's processes: creates the data folder, starts the server, checks whether it responds, stops it.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::{fs::OpenOptionsExt, net::UnixStream, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use crate::{
    binaries::Binaries,
    cluster::SUPERUSER,
    error::{At, Error},
    options::Options,
    place::{Place, SOCKET},
};

/// A longer log is rotated at the next start. Only one old log is kept.
const LOG_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// A process id that no system assigns: Linux ends at 2^22.
const NOBODYS_PROCESS: u32 = i32::MAX as u32;
/// How long a running server can take to answer one byte.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// The contents of `postmaster.pid`. PostgreSQL's `src/include/utils/pidfile.h` documents its lines.
#[derive(Debug, PartialEq)]
pub(crate) struct PidFile {
    pub pid: u32,
    pub socket_dir: PathBuf,
    pub ready: bool,
}

impl PidFile {
    pub fn read(data: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(data.join("postmaster.pid")).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<_> = text.lines().collect();
        Some(Self {
            pid: lines.first()?.trim().parse().ok()?,
            socket_dir: PathBuf::from(lines.get(4).copied().unwrap_or_default()),
            ready: lines.get(7).is_some_and(|state| state.trim() == "ready"),
        })
    }
}

/// The server of a data folder.
#[derive(Debug)]
pub(crate) struct Postmaster {
    pub place: Place,
    binaries: Binaries,
    pub options: Options,
}

impl Postmaster {
    /// Locks the cluster's folder and creates the data if needed. Doesn't start the server.
    pub fn prepare(options: Options) -> Result<Self, Error> {
        let place = Place::take(&options.root)?;
        let binaries = Binaries::find(&place.account, options.binaries.as_deref(), &place.data())?;
        let mut postmaster = Self { place, binaries, options };
        postmaster.make_data()?;
        // A server that outlived its program listens in that program's socket folder, which can be a different
        // temporary folder.
        if let Some(file) = PidFile::read(&postmaster.place.data())
            && file.ready
            && answers(&file.socket_dir).unwrap_or(false)
        {
            postmaster.place.socket_dir = file.socket_dir;
        }
        Ok(postmaster)
    }

    /// Whether the server is ready and responds.
    pub fn accepts(&self) -> bool {
        PidFile::read(&self.place.data()).is_some_and(|file| file.ready)
            && answers(&self.place.socket_dir).unwrap_or(false)
    }

    /// Process id of this folder's server, if it is running.
    pub fn running(&self) -> Option<u32> {
        let data = self.place.data();
        let pid = PidFile::read(&data)?.pid;
        let lives = match command_line(pid) {
            Some(words) => contains(&words, data.as_os_str().as_encoded_bytes()),
            // The process doesn't exist, or the system has no /proc.
            None => self.accepts(),
        };
        lives.then_some(pid)
    }

    /// Starts the server. It can fail if another server still uses the folder.
    pub fn start(&self) -> Result<Child, Error> {
        self.disown_dead_server()?;
        let path = self.place.log();
        if fs::metadata(&path).is_ok_and(|log| log.len() > LOG_BYTES_MAX) {
            fs::rename(&path, path.with_extension("log.1")).at("set aside", &path)?;
        }
        let log = File::options().create(true).append(true).mode(0o600).open(&path).at("open", &path)?;
        let program = self.binaries.folder.join("postgres");
        let mut command = self.place.account.command(&program);
        command.arg("-D").arg(self.place.data()).arg("-k").arg(quoted(&self.place.socket_dir)).args(["-p", "5432"]);
        for (name, value) in self.settings() {
            command.arg("-c").arg(format!("{name}={value}"));
        }
        command.stdout(log.try_clone().at("open", &path)?).stderr(log);
        // Use a separate process group, so that ctrl-C in a terminal reaches only the program, which stops PostgreSQL
        // last.
        command.process_group(0).spawn().at("run", &program)
    }

    fn settings(&self) -> Vec<(String, String)> {
        let max_connections = self.options.max_connections.to_string();
        let shared_buffers = format!("{}MB", self.options.shared_buffers_mib);
        let mut settings = vec![
            ("listen_addresses", ""),
            ("unix_socket_permissions", "0700"),
            ("max_connections", &*max_connections),
            ("shared_buffers", &*shared_buffers),
            ("cluster_name", "keyturn"),
            ("timezone", "UTC"),
            ("log_timezone", "UTC"),
            ("log_line_prefix", "%m [%p] %q%u@%d "),
            // The details of an error quote the row, and the log must not contain data of rows.
            ("log_error_verbosity", "terse"),
        ];
        if !self.options.fsync {
            settings.extend([("fsync", "off"), ("full_page_writes", "off"), ("synchronous_commit", "off")]);
        }
        // Reload the buffer cache after a restart, so that users don't wait for the disk again.
        if !self.options.remove_on_stop && self.binaries.have_module("pg_prewarm") {
            settings.push(("shared_preload_libraries", "pg_prewarm"));
        }
        let ours = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        ours.chain(self.options.settings.iter().cloned()).collect()
    }

    /// Runs `initdb` in a temporary folder and renames it when complete, so that a killed start leaves no incomplete
    /// data.
    fn make_data(&self) -> Result<(), Error> {
        let data = self.place.data();
        if data.exists() {
            return Ok(());
        }
        let new = self.place.folder.join("data.new");
        match fs::remove_dir_all(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error).at("remove", &new),
            _ => {}
        }
        let program = self.binaries.folder.join("initdb");
        let mut command = self.place.account.command(&program);
        command.args(["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-instructions"]);
        command.args(["--username", SUPERUSER]);
        if !self.options.fsync {
            command.arg("--no-sync");
        }
        let output = command.arg("-D").arg(&new).output().at("run", &program)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
            return Err(Error::Program { program: "initdb", said: said.trim().to_owned() });
        }
        fs::rename(&new, &data).at("make", &data)?;
        let folder = &self.place.folder;
        File::open(folder).and_then(|folder| folder.sync_all()).at("write", folder)
    }

    /// Removes references to a dead server's process. PostgreSQL refuses to start while a process exists with the id in
    /// `postmaster.pid` or in the socket's lock file. After a crash of the machine, any process can have that id. After
    /// a crash of the server, a zombie has it until its parent reaps it, which can take seconds. In both cases, this
    /// writes an unused id into the files. The other lines stay, because PostgreSQL uses them to check whether the dead
    /// server's child processes still use its memory.
    fn disown_dead_server(&self) -> Result<(), Error> {
        let data = self.place.data();
        for path in [data.join("postmaster.pid"), self.place.socket_dir.join(format!("{SOCKET}.lock"))] {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let (number, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let Some((pid, words)) = number.trim().parse().ok().and_then(|pid| Some((pid, command_line(pid)?))) else {
                continue;
            };
            let is_ours = match words.is_empty() {
                true => !is_zombie(pid),
                false => contains(&words, data.as_os_str().as_encoded_bytes()),
            };
            if !is_ours {
                tracing::warn!(
                    "process {pid} is not the PostgreSQL that {} names any more: starting anew",
                    path.display()
                );
                fs::write(&path, format!("{NOBODYS_PROCESS}\n{rest}")).at("write", &path)?;
            }
        }
        Ok(())
    }

    /// The last lines of the server's log.
    pub fn log_tail(&self) -> String {
        const LINES: usize = 12;
        let bytes = fs::read(self.place.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(LINES)..].join("\n")
    }
}

/// Whether a process is a zombie: it has ended but its parent hasn't reaped it. The state follows the name in
/// parentheses (`proc_pid_stat(5)`).
fn is_zombie(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('Z')))
}

/// The command line of a process on Linux. Empty for a zombie or a process that is about to become one.
fn command_line(pid: u32) -> Option<Vec<u8>> {
    fs::read(format!("/proc/{pid}/cmdline")).ok()
}

/// Whether a process exists and isn't a zombie.
pub(crate) fn is_alive(pid: u32) -> Result<bool, Error> {
    match command_line(pid) {
        Some(words) => Ok(!words.is_empty()),
        None if Path::new("/proc/self/cmdline").exists() => Ok(false),
        None => signal(pid, "0"),
    }
}

/// Sends a signal by name, such as INT. Returns whether the process existed.
pub(crate) fn signal(pid: u32, name: &str) -> Result<bool, Error> {
    let shell = Path::new("/bin/sh");
    let mut command = Command::new(shell);
    command.args(["-c", r#"kill -"$1" "$2""#, "sh", name, &pid.to_string()]);
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().at("run", shell)?.success())
}

/// Whether the server is alive. It requests encryption, which a forked PostgreSQL process answers with one byte
/// ("Frontend and Backend Protocol", SSLRequest). A successful connection isn't enough, because the kernel still
/// accepts connections for a server that was just killed.
pub(crate) fn answers(socket_dir: &Path) -> io::Result<bool> {
    const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
    let mut socket = UnixStream::connect(socket_dir.join(SOCKET))?;
    socket.set_read_timeout(Some(ANSWER_MAX))?;
    socket.set_write_timeout(Some(ANSWER_MAX))?;
    socket.write_all(&SSL_REQUEST)?;
    let mut answer = [0];
    socket.read_exact(&mut answer)?;
    Ok(matches!(&answer, b"N" | b"S"))
}

/// Quotes a folder for `unix_socket_directories`, which is a comma-separated list.
fn quoted(folder: &Path) -> String {
    format!("\"{}\"", folder.display().to_string().replace('"', "\"\""))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pid_file_is_parsed_in_every_state() {
        let starting = "4711\n/srv/data\n1795233600\n5432\n/srv/run\n\n";
        let ready = "4711\n/srv/data\n1795233600\n5432\n/srv/run\n\n  1179649   1\nready   \n";
        let read = |ready| Some(PidFile { pid: 4711, socket_dir: PathBuf::from("/srv/run"), ready });
        assert_eq!(PidFile::parse(starting), read(false));
        assert_eq!(PidFile::parse(ready), read(true));
        assert_eq!(PidFile::parse(""), None);
    }

    #[test]
    fn a_folder_with_commas_and_quotes_is_one_name() {
        assert_eq!(quoted(Path::new("/home/ann, \"bob\"/run")), r#""/home/ann, ""bob""/run""#);
    }
}
