//! PostgreSQL's own processes: making the data folder, starting the server, asking whether it answers, stopping it.

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

/// A log longer than this is set aside at the next start, the one before it dropped.
const LOG_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// A process number that no system gives out: Linux ends at 2^22.
const NOBODYS_PROCESS: u32 = i32::MAX as u32;
/// How long a server that is alive may take to answer one byte.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// What `postmaster.pid` says. Its lines are described in PostgreSQL's `src/include/utils/pidfile.h`.
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

/// The server of one data folder.
#[derive(Debug)]
pub(crate) struct Postmaster {
    pub place: Place,
    binaries: Binaries,
    pub options: Options,
}

impl Postmaster {
    /// Takes the cluster's folder, makes the data where there is none yet; starts nothing.
    pub fn prepare(options: Options) -> Result<Self, Error> {
        let place = Place::take(&options.root)?;
        let binaries = Binaries::find(&place.account, options.binaries.as_deref(), &place.data())?;
        let mut postmaster = Self { place, binaries, options };
        postmaster.make_data()?;
        // A server that outlived its program listens where that one wanted it, which may be another temporary folder.
        if let Some(file) = PidFile::read(&postmaster.place.data())
            && file.ready
            && answers(&file.socket_dir).unwrap_or(false)
        {
            postmaster.place.socket_dir = file.socket_dir;
        }
        Ok(postmaster)
    }

    /// Whether the server is ready and answers.
    pub fn accepts(&self) -> bool {
        PidFile::read(&self.place.data()).is_some_and(|file| file.ready)
            && answers(&self.place.socket_dir).unwrap_or(false)
    }

    /// The process of this folder's server, if it lives.
    pub fn running(&self) -> Option<u32> {
        let data = self.place.data();
        let pid = PidFile::read(&data)?.pid;
        let lives = match command_line(pid) {
            Some(words) => contains(&words, data.as_os_str().as_encoded_bytes()),
            // No such process, or a system without /proc.
            None => self.accepts(),
        };
        lives.then_some(pid)
    }

    /// Starts the server, which may still find the folder in use.
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
        // In a group of its own: a terminal's ctrl-C is for the program, which stops PostgreSQL last.
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
            // The detail of an error names the row, and rows hold what no log may hold.
            ("log_error_verbosity", "terse"),
        ];
        if !self.options.fsync {
            settings.extend([("fsync", "off"), ("full_page_writes", "off"), ("synchronous_commit", "off")]);
        }
        // What was in memory before a stop is read again after it, so that nobody waits for the disk anew.
        if !self.options.remove_on_stop && self.binaries.have_module("pg_prewarm") {
            settings.push(("shared_preload_libraries", "pg_prewarm"));
        }
        let ours = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        ours.chain(self.options.settings.iter().cloned()).collect()
    }

    /// `initdb` beside the data folder, renamed when it is whole: a start that is killed leaves nothing half made.
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

    /// PostgreSQL refuses to start while there is a process of the number in `postmaster.pid` or beside its socket. After a
    /// crash of the machine the number may belong to anything; after one of the server it is a zombie's until somebody takes
    /// note of its end, which may take seconds. In both cases the files are made to name nobody; their other lines stay, for
    /// from them PostgreSQL learns whether processes of the dead server still hold its memory.
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

/// Whether a process has ended and its parent has not taken note: the letter behind its name in parentheses (`proc_pid_stat(5)`).
fn is_zombie(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('Z')))
}

/// The words of a process's command line as Linux keeps them; empty for a zombie, and for one that is about to be.
fn command_line(pid: u32) -> Option<Vec<u8>> {
    fs::read(format!("/proc/{pid}/cmdline")).ok()
}

/// Whether a process exists and is no zombie.
pub(crate) fn is_alive(pid: u32) -> Result<bool, Error> {
    match command_line(pid) {
        Some(words) => Ok(!words.is_empty()),
        None if Path::new("/proc/self/cmdline").exists() => Ok(false),
        None => signal(pid, "0"),
    }
}

/// Sends a signal by its name, such as INT; whether there was a process to send it to.
pub(crate) fn signal(pid: u32, name: &str) -> Result<bool, Error> {
    let shell = Path::new("/bin/sh");
    let mut command = Command::new(shell);
    command.args(["-c", r#"kill -"$1" "$2""#, "sh", name, &pid.to_string()]);
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().at("run", shell)?.success())
}

/// Asks for encryption, which PostgreSQL answers with one byte from a process that it has forked for us ("Frontend and
/// Backend Protocol", SSLRequest): proof that it lives. A connection alone proves nothing, for the kernel accepts
/// connections for a server that was just killed.
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

/// `unix_socket_directories` is a list of names, where a comma ends a name unless the name is quoted.
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
    fn a_servers_pid_file_is_understood_in_every_state() {
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
